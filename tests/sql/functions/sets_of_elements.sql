-- Arrays as sets: the common type, elements that do not fit it, the order of what comes out.
SELECT arrayIntersect([toDate('2024-01-01')], [toDateTime('2024-01-01 05:00:00', 'UTC')]);
SELECT arrayIntersect([toDateTime('2024-01-01 05:00:00', 'UTC')], [toDate('2024-01-01')]);
SELECT arrayIntersect([toDateTime('2024-01-01 00:00:00', 'UTC')], [toDate('2024-01-01')]);
SELECT arrayIntersect([toDateTime('2024-01-01 05:00:00', 'UTC')], [toDateTime64('2024-01-01 05:00:00', 3, 'UTC')]);
SELECT arrayIntersect([toDateTime('2024-01-01 00:00:00', 'UTC')], [toDateTime64('2024-01-01 00:00:00', 3, 'UTC')]);
SELECT arrayIntersect([1.9], materialize([1]));
SELECT arrayIntersect([1e30], [1]);
SELECT arrayIntersect([300.5], [44]);
SELECT arrayIntersect([-1.], [255]);
SELECT arrayIntersect([toDecimal64('1.25', 2)], [toDecimal64('1.2', 1)]);
SELECT arrayIntersect([toDecimal64('1.20', 2)], [toDecimal64('1.2', 1)]);
SELECT arrayIntersect(['ab', 'abc'], [toFixedString('ab', 2)]); -- { serverError TOO_LARGE_STRING_SIZE }
SELECT arrayIntersect(['ab', 'a'], [toFixedString('ab', 2)]);
SELECT arrayIntersect(['a'], [toFixedString('a', 2)]);
SELECT arrayIntersect([[1], [300]], [[toInt8(1)], [toInt8(44)]]);
SELECT arrayIntersect([(1, 'a'), (300, 'b')], [(1, 'a'), (44, 'b')]);
SELECT arrayIntersect([(1, NULL)], [(1, 2)]), arrayIntersect([[NULL]], [[1]]); -- { serverError NO_COMMON_TYPE }
SELECT arrayIntersect([(1, NULL), (3, 2)], [(3, 2)]) AS x, toTypeName(x);
SELECT arrayIntersect([NULL], [1]); -- { serverError NO_COMMON_TYPE }
SELECT arrayIntersect([NULL], [1, NULL]); -- { serverError CANNOT_CONVERT_TYPE }
SELECT arrayIntersect([NULL], [NULL]);
SELECT arrayIntersect([NULL, 1], [NULL, 300]);
SELECT arrayIntersect([NULL, 300], [NULL, 44]);
SELECT arrayIntersect([toFloat32(1.1)], [1.1]), arrayIntersect([1.1], [toFloat32(1.1)]);
SELECT arrayIntersect([true, false], [1, 2, 0]) AS x, toTypeName(x);
SELECT arrayIntersect([5, 0, 1], [true]) AS x, toTypeName(x);
SELECT arrayIntersect([toInt128(5), -1], [5, 255]) AS x, toTypeName(x);
SELECT arrayIntersect([toUInt256(5), toUInt256('1000000000000000000000')], [toInt128(5), -1]) AS x, toTypeName(x);
SELECT arrayIntersect([1, 2, 2, 3], [2, 1, 1, 300], [toInt64(1), 2]) AS x, toTypeName(x);
SELECT arrayJaccardIndex([1.9], [1]), arrayJaccardIndex([1, 1, 2], [2]), arrayJaccardIndex([300], [toInt8(44)]), arrayJaccardIndex([1, NULL], [NULL, 1]), arrayJaccardIndex([NULL, 1], [1]);
SELECT arrayJaccardIndex([1], ['a']); -- { serverError NO_COMMON_TYPE }
SELECT arrayJaccardIndex([1], []);
SELECT arrayJaccardIndex([], []); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT arrayJaccardIndex([toDecimal32(1, 1)], [1]); -- { serverError NO_COMMON_TYPE }
SELECT arrayUnion([toDecimal32(1, 1)], [1]); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT arraySymmetricDifference([toDecimal32(1, 1)], [1]);
SELECT arraySymmetricDifference([1, 300], [toInt8(1)]) AS x, toTypeName(x);
SELECT arrayUnion([-1,-2,5,0],[7]), arrayUnion([1.5, nan],[1]), arrayUnion([NULL, 3], [1]), arraySymmetricDifference([1, 2], [NULL, 3]), arraySymmetricDifference([NULL, 1], [NULL, 2]);
SELECT arrayUnion(range(number), [toUInt64(18446744073709551615), 5]) FROM numbers(32);
SELECT arrayUnion(range(100)), arraySymmetricDifference(arrayMap(x -> toInt16(x) - 20, range(300)), [1, 2, 3]);
SELECT arrayUnion([toFloat32(1.5), 2.5, -3], [toFloat32(7)]), arrayUnion([toDate('2024-01-01'), '2023-05-06'::Date, '2022-01-01'::Date]), arrayUnion([toDecimal64(1.5, 2), 2, 3]), arrayUnion([true, false]), arrayUnion([toDateTime64(1,3,'UTC'), toDateTime64(2,3,'UTC'), toDateTime64(3,3,'UTC')]);
SELECT arrayUnion(x, [number]) FROM (SELECT number, [number * 3, number * 5, 1] AS x FROM numbers(20));
SELECT arrayUnion([1, 2], ['a']); -- { serverError NO_COMMON_TYPE }
SELECT arrayJaccardIndex(materialize(emptyArrayUInt8()), emptyArrayUInt8());
SELECT arrayIntersect([[1], [NULL]], [[1]]) AS x, toTypeName(x);
SELECT arrayIntersect([['a']], [[1]]); -- { serverError CANNOT_CONVERT_TYPE }
SELECT arrayIntersect([toLowCardinality('a'), 'b'], ['b']) AS x, toTypeName(x);
SELECT arrayUnion([]), arrayUnion([], [1, 2, 3]);
