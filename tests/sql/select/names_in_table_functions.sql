-- Arguments of table functions may be aliases of constants.
WITH 5 AS n SELECT * FROM numbers(n) WHERE number > n - 3;
WITH 2 AS n SELECT * FROM (SELECT * FROM numbers(n + 1));
WITH 2 AS n SELECT a.number, b.number FROM numbers(n) AS a JOIN numbers(n) AS b USING (number) ORDER BY 1;
SELECT 3 AS n, number FROM numbers(n);
WITH 3 AS n SELECT * FROM generate_series(1, n);
WITH 1 AS n SELECT * FROM values('a UInt8', n, n + 1);
WITH 'a UInt8' AS s SELECT * FROM generateRandom(s, 1) LIMIT 0;
SELECT * FROM numbers(n); -- { serverError UNKNOWN_IDENTIFIER }
WITH 'x' AS n SELECT * FROM numbers(n); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
