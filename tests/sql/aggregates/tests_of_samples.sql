-- Tests of samples: the statistic and the interval to the last digit, probabilities to the tenth.
SELECT studentTTest(v, s).1, welchTTest(v, s).1, studentTTestOneSample(v, 4.5).1, analysisOfVariance(v, toUInt8(number % 4)).1, mannWhitneyUTest(v, s).1 FROM (SELECT number, number * number % 7 AS v, number % 3 = 0 AS s FROM numbers(20));
SELECT arrayMap(x -> round(x, 10), [t.1, t.2, t.3, t.4]) AS r FROM (SELECT arrayJoin([studentTTest(0.95)(v, s), welchTTest(0.95)(v, s), studentTTestOneSample(0.9)(v, 4), meanZTest(1., 2., 0.9)(v, s)]) AS t FROM (SELECT number * number % 7 AS v, number % 3 = 0 AS s FROM numbers(20)));
SELECT kolmogorovSmirnovTest('less')(v, s), kolmogorovSmirnovTest('greater')(v, s), kolmogorovSmirnovTest('two-sided', 'exact')(v, s), kolmogorovSmirnovTest('two-sided', 'asymp')(v, s), kolmogorovSmirnovTest('less', 'asymp')(v, s), kolmogorovSmirnovTest('greater', 'asymptotic')(v, s) FROM (SELECT number * number % 11 AS v, number % 3 = 0 AS s FROM numbers(40));
SELECT kolmogorovSmirnovTest('two-sided', 'asymp')(number, number > 10), kolmogorovSmirnovTest(number, number > 10), kolmogorovSmirnovTest(number, number % 2), kolmogorovSmirnovTest('greater')(number, number < 10) FROM numbers(40);
SELECT studentTTest(0.95)(0, number % 2), studentTTest(1, number % 2), welchTTest(0, number % 2), welchTTest(1, number % 2), studentTTest(number % 2, number % 2), studentTTestOneSample(0, 0), studentTTestOneSample(1, 1), studentTTestOneSample(0, 1), studentTTestOneSample(0.95)(0, 0) FROM numbers(20);
SELECT studentTTest(number, number % 2), welchTTest(number, number % 2), studentTTestOneSample(number, 1) FROM numbers(1);
SELECT welchTTest(0.95)(0, number % 2) FROM numbers(20); -- { serverError BAD_ARGUMENTS }
SELECT kolmogorovSmirnovTest('two-sided', 'foo')(number, number % 3 = 0) FROM numbers(40); -- { serverError BAD_ARGUMENTS }
SELECT kolmogorovSmirnovTest('two-sided', 1)(number, number % 3 = 0) FROM numbers(40); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
