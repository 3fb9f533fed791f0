-- Requirement: RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition#14, MT.VCol._part_data_version
DROP TABLE IF EXISTS t;
CREATE TABLE t (a UInt32, b String, c UInt32 DEFAULT a * 2, m UInt64 MATERIALIZED a + c, al UInt64 ALIAS a + c, n Nullable(Int64))
ENGINE = MergeTree ORDER BY a PARTITION BY a % 2 SETTINGS min_bytes_for_wide_part = 0;
INSERT INTO t (a, b, n) SELECT number, toString(number), if(number % 3 = 0, NULL, number) FROM numbers(12);

SELECT 'one column, some rows';
ALTER TABLE t UPDATE b = concat(b, 'x') WHERE a < 4;
SELECT a, b FROM t ORDER BY a;
SELECT name, rows, data_version FROM system.parts WHERE database = currentDatabase() AND table = 't' AND active ORDER BY name;

SELECT DISTINCT _part, _part_data_version FROM t ORDER BY _part;

SELECT 'materialized and alias columns follow';
ALTER TABLE t UPDATE c = 100 WHERE a IN (1, 2);
SELECT a, c, m, al FROM t ORDER BY a;

SELECT 'assignments read the old values';
ALTER TABLE t UPDATE b = toString(c), c = length(b) WHERE a >= 10;
SELECT a, b, c, m FROM t WHERE a >= 10 ORDER BY a;

SELECT 'commands follow one another';
ALTER TABLE t UPDATE c = 7 WHERE a = 3, UPDATE c = c + 1 WHERE c = 7, DELETE WHERE c = 8 AND a = 3;
SELECT count(), sum(c) FROM t;

SELECT 'NULL';
ALTER TABLE t UPDATE n = NULL WHERE n > 5;
ALTER TABLE t UPDATE n = n + 1 WHERE n != 2;
ALTER TABLE t UPDATE b = 'null' WHERE n = NULL;
ALTER TABLE t UPDATE b = ifNull(toString(n), 'none') WHERE n IS NULL;
SELECT a, b, n FROM t ORDER BY a;

SELECT 'subqueries';
ALTER TABLE t UPDATE c = (SELECT max(number) FROM numbers(50)) WHERE a IN (SELECT number * 2 FROM numbers(4));
ALTER TABLE t UPDATE b = 'in t' WHERE (a, c) IN (SELECT a, c FROM t WHERE a > 8);
SELECT a, b, c, m FROM t ORDER BY a;

SELECT 'partition';
ALTER TABLE t UPDATE b = 'p' IN PARTITION 1 WHERE 1;
ALTER TABLE t UPDATE b = 'q' IN PARTITION ID '0' WHERE a < 4;
ALTER TABLE t UPDATE b = 'r' IN PARTITION 9 WHERE 1;
ALTER TABLE t UPDATE b = concat(b, _partition_id) WHERE _partition_id = '1' AND a < 6;
SELECT a, b FROM t ORDER BY a;

SELECT 'no row';
ALTER TABLE t UPDATE b = 'never' WHERE a = 1000;
ALTER TABLE t UPDATE b = 'never' WHERE 0;
SELECT count() FROM t WHERE b = 'never';
SELECT name, rows FROM system.parts WHERE database = currentDatabase() AND table = 't' AND active ORDER BY name;

SELECT 'later rows are untouched';
INSERT INTO t (a, b) VALUES (50, 'new');
ALTER TABLE t UPDATE b = 'all' WHERE 1;
INSERT INTO t (a, b) VALUES (52, 'newer');
SELECT b, count() FROM t GROUP BY b ORDER BY b;

SELECT command, is_done, parts_to_do, latest_fail_reason FROM system.mutations WHERE database = currentDatabase() AND table = 't' ORDER BY mutation_id DESC, command LIMIT 5;
SELECT mutation_id, block_numbers.partition_id, block_numbers.number FROM system.mutations WHERE database = currentDatabase() AND table = 't' ORDER BY toUInt32(extract(mutation_id, '[0-9]+')) LIMIT 3;
DROP TABLE t;
