-- Moments as ClickHouse puts them together; of Float32 alone they are Float32.
SELECT corr(number, number * number), kurtSamp(number), kurtPop(number), skewSamp(number * number), skewPop(number * number) FROM numbers(200);
SELECT kurtSamp(1), kurtPop(1), skewSamp(1), skewPop(1), varPop(1), varSamp(1);
SELECT kurtSamp(1), kurtPop(1), skewSamp(1), skewPop(1) FROM numbers(3);
SELECT varPop(x), toTypeName(varPop(x)), stddevSamp(x), toTypeName(stddevSamp(x)), corr(x, x), covarSamp(x, x), kurtPop(x), skewPop(x + 1), toTypeName(kurtPop(x)) FROM (SELECT toFloat32(number) AS x FROM numbers(10));
SELECT toTypeName(covarPop(x, x)), toTypeName(covarPop(x, 1)), toTypeName(corr(x, y)), toTypeName(varPop(y)), toTypeName(varPopStable(x)), toTypeName(regr_slope(x, x)), toTypeName(varPopState(x)), varPopIf(x, 0), varSampOrNull(x), varPop(x * 1e30::Float32) FROM (SELECT toFloat32(number) AS x, toNullable(toFloat32(number)) AS y FROM numbers(10));
SELECT varPopMerge(s), any(toTypeName(s)) FROM (SELECT varPopState(toFloat32(number)) AS s FROM numbers(3) GROUP BY number);
-- The mean of moments is the nearest one.
SELECT avg(toDate(number)), avg(toDateTime(number, 'UTC')), avg(toDate32(number - 5)), avg(toDateTime64(-number / 10, 1, 'UTC')), avg(toTime(number)), avgIf(toDate(number), number > 0), avgOrNull(toNullable(toDate(number))) FROM numbers(4);
SELECT number, avg(toDate(number)) OVER (ORDER BY number) FROM numbers(5);
SELECT avgMerge(s) FROM (SELECT avgState(toDate(number)) AS s FROM numbers(4) GROUP BY number);
-- Moving sums of floats are differences of sums from the first value.
SELECT groupArrayMovingAvg(2)(toInt64(number - 5) * 1844674407370955161), groupArrayMovingAvg(3)(sqrt(number)), groupArrayMovingSum(3)(sqrt(number)), groupArrayMovingSum(20)(number / 10), groupArrayMovingAvg(number / 7) FROM numbers(10);
SELECT groupArrayMovingAvg(3)(if(number = 4, inf, toFloat64(number))), groupArrayMovingSum(2)(if(number = 4, nan, number / 2)), groupArrayMovingAvg(2)(toDecimal32(number, 1)), groupArrayMovingAvg(2)(if(number % 3 = 0, NULL, number)), groupArrayMovingAvgIf(2)(number, 0) FROM numbers(10);
