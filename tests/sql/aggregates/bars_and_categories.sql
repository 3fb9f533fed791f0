-- sparkbar and categoricalInformationValue.
SELECT sparkbar(5)(number, number * number % 7), sparkbar(5)(number, number), sparkBar(4)(number, 9 - number), sparkbar(7)(number, number / 3), sparkbar(100)(number, number) FROM numbers(20);
SELECT sparkbar(9)(x, y), sparkbar(9, 0, 10)(x, y) FROM values('x UInt8, y UInt32', (1, 1), (2, 3), (3, 6), (9, 100), (20, 7));
SELECT sparkbar(3)(x, y), sparkbar(4, toDate('2020-01-01'), toDate('2020-01-10'))(x, y) FROM values('x Date, y UInt32', ('2020-01-01', 5), ('2020-01-02', 3), ('2020-01-03', 8), ('2020-01-14', 8));
SELECT sparkbar(5)(toDateTime('2020-01-01 00:00:00') + number, number % 4), sparkbar(5)(number % 3, number), sparkbar(5)(number, toInt32(number) - 9) FROM numbers(20);
SELECT '[' || sparkbar(3)(number, 0) || ']', sparkbar(3)(number, -1.5), sparkbarOrNull(3)(number, 1), sparkbar(3)(NULL, number) FROM numbers(5) WHERE number > 7;
SELECT sparkbar(4)(toNullable(number), number), sparkbarIf(4)(number, number, number > 3) FROM numbers(10);
SELECT number % 2 AS k, sparkbarMerge(4)(s) FROM (SELECT number, sparkbarState(4)(number, number + 1) AS s FROM numbers(10) GROUP BY number) GROUP BY k ORDER BY k;
SELECT sparkbar(1)(number, 1) FROM numbers(3); -- { serverError BAD_ARGUMENTS }
SELECT sparkbar(5, 3, 1)(number, 1) FROM numbers(3); -- { serverError BAD_ARGUMENTS }
SELECT sparkbar(5, 1)(number, 1) FROM numbers(3); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT sparkbar(number, 1) FROM numbers(3); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT sparkbar(5)('a', 1) FROM numbers(3); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT sparkbar(5)(toInt32(number), 1) FROM numbers(3); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT arrayMap(x -> round(x, 12), categoricalInformationValue(number % 2, number % 3 = 0, number % 5 = 1)), categoricalInformationValue(true, number % 3 = 1) FROM numbers(100);
SELECT categoricalInformationValue(number % 2 = 1, number % 3 = 0), categoricalInformationValue(toNullable(number % 2), number % 3 = 0) FROM numbers(0);
SELECT arrayMap(x -> round(x, 12), categoricalInformationValueMerge(s)) FROM (SELECT categoricalInformationValueState(number % 7 < 3, number % 5 = 1) AS s FROM numbers(100) GROUP BY number % 3);
SELECT categoricalInformationValue(number, 1) FROM numbers(3); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT categoricalInformationValue(1); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
