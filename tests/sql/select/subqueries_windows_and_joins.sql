-- More queries as users write them: subqueries, windows, joins, arrays, aggregates, functions.
SELECT sum(x) FROM (SELECT 1 AS x UNION ALL SELECT 2) AS t;
SELECT t.x AS y, y + 1 FROM (SELECT 1 AS x) AS t WHERE y = 1;
SELECT (SELECT max(b.number) FROM numbers(10) AS b WHERE b.number < a.number) AS m FROM numbers(3) AS a ORDER BY a.number;
SELECT number, number IN (SELECT b.number + 1 FROM numbers(3) AS b) AS f FROM numbers(5) ORDER BY number;
SELECT * FROM numbers(5) WHERE number = (SELECT min(number) FROM numbers(3, 5));
SELECT if((SELECT 1) = 1, 'y', 'n');
SELECT [(SELECT 1), (SELECT 2)];
WITH [1, 2, 3] AS arr SELECT arraySum(arr), arr[1] FROM numbers(1);
WITH x -> x * 2 AS dbl SELECT dbl(number) FROM numbers(3);
WITH 1 AS a SELECT a, b FROM (SELECT a + 1 AS b);
WITH a AS (SELECT 1 AS x), b AS (SELECT x + 1 AS x FROM a) SELECT * FROM a UNION ALL SELECT * FROM b ORDER BY x;
SELECT number AS n FROM numbers(10) WHERE n > 5 AND n < 8;
SELECT number % 3 AS g, groupArray(number) AS arr, arrayMap(x -> x + g, arr) FROM numbers(7) GROUP BY g ORDER BY g;
SELECT g, sum(s) FROM (SELECT number % 2 AS g, number % 3 AS h, sum(number) AS s FROM numbers(10) GROUP BY g, h) GROUP BY g ORDER BY g;
SELECT count() AS c, c * 2, c + sum(number) FROM numbers(4);
SELECT number, count() OVER (ORDER BY number ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS c FROM numbers(3) ORDER BY c DESC;
SELECT argMax(number, number) OVER (PARTITION BY number % 2) FROM numbers(4) ORDER BY number;
SELECT number, sum(number) OVER (PARTITION BY number % 2 ORDER BY number DESC) FROM numbers(4) ORDER BY number;
SELECT number, any(number) OVER (ORDER BY number ROWS BETWEEN 1 PRECEDING AND 1 PRECEDING) FROM numbers(3);
SELECT row_number() OVER (), number FROM numbers(3);
SELECT number, exponentialMovingAverage(2)(number, number) OVER (ORDER BY number) FROM numbers(3);
SELECT toDate('2024-01-01') + number AS d, sum(number) OVER (ORDER BY d RANGE BETWEEN 1 PRECEDING AND CURRENT ROW) FROM numbers(3);
SELECT k, v, sum(v) OVER (PARTITION BY k ORDER BY v RANGE UNBOUNDED PRECEDING) FROM VALUES('k String, v UInt8', ('a', 1), ('a', 1), ('b', 3), ('a', 2)) ORDER BY k, v;
SELECT quantile(0.5)(number) OVER (ORDER BY number) FROM numbers(4);
SELECT ntile(3) OVER (ORDER BY number), number FROM numbers(7) ORDER BY number;
SELECT DISTINCT a FROM VALUES('a Nullable(UInt8)', (1), (NULL), (NULL), (1)) ORDER BY a;
SELECT a, count() FROM VALUES('a Nullable(String)', ('x'), (NULL), (NULL)) GROUP BY a ORDER BY a NULLS FIRST;
SELECT a FROM VALUES('a Float64', (nan), (1), (nan), (-inf)) GROUP BY a ORDER BY a;
SELECT tuple(a, b) AS t, count() FROM VALUES('a UInt8, b String', (1, 'x'), (1, 'x')) GROUP BY t;
SELECT arr, count() FROM VALUES('arr Array(UInt8)', ([1,2]), ([1,2]), ([])) GROUP BY arr ORDER BY arr;
SELECT m, count() FROM VALUES('m Map(String, UInt8)', (map('a', 1)), (map('a', 1))) GROUP BY m;
SELECT toStartOfDay(t) AS d, max(v) FROM VALUES('t DateTime(\'UTC\'), v UInt8', ('2024-01-01 10:00:00', 1), ('2024-01-01 12:00:00', 3), ('2024-01-02 00:00:00', 2)) GROUP BY d ORDER BY d;
SELECT toStartOfInterval(t, INTERVAL 1 HOUR) AS h, count() FROM VALUES('t DateTime(\'UTC\')', ('2024-01-01 10:10:00'), ('2024-01-01 12:20:00')) GROUP BY h ORDER BY h WITH FILL STEP INTERVAL 1 HOUR;
SELECT toDate('2024-01-01') + INTERVAL number MONTH AS m FROM numbers(3) ORDER BY m DESC WITH FILL FROM toDate('2024-04-01') STEP INTERVAL -1 MONTH;
SELECT a, b FROM VALUES('a UInt8, b UInt8', (1, 1), (1, 3), (3, 1)) ORDER BY a WITH FILL, b WITH FILL STEP 1;
SELECT number FROM numbers(5) ORDER BY number LIMIT 1, 2;
SELECT number FROM numbers(5) ORDER BY number LIMIT 2 OFFSET 1 BY number % 2;
SELECT 1 AS x ORDER BY x LIMIT 1 WITH TIES;
SELECT a.x, b.y FROM (SELECT 1 AS x) AS a LEFT JOIN (SELECT 2 AS y) AS b ON a.x = b.y;
SELECT a.x, b.y FROM (SELECT 1 AS x) AS a LEFT JOIN (SELECT 2 AS y) AS b ON a.x = b.y SETTINGS join_use_nulls = 1;
SELECT * FROM (SELECT 1 AS x, 'a' AS s) AS a JOIN (SELECT 1 AS x, 'b' AS s) AS b USING (x);
SELECT s, a.s, b.s FROM (SELECT 1 AS x, 'a' AS s) AS a JOIN (SELECT 1 AS x, 'b' AS s) AS b USING (x);
SELECT count() FROM (SELECT number AS a FROM numbers(5)) AS l JOIN (SELECT number AS b FROM numbers(5)) AS r ON l.a = r.b AND l.a > 1 AND r.b < 4;
SELECT l.a FROM (SELECT number AS a FROM numbers(3)) AS l LEFT ANTI JOIN (SELECT 1 AS b) AS r ON l.a = r.b ORDER BY l.a;
SELECT r.b FROM (SELECT number AS a FROM numbers(3)) AS l RIGHT SEMI JOIN (SELECT number AS b FROM numbers(1, 5)) AS r ON l.a = r.b ORDER BY r.b;
SELECT l.a, r.b FROM (SELECT number AS a FROM numbers(2)) AS l RIGHT ANY JOIN (SELECT intDiv(number, 2) AS b FROM numbers(4)) AS r ON l.a = r.b ORDER BY ALL;
SELECT l.a, r.b, c.z FROM (SELECT 1 AS a) AS l CROSS JOIN (SELECT 2 AS b) AS r LEFT JOIN (SELECT 1 AS a, 9 AS z) AS c ON c.a = l.a;
SELECT a, b FROM (SELECT [1,2] AS a, ['x','y'] AS b) ARRAY JOIN a, b;
SELECT a, b, i FROM (SELECT [1,2] AS a, ['x','y'] AS b) ARRAY JOIN a AS a, b AS b, [10, 20] AS i;
SELECT arrayJoin(m) FROM (SELECT map('a', 1, 'b', 2) AS m);
SELECT t.1, t.2 FROM (SELECT [(1, 'a'), (2, 'b')] AS arr) ARRAY JOIN arr AS t;
SELECT x FROM (SELECT arrayJoin([1, 2, 3]) AS x) WHERE x != 2;
SELECT sum(arrayJoin([1, 2, 3])) AS s, count();
SELECT number, arrayJoin(range(number)) AS j FROM numbers(3);
SELECT DISTINCT arrayJoin([1, 1, 2]) AS x ORDER BY x;
SELECT * EXCEPT (x, y) REPLACE (z + 1 AS z) FROM (SELECT 1 AS x, 2 AS y, 3 AS z);
SELECT COLUMNS('x|z') EXCEPT (z) APPLY (toString) FROM (SELECT 1 AS x, 2 AS y, 3 AS z);
SELECT a.* , b.* FROM (SELECT 1 AS x) AS a CROSS JOIN (SELECT 2 AS y) AS b;
SELECT t.COLUMNS('x') FROM (SELECT 1 AS x, 2 AS y) AS t;
SELECT max(COLUMNS('x')) FROM (SELECT 1 AS x, 2 AS y);
SELECT * APPLY(sum) FROM (SELECT number AS a, number * 2 AS b FROM numbers(3));
SELECT * APPLY(quantile(0.5)) FROM (SELECT number AS a FROM numbers(3));
SELECT count(*), count(1), count(number), sum(1), count(NULL) FROM numbers(3);
SELECT avg(x) FROM VALUES('x Decimal(10, 2)', ('1.10'), ('2.25'));
SELECT sum(x), toTypeName(sum(x)), avg(x), toTypeName(avg(x)), max(x) FROM VALUES('x Decimal(10, 2)', ('1.10'), ('2.25'));
SELECT anyIf(x, x > 1), maxIf(x, x > 100), toTypeName(maxIf(x, x > 100)) FROM VALUES('x Nullable(UInt8)', (1), (2), (NULL));
SELECT groupArray(x), groupArray(tuple(x)) FROM VALUES('x Nullable(UInt8)', (1), (NULL));
SELECT groupArrayIf(x, x IS NOT NULL), groupUniqArrayIf(x, x = 1) FROM VALUES('x Nullable(UInt8)', (1), (NULL));
SELECT uniqExact(a, b), count(DISTINCT a, b) FROM VALUES('a UInt8, b UInt8', (1, 1), (1, 2), (1, 1));
SELECT minMap(m), maxMap(m), sumMap(m) FROM VALUES('m Map(String, UInt64)', (map('a', 1, 'b', 5)), (map('a', 3)));
SELECT sumMap(k, v) FROM VALUES('k Array(UInt8), v Array(UInt64)', ([1,2],[10,20]), ([2,3],[5,6]));
SELECT groupConcat(', ')(s) FROM VALUES('s String', ('a'), ('b'));
SELECT string_agg(s, '-') FROM VALUES('s String', ('a'), ('b'));
SELECT argMin(a, b), argMin((a, b), b).1 FROM VALUES('a String, b UInt8', ('x', 2), ('y', 1));
SELECT first_value(a), last_value(a), first_value(a) IGNORE NULLS, any(a) RESPECT NULLS FROM VALUES('a Nullable(UInt8)', (NULL), (1), (2));
SELECT stddevSamp(x), varPop(x), corr(x, y), covarSamp(x, y) FROM VALUES('x Float64, y Float64', (1, 2), (2, 4), (4, 5));
SELECT kurtSamp(x), skewPop(x) FROM VALUES('x Float64', (1), (2), (4), (9));
SELECT arrayReduceInRanges('sum', [(1, 2), (2, 3)], [1, 2, 3, 4]);
SELECT initializeAggregation('uniqState', number) IS NOT NULL FROM numbers(1);
SELECT finalizeAggregation(state) FROM (SELECT sumState(number) AS state FROM numbers(5));
SELECT toInt32(' 5'), toInt32('5 '); -- { serverError CANNOT_PARSE_TEXT }
SELECT CAST(NULL AS UInt8); -- { serverError CANNOT_CONVERT_TYPE }
SELECT CAST(1 AS Nullable(String)), CAST('abc' AS FixedString(5)), CAST([1] AS Array(String)), CAST(map('a', 1), 'Map(String, String)'), 1::Bool, 'true'::Bool;
SELECT accurateCast(5, 'UInt8'), accurateCastOrNull(300, 'UInt8'), toUInt8OrDefault('x', 7::UInt8), reinterpretAsUInt32('abcd');
SELECT toDateTime('2024-03-31 02:30:00', 'Europe/Berlin'), toDateTime('2024-10-27 02:30:00', 'Europe/Berlin') + 3600, toTimeZone(toDateTime64('2024-01-01 00:00:00.5', 1, 'UTC'), 'America/New_York');
SELECT dateDiff('month', toDate('2024-01-31'), toDate('2024-02-29')), dateDiff('hour', toDateTime('2024-01-01 00:59:59', 'UTC'), toDateTime('2024-01-01 01:00:00', 'UTC')), age('day', toDateTime('2024-01-01 12:00:00', 'UTC'), toDateTime('2024-01-02 11:00:00', 'UTC'));
SELECT formatDateTime(toDateTime('2024-01-05 03:04:05', 'UTC'), '%a %b %e %j %U %y %I %p %T %F'), parseDateTime('05/01/2024', '%d/%m/%Y', 'UTC'), toISOWeek(toDate('2024-12-31')), toYearWeek(toDate('2024-12-31')); -- { serverError NOT_IMPLEMENTED }
SELECT lower('ÀB'), lowerUTF8('ÀB'), initcap('hello world'), concat_ws('-', 'a', 'b'), startsWith('abc', 'ab'), endsWith('abc', 'c'), countSubstrings('aaa', 'a'), ltrim('  a'), leftPad('7', 3, '0'), soundex('Robert'), reverseUTF8('é1'), base64Encode('abc'), hex('abc'), unhex('616263'), bin(5), char(65, 66), ascii('A');
SELECT extract('abc123', '\\d+'), extractAllGroups('a1b2', '([a-z])(\\d)'), replaceRegexpOne('hello', '(l)(l)', '\\2-\\1'), splitByRegexp('\\d', 'a1b2c'), multiSearchAny('hello', ['x', 'll']), like('a%b', 'a\\%b'), match('ab', '^a.$'), countMatches('aXbX', 'X');
SELECT arrayExists(x -> x > 2, [1,2,3]), arrayAll(x -> x > 0, [1,2]), arrayCount(x -> x % 2, [1,2,3]), arrayFirst(x -> x > 1, [1,2,3]), arrayFirstIndex(x -> x > 1, [1,2,3]), arrayMin([3,1]), arrayAvg([1,2]), arrayUniq([1,1,2]), arrayEnumerateUniq([1,1,2]), arrayDifference([1,3,6]), arrayPopBack([1,2]), arrayFlatten([[1],[2,3]]), arrayCompact([1,1,2]), arrayIntersect([1,2],[2,3]), arraySplit((x, y) -> y, [1,2,3], [0,1,0]), arrayRotateLeft([1,2,3], 1), hasAll([1,2,3],[1,2]), hasSubstr([1,2,3],[2,3]);
SELECT geoDistance(0, 0, 1, 1) > 0, greatCircleDistance(0, 0, 0, 1) > 100000, pointInPolygon((1, 1), [(0, 0), (0, 2), (2, 2), (2, 0)]), geohashEncode(1, 2, 5); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT isNaN(nan), isInfinite(inf), isFinite(1), ifNotFinite(1/0, 5), 1/0, -1/0, 0/0, intDivOrZero(1, 0), moduloOrZero(1, 0);
SELECT intDiv(1, 0); -- { serverError ILLEGAL_DIVISION }
SELECT 1 % 0; -- { serverError ILLEGAL_DIVISION }
SELECT toDecimal32(1, 2) / toDecimal32(3, 2), toDecimal64('9.99', 2) * 2, toDecimal32('1.5', 1) + 1, toTypeName(toDecimal32('1.5', 1) + 1), toDecimal128('1', 30) * toDecimal128('1', 10); -- { serverError ARGUMENT_OUT_OF_BOUND }
WITH a AS (SELECT 1 AS x), b AS (SELECT x + 1 AS x FROM a) SELECT * FROM a UNION ALL SELECT * FROM b ORDER BY x;
WITH a AS (SELECT 1 AS x) SELECT * FROM a UNION ALL (SELECT * FROM a);
WITH 5 AS z SELECT z UNION ALL SELECT z + 1;
WITH a AS (SELECT 1 AS x) SELECT * FROM a UNION ALL WITH a AS (SELECT 7 AS x) SELECT * FROM a;
(WITH a AS (SELECT 1 AS x) SELECT * FROM a) UNION ALL SELECT * FROM a;
SELECT * FROM (WITH a AS (SELECT 1 AS x) SELECT * FROM a UNION ALL SELECT x FROM a UNION ALL SELECT 9) ORDER BY x;
SELECT 1 UNION ALL WITH a AS (SELECT 1 AS x) SELECT * FROM a;
WITH a AS (SELECT 1 AS x) SELECT x FROM a UNION ALL SELECT x FROM (SELECT * FROM a);
WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r WHERE n < 3) SELECT n FROM r UNION ALL SELECT n * 10 FROM r ORDER BY n;
SELECT string_agg(s, '-'), groupConcat(s, ','), groupConcat(',')(s), group_concat(s) FROM VALUES('s String', ('a'), ('b'));
SELECT string_agg(s, s) FROM VALUES('s String', ('a'), ('b')); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT string_agg(s, 1) FROM VALUES('s String', ('a'), ('b')); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
