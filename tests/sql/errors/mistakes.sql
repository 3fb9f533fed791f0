-- Mistakes in queries and what ClickHouse says of them, between queries without.
SELECT a.number, b.number FROM numbers(3) AS a LEFT JOIN (SELECT number FROM numbers(2)) AS b ON a.number = b.number WHERE b.number IS NOT NULL ORDER BY 1;
SELECT number FROM numbers(3) ORDER BY number DESC NULLS LAST LIMIT 1 UNION ALL SELECT 9;
SELECT x, y FROM (SELECT 1 AS x, 2 AS y UNION ALL SELECT 3, 4) ORDER BY y DESC LIMIT 1;
SELECT sum(number) AS total, total * 2 AS double_total, if(double_total > 10, 'big', 'small') FROM numbers(5);
SELECT toStartOfMonth(toDate('2024-01-15') + number * 20) AS month, count() AS c, sum(c) OVER (ORDER BY month) AS running FROM numbers(4) GROUP BY month ORDER BY month;
SELECT min(number) AS lo, max(number) AS hi, hi - lo AS width FROM numbers(3, 5);
SELECT number, number % 3 = 0 AS f FROM numbers(4) WHERE f;
SELECT t.a.b FROM (SELECT CAST(tuple(tuple(5)), 'Tuple(a Tuple(b UInt8))') AS t);
SELECT [1, 2, 3].1; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT (SELECT groupArray(number) FROM numbers(3))[2];
SELECT arrayMap(x -> (x, x * 2), [1, 2])[2].2;
SELECT map('a', map('b', 1))['a']['b'];
SELECT count() FROM numbers(10) WHERE number NOT IN (1, 2) AND NOT (number > 5) AND number IS NOT NULL;
SELECT number FROM numbers(5) WHERE (number, number) NOT IN ((1, 1), (2, 2));
SELECT DISTINCT number % 2, number % 3 FROM numbers(6) ORDER BY 1, 2;
SELECT 1 WHERE 1 = 0;
SELECT sum(1) WHERE 0;
SELECT 5 AS number, number + 1 FROM numbers(1);
SELECT number + 1 AS number, number FROM numbers(2);
SELECT number AS a, a AS b, b AS c FROM numbers(1) WHERE c = 0;
SELECT -number AS neg FROM numbers(3) ORDER BY neg;
SELECT number, if(number > 0, lagInFrame(number) OVER (ORDER BY number), NULL) FROM numbers(3);
SELECT sum(number) OVER (PARTITION BY number % 2 ORDER BY number ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS s, number FROM numbers(5) ORDER BY number;
SELECT count(DISTINCT number) FILTER (WHERE number > 1) FROM numbers(5);
SELECT any(number) FROM numbers(0), anyOrNull(number) FROM numbers(0); -- { serverError SYNTAX_ERROR }
SELECT maxOrNull(number), sum(number), avg(number), count(), groupArray(number), min(toString(number)), uniq(number), argMax(number, number) FROM numbers(0);
SELECT quantiles(0.5)(number), median(number), stddevPop(number), varSamp(number), topK(2)(number), sumMap([number], [number]) FROM numbers(0);
SELECT if(0, throwIf(1), 5);
SELECT number FROM numbers(3) WHERE throwIf(number = 5) = 0;
SELECT toInt64('abc'); -- { serverError CANNOT_PARSE_TEXT }
SELECT toUInt8('256');
SELECT toDate('2024-13-01');
SELECT toDateTime('garbage'); -- { serverError CANNOT_PARSE_DATETIME }
SELECT CAST('abc', 'UInt8'); -- { serverError CANNOT_PARSE_TEXT }
SELECT toFixedString('abc', 2); -- { serverError TOO_LARGE_STRING_SIZE }
SELECT CAST('z', 'Enum8(\'a\' = 1)'); -- { serverError UNKNOWN_ELEMENT_OF_ENUM }
SELECT toDecimal32('12345678901', 2); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT toUUID('abc'); -- { serverError CANNOT_PARSE_UUID }
SELECT toIPv4('999.1.1.1'); -- { serverError CANNOT_PARSE_IPV4 }
SELECT arrayElement([1], 0);
SELECT tupleElement((1, 2), 5); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT map('a', 1, 'b'); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT arrayMap(x -> x + 'a', [1]); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT arrayMap((x, y) -> x, [1], [1, 2]); -- { serverError SIZES_OF_ARRAYS_DONT_MATCH }
SELECT match('a', '('); -- { serverError CANNOT_COMPILE_REGEXP }
SELECT parseDateTime('x', '%Y'); -- { serverError CANNOT_PARSE_DATETIME }
SELECT formatDateTime(1, '%Y'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT JSONExtractInt(1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT quantile(2)(number) FROM numbers(3); -- { serverError PARAMETER_OUT_OF_BOUND }
SELECT sum('a'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT sumIf(1); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT count(1, 2); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT avg(toDate('2024-01-01'), 1); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT groupArray(0)(number) FROM numbers(3); -- { serverError BAD_ARGUMENTS }
SELECT topK(0)(number) FROM numbers(3); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT number FROM numbers(3) GROUP BY number HAVING sum(sum(number)) > 1; -- { serverError ILLEGAL_AGGREGATION }
SELECT sum(number) OVER (ORDER BY sum(number)) FROM numbers(3); -- { serverError NOT_AN_AGGREGATE }
SELECT * FROM numbers(3) WHERE row_number() OVER () = 1; -- { serverError ILLEGAL_AGGREGATION }
SELECT number AS x FROM numbers(3) WHERE y = 1; -- { serverError UNKNOWN_IDENTIFIER }
SELECT x.y FROM (SELECT 1 AS x); -- { serverError UNKNOWN_IDENTIFIER }
SELECT t.nope FROM numbers(3) AS t; -- { serverError UNKNOWN_IDENTIFIER }
SELECT COLUMNS('zzz') FROM numbers(1); -- { serverError EMPTY_LIST_OF_COLUMNS_QUERIED }
SELECT * EXCEPT (number) FROM numbers(1); -- { serverError EMPTY_LIST_OF_COLUMNS_QUERIED }
SELECT 1 FROM (SELECT 1 AS a) AS x JOIN (SELECT 1 AS b) AS y USING (a); -- { serverError UNKNOWN_IDENTIFIER }
SELECT 1 FROM (SELECT 1 AS a) AS x JOIN (SELECT 'z' AS a) AS y USING (a); -- { serverError NO_COMMON_TYPE }
SELECT * FROM (SELECT 1 AS t, 1 AS k) AS x ASOF JOIN (SELECT 1 AS t, 1 AS k) AS y ON x.k = y.k; -- { serverError INVALID_JOIN_ON_EXPRESSION }
SELECT (1, 2, 3) IN ((1, 2)); -- { serverError INCORRECT_ELEMENT_OF_SET }
SELECT 1 IN (SELECT 1, 2); -- { serverError NUMBER_OF_COLUMNS_DOESNT_MATCH }
SELECT [1] IN (SELECT 1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT number FROM numbers(3) LIMIT 1 BY nope; -- { serverError UNKNOWN_IDENTIFIER }
SELECT number FROM numbers(3) ORDER BY number WITH FILL STEP 0; -- { serverError INVALID_WITH_FILL_EXPRESSION }
SELECT toString(number) AS s FROM numbers(3) ORDER BY s WITH FILL; -- { serverError INVALID_WITH_FILL_EXPRESSION }
SELECT number FROM numbers(3) UNION SELECT 1; -- { serverError EXPECTED_ALL_OR_DISTINCT }
SELECT INTERVAL 1 FORTNIGHT; -- { serverError SYNTAX_ERROR }
SELECT 1 +; -- { serverError SYNTAX_ERROR }
SELECT FROM numbers(1); -- { serverError SYNTAX_ERROR }
SELECT (1; -- { serverError SYNTAX_ERROR }
SELECT 1 AS 2; -- { serverError SYNTAX_ERROR }
SELECT count(DISTINCT 1, 2), countIf(1), countIf(2, 1), countDistinct(1, 2), count(*), count();
SELECT (1, 2) IN ((1, 2, 3), (1, 2)); -- { serverError INCORRECT_ELEMENT_OF_SET }
SELECT (1, 2) IN (1, 2), count(number), countState(number) IS NOT NULL FROM numbers(2);
SELECT countOrNull(number), countArray([1, 2]), countMap(map('a', 1)), countResample(0, 2, 1)(number, number) FROM numbers(2);
SELECT countArray([1], [2]) FROM numbers(2); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
