-- Tags: tasks
CREATE TABLE a (k UInt8, v UInt32) ENGINE = MergeTree ORDER BY k SETTINGS index_granularity = 1;
CREATE TABLE b (k UInt8, w UInt32, s Nullable(String)) ENGINE = MergeTree ORDER BY k SETTINGS index_granularity = 1;
INSERT INTO a VALUES (1, 10), (2, 20);
INSERT INTO a VALUES (3, 30), (4, 5);
INSERT INTO b VALUES (1, 1, 'x'), (1, 2, NULL);
INSERT INTO b VALUES (3, 5, 'y'), (4, 9, NULL);
SELECT k, (SELECT sum(w) FROM b WHERE b.k = a.k) AS s, toTypeName(s) FROM a ORDER BY k;
SELECT k, (SELECT count() FROM b WHERE b.k = a.k) AS s FROM a ORDER BY k;
SELECT k FROM a WHERE EXISTS (SELECT 1 FROM b WHERE b.k = a.k) ORDER BY k;
SELECT k FROM a WHERE NOT EXISTS (SELECT 1 FROM b WHERE b.k = a.k) ORDER BY k;
SELECT k FROM a WHERE v > 7 AND (EXISTS (SELECT 1 FROM b WHERE b.k = a.k AND w > 4) OR k = 2) ORDER BY k;
SELECT k FROM a WHERE v > (SELECT max(w) * 5 FROM b WHERE b.k = a.k) ORDER BY k;
SELECT k, EXISTS (SELECT 1 FROM b WHERE b.k = a.k) AS e, toTypeName(e) FROM a ORDER BY k;
SELECT k, (SELECT w FROM b WHERE b.k = a.k + 2) FROM a ORDER BY k;
SELECT k, (SELECT sum(w) FROM b WHERE b.k <= a.k) FROM a ORDER BY k;
SELECT k, (SELECT sum(w) FROM b WHERE b.k = a.k AND b.w < a.v) FROM a ORDER BY k;
SELECT k, (SELECT a.v + 1) FROM a ORDER BY k;
SELECT k FROM a WHERE EXISTS (SELECT w FROM b WHERE b.k = a.k GROUP BY w HAVING count() > 0) ORDER BY k;
SELECT a.k, (SELECT arraySort(groupArray(w)) FROM b WHERE b.k = a.k) AS g FROM a ORDER BY k;
SELECT k FROM a GROUP BY k HAVING sum(v) > (SELECT sum(w) FROM b WHERE b.k = a.k) ORDER BY k;
SELECT k, (SELECT max(x) FROM (SELECT w AS x FROM b WHERE b.k = a.k)) FROM a ORDER BY k;
SELECT k FROM a WHERE EXISTS (SELECT 1 FROM b AS b1 JOIN b AS b2 ON b1.k = b2.k WHERE b1.k = a.k AND b2.w > 1) ORDER BY k;
SELECT count() FROM a WHERE (SELECT count() FROM b WHERE b.k = a.k) > 0;
SELECT k, (SELECT max(s) FROM b WHERE b.k = a.k) FROM a ORDER BY k;
SELECT x.k, (SELECT sum(w) FROM b AS y WHERE y.k = x.k) + x.v FROM a AS x ORDER BY x.k;
SELECT k, (SELECT sum(w) FROM b WHERE b.k = a.k), (SELECT min(w) FROM b WHERE b.k = a.k) FROM a WHERE EXISTS (SELECT 1 FROM b WHERE b.k = a.k) ORDER BY k;
SELECT n, (SELECT sum(w) FROM b WHERE b.k = n) FROM (SELECT toUInt8(number) AS n FROM numbers(5)) ORDER BY n;
SELECT k FROM a WHERE k IN (SELECT k FROM b WHERE b.w * 10 = a.v); -- { serverError NOT_IMPLEMENTED }
SELECT k, (SELECT w FROM b WHERE b.k = a.k LIMIT 1) FROM a; -- { serverError NOT_IMPLEMENTED }
SELECT k FROM a ORDER BY (SELECT sum(w) FROM b WHERE b.k = a.k); -- { serverError NOT_IMPLEMENTED }
SELECT sum((SELECT sum(w) FROM b WHERE b.k = a.k)) FROM a; -- { serverError NOT_IMPLEMENTED }
SELECT k, (SELECT sum(w) + a.v FROM b WHERE b.k = a.k) FROM a; -- { serverError NOT_AN_AGGREGATE }
SELECT k, (SELECT sum(w) FROM b WHERE b.k = zz.k) FROM a; -- { serverError UNKNOWN_IDENTIFIER }
SELECT k, (SELECT sum(w) FROM b WHERE b.k = a.k) AS s FROM a WHERE s > 3 ORDER BY k;
SELECT k, sum(v), (SELECT sum(w) FROM b WHERE b.k = a.k) AS s FROM a GROUP BY k ORDER BY k;
SELECT k, x, (SELECT sum(w) FROM b WHERE b.k = q.k) AS s FROM (SELECT k, sum(v) AS x FROM a GROUP BY k WITH TOTALS) AS q ORDER BY k;
SELECT arrayJoin([1, 2]) AS z, k FROM a WHERE EXISTS (SELECT 1 FROM b WHERE b.k = a.k AND w > 3) ORDER BY k, z;
SELECT x.k, y.w, z FROM (SELECT k, z FROM a ARRAY JOIN [1, 2] AS z) AS x JOIN b AS y ON x.k = y.k ORDER BY ALL;
