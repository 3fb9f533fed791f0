SELECT quantilesTDigest(0, 0.1, 0.25, 0.5, 0.75, 0.9, 1)(x), quantilesTDigestWeighted(0, 0.1, 0.25, 0.5, 0.75, 0.9, 1)(x, w) FROM values('x Float64, w UInt32', (1, 2), (inf, 3), (-inf, 1), (nan, 5), (2, 4));
SELECT quantilesTDigestWeighted(0.01, 0.1, 0.9, 0.99)(x, w) FROM (SELECT number % 9 + 1 AS w, multiIf(number % 5 = 0, inf, number % 5 = 1, -inf, toFloat64(number)) AS x FROM numbers(30000));
SELECT quantileTDigestMerge(s), quantileTDigestWeightedMerge(w) FROM (SELECT quantileTDigestState(x) AS s, quantileTDigestWeightedState(x, 2) AS w FROM (SELECT arrayJoin([1, inf, 3, -inf, 7]) AS x) GROUP BY x);
SELECT quantilesTDigest(0.5, 0.9)(x), quantilesTDigestWeighted(0.5, 0.9)(x, 1), quantiles(0.5, 0.9)(x), quantilesExact(0.5, 0.9)(x), quantilesExactHigh(0.5)(x) FROM (SELECT arrayJoin([nan, nan]) AS x);
SELECT quantileTDigest(x), quantile(x), quantileExact(x), quantileExactOrNull(x), quantileOrNull(x), quantileIf(x, x > 0), quantileOrNullIf(x, x > 0), quantileExactHigh(x) FROM (SELECT arrayJoin([nan]) AS x);
SELECT k, quantile(x), quantilesExact(0.5, 0.9)(x), medianTDigest(x) FROM (SELECT number % 3 AS k, if(k = 0, nan, number / 3) AS x FROM numbers(30)) GROUP BY k ORDER BY k;
