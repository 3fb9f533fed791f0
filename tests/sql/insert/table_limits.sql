-- Limits of a table: its size, parts that wait to be removed, large parts, partitions that a query reads.
CREATE TABLE rows_limited (k UInt8) ENGINE = MergeTree ORDER BY k SETTINGS max_table_size_rows = 3;
INSERT INTO rows_limited VALUES (1), (2), (3);
INSERT INTO rows_limited VALUES (4);
INSERT INTO rows_limited VALUES (5); -- { serverError TABLE_SIZE_LIMIT_EXCEEDED }
CREATE TABLE bytes_limited (k UInt8) ENGINE = MergeTree ORDER BY k SETTINGS max_table_size_bytes_compressed = 3;
INSERT INTO bytes_limited VALUES (1);
INSERT INTO bytes_limited VALUES (2); -- { serverError TABLE_SIZE_LIMIT_EXCEEDED }
ALTER TABLE bytes_limited RESET SETTING max_table_size_bytes_compressed;
ALTER TABLE bytes_limited MODIFY SETTING Max_Table_Size_Rows = 1; -- { serverError UNKNOWN_SETTING }
INSERT INTO bytes_limited VALUES (3), (3), (3);
ALTER TABLE bytes_limited MODIFY SETTING max_table_size_bytes_uncompressed = 1;
INSERT INTO bytes_limited VALUES (4); -- { serverError TABLE_SIZE_LIMIT_EXCEEDED }
SELECT count() FROM rows_limited UNION ALL SELECT count() FROM bytes_limited ORDER BY 1;
CREATE TABLE inactive (k UInt8) ENGINE = MergeTree ORDER BY k SETTINGS inactive_parts_to_throw_insert = 2;
INSERT INTO inactive VALUES (1);
INSERT INTO inactive VALUES (2);
OPTIMIZE TABLE inactive FINAL;
INSERT INTO inactive VALUES (3); -- { serverError TOO_MANY_PARTS }
CREATE TABLE large (k UInt8) ENGINE = MergeTree ORDER BY k SETTINGS parts_to_throw_insert = 1, max_avg_part_size_for_too_many_parts = 1;
INSERT INTO large VALUES (1);
INSERT INTO large VALUES (2);
ALTER TABLE large MODIFY SETTING max_avg_part_size_for_too_many_parts = 0;
INSERT INTO large VALUES (3); -- { serverError TOO_MANY_PARTS }
CREATE TABLE partitions (k UInt8) ENGINE = MergeTree ORDER BY k PARTITION BY k SETTINGS max_partitions_to_read = 1;
INSERT INTO partitions VALUES (1), (2);
SELECT sum(k) FROM partitions; -- { serverError TOO_MANY_PARTITIONS }
SELECT sum(k) FROM partitions WHERE k = 1;
SELECT sum(k) FROM partitions SETTINGS max_partitions_to_read = 2;
SELECT sum(k) FROM partitions SETTINGS max_partitions_to_read = 0;
SELECT sum(k) FROM partitions SETTINGS max_partitions_to_read = -1;
SET max_partitions_to_read = -1;
SELECT sum(k) FROM partitions;
SELECT value, changed FROM system.settings WHERE name = 'max_partitions_to_read';
SET max_partitions_to_read = DEFAULT;
SELECT sum(k) FROM partitions; -- { serverError TOO_MANY_PARTITIONS }
-- Counting reads no partition.
CREATE TABLE counted (p UInt8, a UInt8) ENGINE = MergeTree PARTITION BY p ORDER BY a SETTINGS max_partitions_to_read = 1;
INSERT INTO counted VALUES (1, 1), (2, 2);
SELECT count() FROM counted;
SELECT a FROM counted; -- { serverError TOO_MANY_PARTITIONS }
ALTER TABLE counted DELETE WHERE toInt128(a); -- { serverError ILLEGAL_TYPE_OF_COLUMN_FOR_FILTER }
ALTER TABLE counted UPDATE _part = 'a' WHERE 1; -- { serverError NOT_IMPLEMENTED }
-- Partitions of which the keys and indexes leave nothing do not count.
SELECT sum(a) FROM counted WHERE a > 1;
SELECT sum(a) FROM counted WHERE a > 0; -- { serverError TOO_MANY_PARTITIONS }
SELECT count() FROM counted WHERE a > 0;
