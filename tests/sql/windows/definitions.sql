-- Windows that extend others, and arguments that are refused.
SELECT count() OVER (w ORDER BY number) FROM numbers(3) WINDOW w AS (PARTITION BY number % 2) ORDER BY ALL;
SELECT count() OVER (w ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM numbers(3) WINDOW w AS (ORDER BY number) ORDER BY ALL;
SELECT count() OVER w FROM numbers(3) WINDOW w AS (ORDER BY number), w AS (); -- { serverError BAD_ARGUMENTS }
SELECT count() OVER (w ORDER BY number) FROM numbers(3) WINDOW w AS (ORDER BY number); -- { serverError BAD_ARGUMENTS }
SELECT count() OVER (w PARTITION BY number) FROM numbers(3) WINDOW w AS (ORDER BY number); -- { serverError BAD_ARGUMENTS }
SELECT count() OVER (w) FROM numbers(3) WINDOW w AS (ROWS UNBOUNDED PRECEDING); -- { serverError BAD_ARGUMENTS }
SELECT ntile(2) OVER (ORDER BY number ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) FROM numbers(3);
SELECT ntile(2) OVER () FROM numbers(3); -- { serverError BAD_ARGUMENTS }
SELECT ntile(2) OVER (ORDER BY number ROWS UNBOUNDED PRECEDING) FROM numbers(3); -- { serverError BAD_ARGUMENTS }
SELECT ntile('a') OVER (ORDER BY number) FROM numbers(3); -- { serverError BAD_ARGUMENTS }
SELECT ntile(number) OVER (ORDER BY number) FROM numbers(3); -- { serverError BAD_ARGUMENTS }
SELECT lag(number, 1, NULL) OVER (ORDER BY number) FROM numbers(3); -- { serverError BAD_ARGUMENTS }
SELECT lag(toUInt8(1), 1, 300) OVER (); -- { serverError BAD_ARGUMENTS }
SELECT lag(number, 1, 9) OVER (ORDER BY number) FROM numbers(3);
