SELECT 1 SETTINGS group_by_overflow_mode = 'nope'; -- { serverError UNKNOWN_OVERFLOW_MODE }
SELECT DISTINCT number % 2 FROM numbers(1000) ORDER BY 1 SETTINGS max_rows_in_distinct = 10;
SELECT DISTINCT number FROM numbers(1000) SETTINGS max_rows_in_distinct = 10; -- { serverError SET_SIZE_LIMIT_EXCEEDED }
SELECT count() FROM (SELECT number FROM numbers(1000000000000000000) LIMIT 5);
SELECT count() FROM numbers(10) AS a JOIN numbers(1000) AS b USING (number) SETTINGS max_rows_in_join = 10; -- { serverError SET_SIZE_LIMIT_EXCEEDED }
SELECT count() FROM numbers(10) WHERE number IN (SELECT number FROM numbers(1000)) SETTINGS max_rows_in_set = 10; -- { serverError SET_SIZE_LIMIT_EXCEEDED }
SELECT count() FROM numbers(1000) SETTINGS max_rows_to_group_by = 10;
SELECT number % 3, count() FROM numbers(1000) GROUP BY number % 3 ORDER BY 1 SETTINGS max_rows_to_group_by = 10;
SELECT number FROM numbers(100) LIMIT 5 SETTINGS max_result_rows = 10;
SELECT number FROM numbers(100) SETTINGS max_result_rows = 10; -- { serverError TOO_MANY_ROWS_OR_BYTES }
SELECT number FROM numbers(1000) ORDER BY number SETTINGS max_rows_to_sort = 10; -- { serverError TOO_MANY_ROWS_OR_BYTES }
SELECT number FROM numbers(100000) SETTINGS max_result_bytes = 10; -- { serverError TOO_MANY_ROWS_OR_BYTES }
SELECT number FROM numbers(1000000000000000000) LIMIT 2;
SELECT number, count() FROM numbers(1000) GROUP BY number SETTINGS max_rows_to_group_by = 10; -- { serverError TOO_MANY_ROWS }
SELECT sum(number) FROM numbers(1000000000000000000) SETTINGS max_execution_time = 1; -- { serverError TIMEOUT_EXCEEDED }
SELECT sum(number) FROM numbers(1000000000000000000) SETTINGS max_rows_to_read = 1000000; -- { serverError TOO_MANY_ROWS }
