-- A side without totals shows its constants beside those of the other one, and defaults of all other columns.
SELECT * FROM (SELECT 7 AS a, number AS n FROM numbers(3)) l JOIN (SELECT number AS n, count() AS b FROM numbers(2) GROUP BY n WITH TOTALS) r USING (n) ORDER BY n;
SELECT * FROM (SELECT 7 AS a, 'x' AS s, 3 + 4 AS c, materialize(8) AS m, number AS n FROM numbers(3)) l JOIN (SELECT number AS n, count() AS b FROM numbers(2) GROUP BY n WITH TOTALS) r ON l.n = r.n ORDER BY l.n;
SELECT * FROM (SELECT number AS n, count() AS b FROM numbers(2) GROUP BY n WITH TOTALS) l JOIN (SELECT 7 AS a, number AS n FROM numbers(3)) r USING (n) ORDER BY n;
SELECT a, n + 1 FROM (SELECT 1 AS n, 7 AS a) l JOIN (SELECT toUInt8(number) AS n, count() AS b FROM numbers(2) GROUP BY n WITH TOTALS) r USING (n) ORDER BY n;
SELECT * FROM (SELECT 1 AS n, 7 AS a) l LEFT JOIN (SELECT toUInt8(number) AS n, count() AS b FROM numbers(2) GROUP BY n WITH TOTALS) r ON l.n = r.n;
SELECT * FROM (SELECT 7 AS a, number AS n FROM numbers(3) WHERE number < 2 ORDER BY number LIMIT 2) l JOIN (SELECT number AS n, count() AS b FROM numbers(2) GROUP BY n WITH TOTALS) r USING (n) ORDER BY n;
SELECT * FROM (SELECT a, n FROM (SELECT 7 AS a, number AS n FROM numbers(3))) l JOIN (SELECT number AS n, count() AS b FROM numbers(2) GROUP BY n WITH TOTALS) r USING (n) ORDER BY n;
