-- Requirement: MT.Proj.Feasible, MT.Proj.LeastGranules
CREATE TABLE t (d Date, k UInt32, n Nullable(Int32), e DateTime('UTC')) ENGINE = MergeTree PARTITION BY (toYYYYMM(d), k % 2) ORDER BY k;
SELECT count(), min(d), max(d) FROM t;
INSERT INTO t SELECT toDate('2024-01-01') + number % 60, number, if(number % 3 = 0, NULL, number), number * 1000 FROM numbers(100);
SELECT count() FROM t SETTINGS force_optimize_projection = 1;
SELECT count(*), count(1), COUNT(), count() + 1 FROM t SETTINGS force_optimize_projection = 1;
SELECT count(n), count(k) FROM t;
SELECT min(d), max(d), count(), min(k), max(k) FROM t SETTINGS force_optimize_projection = 1;
SELECT toYYYYMM(d) AS m, count(), max(d), min(k) FROM t GROUP BY m ORDER BY m SETTINGS force_optimize_projection = 1;
SELECT k % 2, count() FROM t GROUP BY k % 2 ORDER BY 1;
SELECT count() FROM t WHERE toYYYYMM(d) = 202401 AND k % 2 = 1;
SELECT toYYYYMM(d), count() FROM t WHERE k % 2 = 0 GROUP BY toYYYYMM(d) HAVING count() > 10 ORDER BY 1;
SELECT count() FROM t WHERE toYYYYMM(d) = 209901;
SELECT max(toYYYYMM(d)) FROM t;
SELECT count(), min(e) FROM t;
SELECT countIf(k > 50) FROM t;
SELECT count() FROM t WHERE d = '2024-01-05';
SELECT count() FROM t WHERE n IS NULL;
SELECT count(), min(d) FROM (SELECT d FROM t);
SELECT (SELECT count() FROM t) AS c, (SELECT max(d) FROM t) AS m;
SELECT DISTINCT toYYYYMM(d) FROM t ORDER BY 1;
SELECT count() FROM t SETTINGS optimize_use_implicit_projections = 0, optimize_trivial_count_query = 0, force_optimize_projection = 1; -- { serverError PROJECTION_NOT_USED }
-- Rows that are deleted do not count.
DELETE FROM t WHERE k < 10;
SELECT count(), min(k), max(k), min(d) FROM t;
SELECT toYYYYMM(d) AS m, k % 2 AS r, count(), min(k) FROM t GROUP BY m, r ORDER BY m, r;
SELECT count() FROM t SETTINGS apply_deleted_mask = 0;
ALTER TABLE t DELETE WHERE k >= 90 SETTINGS mutations_sync = 2;
SELECT count(), min(k), max(k), min(d) FROM t;
TRUNCATE TABLE t;
SELECT count(), min(k), max(k), min(d) FROM t;
-- Without a partition key, and with others.
CREATE TABLE s (s String, f Float64) ENGINE = MergeTree ORDER BY s;
INSERT INTO s VALUES ('b', 1), ('a', nan);
SELECT count(), min(s), max(s) FROM s;
CREATE TABLE y (s String, u UInt64) ENGINE = MergeTree PARTITION BY (s, u > 9223372036854775807) ORDER BY tuple();
INSERT INTO y VALUES ('\xFF', 18446744073709551615), ('it''s', 1), ('', 0);
SELECT hex(s), count(), max(u) FROM y GROUP BY s ORDER BY s;
SELECT min(s) = '', hex(max(s)), min(u), max(u) FROM y;
SELECT count() FROM y WHERE s = 'it''s';
