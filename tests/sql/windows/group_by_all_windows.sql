-- Window functions are no keys of GROUP BY ALL, nor is what they are over.
DROP TABLE IF EXISTS gaw;
CREATE TABLE gaw (ts UInt32, page String) ENGINE = MergeTree ORDER BY ts;
INSERT INTO gaw SELECT number, toString(number % 3) FROM numbers(10);
SELECT page, row_number() OVER (ORDER BY page) AS r, count() FROM gaw GROUP BY ALL ORDER BY page;
SELECT page, 1 + row_number() OVER (ORDER BY page) AS r FROM gaw GROUP BY ALL ORDER BY page;
SELECT concat(page, toString(row_number() OVER (ORDER BY page))) AS r, page FROM gaw GROUP BY ALL ORDER BY page;
SELECT page, count() AS c, round(c / sum(c) OVER (), 3) AS share FROM gaw GROUP BY ALL ORDER BY page;
SELECT page, ts % 2 AS p, count() AS c, c / max(c) OVER (PARTITION BY page) AS share FROM gaw GROUP BY ALL ORDER BY ALL;
SELECT page, lagInFrame(page) OVER (ORDER BY page) AS l, count() FROM gaw GROUP BY ALL ORDER BY page;
SELECT count(), row_number() OVER () FROM gaw GROUP BY ALL;
SELECT row_number() OVER (ORDER BY page) AS r FROM gaw GROUP BY ALL ORDER BY r;
SELECT lagInFrame(page) OVER (ORDER BY page) AS l, count() FROM gaw GROUP BY ALL; -- { serverError NOT_AN_AGGREGATE }
SELECT page, sum(ts) OVER (PARTITION BY page) AS l FROM gaw GROUP BY ALL ORDER BY page; -- { serverError NOT_AN_AGGREGATE }
DROP TABLE gaw;
