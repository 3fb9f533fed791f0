-- Shifts and rotations of numbers and texts; bits tested and counted.
SELECT bitShiftLeft(toUInt8(1), toUInt64(10)), bitShiftLeft(toUInt8(1), toUInt16(9)), bitShiftLeft(toUInt8(255), toInt16(4)), toTypeName(bitShiftLeft(toUInt8(255), toInt16(4))), bitShiftRight(toInt8(-100), toUInt64(2)), toTypeName(bitShiftRight(toInt8(-100), toUInt64(2))), bitShiftRight(toInt8(-100), 200), bitShiftRight(toUInt8(200), toInt8(1)), bitShiftRight(toInt64(-1), 63), bitShiftLeft(toInt64(-1), 63), bitShiftLeft(NULL, 1);
SELECT number, bitShiftLeft(number, number), bitShiftRight(number * 1000, number), bitRotateLeft(number * 77, number), bitRotateRight(toInt64(number) - 35, number) FROM numbers(70);
SELECT bitRotateLeft(129, -1), toTypeName(bitRotateLeft(129, -1)), bitRotateLeft(toUInt8(1), toUInt32(9)), bitRotateLeft(129, toInt16(-1)), bitRotateRight(toInt8(-127), 1);
SELECT number, hex(bitShiftLeft('hello world', number)), hex(bitShiftRight('hello world', number)), hex(bitShiftLeft(toFixedString('hello world', 11), number)), hex(bitShiftRight(toFixedString('hello world', 11), number)) FROM numbers(100);
SELECT bitHammingDistance(1, 2.5), bitHammingDistance('abc', 'abdx'), bitHammingDistance(-1, 1), bitCount(2.5), bitCount('abc'), bitCount(toFixedString('ab', 2)), toTypeName(bitCount('a')), bitTest(toInt8(-1), 7), bitTestAll(5, 0, 2), bitTestAny(0, 1, 2);
SELECT bitShiftLeft(129, materialize(-1)); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT bitShiftLeft('abc', -1); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT bitShiftLeft(1, toUInt128(1)); -- { serverError NOT_IMPLEMENTED }
SELECT bitShiftLeft(toDate(5), 1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT bitTest(255, 8); -- { serverError PARAMETER_OUT_OF_BOUND }
SELECT bitTestAll(5, materialize(200)); -- { serverError PARAMETER_OUT_OF_BOUND }
SELECT bitTestAll(5, toInt8(-1)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT range(toNullable(1), 6, 2), range(true), arrayWithConstant(2, toLowCardinality('a')), arrayWithConstant(2.5, 1), arrayResize([1], toUInt64(18446744073709551615)), widthBucket(5, 10, 0, 5), bitmapContains(bitmapBuild([1]), NULL);
SELECT range(toUInt128(3)); -- { serverError ILLEGAL_COLUMN }
SELECT arrayWithConstant(-1, 1); -- { serverError TOO_LARGE_ARRAY_SIZE }
SELECT arrayResize([1, 2], toNullable(1)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT widthBucket(nan, 0, 10, 5); -- { serverError BAD_ARGUMENTS }
SELECT arraySort(map('a', 1)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
