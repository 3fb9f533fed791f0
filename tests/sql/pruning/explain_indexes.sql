-- Requirement: MT.IndexUse.WherePrewhere, MT.IndexUse.Comparison, MT.IndexUse.In, MT.IndexUse.LikePrefix, MT.IndexUse.PartitionKey, MT.IndexUse.Logical, MT.IndexUse.Ranges, MT.IndexUse.MonthBlocks, MT.Overview.PartitionPruning
CREATE TABLE t (a UInt32, d Date, s String, n Nullable(Int32), f Float64, ts DateTime('UTC')) ENGINE = MergeTree PARTITION BY toYYYYMM(d) ORDER BY (a, s, n, f, d) SETTINGS index_granularity = 8, allow_nullable_key = 1, min_bytes_for_wide_part = 0;
INSERT INTO t SELECT number % 10, toDate('2024-01-01') + number % 90, toString(number), if(number % 7 = 0, NULL, number), number / 3, number * 5000 FROM numbers(1000);
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT a FROM t) WHERE match(explain, '(Min-Max|Partition|PrimaryKey|Keys:|Condition:|Parts: [0-9]+/|Granules: [0-9]+/|Search|Ranges)');
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT a FROM t WHERE a = 3) WHERE match(explain, '(Min-Max|Partition|PrimaryKey|Keys:|Condition:|Parts: [0-9]+/|Granules: [0-9]+/|Search|Ranges)');
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT a FROM t WHERE a = 3 AND s = '43') WHERE match(explain, '(Condition:|Parts: [0-9]+/|Granules: [0-9]+/|Search|Ranges)');
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT a FROM t WHERE a IN (3, 4) AND s LIKE '9%' AND f != 3.5) WHERE match(explain, '(Condition:|Parts: [0-9]+/|Granules: [0-9]+/|Search|Ranges)');
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT a FROM t WHERE a = 1 OR a = 2 OR a > 8) WHERE match(explain, '(Condition:|Parts: [0-9]+/|Granules: [0-9]+/|Search|Ranges)');
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT a FROM t WHERE a = 1 AND ts > 5 AND d >= '2024-02-05') WHERE match(explain, '(Condition:|Parts: [0-9]+/|Granules: [0-9]+/|Search|Ranges)');
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT a FROM t WHERE NOT (a = 1 OR s > '5')) WHERE match(explain, '(Condition:|Parts: [0-9]+/|Granules: [0-9]+/|Search|Ranges)');
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT a FROM t WHERE a BETWEEN 2 AND 3) WHERE match(explain, '(Condition:|Parts: [0-9]+/|Granules: [0-9]+/|Search|Ranges)');
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT a FROM t WHERE a + 1 = 5) WHERE match(explain, '(Condition:|Parts: [0-9]+/|Granules: [0-9]+/|Search|Ranges)');
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT a FROM t WHERE a = 3 AND s NOT LIKE '1%') WHERE match(explain, '(Condition:|Parts: [0-9]+/|Granules: [0-9]+/|Search|Ranges)');
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT a FROM t WHERE (a, s) IN ((1, '11'), (2, '972'))) WHERE match(explain, '(Condition:|Parts: [0-9]+/|Granules: [0-9]+/|Search|Ranges)');
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT a FROM t WHERE a = 1 OR ts = 5) WHERE match(explain, '(Condition:|Parts: [0-9]+/|Granules: [0-9]+/|Search|Ranges)');
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT a FROM t WHERE a IN (SELECT number FROM numbers(3))) WHERE match(explain, '(Condition:|Parts: [0-9]+/|Granules: [0-9]+/|Search|Ranges)');
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT a FROM t WHERE d = '2024-02-03') WHERE match(explain, '(Condition:|Parts: [0-9]+/|Granules: [0-9]+/|Search|Ranges)');
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT a FROM t PREWHERE a = 3 WHERE d = '2024-02-03') WHERE match(explain, '(Condition:|Parts: [0-9]+/|Granules: [0-9]+/|Search|Ranges)');
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT a FROM t WHERE _partition_id = '202402' AND a = 1) WHERE match(explain, '(Condition:|Parts: [0-9]+/|Granules: [0-9]+/|Search|Ranges)');
SELECT count(), sum(a) FROM t WHERE a = 3 AND s NOT LIKE '1%';
SELECT count() FROM t WHERE (a, s) > (8, '90');
SELECT count() FROM t WHERE n IS NULL AND a < 3;
SELECT count() FROM t WHERE n IS NOT NULL OR a = 9;
SELECT count() FROM t WHERE a IN (SELECT number FROM numbers(3)) AND s IN (SELECT toString(number) FROM numbers(500));
SELECT count() FROM t WHERE a; 
SELECT count() FROM t WHERE a = 3 SETTINGS force_primary_key = 1;
SELECT count() FROM t WHERE ts = 3 SETTINGS force_primary_key = 1; -- { serverError INDEX_NOT_USED }
SELECT count() FROM t WHERE a = 3 SETTINGS force_index_by_date = 1; -- { serverError INDEX_NOT_USED }
SELECT count() FROM t WHERE d = '2024-01-03' SETTINGS force_index_by_date = 1;
SELECT count() FROM t WHERE a = 3 SETTINGS max_partitions_to_read = 2; -- { serverError TOO_MANY_PARTITIONS }
SELECT count() FROM t WHERE a = 3 AND d < '2024-02-01' SETTINGS max_partitions_to_read = 2;
SELECT sum(a) FROM t WHERE a = 3 SETTINGS max_rows_to_read = 500;
SELECT sum(a) FROM t SETTINGS max_rows_to_read = 500; -- { serverError TOO_MANY_ROWS }
