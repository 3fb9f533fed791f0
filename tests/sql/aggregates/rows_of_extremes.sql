-- Rows where the last argument is least or greatest stay in their order, in many groups at once.
SELECT cityHash64(groupArray((g, a, b, c))) FROM (SELECT g, groupArrayArgMin(x, y) AS a, groupConcatArgMax(',')(x, y) AS b, groupArrayArgMaxIf(x, y, x % 2) AS c FROM (SELECT number % 300 AS g, number AS x, intHash64(number) % 3 AS y FROM numbers(9000)) GROUP BY g ORDER BY g);
SELECT sumArgMin(x, y), countArgMax(x, y), groupArrayArgMin(x, n), maxArgMin(x, toString(y)) FROM (SELECT number AS x, number % 3 AS y, if(number % 2, NULL, number % 4) AS n FROM numbers(10));
SELECT sumArgMin(x, y), groupArrayArgMax(x, y) FROM (SELECT number AS x, number % 3 AS y FROM numbers(10)) WHERE x > 99;
-- Decimals between others are cut off by their digits.
SELECT quantiles(0.999, 1, 0.25, 0)(dec), quantile(0.3)(dec), median(-dec) FROM (SELECT toDecimal64(number * 7.123, 3) AS dec FROM numbers(8));
SELECT g, quantile(0.999)(dec) FROM (SELECT number % 40 AS g, toDecimal64((cityHash64(number) % 200000) / 1000, 3) AS dec FROM numbers(200)) GROUP BY g ORDER BY g;
-- Sums of decimals in arrays have their type.
SELECT sumMap([1, 2], [d, 2]) AS v, toTypeName(v), toTypeName(sumMap(map(1, d))), toTypeName(sumMapWithOverflow([1], [d])), toTypeName(sumMap([1], [toInt8(d)])) FROM (SELECT toDecimal64(number, 3) AS d FROM numbers(4));
-- A side of one value tells nothing of the other.
SELECT n, cramersV(x, y), cramersVBiasCorrected(y, x), contingency(x, y) FROM (SELECT arrayJoin(range(1, 40, 2)) AS n, arrayJoin(range(n)) AS x, 1 AS y) GROUP BY n ORDER BY n;
SELECT histogram(0)(number) FROM numbers(3); -- { serverError BAD_ARGUMENTS }
-- NULL and NaN inside of tuples and arrays are never the greatest.
SELECT max((n, y)), min((n, y)), argMax(x, (n, y)), argMin(x, (n, y)), groupArrayArgMax(x, (n, y)), groupArrayArgMin(x, (n, y)) FROM (SELECT number AS x, number % 3 AS y, if(number % 2, NULL, number % 4) AS n FROM numbers(10));
SELECT max((f, y)), min((f, y)), argMax(x, (f, y)), argMin(x, (f, y)), max([f, y]), min([f, y]), max([n]), min([n]), argMax(x, [n, y]) FROM (SELECT number AS x, number % 3 AS y, if(number % 2, nan, number % 4) AS f, if(number % 2, NULL, number % 4) AS n FROM numbers(10));
SELECT max((n, s)), argMax(x, (s, n)), max((s, (n, x))), argMaxIf(x, (n, s), x % 2 = 1) FROM (SELECT number AS x, toString(number % 3) AS s, if(number % 2, NULL, number % 4) AS n FROM numbers(10));
SELECT max((n, n)), min((n, n)) FROM (SELECT CAST(NULL, 'Nullable(UInt8)') AS n FROM numbers(3));
SELECT max((n, n)), max([n]) FROM (SELECT CAST(NULL, 'Nullable(UInt8)') AS n FROM numbers(0));
SELECT x, max((n, y)) OVER (ORDER BY x ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) FROM (SELECT number AS x, number % 3 AS y, if(number % 2, NULL, number % 4) AS n FROM numbers(5)) ORDER BY x;
SELECT maxMerge(s), argMaxMerge(t) FROM (SELECT g, maxState((n, y)) AS s, argMaxState(x, (n, y)) AS t FROM (SELECT number AS x, number % 4 AS g, number % 3 AS y, if(number % 2, NULL, number % 4) AS n FROM numbers(10)) GROUP BY g);
SELECT max((dec, d)), max((u, lc)), min((u, lc)) FROM (SELECT toDecimal64(number, 2) AS dec, toDate(number) AS d, toUInt256(number) AS u, toLowCardinality(toString(number)) AS lc FROM numbers(11));
SELECT n, round(cramersV(x, y), 9), cramersVBiasCorrected(x, y) FROM (SELECT arrayJoin(range(3, 40, 3)) AS n, arrayJoin(range(n)) AS x, x % 3 AS y) GROUP BY n ORDER BY n;
SELECT deltaSum(f), deltaSum(toFloat32(f)) FROM (SELECT arrayJoin([1., nan, 2., 5., nan, nan, 7., 6., 8.]) AS f);
SELECT quantileExactWeighted(f, 1), quantilesExactWeighted(0.5)(f, 1), quantileExactWeightedOrDefault(f, 1), quantileExactWeighted(toNullable(f), 1), quantileExactWeighted(toUInt8(f), 1) FROM (SELECT 1. AS f WHERE 0);
