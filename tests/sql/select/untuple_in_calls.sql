-- untuple() wherever expressions are listed; elements without a name have their number as one.
SELECT untuple((1, 'a')), untuple((1, 'a')) AS t, untuple(tuple(3 AS x, 4 AS y)), untuple(CAST((1, 2), 'Tuple(p UInt8, q UInt8)')), untuple(CAST((1, 2), 'Tuple(p UInt8, q UInt8)')) AS z FORMAT TSVWithNames;
SELECT untuple((1, untuple((2, 3)))) FORMAT TSVWithNames;
SELECT sum(untuple(tuple(1))) FORMAT TSVWithNames;
SELECT untuple(tuple(1)) + 1 FORMAT TSVWithNames;
SELECT concat(untuple(('a', 'b')), 'c'), [untuple((1, 2))], (untuple((1, 2)), 3) FORMAT TSVWithNames;
SELECT plus(untuple((number, 10))) FROM numbers(2) FORMAT TSVWithNames;
SELECT max(untuple(t)) FROM (SELECT tuple(number) AS t FROM numbers(3)) FORMAT TSVWithNames;
SELECT argMax(untuple((number, -toInt64(number)))) FROM numbers(3) FORMAT TSVWithNames;
SELECT count(DISTINCT untuple((number % 2, number % 3))) FROM numbers(6) FORMAT TSVWithNames;
SELECT untuple(t), t.1 FROM (SELECT CAST((1, 2), 'Tuple(a UInt8, b UInt8)') AS t) FORMAT TSVWithNames;
SELECT x FROM (SELECT untuple((1, 2)) AS x); -- { serverError UNKNOWN_IDENTIFIER }
SELECT untuple(1); -- { serverError UNSUPPORTED_METHOD }
SELECT toString(untuple((1, 2))); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT number FROM numbers(3) WHERE untuple(tuple(number = 1)); -- { serverError UNEXPECTED_EXPRESSION }
SELECT number FROM numbers(3) ORDER BY -untuple(tuple(number)) FORMAT TSVWithNames;
SELECT sum(number) FROM numbers(3) GROUP BY untuple((number % 2, 1)) ORDER BY ALL FORMAT TSVWithNames;
SELECT UNTUPLE((1, 2)); -- { serverError UNKNOWN_FUNCTION }
SELECT tupleElement((1, 2), '1'), tupleElement([(1, 2)], '2'), tupleElement((1, 2), '3', 5), tupleElement((1, 2), '2', 5);
SELECT tupleElement((1, 2), '3'); -- { serverError BAD_ARGUMENTS }
SELECT tupleElement(CAST((1, 2), 'Tuple(a UInt8, b UInt8)'), '1'); -- { serverError BAD_ARGUMENTS }
