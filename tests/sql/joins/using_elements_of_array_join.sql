-- The names that ARRAY JOIN makes are columns for USING as others are.
SELECT * FROM (SELECT [1, 2] AS arr, 5 AS z) ARRAY JOIN arr AS e JOIN (SELECT 1 AS e, 'one' AS s) AS j USING e;
SELECT * FROM (SELECT [1, 2] AS arr, 5 AS z) ARRAY JOIN arr JOIN (SELECT 1 AS arr, 'one' AS s) AS j USING arr;
SELECT e, s, arr FROM (SELECT [1, 2] AS arr, 5 AS z) ARRAY JOIN arr AS e LEFT JOIN (SELECT 1 AS e, 'one' AS s) AS j USING e ORDER BY e;
SELECT e, s, arr FROM (SELECT [1, 2] AS arr, 5 AS z) ARRAY JOIN arr AS e FULL JOIN (SELECT 4 AS e, 'one' AS s) AS j USING e ORDER BY e;
SELECT e, s, arr FROM (SELECT [1, 2] AS arr, 5 AS z) ARRAY JOIN arr AS e RIGHT JOIN (SELECT 4 AS e, 'one' AS s) AS j USING e ORDER BY e;
SELECT e, j.e, s, arr, toTypeName(e) FROM (SELECT [1, 2] AS arr, 5 AS z) ARRAY JOIN arr AS e LEFT JOIN (SELECT toInt64(2) AS e, 'one' AS s) AS j USING (e) ORDER BY e;
SELECT e + 1, z, count() FROM (SELECT [1, 2] AS arr, 5 AS z) ARRAY JOIN arr AS e, arrayEnumerate(arr) AS q INNER JOIN (SELECT toInt64(2) AS e, toUInt8(2) AS q) AS j USING (e, q) GROUP BY ALL;
SELECT e FROM (SELECT [1, 2] AS arr, 3 AS e) ARRAY JOIN arr AS e JOIN (SELECT 1 AS e) AS j USING e;
SELECT e, n.c FROM (SELECT [1, 2] AS `n.c`, 7 AS z) ARRAY JOIN n AS m JOIN (SELECT 7 AS z, 'x' AS e) AS j USING z;
