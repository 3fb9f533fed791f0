-- Text that is no value is NULL where the text may be NULL; NULL stays NULL in conversions.
SELECT toJSONString(CAST(NULL, 'Nullable(UInt8)')), toJSONString(NULL), toJSONString([NULL, 1]), toJSONString((NULL, 1));
SELECT toJSONString(x) FROM (SELECT arrayJoin([NULL, 'a']) AS x);
SELECT toUInt64(x) FROM (SELECT arrayJoin(['1', 'ab']) AS x); -- { serverError CANNOT_PARSE_TEXT }
SELECT toUInt64(toNullable('ab'));
SELECT toUInt64(materialize(toNullable('ab')));
SELECT toDateTime(toNullable('ab')), toDateTime(toNullable('ab'), 'UTC'), toDecimal64(toNullable('x'), 3);
SELECT toDateTime64(toNullable('ab'), 3); -- { serverError CANNOT_PARSE_DATETIME }
SELECT toUnixTimestamp(toNullable('ab'));
SELECT toUInt8(toNullable('300')), toUInt8(toNullable('3a')), toDate(toNullable('2020-13-45')), toDate(toNullable('2020-01-01x'));
SELECT toUInt64(toLowCardinality(toNullable('ab')));
SELECT toFixedString(toNullable('abc'), 2); -- { serverError TOO_LARGE_STRING_SIZE }
SELECT toUInt64(x) FROM (SELECT CAST(NULL, 'Nullable(String)') AS x);
SELECT toBool(toNullable('ab')); -- { serverError CANNOT_PARSE_BOOL }
SELECT toIPv4(toNullable('ab')), toUUID(toNullable('ab'));
SELECT toUInt64(NULL), toUInt64OrZero(toNullable('ab'));
SELECT accurateCast(toNullable(5), 'UInt8'), accurateCast(toNullable('x'), 'Nullable(UInt8)');
SELECT accurateCast(CAST(NULL, 'Nullable(UInt8)'), 'UInt8'); -- { serverError CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN }
SELECT accurateCast(x, 'UInt8') FROM (SELECT arrayJoin([NULL, 5]) AS x); -- { serverError CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN }
SELECT CAST(x, 'UInt8') FROM (SELECT arrayJoin([NULL, 5]) AS x); -- { serverError CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN }
SELECT accurateCast(x, 'String') FROM (SELECT arrayJoin([NULL, 5]) AS x); -- { serverError CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN }
SELECT accurateCastOrDefault(x, 'UInt8'), accurateCastOrNull(x, 'UInt8') FROM (SELECT arrayJoin([NULL, 5]) AS x);
SELECT toTime(x), toTime64(x, 3), toDate(toTime(x)) FROM (SELECT arrayJoin([NULL, toDate('2024-05-06')]) AS x);
SELECT toDate(x), toDate32(x), toDateTime(x) FROM (SELECT arrayJoin([NULL, toTime(5)]) AS x);
SELECT toInt32(x), toDate(x), toIntervalDay(x), toTime(x), toUnixTimestamp(x), toIPv6(x), toFloat64(x), toDecimal32(x, 2) FROM (SELECT arrayJoin([NULL, 'ab', '5', '2024-01-02', '']) AS x);
SELECT toInt32(x) FROM (SELECT arrayJoin([NULL, 'ab']) AS x) SETTINGS cast_keep_nullable = 1;
SELECT count() FROM (SELECT arrayJoin([NULL, 'ab', '5']) AS x) WHERE toInt32(x) > 3;
SELECT toJSONString(map('a', NULL)), toJSONString(CAST(NULL, 'Nullable(String)'));
