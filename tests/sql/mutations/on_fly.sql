DROP TABLE IF EXISTS t;
CREATE TABLE t (a UInt32, b String, c UInt32 DEFAULT a * 2, m UInt64 MATERIALIZED a + c, al UInt64 ALIAS c + 1) ENGINE = MergeTree ORDER BY a PARTITION BY a % 2 SETTINGS min_bytes_for_wide_part = 0;
INSERT INTO t (a, b) SELECT number, toString(number) FROM numbers(10);
SYSTEM STOP MERGES t;
SET mutations_sync = 0, lightweight_deletes_sync = 0;
ALTER TABLE t UPDATE b = concat(b, 'x') WHERE a < 4;
SELECT a, b FROM t ORDER BY a SETTINGS apply_mutations_on_fly = 0;
SELECT a, b FROM t ORDER BY a SETTINGS apply_mutations_on_fly = 1;
SELECT count() FROM t WHERE b = '1x' SETTINGS apply_mutations_on_fly = 1;
SELECT count() FROM t WHERE b = '1x' SETTINGS apply_mutations_on_fly = 0;
ALTER TABLE t UPDATE c = 100 WHERE b = '2x';
ALTER TABLE t DELETE WHERE a = 5;
SELECT a, b, c, al FROM t ORDER BY a SETTINGS apply_mutations_on_fly = 1;
SELECT count(), sum(c) FROM t SETTINGS apply_mutations_on_fly = 1;
SELECT count() FROM t SETTINGS apply_mutations_on_fly = 0;
INSERT INTO t (a, b) VALUES (2, '2'), (5, '5');
SELECT a, b, c FROM t ORDER BY a, b SETTINGS apply_mutations_on_fly = 1;
SELECT command, is_done, parts_to_do FROM system.mutations WHERE database = currentDatabase() AND table = 't' ORDER BY mutation_id;
SYSTEM START MERGES t;
SET mutations_sync = 1;
ALTER TABLE t UPDATE b = 'end' WHERE a = 9;
SELECT a, b, c, m FROM t ORDER BY a, b;
-- what may come out otherwise when it is done is not shown
SYSTEM STOP MERGES t;
SET mutations_sync = 0;
ALTER TABLE t UPDATE b = 's' WHERE a IN (SELECT number FROM numbers(2));
SELECT a, b FROM t ORDER BY a, b SETTINGS apply_mutations_on_fly = 1; -- { serverError BAD_ARGUMENTS }
SELECT count() FROM t SETTINGS apply_mutations_on_fly = 0;
DROP TABLE t;
CREATE TABLE t (a UInt32, b UInt32) ENGINE = MergeTree ORDER BY a;
INSERT INTO t VALUES (1, 1);
SYSTEM STOP MERGES t;
ALTER TABLE t UPDATE b = rand() WHERE a = 1 SETTINGS allow_nondeterministic_mutations = 1;
SELECT a FROM t SETTINGS apply_mutations_on_fly = 1; -- { serverError BAD_ARGUMENTS }
SELECT a, b FROM t;
DROP TABLE t;
