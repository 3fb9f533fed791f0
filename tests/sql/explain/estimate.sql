-- A table whose parts are all left out has a row of zeros; one without parts has none.
CREATE TABLE es (a Int32, b Int32, PROJECTION p (SELECT b, count() GROUP BY b)) ENGINE = MergeTree ORDER BY a SETTINGS index_granularity = 5;
SELECT table, parts, rows, marks FROM (EXPLAIN ESTIMATE SELECT * FROM es);
INSERT INTO es SELECT number, number % 2 FROM numbers(10);
SELECT table, parts, rows, marks FROM (EXPLAIN ESTIMATE SELECT * FROM es WHERE a > 100);
SELECT table, parts, rows, marks FROM (EXPLAIN ESTIMATE SELECT * FROM es WHERE a > 5);
SELECT table, parts, rows, marks FROM (EXPLAIN ESTIMATE SELECT b, count() FROM es GROUP BY b);
SELECT table, parts, rows, marks FROM (EXPLAIN ESTIMATE SELECT count() FROM es);
SELECT table, parts, rows, marks FROM (EXPLAIN ESTIMATE SELECT * FROM es WHERE 0);
SELECT table, parts, rows, marks FROM (EXPLAIN ESTIMATE SELECT * FROM es AS x JOIN es AS y ON x.a = y.a);
SELECT table, parts, rows, marks FROM (EXPLAIN ESTIMATE SELECT * FROM es WHERE a > 5 UNION ALL SELECT * FROM es WHERE a > 100);
SELECT table, parts, rows, marks FROM (EXPLAIN ESTIMATE SELECT 1);
SELECT table, parts, rows, marks FROM (EXPLAIN ESTIMATE SELECT * FROM numbers(10));
