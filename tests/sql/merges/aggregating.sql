-- Requirement: MT.Overview.Family
CREATE TABLE a1(k Int32, s AggregateFunction(sum, UInt64), u AggregateFunction(uniq, String), m SimpleAggregateFunction(max, UInt8), al SimpleAggregateFunction(anyLast, String), ga SimpleAggregateFunction(groupArrayArray, Array(Int8))) ENGINE = AggregatingMergeTree ORDER BY k;
INSERT INTO a1 SELECT number%2, sumState(number), uniqState(toString(number)), number, toString(number), [number] FROM numbers(10) GROUP BY number ORDER BY number;
SELECT k, sumMerge(s), uniqMerge(u), max(m), any(al), any(ga), count() FROM a1 GROUP BY k ORDER BY k;
INSERT INTO a1 SELECT number%2, sumState(number), uniqState(toString(number)), number, toString(number), [number] FROM numbers(10) GROUP BY number ORDER BY number;
SELECT k, finalizeAggregation(s), finalizeAggregation(u), m, al FROM a1 FINAL ORDER BY k;
