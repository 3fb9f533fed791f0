-- Tests of samples in many groups of many sizes at once: the statistics to the last digit.
CREATE TABLE samples (g UInt32, v Float64, w Float64, s UInt8, t UInt8) ENGINE = Memory;
INSERT INTO samples SELECT g, toInt32(cityHash64(g, i) % 20000000 - 10000000) / 997, cityHash64(i, g) % 1000 / 7, (i + intDiv(i, 3)) % 2, i % 3 FROM (SELECT number AS g FROM numbers(60)) AS a CROSS JOIN (SELECT number AS i FROM numbers(120)) AS b WHERE i < 4 + g * 2 ORDER BY g, i;

SELECT g, studentTTest(v, s).1, welchTTest(v, s).1, studentTTestOneSample(v, 1).1, meanZTest(1., 2., 0.95)(v, s).1, analysisOfVariance(v, t).1 FROM samples GROUP BY g ORDER BY g;
SELECT g, gini(abs(v)), rankCorr(v, w), rankCorr(round(v), round(w)), mannWhitneyUTest(v, s).1, mannWhitneyUTest('less', 0)(round(v), s).1 FROM samples GROUP BY g ORDER BY g;
SELECT g, kolmogorovSmirnovTest(v, s), kolmogorovSmirnovTest('less')(round(v), s), kolmogorovSmirnovTest('greater', 'exact')(round(v), s), kolmogorovSmirnovTest('two-sided', 'asymp')(v, s).1 FROM samples GROUP BY g ORDER BY g;
-- Probabilities and intervals, of which the last digits differ.
SELECT g, arrayMap(x -> round(x, 7), [a.1, a.2, a.3, a.4, b.1, b.2, b.3, b.4, c.1, c.2, c.3, c.4, d.1, d.2, d.3, d.4, e.2, f.2]) FROM (SELECT g, studentTTest(0.95)(v, s) AS a, welchTTest(0.9)(v, s) AS b, studentTTestOneSample(0.999)(v, 1) AS c, meanZTest(1., 2., 0.5)(v, s) AS d, analysisOfVariance(v, t) AS e, mannWhitneyUTest('greater')(v, s) AS f FROM samples GROUP BY g) ORDER BY g;

-- Groups that have no answer beside such that have one: one value, equal values, one sample.
SELECT g, studentTTest(x, s).1, welchTTest(x, s).1, studentTTestOneSample(x, 1).1, round(studentTTest(x, s).2, 12), round(welchTTest(x, s).2, 12), round(studentTTestOneSample(x, 1).2, 12), meanZTest(1., 1., 0.95)(x, s), rankCorr(x, s), gini(x) FROM values('g UInt8, x Float64, s UInt8', (1, 5, 0), (2, 0, 0), (2, 0, 1), (3, 1, 0), (3, 2, 1), (3, 4, 0), (4, 7, 1), (4, 7, 1), (5, 0.1, 0), (5, 0.1, 0), (5, 0.1, 1), (5, 0.1, 1), (6, 3, 0), (6, 1, 0), (6, 1, 1), (6, 9, 1)) GROUP BY g ORDER BY g;
SELECT g, rankCorr(x, s), gini(x) FROM (SELECT number % 3 AS g, if(number % 2 = 0, NULL, number) AS x, number AS s FROM numbers(12) UNION ALL SELECT 7, NULL, 1) GROUP BY g ORDER BY g;
SELECT mannWhitneyUTest(x, s).1 AS u, kolmogorovSmirnovTest(x, s) AS k FROM values('g UInt8, x Float64, s Int8', (1, 5, 0), (1, 5, 1), (2, -0., 0), (2, 0., -1), (2, 3, 1), (3, 1, 0), (3, 2, 1)) GROUP BY g ORDER BY g;
SELECT rankCorr(v, s), gini(v), studentTTest(v, s) FROM samples WHERE g > 100;

-- One group without an answer is an error of all.
SELECT g, mannWhitneyUTest(v, s AND g != 7) FROM samples GROUP BY g; -- { serverError BAD_ARGUMENTS }
SELECT g, kolmogorovSmirnovTest(v, s OR g = 7) FROM samples GROUP BY g; -- { serverError BAD_ARGUMENTS }
SELECT g, analysisOfVariance(v, t + (t > 0 AND g = 9)) FROM samples GROUP BY g; -- { serverError BAD_ARGUMENTS }
SELECT g, analysisOfVariance(v, if(g = 9, 0, t)) FROM samples GROUP BY g; -- { serverError BAD_ARGUMENTS }
SELECT g, analysisOfVariance(v, if(g = 9 AND t = 2, 18446744073709551615, t)) FROM samples GROUP BY g; -- { serverError BAD_ARGUMENTS }
SELECT g, analysisOfVariance(v, number) FROM (SELECT g, v, rowNumberInAllBlocks() AS number FROM samples WHERE g < 2) GROUP BY g; -- { serverError BAD_ARGUMENTS }
SELECT g, gini(if(g = 3, v, abs(v))) FROM samples GROUP BY g; -- { serverError BAD_ARGUMENTS }
SELECT gini(x) FROM values('x Float64', (1), (inf)); -- { serverError BAD_ARGUMENTS }

-- What is not a number is left out of gini; variation below 0 is none; no z without variance.
SELECT gini(x), gini(x * 1e308), gini(if(x = 1, x, nan)) FROM values('x Float64', (1), (1.5), (nan), (1.75));
SELECT g, analysisOfVariance(1000000.1 + g, i % 3) FROM (SELECT intDiv(number, 20) AS g, toUInt8(number % 20) AS i FROM numbers(200)) GROUP BY g ORDER BY g;
SELECT meanZTest(0., 0., 0.95)(number, number % 2), meanZTest(0., 0., 0.95)(1, number % 2) FROM numbers(8);
SELECT meanZTest(-1., 2., 0.95)(number, number % 2) FROM numbers(8); -- { serverError BAD_ARGUMENTS }
SELECT meanZTest(1., 2., 1.)(number, number % 2) FROM numbers(8); -- { serverError BAD_ARGUMENTS }
SELECT meanZTest('1', 2., 0.5)(number, number % 2) FROM numbers(8); -- { serverError BAD_GET }
SELECT mannWhitneyUTest('less', 0.5)(number, number % 2) FROM numbers(8); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }

-- Values that are near each other count as equal in kolmogorovSmirnovTest, infinite ones by pairs.
SELECT g, kolmogorovSmirnovTest(i * pow(10, -4 - g), cityHash64(i, g) % 2), kolmogorovSmirnovTest('less')(intDiv(i, 4) + i % 4 * 4e-8, i % 3 = 0), kolmogorovSmirnovTest('greater', 'asymp')(i * 5e-8 + g, cityHash64(i, g) % 3 = 0) FROM (SELECT number % 8 AS g, intDiv(number, 8) AS i FROM numbers(400)) GROUP BY g ORDER BY g;
SELECT g, kolmogorovSmirnovTest(if(i < 5, -inf, if(i > 20, inf, toFloat64(i))), cityHash64(i, g) % 3 = 0) FROM (SELECT number % 20 AS g, intDiv(number, 20) AS i FROM numbers(600)) GROUP BY g ORDER BY g;
SELECT kolmogorovSmirnovTest('two-sided', 'asymp')(1, number % 2) FROM numbers(8);

DROP TABLE samples;
