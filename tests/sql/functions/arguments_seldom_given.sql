-- Moments, bytes and texts by arguments that are seldom given: sizes, fractions beyond the range, intervals, empty calls.
SET session_timezone='UTC';
SELECT YYYYMMDDhhmmssToDateTime64(toUInt64(18446744073709551615)), YYYYMMDDhhmmssToDateTime64(2.5), YYYYMMDDhhmmssToDateTime64(2), YYYYMMDDhhmmssToDateTime64(-2.5), YYYYMMDDhhmmssToDateTime64(20240506070809.25), YYYYMMDDhhmmssToDateTime64(20240506070809.75), YYYYMMDDhhmmssToDateTime64(99991231235959.5);
SELECT YYYYMMDDhhmmssToDateTime64(toUInt64(18446744073709551615), 6), YYYYMMDDhhmmssToDateTime64(toUInt64(18446744073709551614)), YYYYMMDDhhmmssToDateTime64(toUInt64(9223372036854775808)), YYYYMMDDhhmmssToDateTime64(toUInt64(9223372036854775807)), YYYYMMDDhhmmssToDateTime64(99999999999999), YYYYMMDDhhmmssToDateTime64(toUInt64(9007199254740993)), YYYYMMDDhhmmssToDateTime64(22990101000000), YYYYMMDDhhmmssToDateTime64(999999999999999);
SELECT YYYYMMDDhhmmssToDateTime64(toDecimal64(2.25, 2)), YYYYMMDDhhmmssToDateTime64(toDecimal64(20240506070809.25, 2)), YYYYMMDDhhmmssToDateTime64(0), YYYYMMDDhhmmssToDateTime64(0.5), YYYYMMDDhhmmssToDateTime64(-0.5), YYYYMMDDhhmmssToDateTime64(18991231235959.5), YYYYMMDDhhmmssToDateTime64(19000101000000.5);
SELECT YYYYMMDDhhmmssToDateTime64(1e300), YYYYMMDDhhmmssToDateTime64(19600101000000.25), YYYYMMDDhhmmssToDateTime64(19600101000059.75), YYYYMMDDhhmmssToDateTime64(20240506070859.75), YYYYMMDDhhmmssToDateTime64(20240506235959.75), YYYYMMDDhhmmssToDateTime64(20240506235959.5), YYYYMMDDhhmmssToDateTime64(20240506235958.5);
SELECT YYYYMMDDhhmmssToDateTime64(inf); -- { serverError BAD_ARGUMENTS }
SELECT YYYYMMDDhhmmssToDateTime64(toDecimal64(20240506070809.75, 2)), YYYYMMDDhhmmssToDateTime64(toDecimal64(19600506070809.75, 2));
SELECT tryBase58Decode('Cn8eVZg', 5), tryBase58Decode('Cn8eVZg', 6) = '', tryBase58Decode('Cn8eVZg', 4) = '', tryBase58Decode('Cn8eVZg', 0), tryBase58Decode('Cn8eVZg', 100), tryBase58Decode('0O', 2), base58Decode('Cn8eVZg', 5);
SELECT base58Decode('Cn8eVZg', 7); -- { serverError INCORRECT_DATA }
SELECT base58Decode('Cn8eVZg', materialize(5)); -- { serverError ILLEGAL_COLUMN }
SELECT base58Decode('Cn8eVZg', toUInt256(5)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT base58Decode('Cn8eVZg', -1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT base58Decode('Cn8eVZg', true); -- { serverError INCORRECT_DATA }
SELECT base58Decode('Cn8eVZg', toNullable(5)), base58Decode('Cn8eVZg', NULL), base58Decode('Cn8eVZg', toLowCardinality(5)), base58Decode(toFixedString('Cn8eVZg', 7), 5), base58Decode(materialize('Cn8eVZg'), 5);
SELECT base58Decode('', 5); -- { serverError INCORRECT_DATA }
SELECT tryBase58Decode('1', 1)='\0', tryBase58Decode('1', 0)='\0', base58Decode('', 0), tryBase58Decode('', 5);
SELECT hex(tryBase64URLDecode('ab c')), hex(tryBase64URLDecode('a b c')), hex(tryBase64URLDecode('abc ')), hex(tryBase64URLDecode(' ')), hex(tryBase64URLDecode('ab\nc')), hex(tryBase64URLDecode('YT8_ Yg')), hex(base64URLDecode('YT8_ Yg')), hex(tryBase64URLDecode('YWI= ')), hex(tryBase64URLDecode('YWI =')), hex(tryBase64URLDecode('YWI= ='));
SELECT hex(base64Decode('YW Jj')), hex(tryBase64Decode('YW Jj')), hex(base64Decode('YW\nJj')), hex(tryBase64Decode('YW\tJj')), hex(tryBase64Decode('YWJj ')), hex(tryBase64Decode('YW\fJj')), hex(tryBase64Decode('YW\vJj')), hex(tryBase64Decode('YWI\n=')), hex(tryBase64Decode('YW- _'));
SELECT translate(toFixedString('hello', 5), 'el', 'ip') AS a, toTypeName(a), translate(materialize('hello'), 'el', 'ip'), translate('hello', 'el', 'i'), translate('é', 'h', 'x'), translate('\xffa', 'a', 'b');
SELECT translate(toFixedString('hello', 5), 'el', 'i'); -- { serverError BAD_ARGUMENTS }
SELECT translate('hello', 'é', 'é'); -- { serverError BAD_ARGUMENTS }
SELECT translate('hello', 'h', 'é'); -- { serverError BAD_ARGUMENTS }
SELECT translateUTF8(toFixedString('hello', 5), 'e', 'e'); -- { serverError BAD_ARGUMENTS }
SELECT translate('hello', materialize('e'), 'a'); -- { serverError ILLEGAL_COLUMN }
SELECT toYear(toIntervalYear(3)), toQuarter(toIntervalQuarter(3)), toMonth(toIntervalMonth(3)), toHour(toIntervalHour(30)), toMinute(toIntervalMinute(70)), toSecond(toIntervalSecond(70)), toTypeName(toHour(toIntervalHour(30))), toISOWeek(toIntervalWeek(3)), toMillisecond(toIntervalMillisecond(3)), toMicrosecond(toIntervalMicrosecond(3)), toNanosecond(toIntervalNanosecond(3));
SELECT EXTRACT(DAY FROM INTERVAL 5 DAY), EXTRACT(YEAR FROM INTERVAL 5 YEAR), EXTRACT(WEEK FROM INTERVAL 5 WEEK), toYear(toNullable(toIntervalYear(3))), toDayOfMonth(materialize(toIntervalDay(70)));
SELECT toYear(toIntervalYear(3), 'UTC'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT toMonth(toIntervalDay(3)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT toWeek(toIntervalWeek(3)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT toDayOfWeek('2024-05-06'), toWeek('2024-05-06'), toYearWeek('2024-05-06'), toDayOfWeek('2024'), toDayOfWeek('2024-05-06 07:08:09.123'), toDayOfWeek('2024-05-06 23:30:00', 0, 'Asia/Tokyo'), toWeek(materialize('2024-05-06 07:08:09')), toDayOfWeek('May 6 2024');
SELECT toDayOfWeek(''); -- { serverError CANNOT_PARSE_DATETIME }
SELECT toDayOfWeek('ab c'); -- { serverError CANNOT_PARSE_DATETIME }
SELECT toDayOfWeek('1900-01-01'), toDayOfWeek('2149-01-01'), toWeek('2300-01-01');
SELECT toStartOfWeek('2024-05-06'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT toLastDayOfWeek('2024-05-06'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT toStartOfWeek(toDate('2024-05-06'), 1), toLastDayOfWeek(toDate('2024-05-06'));
SELECT timeSlots(toDateTime(4294967295, 'UTC'), toUInt32(600), 300), timeSlots(toDateTime(4294960000, 'UTC'), toUInt32(600)), timeSlots(toDateTime(4294960000, 'UTC'), toUInt32(60000)), timeSlots(toDateTime(4294965600, 'UTC'), toUInt32(1695)), timeSlots(toDateTime(4294965600, 'UTC'), toUInt32(1696)), timeSlots(toDateTime(1000, 'UTC'), toUInt32(4294967295), 2000000000);
SELECT parseDateTime64('2024-05-06 07:08:09.123'), parseDateTime64('2024-05-06 07:08:09.123456'), parseDateTime64OrNull('2024-05-06 07:08:09'), parseDateTime64OrZero('2024-05-06 07:08:09'), parseDateTime64('2024-05-06 07:08:09', '%Y-%m-%d %H:%i:%s'), parseDateTime64InJodaSyntax('2024-05-06 07:08:09');
SELECT parseDateTime64('2024-05-06 07:08:09'); -- { serverError CANNOT_PARSE_DATETIME }
SELECT parseDateTime64('2024-05-06 07:08:09.1234567'); -- { serverError CANNOT_PARSE_DATETIME }
SELECT toFixedString('ab', toUInt256(7)), toFixedString('ab', toUInt128(3));
SELECT toFixedString('ab', toInt128(3)); -- { serverError ILLEGAL_COLUMN }
SELECT timestamp('05:06:07'); -- { serverError CANNOT_PARSE_DATETIME }
SELECT timestamp('2024-05'); -- { serverError CANNOT_PARSE_DATETIME }
SELECT timestamp('123'); -- { serverError CANNOT_PARSE_DATETIME }
SELECT timestamp('2024-05-06 07'); -- { serverError CANNOT_PARSE_DATETIME }
SELECT hex(reinterpretAsString([1, 0])), hex(reinterpretAsString([toUInt32(1), 2])), hex(reinterpretAsString(emptyArrayUInt8())), hex(reinterpretAsString([toFloat64(1)])), hex(reinterpretAsString([toDate(1)])), hex(reinterpretAsString([toUUID('61f0c404-5cb3-11e7-907b-a6006ad3dba0')]));
SELECT hex(reinterpretAsString(range(number))) FROM numbers(3);
SELECT hex(reinterpretAsString(['a'])); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT hex(reinterpretAsString([toFixedString('a', 1), 'b'])); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT hex(reinterpretAsString([[1]])); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT hex(reinterpretAsString([])); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT hex(reinterpret([1, 2], 'String'));
SELECT reinterpretAsUInt16([1, 2]); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT sipHash64Keyed(), hex(sipHash128Keyed()), hex(sipHash128ReferenceKeyed()), sipHash64Keyed((toUInt64(1), toUInt64(2)));
SELECT nullIf(toLowCardinality('a'), 'b'), toTypeName(nullIf(toLowCardinality('a'), 'b')), toTypeName(nullIf('a', toLowCardinality('b'))), toTypeName(nullIf(materialize('a'), toLowCardinality('b'))), toTypeName(nullIf(materialize('a'), materialize(toLowCardinality('b')))), toTypeName(nullIf(toLowCardinality(1), 2));
SELECT toTypeName(nullIf(toLowCardinality(toNullable('a')), 'b')), nullIf(toLowCardinality(toNullable('b')), 'b');
SELECT toTypeName(pgTableIsVisible(toLowCardinality(10))), toTypeName(pgTableIsVisible(10)), toTypeName(xxHash64Spark(toLowCardinality('ABC'))), xxHash64Spark(NULL), toTypeName(xxHash64Spark(NULL)), xxHash64Spark(toNullable('a')), toTypeName(xxHash64Spark(toNullable('a'))), toTypeName(xxHash64Spark(toLowCardinality(toNullable('a'))));
SELECT substring(); -- { clientError SYNTAX_ERROR }
SELECT substring('abc'); -- { clientError SYNTAX_ERROR }
SELECT substring('abc', 2), substring('abc' FROM 2), substring('abc' FROM 2 FOR 1), substring('abc', 2, 1);
SELECT substr('abc'); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT substr(); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT overlay(); -- { clientError SYNTAX_ERROR }
SELECT overlayUTF8(); -- { clientError SYNTAX_ERROR }
SELECT overlay('abc'); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT overlayUTF8('abc' PLACING 'x' FROM 2), overlay('abc' PLACING 'x' FROM 2 FOR 0), overlay('abc', 'x', 2);
SELECT position(); -- { clientError SYNTAX_ERROR }
SELECT position('a'); -- { clientError SYNTAX_ERROR }
SELECT trim(); -- { clientError SYNTAX_ERROR }
SELECT ltrim(); -- { clientError SYNTAX_ERROR }
SELECT rtrim(); -- { clientError SYNTAX_ERROR }
SELECT substring('abc', 1, 2, 3); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT overlayUTF8('日本語' PLACING 'x' FROM 2 FOR 1);
SELECT substringUTF8('日本語' FROM 2); -- { clientError SYNTAX_ERROR }
SELECT formatQuery('SELECT substring(a, 1)'), formatQuery('SELECT substring(a FROM 1 FOR 2)');
SELECT pointInEllipses(10., 10., 10., 9.1, -1., 0.9999), pointInEllipses(10., 10., 10., 9.1, -1e300, 0.9999), pointInEllipses(10., 10., 10., 9.1, 1., -1e300), pointInEllipses(10., 10., 10., 9.1, inf, 0.9999), pointInEllipses(10., 10., 10., 10., 1e300, 1.), pointInEllipses(10., 10., 10., 9.1, 1., 0.9999), pointInEllipses(10., 10., 10., 10., 0., 0.), pointInEllipses(1., 2., 1., 1., 1., 1.), pointInEllipses(nan, 2., 1., 1., 1., 1.);
SELECT tupleElement((1, 'a'), toDate(1)), tupleElement((1, 'a'), toDate(2));
SELECT tupleElement((1, 'a'), toDate(3)); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT tupleElement((1, 'a'), toDate32(1));
SELECT tupleElement((1, 'a'), toDateTime(1));
SELECT tupleElement((1, 'a'), toDateTime(1, 'UTC'));
