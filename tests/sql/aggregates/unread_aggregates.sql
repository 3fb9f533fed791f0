-- Tags: tasks
-- An aggregate without keys is one row, also where nobody reads its values.
CREATE TABLE unread (id UInt32, v Int64) ENGINE = MergeTree ORDER BY id SETTINGS index_granularity = 2;
INSERT INTO unread VALUES (0, 1), (1, 2), (2, 3);
INSERT INTO unread VALUES (3, 1), (4, 2);
SELECT count() FROM (SELECT sum(number) FROM numbers(4)) AS x, (SELECT max(number) FROM numbers(4)) AS y;
SELECT count() FROM (SELECT groupBitXor(id), avg(v) FROM unread);
WITH c AS (SELECT uniqExact(id), max(v) FROM unread) SELECT 1, count() FROM c AS x, c AS y;
SELECT 1 FROM (SELECT median(v) FROM unread), (SELECT sum(v) FROM unread WHERE 0) SETTINGS joined_subquery_requires_alias = 0;
SELECT count() FROM (SELECT sum(v) FROM unread GROUP BY id % 2);
SELECT count() FROM (SELECT sum(v) FROM unread HAVING count() > 9);
DROP TABLE unread;
