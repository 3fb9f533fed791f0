-- DELETE FROM by patch parts, beside masks of mutations.
DROP TABLE IF EXISTS t;
CREATE TABLE t (k UInt32, p UInt8, a String) ENGINE = MergeTree ORDER BY k PARTITION BY p SETTINGS enable_block_number_column = 1, enable_block_offset_column = 1, index_granularity = 2;
INSERT INTO t SELECT number, number % 2, toString(number) FROM numbers(12);
SET lightweight_delete_mode = 'lightweight_update';
DELETE FROM t WHERE k IN (2, 3);
DELETE FROM t IN PARTITION 0 WHERE k > 7;
SELECT count() FROM t;
SELECT count() FROM t WHERE p = 0;
SELECT count() FROM t WHERE k > 3;
SELECT min(k), max(k), min(p), max(p) FROM t;
SELECT * FROM t ORDER BY k;
SELECT * FROM t ORDER BY k LIMIT 3;
SELECT k, _row_exists FROM t ORDER BY k SETTINGS apply_deleted_mask = 0;
SELECT count() FROM t SETTINGS apply_patch_parts = 0;
UPDATE t SET a = 'u' WHERE k < 5;
SELECT k, a FROM t ORDER BY k;
DELETE FROM t WHERE a = 'u' AND k > 0;
SELECT k, a FROM t ORDER BY k;
DELETE FROM t WHERE k = 5 SETTINGS lightweight_delete_mode = 'alter_update';
SELECT k, a FROM t ORDER BY k;
SELECT replaceRegexpOne(name, 'patch-[0-9a-f]+-', 'patch-'), has_lightweight_delete FROM system.parts WHERE database = currentDatabase() AND table = 't' AND active AND name NOT LIKE 'patch%' ORDER BY name;
DELETE FROM t WHERE k = 7;
ALTER TABLE t APPLY DELETED MASK SETTINGS mutations_sync = 2;
SELECT k, a FROM t ORDER BY k;
DELETE FROM t WHERE k = 0;
OPTIMIZE TABLE t FINAL;
SELECT k, a FROM t ORDER BY k SETTINGS apply_deleted_mask = 0;
SELECT sum(rows) FROM system.parts WHERE database = currentDatabase() AND table = 't' AND active AND name NOT LIKE 'patch%';
DELETE FROM t WHERE 1;
SELECT count() FROM t;
INSERT INTO t VALUES (1, 1, 'x');
SELECT * FROM t;
DROP TABLE t;
CREATE TABLE t (k UInt32) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1), (2);
DELETE FROM t WHERE k = 1;
SELECT * FROM t;
SELECT count() FROM system.mutations WHERE database = currentDatabase() AND table = 't';
DELETE FROM t WHERE k = 1 SETTINGS lightweight_delete_mode = 'lightweight_update_force'; -- { serverError SUPPORT_IS_DISABLED }
SET lightweight_delete_mode = 'nonsense'; -- { serverError BAD_ARGUMENTS }
DROP TABLE t;
CREATE TABLE t (k UInt32, PROJECTION p (SELECT k ORDER BY k)) ENGINE = MergeTree ORDER BY tuple() SETTINGS enable_block_number_column = 1, enable_block_offset_column = 1;
DELETE FROM t WHERE k = 1; -- { serverError SUPPORT_IS_DISABLED }
DROP TABLE t;
