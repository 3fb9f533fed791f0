-- Requirement: MT.ColSet.MaxCompressBlock, MT.ColSet.MinCompressBlock, MT.ColSet.Only, MT.ColSet.Example, MT.ColSet.Remove, MT.ColSet.Modify, MT.ColSet.Reset, MT.Create.ColumnSettings
CREATE TABLE tab
(
    id Int64,
    document String SETTINGS (min_compress_block_size = 16777216, max_compress_block_size = 16777216)
)
ENGINE = MergeTree
ORDER BY id;
SHOW CREATE TABLE tab FORMAT TSVRaw;
ALTER TABLE tab MODIFY COLUMN document REMOVE SETTINGS;
SHOW CREATE TABLE tab FORMAT TSVRaw;
ALTER TABLE tab MODIFY COLUMN document REMOVE SETTINGS;
ALTER TABLE tab MODIFY COLUMN document MODIFY SETTING min_compress_block_size = 8192;
SHOW CREATE TABLE tab FORMAT TSVRaw;
ALTER TABLE tab MODIFY COLUMN document MODIFY SETTING max_compress_block_size = 8192, min_compress_block_size = 1;
SHOW CREATE TABLE tab FORMAT TSVRaw;
ALTER TABLE tab MODIFY COLUMN document RESET SETTING min_compress_block_size;
SHOW CREATE TABLE tab FORMAT TSVRaw;
ALTER TABLE tab MODIFY COLUMN document RESET SETTING min_compress_block_size;
ALTER TABLE tab MODIFY COLUMN document RESET SETTING max_compress_block_size, min_compress_block_size;
SHOW CREATE TABLE tab FORMAT TSVRaw;
ALTER TABLE tab MODIFY COLUMN id RESET SETTING max_compress_block_size;
ALTER TABLE tab ADD COLUMN e String SETTINGS (max_compress_block_size = 33);
ALTER TABLE tab MODIFY COLUMN e String COMMENT 'kept';
SHOW CREATE TABLE tab FORMAT TSVRaw;
ALTER TABLE tab MODIFY COLUMN e String SETTINGS (min_compress_block_size = 33);
SHOW CREATE TABLE tab FORMAT TSVRaw;

-- Only these two, with numbers, on columns that exist; nothing changes otherwise.
ALTER TABLE tab MODIFY COLUMN document MODIFY SETTING no_such_setting = 1; -- { serverError UNKNOWN_SETTING }
ALTER TABLE tab MODIFY COLUMN document MODIFY SETTING index_granularity = 1; -- { serverError UNKNOWN_SETTING }
ALTER TABLE tab MODIFY COLUMN document MODIFY SETTING min_compress_block_size = 'x'; -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
ALTER TABLE tab MODIFY COLUMN document MODIFY SETTING min_compress_block_size = -3; -- { serverError CANNOT_CONVERT_TYPE }
ALTER TABLE tab MODIFY COLUMN absent MODIFY SETTING min_compress_block_size = 1; -- { serverError NOT_FOUND_COLUMN_IN_BLOCK }
ALTER TABLE tab MODIFY COLUMN IF EXISTS absent MODIFY SETTING min_compress_block_size = 1;
CREATE TABLE refused (a Int8 SETTINGS (index_granularity = 3)) ENGINE = MergeTree ORDER BY (); -- { serverError UNKNOWN_SETTING }
CREATE TABLE refused (a Int8 SETTINGS (min_compress_block_size = -3)) ENGINE = MergeTree ORDER BY (); -- { serverError CANNOT_CONVERT_TYPE }
CREATE TABLE refused (a Int8 SETTINGS (max_compress_block_size = 'abc')) ENGINE = MergeTree ORDER BY (); -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
SELECT count() FROM system.tables WHERE database = currentDatabase() AND name = 'refused';
SHOW CREATE TABLE tab FORMAT TSVRaw;
DROP TABLE tab;

-- Text that repeats itself after 64 KB: blocks that are shorter cannot see that, longer ones can.
CREATE TABLE pages
(
    id UInt32,
    short String CODEC(ZSTD(1)) SETTINGS (max_compress_block_size = 8192, min_compress_block_size = 8192),
    long String CODEC(ZSTD(1)) SETTINGS (max_compress_block_size = 4194304, min_compress_block_size = 4194304)
)
ENGINE = MergeTree ORDER BY id SETTINGS min_bytes_for_wide_part = 0, index_granularity = 1024;
INSERT INTO pages SELECT number, concat(hex(sipHash128(number % 2048)), toString(number)) AS s, s FROM numbers(16384);
SELECT argMin(column, column_data_compressed_bytes), max(column_data_compressed_bytes) > 3 * min(column_data_compressed_bytes)
FROM system.parts_columns WHERE database = currentDatabase() AND table = 'pages' AND active AND column != 'id';
SELECT count(), countIf(short = long), uniqExact(substring(short, 1, 32)), max(id) FROM pages WHERE id % 7 = 3;
-- New parts follow the changed settings, also those of merges.
ALTER TABLE pages MODIFY COLUMN short MODIFY SETTING max_compress_block_size = 4194304, min_compress_block_size = 4194304;
OPTIMIZE TABLE pages FINAL;
SELECT max(column_data_compressed_bytes) < 2 * min(column_data_compressed_bytes)
FROM system.parts_columns WHERE database = currentDatabase() AND table = 'pages' AND active AND column != 'id';
SELECT count(), countIf(short = long), uniqExact(substring(short, 1, 32)), max(id) FROM pages WHERE id % 7 = 3;
DROP TABLE pages;
-- The settings of the table are those of its columns that say nothing.
CREATE TABLE of_table (id UInt32, short String CODEC(ZSTD(1)), long String CODEC(ZSTD(1)) SETTINGS (max_compress_block_size = 4194304, min_compress_block_size = 4194304))
ENGINE = MergeTree ORDER BY id SETTINGS min_bytes_for_wide_part = 0, index_granularity = 1024, max_compress_block_size = 8192, min_compress_block_size = 8192;
INSERT INTO of_table SELECT number, concat(hex(sipHash128(number % 2048)), toString(number)) AS s, s FROM numbers(16384);
SELECT argMin(column, column_data_compressed_bytes), max(column_data_compressed_bytes) > 3 * min(column_data_compressed_bytes)
FROM system.parts_columns WHERE database = currentDatabase() AND table = 'of_table' AND active AND column != 'id';
DROP TABLE of_table;
