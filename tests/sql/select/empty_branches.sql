-- Inputs of UNION that a condition of constants leaves no rows.
DROP TABLE IF EXISTS shop;
DROP TABLE IF EXISTS web;
CREATE TABLE shop (k Int32, v Int64) ENGINE = MergeTree ORDER BY k;
CREATE TABLE web (k Int32, v Int64) ENGINE = MergeTree ORDER BY k;
INSERT INTO shop SELECT number % 10, number FROM numbers(100);
INSERT INTO web SELECT number % 7, number * 2 FROM numbers(50);
WITH t AS (SELECT k, sum(v) AS s, 'shop' AS kind FROM shop GROUP BY k UNION ALL SELECT k, sum(v), 'web' FROM web GROUP BY k) SELECT a.k, a.s, b.s FROM t AS a, t AS b WHERE a.k = b.k AND a.kind = 'shop' AND b.kind = 'web' ORDER BY a.k;
SELECT k, kind FROM (SELECT k, 1 AS kind FROM shop UNION ALL SELECT k, 2 FROM web) WHERE kind = 2 AND k > 4 ORDER BY k LIMIT 3;
SELECT count() FROM (SELECT k, 1 AS kind FROM shop UNION ALL SELECT k, 2 FROM web) WHERE kind = 3;
SELECT count(), sum(k) FROM (SELECT k, 1 AS kind FROM shop UNION DISTINCT SELECT k, 2 FROM web) WHERE kind = 1;
SELECT kind, c FROM (SELECT count() AS c, 1 AS kind FROM shop UNION ALL SELECT count(), 2 FROM web) WHERE kind = 2;
SELECT kind, c FROM (SELECT count() AS c, 1 AS kind FROM shop WHERE 0 UNION ALL SELECT count(), 2 FROM web) ORDER BY kind;
SELECT kind, k, count() FROM (SELECT k, NULL AS kind FROM shop UNION ALL SELECT k, 2 FROM web) WHERE kind = 2 GROUP BY ALL ORDER BY k LIMIT 2;
SELECT kind, sum(k) FROM (SELECT k, toLowCardinality('a') AS kind FROM shop UNION ALL SELECT k, 'b' FROM web) WHERE kind = 'b' GROUP BY kind;
SELECT sum(c) FROM (SELECT k, count() AS c FROM shop WHERE 1 = 2 GROUP BY k WITH TOTALS UNION ALL SELECT k, count() FROM web GROUP BY k);
SELECT k, c FROM (SELECT k, count() AS c, 'x' AS kind FROM shop GROUP BY ROLLUP(k) UNION ALL SELECT k, count(), 'y' FROM web GROUP BY k) WHERE kind = 'y' ORDER BY k LIMIT 2;
DROP TABLE shop;
DROP TABLE web;
