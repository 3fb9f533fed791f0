-- Arrays as maps without gaps; the order of locate's arguments; patterns that are none; a comma behind the last value.
SELECT mapPopulateSeries([1, 3], [10, 30], 5), mapPopulateSeries([1, 3], [10, 30], 2), mapPopulateSeries(map(1, 10, 3, 30), 5), mapPopulateSeries(map(1, 2), 3, 4);
SELECT toTypeName(mapPopulateSeries([toUInt8(1)], [toInt16(1)])), mapPopulateSeries([3, 1], [30, 10]), mapPopulateSeries([1, 1, 2], [5, 6, 7]), mapPopulateSeries(range(0), range(0)), mapPopulateSeries(arrayMap(x -> toUInt8(x + number), [1, 3]), [toUInt8(1), 2], toUInt8(number + 3)) FROM numbers(2);
SELECT mapPopulateSeries([toInt8(-2), 1], [toInt8(1), 2]);
SELECT mapPopulateSeries([1, 3], [10.5, 30]); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT mapPopulateSeries(map(1, 1.5)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT mapPopulateSeries([1, 3], [10]); -- { serverError BAD_ARGUMENTS }
SELECT mapPopulateSeries([1, 3]); -- { serverError BAD_ARGUMENTS }
SELECT mapPopulateSeries(([1, 3], [10, 30])); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT mapPopulateSeries(['a'], [10]); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT mapPopulateSeries([1], ['a']); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT mapPopulateSeries([1, 2], [1, 2], 'x'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT locate('c', 'abc'), locate('c', 'abcc', 4);
SELECT locate('abc', 'c'), locate('abcc', 'c', 4), locate('c', 'abc') SETTINGS function_locate_has_mysql_compatible_argument_order = 0;
SELECT replaceRegexpOne('abc', '(', 'x'); -- { serverError BAD_ARGUMENTS }
SELECT multiMatchAny('abc', ['[']); -- { serverError BAD_ARGUMENTS }
SELECT match('abc', '['); -- { serverError CANNOT_COMPILE_REGEXP }
CREATE TABLE u (a UInt8, b String) ENGINE = Memory;
INSERT INTO u VALUES (1, 'x',), (2, 'y' , ), (3, 'z');
SELECT * FROM u ORDER BY a;
