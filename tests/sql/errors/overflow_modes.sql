-- What happens beyond a limit: an error, or an end behind the block that reaches it.
SELECT 'result';
SELECT number FROM numbers(20) SETTINGS max_result_rows = 3, result_overflow_mode = 'break', max_block_size = 2;
SELECT number FROM numbers(20) SETTINGS max_result_rows = 3, result_overflow_mode = 'break', max_block_size = 3;
SELECT number FROM numbers(5) SETTINGS max_result_rows = 3, result_overflow_mode = 'break';
SELECT number FROM numbers(5) SETTINGS max_result_bytes = 10, result_overflow_mode = 'break', max_block_size = 1;
SELECT number FROM numbers(0) SETTINGS max_result_rows = 3, result_overflow_mode = 'break';
SELECT 'sort';
SELECT number FROM numbers(5) ORDER BY number SETTINGS max_rows_to_sort = 2, sort_overflow_mode = 'break', max_block_size = 1;
SELECT number FROM numbers(5) ORDER BY number DESC SETTINGS max_rows_to_sort = 2, sort_overflow_mode = 'break';
SELECT number FROM numbers(1000) ORDER BY number DESC LIMIT 3 SETTINGS max_rows_to_sort = 10, sort_overflow_mode = 'break', max_block_size = 4;
SELECT number FROM numbers(1000) ORDER BY number LIMIT 2 SETTINGS max_rows_to_sort = 10;
SELECT number FROM numbers(1000) ORDER BY number LIMIT 20 SETTINGS max_rows_to_sort = 10; -- { serverError TOO_MANY_ROWS_OR_BYTES }
SELECT number, row_number() OVER (ORDER BY number) FROM numbers(20) SETTINGS max_rows_to_sort = 10; -- { serverError TOO_MANY_ROWS_OR_BYTES }
SELECT number FROM numbers(5) ORDER BY number SETTINGS max_bytes_to_sort = 2; -- { serverError TOO_MANY_ROWS_OR_BYTES }
SELECT 'distinct';
SELECT DISTINCT number FROM numbers(5) SETTINGS max_rows_in_distinct = 2, distinct_overflow_mode = 'break', max_block_size = 1;
SELECT DISTINCT number FROM numbers(5) SETTINGS max_rows_in_distinct = 2, distinct_overflow_mode = 'break';
SELECT DISTINCT intDiv(number, 3) FROM numbers(20) SETTINGS max_rows_in_distinct = 2, distinct_overflow_mode = 'break', max_block_size = 2;
SELECT number FROM numbers(20) UNION DISTINCT SELECT 1 SETTINGS max_rows_in_distinct = 10; -- { serverError SET_SIZE_LIMIT_EXCEEDED }
SELECT DISTINCT number FROM numbers(5) SETTINGS max_bytes_in_distinct = 2; -- { serverError SET_SIZE_LIMIT_EXCEEDED }
SELECT 'set';
SELECT number FROM numbers(10) WHERE number IN (SELECT number FROM numbers(5)) SETTINGS max_rows_in_set = 2, set_overflow_mode = 'break', max_block_size = 1;
SELECT number FROM numbers(10) WHERE number IN (SELECT number FROM numbers(5)) SETTINGS max_rows_in_set = 2, set_overflow_mode = 'break';
SELECT number IN (SELECT number % 2 FROM numbers(20)) FROM numbers(1) SETTINGS max_rows_in_set = 2;
SELECT number IN (SELECT number % 2 FROM numbers(20)) FROM numbers(1) SETTINGS max_rows_in_set = 1; -- { serverError SET_SIZE_LIMIT_EXCEEDED }
SELECT number IN (1, 2, 3) FROM numbers(1) SETTINGS max_rows_in_set = 1; -- { serverError SET_SIZE_LIMIT_EXCEEDED }
SELECT number IN (SELECT number FROM numbers(5)) FROM numbers(1) SETTINGS max_bytes_in_set = 2; -- { serverError SET_SIZE_LIMIT_EXCEEDED }
SELECT 'join';
SELECT a.number, b.number FROM numbers(5) AS a LEFT JOIN (SELECT number FROM numbers(5)) AS b ON a.number = b.number ORDER BY 1 SETTINGS max_rows_in_join = 2, join_overflow_mode = 'break', max_block_size = 2, join_algorithm = 'hash', query_plan_join_swap_table = 0;
SELECT count() FROM numbers(3) AS a, numbers(100) AS b SETTINGS max_rows_in_join = 1;
SELECT count() FROM numbers(5) AS a JOIN (SELECT number FROM numbers(5)) AS b USING (number) SETTINGS max_bytes_in_join = 2; -- { serverError SET_SIZE_LIMIT_EXCEEDED }
SELECT 'group by';
SELECT number % 7 AS k, count() FROM numbers(70) GROUP BY k ORDER BY k SETTINGS max_rows_to_group_by = 2, group_by_overflow_mode = 'any', max_block_size = 1;
SELECT number % 7 AS k, count() FROM numbers(70) GROUP BY k ORDER BY k SETTINGS max_rows_to_group_by = 3, group_by_overflow_mode = 'any', max_block_size = 3;
SELECT number % 7 AS k, count() FROM numbers(70) GROUP BY k ORDER BY k SETTINGS max_rows_to_group_by = 2, group_by_overflow_mode = 'any';
SELECT number % 7 AS k, count() FROM numbers(70) GROUP BY k ORDER BY k SETTINGS max_rows_to_group_by = 2, group_by_overflow_mode = 'break', max_block_size = 3;
SELECT number % 7 AS k, count() FROM numbers(70) GROUP BY k ORDER BY k SETTINGS max_rows_to_group_by = 2, group_by_overflow_mode = 'break', max_block_size = 10;
SELECT number % 7 AS k, count() FROM numbers(70) GROUP BY k WITH TOTALS ORDER BY k SETTINGS max_rows_to_group_by = 2, group_by_overflow_mode = 'any', max_block_size = 1;
SELECT count() FROM numbers(70) SETTINGS max_rows_to_group_by = 2, group_by_overflow_mode = 'break', max_block_size = 3;
SELECT 'read';
CREATE TABLE t (a UInt64, b String) ENGINE = MergeTree ORDER BY a SETTINGS index_granularity = 100;
INSERT INTO t SELECT number, toString(number) FROM numbers(1000);
SELECT count(), sum(a) FROM t SETTINGS max_rows_to_read = 250, read_overflow_mode = 'break';
SELECT count(), sum(a) FROM t SETTINGS max_rows_to_read = 250, read_overflow_mode = 'break', max_block_size = 100, max_threads = 1;
SELECT count(), sum(a) FROM t WHERE b LIKE '%1%' SETTINGS max_rows_to_read = 250, read_overflow_mode = 'break', max_block_size = 100, max_threads = 1;
SELECT count(), sum(number) FROM numbers(1000000) SETTINGS max_rows_to_read = 10, read_overflow_mode = 'break', max_block_size = 1000;
SELECT count(), sum(number) FROM numbers(1000) SETTINGS max_rows_to_read = 10, read_overflow_mode = 'break', max_block_size = 5;
SELECT count(), sum(number) FROM numbers(1000) SETTINGS max_bytes_to_read = 250, read_overflow_mode = 'break', max_block_size = 10;
SELECT sum(a) FROM t WHERE a < 100 SETTINGS max_rows_to_read = 250;
SELECT a FROM t ORDER BY a LIMIT 1 SETTINGS max_rows_to_read = 100;
SELECT sum(a) FROM t SETTINGS max_rows_to_read = 250; -- { serverError TOO_MANY_ROWS }
SELECT sum(a) FROM t SETTINGS max_rows_to_read_leaf = 250; -- { serverError TOO_MANY_ROWS }
SELECT sum(a) FROM t SETTINGS max_bytes_to_read = 8000;
SELECT sum(a) FROM t SETTINGS max_bytes_to_read = 7999; -- { serverError TOO_MANY_BYTES }
SELECT sum(a) FROM t SETTINGS max_bytes_to_read_leaf = 250; -- { serverError TOO_MANY_BYTES }
SELECT sum(number) FROM numbers(1000) SETTINGS max_bytes_to_read = 8000;
SELECT sum(number) FROM numbers(1000) SETTINGS max_bytes_to_read = 7999; -- { serverError TOO_MANY_BYTES }
SELECT sum(number) FROM numbers(1000) SETTINGS max_rows_to_read_leaf = 250; -- { serverError TOO_MANY_ROWS }
SELECT * FROM t LIMIT 1 SETTINGS max_columns_to_read = 1; -- { serverError TOO_MANY_COLUMNS }
SELECT a FROM t LIMIT 1 SETTINGS max_columns_to_read = 1;
SELECT 1 SETTINGS read_overflow_mode = 'any'; -- { serverError UNKNOWN_OVERFLOW_MODE }
