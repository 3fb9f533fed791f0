-- What UPDATE refuses, and settings; nothing is changed by it.
DROP TABLE IF EXISTS t;
CREATE TABLE t (k UInt32, a UInt32, s String, al UInt32 ALIAS a, m UInt32 MATERIALIZED a) ENGINE = MergeTree ORDER BY k SETTINGS enable_block_number_column = 1, enable_block_offset_column = 1;
INSERT INTO t (k, a, s) VALUES (1, 1, 'x');
UPDATE t SET k = 7 WHERE k = 3; -- { serverError CANNOT_UPDATE_COLUMN }
UPDATE t SET nope = 7 WHERE k = 3; -- { serverError NO_SUCH_COLUMN_IN_TABLE }
UPDATE t SET al = 7 WHERE k = 3; -- { serverError NO_SUCH_COLUMN_IN_TABLE }
UPDATE t SET m = 7 WHERE k = 3; -- { serverError CANNOT_UPDATE_COLUMN }
UPDATE t SET a = 7, a = 8 WHERE k = 3; -- { serverError MULTIPLE_ASSIGNMENTS_TO_COLUMN }
UPDATE t SET a = 7; -- { clientError SYNTAX_ERROR }
UPDATE t SET _block_number = 7 WHERE k = 1; -- { serverError NOT_IMPLEMENTED }
UPDATE t SET a = 7 WHERE nope; -- { serverError UNKNOWN_IDENTIFIER }
UPDATE t SET a = 7 WHERE s; -- { serverError ILLEGAL_TYPE_OF_COLUMN_FOR_FILTER }
UPDATE t SET a = 'x' WHERE k = 1; -- { serverError CANNOT_PARSE_TEXT }
UPDATE t SET a = throwIf(k = 1) WHERE k = 1; -- { serverError FUNCTION_THROW_IF_VALUE_IS_NON_ZERO }
UPDATE nope SET a = 7 WHERE k = 1; -- { serverError UNKNOWN_TABLE }
UPDATE t SET a = 7 WHERE k = 1 SETTINGS enable_lightweight_update = 0; -- { serverError SUPPORT_IS_DISABLED }
SELECT * FROM t;
ALTER TABLE t MODIFY SETTING max_uncompressed_bytes_in_patches = 10;
UPDATE t SET a = 7 WHERE k = 1; -- { serverError TOO_LARGE_LIGHTWEIGHT_UPDATES }
SELECT * FROM t;
SELECT count() FROM system.parts WHERE database = currentDatabase() AND table = 't' AND active;
ALTER TABLE t MODIFY SETTING max_uncompressed_bytes_in_patches = 1000, apply_patches_on_merge = 0;
UPDATE t SET a = 7 WHERE k = 1;
OPTIMIZE TABLE t FINAL;
SELECT *, m FROM t;
SELECT * FROM t SETTINGS apply_patch_parts = 0;
ALTER TABLE t RESET SETTING apply_patches_on_merge;
OPTIMIZE TABLE t FINAL;
SELECT *, m FROM t SETTINGS apply_patch_parts = 0;
DROP TABLE t;
CREATE TABLE t (k UInt32, a UInt32) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 1), (2, 2);
INSERT INTO t VALUES (3, 1), (4, 2);
OPTIMIZE TABLE t FINAL;
UPDATE t SET a = 7 WHERE k = 1; -- { serverError NOT_IMPLEMENTED }
ALTER TABLE t MODIFY SETTING enable_block_number_column = 1;
UPDATE t SET a = 7 WHERE k = 1; -- { serverError NOT_IMPLEMENTED }
ALTER TABLE t MODIFY SETTING enable_block_offset_column = 1;
UPDATE t SET a = 7 WHERE k IN (1, 4);
SELECT * FROM t ORDER BY k;
INSERT INTO t VALUES (5, 5);
OPTIMIZE TABLE t FINAL;
SELECT * FROM t ORDER BY k;
UPDATE t SET a = 8 WHERE k IN (3, 5);
SELECT * FROM t ORDER BY k;
DROP TABLE t;
CREATE TABLE t (k UInt32, a UInt32, PROJECTION p (SELECT a, count() GROUP BY a), PROJECTION n (SELECT k, a ORDER BY a)) ENGINE = MergeTree ORDER BY k SETTINGS enable_block_number_column = 1, enable_block_offset_column = 1;
INSERT INTO t SELECT number, number % 3 FROM numbers(12);
UPDATE t SET a = 9 WHERE k < 4;
SELECT a, count() FROM t GROUP BY a ORDER BY a;
SELECT k FROM t WHERE a = 9 ORDER BY k;
OPTIMIZE TABLE t FINAL;
SELECT a, count() FROM t GROUP BY a ORDER BY a;
SELECT k FROM t WHERE a = 9 ORDER BY k;
UPDATE t SET a = 8 WHERE k = 11;
ALTER TABLE t APPLY PATCHES SETTINGS mutations_sync = 2;
SELECT a, count() FROM t GROUP BY a ORDER BY a;
DROP TABLE t;
