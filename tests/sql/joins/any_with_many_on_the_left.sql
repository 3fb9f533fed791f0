-- Tags: tasks
-- ANY JOIN with any_join_distinct_right_table_keys: of several partners of a row at the left one is shown.
CREATE TABLE l (a UInt8, x String) ENGINE = MergeTree ORDER BY x;
CREATE TABLE r (a UInt8, y String) ENGINE = MergeTree ORDER BY y;
INSERT INTO l VALUES (1, 'l1'), (1, 'l2'), (2, 'l3'), (4, 'l4'), (4, 'l5');
INSERT INTO r VALUES (1, 'r1'), (3, 'r2'), (3, 'r3'), (4, 'r4'), (4, 'r4');
SELECT l.a, x, r.a, y FROM l ANY FULL JOIN r ON l.a = r.a; -- { serverError NOT_IMPLEMENTED }
SELECT r.a, y FROM l ANY RIGHT JOIN r ON l.a = r.a ORDER BY ALL;
SET any_join_distinct_right_table_keys = 1;
SELECT l.a, x, r.a, y FROM l ANY FULL JOIN r ON l.a = r.a ORDER BY ALL;
SELECT l.a, x, r.a, y FROM l ANY RIGHT JOIN r ON l.a = r.a ORDER BY ALL;
SELECT l.a, x, r.a, y FROM l ANY LEFT JOIN r ON l.a = r.a ORDER BY ALL;
SELECT l.a, x, r.a, y FROM l ANY INNER JOIN r ON l.a = r.a ORDER BY ALL;
SELECT a, x, y FROM l ANY FULL JOIN r USING a ORDER BY ALL;
SELECT a, x, y FROM l ANY RIGHT JOIN r USING a ORDER BY ALL;
SELECT count(), sum(r.a) FROM l ANY FULL JOIN r ON l.a = r.a WHERE x != '';
SELECT count(), sum(r.a) FROM l ANY FULL JOIN r ON l.a = r.a WHERE y != '';
SELECT x FROM l ANY RIGHT JOIN (SELECT arrayJoin([1, 1]) AS a, arrayJoin(['p', 'q']) AS y) AS r ON l.a = r.a WHERE r.a = 1 AND x != '' ORDER BY x;
SET join_use_nulls = 1;
SELECT l.a, x, r.a, y FROM l ANY FULL JOIN r ON l.a = r.a ORDER BY ALL;
SELECT l.a, x, r.a, y FROM l ANY RIGHT JOIN r ON l.a = r.a AND x = 'l1' ORDER BY ALL;
SELECT l.a, x, r.a, y FROM l ANY RIGHT JOIN r ON l.a = r.a AND y = 'r1' ORDER BY ALL;
SELECT l.a, x, r.a, y FROM l ANY FULL JOIN (SELECT * FROM r WHERE 0) AS r ON l.a = r.a ORDER BY ALL;
SELECT l.a, x, r.a, y FROM (SELECT * FROM l WHERE 0) AS l ANY FULL JOIN r ON l.a = r.a ORDER BY ALL;
TRUNCATE TABLE l;
TRUNCATE TABLE r;
INSERT INTO l SELECT number % 100, toString(number) FROM numbers(1000);
INSERT INTO r SELECT 50 + number % 100, toString(number % 100) FROM numbers(1000);
SELECT count(), sum(a), uniqExact(x), sum(r.a), uniqExact(y), countIf(x IS NULL), countIf(y IS NULL) FROM l ANY FULL JOIN r ON l.a = r.a;
SELECT count(), sum(a), uniqExact(x), sum(r.a), uniqExact(y), countIf(x IS NULL) FROM l ANY RIGHT JOIN r ON l.a = r.a;
