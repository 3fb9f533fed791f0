-- A lambda that is spelled as a call of lambda().
SELECT arrayMap(lambda(tuple(x), x + 1), [1, 2]) FORMAT TSVWithNames;
SELECT arrayMap(lambda(tuple(x, y), x + y), [1], [2]), arrayMap(lambda((x, y), x * y), [3], [2]);
SELECT arrayFilter(lambda(tuple(x), x > 1), [1, 2]), arraySort(lambda(tuple(x), -x), [1, 2]);
WITH lambda(tuple(x), x + 1) AS f SELECT f(2);
SELECT * APPLY lambda(tuple(x), x + 1) FROM (SELECT 1 AS a);
SELECT arrayMap(lambda(x, x), [1]); -- { serverError UNKNOWN_IDENTIFIER }
SELECT arrayMap(Lambda(tuple(x), x), [1]); -- { serverError UNKNOWN_IDENTIFIER }
SELECT arrayMap(lambda(tuple(x), x + 1, 3), [1]); -- { serverError UNKNOWN_IDENTIFIER }
SELECT formatQuery('SELECT arrayMap(lambda(tuple(x), -x + (x -> 1)), [1]), f(lambda(tuple(x, y), 1)(2))');
CREATE VIEW called AS SELECT arrayMap(lambda(tuple(x), x + 1), [1]) AS y;
SELECT as_select FROM system.tables WHERE database = currentDatabase() AND name = 'called';
SELECT * FROM called;
