-- Requirement: MT.Proj.OnTheFly, MT.Proj.Feasible
-- Tags: tasks
CREATE TABLE t (p UInt8, k UInt32, v Int32, s String, PROJECTION g (SELECT k, count(), sum(v), avg(v), uniqExact(s), quantileExact(0.5)(v) GROUP BY k), PROJECTION n (SELECT v, k ORDER BY v)) ENGINE = MergeTree PARTITION BY p ORDER BY s SETTINGS index_granularity = 8, min_bytes_for_wide_part = 0;
INSERT INTO t SELECT number % 3, number % 7, (number * 7919) % 1000, toString(number % 100) FROM numbers(600);
ALTER TABLE t CLEAR PROJECTION g IN PARTITION 1 SETTINGS mutations_sync = 2;
SELECT k, count(), sum(v), avg(v), uniqExact(s), quantileExact(0.5)(v) FROM t GROUP BY k ORDER BY k SETTINGS force_optimize_projection = 1;
SELECT count(), sum(v) FROM t WHERE k > 2 SETTINGS force_optimize_projection_name = 'g';
SELECT p, count() FROM t GROUP BY p ORDER BY p;
SELECT count(k), sum(v) FROM t WHERE v < 300 SETTINGS force_optimize_projection_name = 'n';
SELECT count() FROM t WHERE s >= '3' AND s < '7';
