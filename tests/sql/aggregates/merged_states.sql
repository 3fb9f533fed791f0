-- -Merge takes states of its own function: quantiles of other levels have the same, others do not.
SELECT quantilesMerge(0.1, 0.2)(s), quantileMerge(0.1)(s), quantileMerge(s), medianMerge(s) FROM (SELECT quantileState(0.7)(number) AS s FROM numbers(30));
SELECT toTypeName(quantilesMergeState(0.1, 0.2)(s)), finalizeAggregation(quantilesMergeState(0.1, 0.2)(s)) FROM (SELECT quantileState(0.5)(number) AS s FROM numbers(30));
SELECT sumMerge(s), toTypeName(sumMergeState(s)) FROM (SELECT sumState(toUInt8(number)) AS s FROM numbers(30));
SELECT avgMerge(s) FROM (SELECT sumState(number) AS s FROM numbers(3)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT minMerge(s) FROM (SELECT maxState(number) AS s FROM numbers(3)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT sumMerge(s) FROM (SELECT sumOrNullState(number) AS s FROM numbers(3)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT sumMerge(s) FROM (SELECT sumDistinctState(number) AS s FROM numbers(3)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT sumMerge(s) FROM (SELECT sumIfState(number, 1) AS s FROM numbers(3)); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT sumIfMerge(s) FROM (SELECT sumState(number) AS s FROM numbers(3)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT groupArrayMerge(2)(s) FROM (SELECT groupArrayState(number) AS s FROM numbers(3)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT groupArrayMerge(s) FROM (SELECT groupArrayState(2)(number) AS s FROM numbers(3)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT groupBitmapAndMerge(s) FROM (SELECT bitmapBuild([1, 2]) AS s); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT sumMerge(); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT sumMerge(1, 2); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT sumMerge(1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
-- The same function twice is refused, but for -Array, -OrNull and -OrDefault.
SELECT sumIfIf(1, 1, 1); -- { serverError ILLEGAL_AGGREGATION }
SELECT sumMapMap(map(1, map(1, 2))); -- { serverError ILLEGAL_AGGREGATION }
SELECT sumDistinctDistinct(1); -- { serverError ILLEGAL_AGGREGATION }
SELECT sumMergeMerge(1); -- { serverError ILLEGAL_AGGREGATION }
SELECT sumArrayArray([[1, 2], [3]]), sumOrNullOrNull(1), sumOrDefaultOrNull(2), sumIfOrNullIf(1, 1, 1), groupArrayArrayArray([[[1]]]);
-- What parameters look like in a type, and states with such parameters, stored.
SELECT toTypeName(meanZTestState(1., 2., 0.95)(number * number % 7, number % 2)), toTypeName(groupConcatState(',')(number)) FROM numbers(10);
CREATE TABLE states (k UInt8, z AggregateFunction(meanZTest(1., 2., 0.95), UInt8, UInt8), g AggregateFunction(groupArray(2), UInt64), q AggregateFunction(quantileGK(1000, 0.5), UInt64), d AggregateFunction(1, quantileDeterministic, UInt64, UInt64)) ENGINE = AggregatingMergeTree ORDER BY k;
INSERT INTO states SELECT number % 2, meanZTestState(1., 2., 0.95)(toUInt8(number * number % 7), toUInt8(number % 2)), groupArrayState(2)(number), quantileGKState(1000, 0.5)(number), quantileDeterministicState(number, number) FROM numbers(10) GROUP BY number % 2;
INSERT INTO states SELECT number % 2, meanZTestState(1., 2., 0.95)(toUInt8(number * number % 7), toUInt8(number % 2)), groupArrayState(2)(number), quantileGKState(1000, 0.5)(number), quantileDeterministicState(number, number) FROM numbers(10, 10) GROUP BY number % 2;
OPTIMIZE TABLE states FINAL;
SELECT count() FROM states;
SELECT k, length(groupArrayMerge(2)(g)), quantileGKMerge(1000, 0.5)(q), quantileDeterministicMerge(d) FROM states GROUP BY k ORDER BY k;
SELECT arrayMap(x -> round(x, 6), [meanZTestMerge(1., 2., 0.95)(z).1, meanZTestMerge(1., 2., 0.95)(z).2]) FROM states;
-- Of no rows, or of a bare NULL.
SELECT sumCountIfOrNull(number, number > 100), intervalLengthSumIfOrNull(number, number + 1, number > 100), retentionIfOrNull(number = 1, number = 2, number > 100), quantilesIfOrNull(0.5)(number, number > 100), uniqIfOrNull(number, number > 100), deltaSumIfOrNull(number, number > 100) FROM numbers(10);
SELECT regr_count(NULL, 1), uniq(NULL), count(NULL), sumCount(NULL), intervalLengthSum(NULL, 1);
SELECT deltaSum(NULL); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT sumMap(NULL); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT sumArray([]); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT uniqArray([]), groupArrayArray([]), entropyArray([]);
SELECT any_respect_nullsIf(1, toNullable(1)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT countDistinctIf(1); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
