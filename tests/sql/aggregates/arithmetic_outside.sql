-- Tags: tasks
-- Arithmetic with constants is done on the results of sum, avg, min and max.
CREATE TABLE t (k UInt8, i Int32, n Nullable(Int32), d Decimal(10, 2), day Date) ENGINE = MergeTree ORDER BY k;
INSERT INTO t SELECT number % 3, number, if(number % 5 = 0, NULL, number), number, number FROM numbers(50);
INSERT INTO t SELECT number % 3, number, if(number % 5 = 0, NULL, number), number, number FROM numbers(50, 50);
SELECT sum(i * 1.1), sum(0.1 * i), avg(i * 3.3), avg(i / 7), sum(i / 7), sum(i + 0.1), sum(0.1 - i), avg(i - 0.3), avg(d / 3), avg(d * 3), sum(d / 7), toTypeName(sum(d / 7)) FROM t;
SELECT k, sum(i * 1.1) AS s, avg(n * 0.1), avg(i / toDecimal32(3, 1)), max(i * -2), min(-1 * i), max(5 - i), min(i / -2) FROM t GROUP BY k HAVING sum(i * 1.1) > 0 ORDER BY max(i + 1), k;
SELECT max(i + 1), min(i * 2), max(1 - i), sum(i + 3), avg(i - 1), max(n + 1), max(day + 1), max(day + toIntervalDay(1)), min(d + 5) FROM t WHERE i > 1000;
SELECT max(i + 1), maxIf(i + 1, 0), maxOrNull(i + 1), maxOrDefault(i + 1) FROM t WHERE i > 1000;
SELECT max(i + 1), avg(d / 3) FROM t WHERE i > 1000 OR i = 2 SETTINGS optimize_arithmetic_operations_in_aggregate_functions = 0;
SELECT max(number + 18446744073709551610), min(number + 18446744073709551610), max(toUInt64(5) - number), min(toDate(number) - 1), sum(DISTINCT number * 2), sum(number * 0.1) FILTER (WHERE number > 3), sum(number * (1 + 2) * 0.1), sum(number * (SELECT 0.1)), max((number, 1) * 2) FROM numbers(10);
SELECT number, max(number + 1) OVER (), sum(number * 3) OVER (ORDER BY number) FROM numbers(3);
SELECT max(i + NULL), toTypeName(sum(toUInt8(i) + 1)), toTypeName(sum(1 - toUInt8(i))), toTypeName(max(toInt8(i) * 2)) FROM t;
SELECT k % 2 AS z, max(i + 1), sum(i * 0.1) FROM t GROUP BY z WITH TOTALS ORDER BY z;
-- Of a projection.
CREATE TABLE p (k UInt8, v Int32, PROJECTION q (SELECT k, sum(v * 2), max(v + 1) GROUP BY k)) ENGINE = MergeTree ORDER BY tuple();
INSERT INTO p SELECT number % 3, number FROM numbers(30);
SELECT k, sum(v * 2), max(v + 1) FROM p GROUP BY k ORDER BY k;
SELECT k, sum(v * 2), max(v + 1) FROM p GROUP BY k ORDER BY k SETTINGS optimize_arithmetic_operations_in_aggregate_functions = 0;
OPTIMIZE TABLE p FINAL;
SELECT sum(v * 2), max(v + 1) FROM p;
