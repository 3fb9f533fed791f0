-- A Nested structure as a whole is an array of tuples; behind ARRAY JOIN one of them.
CREATE TABLE t (s String, nest Nested(x UInt8, y Array(UInt32)), one Nested(z String)) ENGINE = MergeTree ORDER BY s;
INSERT INTO t VALUES ('a', [1, 2], [[1], [2, 3]], ['q']), ('b', [], [], []);
SELECT s, nest, toTypeName(nest), one FROM t ORDER BY s;
SELECT t.nest, length(nest), nest[1], nest[1].y, nest.x[1], arrayMap(n -> n.x, nest) FROM t ORDER BY s;
SELECT s, nest, toTypeName(nest) FROM t ARRAY JOIN nest;
SELECT n, n.x, n.y, nest FROM t ARRAY JOIN nest AS n;
SELECT n FROM t LEFT ARRAY JOIN nest AS n ORDER BY s, n;
SELECT nest AS q, q.x FROM t WHERE notEmpty(nest);
SELECT nest, count() FROM t GROUP BY nest ORDER BY nest;
SELECT nest FROM (SELECT * FROM t) ORDER BY s;
SELECT arrayJoin(nest) AS e, e.x FROM t;
SELECT nest FROM t WHERE s = 'a' FORMAT JSONEachRow;
SELECT nest.zz FROM t; -- { serverError UNKNOWN_IDENTIFIER }
SELECT nested(['x', 'y'], [1, 2], ['a', 'b']) AS n, toTypeName(n), n.x;
SELECT nested(['x'], [1], [2]); -- { serverError BAD_ARGUMENTS }
SELECT nested(['x', 'y'], [1], [2, 3]); -- { serverError SIZES_OF_ARRAYS_DONT_MATCH }
SELECT toTypeName(CAST((1, 'a') AS Tuple(a UInt8, b String))) SETTINGS print_pretty_type_names = 0;
-- A SELECT without FROM reads system.one.
SELECT dummy;
SELECT *, 1 WHERE dummy = 0;
SELECT dummy, count() GROUP BY dummy WITH TOTALS;
SELECT number; -- { serverError UNKNOWN_IDENTIFIER }
-- Names of WITH are used once.
WITH a AS (SELECT 1 AS x), a AS (SELECT 2 AS x) SELECT * FROM a; -- { serverError MULTIPLE_EXPRESSIONS_FOR_ALIAS }
WITH a AS (SELECT 1 AS x) SELECT * FROM (WITH a AS (SELECT 5 AS x) SELECT * FROM a);
-- IN with NULL among the values.
SELECT NULL IN (1, NULL), NULL NOT IN (1, NULL), NULL IN (1, 2), NULL IN (SELECT NULL), (1, NULL) IN ((1, NULL)) SETTINGS transform_null_in = 1;
