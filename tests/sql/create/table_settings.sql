-- A table that may not change.
CREATE TABLE r (a UInt32) ENGINE = MergeTree ORDER BY a SETTINGS table_readonly = 1;
INSERT INTO r VALUES (1); -- { serverError TABLE_IS_PERMANENTLY_READ_ONLY }
ALTER TABLE r MODIFY SETTING table_readonly = 0;
INSERT INTO r VALUES (1);
ALTER TABLE r MODIFY SETTING table_readonly = 1;
ALTER TABLE r DELETE WHERE a = 1; -- { serverError TABLE_IS_PERMANENTLY_READ_ONLY }
ALTER TABLE r ADD COLUMN b Int32; -- { serverError TABLE_IS_PERMANENTLY_READ_ONLY }
OPTIMIZE TABLE r FINAL; -- { serverError TABLE_IS_PERMANENTLY_READ_ONLY }
DELETE FROM r WHERE a = 1; -- { serverError TABLE_IS_PERMANENTLY_READ_ONLY }
TRUNCATE TABLE r; -- { serverError TABLE_IS_PERMANENTLY_READ_ONLY }
ALTER TABLE r DROP PARTITION tuple(); -- { serverError TABLE_IS_PERMANENTLY_READ_ONLY }
SELECT a FROM r;

-- minmax indexes that nobody asked for.
CREATE TABLE i (a UInt32, n Int64, f Nullable(Float64), s String, dt DateTime64(3, 'UTC'), e Enum8('a' = 1), b Bool, al UInt8 ALIAS 1, fs FixedString(3), ss SimpleAggregateFunction(sum, UInt64), INDEX k n TYPE minmax) ENGINE = MergeTree ORDER BY a SETTINGS index_granularity = 2, add_minmax_index_for_numeric_columns = 1, add_minmax_index_for_string_columns = 1, add_minmax_index_for_temporal_columns = 1;
SHOW CREATE TABLE i;
ALTER TABLE i ADD COLUMN z Int32;
SELECT name, type, expr, creation, granularity FROM system.data_skipping_indices WHERE database = currentDatabase() AND table = 'i' ORDER BY name;
INSERT INTO i (a, n, s, b, z) SELECT number, number, toString(number), number % 2, number * 10 FROM numbers(10);
SELECT a FROM i WHERE z = 50 SETTINGS force_data_skipping_indices = 'auto_minmax_index_z';
SELECT a FROM i WHERE b AND s = '7';
ALTER TABLE i UPDATE z = 1000 WHERE a = 3 SETTINGS mutations_sync = 2;
SELECT a FROM i WHERE z = 1000;
OPTIMIZE TABLE i FINAL;
SELECT a FROM i WHERE z = 1000;
ALTER TABLE i MODIFY SETTING add_minmax_index_for_string_columns = 0; -- { serverError READONLY_SETTING }
CREATE TABLE i2 (a UInt32, INDEX auto_minmax_index_a a TYPE minmax) ENGINE = MergeTree ORDER BY a SETTINGS add_minmax_index_for_numeric_columns = 1; -- { serverError BAD_ARGUMENTS }

-- The sign of collapsing rows.
CREATE TABLE c (a UInt32, s Int8) ENGINE = CollapsingMergeTree(s) ORDER BY a SETTINGS add_implicit_sign_column_constraint_for_collapsing_engine = 1;
INSERT INTO c VALUES (1, 3); -- { serverError VIOLATED_CONSTRAINT }
INSERT INTO c VALUES (1, 1);
SELECT * FROM c;

-- What else a table may allow.
CREATE TABLE sm (a UInt32, s Int8) ENGINE = SummingMergeTree(a) ORDER BY a; -- { serverError BAD_ARGUMENTS }
CREATE TABLE sm (a UInt32, s Int8) ENGINE = SummingMergeTree(a) ORDER BY a SETTINGS allow_summing_columns_in_partition_or_order_key = 1;
CREATE TABLE sa (a UInt32, s Int8) ENGINE = MergeTree ORDER BY s SAMPLE BY a SETTINGS compatibility_allow_sampling_expression_not_in_primary_key = 1;
CREATE TABLE sb (a UInt32, s Int8) ENGINE = MergeTree ORDER BY s SAMPLE BY s SETTINGS check_sample_column_is_correct = 0;
CREATE TABLE fp (a Float64) ENGINE = MergeTree PARTITION BY a ORDER BY a SETTINGS allow_floating_point_partition_key = true;

-- Settings that cannot work together.
CREATE TABLE t (a UInt32) ENGINE = MergeTree ORDER BY a SETTINGS index_granularity_bytes = 1000; -- { serverError BAD_ARGUMENTS }
CREATE TABLE t (a UInt32) ENGINE = MergeTree ORDER BY a SETTINGS index_granularity_bytes = 1000, min_index_granularity_bytes = 10;
ALTER TABLE t MODIFY SETTING min_index_granularity_bytes = 100000000; -- { serverError BAD_ARGUMENTS }
ALTER TABLE t MODIFY SETTING number_of_free_entries_in_pool_to_lower_max_size_of_merge = 1000; -- { serverError BAD_ARGUMENTS }
CREATE TABLE t2 (a UInt32) ENGINE = MergeTree ORDER BY a SETTINGS number_of_free_entries_in_pool_to_execute_mutation = 1000; -- { serverError BAD_ARGUMENTS }

-- Merges that leave out skip indexes.
CREATE TABLE g (a UInt32, b Int32, c Int32, INDEX i b TYPE minmax, INDEX j c TYPE minmax) ENGINE = MergeTree ORDER BY a SETTINGS materialize_skip_indexes_on_merge = 0;
INSERT INTO g VALUES (1, 2, 3);
INSERT INTO g VALUES (2, 3, 4);
OPTIMIZE TABLE g FINAL;
SELECT name, data_uncompressed_bytes > 0 FROM system.data_skipping_indices WHERE database = currentDatabase() AND table = 'g' ORDER BY name;
SELECT a FROM g WHERE b = 3;
ALTER TABLE g MODIFY SETTING materialize_skip_indexes_on_merge = 1, exclude_materialize_skip_indexes_on_merge = 'i';
INSERT INTO g VALUES (3, 3, 4);
OPTIMIZE TABLE g FINAL;
SELECT name, data_uncompressed_bytes > 0 FROM system.data_skipping_indices WHERE database = currentDatabase() AND table = 'g' ORDER BY name;

-- Values that ClickHouse refuses, whether a setting has an effect here or not.
CREATE TABLE v (a UInt32) ENGINE = MergeTree ORDER BY a SETTINGS max_cleanup_delay_period = 1, cleanup_delay_period = 5; -- { serverError BAD_ARGUMENTS }
CREATE TABLE v (a UInt32) ENGINE = MergeTree ORDER BY a SETTINGS merge_selecting_sleep_ms = 60001; -- { serverError BAD_ARGUMENTS }
CREATE TABLE v (a UInt32) ENGINE = MergeTree ORDER BY a SETTINGS merge_selecting_sleep_slowdown_factor = 0.5; -- { serverError BAD_ARGUMENTS }
CREATE TABLE v (a UInt32) ENGINE = MergeTree ORDER BY a SETTINGS ratio_of_defaults_for_sparse_serialization = nan; -- { serverError CANNOT_PARSE_NUMBER }
CREATE TABLE v (a UInt32) ENGINE = MergeTree ORDER BY a SETTINGS string_serialization_version = 'none'; -- { serverError BAD_ARGUMENTS }
CREATE TABLE v (a UInt32) ENGINE = MergeTree ORDER BY a SETTINGS merge_selector_algorithm = 'none'; -- { serverError BAD_ARGUMENTS }
CREATE TABLE v (a UInt32) ENGINE = MergeTree ORDER BY a SETTINGS default_compression_codec = 'none_such'; -- { serverError UNKNOWN_CODEC }
CREATE TABLE v (a UInt32) ENGINE = MergeTree ORDER BY a SETTINGS default_compression_codec = 'Delta, ZSTD'; -- { serverError UNKNOWN_CODEC }
CREATE TABLE v (a UInt32) ENGINE = MergeTree ORDER BY a SETTINGS default_compression_codec = 'ZSTD(99)'; -- { serverError ILLEGAL_CODEC_PARAMETER }
CREATE TABLE v (a UInt32) ENGINE = MergeTree ORDER BY a SETTINGS marks_compression_codec = 'none_such'; -- { serverError UNKNOWN_CODEC }
CREATE TABLE v (a UInt32) ENGINE = MergeTree ORDER BY a SETTINGS merge_selecting_sleep_ms = 60000, default_compression_codec = 'zstd(3)', ratio_of_defaults_for_sparse_serialization = 0.5;
ALTER TABLE v MODIFY SETTING max_merge_selecting_sleep_ms = 59999; -- { serverError BAD_ARGUMENTS }
ALTER TABLE v MODIFY SETTING merge_selecting_sleep_slowdown_factor = 0; -- { serverError BAD_ARGUMENTS }
ALTER TABLE v MODIFY SETTING default_compression_codec = 'none_such'; -- { serverError UNKNOWN_CODEC }
ALTER TABLE v MODIFY SETTING default_compression_codec = 'x('; -- { serverError SYNTAX_ERROR }
SHOW CREATE TABLE v;
