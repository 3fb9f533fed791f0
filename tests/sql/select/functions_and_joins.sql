-- Functions by family, aggregates with combinators, NATURAL JOIN, formats.
SELECT number, number * 2 AS number2 FROM numbers(2) AS numbers ORDER BY numbers.number DESC;
SELECT 1 AS a, a + 1 AS b, b + a AS c, [a, b, c] AS arr, arr[2];
SELECT count() FROM (SELECT number FROM numbers(10) LIMIT 3);
SELECT * FROM (SELECT number AS x FROM numbers(3)) WHERE x > (SELECT avg(x) FROM (SELECT number AS x FROM numbers(3)));
SELECT x, sum(y) AS s FROM VALUES('x String, y Int32', ('a', 1), ('b', 2), ('a', 3)) GROUP BY x HAVING s > 2 ORDER BY s DESC, x ASC LIMIT 10;
SELECT toString(x) AS x FROM (SELECT 1 AS x) WHERE x = '1';
SELECT x AS y FROM (SELECT 1 AS x) ORDER BY x;
SELECT number FROM numbers(3) ORDER BY (number % 2, -number);
SELECT number, toString(number) AS number_s FROM numbers(3) WHERE number_s LIKE '1';
SELECT if(number = 1, NULL, number) AS x FROM numbers(3) ORDER BY x DESC;
SELECT (number, toString(number)) AS t, t.1 + 1, t.2 || 'x' FROM numbers(2);
SELECT tuple(1, 2) = (1, 2), (1, 2) < (1, 3), [1] < [1, 0], [] = emptyArrayUInt8();
SELECT 1 = 1 AND 2 > 1 OR 0, NOT 0 AND 1, 1 + 1 = 2, 2 * 3 % 4, 10 - 3 - 2, 2 || 3;
SELECT -5 DIV 2, -5 % 2, 5.5 % 2, 7.0 DIV 2;
SELECT 'a' 'b'; -- { serverError SYNTAX_ERROR }
SELECT 'It''s', 'a\\b', '\x41', 'α' = 'α', length('α'), e'a\n'; -- { serverError SYNTAX_ERROR }
SELECT date_diff('second', toDateTime('2024-01-01 00:00:00','UTC'), toDateTime('2024-01-01 00:01:00','UTC')), DATEDIFF(day, toDate('2024-01-01'), toDate('2024-01-05')), TIMESTAMPDIFF(HOUR, toDateTime('2024-01-01 00:00:00','UTC'), toDateTime('2024-01-02 00:00:00','UTC'));
SELECT toDate('2024-02-29') + INTERVAL 1 YEAR, toDate('2024-01-31') - INTERVAL 1 MONTH, addMonths(toDate('2024-01-31'), 1), subtractDays(toDate('2024-03-01'), 1), toLastDayOfMonth(toDate('2024-02-10'));
SELECT toDayOfWeek(toDate('2024-05-06')), toDayOfYear(toDate('2024-05-06')), toQuarter(toDate('2024-05-06')), toHour(toDateTime('2024-05-06 07:08:09','UTC')), toSecond(toDateTime('2024-05-06 07:08:09','UTC')), toRelativeDayNum(toDate('1970-01-10')), toYYYYMMDD(toDate('2024-05-06')), monthName(toDate('2024-05-06'));
SELECT toStartOfYear(toDate('2024-05-06')), toStartOfQuarter(toDate('2024-05-06')), toStartOfFiveMinutes(toDateTime('2024-05-06 07:08:09','UTC')), date_trunc('week', toDateTime('2024-05-08 07:08:09','UTC')), toStartOfInterval(toDate('2024-05-06'), INTERVAL 1 WEEK), timeSlot(toDateTime('2024-05-06 07:48:09','UTC'));
SELECT fromUnixTimestamp(1714979289, 'UTC'), toUnixTimestamp64Milli(toDateTime64('2024-05-06 07:08:09.123', 3, 'UTC')), toDateTime64(1714979289.5, 1, 'UTC'), fromUnixTimestamp64Milli(1714979289123, 'UTC');
SELECT isNull(NULL), nullIf(1, 1), ifNull(NULL, 'x'), coalesce(NULL, NULL, 3), assumeNotNull(toNullable(3)), toTypeName(ifNull(toNullable(1), 0));
SELECT position('abcabc', 'c', 4), locate('abc', 'c'), positionCaseInsensitive('ABC', 'b'), multiSearchFirstIndex('hello', ['z', 'l']), substringIndex('a.b.c', '.', 2), splitByString('--', 'a--b'), splitByWhitespace(' a b '), alphaTokens('a1b'), ngrams('abcd', 2), tokens('a b,c');
SELECT arrayMap((x, i) -> x * i, [1,2,3], [1,2,3]), arrayFilter(x -> x LIKE 'a%', ['ab', 'b']), arraySum(x -> x * x, [1,2,3]), arrayMax(x -> -x, [1,2,3]), arrayReverse(arraySort([3,1,2])), arrayMap(t -> t.1, [(1, 'a'), (2, 'b')]), arrayEnumerate(['a','b']), arrayPushFront([1], 0), arrayPopFront([1,2]), arrayResize([1,2,3], 2), arrayRemove([1,2,1], 1);
SELECT mapFromArrays(['a','b'], [1,2]), mapAdd(map('a', 1), map('a', 2)), mapUpdate(map('a', 1), map('b', 2)), mapSort(map('b', 1, 'a', 2)), mapExists((k, v) -> v = 2, map('a', 1, 'b', 2)), mapContainsKeyLike(map('abc', 1), 'a%'), map('a', 1) = map('a', 1), CAST((['a'], [1]), 'Map(String, UInt8)');
SELECT JSONLength('{"a":[1,2]}', 'a'), JSONHas('{"a":1}', 'b'), JSONType('{"a":1.5}', 'a'), JSONExtractFloat('{"a":1.5}', 'a'), JSONExtractBool('{"a":true}', 'a'), JSONExtractRaw('{"a":{"b":1}}', 'a'), JSONExtractArrayRaw('[1,"x"]'), JSONExtractKeysAndValues('{"x":1,"y":2}', 'Int8'), toJSONString(map('a', [1,2])), JSONExtract('{"a": 1, "b": "x"}', 'Tuple(a UInt8, b String)'), JSON_QUERY('{"a":[1,2]}', '$.a'), isValidJSON('{');
SELECT toUInt64('18446744073709551615') + 1, toInt8(127) + toInt8(1), toTypeName(toInt8(127) + toInt8(1)), toUInt32(1) - toUInt32(2), 1.1 + 2.2, 0.1 + 0.2 = 0.3, 1e308 * 10, sqrt(-1), log(0), exp(1000), pow(0, 0);
SELECT round(0.5), round(1.5), round(2.5), round(-0.5), round(1234.567, -2), roundBankers(0.5), floor(1234.567, -2), ceil(-0.5), trunc(-1.5), round(toDecimal32('1.255', 3), 2);
SELECT bar(5, 0, 10, 10), formatReadableSize(123456789), formatReadableQuantity(1234567), formatReadableTimeDelta(3661), toDecimalString(1.23456, 2), leftPad(toString(5), 3, '0');
SELECT uniq(x), uniqExact(x), uniqCombined(x), uniqHLL12(x), uniqTheta(x) FROM (SELECT number % 10 AS x FROM numbers(100)); -- { serverError UNKNOWN_FUNCTION }
SELECT avgWeighted(x, w), quantileExactWeighted(0.5)(x, w), sumWithOverflow(toUInt8(x)), sumKahan(x), sumCount(x) FROM (SELECT number AS x, number % 3 AS w FROM numbers(100));
SELECT groupBitmap(number % 7), groupBitAnd(number), groupBitXor(number), boundingRatio(number, number * 2), skewPop(number), topK(1)(number % 1), histogram(2)(number % 2) FROM numbers(10);
SELECT groupArrayInsertAt('-', 4)(toString(number), number * 2) FROM numbers(2);
SELECT groupArrayMovingAvg(number), groupArrayMovingSum(2)(number), groupArrayLast(2)(number), groupArraySorted(2)(number), groupArrayIntersect([number, 1]) FROM numbers(3);
SELECT maxIntersections(a, b), maxIntersectionsPosition(a, b), intervalLengthSum(a, b) FROM VALUES('a UInt8, b UInt8', (1, 3), (2, 5), (7, 9));
SELECT sumArray([1,2]), avgArray([number, 1]), uniqArray(['a', 'b', 'a']), maxForEach([number, 5]), sumForEachIf([number], number > 1), countIfOrNull(number > 10), sumOrDefault(number), anyOrNull(number), quantileIf(0.5)(number, number > 1), sumDistinct(number % 2), argMaxIf(number, number, number < 3), minSimpleState(number), sumMapIf([1], [number], number = 2) FROM numbers(4);
SELECT sumResample(0, 10, 5)(number, number), groupArrayResample(0, 4, 2)(number, number) FROM numbers(8);
SELECT avgMerge(s), toTypeName(any(s)) FROM (SELECT avgState(number) AS s FROM numbers(4) GROUP BY number % 2);
SELECT k, finalizeAggregation(s) FROM (SELECT number % 2 AS k, quantilesState(0.5, 0.9)(number) AS s FROM numbers(10) GROUP BY k) ORDER BY k;
SELECT DISTINCT ON (k) k, v FROM VALUES('k UInt8, v UInt8', (1, 2), (1, 1), (2, 5)) ORDER BY k, v;
SELECT k, v FROM VALUES('k UInt8, v UInt8', (1, 2), (1, 1), (2, 5)) ORDER BY k, v LIMIT 1 BY k;
SELECT k, any(v) IGNORE NULLS, anyLast(v), first_value(v), last_value(v) FROM VALUES('k UInt8, v Nullable(UInt8)', (1, NULL), (1, 1), (2, 5)) GROUP BY k ORDER BY k;
SELECT sum(v) FROM VALUES('k UInt8, v UInt8', (1, 2), (1, 1), (2, 5)) GROUP BY k WITH TOTALS ORDER BY k FORMAT TSV;
SELECT k, sum(v) FROM VALUES('k String, v UInt8', ('a', 2), ('b', 5)) GROUP BY ROLLUP(k) ORDER BY k;
SELECT k, j, sum(v) FROM VALUES('k String, j UInt8, v UInt8', ('a', 1, 2), ('b', 2, 5)) GROUP BY CUBE(k, j) ORDER BY k, j, sum(v);
SELECT a.id, b.id FROM (SELECT 1 AS id) AS a INNER ANY JOIN (SELECT 1 AS id) AS b ON a.id = b.id;
SELECT * FROM (SELECT 1 AS id, 'x' AS v) AS a NATURAL JOIN (SELECT 1 AS id, 'y' AS w) AS b;
SELECT a.v, b.v FROM VALUES('k UInt8, v String', (1, 'a')) AS a JOIN VALUES('k UInt8, v String', (1, 'b')) AS b USING (k);
SELECT * FROM VALUES('k UInt8', (1), (2)) AS a LEFT JOIN VALUES('k UInt8, v String', (2, 'b')) AS b ON a.k = b.k AND b.v = 'b' ORDER BY a.k;
SELECT number FROM numbers(10) WHERE number BETWEEN 3 AND 5 OR number IN (8) ORDER BY number DESC LIMIT 2 OFFSET 1;
SELECT t.number FROM numbers(3) t WHERE t.number > 0;
SELECT n.number AS x FROM numbers(2) AS n UNION ALL SELECT 10 ORDER BY x; -- { serverError UNKNOWN_IDENTIFIER }
SELECT * FROM (SELECT 1 AS x UNION ALL SELECT 2 AS y) ORDER BY x;
SELECT number FROM numbers(2) SETTINGS output_format_json_quote_64bit_integers = 1 FORMAT JSONCompactEachRow;
SELECT toDateTime('2024-01-01 00:00:00', 'UTC') AS t, toDate('2024-01-01') AS d, 1.5 AS f, 'a"b' AS s, [1] AS a FORMAT CSV;
SELECT 1 AS a, NULL AS b, 'x\ty' AS c FORMAT TSVRaw;
SELECT 1 AS a, 'b' AS c FORMAT Values;
SELECT (1, 'a') AS t, map('k', 1) AS m FORMAT JSONEachRow;
SELECT 1 AS a, 'x' AS b FORMAT Pretty;
SELECT 1 AS a, 'x' AS b FORMAT PrettyCompact;
SELECT 1 AS a, 'x' AS b FORMAT Markdown;
SELECT 1 FORMAT NoSuchFormat; -- { serverError UNKNOWN_FORMAT }
SELECT * FROM (SELECT 1 AS id, 'x' AS v) AS a NATURAL JOIN (SELECT 1 AS id, 'y' AS w) AS b;
SELECT * FROM (SELECT 1 AS id, 'x' AS v) AS a NATURAL JOIN (SELECT 2 AS id2, 'y' AS w) AS b;
SELECT * FROM (SELECT 1 AS id, 2 AS k, 'x' AS v) AS a NATURAL LEFT JOIN (SELECT 2 AS k, 1 AS id, 'y' AS w) AS b;
SELECT * FROM (SELECT 1 AS id) AS a NATURAL FULL OUTER JOIN (SELECT 2 AS id) AS b ORDER BY id;
SELECT * FROM (SELECT 1 AS id) AS a NATURAL ANY JOIN (SELECT 1 AS id) AS b; -- { serverError SYNTAX_ERROR }
SELECT id FROM (SELECT 1 AS id) AS a NATURAL INNER JOIN (SELECT 1 AS id) AS b NATURAL JOIN (SELECT 1 AS id, 5 AS z) AS c;
SELECT * FROM (SELECT 1 AS id) AS a NATURAL JOIN (SELECT 1 AS id) AS b USING id; -- { serverError SYNTAX_ERROR }
SELECT * FROM (SELECT 1 AS id) AS a NATURAL CROSS JOIN (SELECT 1 AS id) AS b; -- { serverError SYNTAX_ERROR }
SELECT formatQuery('SELECT 1 FROM a NATURAL LEFT JOIN b');
SELECT timeDiff(toDateTime('2024-01-01 00:00:00','UTC'), toDateTime64('2024-01-01 01:00:00.7',1,'UTC')), toTypeName(timeDiff(toDateTime('2024-01-01 00:00:00','UTC'), toDateTime('2024-01-01 01:00:00','UTC'))), timeDiff(toDate('2024-01-01'), toDate('2024-01-03')), timeDiff(toDateTime('2024-01-01 01:00:00','UTC'), toDateTime('2024-01-01 00:00:00','Asia/Tokyo'));
SELECT arrayRemove([1,NULL,2,NULL], NULL), arrayRemove(['a','b'], 'a'), toTypeName(arrayRemove([1,2], 1)), arrayRemove([1, NULL], 1), arrayRemove([], 1), arrayRemove([1.5], 1);
SELECT arrayRemove([1], 'a'); -- { serverError NO_COMMON_TYPE }
SELECT notHas([1,2],3), notHas([1, NULL], NULL), notHas([], 1);
SELECT formatQuery('select a,b from t where x=1'), formatQuerySingleLine('select   1'), formatQueryOrNull('select 1 2'), formatQuerySingleLineOrNull('select 1,2'), toTypeName(formatQueryOrNull('select 1')), formatQuery(NULL), formatQueryOrNull(materialize(toNullable('select 1')));
SELECT formatQuery('selec 1'); -- { serverError SYNTAX_ERROR }
SELECT formatQuery(1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT count() FROM system.one NATURAL JOIN system.one AS b;
