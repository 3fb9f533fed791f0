-- Several renames in one ALTER: each column gets one new name.
CREATE TABLE r (k Int32, a Int32, b Int32, c Int32, INDEX by_c c TYPE minmax) ENGINE = MergeTree ORDER BY k;
INSERT INTO r VALUES (1, 2, 3, 4);
ALTER TABLE r RENAME COLUMN a TO b, RENAME COLUMN b TO a; -- { serverError NOT_IMPLEMENTED }
ALTER TABLE r RENAME COLUMN a TO x, RENAME COLUMN x TO y; -- { serverError NOT_IMPLEMENTED }
ALTER TABLE r RENAME COLUMN a TO x, RENAME COLUMN a TO y; -- { serverError BAD_ARGUMENTS }
ALTER TABLE r RENAME COLUMN a TO x, RENAME COLUMN b TO x; -- { serverError DUPLICATE_COLUMN }
ALTER TABLE r RENAME COLUMN a TO x, RENAME COLUMN b TO y;
SELECT * FROM r FORMAT TSVWithNames;
ALTER TABLE r DROP INDEX by_c SETTINGS mutations_sync = 2, alter_sync = 2;
SELECT command, is_done FROM system.mutations WHERE database = currentDatabase() AND table = 'r' ORDER BY mutation_id;
