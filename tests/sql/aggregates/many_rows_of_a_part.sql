-- Tasks look at some rows of a large part before they decide whether to group their own.
SET group_by_two_level_threshold = 1000, group_by_two_level_threshold_bytes = 1;
CREATE TABLE t (k UInt32, u UInt64, s String) ENGINE = MergeTree ORDER BY k SETTINGS min_bytes_for_wide_part = 0, enable_block_number_column = 1, enable_block_offset_column = 1;
INSERT INTO t SELECT number, number * 11400714819323198485, toString(number % 1000) FROM numbers(300000);
INSERT INTO t SELECT 300000 + number, number, 'x' FROM numbers(10);
SELECT count(), sum(c), max(c), sum(m) FROM (SELECT u, count() AS c, max(k) AS m FROM t GROUP BY u);
SELECT count(), sum(c), max(c) FROM (SELECT s, count() AS c FROM t GROUP BY s);
SELECT k % 3 AS m, count(), sum(u) FROM t WHERE k BETWEEN 1000 AND 290000 GROUP BY m ORDER BY m;
SELECT count(), sum(c) FROM (SELECT u, s, count() AS c FROM t WHERE k < 5000 OR k > 9000 GROUP BY u, s);
SELECT count(), sum(c) FROM (SELECT _part, u, count() AS c FROM t GROUP BY _part, u);
DELETE FROM t WHERE k < 100000;
SELECT count(), sum(c), min(m) FROM (SELECT u, count() AS c, min(k) AS m FROM t GROUP BY u);
SET enable_lightweight_update = 1;
UPDATE t SET u = 7 WHERE k > 150000;
SELECT count(), sum(c), max(c) FROM (SELECT u, count() AS c FROM t GROUP BY u);
DROP TABLE t;
