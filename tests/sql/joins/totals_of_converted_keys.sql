-- Keys of USING that get a common type have it in the totals too, and constants stay what they are.
SELECT * FROM (SELECT 1 AS k, 2 AS a) AS x JOIN (SELECT number AS k, count() AS c FROM numbers(3) GROUP BY number WITH TOTALS) AS y USING k;
SELECT * FROM (SELECT 1 AS k, 2 AS a) AS x LEFT JOIN (SELECT number AS k, count() AS c FROM numbers(3) GROUP BY number WITH TOTALS) AS y USING k;
SELECT * FROM (SELECT 1 AS k, 2 AS a) AS x RIGHT JOIN (SELECT number AS k, count() AS c FROM numbers(3) GROUP BY number WITH TOTALS) AS y USING k ORDER BY k;
SELECT k, x.k, y.k, a, c FROM (SELECT 1 AS k, 2 AS a) AS x JOIN (SELECT number AS k, count() AS c FROM numbers(3) GROUP BY number WITH TOTALS) AS y USING k;
SELECT k, x.k, y.k, a, c FROM (SELECT materialize(1) AS k, 2 AS a) AS x JOIN (SELECT number AS k, count() AS c FROM numbers(3) GROUP BY number WITH TOTALS) AS y USING k;
SELECT * FROM (SELECT 1 AS k, sum(2) AS a GROUP BY k WITH TOTALS) AS x JOIN (SELECT number AS k, count() AS c FROM numbers(3) GROUP BY number WITH TOTALS) AS y USING k;
SELECT * FROM (SELECT 1 AS k, 2 AS a) AS x FULL JOIN (SELECT number AS k, count() AS c FROM numbers(3) GROUP BY number WITH TOTALS) AS y USING k ORDER BY k;
