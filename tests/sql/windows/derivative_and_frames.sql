CREATE TABLE t (k UInt8, ts DateTime('UTC'), m Float64) ENGINE = MergeTree ORDER BY ts SETTINGS index_granularity = 2;
INSERT INTO t SELECT number % 2, toDateTime(number * number, 'UTC'), if(number = 3, 0, number * 1.5) FROM numbers(8);
SELECT ts, m, nonNegativeDerivative(m, ts) OVER (ORDER BY ts) AS d, toTypeName(d), nonNegativeDerivative(m, ts, INTERVAL 10 SECOND) OVER (ORDER BY ts) FROM t ORDER BY ts;
SELECT k, ts, nonNegativeDerivative(toUInt8(m), ts, INTERVAL 1 MINUTE) OVER (PARTITION BY k ORDER BY ts) FROM t ORDER BY ts;
SELECT ts, nonNegativeDerivative(n, ts) OVER (ORDER BY ts) FROM (SELECT toDateTime64(number * number / 10, 3, 'UTC') AS ts, number AS n FROM numbers(4)) ORDER BY ts;
SELECT nonNegativeDerivative(m, toDate(ts)) OVER (ORDER BY ts) FROM t; -- { serverError BAD_ARGUMENTS }
SELECT nonNegativeDerivative(m, ts, 5) OVER (ORDER BY ts) FROM t; -- { serverError BAD_ARGUMENTS }
SELECT number, sum(number) OVER (ORDER BY number DESC RANGE BETWEEN 1 PRECEDING AND CURRENT ROW) FROM numbers(3) ORDER BY number;
SELECT number, count() OVER (ORDER BY toDateTime(number * 10, 'UTC') RANGE BETWEEN 15 PRECEDING AND 5 FOLLOWING) FROM numbers(4) ORDER BY number;
SELECT number, count() OVER (ORDER BY number GROUPS 1 PRECEDING) FROM numbers(3) ORDER BY number;
SELECT n, lagInFrame(n) OVER (ORDER BY n ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) FROM (SELECT number * number AS n FROM numbers(4)) ORDER BY n;
SELECT number, sum(number) OVER (ORDER BY number::Float64 RANGE BETWEEN 1.5 PRECEDING AND CURRENT ROW) FROM numbers(3); -- { serverError BAD_ARGUMENTS }
