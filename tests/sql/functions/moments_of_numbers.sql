-- Moments of numbers beyond their range, scales where time zones may stand, the year 0.
SELECT fromUnixTimestamp(toInt64(-5), '%Y-%m-%d %H:%i:%s', 'UTC'), fromUnixTimestamp(5000000000, '%Y-%m-%d', 'UTC'), fromUnixTimestamp(toInt32(-5), '%Y-%m-%d', 'UTC'), fromUnixTimestamp(toUInt64(18446744073709551615), '%Y-%m-%d', 'UTC'), fromUnixTimestamp(toInt64(-9223372036854775808), '%Y', toNullable('UTC'));
SELECT fromUnixTimestamp(toInt128(5), '%Y', 'UTC'); -- { serverError ILLEGAL_COLUMN }
SELECT fromUnixTimestamp64Nano(toInt64(-9223372036854775808), 'UTC'), fromUnixTimestamp64Second(-62150000000, 'UTC'), addMilliseconds(toDateTime('2024-05-06 07:08:09', 'UTC'), toInt64(-9223372036854775808));
SELECT fromModifiedJulianDay(toUInt64(18446744073709551615)), fromModifiedJulianDayOrNull(toInt64(3000000000)), fromModifiedJulianDayOrNull(toUInt256(7)), fromDaysSinceYearZero32(toUInt64(4294967297)), fromDaysSinceYearZero(739377);
SELECT fromModifiedJulianDay(toInt64(3000000000)); -- { serverError CANNOT_FORMAT_DATETIME }
SELECT changeYear(toDate32('2024-05-06'), 0), changeYear(toDateTime64('2024-05-06 01:02:03.5', 3, 'UTC'), 0), changeYear(toDate('2024-05-06'), 0), changeYear(toDate('2024-05-06'), toUInt64(18446744073709551615)), toDate32('0000-02-31'), toDate32('0000-13-01');
SELECT makeDateTime(5000000000, 5, 6, 7, 8, 9), makeDateTime64(2024, 5, 6, 7, 8, 9, toUInt64(18446744073709551615)), YYYYMMDDhhmmssToDateTime64(20240506070809.75), dateTime64ToSnowflakeID(toDateTime64('1900-01-01 00:00:00', 0, 'UTC')), snowflakeIDToDateTime(toUInt64(18446744073709551615), 0, 'UTC');
SELECT toDateTime('2024-05-06 07:08:09.25', 2, 'UTC'), toTypeName(toDateTime('2024-05-06 07:08:09', 0)), parseDateTimeBestEffort('2024-05-06T07:08:09.123Z', 2), toTime(toDateTime('2024-05-06 07:08:09'), 3), toTypeName(toDateTimeOrDefault(toDateTime(5, 'Asia/Tokyo'))), toDateTime64OrNull('2024-05-06 07:08:09.125');
SELECT toDateTime('2024-05-06 07:08:09', 10); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT toDateTimeOrNull('2024-05-06 07:08:09', 1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT toDate('2024-05-06', 1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT toString(42, 'UTC'); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT dateDiff('day', '2024-05-05', toDate('2024-06-06')); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT dateDiff(toNullable('day'), toDate('2024-05-05'), toDate('2024-06-06')), age(toLowCardinality('month'), toDate('2024-05-05'), toDate('2024-07-06'));
SELECT toDecimalString(2.5, true), accurateCastOrNull(NULL, 'UInt8');
SELECT toDecimalString(-1e300, 3); -- { serverError CANNOT_PRINT_FLOAT_OR_DOUBLE_NUMBER }
SELECT accurateCast('', 'UInt8'); -- { serverError CANNOT_PARSE_TEXT }
