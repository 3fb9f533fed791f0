-- Hashes of the bytes of any value; values found among others of another type; means of wide integers; refusals.
SELECT hiveHash(2.5), hiveHash(toDate('2024-05-06')), hiveHash(-5), javaHash(toIPv4('1.2.3.4')), javaHash(toIntervalDay(1)), javaHash(CAST('a', 'Enum16(\'a\' = 300)')), javaHashUTF16LE(2.5), cityHash64(toIntervalDay(1)), hiveHash(NULL);
SELECT javaHash(toUInt8(1)); -- { serverError NOT_IMPLEMENTED }
SELECT javaHashUTF16LE('abc'); -- { serverError BAD_ARGUMENTS }
SELECT transform('1', [1, 2], ['a', 'b'], '?'), transform(toDate('1970-01-02'), [1, 2], ['a', 'b'], '?'), transform(1, [1.5, 2.5], ['a', 'b'], '?'), transform(1, [], ['a'], '?'), CASE '2' WHEN 2 THEN 'two' ELSE 'other' END, caseWithExpression(toDate('1970-01-02'), 1, 'a', 'b');
SELECT transform([1], [1, 2], ['a', 'b'], '?'); -- { serverError TYPE_MISMATCH }
SELECT transform(1, [NULL, 3], ['a', 'b'], '?'); -- { serverError CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN }
SELECT caseWithExpression(1, 1, 'a', 'b', 1); -- { serverError BAD_ARGUMENTS }
SELECT midpoint(toInt128(-5), 4, 10), midpoint(toUInt256(7), 4, NULL), avg2(toInt256(-7), 2);
SELECT greatest(toIntervalDay(1), 2); -- { serverError NO_COMMON_TYPE }
SELECT nullIf('a', 1); -- { serverError NO_COMMON_TYPE }
SELECT dotProduct(tuple(), (3, 4)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT cosineDistance((1, 'a'), (0, 1)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT flattenTuple(toNullable((1 AS a, (2, 3))::Tuple(a UInt8, b Tuple(c UInt8, d UInt8)))), hilbertDecode(toNullable(2), 31), reverse((1, 'a'));
SELECT mortonDecode(toUInt64(18446744073709551615), 53); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT divideDecimal(toDecimal32(1, 2), toDecimal32(3, 2), toUInt256(7)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT regexpExtract('a=1', '(\\w)=(\\d)', materialize(5)); -- { serverError INDEX_OF_POSITIONAL_ARGUMENT_IS_OUT_OF_RANGE }
SELECT tupleElement((1, 'a'), toNullable(2)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT length(randomString(2.5)), errorCodeToName(toUInt256(7)), errorCodeToName(toDecimal64('1.25', 2)), intExp10(4294967297), roundToExp2(toUInt64(18446744073709551615)), bar(5, 0, -1, 10);
SELECT randomString(-1); -- { serverError TOO_LARGE_STRING_SIZE }
SELECT bar(5, 0, 10, 0); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT 1 AND 2.5; -- { serverError CANNOT_CONVERT_TYPE }
SELECT timestamp('2024-05-06 01:02:03', '12:00:00.5'), timestamp('2024-05-06', '-01:00:00'), timestamp('2024-05-06', 'x'), timestamp('2024-05-06', NULL);
SELECT timestamp('2024-05-06', 1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT isIPAddressInRange(toIPv4('127.0.0.5'), '127.0.0.0/8'), isIPAddressInRange(toNullable(toIPv6('::1')), '::/8'), isIPAddressInRange(if(number = 0, NULL, '10.1.2.3'), '10.0.0.0/8') FROM numbers(2);
SELECT isIPAddressInRange('127.0.0.1', toNullable('127.0.0.0/8')); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT toUnixTimestamp(toIPv4('1.2.3.4')), toUnixTimestamp(CAST('a', 'Enum8(\'a\' = 1)')), digits(1234567890, 7, toUInt64(18446744073709551615)), toColumnTypeName(toFixedString('ab', 3)), jumpConsistentHash(toIPv4('1.2.3.4'), 10);
SELECT mapAdd(map(), map('a', 2)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT arrayShingles([1, 2, 3], materialize(2)); -- { serverError ILLEGAL_COLUMN }
SELECT leftPad('abc', toUInt64(18446744073709551615), '*'); -- { serverError INDEX_OF_POSITIONAL_ARGUMENT_IS_OUT_OF_RANGE }
SELECT arrayAvg(['a', '']); -- { serverError ILLEGAL_COLUMN }
SELECT arrayReduce('sum', [NULL]), arrayReduce('count', [NULL]), initializeAggregation('sum', NULL), arrayReduceInRanges('sum', [(1, 1)], [NULL]);
