-- Requirement: MT.TTL.Recompress, MT.TTL.ExampleRecompress, MT.TTL.AllRows, MT.TTL.Scope
CREATE TABLE table_for_recompression
(
    d DateTime,
    key UInt64,
    value String
) ENGINE MergeTree()
ORDER BY tuple()
PARTITION BY key
TTL d + INTERVAL 1 MONTH RECOMPRESS CODEC(ZSTD(17)), d + INTERVAL 1 YEAR RECOMPRESS CODEC(LZ4HC(10))
SETTINGS min_rows_for_wide_part = 0, min_bytes_for_wide_part = 0;
SHOW CREATE TABLE table_for_recompression;
SYSTEM STOP MERGES table_for_recompression;
-- Partition 4 has a fresh row, so that its time has not come.
INSERT INTO table_for_recompression SELECT now(), 1, '1';
INSERT INTO table_for_recompression SELECT now() - INTERVAL 2 MONTH, 2, '2';
INSERT INTO table_for_recompression SELECT now() - INTERVAL 2 YEAR, 3, '3';
INSERT INTO table_for_recompression SELECT now() - INTERVAL 2 YEAR, 4, '4';
INSERT INTO table_for_recompression SELECT now(), 4, '4';
SELECT partition, if(default_compression_codec IN ('ZSTD(17)', 'LZ4HC(10)'), default_compression_codec, 'default') FROM system.parts WHERE database = currentDatabase() AND table = 'table_for_recompression' AND active ORDER BY name;
SYSTEM START MERGES table_for_recompression;
OPTIMIZE TABLE table_for_recompression FINAL;
SELECT partition, rows, if(default_compression_codec IN ('ZSTD(17)', 'LZ4HC(10)'), default_compression_codec, 'default'), recompression_ttl_info.expression FROM system.parts WHERE database = currentDatabase() AND table = 'table_for_recompression' AND active ORDER BY name;
SELECT key, value FROM table_for_recompression ORDER BY ALL;
-- A mutation keeps the codec of the part.
ALTER TABLE table_for_recompression UPDATE value = 'new' WHERE key = 2 SETTINGS mutations_sync = 2;
ALTER TABLE table_for_recompression DELETE WHERE value = 'nothing' SETTINGS mutations_sync = 2;
SELECT partition, default_compression_codec FROM system.parts WHERE database = currentDatabase() AND table = 'table_for_recompression' AND active AND partition IN ('2', '3') ORDER BY name;
-- With other rules, and by ALTER.
CREATE TABLE r (d DateTime, k UInt64, v String TTL d + INTERVAL 1 DAY) ENGINE = MergeTree ORDER BY k;
INSERT INTO r SELECT toDateTime('2000-01-01 00:00:00'), number, 'v' FROM numbers(3);
ALTER TABLE r MODIFY TTL d RECOMPRESS CODEC(ZSTD(12)), d DELETE WHERE k = 1 SETTINGS alter_sync = 2;
SELECT * FROM r ORDER BY k;
OPTIMIZE TABLE r FINAL;
SELECT default_compression_codec FROM system.parts WHERE database = currentDatabase() AND table = 'r' AND active;
