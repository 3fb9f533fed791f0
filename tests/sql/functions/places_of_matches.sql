-- The places of matches, moments moved by numbers, zones of UUIDs.
SELECT regexpPosition('abcabc', 'b', 3), regexpPosition('abcabc', 'b', 2), regexpPosition('abcabc', 'b', 100), regexpPosition('abcabc', '', 7), regexpPosition('abcabc', '', 8);
SELECT regexpPosition('abcabc', 'b', 0); -- { serverError BAD_ARGUMENTS }
SELECT regexpPosition('abcabc', 'b', -1); -- { serverError BAD_ARGUMENTS }
SELECT regexpPosition('abcabc', 'b', 1, 2), regexpPosition('abcabc', 'b', 1, 3), regexpPosition('abcabcab', 'b', 3, 2);
SELECT regexpPosition('abcabc', 'b', 1, 0); -- { serverError BAD_ARGUMENTS }
SELECT regexpPosition('abcabc', 'bc', 1, 1, 1), regexpPosition('abcabc', 'bc', 1, 2, 1), regexpPosition('abcabc', 'bc', 1, 1, 0), regexpPosition('abcabc', 'bc', 3, 1, 1);
SELECT regexpPosition('abcabc', 'bc', 1, 1, 2); -- { serverError BAD_ARGUMENTS }
SELECT regexpPosition('aBCabc', 'bc', 1, 1, 0, 'i'), regexpPosition('aBCabc', 'bc', 1, 1, 0, 'c'), regexpPosition('a\nb', 'a.b', 1, 1, 0, 's'), regexpPosition('a\nb', '^b', 1, 1, 0, 'm'), regexpPosition('a\nb', 'a.b'), regexpPosition('a\nb', '^b');
SELECT regexpPosition('aBCabc', 'bc', 1, 1, 0, 'x'); -- { serverError BAD_ARGUMENTS }
SELECT regexpPosition('éaéb', 'b', 2), regexpPosition('éab', '^a', 3), regexpPosition('éab', 'a'), regexpPosition('ab ab', '\\bb', 2);
SELECT regexpPosition(materialize('abcabc'), 'b', materialize(3)), regexpPosition('abcabc', 'b', materialize(1), 2, materialize(1));
SELECT regexpPosition('abc', materialize('b')); -- { serverError ILLEGAL_COLUMN }
SELECT regexpPosition('abcabc', 'b', 1.5); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT regexpPosition('abc', 'b', NULL), regexpPosition(toNullable('abc'), 'b', 1), regexpPosition(NULL, 'b');
SELECT regexpPosition('a\nb', 'a.b', 1, 1, 0, 'n'), regexpPosition('a\nb', 'a$', 1, 1, 0, 'n'), regexpPosition('a\nb', 'A', 1, 1, 0, 'ic'), regexpPosition('a\nb', 'A', 1, 1, 0, 'ci'), regexpPosition('a\nb', 'a', 1, 1, 0, ''), regexpPosition('a\nb', 'a.b', 1, 1, 0, 'ns');
SELECT regexpPosition('abc', 'b', toUInt128(1)), regexpPosition('abc', 'b', toInt8(1), toUInt64(1), true);
SELECT regexpPosition('abc', 'b', 1, 1, 0, materialize('i')); -- { serverError ILLEGAL_COLUMN }
SELECT regexpPosition('abc', 'b', 1, 1, 0, 'i', 3); -- { serverError INDEX_OF_POSITIONAL_ARGUMENT_IS_OUT_OF_RANGE }
SELECT regexpPosition('abc', 'b', 1, 1, 0, 'i', 0);
SELECT regexpPosition('abc', 'b', 1, 1, 0, 'i', 0, 1); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT regexpPosition('abc', 'b', 'a', 2, 3); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT regexpPosition(s, 'l+') FROM (SELECT arrayJoin(['hello', '', 'xyz', 'él']) AS s);
SELECT subtractTupleOfIntervals(toDate('2018-01-01'), ((1, 2), 3)), subtractTupleOfIntervals(toDate('2018-01-01'), (1, 2)), addTupleOfIntervals(toDate('2018-01-01'), ((1, 2), 3)), addTupleOfIntervals(toDate('2018-01-01'), (1, 2)), addTupleOfIntervals(toDate('2018-01-01'), tuple());
SELECT subtractTupleOfIntervals(toDate('2018-01-01'), ((INTERVAL 1 DAY, INTERVAL 1 MONTH), INTERVAL 2 DAY)), addTupleOfIntervals(toDate('2018-01-01'), (INTERVAL 1 DAY, INTERVAL 1 HOUR)) AS a, toTypeName(a), addTupleOfIntervals(materialize(toDateTime('2018-01-01 00:00:00')), materialize((INTERVAL 1 DAY, INTERVAL 1 MONTH)));
SELECT subtractTupleOfIntervals(toDateTime('2018-01-01 00:00:00'), (1, 2)), subtractTupleOfIntervals(toDate('2018-01-01'), (1.5, 2));
SELECT subtractTupleOfIntervals(toDate('2018-01-01'), ('a', 2)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT toUnixTimestamp(toFixedString('123', 3));
SELECT toUnixTimestamp(toFixedString('ab', 3)); -- { serverError CANNOT_PARSE_TEXT }
SELECT toUnixTimestamp(toFixedString('2024-05-06 07:08:09', 19)); -- { serverError CANNOT_PARSE_TEXT }
SELECT UUIDv7ToDateTime(toUUID('018f05c9-4ab8-7b86-b64e-c9f03fbd45d1'), ''); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT UUIDv7ToDateTime(toUUID('018f05c9-4ab8-7b86-b64e-c9f03fbd45d1'), toFixedString('UTC', 3)); -- { serverError ILLEGAL_COLUMN }
SELECT UUIDv7ToDateTime(toUUID('018f05c9-4ab8-7b86-b64e-c9f03fbd45d1'), 'abc'); -- { serverError BAD_ARGUMENTS }
