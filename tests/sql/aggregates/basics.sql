CREATE TABLE t (k UInt8, i Int32, u UInt64, n Nullable(Int16), f Float64, s String, d Date, dt DateTime('UTC'), dec Decimal(10, 2), lc LowCardinality(String), e Enum8('x' = 1, 'y' = 2), a Array(UInt8), b Bool) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, -5, 10, NULL, 1.5, 'b', '2024-01-01', '2024-01-01 00:00:01', 1.25, 'l', 'x', [1, 2], true), (1, 7, 18446744073709551615, 3, nan, 'a', '2024-02-01', '2024-01-01 00:00:02', -3.5, 'm', 'y', [], false), (2, 0, 0, 4, -inf, '', '1970-01-01', '1970-01-01 00:00:00', 0, '', 'y', [3], true), (3, 2147483647, 5, NULL, 2, 'zz', '2149-06-06', '2106-02-07 06:28:15', 99999999.99, 'l', 'x', [1], false);
SELECT count(), count(n), count(k), count(*) FROM t;
SELECT sum(i), sum(u), sum(n), sum(f), sum(dec), sum(b) FROM t WHERE k != 2;
SELECT min(i), max(i), min(u), max(u), min(n), max(n), min(s), max(s), min(d), max(d), min(dt), max(dt), min(dec), max(dec), min(lc), max(lc), min(e), max(e), min(a), max(a), min(b), max(b) FROM t;
SELECT avg(i), avg(n), avg(dec), avg(k) FROM t;
SELECT min(f), max(f) FROM t;
SELECT k, sum(i), min(s), max(d), count(n) FROM t GROUP BY k ORDER BY k;
SELECT any(s), anyLast(lc) FROM t WHERE k = 3;
SELECT argMin(s, i), argMax(s, i), argMin(i, s), argMax(n, i) FROM t;
SELECT uniqExact(k), uniqExact(s), uniqExact(n), uniqExact(k, s), uniq(k), uniq(s) FROM t;
SELECT countIf(k = 1), sumIf(i, k = 1), avgIf(f, k = 3), minIf(s, k > 5), maxIf(n, k > 5), anyIf(d, k > 5) FROM t;
SELECT sumOrNull(i), sumOrDefault(i), avgOrNull(i), maxOrNull(s), countOrNull() FROM t WHERE k > 100;
SELECT sum(i), avg(i), min(i), max(s), min(d), any(lc), max(e), min(dec), argMin(s, i), uniqExact(k) FROM t WHERE k > 100;
SELECT toTypeName(sum(i)), toTypeName(sum(u)), toTypeName(sum(n)), toTypeName(sum(f)), toTypeName(sum(dec)), toTypeName(avg(i)), toTypeName(avg(n)), toTypeName(avg(dec)), toTypeName(min(lc)), toTypeName(any(n)), toTypeName(max(e)), toTypeName(count()), toTypeName(uniqExact(s)), toTypeName(sum(b)) FROM t;
SELECT sumDistinct(k), sum(DISTINCT k), count(DISTINCT k), count(DISTINCT s, k), avg(DISTINCT k), countDistinct(lc) FROM t;
SELECT sum(k) FILTER (WHERE i > 0), count() FILTER (WHERE s = '') FROM t;
SELECT sumState(i) AS x, toTypeName(x) FROM t FORMAT Null;
SELECT finalizeAggregation(sumState(i)), finalizeAggregation(avgState(k)), finalizeAggregation(maxState(s)) FROM t;
SELECT sumMerge(x), countMerge(c), avgMerge(a), maxMerge(m), uniqExactMerge(q) FROM (SELECT sumState(i) AS x, countState() AS c, avgState(k) AS a, maxState(s) AS m, uniqExactState(s) AS q FROM t GROUP BY k);
SELECT sumWithOverflow(k), toTypeName(sumWithOverflow(k)), sumKahan(k), sumCount(k) FROM t;
SELECT varPop(k), varSamp(k), stddevPop(k), stddevSamp(k), covarPop(k, i), corr(k, k) FROM t;
SELECT groupArray(k), groupUniqArray(1)(toUInt8(5)), groupArray(2)(k) FROM (SELECT k FROM t ORDER BY i);
SELECT arraySort(groupUniqArray(k)), arraySort(groupArray(n)) FROM t;
SELECT quantileExact(0.5)(i), median(k), quantileExact(k), quantilesExact(0.1, 0.9)(k) FROM t;
SELECT groupBitAnd(k), groupBitOr(k), groupBitXor(k) FROM t;
SELECT sumMap([k], [i]) FROM t;
SELECT topK(1)(lc) FROM t;
SELECT sumArray(a), countArray(a), maxArray(a), sumArrayIf(a, k = 1) FROM t;
SELECT min(n), max(n), any(n), anyLast(n) FROM t WHERE n IS NULL;
SELECT any(n) RESPECT NULLS, first_value(n) FROM t WHERE k = 3;
SELECT sum(k) + count() AS x, x / 2 FROM t;
SELECT sum(k * 2 + 1), sum(k) * 2, max(length(s)) FROM t;
SELECT k, sum(i) AS total FROM t GROUP BY k HAVING total > 0 ORDER BY k;
SELECT sum(nope) FROM t; -- { serverError UNKNOWN_IDENTIFIER }
SELECT sum(s) FROM t; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT sum() FROM t; -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT sum(k, i) FROM t; -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT sum(1)(k) FROM t; -- { serverError AGGREGATE_FUNCTION_DOESNT_ALLOW_PARAMETERS }
SELECT avg(s) FROM t; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT sumIf(k) FROM t; -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT sumNothing(k) FROM t; -- { serverError UNKNOWN_FUNCTION }
SELECT sum(k) FROM t WHERE sum(k) > 1; -- { serverError ILLEGAL_AGGREGATION }
SELECT s, count() FROM t GROUP BY s ORDER BY s;
SELECT f, count() FROM t GROUP BY f ORDER BY f;
SELECT n, count() FROM t GROUP BY n ORDER BY n;
SELECT lc, count(), toTypeName(lc) FROM t GROUP BY lc ORDER BY lc;
SELECT e, count(), toTypeName(e) FROM t GROUP BY e ORDER BY e;
SELECT a, count() FROM t GROUP BY a ORDER BY a;
SELECT dec, d, count() FROM t GROUP BY dec, d ORDER BY dec;
SELECT b, count() FROM t GROUP BY b ORDER BY b;
SELECT (k, e) AS p, count() FROM t GROUP BY p ORDER BY p;
SELECT toStartOfMonth(d) AS m, count() FROM t GROUP BY m ORDER BY m;
SELECT count() FROM (SELECT k FROM t GROUP BY k);
SELECT max(c), min(c) FROM (SELECT k, count() AS c FROM t GROUP BY k);
