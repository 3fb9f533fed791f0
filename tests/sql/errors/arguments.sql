CREATE TABLE t (amount UInt32, title String, day Date, n Nullable(Int32), arr Array(UInt8)) ENGINE = MergeTree ORDER BY amount;
CREATE TABLE u (amount UInt32, name String) ENGINE = MergeTree ORDER BY amount;
CREATE TABLE w (amount UInt32, title String) ENGINE = MergeTree ORDER BY amount;
INSERT INTO t VALUES (1, 'a', '2024-01-01', NULL, [1]), (2, 'b', '2024-01-02', 5, []);
SELECT toDat('2024-01-01'); -- { serverError UNKNOWN_FUNCTION }
SELECT nosuchthingatall(1); -- { serverError UNKNOWN_FUNCTION }
SELECT arrayMap(x -> x, 1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT arrayMap((x, y) -> x, [1]); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT arrayMap(x -> nope(x), [1]); -- { serverError UNKNOWN_FUNCTION }
SELECT x -> x; -- { serverError BAD_ARGUMENTS }
SELECT tupleElement((1, 2), 3); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT (1, 2).3; -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT tupleElement((1, 'a'), 'b'); -- { serverError BAD_ARGUMENTS }
SELECT arrayJoin(1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT CAST('a' AS UInt8); -- { serverError CANNOT_PARSE_TEXT }
SELECT CAST(1 AS Nope); -- { serverError UNKNOWN_TYPE }
SELECT toDate('not a date'); -- { serverError CANNOT_PARSE_DATE }
SELECT toDateTime('2024-13-45 00:00:00'); -- { serverError CANNOT_PARSE_DATETIME }
SELECT toUInt8(''); -- { serverError ATTEMPT_TO_READ_AFTER_EOF }
SELECT toDecimal32('1.5', 20); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT toDecimal32('100000000000', 2); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT toFixedString('abcdef', 2); -- { serverError TOO_LARGE_STRING_SIZE }
SELECT intDiv(1, 0); -- { serverError ILLEGAL_DIVISION }
SELECT 1 % 0; -- { serverError ILLEGAL_DIVISION }
SELECT 'a' + 1; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT [1] + 1; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT -'a'; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT NOT 'a'; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT 'a' AND 1; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT length(1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT length(); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT length('a', 'b'); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT substring(1, 2); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT substring('a', 'b'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT if(1, 2); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT if('a', 1, 2); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT multiIf(1, 2); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT toDate(); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT now(1, 2, 3); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT addDays('x', 1); -- { serverError CANNOT_PARSE_DATETIME }
SELECT sum(title) FROM t; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT sum() FROM t; -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT sum(amount, amount) FROM t; -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT avg('a'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT quantile(2)(amount) FROM t; -- { serverError PARAMETER_OUT_OF_BOUND }
SELECT sum(0.5)(amount) FROM t; -- { serverError AGGREGATE_FUNCTION_DOESNT_ALLOW_PARAMETERS }
SELECT topK(0)(amount) FROM t; -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT argMin(amount) FROM t; -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT groupArray(2, 3)(amount) FROM t; -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT uniqExact() FROM t; -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT * FROM numbers('a'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT 1 SETTINGS max_threads = 'a'; -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
SELECT 1 SETTINGS join_use_null = 1; -- { serverError UNKNOWN_SETTING }
SELECT map('a'); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT map('a', 1)['b', 'c']; -- { clientError SYNTAX_ERROR }
SELECT [1, 'a']; -- { serverError NO_COMMON_TYPE }
SELECT tuple(1).1.1; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT toTypeName(); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT match('a', '('); -- { serverError CANNOT_COMPILE_REGEXP }
SELECT extract('a', '*'); -- { serverError CANNOT_COMPILE_REGEXP }
SELECT 'a' LIKE 1; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT toTimeZone(now(), 'Nowhere/City'); -- { serverError BAD_ARGUMENTS }
SELECT DateTime64(1); -- { serverError UNKNOWN_FUNCTION }
SELECT formatDateTime(now(), 1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT reinterpret(1, 'Array(UInt8)'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT throwIf(1, 'custom'); -- { serverError FUNCTION_THROW_IF_VALUE_IS_NON_ZERO }
SELECT range(1, 2, 0); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT toIntervalDay('a'); -- { serverError CANNOT_PARSE_TEXT }
SELECT if('a', 1, 2); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT if(toInt32(1), 1, 2); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT multiIf('a', 1, 2); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT sumIf(1, 'a'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT arrayMap((x, y) -> x, [1]); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT arrayJoin(1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT COLUMNS('[') FROM numbers(1); -- { serverError CANNOT_COMPILE_REGEXP }
SELECT numbe FROM numbers(1); -- { serverError UNKNOWN_IDENTIFIER }
SELECT nums.numbe FROM numbers(1) AS nums; -- { serverError UNKNOWN_IDENTIFIER }
SELECT x.numbe FROM (SELECT 1 AS number) AS x; -- { serverError UNKNOWN_IDENTIFIER }
SELECT toDat(1); -- { serverError UNKNOWN_FUNCTION }
SELECT uniqExct(1); -- { serverError UNKNOWN_FUNCTION }
SELECT count() FROM t;
