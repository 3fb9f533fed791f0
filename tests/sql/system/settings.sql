SET max_threads = 'abc'; -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
SET join_use_nulls = 2; -- { serverError CANNOT_CONVERT_TYPE }
SET join_use_nulls = 'x'; -- { serverError CANNOT_PARSE_BOOL }
SET max_thread = 1; -- { serverError UNKNOWN_SETTING }
SET max_insert_block_size = -1; -- { serverError CANNOT_CONVERT_TYPE }
SET max_insert_block_size = 0; -- { serverError BAD_ARGUMENTS }
SET max_execution_time = 'x'; -- { serverError CANNOT_PARSE_NUMBER }
SET union_default_mode = 'x'; -- { serverError UNKNOWN_UNION }
SET session_timezone = 'x'; -- { serverError BAD_ARGUMENTS }
SELECT name, value, changed, type, default FROM system.settings WHERE name IN ('join_use_nulls', 'session_timezone', 'union_default_mode', 'max_result_rows') ORDER BY name;
SET join_use_nulls = 1, max_result_rows = 100;
SELECT name, value, changed FROM system.settings WHERE name IN ('join_use_nulls', 'max_result_rows') ORDER BY name;
SET join_use_nulls = DEFAULT, max_result_rows = DEFAULT;
SELECT name, value, changed FROM system.settings WHERE name IN ('join_use_nulls', 'max_result_rows') ORDER BY name;
SELECT value FROM system.settings WHERE name = 'join_use_nulls' SETTINGS join_use_nulls = 1;
SELECT number FROM numbers(10) SETTINGS max_result_rows = 3; -- { serverError TOO_MANY_ROWS_OR_BYTES }
SELECT number FROM numbers(10) SETTINGS max_rows_to_read = 3; -- { serverError TOO_MANY_ROWS }
SELECT count() FROM numbers(3) SETTINGS max_rows_to_read = 3;
SELECT 1 SETTINGS no_such_setting = 1; -- { serverError UNKNOWN_SETTING }
SELECT name, alias_for FROM system.settings WHERE name = 'allow_experimental_statistics';
CREATE TABLE t (a UInt8) ENGINE = MergeTree ORDER BY a SETTINGS xyz = 1; -- { serverError UNKNOWN_SETTING }
SET readonly = 1;
SET max_threads = 3; -- { serverError READONLY }
CREATE TABLE x (a UInt8) ENGINE = MergeTree ORDER BY a; -- { serverError READONLY }
SELECT 1;
