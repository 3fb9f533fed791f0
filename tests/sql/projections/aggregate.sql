-- Requirement: MT.Proj.Feasible, MT.Proj.LeastGranules, MT.Proj.OnTheFly, MT.Proj.GroupByStorage, MT.Proj.ForceSetting
CREATE TABLE t (d Date, k UInt32, v Int32, s String, n Nullable(Int32), f Float64, PROJECTION pk (SELECT k, count(), sum(v), min(v), max(v), avg(v), uniq(s), uniqExact(s), sum(n), count(n), any(k), countIf(v > 500), sumIf(v, v % 2 = 0), argMax(v, v), quantileExact(0.5)(v), groupUniqArray(k), stddevPop(v) GROUP BY k), PROJECTION pd (SELECT toStartOfMonth(d), k % 3, count(), sum(f) GROUP BY toStartOfMonth(d), k % 3), PROJECTION pa (SELECT count(n), max(s))) ENGINE = MergeTree PARTITION BY toYYYYMM(d) ORDER BY v SETTINGS index_granularity = 8, min_bytes_for_wide_part = 0;
INSERT INTO t SELECT toDate('2024-01-01') + number % 60, number % 7, (number * 7919) % 1000, toString(number % 100), if(number % 5 = 0, NULL, number % 50), number / 4 FROM numbers(1000);
SELECT k, count(), sum(v), min(v), max(v), avg(v) FROM t GROUP BY k ORDER BY k SETTINGS force_optimize_projection = 1;
SELECT k, uniq(s), uniqExact(s), sum(n), count(n), any(k) FROM t GROUP BY k ORDER BY k SETTINGS force_optimize_projection_name = 'pk';
SELECT k, countIf(v > 500), sumIf(v, v % 2 = 0), argMax(v, v), quantileExact(0.5)(v), round(stddevPop(v), 6) FROM t GROUP BY k ORDER BY k SETTINGS force_optimize_projection_name = 'pk';
SELECT sum(v), count(), COUNT(*), count(1), arraySort(groupUniqArray(k)) FROM t SETTINGS force_optimize_projection_name = 'pk';
SELECT k % 2 AS odd, SUM(v) + 1 AS total FROM t GROUP BY odd HAVING total > 0 ORDER BY odd SETTINGS force_optimize_projection_name = 'pk';
SELECT k, sum(v) AS x FROM t WHERE k IN (1, 3) AND k != 1 GROUP BY k ORDER BY x DESC LIMIT 1 SETTINGS force_optimize_projection_name = 'pk';
SELECT k, sum(v) FROM t WHERE k = 99 GROUP BY k;
SELECT sum(v), count() FROM t WHERE k = 99;
SELECT toStartOfMonth(d) AS m, sum(f), count() FROM t GROUP BY m ORDER BY m SETTINGS force_optimize_projection_name = 'pd';
SELECT k % 3, sum(f) FROM t WHERE toStartOfMonth(d) = '2024-02-01' GROUP BY k % 3 ORDER BY 1 SETTINGS force_optimize_projection_name = 'pd';
SELECT count(n), max(s) FROM t;
SELECT DISTINCT k FROM t ORDER BY k SETTINGS force_optimize_projection = 1;
SELECT DISTINCT k % 2, k FROM t WHERE k > 2 ORDER BY ALL SETTINGS force_optimize_projection_name = 'pk';
SELECT k FROM t GROUP BY k ORDER BY k SETTINGS force_optimize_projection_name = 'pk';
SELECT k, sum(v) FROM t GROUP BY k WITH TOTALS ORDER BY k;
SELECT k, count() FROM t GROUP BY k WITH ROLLUP ORDER BY k, 2;
SELECT k, k % 2, count() FROM t GROUP BY GROUPING SETS ((k), (k % 2)) ORDER BY ALL LIMIT 3;
SELECT k, finalizeAggregation(sumState(v)) FROM t GROUP BY k ORDER BY k LIMIT 2;
SELECT x.k, x.c, y.c FROM (SELECT k, count() AS c FROM t GROUP BY k) AS x INNER JOIN (SELECT k, sum(v) AS c FROM t GROUP BY k) AS y USING k ORDER BY k LIMIT 2;
SELECT sum(x) FROM (SELECT k, max(v) AS x FROM t GROUP BY k);
SELECT (SELECT sum(v) FROM t) = sum(v) FROM t;
-- What the projections do not hold is computed from the rows, or refused.
SELECT k, sum(v) FROM t WHERE v < 100 GROUP BY k ORDER BY k LIMIT 2;
SELECT d, count() FROM t GROUP BY d ORDER BY d LIMIT 2;
SELECT k, median(v) FROM t GROUP BY k ORDER BY k LIMIT 1;
SELECT k, sum(DISTINCT v) FROM t GROUP BY k ORDER BY k LIMIT 1;
SELECT k, sum(v) FROM t WHERE s = '1' GROUP BY k SETTINGS force_optimize_projection = 1; -- { serverError PROJECTION_NOT_USED }
SELECT k, sum(v) FROM t GROUP BY k SETTINGS force_optimize_projection_name = 'pd'; -- { serverError INCORRECT_DATA }
SELECT k, sum(v) FROM t GROUP BY k ORDER BY k LIMIT 1 SETTINGS optimize_use_projections = 0, force_optimize_projection = 1;
-- Parts without the projection are projected on the fly.
ALTER TABLE t CLEAR PROJECTION pk IN PARTITION 202402 SETTINGS mutations_sync = 2;
SELECT k, count(), sum(v), uniqExact(s), quantileExact(0.5)(v), countIf(v > 500) FROM t GROUP BY k ORDER BY k SETTINGS force_optimize_projection_name = 'pk';
SELECT sum(v) FROM t WHERE k > 2 SETTINGS force_optimize_projection_name = 'pk';
SELECT replaceRegexpOne(explain, '^[│ ]*', '') FROM (EXPLAIN projections = 1 SELECT k, sum(v) FROM t WHERE k > 2 GROUP BY k) WHERE match(explain, '(Name:|Description:|Condition:|Marks:|Search|Ranges|Rows|Filtered)');
-- An empty table, and parts without rows.
TRUNCATE TABLE t;
SELECT k, sum(v) FROM t GROUP BY k;
SELECT sum(v), count(n), max(s) FROM t;
-- NULL and NaN as keys, strings of any bytes.
CREATE TABLE n (k Nullable(Int32), f Float64, s String, PROJECTION p (SELECT k, f, s, count() GROUP BY k, f, s), PROJECTION q (SELECT k, s ORDER BY k)) ENGINE = MergeTree ORDER BY tuple() SETTINGS index_granularity = 2;
INSERT INTO n VALUES (NULL, nan, '\xFF'), (NULL, nan, '\xFF'), (1, 0, ''), (2, inf, '\xFE'), (NULL, -inf, 'x'), (1, 0, '');
SELECT k, f, hex(s), count() FROM n GROUP BY k, f, s ORDER BY ALL SETTINGS force_optimize_projection = 1;
SELECT k, count() FROM n WHERE k IS NULL GROUP BY k SETTINGS force_optimize_projection = 1;
SELECT hex(s) FROM n WHERE k = 2;

-- A projection answers also where plain reading would be of as few granules.
CREATE TABLE few (k UInt32, s String, v Float64, INDEX isx s TYPE bloom_filter(0.01), PROJECTION p (SELECT s, sum(v), count() GROUP BY s)) ENGINE = MergeTree ORDER BY k SETTINGS index_granularity = 10;
SYSTEM STOP MERGES few;
INSERT INTO few SELECT number, concat('n', toString(number % 13)), number FROM numbers(500);
INSERT INTO few VALUES (1000, 'new', 1);
SELECT count() FROM few WHERE s = 'new' SETTINGS force_optimize_projection = 1;
SELECT count() FROM few WHERE s = 'n3' SETTINGS force_optimize_projection = 1;
SELECT count() FROM few WHERE k < 15;
DROP TABLE few;
