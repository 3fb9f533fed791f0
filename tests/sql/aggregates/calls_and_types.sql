-- Aggregates: what they give, of which type, and what they refuse.
SELECT count(), count(NULL), count(x), sum(x), avg(x), min(x), max(x), any(x), anyLast(x) FROM (SELECT arrayJoin([1,NULL,3]) AS x);
SELECT count(), sum(number), avg(number), min(number), max(number), any(number), argMin(number, number), argMax(number,number) FROM numbers(0);
SELECT sum(x), min(x), max(x), avg(x) FROM (SELECT toNullable(number) AS x FROM numbers(0));
SELECT toTypeName(sum(x)), toTypeName(min(x)), toTypeName(avg(x)), toTypeName(count(x)), toTypeName(argMin(x,x)), toTypeName(any(x)) FROM (SELECT toNullable(number) AS x FROM numbers(1));
SELECT min(x), max(x), sum(x), avg(x) FROM (SELECT arrayJoin([1., nan, -5.]) AS x);
SELECT min(x), max(x) FROM (SELECT arrayJoin([nan, 1., -5.]) AS x);
SELECT argMin(y, x), argMax(y, x) FROM (SELECT arrayJoin([(nan,'a'), (1.,'b'), (-5.,'c')]) AS p, p.1 AS x, p.2 AS y);
SELECT sumIf(number, number%2=0), countIf(number>5), avgIf(number, number>100), minIf(number, number>3), anyIf(number, number>7), argMaxIf(number, -number, number>2) FROM numbers(10);
SELECT sumIf(number, NULL), countIf(NULL) FROM numbers(10);
SELECT sum(x), min(x), max(x), any(x) FROM (SELECT toLowCardinality(toString(number)) AS s, toLowCardinality(number) AS x FROM numbers(5));
SELECT min(s), max(s), any(s), toTypeName(min(s)) FROM (SELECT toLowCardinality(toString(number)) AS s FROM numbers(5));
SELECT sum(toInt8(number)), toTypeName(sum(toInt8(number))), sum(toFloat32(number)), toTypeName(sum(toFloat32(1))), sum(toDecimal32(number,2)), toTypeName(sum(toDecimal32(1,2))), toTypeName(sum(true)), toTypeName(sum(toInt128(1))), toTypeName(sum(toDecimal256(1,2))) FROM numbers(3);
SELECT sum(toInt256(number)), sum(toDecimal256(number,3)), sum(toUInt256(number)) FROM numbers(4);
SELECT sum(9223372036854775807), sum(-9223372036854775807), sum(toUInt64('18446744073709551615')) FROM numbers(3);
SELECT avg(toDecimal32(number,2)), toTypeName(avg(toDecimal32(number,2))), avg(toDecimal128(number,2)) FROM numbers(4);
SELECT min([number, 2]), max((number,'a')), max(toDate('2024-01-01')+number), min(toUUID('61f0c404-5cb3-11e7-907b-a6006ad3dba0')), max(toIPv4('1.2.3.4')) FROM numbers(3);
SELECT sumOrNull(number), sumOrDefault(number), avgOrNull(number), countOrNull(), minOrNull(number), maxOrDefault(number), avgOrDefault(number) FROM numbers(0);
SELECT sumDistinct(number%3), countDistinct(number%3), count(DISTINCT number%3), count(DISTINCT number%3, number%2), sum(DISTINCT number%3), avgDistinct(number%4) FROM numbers(10);
SELECT sumArray([1,2,number]), countArray([1,2]), avgArray([1,2,3,number]), minArray([5,number]), maxArray([5,number]), uniqArray([1,2,number]) FROM numbers(3);
SELECT sumArrayIf([1,2,number], number>0), sumIfArray([1,2,3],[1,0,1]) FROM numbers(3);
SELECT sumMerge(s), avgMerge(a), countMerge(c), minMerge(m) FROM (SELECT sumState(number) s, avgState(number) a, countState() c, minState(toString(number)) m FROM numbers(5) GROUP BY number%2);
SELECT sumMerge(s) FROM (SELECT sumMergeState(s) s FROM (SELECT sumState(number) s FROM numbers(5) GROUP BY number%2));
SELECT toTypeName(sumState(number)), toTypeName(avgIfState(number,1)), toTypeName(countState()), toTypeName(quantileState(0.5)(number)), toTypeName(sumSimpleState(number)) FROM numbers(2);
SELECT finalizeAggregation(sumState(number)), finalizeAggregation(avgState(number)) FROM numbers(5);
SELECT sumWithOverflow(toUInt8(200)), sumKahan(0.1), avgWeighted(number, number), toTypeName(sumWithOverflow(toUInt8(200))) FROM numbers(3);
SELECT uniq(number%7), uniqExact(number%7), uniqCombined(number%7), uniqCombined64(number%7), uniqHLL12(number%7), uniqTheta(number%7), uniq(number%2, number%3) FROM numbers(100); -- { serverError UNKNOWN_FUNCTION }
SELECT uniq(x), uniqExact(x), uniq(s) FROM (SELECT arrayJoin([1,NULL,3]) x, toString(x) s);
SELECT uniq(number), uniqExact(number) FROM numbers(50000);
SELECT groupArray(x), groupArray(s) FROM (SELECT arrayJoin([1,NULL,3]) x, toString(x) s);
SELECT arraySort(groupUniqArray(number%3)), length(groupUniqArray(2)(number)) FROM numbers(10);
SELECT groupArrayInsertAt(number, number+1), groupArrayInsertAt(7, 6)(number, number) FROM numbers(3);
SELECT groupArrayMovingSum(number), groupArrayMovingSum(2)(number), groupArrayMovingAvg(number), groupArrayMovingAvg(2)(number) FROM numbers(5);
SELECT groupArraySorted(3)(10-number), groupConcat(number), groupConcat(',')(number), groupConcat(',', 2)(number) FROM numbers(5);
SELECT quantile(number), quantile(0.9)(number), quantiles(0.1,0.5,0.9)(number), median(number), quantileExact(0.5)(number), quantileExactLow(0.5)(number), quantileExactHigh(0.5)(number) FROM numbers(10);
SELECT quantileExactExclusive(0.5)(number), quantileExactInclusive(0.5)(number), quantilesExact(0.1,0.9)(number), quantileExactWeighted(0.5)(number, number), medianExact(number) FROM numbers(10);
SELECT quantile(x), quantileExact(x), median(d) FROM (SELECT arrayJoin([1.5,2.5,10]) x, toDate('2024-01-01')+toUInt8(x) d);
SELECT toTypeName(quantile(toUInt8(1))), toTypeName(quantile(toDate('2024-01-01'))), toTypeName(quantileExact(toUInt8(1))), toTypeName(quantileTiming(1)), toTypeName(quantiles(0.5)(1)), toTypeName(quantile(toDecimal32(1,2)));
SELECT quantile(number), quantileExact(number), quantiles(0.5)(number) FROM numbers(0);
SELECT varPop(number), varSamp(number), stddevPop(number), stddevSamp(number), covarPop(number, number*2), covarSamp(number, -number), corr(number, number*number) FROM numbers(10);
SELECT varSamp(number), stddevSamp(number), covarSamp(number,number), corr(number,number), varPop(number) FROM numbers(1);
SELECT varSamp(number), stddevSamp(number), corr(number,number), varPop(number), skewPop(number), kurtPop(number) FROM numbers(0);
SELECT varPopStable(number), varSampStable(number), stddevPopStable(number), covarPopStable(number,number), corrStable(number,-number), VAR_POP(number), STDDEV_SAMP(number) FROM numbers(10);
SELECT sumMap([1,2],[number,number]), minMap([1,2],[number,number]), maxMap([1],[number]), toTypeName(sumMap([1,2],[toUInt8(number),1])) FROM numbers(4);
SELECT sumMap(map('a',number,'b',1)), minMap(map(number%2, number)), maxMap(map(number%2, number)), avgMap(map('a',number)), countMap(map('a',1)) FROM numbers(4);
SELECT sumForEach([number,1]), avgForEach([number, 2]), countForEach([1,2]) FROM numbers(3);
SELECT sumArgMax(number, number%3), countArgMin(number%3), sumArgMin(number, number%2) FROM numbers(10);
SELECT sumResample(0, 10, 5)(number, number) FROM numbers(10);
SELECT groupArrayIf(number, number%2), uniqIf(number, number<5), quantileIf(0.5)(number, number<5), groupArrayArray([number,1]) , groupUniqArrayArray([1,1]) FROM numbers(6);
SELECT any(x) RESPECT NULLS, first_value(x), anyLast(x) RESPECT NULLS, first_value(x) RESPECT NULLS FROM (SELECT arrayJoin([NULL,1,NULL]) x);
SELECT argMin(x, y), argMax(x,y) FROM (SELECT arrayJoin([(NULL,1),(5,2),(7,NULL)]) p, p.1 x, p.2 y);
SELECT min(x), toTypeName(min(x)) FROM (SELECT arrayJoin([NULL]) x);
SELECT sum(NULL), avg(NULL), count(NULL), toTypeName(sum(NULL)), toTypeName(count(NULL)), groupArray(NULL), uniq(NULL);
SELECT sum('a'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT avg('a'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT sum(1,2); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT quantile('a'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT quantile(1.5)(number) FROM numbers(3); -- { serverError PARAMETER_OUT_OF_BOUND }
SELECT groupArray(0)(number) FROM numbers(3); -- { serverError BAD_ARGUMENTS }
SELECT groupArray(number), groupArray(2)(number), groupUniqArray(number % 1) FROM numbers(5);
SELECT groupBitAnd(number + 4), groupBitOr(number), groupBitXor(number), toTypeName(groupBitOr(toUInt8(number))) FROM numbers(4);
SELECT quantileTDigest(0.5)(number), quantileTiming(0.5)(number), quantileDeterministic(0.5)(number, number) FROM numbers(10);
SELECT skewPop(number), skewSamp(number), kurtSamp(number) FROM numbers(10);
SELECT round(entropy(number % 3), 12), topKWeighted(2)(number % 3, number), first_value(number), last_value(number), singleValueOrNull(number % 1), anyHeavy(number % 1) FROM numbers(10);
SELECT boundingRatio(number, number * 2), sumCount(number), simpleLinearRegression(number, number * 2 + 1), deltaSum(number) FROM numbers(10);
SELECT groupArrayIntersect([number, 1, 2]), retention(number = 1, number = 2, number = 20) FROM numbers(5);
SELECT number % 2 AS k, count(), sum(number), uniq(number % 3), groupArray(number), quantile(number), argMax(number, number) FROM numbers(10) GROUP BY k ORDER BY k;
SELECT number, sum(number) OVER (ORDER BY number), groupArray(number) OVER (ORDER BY number ROWS BETWEEN 1 PRECEDING AND CURRENT ROW), uniq(number % 2) OVER (ORDER BY number), quantile(number) OVER (ORDER BY number), varPop(number) OVER (ORDER BY number) FROM numbers(4) ORDER BY number;
SELECT number % 3 AS k, sumArray([number, 1]) OVER (PARTITION BY k ORDER BY number), sumIf(number, number > 2) OVER (ORDER BY number) FROM numbers(6) ORDER BY number;
SELECT number % 2 AS a, number % 3 AS b, sum(number), groupArray(number) FROM numbers(12) GROUP BY GROUPING SETS ((a), (b), ()) ORDER BY a, b, sum(number);
SELECT argAndMin(number, -number), argAndMax(toString(number), number), toTypeName(argAndMax(toString(number), number)), uniqUpTo(3)(number), uniqUpTo(30)(number), uniqUpTo(3)(number % 2) FROM numbers(10);
SELECT argAndMin(number, number) FROM numbers(0);
SELECT bitmapToArray(bitmapBuild([3,1,2,1])), bitmapMin(bitmapBuild([3,1])), bitmapMax(bitmapBuild([3,1]));
SELECT arrayMap(x -> arrayReduce('sum', [x, 1]), [1,2]);
SELECT sumMap(map('a', number)), minMap(map('a', number)), countMap(map('a', 1)) FROM numbers(3);
SELECT max(number) FROM (SELECT sumState(number) AS number FROM numbers(2)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT sumMerge(1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT nosuch(number) FROM numbers(1); -- { serverError UNKNOWN_FUNCTION }
SELECT sumIf(1); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT sum(sum(number)) FROM numbers(3); -- { serverError ILLEGAL_AGGREGATION }
SELECT groupArray(number) FROM numbers(0);
SELECT number % 2 AS k, arrayMap(x -> x * k, groupArray(number)) FROM numbers(4) GROUP BY k ORDER BY k;
SELECT sum(number) FILTER (WHERE number > 1), count() FILTER (WHERE number = 0), groupArray(number) FILTER (WHERE number % 2) FROM numbers(4);
SELECT quantileExactIf(0.5)(number, number > 5), quantilesIf(0.1, 0.9)(number, number > 5) FROM numbers(10);
SELECT sumOrNullIf(number, 0), sumIfOrNull(number, 0), avgOrDefaultIf(number, 0) FROM numbers(3);
SELECT arraySum(arrayMap(x -> x * x, range(10))), arrayFilter(x -> has([1, 3], x), range(5)), arraySort(x -> (x % 3, x), range(7));
SELECT arrayMap(x -> arrayReduce('max', x), [[1,5],[2]]), arrayReduce('uniq', [1,1,NULL]), arrayReduce('sum', [1,NULL]), arrayReduce('groupArray', [3,1]), arrayReduce('avg', [1,2]), arrayReduce('count', [1,2]), arrayReduce('anyLast', [1,2]), arrayReduce('quantiles(0.5, 0.9)', [1,2,3]), arrayReduce('sum', emptyArrayUInt8()), arrayReduce('sumMap', [[1,2]], [[3,4]]), arrayReduce('topK(1)', [1,1,2]);
SELECT finalizeAggregation(arrayReduce('sumState', [1, 2])), finalizeAggregation(arrayReduce('uniqState', [1, 2, 1]));
