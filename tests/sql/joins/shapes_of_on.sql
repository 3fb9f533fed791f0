-- ON by kind: what joins need equal keys for, conditions on one side, constants, tuples, inequalities; ASOF.
CREATE VIEW l AS SELECT * FROM values('a UInt8, b Nullable(Int32), s String', (1, 10, 'x'), (2, 20, 'y'), (2, NULL, 'z'), (3, 30, 'x'));
CREATE VIEW r AS SELECT * FROM values('a UInt16, c Int64, s LowCardinality(String)', (1, 10, 'x'), (2, 15, 'y'), (2, 25, 'q'), (5, 50, 'x'));
CREATE VIEW q AS SELECT * FROM values('a UInt32, d String', (1, 'd'), (2, 'e'), (7, 'f'));
SELECT l.a, l.b, r.a, r.c FROM l INNER JOIN r ON l.a < r.a ORDER BY ALL;
SELECT l.a, l.b, r.a, r.c FROM l ANY INNER JOIN r ON l.a < r.a ORDER BY ALL; -- { serverError INVALID_JOIN_ON_EXPRESSION }
SELECT l.a, l.b, r.a, r.c FROM l LEFT JOIN r ON l.a < r.a ORDER BY ALL; -- { serverError INVALID_JOIN_ON_EXPRESSION }
SELECT l.a, l.b, r.a, r.c FROM l ANY LEFT JOIN r ON l.a < r.a ORDER BY ALL; -- { serverError INVALID_JOIN_ON_EXPRESSION }
SELECT l.a, l.b, r.a, r.c FROM l ANTI LEFT JOIN r ON l.a < r.a ORDER BY ALL; -- { serverError INVALID_JOIN_ON_EXPRESSION }
SELECT l.a, l.b, r.a, r.c FROM l RIGHT JOIN r ON l.a < r.a ORDER BY ALL; -- { serverError INVALID_JOIN_ON_EXPRESSION }
SELECT l.a, l.b, r.a, r.c FROM l SEMI RIGHT JOIN r ON l.a < r.a ORDER BY ALL; -- { serverError INVALID_JOIN_ON_EXPRESSION }
SELECT l.a, l.b, r.a, r.c FROM l FULL JOIN r ON l.a < r.a ORDER BY ALL; -- { serverError INVALID_JOIN_ON_EXPRESSION }
SELECT l.a, l.b, r.a, r.c FROM l INNER JOIN r ON l.a = 1 ORDER BY ALL;
SELECT l.a, l.b, r.a, r.c FROM l ANY INNER JOIN r ON l.a = 1 ORDER BY ALL; -- { serverError INVALID_JOIN_ON_EXPRESSION }
SELECT l.a, l.b, r.a, r.c FROM l LEFT JOIN r ON l.a = 1 ORDER BY ALL; -- { serverError INVALID_JOIN_ON_EXPRESSION }
SELECT l.a, l.b, r.a, r.c FROM l ANY LEFT JOIN r ON l.a = 1 ORDER BY ALL; -- { serverError INVALID_JOIN_ON_EXPRESSION }
SELECT l.a, l.b, r.a, r.c FROM l ANTI LEFT JOIN r ON l.a = 1 ORDER BY ALL; -- { serverError INVALID_JOIN_ON_EXPRESSION }
SELECT l.a, l.b, r.a, r.c FROM l RIGHT JOIN r ON l.a = 1 ORDER BY ALL;
SELECT l.a, l.b, r.a, r.c FROM l SEMI RIGHT JOIN r ON l.a = 1 ORDER BY ALL;
SELECT l.a, l.b, r.a, r.c FROM l FULL JOIN r ON l.a = 1 ORDER BY ALL; -- { serverError INVALID_JOIN_ON_EXPRESSION }
SELECT l.a, l.b, r.a, r.c FROM l INNER JOIN r ON r.a = 1 ORDER BY ALL;
SELECT l.a, l.b, r.a, r.c FROM l ANY INNER JOIN r ON r.a = 1 ORDER BY ALL; -- { serverError INVALID_JOIN_ON_EXPRESSION }
SELECT l.a, l.b, r.a, r.c FROM l LEFT JOIN r ON r.a = 1 ORDER BY ALL;
SELECT l.a, l.b, r.a, r.c FROM l ANY LEFT JOIN r ON r.a = 1 ORDER BY ALL; -- { serverError INVALID_JOIN_ON_EXPRESSION }
SELECT l.a, l.b, r.a, r.c FROM l ANTI LEFT JOIN r ON r.a = 1 ORDER BY ALL;
SELECT l.a, l.b, r.a, r.c FROM l RIGHT JOIN r ON r.a = 1 ORDER BY ALL; -- { serverError INVALID_JOIN_ON_EXPRESSION }
SELECT l.a, l.b, r.a, r.c FROM l SEMI RIGHT JOIN r ON r.a = 1 ORDER BY ALL;
SELECT l.a, l.b, r.a, r.c FROM l FULL JOIN r ON r.a = 1 ORDER BY ALL; -- { serverError INVALID_JOIN_ON_EXPRESSION }
SELECT l.a, l.b, r.a, r.c FROM l INNER JOIN r ON l.a < r.a AND l.b < r.c ORDER BY ALL;
SELECT l.a, l.b, r.a, r.c FROM l ANY INNER JOIN r ON l.a < r.a AND l.b < r.c ORDER BY ALL; -- { serverError INVALID_JOIN_ON_EXPRESSION }
SELECT l.a, l.b, r.a, r.c FROM l LEFT JOIN r ON l.a < r.a AND l.b < r.c ORDER BY ALL;
SELECT l.a, l.b, r.a, r.c FROM l ANY LEFT JOIN r ON l.a < r.a AND l.b < r.c ORDER BY ALL; -- { serverError INVALID_JOIN_ON_EXPRESSION }
SELECT l.a, l.b, r.a, r.c FROM l ANTI LEFT JOIN r ON l.a < r.a AND l.b < r.c ORDER BY ALL;
SELECT l.a, l.b, r.a, r.c FROM l RIGHT JOIN r ON l.a < r.a AND l.b < r.c ORDER BY ALL;
SELECT l.a, l.b, r.a, r.c FROM l FULL JOIN r ON l.a < r.a AND l.b < r.c ORDER BY ALL;
SELECT l.a, l.b, r.a, r.c FROM l INNER JOIN r ON l.a = r.a OR l.b = 20 ORDER BY ALL;
SELECT l.a, l.b, r.a, r.c FROM l ANY INNER JOIN r ON l.a = r.a OR l.b = 20 ORDER BY ALL; -- { serverError INVALID_JOIN_ON_EXPRESSION }
SELECT l.a, l.b, r.a, r.c FROM l LEFT JOIN r ON l.a = r.a OR l.b = 20 ORDER BY ALL; -- { serverError INVALID_JOIN_ON_EXPRESSION }
SELECT l.a, l.b, r.a, r.c FROM l ANY LEFT JOIN r ON l.a = r.a OR l.b = 20 ORDER BY ALL; -- { serverError INVALID_JOIN_ON_EXPRESSION }
SELECT l.a, l.b, r.a, r.c FROM l ANTI LEFT JOIN r ON l.a = r.a OR l.b = 20 ORDER BY ALL; -- { serverError INVALID_JOIN_ON_EXPRESSION }
SELECT l.a, l.b, r.a, r.c FROM l RIGHT JOIN r ON l.a = r.a OR l.b = 20 ORDER BY ALL; -- { serverError INVALID_JOIN_ON_EXPRESSION }
SELECT l.a, l.b, r.a, r.c FROM l SEMI RIGHT JOIN r ON l.a = r.a OR l.b = 20 ORDER BY ALL; -- { serverError INVALID_JOIN_ON_EXPRESSION }
SELECT l.a, l.b, r.a, r.c FROM l FULL JOIN r ON l.a = r.a OR l.b = 20 ORDER BY ALL; -- { serverError INVALID_JOIN_ON_EXPRESSION }
SELECT l.a, l.b, r.a, r.c FROM l ANY INNER JOIN r ON 1 ORDER BY ALL;
SELECT l.a, l.b, r.a, r.c FROM l LEFT JOIN r ON 1 ORDER BY ALL;
SELECT l.a, l.b, r.a, r.c FROM l FULL JOIN r ON 1 ORDER BY ALL;
SELECT l.a, l.b, r.a, r.c FROM l ANY INNER JOIN r ON NULL ORDER BY ALL;
SELECT l.a, l.b, r.a, r.c FROM l LEFT JOIN r ON NULL ORDER BY ALL;
SELECT l.a, l.b, r.a, r.c FROM l FULL JOIN r ON NULL ORDER BY ALL;
SELECT l.a, l.b, r.a, r.c FROM l ANY INNER JOIN r ON l.a = r.a AND 1 ORDER BY ALL;
SELECT l.a, l.b, r.a, r.c FROM l LEFT JOIN r ON l.a = r.a AND 1 ORDER BY ALL;
SELECT l.a, l.b, r.a, r.c FROM l FULL JOIN r ON l.a = r.a AND 1 ORDER BY ALL;
SELECT l.a, l.b, r.a, r.c FROM l ANY INNER JOIN r ON l.a = r.a AND r.s IN ('x', 'q') ORDER BY ALL;
SELECT l.a, l.b, r.a, r.c FROM l LEFT JOIN r ON l.a = r.a AND r.s IN ('x', 'q') ORDER BY ALL;
SELECT l.a, l.b, r.a, r.c FROM l FULL JOIN r ON l.a = r.a AND r.s IN ('x', 'q') ORDER BY ALL;
SELECT l.a, l.b, r.a, r.c FROM l ANY INNER JOIN r ON (l.a, l.s) = (r.a, r.s) ORDER BY ALL;
SELECT l.a, l.b, r.a, r.c FROM l LEFT JOIN r ON (l.a, l.s) = (r.a, r.s) ORDER BY ALL;
SELECT l.a, l.b, r.a, r.c FROM l FULL JOIN r ON (l.a, l.s) = (r.a, r.s) ORDER BY ALL;
SELECT l.a, l.b, r.a, r.c FROM l ANY INNER JOIN r ON l.b <=> r.c ORDER BY ALL;
SELECT l.a, l.b, r.a, r.c FROM l LEFT JOIN r ON l.b <=> r.c ORDER BY ALL;
SELECT l.a, l.b, r.a, r.c FROM l FULL JOIN r ON l.b <=> r.c ORDER BY ALL;
SELECT l.a, l.b, r.a, r.c FROM l LEFT JOIN r ON l.a = r.a OR l.s = r.s ORDER BY ALL;
SELECT l.a, l.b, r.a, r.c FROM l FULL JOIN r ON l.a = r.a OR l.s = r.s ORDER BY ALL;
SELECT l.a, l.b, r.a, r.c FROM l ASOF LEFT JOIN r ON l.a = r.a AND l.b > r.c AND l.b < 15 ORDER BY ALL;
SELECT l.a, l.b, r.a, r.c FROM l ASOF LEFT JOIN r ON l.a = r.a AND l.b > r.c AND r.c < 15 ORDER BY ALL;
SELECT l.a, l.b, r.a, r.c FROM l ASOF LEFT JOIN r ON l.a = r.a AND l.b > r.c AND r.s != l.s ORDER BY ALL; -- { serverError INVALID_JOIN_ON_EXPRESSION }
SELECT l.a, l.b, r.a, r.c FROM l ASOF LEFT JOIN r ON l.a = r.a AND l.b > r.c AND l.a < r.c ORDER BY ALL; -- { serverError INVALID_JOIN_ON_EXPRESSION }
SELECT l.a, l.b, r.a, r.c FROM l ASOF LEFT JOIN r ON l.a = r.a AND l.b + r.c > 5 ORDER BY ALL; -- { serverError INVALID_JOIN_ON_EXPRESSION }
SELECT l.a, l.b, r.a, r.c FROM l ASOF LEFT JOIN r ON l.a = r.a AND l.s > r.s ORDER BY ALL; -- { serverError BAD_TYPE_OF_FIELD }
SELECT l.a, l.b, r.a, r.c FROM l ASOF LEFT JOIN r ON l.a = r.a OR l.b > r.c ORDER BY ALL; -- { serverError INVALID_JOIN_ON_EXPRESSION }
SELECT l.a, l.b, r.a, r.c FROM l ASOF LEFT JOIN r ON l.b > r.c ORDER BY ALL; -- { serverError NOT_IMPLEMENTED }
SELECT l.a, l.b, r.a, r.c FROM l ASOF JOIN r ON l.a = r.a AND l.b > r.c AND l.b < 15 ORDER BY ALL;
SELECT l.a, l.b, r.a, r.c FROM l ASOF RIGHT JOIN r ON l.a = r.a AND l.b > r.c ORDER BY ALL; -- { serverError NOT_IMPLEMENTED }
SELECT l.a, l.b, r.a, r.c FROM l ASOF FULL JOIN r ON l.zz = 1 ORDER BY ALL; -- { serverError UNKNOWN_IDENTIFIER }
SELECT * FROM l SEMI INNER JOIN r ON l.a = r.a ORDER BY ALL; -- { serverError SYNTAX_ERROR }
SELECT * FROM l ANTI INNER JOIN r ON l.a = r.a ORDER BY ALL; -- { serverError SYNTAX_ERROR }
SELECT * FROM l ANY CROSS JOIN r ORDER BY ALL; -- { serverError SYNTAX_ERROR }
SELECT * FROM l ALL PASTE JOIN r ORDER BY ALL; -- { serverError SYNTAX_ERROR }
SELECT * FROM l JOIN r USING (a + 1) ORDER BY ALL; -- { serverError BAD_ARGUMENTS }
SELECT * FROM l JOIN r USING (*) ORDER BY ALL; -- { serverError BAD_ARGUMENTS }
SELECT * FROM l SEMI JOIN r USING a ORDER BY ALL;
SELECT * FROM l JOIN l ON 1 ORDER BY ALL;
SELECT * FROM l JOIN l AS l2 ON l.a = l2.a ORDER BY ALL;
SELECT * FROM l AS l2 JOIN l ON l.a = l2.a ORDER BY ALL;
SELECT count() FROM l LEFT JOIN r ON l.a < r.a WHERE r.c > 5;
SELECT count() FROM l FULL JOIN r ON l.a < r.a WHERE r.c > 5 AND l.a > 0;
SELECT count() FROM l ANY LEFT JOIN r ON l.a < r.a WHERE r.c > 5; -- { serverError INVALID_JOIN_ON_EXPRESSION }
SELECT count() FROM (SELECT 1 AS x, * FROM l RIGHT JOIN r ON l.a < r.a) WHERE b > 5;
SELECT l.a, l.b, r.a, r.c FROM l INNER JOIN r ON l.a = r.a AND arrayJoin([1, 2]) = 1 ORDER BY ALL;
SELECT l.a, l.b, r.a, r.c FROM l INNER JOIN r ON l.a = arrayJoin([0, 1]) ORDER BY ALL;
SELECT l.a, l.b, r.a, r.c FROM l INNER JOIN r ON l.a = r.a AND arrayJoin([r.a]) = 1 ORDER BY ALL;
SELECT l.a, l.b, r.a, r.c FROM l LEFT JOIN r ON l.a = arrayJoin([r.a, r.a + 1]) ORDER BY ALL;
SELECT l.a, l.b, r.a, r.c FROM l LEFT JOIN r ON arrayJoin([l.a, 5]) = r.a ORDER BY ALL;
SELECT l.a, l.b, r.a, r.c FROM l RIGHT JOIN r ON arrayJoin([l.a, 5]) = r.a ORDER BY ALL;
SELECT l.a, l.b, r.a, r.c FROM l ANTI LEFT JOIN r ON arrayJoin([l.a, 5]) = r.a ORDER BY ALL;
