-- EXPLAIN PLAN shows the steps of ordinary queries as ClickHouse does.
CREATE TABLE t (a UInt32, b UInt32, s String, INDEX ib b TYPE minmax GRANULARITY 1) ENGINE = MergeTree ORDER BY (a, b) SETTINGS index_granularity = 1000;
INSERT INTO t SELECT number % 10, number, toString(number) FROM numbers(20000);
EXPLAIN SELECT 1;
EXPLAIN SELECT * FROM t;
EXPLAIN SELECT a + 1 AS x FROM t WHERE b > 3;
EXPLAIN SELECT a FROM t WHERE (a = 1 OR b = 2) AND b != 3 SETTINGS optimize_move_to_prewhere = 0;
EXPLAIN SELECT a FROM t WHERE b IN (1, 2) SETTINGS optimize_move_to_prewhere = 0;
EXPLAIN SELECT number FROM numbers(10) WHERE number > 3 AND number % 2 = 0;
EXPLAIN SELECT count() FROM t;
EXPLAIN SELECT a, sum(b) AS x FROM t WHERE b > 5 GROUP BY a HAVING x > 3 ORDER BY x DESC LIMIT 10;
EXPLAIN SELECT a, quantile(0.9)(b), countIf(b > 3) FROM t GROUP BY a;
EXPLAIN SELECT a, count() FROM t GROUP BY a WITH TOTALS;
EXPLAIN SELECT * FROM t ORDER BY s LIMIT 5 OFFSET 2 SETTINGS query_plan_optimize_lazy_materialization = 0;
EXPLAIN SELECT s FROM t WHERE a = 3 LIMIT 2 OFFSET 1;
EXPLAIN SELECT a FROM t OFFSET 4;
EXPLAIN SELECT DISTINCT s FROM t ORDER BY s;
EXPLAIN description = 0 SELECT DISTINCT s FROM t LIMIT 2;
EXPLAIN SELECT a, row_number() OVER (PARTITION BY a ORDER BY b) FROM t;
EXPLAIN SELECT sum(a) OVER () FROM t;
EXPLAIN SELECT a FROM t QUALIFY row_number() OVER (ORDER BY b) = 1;
EXPLAIN SELECT b FROM t UNION ALL SELECT b FROM t;
EXPLAIN SELECT a, sum(b) FROM t WHERE a IN (1, 2) GROUP BY a LIMIT 2 BY a;
EXPLAIN SELECT s FROM t WHERE b IN (SELECT 3);
EXPLAIN SELECT * FROM (SELECT a, sum(b) AS q FROM t GROUP BY a) ORDER BY q;
EXPLAIN WITH 5 AS z SELECT a + z FROM t;
EXPLAIN indexes = 1 SELECT a FROM t WHERE b = 4;
EXPLAIN PLAN nosuch = 1 SELECT 1; -- { serverError UNKNOWN_SETTING }
EXPLAIN INSERT INTO t SELECT * FROM t; -- { serverError INCORRECT_QUERY }
EXPLAIN SELECT nosuch FROM t; -- { serverError UNKNOWN_IDENTIFIER }
EXPLAIN SELECT * FROM nosuch; -- { serverError UNKNOWN_TABLE }
DROP TABLE t;
-- Tuples among the values of IN.
CREATE TABLE pairs (k UInt32, s String, d Date) ENGINE = MergeTree ORDER BY k;
INSERT INTO pairs VALUES (5, '5', '2020-01-01');
EXPLAIN SELECT k FROM pairs PREWHERE (k, s) IN ((5, '5'), (7, '8'));
