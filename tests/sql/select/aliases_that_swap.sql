-- Aliases that are names of other columns: each means what it was found to mean first.
SELECT a AS b, b AS a FROM (SELECT 1 AS a, 2 AS b);
SELECT a AS b, b AS a FROM (SELECT 1 AS a, 2 AS b) ORDER BY a + 0;
SELECT a, b FROM (SELECT a AS b, b AS a FROM (SELECT arrayJoin([1, 3]) AS a, 2 AS b) WHERE a = 2);
SELECT a AS b, b AS a FROM (SELECT 1 AS a, 2 AS b) WHERE a = 2;
SELECT a AS b, b AS a FROM (SELECT 1 AS a, 2 AS b) WHERE a = 1;
SELECT a AS b, b AS a FROM (SELECT 1 AS a, 2 AS b) WHERE b = 1;
SELECT a AS b, b AS a FROM (SELECT 1 AS a, 2 AS b) WHERE b = 2;
SELECT a AS b, b AS a FROM (SELECT 1 AS a, 2 AS b) PREWHERE a = 2; -- { serverError ILLEGAL_PREWHERE }
SELECT b AS a, a AS b FROM (SELECT 1 AS a, 2 AS b) WHERE a = 1;
SELECT b AS a, a AS b FROM (SELECT 1 AS a, 2 AS b) WHERE a = 2;
SELECT a AS b, b + 10 AS a FROM (SELECT arrayJoin([1, 3]) AS a, 2 AS b) WHERE a >= 12 ORDER BY a;
SELECT a AS b, b AS a, a + 0, b + 0 FROM (SELECT 1 AS a, 2 AS b);
SELECT a + 0, b + 0, a AS b, b AS a FROM (SELECT 1 AS a, 2 AS b);
SELECT a AS b, b AS c, c AS a, a + 0, b + 0, c + 0 FROM (SELECT 1 AS a, 2 AS b, 3 AS c);
SELECT a + 1 AS b, b AS a FROM (SELECT 1 AS a, 2 AS b);
SELECT a + 1 AS b, b + 1 AS a FROM (SELECT 1 AS a, 2 AS b);
SELECT a AS b, b AS a, sum(c) FROM (SELECT 1 AS a, 2 AS b, 3 AS c) GROUP BY a, b;
SELECT a AS b, b AS a, count() FROM (SELECT arrayJoin([1, 1, 3]) AS a, 2 AS b) GROUP BY ALL ORDER BY ALL;
SELECT a AS B, B AS a FROM (SELECT 1 AS a);
SELECT a AS B, B AS a FROM (SELECT 1 AS a) WHERE a = 1;
SELECT a AS B, B AS a, B + 0, a + 0 FROM (SELECT 1 AS a);
SELECT a + 1 AS B, B + 1 AS a FROM (SELECT 1 AS a) WHERE a = 3; -- { serverError UNKNOWN_IDENTIFIER }
SELECT arrayMap(x -> x + a, [1]) AS b, b AS c, a + 1 AS a FROM (SELECT 5 AS a);
SELECT arrayJoin(a) AS b, b AS a FROM (SELECT [1, 2] AS a, [3] AS b);
SELECT rand() AS r, r = r AS same, number + 1 AS number FROM numbers(2) WHERE number > 1 AND same ORDER BY r FORMAT Null;
