-- Requirement: RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition#15
DROP TABLE IF EXISTS t;
CREATE TABLE t (k UInt32, s String, v Array(UInt8), ts DateTime('UTC')) ENGINE = MergeTree ORDER BY (s, k) PARTITION BY toYYYYMM(ts)
SETTINGS min_bytes_for_wide_part = 0, index_granularity = 8;
INSERT INTO t SELECT number, toString(number % 7), range(number % 4), toDateTime('2024-01-01 00:00:00', 'UTC') + number * 86400 FROM numbers(100);
SELECT count(), sum(k) FROM t;
ALTER TABLE t DELETE WHERE k % 10 = 3;
SELECT count(), sum(k) FROM t;
SELECT partition, name, rows FROM system.parts WHERE database = currentDatabase() AND table = 't' AND active ORDER BY name;
SELECT k FROM t WHERE s = '4' ORDER BY k;
ALTER TABLE t DELETE IN PARTITION 202402 WHERE s > '3';
SELECT count(), sum(k) FROM t;
ALTER TABLE t DELETE WHERE has(v, 2) OR NULL;
SELECT count(), sum(k) FROM t;
ALTER TABLE t DELETE WHERE NULL;
ALTER TABLE t DELETE WHERE ts >= toDateTime('2024-03-01 00:00:00', 'UTC');
SELECT count(), sum(k), max(ts) FROM t;
ALTER TABLE t DELETE WHERE k IN (SELECT k FROM t WHERE k % 2 = 0);
SELECT k, s, v, ts FROM t ORDER BY s, k LIMIT 8;
ALTER TABLE t DELETE WHERE 1;
SELECT count() FROM t;
INSERT INTO t VALUES (1, 'a', [1], '2024-01-01 00:00:00');
SELECT * FROM t;
DROP TABLE t;

SELECT 'order is kept';
CREATE TABLE o (k UInt64, v UInt64) ENGINE = MergeTree ORDER BY k SETTINGS min_bytes_for_wide_part = 0;
INSERT INTO o SELECT (number * 7919) % 100003, number FROM numbers(100003);
ALTER TABLE o DELETE WHERE v IN (SELECT number * 3 FROM numbers(40000));
ALTER TABLE o UPDATE v = v + 1 WHERE v IN (SELECT number * 2 FROM numbers(40000));
SELECT count(), sum(v), sum(k * v) FROM o;
SELECT k, v FROM o WHERE k BETWEEN 50000 AND 50010 ORDER BY k;
SELECT k, v FROM o WHERE k = 99999;
DROP TABLE o;
