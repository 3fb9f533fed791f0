-- What UPDATE wrote is seen by every way to read.
-- Tags: tasks
DROP TABLE IF EXISTS t;
CREATE TABLE t (k UInt32, s String, a Nullable(Int64), r Array(UInt8), c LowCardinality(String), m UInt64 MATERIALIZED length(s), l String ALIAS concat(s, '!'),
  INDEX i a TYPE minmax GRANULARITY 1, INDEX b s TYPE bloom_filter GRANULARITY 1, INDEX e c TYPE set(10) GRANULARITY 1)
ENGINE = MergeTree ORDER BY k SAMPLE BY k SETTINGS enable_block_number_column = 1, enable_block_offset_column = 1, index_granularity = 4;
SYSTEM STOP MERGES t;
UPDATE t SET a = 1 WHERE 1;
SELECT count() FROM t;
INSERT INTO t (k, s, a, r, c) SELECT number, toString(number), number, [number % 3], 'x' FROM numbers(20);
INSERT INTO t (k, s, a, r, c) SELECT number + 10, toString(number), if(number % 4 = 0, NULL, number), [], 'y' FROM numbers(20);
UPDATE t SET a = 1000 + k WHERE k % 7 = 3;
UPDATE t SET s = concat('new', s), a = NULL WHERE k = 17;
UPDATE t SET r = [9, 8], c = 'z' WHERE k IN (SELECT number * 5 FROM numbers(4));
UPDATE t SET a = a + 1 WHERE a >= 1000 AND k > 20;
UPDATE t SET a = 5 WHERE k = 100;
SELECT k, s, a, r, c, m, l FROM t ORDER BY ALL;
SELECT k, a FROM t WHERE a >= 1000 ORDER BY ALL;
SELECT k, s, m, l FROM t WHERE s LIKE 'new%' ORDER BY ALL;
SELECT k FROM t PREWHERE c = 'z' WHERE a < 100 ORDER BY ALL;
SELECT k, l FROM t PREWHERE s = 'new17' ORDER BY ALL;
SELECT count() FROM t WHERE has(r, 9);
SELECT count(), countIf(a IS NULL), sum(a), min(a), max(a), uniqExact(c) FROM t;
SELECT c, count(), sum(a) FROM t GROUP BY c ORDER BY c;
SELECT k, a FROM t ORDER BY k LIMIT 5;
SELECT k, a FROM t ORDER BY k DESC LIMIT 3;
SELECT k, a FROM t WHERE k = 17 ORDER BY ALL;
SELECT k, a FROM t WHERE k BETWEEN 3 AND 4 AND a > 5 ORDER BY ALL;
SELECT k, a FROM t WHERE _part = 'all_1_1_0' AND a > 1000 ORDER BY k;
SELECT count() FROM t WHERE _part_offset = 3 AND a = 1003;
SELECT count(), sum(a) FROM t SAMPLE 1;
SELECT x.k, y.a FROM t AS x JOIN t AS y ON x.k = y.k AND x.a = y.a WHERE x.a > 1010 ORDER BY ALL;
SELECT count(), sum(a), countIf(c = 'z') FROM t SETTINGS apply_patch_parts = 0;
SELECT count(), sum(a), countIf(c = 'z') FROM t SETTINGS apply_patch_parts = 1;
SELECT k, _block_number, _block_offset, _part, _part_data_version FROM t WHERE a > 1010 ORDER BY ALL;
SELECT count() FROM t WHERE a = 5;
SELECT rows, replaceRegexpOne(name, 'patch-[0-9a-f]+-', 'patch-') FROM system.parts WHERE database = currentDatabase() AND table = 't' AND active ORDER BY min_block_number;
SELECT total_rows FROM system.tables WHERE database = currentDatabase() AND name = 't';
SELECT command FROM system.mutations WHERE database = currentDatabase() AND table = 't';
DROP TABLE t;
