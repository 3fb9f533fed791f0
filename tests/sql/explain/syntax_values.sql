-- EXPLAIN SYNTAX: values in brackets with their types, lambdas and NOT as functions, UNION in brackets.
EXPLAIN SYNTAX oneline = 1 SELECT true, [true], (true, 1), [NULL], (NULL, 1), ['a', 'b'], has([1, 2], 1), [1, -1], [1 + 1], [[1, 2], []], [(1, 2)], ([1], 2), ((1, 2), 3), (1,), [[1], ['a']], NULL IS NULL, tuple(1, 2), array(1);
EXPLAIN SYNTAX oneline = 1 SELECT a IN (1), a IN (1, 2), a IN [1, 2], a IN ((1, 2), (3, 4)), (a, 1) IN ((1, 1)), NOT a, NOT (a), NOT a = 1, arrayMap((x, y) -> x + y, [1], [2]), [1] AS z FROM (SELECT 1 AS a);
EXPLAIN SYNTAX oneline = 1 WITH [1] AS x SELECT x WHERE (1, 2) = (1, 2) GROUP BY ALL HAVING NULL ORDER BY [1];
EXPLAIN SYNTAX SELECT 1 UNION ALL SELECT 2 UNION DISTINCT SELECT 3;
EXPLAIN SYNTAX SELECT * FROM (SELECT 1 UNION ALL SELECT 2) INTERSECT SELECT 1;
EXPLAIN SYNTAX INSERT INTO t SELECT [1];
