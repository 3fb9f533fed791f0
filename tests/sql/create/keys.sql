-- Requirements: MT.VCol._part, MT.VCol._partition_id, MT.VCol._part_offset, MT.VCol._part_index
CREATE TABLE t1 (a UInt32) ENGINE = MergeTree ORDER BY a PRIMARY KEY (a, a + 1); -- { serverError BAD_ARGUMENTS }
CREATE TABLE t2 (a UInt32, b UInt32) ENGINE = MergeTree ORDER BY (a, b) PRIMARY KEY b; -- { serverError BAD_ARGUMENTS }
CREATE TABLE t3 (a UInt32, b UInt32) ENGINE = MergeTree ORDER BY (a, a); -- { serverError BAD_ARGUMENTS }
CREATE TABLE t4 (a UInt32) ENGINE = MergeTree ORDER BY 1; -- { serverError ILLEGAL_COLUMN }
CREATE TABLE t5 (a UInt32) ENGINE = MergeTree ORDER BY (a, 1); -- { serverError ILLEGAL_COLUMN }
CREATE TABLE t6 (a UInt32) ENGINE = MergeTree ORDER BY rand(); -- { serverError BAD_ARGUMENTS }
CREATE TABLE t7 (a UInt32) ENGINE = MergeTree ORDER BY a + rand(); -- { serverError BAD_ARGUMENTS }
CREATE TABLE t8 (a UInt32) ENGINE = MergeTree ORDER BY sum(a); -- { serverError ILLEGAL_AGGREGATION }
CREATE TABLE t9 (a UInt32) ENGINE = MergeTree ORDER BY a PARTITION BY now(); -- { serverError BAD_ARGUMENTS }
CREATE TABLE t10 (a UInt32) ENGINE = MergeTree ORDER BY a PARTITION BY 'x'; -- { serverError ILLEGAL_COLUMN }
CREATE TABLE t11 (a UInt32) ENGINE = MergeTree ORDER BY a PARTITION BY nope; -- { serverError UNKNOWN_IDENTIFIER }
CREATE TABLE t12 (a UInt32, b Nullable(UInt8)) ENGINE = MergeTree ORDER BY a PARTITION BY b; -- { serverError ILLEGAL_COLUMN }
CREATE TABLE t13 (a UInt32, b Nullable(UInt8)) ENGINE = MergeTree ORDER BY (a, b); -- { serverError ILLEGAL_COLUMN }
CREATE TABLE t14 (a UInt32, b Array(Nullable(UInt8))) ENGINE = MergeTree ORDER BY (a, b); -- { serverError ILLEGAL_COLUMN }
CREATE TABLE t15 (a UInt32, f Float64) ENGINE = MergeTree ORDER BY a PARTITION BY f; -- { serverError BAD_ARGUMENTS }
CREATE TABLE t16 (a UInt32, m Map(String, String)) ENGINE = MergeTree ORDER BY m;
CREATE TABLE t17 (a UInt32, s AggregateFunction(sum, UInt8)) ENGINE = MergeTree ORDER BY s; -- { serverError DATA_TYPE_CANNOT_BE_USED_IN_KEY }
CREATE TABLE t18 (a UInt32) ENGINE = MergeTree ORDER BY a SAMPLE BY a + 1; -- { serverError BAD_ARGUMENTS }
CREATE TABLE t19 (a Int32) ENGINE = MergeTree ORDER BY a SAMPLE BY a; -- { serverError ILLEGAL_TYPE_OF_COLUMN_FOR_FILTER }
CREATE TABLE t20 (a UInt32, s String) ENGINE = MergeTree ORDER BY (a, s) SAMPLE BY s; -- { serverError ILLEGAL_TYPE_OF_COLUMN_FOR_FILTER }
CREATE TABLE t21 (a UInt32) ENGINE = MergeTree ORDER BY a TTL a; -- { serverError BAD_TTL_EXPRESSION }
CREATE TABLE t22 (a UInt32 DEFAULT 'x') ENGINE = MergeTree ORDER BY a; -- { serverError CANNOT_PARSE_TEXT }
CREATE TABLE t23 (a UInt32 DEFAULT nope) ENGINE = MergeTree ORDER BY a; -- { serverError UNKNOWN_IDENTIFIER }
CREATE TABLE t24 (a UInt32 DEFAULT b, b UInt32 DEFAULT a) ENGINE = MergeTree ORDER BY a; -- { serverError CYCLIC_ALIASES }
CREATE TABLE t25 (a UInt32 CODEC(Nope)) ENGINE = MergeTree ORDER BY a; -- { serverError UNKNOWN_CODEC }
CREATE TABLE t26 (a UInt32, b UInt32 ALIAS a + 1) ENGINE = MergeTree ORDER BY b; -- { serverError UNKNOWN_IDENTIFIER }
CREATE TABLE t27 (a LowCardinality(UInt8)) ENGINE = MergeTree ORDER BY a; -- { serverError SUSPICIOUS_TYPE_FOR_LOW_CARDINALITY }
CREATE TABLE t29 (a Decimal(100, 2)) ENGINE = MergeTree ORDER BY a; -- { serverError ARGUMENT_OUT_OF_BOUND }
CREATE TABLE t30 (a Enum8('a' = 1, 'b' = 1)) ENGINE = MergeTree ORDER BY a; -- { serverError SYNTAX_ERROR }
CREATE TABLE t31 (a Nullable(Array(UInt8))) ENGINE = MergeTree ORDER BY tuple(); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
CREATE TABLE t32 (a Array(UInt8, UInt8)) ENGINE = MergeTree ORDER BY tuple(); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
CREATE TABLE t34 (a UInt8) ENGINE = MergeTree(1) ORDER BY a; -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
CREATE TABLE t35 (a UInt8) ENGINE = MergeTree ORDER BY a SETTINGS index_granularity = 0; -- { serverError BAD_ARGUMENTS }
CREATE TABLE t36 (a UInt8) ENGINE = MergeTree ORDER BY a SETTINGS index_granularity = 'x'; -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
CREATE TABLE t90 (a UInt8) ENGINE = MergeTree ORDER BY a PARTITION BY a IN (SELECT 1); -- { serverError BAD_ARGUMENTS }
CREATE TABLE t91 (a Array(LowCardinality(UInt64))) ENGINE = MergeTree ORDER BY tuple(); -- { serverError SUSPICIOUS_TYPE_FOR_LOW_CARDINALITY }
CREATE TABLE t92 (a UInt8, b UInt8 EPHEMERAL) ENGINE = MergeTree ORDER BY b; -- { serverError UNKNOWN_IDENTIFIER }
SHOW TABLES;
CREATE TABLE k1 (a UInt32, b String) ENGINE = MergeTree ORDER BY (a, b) PRIMARY KEY a;
CREATE TABLE k2 (a UInt32, b String) ENGINE = MergeTree PRIMARY KEY (a, b);
CREATE TABLE k3 (a UInt32, b String) ENGINE = MergeTree ORDER BY tuple();
CREATE TABLE k4 (a UInt32, b String) ENGINE = MergeTree ORDER BY ();
CREATE TABLE k5 (a UInt32, b String) ENGINE = MergeTree ORDER BY (a % 10, length(b)) PARTITION BY (a % 3, b);
CREATE TABLE k6 (a Nullable(UInt32), f Float64) ENGINE = MergeTree ORDER BY (a, f) SETTINGS allow_nullable_key = 1;
CREATE TABLE k7 (a UInt32, d Date) ENGINE = MergeTree PARTITION BY toYYYYMM(d) ORDER BY (a, intHash32(a)) SAMPLE BY intHash32(a);
CREATE TABLE k8 (a UInt32, b UInt32) ENGINE = MergeTree ORDER BY (a DESC, b) SETTINGS allow_experimental_reverse_key = 1;
CREATE TABLE k9 (a UInt32, t Tuple(x UInt8, y String)) ENGINE = MergeTree ORDER BY (t, a);
INSERT INTO k1 SELECT 10 - number, toString(number) FROM numbers(5);
INSERT INTO k2 SELECT 10 - number, toString(number) FROM numbers(5);
INSERT INTO k3 SELECT 10 - number, toString(number) FROM numbers(5);
INSERT INTO k4 SELECT 10 - number, toString(number) FROM numbers(5);
INSERT INTO k5 SELECT 10 - number, toString(number % 2) FROM numbers(5);
INSERT INTO k6 VALUES (3, 1), (NULL, 2), (1, nan), (NULL, nan), (1, -1);
INSERT INTO k7 SELECT number, toDate('2024-01-15') + number * 20 FROM numbers(5);
INSERT INTO k8 VALUES (1, 2), (3, 4), (1, 1), (2, 9);
INSERT INTO k9 VALUES (1, (2, 'b')), (2, (1, 'z')), (3, (2, 'a'));
SELECT a, b FROM k1;
SELECT a, b FROM k2;
SELECT a, b FROM k3;
SELECT a, b FROM k4;
SELECT a, b, _partition_id FROM k5 ORDER BY a;
SELECT * FROM k6;
SELECT * FROM k7 ORDER BY a;
SELECT * FROM k8;
SELECT * FROM k9;
SELECT name, sorting_key, primary_key, partition_key, sampling_key FROM system.tables WHERE database = currentDatabase() AND name NOT IN ('k5', 'k8') ORDER BY name;
SELECT a FROM k6 WHERE a IS NULL;
SELECT a, f FROM k6 WHERE a = 1 ORDER BY f;
SELECT a FROM k8 WHERE a >= 2 ORDER BY a;
SELECT a FROM k9 WHERE t = (2, 'a');
SELECT a FROM k9 WHERE t.x = 2 ORDER BY a;
SELECT _part, _partition_id, _part_offset, _part_index, a FROM k1 ORDER BY a;
SELECT a FROM k1 PREWHERE a > 7 WHERE b != '1' ORDER BY a;
SELECT count() FROM k7 SAMPLE 1;
SELECT count() FROM k1 SAMPLE 0.1; -- { serverError SAMPLING_NOT_SUPPORTED }
SET allow_deprecated_syntax_for_merge_tree = 1;
CREATE TABLE old (d Date, k UInt32, v String) ENGINE = MergeTree(d, (k, d), 8192);
INSERT INTO old VALUES ('2024-01-05', 2, 'b'), ('2024-02-05', 1, 'a'), ('2024-01-01', 1, 'c');
SELECT * FROM old ORDER BY k, d;
SELECT DISTINCT _partition_id FROM old ORDER BY 1;
CREATE TABLE old2 (d Date, k UInt32, v String) ENGINE = MergeTree(d, intHash32(k), (k, intHash32(k)), 1024);
SELECT sorting_key, partition_key, sampling_key FROM system.tables WHERE database = currentDatabase() AND name LIKE 'old%' ORDER BY name;
SET allow_deprecated_syntax_for_merge_tree = 0;
CREATE TABLE old3 (d Date, k UInt32) ENGINE = MergeTree(d, k, 8192); -- { serverError BAD_ARGUMENTS }
