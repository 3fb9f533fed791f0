-- What would take too much is refused before the kernel tries, or stopped.
SELECT count() FROM numbers(1000000000000000000) SETTINGS max_rows_to_read = 1000; -- { serverError TOO_MANY_ROWS }
SELECT sum(number) FROM numbers(100000) SETTINGS max_rows_to_read = 1000; -- { serverError TOO_MANY_ROWS }
SELECT number FROM numbers(100000) LIMIT 2 SETTINGS max_rows_to_read = 1000;
SELECT number + 1 FROM numbers(1000000000000000000) LIMIT 2 OFFSET 1 SETTINGS max_rows_to_read = 1000;
SELECT number FROM system.numbers LIMIT 2 SETTINGS max_rows_to_read = 100;
SELECT number FROM numbers(1000) SETTINGS max_result_rows = 10; -- { serverError TOO_MANY_ROWS_OR_BYTES }
SELECT number FROM numbers(1000000000000) SETTINGS max_result_rows = 10; -- { serverError TOO_MANY_ROWS_OR_BYTES }
SELECT number FROM numbers(1000000000000) SETTINGS max_result_bytes = 1000000; -- { serverError TOO_MANY_ROWS_OR_BYTES }
SELECT number FROM numbers(1000000000000) FORMAT Null SETTINGS max_execution_time = 1; -- { serverError TIMEOUT_EXCEEDED }
SELECT number FROM numbers(10000) SETTINGS max_result_bytes = 100; -- { serverError TOO_MANY_ROWS_OR_BYTES }
SELECT number FROM numbers(1000) GROUP BY number SETTINGS max_rows_to_group_by = 10; -- { serverError TOO_MANY_ROWS }
SELECT number FROM numbers(1000) ORDER BY number DESC SETTINGS max_rows_to_sort = 10; -- { serverError TOO_MANY_ROWS_OR_BYTES }
SELECT DISTINCT number FROM numbers(1000) SETTINGS max_rows_in_distinct = 10; -- { serverError SET_SIZE_LIMIT_EXCEEDED }
SELECT number FROM numbers(10) WHERE number IN (SELECT number FROM numbers(100)) SETTINGS max_rows_in_set = 10; -- { serverError SET_SIZE_LIMIT_EXCEEDED }
SELECT a.number FROM numbers(10) AS a JOIN numbers(100) AS b ON a.number = b.number SETTINGS max_rows_in_join = 10; -- { serverError SET_SIZE_LIMIT_EXCEEDED }
SELECT sum(a.number * b.number) FROM numbers(100000) AS a CROSS JOIN numbers(100000) AS b WHERE a.number % 7 != b.number % 5 SETTINGS max_execution_time = 0.2; -- { serverError TIMEOUT_EXCEEDED }
SELECT repeat('a', 10000000000); -- { serverError TOO_LARGE_STRING_SIZE }
SELECT range(1000000000); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT range(toUInt64(-1)); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT length(range(1, 600000000, 1)); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT arrayWithConstant(10000000000, 1); -- { serverError TOO_LARGE_ARRAY_SIZE }
SELECT arrayResize([1], 10000000000); -- { serverError TOO_LARGE_ARRAY_SIZE }
SELECT arrayResize([1], -10000000000); -- { serverError TOO_LARGE_ARRAY_SIZE }
SELECT leftPad('a', 10000000000); -- { serverError TOO_LARGE_STRING_SIZE }
SELECT space(10000000000); -- { serverError TOO_LARGE_STRING_SIZE }
SELECT toFixedString('a', 1000000000); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT number % 2 AS k, number % 3 AS j, count() FROM numbers(0) GROUP BY k, j WITH CUBE;
SELECT number % 2 AS k, count() FROM numbers(0) GROUP BY k WITH TOTALS;
SELECT count() FROM numbers(0) GROUP BY GROUPING SETS (());
SELECT length(range(1, 3)), range(0), range(5, 2), range(1, 10, 4), range(toInt8(-3), 1), range(NULL);
