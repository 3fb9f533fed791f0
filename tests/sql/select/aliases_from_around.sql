-- Subqueries that name aliases of the query around them: what an alias stands for is read where it is used.
SELECT number AS a, (SELECT a) FROM numbers(3) ORDER BY 1;
SELECT number AS a, (SELECT a + 1) FROM numbers(3) ORDER BY 1;
SELECT number * 2 AS a, (SELECT a + 1) AS b FROM numbers(3) ORDER BY 1;
SELECT number AS a FROM numbers(3) WHERE EXISTS (SELECT 1 WHERE a > 1) ORDER BY 1;
SELECT number * 2 AS a FROM numbers(3) WHERE EXISTS (SELECT 1 FROM numbers(3) AS t WHERE t.number = a) ORDER BY 1;
SELECT number * 2 AS a FROM numbers(3) WHERE (SELECT a) > 1 ORDER BY 1;
SELECT number * 2 AS a, (SELECT count() FROM numbers(5) AS t WHERE t.number < a) FROM numbers(3) ORDER BY 1;
SELECT number * 2 AS a, (SELECT count() FROM numbers(5) AS t WHERE t.number = a) FROM numbers(3) ORDER BY 1;
SELECT number AS a, (SELECT sum(x) FROM (SELECT number AS x FROM numbers(4) WHERE number <= a)) FROM numbers(3) ORDER BY 1;
SELECT number AS a, (SELECT (SELECT a)) FROM numbers(3) ORDER BY 1; -- { serverError NOT_IMPLEMENTED }
SELECT number AS a, (SELECT a AS b) + b FROM numbers(3) ORDER BY 1; -- { serverError UNKNOWN_IDENTIFIER }
WITH number + 1 AS a SELECT (SELECT a) FROM numbers(3) ORDER BY number;
WITH (x -> x + 1) AS f SELECT f(number), (SELECT f(5)) FROM numbers(3);
WITH (x -> x + 1) AS f SELECT (SELECT f(number)) FROM numbers(3) ORDER BY number;
WITH (x -> x + 1) AS f SELECT (SELECT sum(f(t.number)) FROM numbers(3) AS t) FROM numbers(1);
WITH (x -> x + 1) AS f SELECT * FROM (SELECT f(number) FROM numbers(3));
WITH 5 AS c SELECT (SELECT c + 1);
WITH 5 AS c SELECT * FROM (SELECT c + number FROM numbers(3));
WITH 5 AS c SELECT * FROM (SELECT c + number AS c FROM numbers(3));
WITH (SELECT 5) AS c SELECT (SELECT c + 1);
WITH (SELECT 5) AS c SELECT * FROM (SELECT c + number FROM numbers(2));
WITH [1, 2] AS arr SELECT (SELECT arraySum(arr));
WITH [1, 2] AS arr SELECT (SELECT sum(arrayJoin(arr)));
SELECT 5 AS c, (SELECT c + 1);
SELECT number AS a, a + 1 AS b, (SELECT b) FROM numbers(3) ORDER BY 1;
SELECT number AS a, (SELECT b) AS z, a + 1 AS b FROM numbers(3) ORDER BY 1;
SELECT number AS a, (SELECT number FROM numbers(3) AS t WHERE t.number = a) FROM numbers(3) ORDER BY 1; -- { serverError INCORRECT_RESULT_OF_SCALAR_SUBQUERY }
SELECT number AS a, (SELECT max(number) FROM numbers(10) WHERE number < a) FROM numbers(3) ORDER BY 1;
SELECT number AS a FROM numbers(3) WHERE a IN (SELECT number FROM numbers(2)) ORDER BY 1;
SELECT number AS a FROM numbers(3) WHERE 1 IN (SELECT a) ORDER BY 1; -- { serverError NOT_IMPLEMENTED }
SELECT number AS a FROM numbers(3) ORDER BY (SELECT a); -- { serverError NOT_IMPLEMENTED }
SELECT number AS a FROM numbers(3) ORDER BY (SELECT -a); -- { serverError NOT_IMPLEMENTED }
SELECT number % 2 AS a, count() AS c, (SELECT c) FROM numbers(5) GROUP BY a ORDER BY a;
SELECT number % 2 AS a, count() AS c FROM numbers(5) GROUP BY a HAVING (SELECT c) > 2 ORDER BY a;
SELECT number AS a, arrayMap(x -> (SELECT a), [1]) FROM numbers(2) ORDER BY 1;
SELECT number AS a, arrayMap(x -> x + (SELECT a), [1]) FROM numbers(2) ORDER BY 1;
SELECT number AS a, (SELECT arrayMap(x -> x + a, [1, 2])) FROM numbers(2) ORDER BY 1;
SELECT number AS a, EXISTS (SELECT 1 FROM numbers(2) AS t WHERE t.number = a AND EXISTS (SELECT 1 WHERE a > 0)) FROM numbers(3) ORDER BY 1;
SELECT number AS a, (SELECT toTypeName(a)) FROM numbers(1) ORDER BY 1;
SELECT toUInt8(number) AS a, (SELECT a), toTypeName((SELECT a)) FROM numbers(1) ORDER BY 1;
SELECT arrayJoin([1, 2]) AS a, (SELECT a) FROM numbers(2) ORDER BY 1; -- { serverError INCORRECT_RESULT_OF_SCALAR_SUBQUERY }
SELECT a, (SELECT a) FROM (SELECT number AS a FROM numbers(2)) ORDER BY 1;
SELECT t.a AS b, (SELECT b) FROM (SELECT number AS a FROM numbers(2)) AS t ORDER BY 1;
SELECT (SELECT number) AS a, (SELECT a) FROM numbers(2); -- { serverError NOT_IMPLEMENTED }
SELECT number AS a, (SELECT a LIMIT 1) FROM numbers(2) ORDER BY 1; -- { serverError NOT_IMPLEMENTED }
SELECT number AS a, (SELECT t.number FROM numbers(5) AS t WHERE t.number > a ORDER BY t.number LIMIT 1) FROM numbers(2);
SELECT (number, 1) AS a, (SELECT a.1) FROM numbers(2) ORDER BY 1;
SELECT number AS a, (SELECT a, 1) FROM numbers(2) ORDER BY 1; -- { serverError NUMBER_OF_COLUMNS_DOESNT_MATCH }
SELECT number AS a, (SELECT a FROM numbers(2) LIMIT 1) FROM numbers(2) ORDER BY 1;
SELECT number AS a, (SELECT a FROM numbers(2)) FROM numbers(2) ORDER BY 1; -- { serverError INCORRECT_RESULT_OF_SCALAR_SUBQUERY }
SELECT 1 AS a, * FROM (SELECT a + 1 AS b);
SELECT number AS a, x FROM numbers(2), (SELECT a AS x) ORDER BY 1; -- { serverError ALIAS_REQUIRED }
SELECT number AS a, b FROM numbers(2) JOIN (SELECT number AS b FROM numbers(3)) AS t ON t.b = a ORDER BY 1; -- { serverError ALIAS_REQUIRED }
SELECT number + 1 AS number, (SELECT number) FROM numbers(2) ORDER BY 1;
SELECT (SELECT x) AS x; -- { serverError UNKNOWN_IDENTIFIER }
WITH (SELECT x) AS x SELECT x; -- { serverError UNKNOWN_IDENTIFIER }
SELECT number AS a, (SELECT b AS c) AS b FROM numbers(2) ORDER BY 1; -- { serverError UNKNOWN_IDENTIFIER }
SELECT (number AS n) + n AS a, (SELECT a) FROM numbers(2) ORDER BY 1;
SELECT number AS n, (SELECT count() FROM numbers(4) AS t WHERE t.number > n.number) FROM numbers(2) AS n ORDER BY 1;
SELECT n.number AS a, (SELECT count() FROM numbers(4) AS t WHERE t.number > a) FROM numbers(2) AS n ORDER BY a;
SELECT n.number AS a, EXISTS (SELECT 1 FROM numbers(4) AS t WHERE t.number = a + 3) FROM numbers(2) AS n ORDER BY a;
SELECT n.number + 2 AS a FROM numbers(3) AS n WHERE EXISTS (SELECT 1 FROM numbers(4) AS t WHERE t.number = a) ORDER BY a;
WITH (x, y) -> x * y AS mul SELECT n.number AS a, (SELECT sum(mul(t.number, a)) FROM numbers(3) AS t) FROM numbers(2) AS n ORDER BY a;
WITH n.number * 2 AS d SELECT d, (SELECT count() FROM numbers(9) AS t WHERE t.number < d) FROM numbers(3) AS n ORDER BY d;
SELECT number AS a FROM numbers(3) WHERE a IN (SELECT number FROM numbers(5) AS t WHERE t.number = a) ORDER BY 1;
SELECT 1 AS c, x FROM (SELECT c + 1 AS x, 2 AS c);
SELECT 1 AS c, x FROM (SELECT c + 1 AS x);
SELECT number AS c, x FROM (SELECT c + 1 AS x, number FROM numbers(2)) ORDER BY 1;
WITH 1 AS c SELECT c AS d, (WITH 2 AS c SELECT c + d) AS e;
WITH 1 AS c SELECT (WITH c + 1 AS c SELECT c) AS e;
WITH 1 AS c SELECT (SELECT c + 1 AS c) AS e, c;
