-- What is no number makes no variance; several exact quantiles of nothing are zeros; limits have none.
SELECT varSamp(x), varPop(x), stddevPop(x), stddevSamp(x), varPopStable(x), skewPop(x), kurtPop(x) FROM (SELECT arrayJoin([1e300, 1., 1e300, 2.]) AS x);
SELECT g, varSamp(x), varPop(x), stddevPop(x), varPopStable(x), covarPop(x, 1), corr(x, x) FROM (SELECT arrayJoin([(1, inf), (1, 1.), (1, 2.), (2, nan), (2, 1.), (2, 2.)]) AS t, t.1 AS g, t.2 AS x) GROUP BY g ORDER BY g;
SELECT quantilesExactLow(0.5)(x), quantilesExactHigh(0.5)(x), quantileExactLow(x), quantileExactHigh(x), quantilesExact(0.5)(x), quantilesExactInclusive(0.5)(x), quantilesExactExclusive(0.5)(x) FROM (SELECT 1. AS x WHERE 0);
SELECT quantilesExactLow(0.5)(x), quantilesExactHigh(0.5)(x), quantileExactLow(x), quantileExactHigh(x), quantilesExact(0.5)(x), quantilesExactInclusive(0.5)(x), quantilesExactExclusive(0.5)(x) FROM (SELECT toNullable(1.) AS x WHERE 0);
SELECT quantilesExactExclusive(1, 0.5)(number) FROM numbers(3); -- { serverError BAD_ARGUMENTS }
SELECT quantileExactExclusive(0)(number) FROM numbers(3); -- { serverError BAD_ARGUMENTS }
-- Lines through points that lie above each other have no slope.
SELECT regr_slope(x, y), regr_intercept(x, y), regr_sxx(x, y), regr_sxy(x, y), regr_r2(x, y), simpleLinearRegression(y, x) FROM (SELECT arrayJoin([(1.1, 5.25), (2.2, 5.25), (3.7, 5.25), (0.3, 5.25)]) AS t, t.1 AS x, t.2 AS y);
SELECT regr_slope(x, y), regr_intercept(x, y), regr_sxx(x, y), regr_syy(x, y), regr_sxy(x, y), regr_r2(x, y) FROM (SELECT 1.1 + number AS x, 0.1 AS y FROM numbers(10));
SELECT regr_slope(x, y), regr_intercept(x, y), regr_sxx(x, y), regr_syy(x, y), regr_sxy(x, y), regr_r2(x, y) FROM (SELECT 1.1 AS x, number AS y FROM numbers(10));
SELECT regr_slope(x, y), regr_intercept(x, y), regr_sxx(x, y), regr_syy(x, y), regr_sxy(x, y), regr_r2(x, y), regr_avgx(x, y), regr_avgy(x, y) FROM (SELECT nan AS x, number AS y FROM numbers(10));
SELECT regr_slope(x, y), regr_intercept(x, y), regr_sxx(x, y), regr_r2(x, y), regr_avgx(x, y) FROM (SELECT 1 AS x, 2 AS y WHERE 0);
SELECT regr_slope(x, y), regr_intercept(x, y), regr_sxx(x, y), regr_r2(x, y), regr_avgx(x, y) FROM (SELECT toNullable(1) AS x, 2 AS y WHERE 0);
-- Integers wrap while they are weighed.
SELECT avgWeighted(x, y), avgWeighted(1.5, y), avgWeighted(toInt128(number) * 1000000000000000, y) FROM (SELECT number, 18446744073709551543 AS x, 18446744073709551543 - number AS y FROM numbers(4));
SELECT g, avgWeighted(x, y) FROM (SELECT number % 3 AS g, -toInt64(number) AS x, 18446744073709551543 - number AS y FROM numbers(9)) GROUP BY g ORDER BY g;
-- NULL among the arguments of -If leaves tuples as they are.
SELECT simpleLinearRegressionIf(a, b, c) AS v, toTypeName(v), argMaxIf((a, a), b, c) AS w, toTypeName(w), argAndMaxIf(a, b, c) AS x, toTypeName(x), studentTTestIf(a, c, b) AS y, toTypeName(y) FROM (SELECT number AS a, if(number > 1, NULL, toUInt8(number)) AS b, toUInt8(number > 3) AS c FROM numbers(10));
SELECT g, argMaxIf((a, g), b, c), argMax((a, g), b), simpleLinearRegression(a, b) FILTER (WHERE c) FROM (SELECT number AS a, number % 2 AS g, if(number > 4, NULL, number) AS b, toUInt8(number > 3) AS c FROM numbers(10)) GROUP BY g ORDER BY g;
SELECT argMaxIfMerge(v) AS w, toTypeName(w), toTypeName(any(v)), any(finalizeAggregation(v)) FROM (SELECT argMaxIfState((a, a), b, c) AS v FROM (SELECT number AS a, if(number > 1, NULL, number) AS b, toUInt8(number > 3) AS c FROM numbers(10)));
SELECT simpleLinearRegressionOrNullIf(a, b, c) AS v, toTypeName(v), simpleLinearRegressionArrayIf([a], [b], c) AS w, toTypeName(w) FROM (SELECT number AS a, if(number > 1, NULL, number) AS b, toUInt8(number > 3) AS c FROM numbers(10));
-- A day that is not there.
SELECT x, anyIf(d, 0), maxIf(d, 0), anyOrDefaultIf(d, 0), argMaxIf(d, x, 0), groupArrayInsertAt(d, x), anyResample(0, 3, 1)(d, x), lagInFrame(d) OVER (ORDER BY d) FROM (SELECT 1 AS x, toDate32('2000-01-01') AS d) GROUP BY x, d ORDER BY x;
SELECT a.x, b.d FROM (SELECT 1 AS x) AS a LEFT JOIN (SELECT 2 AS x, toDate32('2000-01-01') AS d) AS b ON a.x = b.x;
SELECT arrayResize([d], 2), [d][2], map(1, d)[2], emptyArrayToSingle(arrayPopBack([d])), defaultValueOfTypeName('Date32'), toDate32OrZero('x') FROM (SELECT toDate32('2000-01-01') AS d);
SELECT d, count() FROM (SELECT toDate32('2000-01-01') AS d) GROUP BY d WITH TOTALS;
SELECT d, count() FROM (SELECT toDate32('2000-01-01') AS d) GROUP BY ROLLUP(d) ORDER BY d;
SELECT number AS n, toDate32('2000-01-01') AS d FROM numbers(2) ORDER BY n WITH FILL FROM 0 TO 4;
-- No result of no rows is asked for where every interval has some.
SELECT arrayMap(t -> round(t.1, 9), analysisOfVarianceResample(0, 3, 1)(i, c, c3)), mannWhitneyUTestResample(0, 3, 1)(i, c, c3).1 FROM (SELECT toInt64(cityHash64(number) % 100) AS i, toUInt8(number % 2) AS c, toUInt8(intDiv(number, 2) % 3) AS c3 FROM numbers(60));
SELECT analysisOfVarianceResample(0, 4, 1)(i, c, c3) FROM (SELECT number AS i, toUInt8(number % 2) AS c, toUInt8(intDiv(number, 2) % 3) AS c3 FROM numbers(60)); -- { serverError BAD_ARGUMENTS }
-- What fills gaps must be of the type.
SELECT groupArrayInsertAt('x')(toFloat64(number), number) FROM numbers(3); -- { serverError CANNOT_PARSE_NUMBER }
SELECT groupArrayInsertAt('x')(toDate(number), number) FROM numbers(3); -- { serverError CANNOT_PARSE_DATE }
SELECT groupArrayInsertAt('2020-01-01')(toDate(number), number * 2), groupArrayInsertAt('1.5')(toFloat64(number), number * 2), groupArrayInsertAt('-')(toString(number), number * 2) FROM numbers(3);
-- Common elements are in the order of ClickHouse's tables of hashes.
SELECT groupArrayIntersect([number % 3, 7, 100, 12]), groupArrayIntersect([number % 3 / 2, 7.5, 100., 1.2]) FROM numbers(9) WHERE number % 3 = 1;
SELECT groupArrayIntersect(range(number, 40)), groupArrayIntersect(range(number, 40)::Array(Int8)) FROM numbers(9);
