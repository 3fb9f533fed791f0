CREATE TABLE t (k UInt64, v UInt64) ENGINE = MergeTree ORDER BY k SETTINGS index_granularity = 128;
INSERT INTO t SELECT number * 7919 % 10007, number FROM numbers(10007);
SELECT count(), sum(k), min(v), max(v) FROM t;
SELECT k, v FROM t WHERE k = 5000;
SELECT k FROM t WHERE k BETWEEN 9998 AND 10003 ORDER BY k;
SELECT count() FROM t WHERE k < 100 OR k >= 10000;
SELECT rows FROM system.parts WHERE database = currentDatabase() AND table = 't' AND active;
SELECT k, v FROM t PREWHERE v = 17 WHERE k > 0;
