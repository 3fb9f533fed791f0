-- Requirement: MT.Proj.Feasible, MT.Proj.LeastGranules, MT.Proj.OnTheFly, MT.Proj.ForceSetting, MT.Proj.PartLevel, MT.Proj.OrderByStorage
CREATE TABLE t (d Date, k UInt32, v UInt32, s String, n Nullable(Int32), PROJECTION pv (SELECT * ORDER BY v), PROJECTION ps (SELECT s, v, n ORDER BY s), PROJECTION pn (SELECT n, k ORDER BY n), PROJECTION pe (SELECT v, d ORDER BY v % 10)) ENGINE = MergeTree PARTITION BY toYYYYMM(d) ORDER BY k SETTINGS index_granularity = 8, min_bytes_for_wide_part = 0;
INSERT INTO t SELECT toDate('2024-01-01') + number % 60, number % 7, (number * 7919) % 1000, toString(number % 100), if(number % 5 = 0, NULL, number % 50) FROM numbers(1000);
SELECT * FROM t WHERE v = 17 ORDER BY ALL SETTINGS force_optimize_projection = 1;
SELECT d, k FROM t WHERE v BETWEEN 17 AND 19 ORDER BY ALL SETTINGS force_optimize_projection_name = 'pv';
SELECT count(), sum(v), countIf(n IS NULL) FROM t WHERE s = '17' SETTINGS force_optimize_projection_name = 'ps';
SELECT v FROM t WHERE s IN ('17', '18') AND v > 900 ORDER BY v SETTINGS preferred_optimize_projection_name = 'ps', force_optimize_projection_name = 'ps';
SELECT n, count() FROM t WHERE n = 7 GROUP BY n SETTINGS force_optimize_projection_name = 'pn';
SELECT count() FROM t WHERE n IS NULL;
SELECT count(), min(v), max(d) FROM t WHERE v % 10 = 3 SETTINGS force_optimize_projection_name = 'pe';
SELECT upper(s), v + 1 FROM t WHERE v = 17 OR v = 18 ORDER BY ALL SETTINGS force_optimize_projection = 1;
SELECT a.v, b.k FROM t AS a INNER JOIN t AS b ON a.v = b.v WHERE a.v = 17 AND b.v = 17;
SELECT (SELECT max(k) FROM t WHERE v = 17), v IN (SELECT v FROM t WHERE v < 5) FROM t WHERE v = 3;
-- The projection has fewer granules, and the plan says so.
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1, projections = 1 SELECT d FROM t WHERE v = 17) WHERE match(explain, '(ReadFrom|Condition:|Parts: |Search|Ranges)');
SELECT trimLeft(explain) FROM (EXPLAIN projections = 1 SELECT d FROM t WHERE v > 17) WHERE match(explain, '(ReadFromMergeTree \(p|Name:|Description:|Condition:|Parts: [0-9]+$|Marks:|Search|Ranges|Rows|Filtered)');
-- What no projection can answer with less is read from the rows, or refused.
SELECT count() FROM t WHERE k = 3 AND v > 900;
SELECT s FROM t WHERE d = '2024-01-05' AND k = 1 ORDER BY s SETTINGS force_optimize_projection = 1; -- { serverError PROJECTION_NOT_USED }
SELECT v FROM t WHERE v = 17 SETTINGS optimize_use_projections = 0, force_optimize_projection = 0;
SELECT k FROM t WHERE v = 17 SETTINGS force_optimize_projection_name = 'ps'; -- { serverError INCORRECT_DATA }
SELECT count() FROM t WHERE k = 3 SETTINGS force_optimize_projection = 1;
-- Parts without the projection are read plainly in the same query.
ALTER TABLE t CLEAR PROJECTION pv IN PARTITION 202401 SETTINGS mutations_sync = 2;
SELECT * FROM t WHERE v IN (17, 18, 20) ORDER BY ALL;
SELECT count(), sum(v) FROM t WHERE v < 100 SETTINGS force_optimize_projection = 1;
-- The same rows again under a condition of the projection's own.
CREATE TABLE w (a UInt32, b UInt32, PROJECTION p (SELECT a, b WHERE a = 1 ORDER BY b)) ENGINE = MergeTree ORDER BY tuple() SETTINGS index_granularity = 2;
INSERT INTO w SELECT number % 3, number FROM numbers(60);
SELECT rows, parent_rows FROM system.projection_parts WHERE database = currentDatabase() AND table = 'w';
SELECT a, b FROM w WHERE a = 1 AND b < 10 ORDER BY b SETTINGS force_optimize_projection = 1;
SELECT count() FROM w WHERE a = 1 SETTINGS force_optimize_projection = 1;
SELECT count() FROM w WHERE a = 1 OR b = 3;
SELECT a, b FROM w WHERE b = 3 SETTINGS force_optimize_projection = 1; -- { serverError PROJECTION_NOT_USED }
INSERT INTO w SELECT 2, number FROM numbers(10);
SELECT count() FROM w WHERE a = 1;
SELECT count() FROM w WHERE a = 2 AND b < 3;
-- Parts are left out where the key of a projection rules them out, whatever columns it has.
CREATE TABLE x (p UInt8, a UInt32, b UInt32, c String, PROJECTION n (SELECT b ORDER BY b), PROJECTION m (SELECT a, b ORDER BY a)) ENGINE = MergeTree PARTITION BY p ORDER BY tuple() SETTINGS index_granularity = 4, min_bytes_for_wide_part = 0;
INSERT INTO x SELECT intDiv(number, 20), number * 2, number * 3, toString(number) FROM numbers(100);
SELECT c FROM x WHERE b = 63;
SELECT c FROM x WHERE b = 64;
SELECT p, c FROM x WHERE b > 60 AND a < 60 AND c != '23' ORDER BY p, c;
SELECT sum(length(c)) FROM x WHERE b IN (63, 150) OR a = 2;
SELECT count() FROM x WHERE b = 63 AND c = '21';
SELECT c FROM x WHERE b = 63 SETTINGS optimize_use_projection_filtering = 0;
-- ORDER BY the key of a projection with LIMIT.
SELECT v, k FROM t ORDER BY v LIMIT 5;
SELECT v, s FROM t WHERE k != 3 ORDER BY v DESC LIMIT 3;
SELECT v, d FROM t WHERE v > 500 ORDER BY v, d LIMIT 3 OFFSET 2;
SELECT s, v FROM t ORDER BY s DESC, v LIMIT 4;
SELECT b FROM w WHERE a = 1 ORDER BY b LIMIT 3;
SELECT b, c FROM x ORDER BY b DESC LIMIT 2;
