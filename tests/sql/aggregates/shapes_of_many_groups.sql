-- Histograms, lines, bars and moving sums of groups of very different sizes, all of them at once.
SELECT k, histogram(3)(x) FROM (SELECT number % 7 AS k, (intHash64(number) % 1000) / 8 AS x FROM numbers(60)) GROUP BY k ORDER BY k;
SELECT k, histogram(2)(x), histogram(10)(x) FROM (SELECT arrayJoin([0, 1, 2, 3, 5, 21, 100, 600]) AS n, n AS k, arrayJoin(range(n)) AS i, (intHash64(i) % 5000) / 16 - 100 AS x) GROUP BY k ORDER BY k;
SELECT k, length(histogram(250)(x)), histogram(1)(x) FROM (SELECT arrayJoin(range(1, 40)) AS n, n % 13 AS k, (intHash64(n) % 100) / 4 AS x) GROUP BY k ORDER BY k;
SELECT k, histogram(4)(x) FROM (SELECT number % 3 AS k, 1 + (number % 4) * 2.3e-16 + intDiv(number, 9) AS x FROM numbers(18)) GROUP BY k ORDER BY k;
SELECT histogram(5)(x), histogramOrNull(5)(x) FROM (SELECT 1. AS x WHERE 0);
SELECT k, histogram(2)(x) FROM (SELECT number % 3 AS k, if(number = 7, nan, 1.) AS x FROM numbers(9)) GROUP BY k; -- { serverError INCORRECT_DATA }
SELECT cityHash64(groupArray((k, h))) FROM (SELECT k, histogram(5)(x) AS h FROM (SELECT number % 300 AS k, toFloat64(intHash64(number) % 100000) AS x FROM numbers(9000)) GROUP BY k ORDER BY k);
SELECT k, largestTriangleThreeBuckets(4)(x, y), lttb(2)(x, y), lttb(1)(x, y), lttb(0)(x, y) FROM (SELECT arrayJoin([1, 2, 3, 4, 5, 6, 20, 99]) AS n, n AS k, arrayJoin(range(n)) AS i, toFloat64(intHash64(i)) / 1e15 AS x, sin(i) AS y) GROUP BY k ORDER BY k;
SELECT lttb(6)(x, y) FROM (SELECT number / 10 AS x, number / 10 AS y FROM numbers(100));
SELECT lttb(5)(x, y), lttb(5)(y, x) FROM (SELECT number / 3 AS x, 1 + (intHash64(number) % 20) * 2.3e-16 AS y FROM numbers(20));
SELECT k, lttb(3)(x, y), lttb(9)(x, y) FROM (SELECT number % 2 AS k, if(number % 5 = 0, nan, toFloat64(number)) AS x, if(number % 7 = 0, nan, toFloat64(number * number)) AS y FROM numbers(24)) GROUP BY k ORDER BY k;
SELECT cityHash64(groupArray((k, h))) FROM (SELECT k, lttb(7)(x, y) AS h FROM (SELECT number % 200 AS k, number AS x, intHash64(number) % 1000 / 7 AS y FROM numbers(8000)) GROUP BY k ORDER BY k);
SELECT k, sparkbar(5)(x, y), sparkbar(9, 2, 20)(x, y) FROM (SELECT arrayJoin([1, 2, 3, 10, 50]) AS n, n AS k, arrayJoin(range(n)) AS i, toUInt32(intHash64(i) % 30) AS x, toInt16(intHash64(i + 1000) % 50) - 5 AS y) GROUP BY k ORDER BY k;
SELECT k, sparkbar(6)(x, toUInt8(y % 4)), sparkbar(6)(x, y / 3), sparkbar(6)(toUInt8(4), y) FROM (SELECT number % 5 AS k, toUInt16(number) AS x, number % 256 AS y FROM numbers(700)) GROUP BY k ORDER BY k;
SELECT k, groupArrayMovingSum(3)(x), groupArrayMovingAvg(3)(x), groupArrayMovingSum(x), groupArrayMovingAvg(x), groupArrayMovingSum(100)(x) FROM (SELECT arrayJoin([1, 2, 3, 5, 9]) AS n, n AS k, arrayJoin(range(n)) AS i, (intHash64(i) % 1000) / 7 AS x) GROUP BY k ORDER BY k;
SELECT groupArrayMovingSum(2)(x), groupArrayMovingAvg(18446744073709551615)(x) FROM (SELECT arrayJoin([0.1, 0.2, -0.3, 1e300]) AS x);
-- Heights that the type cannot hold times 7 are divided more roughly, some of them to no bar at all.
SELECT k, sparkbar(3)(x, y) FROM (SELECT arrayJoin([(0, 0, 41), (0, 1, 41), (1, 0, 47), (1, 1, 38), (2, 1, 70), (2, 3, 100), (2, 2, 53), (3, 0, 36), (3, 9, 3), (4, 0, 255), (4, 0, 255), (4, 1, 20)]) AS p, p.1 AS k, toUInt8(p.2) AS x, toUInt8(p.3) AS y) GROUP BY k ORDER BY k;
