-- Arrays of any depth numbered, bits of texts of one size, samples of groups.
SELECT arrayEnumerateUniqRanked([[[1, 1, 2], [1]], [[3], [1, 2]]]), arrayEnumerateDenseRanked([[[1, 1, 2], [1]], [[3], [1, 2]]]);
SELECT arrayEnumerateUniqRanked(1, x, 1), arrayEnumerateUniqRanked(1, x, 2), arrayEnumerateUniqRanked(1, x, 3), arrayEnumerateUniqRanked(2, x, 3), arrayEnumerateUniqRanked(3, x, 3) FROM (SELECT arrayJoin([[[[1, 1, 2], [1]], [[3], [1, 2]]], [[[], [7]], [], [[7]]], []]) AS x);
SELECT arrayEnumerateDenseRanked(2, x, 2), arrayEnumerateDenseRanked(2, x, 3), arrayEnumerateDenseRanked(3, x, 3) FROM (SELECT [[[1, 1, 2], [1]], [[3], [1, 2]]] AS x);
SELECT arrayEnumerateUniqRanked([[[['a', 'b'], ['a']]], [[['a']]]]), arrayEnumerateUniqRanked(2, [[[[1, 2], [1]]], [[[1]]]], 3);
SELECT arrayEnumerateUniqRanked([10, 20, 10], 1, [[[1, 1], [1]], [[1, 1]], [[1]]], 3), arrayEnumerateDenseRanked([[10, 20], [10]], 2, [[[1, 1], [2]], [[1]]], 3);
SELECT bitAnd(toFixedString('abc', 3), toFixedString('ABC', 3)), hex(bitOr(toFixedString('abc', 3), toFixedString('ABC', 3))), hex(bitXor(materialize(toFixedString('a\xFFc', 3)), toFixedString('ABC', 3))), toTypeName(bitAnd(toFixedString('abc', 3), toFixedString('ABC', 3)));
SELECT bitOr(toNullable(toFixedString('abc', 3)), NULL), bitAnd(x, toFixedString('ab', 2)) FROM values('x Nullable(FixedString(2))', ('aa'), (NULL), ('bb'));
SELECT bitAnd(toFixedString('abc', 3), toFixedString('ABCD', 4)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT bitXor(toFixedString('abc', 3), 1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT uniqExact(s) > 1, uniqExact(seeded), min(length(s)), min(length(arrayDistinct(s))), max(arrayMax(s)) < 100 FROM (SELECT groupArraySample(5)(x) AS s, groupArraySample(5, 7)(x) AS seeded FROM (SELECT number % 20 AS k, intDiv(number, 20) AS x FROM numbers(2000)) GROUP BY k);
SELECT groupArraySample(10)(number), groupArraySample(3, 7)(number) FROM numbers(4);
-- Maps that are added have one type of keys, and their values add up to one type.
SELECT mapAdd(materialize(map(1, 2)), map(1, 3)), mapAdd(([1, 3], [1, 1]), materialize(([1, 2], [1, 1]))), mapSubtract(map(1, 2), materialize(map(1, toUInt64(3))), map(1, 1));
SELECT mapAdd(map(1, 2), ([1, 2], [1, 1])); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT mapSubtract((materialize([1, 2]), [1, 1]), map(1, 2)); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT mapAdd(map(toUInt8(1), 2), map(toUInt16(300), 2)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT mapAdd(t, ([1], [1])) FROM (SELECT ([number], [number]) AS t FROM numbers(3)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT mapAdd(map('a', 2), map('a', 2.5)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT mapSubtract(map('a', 2), map('a', toInt8(-2))); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT mapAdd(map(1, 'a'), map(1, 'b')); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
