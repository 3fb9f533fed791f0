-- As many mutations as number_of_mutations_to_throw that are not done: no other begins.
SET mutations_sync = 0, alter_sync = 0;
CREATE TABLE waiting (k UInt8, v UInt8) ENGINE = MergeTree ORDER BY k SETTINGS number_of_mutations_to_throw = 1;
INSERT INTO waiting VALUES (1, 1);
SYSTEM STOP MERGES waiting;
ALTER TABLE waiting UPDATE v = 2 WHERE 1;
ALTER TABLE waiting UPDATE v = 3 WHERE 1; -- { serverError TOO_MANY_MUTATIONS }
ALTER TABLE waiting DELETE WHERE k = 1; -- { serverError TOO_MANY_MUTATIONS }
SELECT count() FROM system.mutations WHERE database = currentDatabase() AND table = 'waiting' AND NOT is_done;
