-- What the elements of [] and the pairs of map() give: they have the type Nothing, and so has what is made of them.
SELECT '-- lambdas over []';
SELECT arrayMap(x -> x * 2, []) AS a, toTypeName(a), arrayMap(x -> (x, upper(x)), []) AS b, toTypeName(b), arrayMap(x -> toString(x), []) AS c, toTypeName(c);
SELECT arrayMap(x -> concat(x, 'a'), []) AS a, toTypeName(a), arrayMap(x -> x[1], []) AS b, toTypeName(b), arrayMap(x -> coalesce(x, 1), []) AS c, toTypeName(c);
SELECT arrayFilter(x -> x > 1 AND x LIKE 'a', []) AS a, toTypeName(a), arrayCount(x -> x % 2 = 0, []), arrayExists(x -> x LIKE 'a', []), arrayAll(x -> x = 1, []);
SELECT arraySort(x -> -x, []) AS a, toTypeName(a), arrayMap(x -> arrayMap(y -> y + x, [1, 2]), []) AS b, toTypeName(b), arrayMap(x -> arrayMap(y -> y + 1, x), [[]]) AS c, toTypeName(c);
SELECT arrayMap((x, y) -> x + y, [], emptyArrayUInt8()) AS a, toTypeName(a), length(arrayMap(x -> x + 1, materialize([]))), arrayConcat(arrayMap(x -> x + 1, []), [1]) AS b, toTypeName(b);
SELECT '-- functions for which it is a type like others';
SELECT toTypeName(arrayMap(x -> toTypeName(x), [])), toTypeName(arrayMap(x -> [x, 2], [])), toTypeName(arrayMap(x -> map(x, 1, 'b', 2), [])), toTypeName(arrayMap(x -> toUInt8OrDefault(x), [])), toTypeName(arrayMap(x -> accurateCastOrNull(x, 'UInt8'), [])), toTypeName(arrayMap(x -> if(1, x, 'no'), [])), toTypeName(arrayMap(x -> CAST(x, 'String'), []));
SELECT arrayMap(x -> if(x > 1, 1, 2), []); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT arrayMap(x -> CASE WHEN x = 1 THEN 'a' ELSE 'b' END, []); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT arrayFilter(x -> x IN (1, 2), []); -- { serverError TYPE_MISMATCH }
SELECT '-- maps and rows';
SELECT mapApply((k, v) -> (k, v * 2), map()) AS a, toTypeName(a), mapFilter((k, v) -> v > 1 AND k LIKE 'a', map()) AS b, toTypeName(b), mapExists((k, v) -> v LIKE 'a', map());
SELECT count(arrayJoin([]) + 1);
SELECT toTypeName([][1] + 1), count() FROM numbers(3) GROUP BY 1;
