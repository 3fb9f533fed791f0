-- Aggregates over no rows give defaults, not NULLs.
DROP TABLE IF EXISTS t;
CREATE TABLE t (a Int32, b Nullable(Int32), s String) ENGINE = MergeTree ORDER BY a;
SELECT count(), sum(a), min(a), max(a), any(s) FROM t;
SELECT sum(b), min(b), max(b), count(b) FROM t;
SELECT avg(a) FROM t;
SELECT a, count() FROM t GROUP BY a;
DROP TABLE t;
