-- What EXPLAIN PLAN tells of every step when it is asked to.
CREATE TABLE t (k UInt32, user UInt32, url String, x Float64) ENGINE = MergeTree ORDER BY (k, user);
INSERT INTO t SELECT number, number % 50, toString(number), number FROM numbers(1000);
-- The order in which a query names columns; a condition by itself.
EXPLAIN SELECT x, user, url, k FROM t;
EXPLAIN SELECT url, x FROM t WHERE user = 3 OR k = 17;
EXPLAIN SELECT k, count(), max(url) FROM t WHERE x > 3 GROUP BY k;
-- The order of the rows.
EXPLAIN sorting = 1 SELECT k FROM t;
EXPLAIN sorting = 1 SELECT DISTINCT user FROM t ORDER BY user;
EXPLAIN sorting = 1 SELECT k, row_number() OVER (PARTITION BY user ORDER BY k) FROM t;
EXPLAIN sorting = 1 SELECT number FROM numbers(10) ORDER BY number + 1 DESC;
EXPLAIN sorting = 1 SELECT user, count() FROM t GROUP BY user ORDER BY user;
EXPLAIN sorting = 1, description = 0 SELECT url FROM t ORDER BY url DESC, user;
-- What goes into a step.
EXPLAIN input_headers = 1 SELECT k, url FROM t;
EXPLAIN input_headers = 1 SELECT number FROM numbers(10);
-- What is expected, if plans were chosen by it.
-- ClickHouse knows no rows here; sparktree does.
SELECT replaceRegexpAll(explain, 'rows: [^,]*', 'rows') FROM (EXPLAIN estimates = 1 SELECT user, count() FROM t WHERE x > 3 GROUP BY user);
SELECT replaceRegexpAll(explain, 'rows: [^,]*', 'rows') FROM (EXPLAIN estimates = 1, sorting = 1 SELECT number FROM numbers(10) ORDER BY number);
-- The query as it was written.
EXPLAIN optimize = 0 SELECT k + 1 AS z, url FROM t WHERE k > 3 ORDER BY z LIMIT 3;
EXPLAIN optimize = 0 SELECT user, count() FROM t WHERE k > 3 GROUP BY user HAVING count() > 3;
EXPLAIN optimize = 0 SELECT k FROM t ORDER BY k LIMIT 3;
EXPLAIN optimize = 1 SELECT url FROM t WHERE x > 3;
-- In this form ClickHouse does not show actions either.
EXPLAIN actions = 1 SELECT x + 1 AS y, url FROM t WHERE x > 3;
EXPLAIN actions = 1 SELECT user, sum(x), count() FROM t WHERE k > 10 GROUP BY user ORDER BY sum(x) DESC LIMIT 3;
-- Nor do these change it, without headers or joins.
EXPLAIN column_structure = 1 SELECT user, sum(x) FROM t WHERE k > 10 GROUP BY user;
EXPLAIN keep_logical_steps = 1 SELECT url FROM t WHERE x > 3 ORDER BY url LIMIT 3;
DROP TABLE t;
