CREATE TABLE a (k UInt32, g UInt32, d Decimal(15, 2), i Int32) ENGINE = MergeTree ORDER BY k;
CREATE TABLE b (k UInt32, s Int32) ENGINE = MergeTree ORDER BY k;
CREATE TABLE c (k UInt32, b UInt32) ENGINE = MergeTree ORDER BY k;
INSERT INTO a SELECT number, intHash32(number) % 20000, toDecimal64(number % 1000, 2) / 8, number % 5000 FROM numbers(200000);
INSERT INTO b SELECT number, number % 1000 FROM numbers(20000);
INSERT INTO c SELECT number, number % 20000 FROM numbers(100000);
-- Commas in an order in which the first two tables have nothing in common.
SELECT count() FROM a, c, b WHERE a.g = b.k AND c.k = b.s;
SELECT count(), sum(a.i), max(c.b) FROM a, c, b, b AS z WHERE a.g = b.k AND c.k = b.s AND z.k = a.k AND z.s < 10;
SELECT count() FROM a CROSS JOIN c CROSS JOIN b WHERE a.g = b.k AND c.k = b.s AND a.k = 77;
-- Keys that every alternative has.
SELECT count() FROM a, b WHERE (a.g = b.k AND d >= 1 AND s = 1) OR (a.g = b.k AND d >= 2 AND s = 2);
SELECT count() FROM a, b WHERE (a.g = b.k AND s = 1) OR (a.g = b.k);
SELECT count() FROM a, b WHERE (a.g = b.k AND a.k = 1) OR (a.g = b.k AND b.s IN (2, 3) AND a.k > 100000);
-- Equal values all around: no two neighbours have a condition in common.
SELECT count() FROM a, b, c WHERE a.k = b.k AND a.k = c.k AND b.s < 100 AND c.k >= 50;
SELECT count() FROM a, b, c WHERE a.k = c.k AND b.k = c.k AND a.k = b.k AND a.k = 4711;
-- Subqueries of the rows that other conditions leave.
SELECT count() FROM a AS o, b WHERE o.g = b.k AND EXISTS (SELECT 1 FROM a AS x WHERE x.g = o.g AND x.k <> o.k);
SELECT count() FROM a AS o, b WHERE o.g = b.k AND NOT EXISTS (SELECT 1 FROM a AS x WHERE x.g = o.g AND x.k <> o.k);
SELECT count() FROM a AS o, b WHERE o.g = b.k AND EXISTS (SELECT 1 FROM a AS x WHERE x.g = o.g AND x.g < o.i);
SELECT count() FROM a AS o, b WHERE o.g = b.k AND o.d < (SELECT avg(d) FROM a AS x WHERE x.g = o.g);
SELECT count() FROM a AS o, b WHERE o.g = b.k AND (EXISTS (SELECT 1 FROM c WHERE c.k = o.g AND c.b > o.k) OR o.i = 3);
-- Borders: other kinds of joins among those of any order.
SELECT count(), countIf(c.b = 0) FROM a LEFT JOIN c ON a.k = c.k, b WHERE a.g = b.k AND b.s = 7;
SELECT count() FROM a, (SELECT k, count() AS n FROM c GROUP BY k) AS q, b WHERE a.g = q.k AND q.k = b.k AND q.n = 1;
SELECT count() FROM a, b, (SELECT k FROM c WHERE k < 0) AS nothing WHERE a.g = b.k AND nothing.k = b.s;
SELECT a.k, b.k, c.k FROM a, b, c WHERE a.g = b.k AND c.k = b.s AND a.k < 3 ORDER BY ALL;
SELECT count() FROM a, c, b WHERE a.g = b.k AND c.k = b.s SETTINGS query_plan_join_swap_table = 'true';
SELECT count() FROM a, c, b WHERE a.g = b.k AND c.k = b.s SETTINGS query_plan_optimize_join_order_randomize = 3;
