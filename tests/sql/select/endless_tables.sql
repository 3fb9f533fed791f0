-- What ends because rows come one after the other.
SELECT number, rowNumberInAllBlocks() FROM system.numbers LIMIT 3;
select NUMBER, RN from (SELECT number AS NUMBER, rowNumberInAllBlocks() AS RN FROM system.numbers) Limit 2;
SELECT n FROM (SELECT number AS n, rowNumberInAllBlocks() AS r FROM system.numbers) WHERE r < 5 LIMIT 5;
SELECT DISTINCT number % 4 AS k FROM system.numbers LIMIT 4;
SELECT count(), uniqExact(`half`) FROM (SELECT DISTINCT intDiv(number, 2) AS `half` FROM system.numbers LIMIT 1000);
SELECT number % 3 AS k FROM system.numbers LIMIT 2 BY k LIMIT 6;
SELECT count() FROM (SELECT number FROM system.numbers LIMIT 1 BY number LIMIT 6);
SELECT l.number FROM system.numbers AS l INNER JOIN numbers(3) AS r ON l.number = r.number LIMIT 2;
SELECT number FROM system.numbers WHERE number IN (SELECT number FROM numbers(5)) LIMIT 5;
SELECT number FROM system.numbers WHERE number > 1000000000000 AND number % 7 = 0 LIMIT 2;
SELECT x FROM (SELECT number AS x FROM system.numbers WHERE 0 UNION ALL SELECT number FROM numbers(2)) LIMIT 3;
SELECT number FROM system.numbers WHERE NULL;
SELECT exists(SELECT * FROM system.numbers), EXISTS(SELECT 1 FROM system.one WHERE dummy = 1);
SELECT count() FROM (SELECT a FROM generateRandom('a UInt8, b String') WHERE a % 2 = 0 LIMIT 70000);
-- What limits of the settings end.
SELECT * FROM system.numbers ORDER BY number SETTINGS max_rows_to_sort = 100; -- { serverError TOO_MANY_ROWS_OR_BYTES }
SELECT * FROM system.numbers ORDER BY number LIMIT 3 SETTINGS max_rows_to_sort = 100; -- { serverError TOO_MANY_ROWS_OR_BYTES }
SELECT number, row_number() OVER (ORDER BY number) FROM system.numbers SETTINGS max_rows_to_sort = 100; -- { serverError TOO_MANY_ROWS_OR_BYTES }
SELECT number FROM system.numbers ORDER BY number LIMIT 3 SETTINGS max_rows_to_sort = 100, sort_overflow_mode = 'break';
SELECT number, count() FROM system.numbers GROUP BY number SETTINGS max_rows_to_group_by = 100; -- { serverError TOO_MANY_ROWS }
SELECT number, count() FROM system.numbers GROUP BY number WITH TOTALS LIMIT 2 SETTINGS max_rows_to_group_by = 10; -- { serverError TOO_MANY_ROWS }
SELECT DISTINCT number FROM system.numbers SETTINGS max_rows_in_distinct = 100 FORMAT Null; -- { serverError SET_SIZE_LIMIT_EXCEEDED }
SELECT DISTINCT number FROM system.numbers SETTINGS max_rows_in_distinct = 100, distinct_overflow_mode = 'break' FORMAT Null;
SELECT count() FROM numbers(10) WHERE number IN (SELECT number FROM system.numbers) SETTINGS max_rows_in_set = 100; -- { serverError SET_SIZE_LIMIT_EXCEEDED }
SELECT count() FROM numbers(10) WHERE number IN (SELECT number FROM system.numbers) SETTINGS max_rows_in_set = 100, set_overflow_mode = 'break';
SELECT count() FROM numbers(10) AS a JOIN system.numbers AS b ON a.number = b.number SETTINGS max_rows_in_join = 100; -- { serverError SET_SIZE_LIMIT_EXCEEDED }
SELECT any(number) FROM system.numbers SETTINGS max_execution_time = 1; -- { serverError TIMEOUT_EXCEEDED }
SELECT number FROM system.numbers LIMIT -3 SETTINGS max_execution_time = 1; -- { serverError TIMEOUT_EXCEEDED }
SELECT number, rowNumberInAllBlocks() FROM system.numbers SETTINGS max_result_rows = 10; -- { serverError TOO_MANY_ROWS_OR_BYTES }
-- Aliases that double.
WITH 1 AS a, a + a AS b, b + b AS c, c + c AS d, d + d AS e, e + e AS f, f + f AS g, g + g AS h, h + h AS i SELECT i SETTINGS max_expanded_ast_elements = 100; -- { serverError BAD_ARGUMENTS }
WITH 1 AS a, a + a AS b, b + b AS c, c + c AS d, d + d AS e, e + e AS f, f + f AS g, g + g AS h, h + h AS i SELECT i;
WITH concat(toString(number), 'a') AS a, concat(a, a) AS b, concat(b, b) AS c, concat(c, c) AS d, concat(d, d) AS e, concat(e, e) AS f, concat(f, f) AS g, concat(g, g) AS h, concat(h, h) AS i, concat(i, i) AS j, concat(j, j) AS k, concat(k, k) AS l, concat(l, l) AS m SELECT length(m) FROM numbers(2);
WITH number AS a, a + a AS b, b + b AS c, c + c AS d, d + d AS e, e + e AS f, f + f AS g, g + g AS h, h + h AS i, i + i AS j, j + j AS k, k + k AS l, l + l AS m SELECT sum(m), l % 3 AS r FROM numbers(10) WHERE m > 5 GROUP BY r ORDER BY r;
-- Windows whose frames end a few rows behind their own.
SELECT number, sum(number) OVER (ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM system.numbers LIMIT 3;
SELECT number, sum(number) OVER (ROWS BETWEEN CURRENT ROW AND 2 FOLLOWING) AS s, max(number) OVER (ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) FROM system.numbers LIMIT 3;
SELECT number, sum(number) OVER (ROWS UNBOUNDED PRECEDING) AS s FROM system.numbers LIMIT 2, 3;
SELECT number, lagInFrame(number, 1) OVER (ROWS BETWEEN 2 PRECEDING AND CURRENT ROW), leadInFrame(number) OVER (ROWS BETWEEN CURRENT ROW AND 1 FOLLOWING) FROM system.numbers LIMIT 3;
SELECT sum(s) FROM (SELECT Sum(number) over (Rows Between 1 preceding And current Row) AS s FROM system.numbers LIMIT 10);
SELECT number * 2 AS x, sum(x) OVER (ROWS BETWEEN 3 PRECEDING AND 1 PRECEDING) AS s, s + 1 FROM system.numbers LIMIT 5;
SELECT s, avg(s) OVER (ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) FROM (SELECT sum(number) OVER (ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS s FROM system.numbers) LIMIT 3;
SELECT number, sum(number) OVER (ROWS BETWEEN CURRENT ROW AND 2 FOLLOWING) AS s FROM numbers(4) LIMIT 3;
