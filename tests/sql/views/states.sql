-- Materialized views into tables of aggregate states.
CREATE TABLE src (k UInt32, u UInt32, v Float64, s String) ENGINE = MergeTree ORDER BY k;
CREATE TABLE agg (k UInt32, us AggregateFunction(uniqExact, UInt32), vs AggregateFunction(sum, Float64), c AggregateFunction(count), q AggregateFunction(quantiles(0.5, 0.9), Float64), m SimpleAggregateFunction(max, Float64), a AggregateFunction(argMax, String, Float64), g AggregateFunction(groupArray, String)) ENGINE = AggregatingMergeTree ORDER BY k;
CREATE MATERIALIZED VIEW mv TO agg AS SELECT k, uniqExactState(u) AS us, sumState(v) AS vs, countState() AS c, quantilesState(0.5, 0.9)(v) AS q, max(v) AS m, argMaxState(s, v) AS a, groupArrayState(s) AS g FROM src GROUP BY k;
INSERT INTO src SELECT number % 3, number % 5, number, toString(number) FROM numbers(20);
INSERT INTO src SELECT number % 4, number % 7, number * 10, toString(number) FROM numbers(20);
SELECT k, uniqExactMerge(us), sumMerge(vs), countMerge(c), quantilesMerge(0.5, 0.9)(q), max(m), argMaxMerge(a), length(groupArrayMerge(g)) FROM agg GROUP BY k ORDER BY k;
SELECT k, uniqExactMerge(us), sumMerge(vs), countMerge(c), max(m) FROM mv GROUP BY k ORDER BY k;
OPTIMIZE TABLE agg FINAL;
SELECT count() FROM agg;
SELECT k, uniqExactMerge(us), sumMerge(vs), countMerge(c), quantilesMerge(0.5, 0.9)(q), max(m), argMaxMerge(a), length(groupArrayMerge(g)) FROM agg GROUP BY k ORDER BY k;
SELECT k, finalizeAggregation(us), finalizeAggregation(vs), finalizeAggregation(c) FROM agg FINAL ORDER BY k;
CREATE MATERIALIZED VIEW mv2 ENGINE = AggregatingMergeTree ORDER BY k POPULATE AS SELECT k, avgState(v) AS av, uniqState(u) AS un FROM src GROUP BY k;
SELECT k, avgMerge(av), uniqMerge(un) FROM mv2 GROUP BY k ORDER BY k;
INSERT INTO src VALUES (0, 100, 1000, 'z');
SELECT k, avgMerge(av), uniqMerge(un) FROM mv2 GROUP BY k ORDER BY k;
SELECT k, sumMerge(vs) FROM agg GROUP BY k ORDER BY k;
CREATE TABLE days (d Date, k UInt32, c AggregateFunction(count)) ENGINE = AggregatingMergeTree PARTITION BY toYYYYMM(d) ORDER BY (d, k);
CREATE MATERIALIZED VIEW mv3 TO days AS SELECT toDate('2020-01-01') + k AS d, k, countMergeState(c) AS c FROM agg GROUP BY d, k;
INSERT INTO src SELECT number, 1, 1, '' FROM numbers(3);
SELECT d, k, countMerge(c) FROM days GROUP BY d, k ORDER BY d;
INSERT INTO agg SELECT 77, uniqExactState(toUInt32(number)), sumState(toFloat64(number)), countState(), quantilesState(0.5, 0.9)(toFloat64(number)), 1, argMaxState(toString(number), toFloat64(number)), groupArrayState(toString(number)) FROM numbers(5);
SELECT k, uniqExactMerge(us), sumMerge(vs) FROM agg WHERE k = 77 GROUP BY k;
INSERT INTO agg (k) VALUES (78);
SELECT k, uniqExactMerge(us), sumMerge(vs), countMerge(c) FROM agg WHERE k = 78 GROUP BY k;
CREATE TABLE n (k UInt32) ENGINE = Null;
CREATE MATERIALIZED VIEW mv4 TO days AS SELECT toDate('2021-01-01') AS d, k, countState() AS c FROM n GROUP BY k;
INSERT INTO n SELECT number % 2 FROM numbers(10);
SELECT d, k, countMerge(c) FROM days WHERE d = '2021-01-01' GROUP BY d, k ORDER BY k;
CREATE MATERIALIZED VIEW bad TO agg AS SELECT k, sumState(u) AS us FROM src GROUP BY k; -- { serverError CANNOT_CONVERT_TYPE }
INSERT INTO src VALUES (1, 1, 1, '');
DROP VIEW bad; -- { serverError UNKNOWN_TABLE }
INSERT INTO src VALUES (1, 1, 1, '');
SELECT count() FROM src;
