-- Unusual arguments: more or none, defaults in dictionaries, texts with zeros and with white space.
SELECT JSON_VALUE('{"a": 1}', '$.a', 1, 'x'), JSON_EXISTS('{"a": 1}', '$.b', [1]), JSON_QUERY('{"a": 1}', '$.a', materialize(2)), JSON_VALUE('{"a": 1}', '$.a', NULL);
SELECT coalesce(), toTypeName(coalesce()), arrayZip(), toTypeName(arrayZip()), arrayZipUnaligned(), hiveHash(), javaHash(), javaHashUTF16LE();
SELECT base58Decode(base58Encode('hello'), 5), base58Decode(base58Encode('hello'), 0), tryBase58Decode(base58Encode('hello'), 4), hex(base58Decode('1111', 4));
SELECT base58Decode(base58Encode('hello'), 4); -- { serverError INCORRECT_DATA }
SELECT base58Decode(base58Encode('hello'), -1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT base58Decode(base58Encode('hello'), materialize(5)); -- { serverError ILLEGAL_COLUMN }
-- The default value is in every dictionary.
SELECT IPv4StringToNum(materialize(toLowCardinality('1.2.3.4'))); -- { serverError CANNOT_PARSE_IPV4 }
SELECT IPv4StringToNum(materialize(toLowCardinality(toString(number)))) FROM numbers(0); -- { serverError CANNOT_PARSE_IPV4 }
SELECT conv('10', materialize(toLowCardinality(10)), 2); -- { serverError BAD_ARGUMENTS }
SELECT encrypt('aes-128-ecb', 'hello', materialize(toLowCardinality('0123456789abcdef'))); -- { serverError BAD_ARGUMENTS }
SELECT formatQuery(materialize(toLowCardinality('select 1'))); -- { serverError SYNTAX_ERROR }
SELECT clamp(5, 1, materialize(toLowCardinality(3))); -- { serverError BAD_ARGUMENTS }
SELECT isIPAddressInRange(materialize(toLowCardinality('127.0.0.1')), '127.0.0.0/8'); -- { serverError CANNOT_PARSE_TEXT }
SELECT hopEnd(materialize(toLowCardinality(toDateTime('2026-01-02 03:04:05', 'UTC'))), INTERVAL 1 DAY, INTERVAL 2 DAY); -- { serverError BAD_ARGUMENTS }
SELECT IPv4StringToNum(toLowCardinality('1.2.3.4')), conv(materialize(toLowCardinality('10')), 10, materialize(2)), IPv4StringToNumOrDefault(materialize(toLowCardinality('1.2.3.4')));
-- FixedString beside String keeps its zeros in if and coalesce, not in multiIf.
SELECT if(materialize(1), toFixedString('ab', 3), 'no'), coalesce(toNullable(toFixedString('ab', 3)), 'no'), ifNull(toNullable(toFixedString('ab', 3)), 'no'), multiIf(1, toFixedString('ab', 3), 'no'), if(number = 0, 'x', toNullable(toFixedString('b', 2))) FROM numbers(2);
-- Base 64 in several lines.
SELECT base64Decode('aGVs\nbG8='), base64Decode(' aGVs bG8='), base64URLDecode('aGVs\r\nbG8'), hex(base64URLDecode('ab c')), tryBase64Decode('ab c');
SELECT base64Decode('ab c'); -- { serverError INCORRECT_DATA }
SELECT cutURLParameter('http://a.b/?x=1&y=2&z=3', ['x', 'z']), cutURLParameter('http://a.b/?x=1&y=2', []), cutURLParameter(materialize('http://a.b/?x=1&y=2'), ['y']);
SELECT cutURLParameter('http://a.b/?x=1&y=2', [1, 2]); -- { serverError ILLEGAL_COLUMN }
SELECT cutURLParameter('http://a.b/?x=1&y=2', materialize(['x'])); -- { serverError ILLEGAL_COLUMN }
SELECT formatReadableTimeDelta(toIntervalHour(30)), formatReadableTimeDelta(-toIntervalDay(1)), formatReadableTimeDelta(toIntervalMillisecond(1500), 'seconds', 'milliseconds'), formatReadableTimeDelta(materialize(toIntervalHour(30)), 'minutes');
SELECT formatReadableTimeDelta(toIntervalMonth(1)); -- { serverError BAD_ARGUMENTS }
SELECT has(map(1, 2), 1.5), has(map(1, 2), toInt64(1)), has(materialize(map('a', 1)), 'a');
SELECT has(map('a', 1), 2); -- { serverError NO_COMMON_TYPE }
SELECT has([1, 2], toIPv4('1.2.3.4')); -- { serverError BAD_TYPE_OF_FIELD }
SELECT bitmapToArray(bitmapTransform(bitmapBuild([1, 2, 3, 4, 5]), [2, 4], [9, 8])), toTypeName(bitmapContains(bitmapBuild([1]), NULL)), arrayPartialSort(NULL, [2, 1]);
SELECT intHash32(toDecimal32('-1.25', 2)), intHash64(toDecimal64('1.25', 2)), icebergBucket(toDate('2024-05-06'), 'iceberg'), icebergBucket(toIntervalDay(7), 'iceberg');
SELECT intHash32(toIntervalDay(1)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT toTypeName(arrayElementOrNull([5, 6], NULL)), toTypeName(arrayElementOrNull([5, 6], toLowCardinality(1))), accurateCastOrDefault(300, toLowCardinality('UInt8')), financialNetPresentValue(nan, [-40000., 5000.]);
SELECT arrayFold((acc, x) -> acc + x, [1, 2]); -- { serverError TOO_FEW_ARGUMENTS_FOR_FUNCTION }
SELECT arrayStringConcat(['a', 'b'], toFixedString('ab', 2)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT hasPhrase('a', NULL); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT trim(BOTH materialize('x') FROM 'xyzyx'); -- { serverError ILLEGAL_COLUMN }
SELECT cast(1, materialize('String')); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
-- A text plus an interval is a moment; tuples in tuples are intervals too.
SELECT '2020-01-01' + INTERVAL 1 DAY AS x, toTypeName(x), INTERVAL 1 HOUR + '2020-01-01', '2020-01-01 01:02:03' - INTERVAL 1 MONTH, toTypeName('2020-01-01' + INTERVAL 1 MICROSECOND), date_sub(DAY, 1, '2020-01-01'), toNullable('2020-01-01') + INTERVAL 1 DAY;
SELECT materialize('2020-01-01') + INTERVAL number DAY FROM numbers(2);
SELECT 'x' + INTERVAL 1 DAY; -- { serverError CANNOT_PARSE_DATETIME }
SELECT '2020-01-01' + 1; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT toDate('2018-01-01') + ((1, 2), 3), addTupleOfIntervals(toDate('2018-01-01'), ((1, 2), 3)), toDate('2018-01-01') - ((INTERVAL 1 DAY, INTERVAL 1 MONTH), INTERVAL 1 HOUR);
-- CASE and transform compare constants with values as they are kept: a day is no text, a FixedString has its zeros.
SELECT CASE toDate('2020-01-01') WHEN '2020-01-01' THEN 1 ELSE 2 END, CASE toDate('2020-01-01') WHEN toDate('2020-01-01') THEN 1 ELSE 2 END, CASE toDate('2020-01-01') WHEN '2020-01-01' THEN materialize(1) ELSE 2 END, CASE toDateTime('2020-01-01 00:00:00', 'UTC') WHEN toDate('2020-01-01') THEN 1 ELSE 2 END;
SELECT CASE materialize(toFixedString('ab', 3)) WHEN 'ab' THEN 1 WHEN 'ab\0' THEN 2 ELSE 3 END, CASE 'ab' WHEN toFixedString('ab', 3) THEN 1 ELSE 2 END, transform(materialize(toDate('2020-01-01')), ['2020-01-01'], [1], 2), transform(toFixedString('ab', 3), ['ab\0'], ['x'], 'y'), CASE materialize(1) WHEN '1' THEN 1 ELSE 2 END;
SELECT CASE toDate('2020-01-01') WHEN '18262' THEN 1 ELSE 2 END; -- { serverError CANNOT_PARSE_DATE }
SELECT CASE toIPv4('1.2.3.4') WHEN '1.2.3.4' THEN 1 ELSE 2 END; -- { serverError BAD_TYPE_OF_FIELD }
SELECT CASE materialize(toIPv4('1.2.3.4')) WHEN 1 THEN 1 ELSE 2 END; -- { serverError BAD_TYPE_OF_FIELD }
SELECT transform(toUUID('61f0c404-5cb3-11e7-907b-a6006ad3dba0'), ['61f0c404-5cb3-11e7-907b-a6006ad3dba0'], [1], 2); -- { serverError BAD_TYPE_OF_FIELD }
SELECT CASE toDecimal32(1.5, 1) WHEN '1.5' THEN 1 ELSE 2 END; -- { serverError BAD_TYPE_OF_FIELD }
SELECT arrayRemove([1, 2, 1], toIntervalDay(1)), arrayRemove([1, 2, 1], toDateTime(1, 'UTC')), arrayRemove([toDateTime(1)], 1), arrayRemove([1, 2, 1], toIPv4('0.0.0.1')), formatReadableTimeDelta(toUInt256(7)), toTypeName(accurateCastOrDefault(300, toLowCardinality('UInt8')));
SELECT arrayRemove([1, 2, 1], toDate('1970-01-02')); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT hilbertEncode(3, 4, 'a'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
