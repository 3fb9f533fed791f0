-- NULL itself, wide integers and other arguments that functions refuse, and rounding to fixed digits.
SELECT IPv4StringToNum(NULL); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT IPv4StringToNumOrDefault(NULL); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT IPv4StringToNumOrNull(NULL); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT IPv6StringToNum(NULL); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT IPv6StringToNumOrDefault(NULL); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT IPv6StringToNumOrNull(NULL); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT arrayReduce(NULL, [1]); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT arrayReduce('max', NULL); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT arrayRemove(NULL, 1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT arrayRemove([1], NULL);
SELECT arrayResize(NULL, 3); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT flattenTuple(NULL); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT indexOf(NULL, 6); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT indexOf([1], NULL);
SELECT countEqual(NULL, 1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT has(NULL, 1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT initializeAggregation(NULL, 3); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT mapContainsKey(map('a',1), NULL);
SELECT toLowCardinality(NULL); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT tupleElement(NULL, 2); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT tupleElement((1,2), NULL); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT tupleToNameValuePairs(NULL); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT toDecimal64OrDefault(NULL, 2);
SELECT IPv4NumToString(toInt32(5)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT IPv4NumToString(toInt64(5)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT IPv4NumToString(toUInt64(5)), IPv4NumToStringClassC(toUInt16(5)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT substring('hello', toInt128(2)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT substring('hello', 2, toInt128(2)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT left('hello', toInt128(2)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT isFinite(toDecimal64('1.25', 2)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT isInfinite(toDecimal64('1.25', 2)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT isNaN(toDecimal64('1.25', 2)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT isFinite(toInt128(1)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT isFinite('a'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT max2(toInt128(1), 2); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT max2(toDecimal32(1,1), 2);
SELECT hypot(toDecimal32(1,1), 2);
SELECT hypot(3, toInt128(-5)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT pow(3, toInt128(2)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT atan2(toInt128(1), 2); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT atan2(toDecimal32(1,1), 2);
SELECT xor(toInt128(-5), 1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT and(toInt128(-5), 1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT or(toInt128(-5), 1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT not(toInt128(-5)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT tupleHammingDistance((1, 2), (1, 3)), toTypeName(tupleHammingDistance((1, 2), (1, 3))), toTypeName(tupleHammingDistance(tuple(1), tuple(2))), toTypeName(tupleHammingDistance((1,2,3), (1,2,3)));
SELECT toDecimalString(2.5, 0), toDecimalString(0.125, 2), toDecimalString(-2.5, 0), toDecimalString(1.005, 2), toDecimalString(2.675, 2), toDecimalString(1e20, 3), toDecimalString(3.5, 0), toDecimalString(0.5, 0), toDecimalString(-0.5, 0), toDecimalString(toFloat32(0.1), 20), toDecimalString(inf, 2), toDecimalString(nan, 1);
SELECT timestamp(''), timestamp('2024-05-06'), timestamp('2024-05-06 01:02:03.5');
SELECT tupleNames(toNullable((1, 2))), tupleNames(NULL); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT clamp(5, 255, 3); -- { serverError BAD_ARGUMENTS }
SELECT clamp(materialize(5), materialize(255), 3); -- { serverError BAD_ARGUMENTS }
SELECT multiSearchAnyUTF8('abc', []); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT multiSearchAny('abc', []); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT isZeroOrNull((1, 'a')); -- { serverError BAD_ARGUMENTS }
SELECT initcap(toFixedString('ab', 3));
