-- Requirement: RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition#8
-- An array that comes to a Nested structure has the sizes of the others, also in parts from before.
CREATE TABLE ne (k UInt8, n Nested(a UInt8, b String)) ENGINE = MergeTree ORDER BY k SETTINGS min_bytes_for_wide_part = 0;
INSERT INTO ne VALUES (1, [1, 2], ['a', 'b']), (2, [], []), (3, [7], ['c']);
ALTER TABLE ne ADD COLUMN `n.c` Array(UInt16);
ALTER TABLE ne ADD COLUMN `n.d` Array(Nullable(String));
ALTER TABLE ne ADD COLUMN `n.e` Array(String) DEFAULT arrayMap(x -> 'z', n.c);
ALTER TABLE ne ADD COLUMN `m.a` Array(UInt16);
SELECT * FROM ne ORDER BY k;
SELECT n.c FROM ne ORDER BY k;
SELECT k, n.a, n.c, n.d FROM ne ARRAY JOIN n ORDER BY ALL;
SELECT k FROM ne WHERE length(n.c) = 2;
INSERT INTO ne (k, n.a, n.b) VALUES (4, [5, 6], ['x', 'y']);
ALTER TABLE ne UPDATE `n.c` = arrayMap(x -> x + 1, n.c) WHERE k = 1 SETTINGS mutations_sync = 2;
SELECT k, n.c, n.d FROM ne ORDER BY k;
OPTIMIZE TABLE ne FINAL;
SELECT * FROM ne ORDER BY k;
ALTER TABLE ne CLEAR COLUMN `n.a` SETTINGS mutations_sync = 2;
SELECT k, n.a FROM ne ORDER BY k;
-- A column stays in its structure.
ALTER TABLE ne RENAME COLUMN `n.b` TO `m.b`; -- { serverError BAD_ARGUMENTS }
ALTER TABLE ne RENAME COLUMN `n.b` TO bb; -- { serverError BAD_ARGUMENTS }
ALTER TABLE ne RENAME COLUMN k TO `n.k`; -- { serverError BAD_ARGUMENTS }
ALTER TABLE ne RENAME COLUMN n TO m; -- { serverError NOT_IMPLEMENTED }
ALTER TABLE ne RENAME COLUMN `n.b` TO `n.f`;
SELECT k, n.f FROM ne ORDER BY k;
ALTER TABLE ne DROP COLUMN n;
SELECT * FROM ne ORDER BY k;
DROP TABLE ne;
