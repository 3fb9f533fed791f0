-- Integers of all widths, decimals, moments and Bool in aggregates, and what they refuse.
SELECT deltaSum(toInt64(number - 5) * 1844674407370955161), deltaSum(toInt256(number) - 5), deltaSum(toUInt128(number)), deltaSum(toBool(number % 3)), deltaSum(number / 4) FROM numbers(10);
SELECT deltaSumTimestamp(toInt64(number - 5) * 1844674407370955161, number), deltaSumTimestamp(toFloat32(number), toDate(number)) FROM numbers(10);
SELECT deltaSumTimestamp(number, toUInt8(number)) FROM numbers(3); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT avgWeighted(toInt8(number) - 5, number), avgWeighted(toInt64(number - 5) * 1844674407370955161, number), avgWeighted(toUInt64(number * 1844674407370955161), number) FROM numbers(10);
SELECT groupArrayMovingSum(2)(toInt256(number) - 5), groupArrayMovingAvg(2)(toUInt256(number)), groupArrayMovingAvg(3)(toDecimal32(number, 2)), toTypeName(groupArrayMovingAvg(3)(toDecimal32(number, 2))) FROM numbers(5);
SELECT groupBitAnd(toBool(number > 0)), groupBitOr(toBool(number > 0)), groupBitXor(toBool(number > 0)), toTypeName(groupBitXor(true)) FROM numbers(3);
SELECT max(map('a', number)), min(map('a', number)), argMax(number, map('a', number)), argMin(number, map('a', number)) FROM numbers(10);
SELECT sumKahan(toDecimal32(number, 2)), toTypeName(sumKahan(toDecimal32(number, 2))), toTypeName(sumKahan(toDecimal256(number, 2))) FROM numbers(10);
SELECT avg(toTime(number)), avg(toTime64(number / 2, 3)), toTypeName(avg(toTime(number))) FROM numbers(10);
SELECT round(boundingRatio(toDateTime64(1714979289.123 + number, 3, 'UTC'), number * 2), 6), boundingRatio(toTime(number), number) FROM numbers(10);
SELECT toTypeName(groupUniqArray(toDateTime(number, 'UTC'))), toTypeName(largestTriangleThreeBuckets(2)(toDateTime(number, 'UTC'), toDateTime64(number, 3, 'UTC'))) FROM numbers(3);
SELECT groupArrayInsertAt('-1')(toInt8(number), number + 1), groupArrayInsertAt(-1)(toInt8(number), number + 1), groupArrayInsertAt(1.5)(toString(number), number + 1), groupArrayInsertAt(NULL)(number, number + 1) FROM numbers(3);
SELECT groupArrayInsertAt('x')(number, number) FROM numbers(3); -- { serverError TYPE_MISMATCH }
SELECT groupArrayInsertAt(-1)(number, number) FROM numbers(3); -- { serverError CANNOT_CONVERT_TYPE }
SELECT groupArrayInsertAt(300)(toUInt8(number), number) FROM numbers(3); -- { serverError CANNOT_CONVERT_TYPE }
SELECT groupArrayInsertAt(number, 16777216) FROM numbers(3); -- { serverError TOO_LARGE_ARRAY_SIZE }
SELECT groupArrayInsertAt(0, 16777217)(number, 1) FROM numbers(3); -- { serverError TOO_LARGE_ARRAY_SIZE }
SELECT groupArrayLast(number) FROM numbers(3); -- { serverError BAD_ARGUMENTS }
SELECT groupArraySorted(number) FROM numbers(3); -- { serverError BAD_ARGUMENTS }
SELECT groupArrayIntersect(2)([number]) FROM numbers(3); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT sumCount(CAST('a', 'Enum8(\'a\' = 1)')); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT boundingRatio(number, toIPv4(number)) FROM numbers(3); -- { serverError NOT_IMPLEMENTED }
SELECT boundingRatio(number, toString(number)) FROM numbers(3); -- { serverError BAD_ARGUMENTS }
SELECT welchTTest(number, toDecimal32(1, 2)) FROM numbers(3); -- { serverError NOT_IMPLEMENTED }
SELECT corr(toBFloat16(number), number) FROM numbers(3); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT studentTTest(0.5, 0.5)(number, number % 2) FROM numbers(10); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT studentTTestOneSample(number) FROM numbers(10); -- { serverError BAD_ARGUMENTS }
SELECT sequenceCount('(?1)')(number, number = 1) FROM numbers(10); -- { serverError TOO_FEW_ARGUMENTS_FOR_FUNCTION }
SELECT minMap(map('a', 1), [1]); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT analysisOfVariance(x, g) FROM values('x Float64, g UInt8', (1, 0), (2, 0), (3, 2), (4, 2)); -- { serverError BAD_ARGUMENTS }
SELECT gini(0), theilsU(number % 2, 3) FROM numbers(10);
SELECT groupArrayIntersect([NULL, number]), arraySort(groupArrayIntersect([1, NULL, 1])) FROM numbers(3);
-- Moments around means: exact also far from zero.
SELECT varPopStable(1e9 + number), stddevSampStable(toDateTime('2024-05-06 07:08:09', 'UTC') + number), covarPopStable(1e12 + number, number), round(corrStable(toDateTime64(1714979289.123 + number, 3, 'UTC'), number), 6) FROM numbers(10);
SELECT varPopStable(number), varSampStable(number), covarSampStable(number, number), corrStable(number, number), varPopStableOrNull(number) FROM numbers(0);
SELECT varPopStable(number), varSampStable(number), varPopStable(toNullable(number)) FROM numbers(1);
SELECT round(varPopStableMerge(s), 6) FROM (SELECT varPopStableState(1e6 + number) AS s FROM numbers(100) GROUP BY number % 7);
