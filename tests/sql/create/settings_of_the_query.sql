-- Settings behind ENGINE that are a query's govern the statement and are not kept with the table.
CREATE TABLE t (a LowCardinality(String), c LowCardinality(UInt32)) ENGINE = MergeTree ORDER BY a SETTINGS allow_suspicious_low_cardinality_types = 1, index_granularity = 10;
SELECT engine_full FROM system.tables WHERE database = currentDatabase() AND name = 't';
CREATE TABLE m (c LowCardinality(UInt32)) ENGINE = Memory SETTINGS allow_suspicious_low_cardinality_types = 1;
CREATE TABLE u (c LowCardinality(UInt32)) ENGINE = MergeTree ORDER BY c; -- { serverError SUSPICIOUS_TYPE_FOR_LOW_CARDINALITY }
CREATE TABLE u (a UInt8) ENGINE = MergeTree ORDER BY a SETTINGS no_such_setting = 1; -- { serverError UNKNOWN_SETTING }
-- The type of a column is known without its values.
SELECT a, toTypeName(c + 1), toTypeName(a) FROM t GROUP BY a;
SELECT toTypeName(c), count() FROM t;
SELECT number % 2 AS k, toTypeName(number) FROM numbers(3) GROUP BY k ORDER BY k;
SELECT toTypeName(sum(number)), toTypeName(nowInBlock()) FROM numbers(3);
