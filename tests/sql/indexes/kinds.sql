-- Requirement: MT.Skip.Blocks, MT.Skip.ExampleTable, MT.Skip.ExampleQuery1, MT.Skip.ExampleQuery2, MT.Skip.ExampleQuery3, MT.SkipType.MinMax, MT.SkipType.MinMaxTuple, MT.SkipType.Set, MT.SkipType.SetUnlimited, MT.Skip.DefaultGranularity
CREATE TABLE t (u64 UInt64, i32 Int32, s String, INDEX idx1 u64 TYPE bloom_filter GRANULARITY 3, INDEX idx2 u64 * i32 TYPE minmax GRANULARITY 3, INDEX idx3 u64 * length(s) TYPE set(1000) GRANULARITY 4) ENGINE = MergeTree ORDER BY tuple() SETTINGS index_granularity = 16, min_bytes_for_wide_part = 0;
INSERT INTO t SELECT number, number % 5 + 1, repeat('x', number % 7) FROM numbers(1000);
SELECT name, type, type_full, expr, granularity FROM system.data_skipping_indices WHERE database = currentDatabase() AND table = 't' ORDER BY name;
SELECT * FROM t WHERE u64 == 10 SETTINGS force_data_skipping_indices = 'idx1';
SELECT count(), sum(u64) FROM t WHERE u64 * i32 >= 1234 SETTINGS force_data_skipping_indices = 'idx2';
SELECT count(), sum(u64) FROM t WHERE u64 * length(s) == 1236 SETTINGS force_data_skipping_indices = 'idx3';
SELECT count() FROM t WHERE i32 = 3 SETTINGS force_data_skipping_indices = 'idx2'; -- { serverError INDEX_NOT_USED }
SELECT count() FROM t WHERE s = 'x' SETTINGS force_data_skipping_indices = 'idx3'; -- { serverError INDEX_NOT_USED }
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT * FROM t WHERE u64 * i32 >= 4321) WHERE match(explain, '(Name|Description|Condition|Granules: [0-9]+/)');
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT * FROM t WHERE u64 * length(s) = 1236) WHERE match(explain, '(Name|Description|Condition|Granules: [0-9]+/)');
SELECT count() FROM t WHERE u64 = 10 SETTINGS use_skip_indexes = 0, force_data_skipping_indices = 'idx1';
SELECT count() FROM t WHERE u64 = 10 SETTINGS ignore_data_skipping_indices = 'idx1';
SELECT count() FROM t WHERE u64 = 10 SETTINGS ignore_data_skipping_indices = 'idx1', force_data_skipping_indices = 'idx1'; -- { serverError INDEX_NOT_USED }
CREATE TABLE m (k UInt32, a UInt64, s String, n Nullable(Int32), f Float64, INDEX two (a, s) TYPE minmax, INDEX n n TYPE minmax GRANULARITY 2, INDEX f f TYPE minmax) ENGINE = MergeTree ORDER BY k SETTINGS index_granularity = 10, min_bytes_for_wide_part = 0;
INSERT INTO m SELECT number, intDiv(number, 10) * 3, char(97 + intDiv(number, 40)), if(number % 100 < 50, NULL, number), if(number < 20, nan, number / 2) FROM numbers(400);
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT * FROM m WHERE a = 33) WHERE match(explain, '(Name|Condition|Granules: [0-9]+/)');
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT * FROM m WHERE s > 'i') WHERE match(explain, '(Name|Condition|Granules: [0-9]+/)');
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT * FROM m WHERE s LIKE 'c%' AND a >= 10 AND a <= 40) WHERE match(explain, '(Name|Condition|Granules: [0-9]+/)');
SELECT count(), sum(k) FROM m WHERE s LIKE 'c%' AND a BETWEEN 10 AND 40;
SELECT count(), sum(k) FROM m WHERE n > 370;
SELECT count(), sum(k) FROM m WHERE n IS NULL;
SELECT count(), sum(k) FROM m WHERE NOT (n > 370);
SELECT count(), sum(k) FROM m WHERE f > 190;
SELECT count(), sum(k) FROM m WHERE f != 100;
SELECT count() FROM m WHERE isNaN(f);
CREATE TABLE s (k UInt32, a UInt32, b String, n Nullable(String), arr Array(UInt8), INDEX few a TYPE set(4), INDEX every a TYPE set(0), INDEX b b TYPE set(100) GRANULARITY 2, INDEX n n TYPE set(0), INDEX arr arr TYPE set(0)) ENGINE = MergeTree ORDER BY k SETTINGS index_granularity = 8, min_bytes_for_wide_part = 0;
INSERT INTO s SELECT number, if(number < 80, number, intDiv(number, 8)), concat('w', toString(intDiv(number, 20))), if(intDiv(number, 8) % 2 = 0, NULL, toString(number)), [intDiv(number, 16)] FROM numbers(320);
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT * FROM s WHERE a = 30 SETTINGS ignore_data_skipping_indices = 'every') WHERE match(explain, '(Name|Granules: [0-9]+/)');
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT * FROM s WHERE a = 30 SETTINGS ignore_data_skipping_indices = 'few') WHERE match(explain, '(Name|Granules: [0-9]+/)');
SELECT count(), sum(k) FROM s WHERE a = 30 SETTINGS force_data_skipping_indices = 'few,every';
SELECT count(), sum(k) FROM s WHERE a % 7 = 3 AND a > 20 SETTINGS force_data_skipping_indices = 'every';
SELECT count(), sum(k) FROM s WHERE endsWith(b, '7') SETTINGS force_data_skipping_indices = 'b';
SELECT count(), sum(k) FROM s WHERE b NOT LIKE 'w1%' SETTINGS force_data_skipping_indices = 'b';
SELECT count(), sum(k) FROM s WHERE b IN (SELECT concat('w', toString(number)) FROM numbers(3)) SETTINGS force_data_skipping_indices = 'b';
SELECT count(), sum(k) FROM s WHERE n IS NULL;
SELECT count(), sum(k) FROM s WHERE n = '12' OR n IS NULL AND k < 9;
SELECT count(), sum(k) FROM s WHERE has(arr, 7);
SELECT count(), sum(k) FROM s WHERE a = 30 OR k = 5;
SELECT count() FROM s WHERE NOT (a = 30) AND NOT (b = 'w3');
