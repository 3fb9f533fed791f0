-- INTERPOLATE: by other columns, shown or not, by aliases, without a list; WITH FILL behind other columns of ORDER BY.
CREATE VIEW v AS SELECT number * 3 AS n, number AS s, number + 7 AS z FROM numbers(3);
CREATE VIEW w AS SELECT a.1 AS p, a.2 AS n FROM (SELECT arrayJoin([(1, 1), (2, 4), (3, 2), (4, 3), (5, 6), (6, 5), (7, 8)]) AS a);
SELECT n FROM v ORDER BY n WITH FILL INTERPOLATE (s);
SELECT n FROM v ORDER BY n WITH FILL INTERPOLATE (s AS s + 1);
SELECT n, s+1 AS t FROM v ORDER BY n WITH FILL INTERPOLATE (t AS s + 1);
SELECT n, s+1 AS t FROM v ORDER BY n WITH FILL INTERPOLATE (t AS t + s);
SELECT n, s AS t FROM v ORDER BY n WITH FILL INTERPOLATE (s AS s + 10);
SELECT n, s FROM v ORDER BY n WITH FILL INTERPOLATE (s AS z);
SELECT n, s FROM v ORDER BY n WITH FILL INTERPOLATE (s AS z + 1);
SELECT n, s, s * 2 AS d FROM v ORDER BY n WITH FILL INTERPOLATE;
SELECT n, s, s * 2 FROM v ORDER BY n WITH FILL INTERPOLATE;
SELECT n, s, s * 2 FROM v ORDER BY n WITH FILL INTERPOLATE (s);
SELECT n, s AS a, a AS b FROM v ORDER BY n WITH FILL INTERPOLATE (a AS a + 1);
SELECT n, s AS a, a + 1 AS b FROM v ORDER BY n WITH FILL INTERPOLATE (b AS a + 1, a AS b + 1);
SELECT n, s AS a, toString(a) AS b FROM v ORDER BY n WITH FILL INTERPOLATE (b AS a);
SELECT n, s AS a, toString(a) AS b FROM v ORDER BY n WITH FILL INTERPOLATE (a AS b);
SELECT n, s AS a FROM v ORDER BY n WITH FILL INTERPOLATE (a AS unknown); -- { serverError UNKNOWN_IDENTIFIER }
SELECT n, s AS a FROM v ORDER BY n WITH FILL INTERPOLATE (unknown AS a); -- { serverError UNKNOWN_IDENTIFIER }
SELECT n, s AS a FROM v ORDER BY n WITH FILL INTERPOLATE (a AS n * 2);
SELECT n + 1 AS m, s AS a FROM v ORDER BY m WITH FILL INTERPOLATE (a AS n * 2);
SELECT n + 1 AS m, s AS a FROM v ORDER BY m WITH FILL INTERPOLATE (n AS n * 2);
SELECT n, sum(s) AS a FROM v GROUP BY n ORDER BY n WITH FILL INTERPOLATE (a AS a + 1);
SELECT n, sum(s) AS a FROM v GROUP BY n ORDER BY n WITH FILL INTERPOLATE (a AS max(s) + 1);
SELECT n, sum(s) AS a FROM v GROUP BY n ORDER BY n WITH FILL INTERPOLATE (a AS s + 1); -- { serverError NOT_AN_AGGREGATE }
SELECT n, sum(s) FROM v GROUP BY n ORDER BY n WITH FILL INTERPOLATE (`sum(s)`); -- { serverError UNKNOWN_IDENTIFIER }
SELECT s FROM v ORDER BY n WITH FILL INTERPOLATE (s AS s + n);
SELECT s FROM v ORDER BY n WITH FILL INTERPOLATE;
SELECT s AS x FROM v ORDER BY n WITH FILL INTERPOLATE (x);
SELECT s AS x FROM v ORDER BY n WITH FILL INTERPOLATE (s);
SELECT n, s AS x, s AS y FROM v ORDER BY n WITH FILL INTERPOLATE (x AS x+1);
SELECT n, s AS x, s AS y FROM v ORDER BY n WITH FILL INTERPOLATE (s AS s+1);
SELECT n, s AS x, s AS y FROM v ORDER BY n WITH FILL INTERPOLATE (x AS x+1, y AS y + 2);
SELECT n, s AS x FROM v ORDER BY n WITH FILL INTERPOLATE (n AS n + 1); -- { serverError INVALID_WITH_FILL_EXPRESSION }
SELECT n, s AS x FROM v ORDER BY n WITH FILL INTERPOLATE (x AS 'a'); -- { serverError CANNOT_PARSE_TEXT }
SELECT n, 5 AS x FROM v ORDER BY n WITH FILL INTERPOLATE (x AS x + 1);
SELECT n, 5 AS x FROM v ORDER BY n WITH FILL INTERPOLATE;
SELECT n, s AS x FROM v ORDER BY n WITH FILL INTERPOLATE ();
SELECT n, s AS x FROM v ORDER BY n INTERPOLATE (x); -- { serverError SYNTAX_ERROR }
SELECT t.n, t.s FROM v AS t ORDER BY t.n WITH FILL INTERPOLATE (s AS s + 1);
SELECT t.n, t.s FROM v AS t ORDER BY t.n WITH FILL INTERPOLATE (s AS t.s + 1);
SELECT number % 2 AS p, number * 2 AS n FROM numbers(5) ORDER BY p, n WITH FILL SETTINGS use_with_fill_by_sorting_prefix = 0;
SELECT number % 2 AS p, number * 2 AS n FROM numbers(5) ORDER BY p, n WITH FILL SETTINGS use_with_fill_by_sorting_prefix = 1;
SELECT number % 2 AS p, number * 2 AS n, 'x' AS v FROM numbers(5) ORDER BY p, n WITH FILL FROM 0 TO 11 INTERPOLATE (v) SETTINGS use_with_fill_by_sorting_prefix = 0;
SELECT number % 2 AS p, number * 2 AS n, 'x' AS v FROM numbers(5) ORDER BY p, n WITH FILL FROM 0 TO 11 STEP 3 INTERPOLATE (v) SETTINGS use_with_fill_by_sorting_prefix = 1;
SELECT number % 2 AS p, number * 2 AS n, 'x' AS v FROM numbers(5) ORDER BY p, n WITH FILL FROM 0 TO 11 STEP 3 INTERPOLATE (v) SETTINGS use_with_fill_by_sorting_prefix = 0;
SELECT number % 2 AS p, number * 2 AS n, 'x' AS v FROM numbers(5) ORDER BY p DESC, n DESC WITH FILL FROM 11 TO 0 STEP -3 INTERPOLATE (v) SETTINGS use_with_fill_by_sorting_prefix = 0;
SELECT number % 2 AS p, number * 2 AS n, number AS q FROM numbers(5) ORDER BY p, n WITH FILL, q SETTINGS use_with_fill_by_sorting_prefix = 0;
SELECT toDate('2020-01-01') + number * 3 AS d, number AS q FROM numbers(3) ORDER BY q, d WITH FILL STEP INTERVAL 1 DAY SETTINGS use_with_fill_by_sorting_prefix = 0;
SELECT number % 2 AS p, number * 2 AS n FROM numbers(5) WHERE 0 ORDER BY p, n WITH FILL FROM 1 TO 3 SETTINGS use_with_fill_by_sorting_prefix = 0;
SELECT number % 2 AS p, number * 2 AS n FROM numbers(5) WHERE 0 ORDER BY p, n WITH FILL FROM 1 TO 3 SETTINGS use_with_fill_by_sorting_prefix = 1;
SELECT n, s, 0 AS d FROM v ORDER BY n WITH FILL INTERPOLATE (s AS s + 10, d AS s);
SELECT n, s, s*2 AS d FROM v ORDER BY n WITH FILL INTERPOLATE (s AS s + 10, d AS s);
SELECT n, s, s*2 AS d FROM v ORDER BY n WITH FILL INTERPOLATE (d AS s, s AS s + 10);
SELECT n, s AS a, s*2 AS d FROM v ORDER BY n WITH FILL INTERPOLATE (d AS a, a AS a + 10);
SELECT n, s AS a, s*2 AS d FROM v ORDER BY n WITH FILL INTERPOLATE (a AS a + 10, d AS a);
SELECT n, s AS a, s*2 AS d FROM v ORDER BY n WITH FILL INTERPOLATE (a AS s + 10, d AS a);
SELECT n, s AS a, s*2 AS d FROM v ORDER BY n WITH FILL INTERPOLATE (a AS s + 10, d AS s);
SELECT n, s, s*2 AS d FROM v ORDER BY n WITH FILL INTERPOLATE (d AS d + s, s AS s + 10);
SELECT n, s, s*2 AS d FROM v ORDER BY n WITH FILL INTERPOLATE (d AS s*2, s AS s + 10);
SELECT n, s, s*2 AS d FROM v ORDER BY n WITH FILL INTERPOLATE (d AS s*2 + 1, s AS s + 10);
SELECT n, s, s*2 AS d FROM v ORDER BY n WITH FILL INTERPOLATE (s AS d + 10);
SELECT n, s, s*2 AS d FROM v ORDER BY n WITH FILL INTERPOLATE (s AS d);
SELECT n, s, s*2 AS d FROM v ORDER BY n WITH FILL INTERPOLATE (d AS n);
SELECT n, s, s*2 AS d FROM v ORDER BY n WITH FILL INTERPOLATE (d AS n * 2);
SELECT n + 1 AS m, s FROM v ORDER BY m WITH FILL INTERPOLATE (s AS m * 2);
SELECT n + 1 AS m, s FROM v ORDER BY n + 1 WITH FILL INTERPOLATE (s AS m * 2);
SELECT n + 1 AS m, s FROM v ORDER BY n + 1 WITH FILL INTERPOLATE (s AS n + 1);
SELECT n AS m, s FROM v ORDER BY n WITH FILL INTERPOLATE (s AS m);
SELECT n AS m, s FROM v ORDER BY m WITH FILL INTERPOLATE (s AS n);
SELECT n AS m, s FROM v ORDER BY n WITH FILL INTERPOLATE (s AS n);
SELECT n, s AS x, s AS y FROM v ORDER BY n WITH FILL INTERPOLATE (x AS x + 1);
SELECT n, s AS x, s AS y FROM v ORDER BY n WITH FILL INTERPOLATE (x AS y + 1);
SELECT n, s AS x, x AS y FROM v ORDER BY n WITH FILL INTERPOLATE (x AS y + 1);
SELECT n, s AS x, x AS y FROM v ORDER BY n WITH FILL INTERPOLATE (y AS x + 1);
SELECT n, s, s AS y FROM v ORDER BY n WITH FILL INTERPOLATE (s AS s + 1);
SELECT n, s, s AS y FROM v ORDER BY n WITH FILL INTERPOLATE (y AS y + 1);
SELECT n, s, s FROM v ORDER BY n WITH FILL INTERPOLATE (s AS s + 1);
SELECT n, 5 AS c, s + c AS y FROM v ORDER BY n WITH FILL INTERPOLATE (c AS c + 1, y AS c);
SELECT n, 5 AS c, s + c AS y FROM v ORDER BY n WITH FILL INTERPOLATE (y AS c);
SELECT n, 5 AS c, s FROM v ORDER BY n WITH FILL INTERPOLATE (s AS c + 1);
WITH s * 2 AS c SELECT n, s FROM v ORDER BY n WITH FILL INTERPOLATE (s AS c + s);
SELECT n, s FROM v ORDER BY n, s * 2 AS c WITH FILL INTERPOLATE (s AS c);
SELECT n, s + 1 AS t FROM v ORDER BY n WITH FILL INTERPOLATE;
SELECT t FROM v ORDER BY n WITH FILL INTERPOLATE (s); -- { serverError UNKNOWN_IDENTIFIER }
SELECT n, s AS t, t + 1 AS u FROM v ORDER BY n WITH FILL INTERPOLATE (t AS u);
SELECT n, s AS t, t + 1 AS u FROM v ORDER BY n WITH FILL INTERPOLATE (u AS t);
SELECT n, s AS t, t + 1 AS u FROM v ORDER BY n WITH FILL INTERPOLATE (u AS t + u);
SELECT DISTINCT n FROM v ORDER BY n WITH FILL INTERPOLATE (s);
SELECT n, sum(s) AS t FROM v GROUP BY n ORDER BY n WITH FILL INTERPOLATE (t AS sum(s));
SELECT n, sum(s) AS t FROM v GROUP BY n ORDER BY n WITH FILL INTERPOLATE (t AS t + sum(s));
SELECT n, row_number() OVER (ORDER BY n) AS t FROM v ORDER BY n WITH FILL INTERPOLATE (t AS t + 1);
SELECT n, row_number() OVER (ORDER BY n) AS t FROM v ORDER BY n WITH FILL INTERPOLATE (t AS t + sum(s) OVER ());
SELECT number % 2 AS p, number * 2 AS n FROM numbers(5) ORDER BY p, n WITH FILL INTERPOLATE (p AS 7) SETTINGS use_with_fill_by_sorting_prefix = 0; -- { serverError INVALID_WITH_FILL_EXPRESSION }
SELECT number % 2 AS p, number * 2 AS n FROM numbers(5) ORDER BY p, n WITH FILL INTERPOLATE (p AS 7) SETTINGS use_with_fill_by_sorting_prefix = 1; -- { serverError INVALID_WITH_FILL_EXPRESSION }
SELECT number % 2 AS p, number * 2 AS n, p + 5 AS q FROM numbers(5) ORDER BY p, n WITH FILL FROM 0 TO 11 INTERPOLATE SETTINGS use_with_fill_by_sorting_prefix = 0;
SELECT number % 2 AS p, number * 2 AS n, p + 5 AS q FROM numbers(5) ORDER BY p, n WITH FILL FROM 0 TO 11 INTERPOLATE SETTINGS use_with_fill_by_sorting_prefix = 1;
SELECT p, n FROM w ORDER BY p, n WITH FILL SETTINGS use_with_fill_by_sorting_prefix = 0;
SELECT p, n FROM w ORDER BY p, n WITH FILL STEP 2 SETTINGS use_with_fill_by_sorting_prefix = 0;
SELECT p, n FROM w ORDER BY p, n WITH FILL FROM 3 SETTINGS use_with_fill_by_sorting_prefix = 0;
SELECT p, n FROM w ORDER BY p, n WITH FILL FROM 3 TO 5 SETTINGS use_with_fill_by_sorting_prefix = 0;
SELECT p, n FROM w ORDER BY p, n WITH FILL TO 6 SETTINGS use_with_fill_by_sorting_prefix = 0;
SELECT p, n FROM w ORDER BY p, n DESC WITH FILL TO 0 SETTINGS use_with_fill_by_sorting_prefix = 0;
SELECT p, n FROM w ORDER BY p DESC, n DESC WITH FILL FROM 10 TO 0 STEP -2 SETTINGS use_with_fill_by_sorting_prefix = 0;
SELECT a.1 AS p, toDate('2020-01-01') + INTERVAL a.2 MONTH AS n FROM (SELECT arrayJoin([(1, 1), (2, 4), (3, 2), (4, 3), (5, 6), (6, 5), (7, 8)]) AS a) ORDER BY p, n WITH FILL STEP INTERVAL 1 MONTH SETTINGS use_with_fill_by_sorting_prefix = 0;
SELECT a.1 AS p, a.2 AS n FROM (SELECT arrayJoin([(1, 1), (2, NULL), (3, 2), (4, 3), (5, 6), (6, NULL), (7, 8)]) AS a) ORDER BY p, n WITH FILL SETTINGS use_with_fill_by_sorting_prefix = 0;
SELECT a.1 AS p, a.2 AS n FROM (SELECT arrayJoin([(1, 3), (1, 4), (2, 7), (2, 9)]) AS a) WHERE 0 ORDER BY p, n WITH FILL TO 3 SETTINGS use_with_fill_by_sorting_prefix = 1;
SELECT a.1 AS p, a.2 AS n FROM (SELECT arrayJoin([(1, 3), (1, 4), (2, 7), (2, 9)]) AS a) WHERE 0 ORDER BY p, n WITH FILL TO 3 SETTINGS use_with_fill_by_sorting_prefix = 0;
SELECT a.1 AS p, a.2 AS n FROM (SELECT arrayJoin([(1, 3), (1, 4), (2, 7), (2, 9)]) AS a) WHERE 0 ORDER BY p, n WITH FILL FROM 3 SETTINGS use_with_fill_by_sorting_prefix = 1;
SELECT a.1 AS p, a.2 AS n FROM (SELECT arrayJoin([(1, 3), (1, 4), (2, 7), (2, 9)]) AS a) WHERE 0 ORDER BY p, n WITH FILL FROM 3 SETTINGS use_with_fill_by_sorting_prefix = 0;
