-- Names that come from elsewhere: views of other databases with parameters, aliases of the query
-- around a subquery, WITH beside SELECT.
CREATE DATABASE around;
CREATE VIEW around.from_k AS SELECT number + {k:UInt8} AS r FROM numbers({n:UInt64});
SELECT * FROM around.from_k(k = 10, n = 2);
SELECT a.r FROM around.from_k(k = 10, n = 2) AS a JOIN around.from_k(k = 11, n = 2) AS b ON a.r = b.r;
SELECT * FROM around.from_k(k = 10); -- { serverError UNKNOWN_QUERY_PARAMETER }
SELECT * FROM around.from_k(k = 'a', n = 2); -- { serverError BAD_QUERY_PARAMETER }
SELECT formatQuery('select * from around.from_k(k=10)');
DROP DATABASE around;
SELECT 1 AS a, (SELECT a), (SELECT a + 1) AS b, (SELECT b);
SELECT 5 AS most, (SELECT count() FROM numbers(10) WHERE number < most);
SELECT (SELECT nothing); -- { serverError UNKNOWN_IDENTIFIER }
WITH 1 AS x SELECT 2 AS x, x; -- { serverError MULTIPLE_EXPRESSIONS_FOR_ALIAS }
WITH 1 AS x, 2 AS x SELECT x; -- { serverError MULTIPLE_EXPRESSIONS_FOR_ALIAS }
WITH 1 AS x, 1 AS x SELECT x, 1 AS x;
WITH r(a, b) AS (SELECT 1, 2) SELECT b, a FROM r;
WITH r(a) AS (SELECT 1, 2) SELECT * FROM r; -- { serverError BAD_ARGUMENTS }
SELECT grouping() FROM numbers(3) GROUP BY number; -- { serverError TOO_FEW_ARGUMENTS_FOR_FUNCTION }
SELECT * FROM numbers(3) FINAL; -- { serverError ILLEGAL_FINAL }
EXPLAIN SYNTAX SELECT * FROM system.one AS x LEFT JOIN system.one AS y ON x.dummy = y.dummy CROSS JOIN system.one AS z;
SELECT 1 AS a, 2 AS b, 3 AS c, 4 AS d, 5 AS e, 6 AS f, CAST((1, 'z'), 'Tuple(p Int8, q String)') AS named, repeat('wide', 60) AS w FORMAT PrettyCompact;
SELECT sum(number), max(number) FROM numbers(3) LIMIT 1 BY ALL; -- { serverError SYNTAX_ERROR }
SELECT number % 2 AS k, sum(number) FROM numbers(3) GROUP BY k ORDER BY k LIMIT 1 BY ALL;
SELECT 1 AS all ORDER BY all; -- { serverError UNEXPECTED_EXPRESSION }
SELECT number AS all FROM numbers(2) ORDER BY all DESC SETTINGS enable_order_by_all = 0;
SELECT if(number, 1, NULL) FROM numbers(2); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT multiIf(number, 1, NULL) FROM numbers(2); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT if(number = 1, 1, NULL), if(NULL, 1, 2) FROM numbers(2);
