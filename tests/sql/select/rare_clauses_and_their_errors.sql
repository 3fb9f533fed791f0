-- Corners of the language, and what ClickHouse says of mistakes.
SELECT number + 1 AS x FROM numbers(3) WHERE x = (SELECT max(number) FROM numbers(3));
SELECT * FROM (SELECT 1 AS a, 2 AS b) AS t(c, d);
SELECT t.c FROM (SELECT 1 AS a, 2 AS b) AS t(c, d);
WITH t(x, y) AS (SELECT 1, 2) SELECT x + y FROM t;
SELECT sum(n) FROM (SELECT arrayJoin(range(5)) AS n) WHERE n > 1;
SELECT arr, x, y FROM (SELECT [[1,2],[3]] AS arr) ARRAY JOIN arr AS x ARRAY JOIN x AS y;
SELECT nested.a, nested.b FROM (SELECT [1,2] AS `nested.a`, ['x','y'] AS `nested.b`) ARRAY JOIN nested;
SELECT n.a, b FROM (SELECT [1,2] AS `nested.a`, ['x','y'] AS `nested.b`) ARRAY JOIN nested AS n, nested.b AS b;
SELECT a.b.c FROM (SELECT CAST((((1)),), 'Tuple(b Tuple(c UInt8))') AS a); -- { serverError TYPE_MISMATCH }
SELECT CAST(((1),), 'Tuple(b Tuple(c UInt8))') AS a, a.b.c; -- { serverError TYPE_MISMATCH }
SELECT tupleElement((1, 'x'), 2), untuple((1, 'b')), (1, 2, 3).^ FORMAT TSV; -- { serverError SYNTAX_ERROR }
SELECT untuple((1, 'b'));
SELECT untuple(CAST((1, 'b'), 'Tuple(p UInt8, q String)')) AS z FORMAT TSVWithNames;
SELECT x, count() FROM (SELECT number % 3 AS x FROM numbers(10)) GROUP BY x ORDER BY count() DESC, x;
SELECT number % 3 FROM numbers(10) GROUP BY number % 3 ORDER BY sum(number);
SELECT number % 3 AS k FROM numbers(10) GROUP BY 1 ORDER BY 1 DESC;
SELECT number % 3 + 1, count() FROM numbers(10) GROUP BY number % 3 ORDER BY 1;
SELECT toStartOfMonth(d) AS m, count() FROM (SELECT toDate('2024-01-15') + number * 10 AS d FROM numbers(10)) GROUP BY m ORDER BY m;
SELECT number FROM numbers(3) ORDER BY -number;
SELECT number, -number AS m FROM numbers(3) ORDER BY m ASC NULLS FIRST;
SELECT x FROM (SELECT arrayJoin([3, NULL, 1, NULL, 2]) AS x) ORDER BY x NULLS FIRST;
SELECT x FROM (SELECT arrayJoin([3, NULL, 1, 2]) AS x) ORDER BY x DESC NULLS LAST;
SELECT x FROM (SELECT arrayJoin([3, nan, 1, -inf, inf]) AS x) ORDER BY x DESC;
SELECT x FROM (SELECT arrayJoin(['b', 'a', 'C', 'ä']) AS x) ORDER BY x COLLATE 'en';
SELECT * FROM numbers(3) ORDER BY ALL DESC;
SELECT number FROM numbers(10) LIMIT 2, 3;
SELECT number FROM numbers(10) LIMIT 3 OFFSET 2;
SELECT number FROM numbers(10) LIMIT -3;
SELECT number FROM numbers(10) LIMIT 0.3;
SELECT number FROM numbers(10) ORDER BY number LIMIT 2 OFFSET -4;
SELECT number FROM numbers(10) LIMIT ALL; -- { serverError UNKNOWN_IDENTIFIER }
SELECT sum(number) OVER () AS s, count() OVER () FROM numbers(3);
SELECT number, sum(number) OVER (ORDER BY number GROUPS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM numbers(4);
SELECT number, sum(sum(number)) OVER (ORDER BY number) FROM numbers(4) GROUP BY number ORDER BY number;
SELECT number, lag(number) OVER (ORDER BY number), lead(number, 2, 0) OVER (ORDER BY number) FROM numbers(4);
SELECT number, max(number) OVER (PARTITION BY number % 2 ORDER BY number ROWS UNBOUNDED PRECEDING) FROM numbers(4) ORDER BY number;
SELECT number, groupArray(number) OVER (ORDER BY number ROWS BETWEEN 1 FOLLOWING AND 2 FOLLOWING) FROM numbers(4);
SELECT nonNegativeDerivative(x, t) OVER (ORDER BY t) FROM (SELECT number * 2 AS x, toDateTime('2024-01-01 00:00:00', 'UTC') + number AS t FROM numbers(3));
SELECT sum(number) OVER w1, count() OVER w2 FROM numbers(4) WINDOW w1 AS (PARTITION BY number % 2), w2 AS (w1 ORDER BY number) ORDER BY number;
SELECT sum(x), avg(x), count(x), count(), min(x) FROM (SELECT if(number % 2 = 0, NULL, number) AS x FROM numbers(5));
SELECT multiIf(number = 0, 'a', number = 1, 'b', 'c') FROM numbers(3);
SELECT transform(number, [0, 1], ['zero', 'one'], 'other') FROM numbers(3);
SELECT [1, 2, 3] AS a, a[1], length(a), has(a, 2), indexOf(a, 3), arraySum(a), arrayReverse(a), arrayDistinct([1,1,2]), arrayConcat(a, [4]), arraySlice(a, 2), arrayPushBack(a, 9);
SELECT map('a', 1, 'b', 2) AS m, m['a'], mapKeys(m), mapValues(m), mapContains(m, 'a'), length(m), mapFilter((k, v) -> v > 1, m), mapApply((k, v) -> (k, v * 2), m);
SELECT (1, 2) + (3, 4), (1, 2) * 2, tuplePlus((1, 2), (3, 4)), dotProduct([1,2],[3,4]), L2Norm((3, 4));
SELECT formatDateTime(toDateTime('2024-05-06 07:08:09', 'UTC'), '%Y-%m-%d %H:%i:%S'), toYYYYMM(toDate('2024-05-06')), toMonday(toDate('2024-05-08')), toUnixTimestamp(toDateTime('2024-05-06 07:08:09', 'UTC')), dateName('month', toDate('2024-05-06'));
SELECT splitByChar(',', 'a,b,c'), arrayStringConcat(['a','b'], '-'), replaceAll('aXbX', 'X', '.'), replaceRegexpAll('abc', '[ac]', '*'), upper('abc'), lengthUTF8('日本'), reverse('abc'), format('{} {}', 'a', 'b'), extractAll('a1b2', '\\d');
SELECT JSONExtractInt('{"a": {"b": 5}}', 'a', 'b'), JSONExtractString('{"a": "x"}', 'a'), JSON_VALUE('{"a": 1}', '$.a'), simpleJSONExtractInt('{"a":7}', 'a'), JSONExtract('{"a":[1,2]}', 'a', 'Array(UInt8)');
SELECT cityHash64('abc'), sipHash64('abc'), xxHash64('abc'), MD5('abc') = unhex('900150983CD24FB0D6963F7D28E17F72'), hex(SHA256('abc')), murmurHash3_32('abc');
SELECT toUInt8('12'), toInt32OrZero('x'), toFloat64OrNull('x'), toDecimal64('1.234', 3), toString(1.0), parseDateTimeBestEffort('2024-05-06T07:08:09Z', 'UTC'), toDate('2024-05-06');
SELECT greatest(1, 2, 3), least('b', 'a'), round(2.567, 2), floor(-1.5), ceil(1.2), trunc(1.9), abs(-5), sqrt(16), pow(2, 10), exp(0), log(1), sign(-3), 10 % 3;
SELECT bitAnd(6, 3), bitOr(6, 3), bitXor(6, 3), bitShiftLeft(1, 4), bitNot(0), bitCount(7), bitTest(5, 0);
SELECT domain('https://a.b.com/x?y=1'), path('https://a.b.com/x?y=1'), extractURLParameter('http://a?x=1&y=2', 'y'), cutQueryString('http://a/b?c');
SELECT IPv4NumToString(toUInt32(3232235777)), toIPv4('1.2.3.4'), IPv4StringToNum('1.2.3.4'), isIPv4String('1.2.3.4');
SELECT toStartOfHour(toDateTime('2024-05-06 07:08:09', 'UTC')), toTimeZone(toDateTime('2024-05-06 07:08:09', 'UTC'), 'Asia/Tokyo'), toDateTime64('2024-05-06 07:08:09.123456', 6, 'UTC'), age('year', toDate('2000-01-01'), toDate('2024-05-06'));
SELECT toInt8(200), toUInt8(-1), 255 + 1, toUInt8(255) + toUInt8(1), toTypeName(toUInt8(1) + toUInt8(1)), toTypeName(1 / 2), toTypeName(toUInt8(1) * toInt64(1)), toTypeName(toDecimal32(1, 2) * toDecimal64(1, 3));
SELECT * FROM (SELECT 1 AS a) JOIN (SELECT 1 AS a, 2 AS b) USING a; -- { serverError ALIAS_REQUIRED }
SELECT a, b, c FROM (SELECT 1 AS a, 5 AS b) AS x JOIN (SELECT 1 AS a, 7 AS c) AS y USING (a);
SELECT x.a, y.a FROM (SELECT 1 AS a) AS x JOIN (SELECT 2 AS a) AS y ON x.a + 1 = y.a;
SELECT count() FROM numbers(10) AS a, numbers(10) AS b WHERE a.number = b.number;
SELECT a.x, b.x FROM (SELECT toUInt8(1) AS x) AS a JOIN (SELECT toInt64(1) AS x) AS b ON a.x = b.x;
SELECT toTypeName(x) FROM (SELECT toUInt8(1) AS x) AS a FULL JOIN (SELECT toInt64(1) AS x) AS b USING x;
SELECT a.x, b.y FROM (SELECT arrayJoin([1, NULL]) AS x) AS a LEFT JOIN (SELECT arrayJoin([1, NULL]) AS x, 5 AS y) AS b ON a.x = b.x ORDER BY a.x;
SELECT * FROM (SELECT 1 AS a, 2 AS b) AS l PASTE JOIN (SELECT 3 AS c) AS r;
SELECT id, v FROM (SELECT number AS id FROM numbers(3)) GLOBAL ANY LEFT JOIN (SELECT number AS id, number * 10 AS v FROM numbers(2)) USING id ORDER BY id; -- { serverError ALIAS_REQUIRED }
SELECT l.id, r.id FROM (SELECT number AS id FROM numbers(3)) AS l LEFT OUTER JOIN (SELECT number + 2 AS id FROM numbers(2)) AS r ON l.id = r.id ORDER BY l.id;
SELECT {a:UInt8} + 1, {s:String} FORMAT TSV; -- { serverError UNKNOWN_QUERY_PARAMETER }
SET param_a = 5;
SELECT {a:UInt8} + 1;
SET param_s = 'it''s';
SELECT {s:String};
SET param_arr = '[1,2]';
SELECT {arr:Array(UInt8)};
SET param_t = 'numbers';
SELECT {missing:String}; -- { serverError UNKNOWN_QUERY_PARAMETER }
SET param_col = 'number';
SELECT {col:Identifier} FROM numbers(2);
SELECT $$dollar 'quoted'$$, 'tab\tnew\nline', 'quote\'s', "a" FROM (SELECT 1 AS "a");
SELECT 0x1F, 0b101, 1e3, .5, 1_000_000, 1., -0., inf, nan, 18446744073709551616, 0xFFFFFFFFFFFFFFFF;
SELECT `a b`, "c d" FROM (SELECT 1 AS `a b`, 2 AS "c d");
SELECT NULL = NULL, NULL AND 0, NULL OR 1, NOT NULL, 1 = NULL, [1, NULL] = [1, NULL], (1, NULL) = (1, NULL);
SELECT 'abc' < 'abd', [1,2] < [1,3], (1, 'a') < (1, 'b'), toDate('2024-01-01') < '2024-02-01', '10' = 10;
SELECT toDate('2024-01-01') = '2024-01-01', toDateTime('2024-01-01 00:00:00', 'UTC') > '2023-01-01', 1 = 1.0, toDecimal32('1.5', 1) = 1.5;
SELECT count(*) FROM (SELECT * FROM numbers(3) UNION ALL SELECT * FROM numbers(4));
SELECT toTypeName(x) FROM (SELECT 1 AS x UNION ALL SELECT -1) LIMIT 1;
SELECT toTypeName(x), x FROM (SELECT 1 AS x UNION ALL SELECT NULL) ORDER BY x;
SELECT 1, 2 UNION ALL SELECT 3; -- { serverError UNION_ALL_RESULT_STRUCTURES_MISMATCH }
SELECT sum(sum(number)) FROM numbers(3); -- { serverError ILLEGAL_AGGREGATION }
SELECT number FROM numbers(3) WHERE sum(number) > 1; -- { serverError ILLEGAL_AGGREGATION }
SELECT number, sum(number) FROM numbers(3); -- { serverError NOT_AN_AGGREGATE }
SELECT unknown_col FROM numbers(3); -- { serverError UNKNOWN_IDENTIFIER }
SELECT unknownFunc(1); -- { serverError UNKNOWN_FUNCTION }
SELECT toDate('garbage'); -- { serverError CANNOT_PARSE_DATE }
SELECT 1 + 'a'; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT [1, 'a']; -- { serverError NO_COMMON_TYPE }
SELECT * FROM numbers(3) AS a JOIN numbers(3) AS b ON a.number = b.nope; -- { serverError UNKNOWN_IDENTIFIER }
SELECT number FROM numbers(3) AS a JOIN numbers(3) AS b ON a.number = b.number;
SELECT * FROM nonexistent; -- { serverError UNKNOWN_TABLE }
SELECT * FROM nodb.t; -- { serverError UNKNOWN_DATABASE }
SELECT 1 FROM numbers(3) GROUP BY number HAVING nope > 1; -- { serverError UNKNOWN_IDENTIFIER }
SELECT count() FROM numbers(3) ORDER BY number; -- { serverError NOT_AN_AGGREGATE }
SELECT number IN (SELECT 1, 2) FROM numbers(3); -- { serverError NUMBER_OF_COLUMNS_DOESNT_MATCH }
SELECT (1, 2) IN (SELECT 1); -- { serverError NUMBER_OF_COLUMNS_DOESNT_MATCH }
SELECT 'a' IN (1, 2);
SELECT a FROM (SELECT 1 AS a) AS x JOIN (SELECT 'q' AS a) AS y ON x.a = y.a; -- { serverError NO_COMMON_TYPE }
SELECT (SELECT 1, 2), (SELECT number FROM numbers(0)), toTypeName((SELECT number FROM numbers(0)));
SELECT (SELECT number FROM numbers(2)); -- { serverError INCORRECT_RESULT_OF_SCALAR_SUBQUERY }
SELECT throwIf(number = 2, 'boom') FROM numbers(3); -- { serverError FUNCTION_THROW_IF_VALUE_IS_NON_ZERO }
SELECT arrayJoin(1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT number FROM numbers(3) LIMIT 'a'; -- { serverError INVALID_LIMIT_EXPRESSION }
SELECT max(number) OVER (ORDER BY number ROWS BETWEEN CURRENT ROW AND 1 PRECEDING) FROM numbers(3); -- { serverError BAD_ARGUMENTS }
SELECT rank() FROM numbers(3); -- { serverError BAD_ARGUMENTS }
SELECT lagInFrame(number) OVER () WHERE 1; -- { serverError UNKNOWN_IDENTIFIER }
SELECT x -> x + 1; -- { serverError BAD_ARGUMENTS }
SELECT DISTINCT number FROM numbers(3) ORDER BY sum(number); -- { serverError NOT_AN_AGGREGATE }
