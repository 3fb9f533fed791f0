-- -State, -Merge and -MergeState below other combinators.
SELECT toTypeName(sumStateForEach([number])), toTypeName(sumStateMap(map(number, number))), toTypeName(uniqStateResample(0, 10, 3)(number, number)), toTypeName(avgForEachStateResample(0, 10, 4)([number], number)), toTypeName(minStateArgMinIf(toString(number), number % 3, 1)) FROM numbers(3);
SELECT toTypeName(sumStateOrNull(number)), toTypeName(sumStateOrDefault(number)), toTypeName(uniqStateOrNull(number)), toTypeName(sumStateDistinct(number)), toTypeName(sumStateIf(number, 1)), toTypeName(sumIfState(number, 1)), toTypeName(sumIfStateIf(number, 1, 1)), toTypeName(maxStateMap(map(1, toNullable(number)))) FROM numbers(3);
SELECT arrayMap(x -> finalizeAggregation(x), sumStateForEach([number, number * 2])), arrayMap(x -> finalizeAggregation(x), uniqStateResample(0, 10, 3)(number, number)) FROM numbers(10);
SELECT arrayMap(x -> finalizeAggregation(x), sumStateForEach([number, number * 2])), arrayMap(x -> finalizeAggregation(x), uniqStateResample(0, 10, 3)(number, number)) FROM numbers(0);
SELECT arrayMap(x -> finalizeAggregation(x), groupArrayStateForEach([number, if(number % 2 = 0, NULL, number)])) FROM numbers(6);
SELECT mapApply((k, v) -> (k, finalizeAggregation(v)), avgStateMap(map(number % 2, number))) FROM numbers(10);
SELECT finalizeAggregation(sumStateArray([number, 1])), finalizeAggregation(sumStateArgMin(number, number % 3)), finalizeAggregation(quantileStateOrNull(0.3)(number)), finalizeAggregation(sumStateDistinct(number % 4)) FROM numbers(10);
SELECT finalizeAggregation(sumStateOrNull(number)), finalizeAggregation(sumStateOrDefault(number)) FROM numbers(0);
SELECT sumMergeForEach(s), sumMergeArray(s), arrayMap(x -> finalizeAggregation(x), sumMergeStateForEach(s)) FROM (SELECT sumStateForEach([number, 1]) AS s FROM numbers(10) GROUP BY number % 3);
SELECT sumMergeMap(s) FROM (SELECT map(number % 2, sumState(number)) AS s FROM numbers(10) GROUP BY number % 3, number % 2);
SELECT sumMergeOrDefault(s), sumMergeOrNullIf(s, 1), uniqMergeOrNull(u) FROM (SELECT sumState(number) AS s, uniqState(number) AS u FROM numbers(10));
SELECT sumIfMergeIf(s, k = 1), sumIfMergeIf(s, k > 0) FROM (SELECT number % 3 AS k, sumIfState(number, number > 2) AS s FROM numbers(10) GROUP BY k);
SELECT avgMergeForEach(s) FROM (SELECT sumStateForEach([number]) AS s FROM numbers(3)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT sumMergeOrNull(s) FROM (SELECT sumState(number) AS s FROM numbers(3)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT sumMergeForEach([1]); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
CREATE TABLE arrays (k UInt8, s Array(AggregateFunction(sum, UInt64)), e AggregateFunction(sumForEach, Array(UInt64))) ENGINE = MergeTree ORDER BY k;
INSERT INTO arrays SELECT number % 2 AS k, sumStateForEach([number, 1]), sumForEachState([number, 1]) FROM numbers(10) GROUP BY k;
INSERT INTO arrays SELECT number % 2 AS k, sumStateForEach([number, 1, 5]), sumForEachState([number, 1, 5]) FROM numbers(10, 10) GROUP BY k;
SELECT k, sumMergeForEach(s), sumForEachMerge(e) FROM arrays GROUP BY k ORDER BY k;
SELECT sumMergeForEach(s), sumForEachMerge(e) FROM arrays;
SELECT if(number = 1, NULL, sumState(number)) FROM numbers(3) GROUP BY number; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
