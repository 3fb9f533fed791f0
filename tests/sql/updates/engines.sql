-- UPDATE in the engines that merge rows: values count before rows with equal keys meet.
DROP TABLE IF EXISTS r;
CREATE TABLE r (k UInt32, v UInt32, a String) ENGINE = ReplacingMergeTree(v) ORDER BY k SETTINGS enable_block_number_column = 1, enable_block_offset_column = 1;
SYSTEM STOP MERGES r;
INSERT INTO r VALUES (1, 1, 'a'), (2, 1, 'a'), (3, 1, 'a');
INSERT INTO r VALUES (1, 2, 'b'), (2, 0, 'b');
UPDATE r SET a = concat(a, '!') WHERE k < 3;
UPDATE r SET v = 5 WHERE k = 1; -- { serverError CANNOT_UPDATE_COLUMN }
SELECT * FROM r ORDER BY ALL;
SELECT * FROM r FINAL ORDER BY ALL;
SELECT * FROM r FINAL PREWHERE a LIKE '%!' ORDER BY ALL;
SYSTEM START MERGES r;
OPTIMIZE TABLE r FINAL;
SELECT * FROM r ORDER BY ALL SETTINGS apply_patch_parts = 0;
UPDATE r SET a = 'z' WHERE k = 2;
SELECT * FROM r FINAL ORDER BY ALL;
DROP TABLE r;
CREATE TABLE c (k UInt32, s Int8, a String) ENGINE = CollapsingMergeTree(s) ORDER BY k SETTINGS enable_block_number_column = 1, enable_block_offset_column = 1;
SYSTEM STOP MERGES c;
INSERT INTO c VALUES (1, 1, 'a'), (2, 1, 'a');
INSERT INTO c VALUES (1, -1, 'b'), (3, 1, 'c');
UPDATE c SET a = 'u' WHERE k IN (1, 3);
UPDATE c SET s = 1 WHERE k = 1; -- { serverError CANNOT_UPDATE_COLUMN }
SELECT * FROM c ORDER BY ALL;
SELECT * FROM c FINAL ORDER BY ALL;
SYSTEM START MERGES c;
OPTIMIZE TABLE c FINAL;
SELECT * FROM c ORDER BY ALL;
DROP TABLE c;
CREATE TABLE v (k UInt32, s Int8, w UInt8, a String) ENGINE = VersionedCollapsingMergeTree(s, w) ORDER BY k SETTINGS enable_block_number_column = 1, enable_block_offset_column = 1;
INSERT INTO v VALUES (1, 1, 1, 'a'), (2, 1, 1, 'a');
UPDATE v SET a = 'u' WHERE k = 2;
SELECT * FROM v FINAL ORDER BY ALL;
DROP TABLE v;
CREATE TABLE o (k UInt32, a Nullable(UInt8), b Nullable(UInt8)) ENGINE = CoalescingMergeTree ORDER BY k SETTINGS enable_block_number_column = 1, enable_block_offset_column = 1;
SYSTEM STOP MERGES o;
INSERT INTO o VALUES (1, 1, NULL), (2, NULL, 2);
INSERT INTO o VALUES (1, NULL, 3);
UPDATE o SET b = 9 WHERE k = 1;
SELECT * FROM o ORDER BY ALL;
SELECT * FROM o FINAL ORDER BY ALL;
DROP TABLE o;
CREATE TABLE e (k UInt32, a UInt32) ENGINE = SummingMergeTree ORDER BY k SETTINGS enable_block_number_column = 1, enable_block_offset_column = 1;
UPDATE e SET a = 1 WHERE k = 1; -- { serverError NOT_IMPLEMENTED }
DELETE FROM e WHERE k = 1 SETTINGS lightweight_delete_mode = 'lightweight_update_force'; -- { serverError SUPPORT_IS_DISABLED }
DROP TABLE e;
CREATE TABLE e (k UInt32, a SimpleAggregateFunction(sum, UInt64)) ENGINE = AggregatingMergeTree ORDER BY k SETTINGS enable_block_number_column = 1, enable_block_offset_column = 1;
UPDATE e SET a = 1 WHERE k = 1; -- { serverError NOT_IMPLEMENTED }
DROP TABLE e;
CREATE TABLE e (k UInt32) ENGINE = Memory;
UPDATE e SET k = 1 WHERE 1; -- { serverError NOT_IMPLEMENTED }
DROP TABLE e;

-- A table without rows has no parts to hold.
CREATE TABLE empty (k UInt32, v Nullable(UInt32)) ENGINE = CoalescingMergeTree ORDER BY k SETTINGS enable_block_number_column = 1, enable_block_offset_column = 1;
UPDATE empty SET v = 1 WHERE k = 1;
OPTIMIZE TABLE empty FINAL;
UPDATE empty SET v = 1 WHERE k = 1;
SELECT count() FROM empty;
DROP TABLE empty;
