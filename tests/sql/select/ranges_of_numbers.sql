-- Conditions on generated numbers leave ranges of them; only these count as read.
SELECT number FROM numbers(100) WHERE number > 97 SETTINGS max_rows_to_read = 20;
SELECT number FROM numbers(100) WHERE number > 5 LIMIT 3 SETTINGS max_rows_to_read = 10;
SELECT number FROM numbers(100) WHERE number % 3 = 1 LIMIT 3 SETTINGS max_rows_to_read = 10; -- { serverError TOO_MANY_ROWS }
SELECT number FROM numbers(100) WHERE number > 50 SETTINGS max_rows_to_read = 10; -- { serverError TOO_MANY_ROWS }
SELECT count() FROM zeros(100) WHERE zero = 1 SETTINGS max_rows_to_read = 10; -- { serverError TOO_MANY_ROWS }
SELECT number FROM numbers(100) WHERE number IN (SELECT number * 10 FROM numbers(5)) SETTINGS max_rows_to_read = 10; -- { serverError TOO_MANY_ROWS }
SELECT number FROM numbers(100) WHERE number IN (1, 50) SETTINGS max_rows_to_read = 10;
SELECT number FROM numbers(100) WHERE number NOT IN (1, 50) LIMIT 2 SETTINGS max_rows_to_read = 10;
SELECT number FROM numbers(100) WHERE number < 3 OR number > 97 OR number = 2 OR number = 6 ORDER BY number SETTINGS max_rows_to_read = 10;
SELECT number FROM numbers(100) WHERE NOT (number > 3 AND number < 97) ORDER BY number SETTINGS max_rows_to_read = 10;
SELECT number FROM numbers(100) WHERE number != 1 AND number < 4 SETTINGS max_rows_to_read = 10;
SELECT number FROM numbers(100) WHERE number >= 3 AND number % 2 = 0 AND number < 9 SETTINGS max_rows_to_read = 10;
SELECT number FROM numbers(3, 1000, 7) WHERE number BETWEEN 3 AND 28 OR number > 990 ORDER BY number SETTINGS max_rows_to_read = 10;
SELECT number FROM numbers(3, 1000, 7) WHERE number <= 3;
SELECT number FROM numbers(3, 1000, 7) WHERE number < 3;
SELECT number FROM numbers(3, 1000, 7) WHERE number IN (10, 11);
SELECT number FROM numbers(10) WHERE number IN (-1, 3, NULL);
SELECT number FROM numbers(10) WHERE number IN (2.5, 3);
SELECT number FROM numbers(18446744073709551610, 5) WHERE number > 18446744073709551611;
SELECT count() FROM (SELECT number AS x FROM numbers(100)) WHERE x = 7 SETTINGS max_rows_to_read = 10;
SELECT count() FROM numbers(100) AS n JOIN (SELECT 1 AS b) AS t ON n.number = t.b WHERE number < 5 SETTINGS max_rows_to_read = 10;
SELECT sum(number) FROM numbers(10000000) WHERE number < 1000000 OR number >= 9000000;
SELECT count() FROM numbers(100000000) WHERE number IN (5, 50000000, 99999999, 100000000);
