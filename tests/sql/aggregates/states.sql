CREATE TABLE raw (k UInt8, u UInt64, n Nullable(Int32), s String, f Float64, d Date) ENGINE = MergeTree ORDER BY k;
INSERT INTO raw SELECT number % 3, number, if(number % 4 = 0, NULL, number - 10), toString(number % 5), number / 2, toDate('2024-01-01') + number FROM numbers(40);
CREATE TABLE states (k UInt8, c AggregateFunction(count), a AggregateFunction(avg, UInt64), m AggregateFunction(max, Nullable(Int32)), q AggregateFunction(quantilesExact(0.5, 0.9), UInt64), x AggregateFunction(uniqExact, String), l AggregateFunction(argMax, String, UInt64), w AggregateFunction(sumIf, UInt64, UInt8), g AggregateFunction(groupArray(2), Date), p AggregateFunction(sumMap, Array(UInt8), Array(UInt64))) ENGINE = MergeTree ORDER BY k;
SHOW CREATE TABLE states;
INSERT INTO states SELECT k, countState(), avgState(u), maxState(n), quantilesExactState(0.5, 0.9)(u), uniqExactState(s), argMaxState(s, u), sumIfState(u, u % 2 = 1), groupArrayState(2)(d), sumMapState([k], [u]) FROM raw WHERE u < 20 GROUP BY k;
INSERT INTO states SELECT k, countState(), avgState(u), maxState(n), quantilesExactState(0.5, 0.9)(u), uniqExactState(s), argMaxState(s, u), sumIfState(u, u % 2 = 1), groupArrayState(2)(d), sumMapState([k], [u]) FROM raw WHERE u >= 20 GROUP BY k;
INSERT INTO states (k) VALUES (7);
SELECT k, countMerge(c), avgMerge(a), maxMerge(m), quantilesExactMerge(0.5, 0.9)(q), uniqExactMerge(x), argMaxMerge(l), sumIfMerge(w), sumMapMerge(p) FROM states GROUP BY k ORDER BY k;
SELECT countMerge(c), avgMerge(a), maxMerge(m), quantilesExactMerge(0.5, 0.9)(q), uniqExactMerge(x), sumMapMerge(p) FROM states;
SELECT k, finalizeAggregation(c), finalizeAggregation(m), finalizeAggregation(w) FROM states ORDER BY k, finalizeAggregation(c), finalizeAggregation(w);
SELECT finalizeAggregation(y) FROM (SELECT avgMergeState(a) AS y FROM states WHERE k < 3);
SELECT toTypeName(c), toTypeName(q), toTypeName(w), toTypeName(p) FROM states LIMIT 1;
SELECT countMerge(c) FROM states WHERE k = 100;
SELECT maxMerge(m), uniqExactMerge(x) FROM states WHERE k = 7;
SELECT sumMerge(k) FROM states; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT sum(c) FROM states; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
INSERT INTO states (c) SELECT sumState(u) FROM raw; -- { serverError CANNOT_CONVERT_TYPE }
CREATE TABLE bad (a SimpleAggregateFunction(avg, Float64)) ENGINE = MergeTree ORDER BY tuple(); -- { serverError BAD_ARGUMENTS }
CREATE TABLE bad (a SimpleAggregateFunction(sum, UInt8)) ENGINE = MergeTree ORDER BY tuple(); -- { serverError BAD_ARGUMENTS }
CREATE TABLE bad (a AggregateFunction(nosuch, UInt8)) ENGINE = MergeTree ORDER BY tuple(); -- { serverError UNKNOWN_AGGREGATE_FUNCTION }
CREATE TABLE simple (k UInt8, a SimpleAggregateFunction(sum, UInt64), b SimpleAggregateFunction(max, Nullable(String))) ENGINE = MergeTree ORDER BY k;
INSERT INTO simple SELECT k, sumSimpleState(u), maxSimpleState(toNullable(s)) FROM raw GROUP BY k;
SELECT k, a, b, toTypeName(a), toTypeName(b) FROM simple ORDER BY k;
SELECT initializeAggregation('sum', 5), toTypeName(initializeAggregation('avgState', 5)), arrayReduce('maxIf', [1, 5, 3], [1, 0, 1]);
