-- Maps made of maps, of arrays of pairs and of arrays; series of keys.
SELECT mapPopulateSeries([1, 3], [5, 6]) AS a, toTypeName(a);
SELECT mapPopulateSeries([1, 3], [5]); -- { serverError BAD_ARGUMENTS }
SELECT mapPopulateSeries([1, 3], ['a', 'b']); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT mapPopulateSeries([1.5], [2]); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT mapPopulateSeries(emptyArrayUInt8(), emptyArrayUInt8());
SELECT mapPopulateSeries(emptyArrayUInt8(), emptyArrayUInt8(), 5);
SELECT mapPopulateSeries([1], [toUInt8(2)], 'a'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT mapPopulateSeries([1, 3], map(1, 2)); -- { serverError BAD_ARGUMENTS }
SELECT mapPopulateSeries(map(1, 2), [1]); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT mapPopulateSeries(map(1, 10, 3, 30), 2);
SELECT mapPopulateSeries([1, 3], 5); -- { serverError BAD_ARGUMENTS }
SELECT mapPopulateSeries([], []); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT mapPopulateSeries([1, NULL], [1, 2]); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT mapPopulateSeries([toInt8(-2), 1], [1, 2]), mapPopulateSeries([toUInt64(18446744073709551613)], [2], toUInt64(18446744073709551615));
SELECT mapPopulateSeries(map(toInt256(1), 5, toInt256(4), 6)), mapPopulateSeries(map(toInt128(1), 5, toInt128(4), 6));
SELECT mapPopulateSeries(map(1, toInt256(5), 3, toInt256(6)));
SELECT mapPopulateSeries(materialize([1, 3]), materialize([5, 6]), materialize(4));
SELECT mapPopulateSeries(map()); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT mapPopulateSeries([1, 3], [5, 6], 5), mapPopulateSeries([3, 1], [5, 6], 2), mapPopulateSeries([1, 3], [5, 6], 0), mapPopulateSeries(map(1, 10, 3, 30), 0);
SELECT mapPopulateSeries(map(1, 'x', 2, '')); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT mapFromArrays(map('a', 1, 'b', 2), [1, 2]), mapFromArrays([1, 2], map('a', 1, 'b', 2)), mapFromArrays(map('a', 1, 'b', 2), map('a', 1, 'b', 2));
SELECT mapFromArrays(map('a', 1, 'b', 2), map('a', 1)); -- { serverError SIZES_OF_ARRAYS_DONT_MATCH }
SELECT mapConcat([(1, 2)], map(1, 2)), mapConcat(map(1, 2), [(3, 'a')]); -- { serverError NO_COMMON_TYPE }
SELECT mapConcat([(1, 2)], map(1, 2)), mapConcat(map(1, 2), [(300, 4)]);
SELECT mapConcat([1, 2], map('b', 2)); -- { serverError NO_COMMON_TYPE }
SELECT mapConcat([1], [2]); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT mapContainsKeyLike(map(toFixedString('ab', 2), 'a'), 'a%'), mapExtractValueLike(map('a', 'ab'), 'a%');
SELECT mapContainsKeyLike(map('ab', 'a'), toFixedString('a%', 2)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT mapAdd(map(1, 2), map(1, 3, 4, 5)), mapSubtract(([1, 2], [3, 4]), ([1], [1]));
