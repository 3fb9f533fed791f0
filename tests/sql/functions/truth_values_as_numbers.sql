-- Bool among numbers, places in arrays, and amounts beyond all calendars.
SELECT true AND 1, number = 1 OR true, xor(true, 1), NOT true, toTypeName(and(true, toNullable(1))), toTypeName(and(toNullable(true), true)), toTypeName(and(NULL, true)), toTypeName(and(materialize(toNullable(true)), 1)), toTypeName(NOT toNullable(true)), toTypeName(xor(toNullable(true), true)), toTypeName(and(1, 2)) FROM numbers(2);
SELECT count() FROM numbers(5) WHERE number > 1 AND true;
SELECT gcd(true, 18), makeDate(2024, true, materialize(true)), IPv4NumToString(number = 1), makeDateTime(2024, 1, 1, number = 0, toNullable(true), 0, 'UTC'), LpNorm((3, 4), true), toUnixTimestamp(true) FROM numbers(2);
SELECT JSONExtractInt('[5,6]', true), JSONExtractString('[5,6,"x"]', toUInt64('18446744073709551615')), JSONExtractString('[5,6,"x"]', materialize(toUInt64('18446744073709551615')));
SELECT JSONHas('[1]', toInt128(1)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT round(true), ceil(true, 1), floor(false), trunc(true, -1), roundBankers(toNullable(true)), toTypeName(round(true, -1));
SELECT arrayElement([5, 6], [1, 2, 3, -1]), [5, 6][toUInt64('18446744073709551615')], arrayElementOrNull([5, 6], [1, 7]), arrayElementOrNull([[1]], 3), arrayElement(['a', 'b'], materialize([2, 9])), toTypeName(arrayElementOrNull([5, 6], [1, 7])), [1, NULL][2], [1, NULL][[2, 1, 5]], map('a', 1)['b'], arrayElementOrNull(map('a', 1), 'b');
SELECT [5, 6][if(number = 0, NULL, number)], [5, 6][toNullable(number)] FROM numbers(3);
SELECT [5, 6][2.5]; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT [5, 6]['a']; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT [5, 6][[]]; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT arraySum([1, NULL]); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT arrayMax([nan, 1.5]), arrayMax([1.5, nan]), arrayMin([nan, 1.5]), arrayMax([1, NULL]), toTypeName(arrayMin([NULL, 3])), arrayMax([nan]), arrayMax(x -> if(x = 1, NULL, x), [1, 2]), toTypeName(arrayDistinct([1, NULL])), arrayDistinct([NULL, 1, 1]);
SELECT arrayExcept([1, 2], [true]), arrayExcept([toNullable(1)], [1]), arrayExcept([1, 2], [2]);
SELECT arrayExcept([1, 2], [2.5]); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT addDays(toDateTime('2024-05-06 00:00:00', 'UTC'), 1, 'Asia/Tokyo') AS x, toTypeName(x), addMonths(toDateTime('2024-05-30 22:00:00', 'UTC'), 1, 'Asia/Tokyo'), toTypeName(addDays(toDateTime64('2024-05-06 00:00:00', 3, 'UTC'), 1, 'Asia/Tokyo'));
SELECT addDays(toDate('2024-05-06'), 1, 'UTC'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT addDays(toDateTime('2024-05-06 00:00:00', 'UTC'), 1, 'Nowhere'); -- { serverError BAD_ARGUMENTS }
SELECT addDays(toDate('2024-05-06'), toUInt64('18446744073709551615')); -- { serverError DECIMAL_OVERFLOW }
SELECT addMonths(toDate('2024-05-06'), 1000000), addMonths(toDate('2024-05-06'), -1000000), addMonths(toDate('2024-05-06'), toInt64(9223372036854775807)), addYears(toDate('2024-05-06'), 100000), addMonths(toDateTime('2024-05-06 00:00:00', 'UTC'), toInt64('-9223372036854775808')), addQuarters(toDate32('2024-05-06'), toInt64('-9223372036854775808')), addDays(toDate32('2024-05-06'), 10000000);
SELECT addHours(toDateTime('2024-05-06 00:00:00', 'UTC'), toInt64('-9223372036854775808')), subtractWeeks(toDate('2024-05-06'), toInt64('-9223372036854775808')), subtractSeconds(toDateTime('2024-05-06 00:00:00', 'UTC'), -5), addDays(toDate('2024-05-06'), 2.9), addDays(toDate('2024-05-06'), -100000), subtractYears(toDate('2024-02-29'), 1);
SELECT addMonths(toDate('2024-05-06'), if(number = 1, NULL, 1)), intExp2(if(number = 1, NULL, 3)), addDays(toDate32('2024-05-06'), if(number = 1, NULL, 3)) FROM numbers(2);
SELECT toStartOfNanosecond(toDateTime64('2024-05-06 07:08:09.123456', 6, 'UTC')), toStartOfMicrosecond(toDateTime64('2024-05-06 07:08:09.123456999', 9, 'UTC')), toStartOfMillisecond(toDateTime64('2024-05-06 07:08:09.999999999', 9, 'UTC')), toStartOfSecond(toDateTime64('1924-05-06 07:08:09.999999999', 9, 'UTC'));
SELECT toStartOfInterval(toDateTime64('2024-05-06 07:08:09.123456789', 9, 'UTC'), INTERVAL 5 NANOSECOND), toStartOfInterval(toDateTime64('1924-05-06 07:08:09.123999999', 9, 'UTC'), INTERVAL 10 MICROSECOND);
SELECT LpNorm((3, 4), 0.5); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT intExp10(2.7), intExp10(-0.5), intExp10(1e30), intExp10(20), intExp2(64), intExp2(-1), lgamma(-1), lgamma(-1.5), lgamma(0);
SELECT snowflakeIDToDateTime(5); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT initializeAggregation('sum', 3, 1); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT toDateOrZero(5); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT arrayRotateLeft([1, 2, 3], toUInt64('18446744073709551615')), arrayShiftRight([1, 2, 3], toUInt64('18446744073709551615')), arrayShiftLeft([1, 2, 3], -1), arrayRotateRight([1, 2, 3], number), arrayShiftLeft([1, 2, 3], toInt64(number) - 1, 7) FROM numbers(4);
SELECT arrayRotateLeft([1, 2, 3], toInt64('-9223372036854775808')); -- { serverError VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE }
SELECT arrayShiftLeft([], 1); -- { serverError NOT_IMPLEMENTED }
SELECT javaHashUTF16LE('abc'); -- { serverError BAD_ARGUMENTS }
SELECT javaHashUTF16LE('abcd'), javaHashUTF16LE(if(number = 1, NULL, 'ab')) FROM numbers(2);
SELECT reinterpretAsInt8(CAST('a', 'Enum8(\'a\' = 1)')); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT length(reinterpretAsString(toFixedString('ab', 3))), length(reinterpretAsString('ab\0')), length(reinterpret(materialize(toFixedString('ab', 3)), 'String')), reinterpretAsString(97);
SELECT IPv4ToIPv6(toUInt32(5)), IPv4ToIPv6(toIPv4('1.2.3.4'));
SELECT IPv4ToIPv6(toUInt16(5)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT ngramSimHash('abc', 'a', 2, 3); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT ngramSimHash('abc', 3, 2, 3); -- { serverError TOO_MANY_ARGUMENTS_FOR_FUNCTION }
