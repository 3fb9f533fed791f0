CREATE TABLE t (a UInt8 DEFAULT 1 COMMENT 'first', b String CODEC(ZSTD(3)), d Date, dt DateTime64(3), dec Decimal(10, 2), f FixedString(3), e MATERIALIZED a + 1) ENGINE = MergeTree PARTITION BY toYYYYMM(d) PRIMARY KEY a ORDER BY (a, b) SAMPLE BY a TTL d + INTERVAL 100 YEAR SETTINGS index_granularity = 100 COMMENT 'a table';
CREATE VIEW v AS SELECT a, b FROM t;
CREATE TABLE target (a UInt8) ENGINE = MergeTree ORDER BY tuple();
CREATE MATERIALIZED VIEW m TO target AS SELECT a FROM t;
INSERT INTO t (a, b, d) VALUES (1, 'x', '2020-01-01'), (2, 'y', '2020-02-01');
SELECT name, engine, is_temporary, create_table_query, engine_full, as_select, partition_key, sorting_key, primary_key, sampling_key, total_rows, parts, active_parts, comment, has_own_data, target_table, storage_policy, dependencies_table FROM system.tables WHERE database = currentDatabase() ORDER BY name FORMAT Vertical;
SELECT table, name, type, position, default_kind, default_expression, comment, is_in_partition_key, is_in_sorting_key, is_in_primary_key, is_in_sampling_key, compression_codec, character_octet_length, numeric_precision, numeric_precision_radix, numeric_scale, datetime_precision FROM system.columns WHERE database = currentDatabase() ORDER BY table, position;
SELECT partition, name, active, marks, rows, min_date, max_date, partition_id, min_block_number, max_block_number, level, data_version, table, engine, disk_name FROM system.parts WHERE database = currentDatabase() ORDER BY table, name;
SELECT part_name, column, type, column_position, default_kind, default_expression FROM system.parts_columns WHERE database = currentDatabase() AND table = 't' ORDER BY part_name, column_position;
SELECT name, database FROM system.databases WHERE name = 'system';
SELECT * FROM system.one;
SELECT * FROM system.numbers LIMIT 3;
SELECT * FROM system.numbers_mt LIMIT 1;
SELECT zero FROM system.zeros LIMIT 2;
SELECT table_name, table_type, table_rows FROM information_schema.tables WHERE table_schema = currentDatabase() ORDER BY table_name;
SELECT TABLE_NAME, COLUMN_NAME, DATA_TYPE, ORDINAL_POSITION, column_key, extra FROM INFORMATION_SCHEMA.COLUMNS WHERE table_schema = currentDatabase() ORDER BY ALL;
SELECT schema_name FROM information_schema.schemata WHERE schema_name = 'system';
SELECT table_name, view_definition, is_insertable_into FROM information_schema.views WHERE table_schema = currentDatabase() ORDER BY table_name;
SELECT nosuch FROM system.tables; -- { serverError UNKNOWN_IDENTIFIER }
SELECT * FROM system.nosuch; -- { serverError UNKNOWN_TABLE }
