-- As many mutations as number_of_mutations_to_throw that are not done: no other begins.
SET mutations_sync = 0, alter_sync = 0;
CREATE TABLE waiting (k UInt8, v UInt8) ENGINE = MergeTree ORDER BY k SETTINGS number_of_mutations_to_throw = 1;
INSERT INTO waiting VALUES (1, 1);
SYSTEM STOP MERGES waiting;
ALTER TABLE waiting UPDATE v = 2 WHERE 1;
ALTER TABLE waiting UPDATE v = 3 WHERE 1; -- { serverError TOO_MANY_MUTATIONS }
ALTER TABLE waiting DELETE WHERE k = 1; -- { serverError TOO_MANY_MUTATIONS }
SELECT count() FROM system.mutations WHERE database = currentDatabase() AND table = 'waiting' AND NOT is_done;
ALTER TABLE waiting DELETE WHERE k = 1 SETTINGS number_of_mutations_to_throw = 2;
ALTER TABLE waiting DELETE WHERE k = 1 SETTINGS number_of_mutations_to_throw = 2; -- { serverError TOO_MANY_MUTATIONS }
-- Before that they begin later.
ALTER TABLE waiting MODIFY SETTING number_of_mutations_to_throw = 0, number_of_mutations_to_delay = 2, max_delay_to_mutate_ms = 20;
ALTER TABLE waiting DELETE WHERE k = 1;
ALTER TABLE waiting DELETE WHERE k = 1 SETTINGS number_of_mutations_to_delay = 100;
SELECT count() FROM system.mutations WHERE database = currentDatabase() AND table = 'waiting' AND NOT is_done;
