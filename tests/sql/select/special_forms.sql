-- Functions with a syntax of their own, and what does not fit into it.
SELECT substring('hello' FROM 2), substring('hello' FROM 2 FOR 2), substring('hello' FROM 2, 2), substring('hello', 2 FOR 2), `substring`('hello' FROM 4);
SELECT substring('x'); -- { serverError SYNTAX_ERROR }
SELECT substring(); -- { serverError SYNTAX_ERROR }
SELECT substring('x', 1, 1, 1); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT substring('hello', 2,); -- { serverError SYNTAX_ERROR }
SELECT substring(DISTINCT 'x', 1); -- { serverError SYNTAX_ERROR }
SELECT substring('x', 1)('x', 1); -- { serverError SYNTAX_ERROR }
SELECT substr('hello' FROM 2); -- { serverError SYNTAX_ERROR }
SELECT substr('x'); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT trim(BOTH 'xy' FROM 'xyzyx' AS s), s, trim('a' x, 'a'), x, trim(LEADING 'a' y FROM 'aba' z), y, z;
SELECT trim(); -- { serverError SYNTAX_ERROR }
SELECT ltrim(); -- { serverError SYNTAX_ERROR }
SELECT trim(both) FROM (SELECT 'axb' AS both); -- { serverError SYNTAX_ERROR }
SELECT trim(TRAILING 'x' FROM 'yxx', 1); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT extract(CENTURY FROM toDate('2000-01-01')), extract(CENTURY FROM toDate('2001-01-01')), extract(DECADE FROM toDate('1999-01-01')), extract(MILLENNIUM FROM toDate('2000-01-01'));
SELECT extract(TIMEZONE_HOUR FROM toDateTime('2020-01-01 00:00:00', 'Asia/Kolkata')), extract(TIMEZONE_MINUTE FROM toDateTime('2020-01-01 00:00:00', 'Asia/Kolkata')), extract(DAY FROM toDate('2020-02-03') AS d), d;
SELECT extract(CENTURY FROM 'x'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT extract(FORTNIGHT FROM today()); -- { serverError SYNTAX_ERROR }
SELECT EXTRACT('a12', '\\d+') FORMAT TSVWithNames;
SELECT position('a' AS n IN 'bab' AS h), n, h, position('bab', 'b', 2);
SELECT position('a' IN 'bab', 1); -- { serverError SYNTAX_ERROR }
SELECT date_add(DAY, 1, toDate('2020-01-01')), date_add(DAY, 1, toDate('2020-01-01'), 7), date_sub(toDate('2020-01-01'), INTERVAL 1 MONTH), date_add(`d`, INTERVAL 1 DAY) FROM (SELECT toDate('2020-01-01') AS d);
SELECT date_add(d, INTERVAL 1 DAY) FROM (SELECT toDate('2020-01-01') AS d); -- { serverError SYNTAX_ERROR }
SELECT date_add(DAY, 1); -- { serverError SYNTAX_ERROR }
SELECT date_add('DAY', 1, toDate('2020-01-01')); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT date_sub(1, 2, 3); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT datediff(day, toDate('2020-01-01')); -- { serverError SYNTAX_ERROR }
SELECT datediff('day', toDate('2020-01-01')); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT cast(1 AS x AS String), x, cast(2 y, 'String'), y, "cast"(3 AS String), cast(1 + 2 AS z, 'String'), z;
SELECT cast(1); -- { serverError SYNTAX_ERROR }
SELECT cast(1, 'String', 1); -- { serverError SYNTAX_ERROR }
SELECT overlay('abcdef' PLACING 'x' FROM 2 FOR 3), overlayUTF8('é日x' PLACING 'y' FROM 2 FOR 1), overlay('abcdef', 'x', 2);
SELECT overlay(); -- { serverError SYNTAX_ERROR }
SELECT overlay('a' PLACING 'b'); -- { serverError SYNTAX_ERROR }
SELECT exists(1); -- { serverError SYNTAX_ERROR }
SELECT exists(); -- { serverError SYNTAX_ERROR }
SELECT view(SELECT 1); -- { serverError SYNTAX_ERROR }
SELECT * FROM view(); -- { serverError SYNTAX_ERROR }
SELECT * FROM view(SELECT 1 UNION ALL SELECT 1);
SELECT CASE 1 a WHEN 1 b THEN 2 c ELSE 3 d END, a, b, c, d;
SELECT CASE 1 END; -- { serverError BAD_ARGUMENTS }
SELECT CASE 1 ELSE 2 END; -- { serverError BAD_ARGUMENTS }
SELECT CASE WHEN END; -- { serverError SYNTAX_ERROR }
SELECT INTERVAL '1-2' YEAR TO MONTH, INTERVAL '-1 2:3:4' DAY TO SECOND, INTERVAL '100:59' HOUR TO MINUTE, toDate('2020-01-01') + INTERVAL '1-2' YEAR TO MONTH, toTypeName(INTERVAL '1 2' D TO H);
SELECT INTERVAL '1-12' YEAR TO MONTH; -- { serverError SYNTAX_ERROR }
SELECT INTERVAL '1 2' YEAR TO DAY; -- { serverError SYNTAX_ERROR }
SELECT INTERVAL '1' YEAR TO MONTH; -- { serverError SYNTAX_ERROR }
SELECT INTERVAL '1.9 day', INTERVAL '-1.9 day', INTERVAL '1e1 day', INTERVAL '0x10 day', INTERVAL '1 day 1.5 hour', INTERVAL '1 day' DAY;
SELECT INTERVAL 'x' DAY; -- { serverError SYNTAX_ERROR }
SELECT INTERVAL '2000-01-01' DAY; -- { serverError SYNTAX_ERROR }
-- A comma after the last argument, and COLUMNS with what are no names.
SELECT (1,), (1, 2,), 3,;
SELECT [1,]; -- { serverError SYNTAX_ERROR }
SELECT tuple(1,); -- { serverError SYNTAX_ERROR }
SELECT sum(number,) FROM numbers(3); -- { serverError SYNTAX_ERROR }
SELECT * FROM numbers(1,); -- { serverError SYNTAX_ERROR }
SELECT COLUMNS(a) FROM (SELECT 1 AS a);
SELECT COLUMNS(1) FROM (SELECT 1 AS a); -- { serverError UNKNOWN_FUNCTION }
SELECT t.COLUMNS() FROM (SELECT 1 AS a) AS t; -- { serverError UNKNOWN_FUNCTION }
SELECT count() FILTER FROM numbers(2); -- { serverError SYNTAX_ERROR }
SELECT formatQuerySingleLine('SELECT trim(BOTH x FROM y), extract(CENTURY FROM x), date_add(DAY, 1, x), position(x IN y), overlay(x PLACING y FROM 1), datediff(day, x, y), cast(x AS Int8), ltrim(x, y), INTERVAL \'-1-2\' YEAR TO MONTH');
