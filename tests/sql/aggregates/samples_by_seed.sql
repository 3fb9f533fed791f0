-- The values that groupArraySample leaves by a seed.
SELECT groupArraySample(3, 7)(number), groupArraySample(3, 7)(toString(number)), groupArraySample(3, 7)(if(number % 2 = 1, NULL, number)), groupArraySample(2, 18446744073709551615)(number) FROM numbers(200);
SELECT groupArraySample(10, 123456)(number), arraySum(groupArraySample(500, 5)(number)) FROM numbers(60000);
SELECT number % 3 AS k, groupArraySample(4, 99)(number), groupArraySampleIf(2, 5)(number, number > 100), groupArraySampleArray(2, 5)([number, 1]) FROM numbers(200) GROUP BY k ORDER BY k;
SELECT number, groupArraySample(2, 5)(number) OVER (ORDER BY number) FROM numbers(7);
SELECT groupArraySample(4, 99)(number) FROM numbers(3);
SELECT groupArraySample(4, 99)(number) FROM numbers(0);
SELECT groupArraySample(1, 0)(number) FROM numbers(5); -- { serverError BAD_ARGUMENTS }
SELECT groupArraySample(1, -1)(number) FROM numbers(5); -- { serverError BAD_ARGUMENTS }
SELECT groupArraySample(1, 18446744073709551616)(number) FROM numbers(5); -- { serverError BAD_ARGUMENTS }
