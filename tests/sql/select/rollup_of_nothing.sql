SELECT number, count() FROM numbers(0) GROUP BY number WITH CUBE;
SELECT number, count() FROM numbers(0) GROUP BY number WITH ROLLUP;
SELECT number, count() FROM numbers(0) GROUP BY GROUPING SETS ((number), ());
