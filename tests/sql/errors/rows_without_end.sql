-- Generated rows without end, and the settings that end them.
SELECT * FROM numbers(1e18) SETTINGS max_rows_to_read = 1000; -- { serverError TOO_MANY_ROWS }
SELECT sum(number) FROM numbers(1e18) SETTINGS max_rows_to_read = 1000; -- { serverError TOO_MANY_ROWS }
SELECT * FROM system.numbers SETTINGS max_result_rows = 10; -- { serverError TOO_MANY_ROWS_OR_BYTES }
SELECT number * 2 FROM system.numbers WHERE number % 3 = 1 SETTINGS max_result_rows = 10; -- { serverError TOO_MANY_ROWS_OR_BYTES }
SELECT toString(number) FROM system.numbers SETTINGS max_result_bytes = 100000; -- { serverError TOO_MANY_ROWS_OR_BYTES }
SELECT * FROM zeros() SETTINGS max_result_rows = 3; -- { serverError TOO_MANY_ROWS_OR_BYTES }
SELECT * FROM generateRandom('a UInt8') SETTINGS max_result_rows = 3; -- { serverError TOO_MANY_ROWS_OR_BYTES }
SELECT a.number FROM numbers(1e6) AS a, numbers(1e6) AS b SETTINGS max_result_rows = 5; -- { serverError TOO_MANY_ROWS_OR_BYTES }
SELECT number FROM numbers(100) SETTINGS max_result_rows = 10, max_rows_to_read = 50; -- { serverError TOO_MANY_ROWS }
SELECT number FROM numbers(3) SETTINGS max_result_rows = 3;
SELECT sum(number) FROM system.numbers SETTINGS max_execution_time = 0.5; -- { serverError TIMEOUT_EXCEEDED }
SELECT sum(number) FROM numbers(1e3);
SELECT count() FROM numbers(10, 5e0);
SELECT count() FROM numbers(1.5); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT count() FROM numbers(inf); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT count() FROM numbers(nan); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT count() FROM numbers(1e20); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT count() FROM numbers(18446744073709551616); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT * FROM generate_series(5, 1, -2);
SELECT * FROM generate_series(1, 5, -1);
SELECT * FROM generate_series(5, 1, 1);
SELECT * FROM generate_series(0, 4, 0); -- { serverError BAD_ARGUMENTS }
SELECT * FROM generateSeries(10, 0, -3) WHERE generate_series > 2 ORDER BY generate_series;
SELECT * FROM generateSeries(18446744073709551615, 18446744073709551610, -3);
SELECT count() FROM generate_series(0, 18446744073709551615); -- { serverError BAD_ARGUMENTS }
SELECT number FROM system.numbers ORDER BY -number LIMIT 1 SETTINGS max_rows_to_sort = 1000; -- { serverError TOO_MANY_ROWS_OR_BYTES }
SELECT number FROM system.numbers WHERE number % 3 = 1 ORDER BY number DESC SETTINGS max_rows_to_sort = 1000; -- { serverError TOO_MANY_ROWS_OR_BYTES }
SELECT count(), sum(number) FROM (SELECT number FROM system.numbers WHERE number % 3 = 1 LIMIT 100000);
