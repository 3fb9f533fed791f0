-- Tags: tasks
-- Requirement: MT.Overview.ClusteredIndex, MT.Clause.OrderBy
-- GROUP BY over the beginning of the sorting key with LIMIT: reading stops after the first groups; they are whole.
CREATE TABLE t (k UInt32, u UInt32, x UInt64, s Nullable(String)) ENGINE = MergeTree ORDER BY (k, u) SETTINGS index_granularity = 100, add_minmax_index_for_numeric_columns = 0;
SYSTEM STOP MERGES t;
INSERT INTO t SELECT number % 300, number % 7, number, toString(number % 11) FROM numbers(20000);
INSERT INTO t SELECT number % 500 + 100, number % 5, number, NULL FROM numbers(10000);
INSERT INTO t SELECT 2 * number, 1, number, 'z' FROM numbers(500);
SELECT k, sum(x), count(), uniqExact(s) FROM t GROUP BY k ORDER BY k LIMIT 4;
SELECT k, sum(x), count(), uniqExact(s) FROM t GROUP BY k ORDER BY k DESC LIMIT 4;
SELECT k, u, sum(x) FROM t GROUP BY k, u ORDER BY k, u LIMIT 5 OFFSET 3;
SELECT k, u, sum(x) FROM t GROUP BY k, u ORDER BY k DESC, u DESC LIMIT 5;
SELECT k, u, sum(x) FROM t GROUP BY u, k ORDER BY k, u DESC LIMIT 5;
-- What follows the keys in the ordering is not known before the groups are whole.
SELECT k, u, sum(x) AS total FROM t GROUP BY k, u ORDER BY k, total DESC, u LIMIT 9;
SELECT k AS key, max(x) - min(x) AS d FROM t WHERE u = 1 GROUP BY key ORDER BY key LIMIT 3;
SELECT k, count() FROM t WHERE x > 9000 AND s IS NULL GROUP BY k ORDER BY k LIMIT 3;
SELECT k, count() FROM t PREWHERE u != 2 WHERE k > 150 GROUP BY k ORDER BY k LIMIT 3;
SELECT u, count() FROM t WHERE k = 120 GROUP BY u ORDER BY u LIMIT 2;
-- Conditions on groups, totals and ties want more than the first groups.
SELECT k, count() AS c FROM t GROUP BY k HAVING c > 80 ORDER BY k LIMIT 3;
SELECT k, count() AS c FROM t GROUP BY k WITH TOTALS ORDER BY k LIMIT 2;
SELECT k, count() FROM t GROUP BY ROLLUP(k) ORDER BY k, count() LIMIT 2;
SELECT * FROM (SELECT k, u, count() FROM t GROUP BY k, u ORDER BY k LIMIT 2 WITH TIES) ORDER BY ALL;
SELECT k, count() FROM t GROUP BY k ORDER BY k LIMIT 100000 OFFSET 797;
SELECT k, count() FROM t GROUP BY k ORDER BY k LIMIT 0;
SELECT k, count() FROM t WHERE k > 5000 GROUP BY k ORDER BY k LIMIT 3;
SELECT k + 1, count() FROM t GROUP BY k + 1 ORDER BY k + 1 LIMIT 2;
SELECT count(), sum(x) FROM t GROUP BY k ORDER BY k LIMIT 2;
SELECT a, sum(c) FROM (SELECT k AS a, count() AS c FROM t GROUP BY k ORDER BY k LIMIT 5) GROUP BY a ORDER BY a;
SELECT k, sum(x) FROM t GROUP BY k ORDER BY k LIMIT 3 SETTINGS optimize_read_in_order = 0;
-- Without an ordering any whole groups will do.
SELECT count(), countIf((k, c) IN (SELECT k, count() FROM t GROUP BY k)) FROM (SELECT k, count() AS c FROM t GROUP BY k LIMIT 7) SETTINGS optimize_aggregation_in_order = 1;
SELECT count(), countIf(c IN (SELECT count() FROM t GROUP BY k)) FROM (SELECT count() AS c FROM t GROUP BY k LIMIT 7) SETTINGS optimize_aggregation_in_order = 1;
SYSTEM START MERGES t;
DELETE FROM t WHERE k < 3;
SELECT k, sum(x), count() FROM t GROUP BY k ORDER BY k LIMIT 2;
DROP TABLE t;
