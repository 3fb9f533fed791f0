-- Rows of values() that do not fit their columns; values that settings do not know; aliases that name each other.
SELECT * FROM values('a UInt8', 'x'); -- { serverError TYPE_MISMATCH }
SELECT * FROM values('a UInt8', (1, 2)); -- { serverError TYPE_MISMATCH }
SELECT * FROM values('a UInt8, b UInt8', 1); -- { serverError BAD_ARGUMENTS }
SELECT * FROM values('a UInt8, b UInt8', (1)); -- { serverError BAD_ARGUMENTS }
SELECT * FROM values('a UInt8, b UInt8', (1, 2, 3)); -- { serverError BAD_ARGUMENTS }
SELECT * FROM values('a UInt8', 300); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT * FROM values('a UInt8', -1); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT * FROM values('a UInt8', NULL); -- { serverError TYPE_MISMATCH }
SELECT * FROM values('a UInt8', 1.5); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT * FROM values('a UInt8', '5');
SELECT * FROM values('a Date', '2020-01-01');
SELECT * FROM values('a Date', 'zzz'); -- { serverError CANNOT_PARSE_DATE }
SELECT * FROM values('a Date', 5);
SELECT * FROM values('a DateTime', 'zzz'); -- { serverError CANNOT_PARSE_DATETIME }
SELECT * FROM values('a String', 5);
SELECT * FROM values('a Array(UInt8)', [1, 2]);
SELECT * FROM values('a Array(UInt8)', 5); -- { serverError TYPE_MISMATCH }
SELECT * FROM values('a Array(UInt8)', ['x']); -- { serverError TYPE_MISMATCH }
SELECT * FROM values('a Nullable(UInt8)', NULL);
SELECT * FROM values('a Nullable(UInt8)', 'x'); -- { serverError TYPE_MISMATCH }
SELECT * FROM values('a Decimal(9, 2)', 1.234);
SELECT * FROM values('a Decimal(9, 2)', 'x'); -- { serverError TYPE_MISMATCH }
SELECT * FROM values('a UUID', 'x'); -- { serverError CANNOT_PARSE_UUID }
SELECT * FROM values('a Enum8(\'x\' = 1)', 'y'); -- { serverError UNKNOWN_ELEMENT_OF_ENUM }
SELECT * FROM values('a Tuple(UInt8, String)', (1, 'a'));
SELECT * FROM values('a Tuple(UInt8, String)', tuple((1, 'a'))); -- { serverError TYPE_MISMATCH }
SELECT * FROM values('a Map(String, UInt8)', map('a', 1));
SELECT * FROM values('a Float64', 'x'); -- { serverError CANNOT_PARSE_NUMBER }
SELECT * FROM values('a IPv4', 'x'); -- { serverError 675 }
SELECT * FROM values('a Bool', 'x'); -- { serverError CANNOT_PARSE_BOOL }
SELECT * FROM values('a Bool', 5);
SELECT * FROM values('a FixedString(1)', 'xx'); -- { serverError TOO_LARGE_STRING_SIZE }
SELECT * FROM values(); -- { serverError TOO_FEW_ARGUMENTS_FOR_FUNCTION }
SELECT * FROM values('a UInt8');
SELECT * FROM values(1, 'a'); -- { serverError NO_COMMON_TYPE }
SELECT * FROM values((1, 2), (1)); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
SELECT 1 SETTINGS max_threads; -- { serverError TYPE_MISMATCH }
SELECT 1 SETTINGS join_use_nulls;
SELECT 1 SETTINGS join_use_nulls, max_block_size = 5;
SET max_threads; -- { serverError TYPE_MISMATCH }
SET join_use_nulls;
SELECT getSetting('join_use_nulls');
SELECT 1 SETTINGS nosuch; -- { serverError UNKNOWN_SETTING }
SELECT 1 SETTINGS count_distinct_implementation; -- { serverError TYPE_MISMATCH }
SELECT 1 SETTINGS max_block_size = -1; -- { serverError CANNOT_CONVERT_TYPE }
SELECT 1 SETTINGS max_block_size = 1.5;
SELECT 1 SETTINGS max_block_size = 'abc'; -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
SELECT 1 SETTINGS join_use_nulls = 'abc'; -- { serverError CANNOT_PARSE_BOOL }
SELECT 1 SETTINGS join_use_nulls = 2; -- { serverError CANNOT_CONVERT_TYPE }
SELECT 1 SETTINGS totals_mode = 'abc'; -- { serverError UNKNOWN_TOTALS_MODE }
SELECT 1 SETTINGS max_execution_time = 'abc'; -- { serverError CANNOT_PARSE_NUMBER }
SELECT 1 SETTINGS join_algorithm = 'abc'; -- { serverError UNKNOWN_JOIN }
SELECT 1 SETTINGS date_time_input_format = 'abc'; -- { serverError BAD_ARGUMENTS }
SELECT 1 SETTINGS distributed_product_mode = 'abc'; -- { serverError UNKNOWN_DISTRIBUTED_PRODUCT_MODE }
SELECT 1 SETTINGS load_balancing = 'abc'; -- { serverError UNKNOWN_LOAD_BALANCING }
SELECT 1 SETTINGS session_timezone = 'abc'; -- { serverError BAD_ARGUMENTS }
SELECT 1 SETTINGS count_distinct_implementation = 'abc';
SELECT 1 SETTINGS max_threads = 0;
SELECT 1 SETTINGS max_threads = 'auto';
SELECT 1 SETTINGS output_format_json_quote_64bit_integers = 'yes'; -- { serverError CANNOT_PARSE_BOOL }
SELECT 1 SETTINGS readonly = 5;
SELECT a AS b, b AS a FROM (SELECT number AS a, number * 10 AS b FROM numbers(3));
SELECT a + 1 AS a, a + 1 AS c FROM (SELECT number AS a FROM numbers(3));
SELECT c, a + b AS c, c + 1 AS b FROM (SELECT number AS a, number * 10 AS b FROM numbers(3)); -- { serverError UNKNOWN_IDENTIFIER }
SELECT sum(a) AS a, a + 1 FROM (SELECT number AS a FROM numbers(3));
SELECT max(a) AS a, min(a) AS b FROM (SELECT number AS a FROM numbers(3)); -- { serverError ILLEGAL_AGGREGATION }
SELECT number AS x, x + 1 AS y, y * 2 AS z, x + y + z FROM numbers(2);
SELECT toUInt128(1) < toDecimal64(1.5, 4), toUInt128(5) BETWEEN toDecimal64(1.5, 4) AND 7, toInt256(1) = toDecimal32(1, 2), toDecimal256(1, 2) = toUInt256(1), toInt128(-1) < toDecimal256(1, 2);
WITH RECURSIVE r AS (SELECT 1 AS x UNION SELECT x FROM r) SELECT * FROM r; -- { serverError EXPECTED_ALL_OR_DISTINCT }
SELECT ('a', 1) = (toLowCardinality(materialize('a')), 1);
