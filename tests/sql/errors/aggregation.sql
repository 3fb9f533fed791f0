CREATE TABLE t (amount UInt32, title String, day Date, n Nullable(Int32), arr Array(UInt8)) ENGINE = MergeTree ORDER BY amount;
CREATE TABLE u (amount UInt32, name String) ENGINE = MergeTree ORDER BY amount;
CREATE TABLE w (amount UInt32, title String) ENGINE = MergeTree ORDER BY amount;
INSERT INTO t VALUES (1, 'a', '2024-01-01', NULL, [1]), (2, 'b', '2024-01-02', 5, []);
SELECT amount AS total FROM t GROUP BY totl; -- { serverError UNKNOWN_IDENTIFIER }
SELECT sum(amount) FROM t WHERE sum(amount) > 1; -- { serverError ILLEGAL_AGGREGATION }
SELECT sum(amount) FROM t PREWHERE count() > 1; -- { serverError ILLEGAL_AGGREGATION }
SELECT amount FROM t GROUP BY sum(amount); -- { serverError ILLEGAL_AGGREGATION }
SELECT sum(max(amount)) FROM t; -- { serverError ILLEGAL_AGGREGATION }
SELECT sum(amount) AS s, sum(s) FROM t; -- { serverError ILLEGAL_AGGREGATION }
SELECT title, sum(amount) FROM t; -- { serverError NOT_AN_AGGREGATE }
SELECT title, sum(amount) FROM t GROUP BY day; -- { serverError NOT_AN_AGGREGATE }
SELECT title + 1 FROM t GROUP BY amount; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT amount FROM t GROUP BY amount HAVING title = 'a'; -- { serverError NOT_AN_AGGREGATE }
SELECT amount FROM t GROUP BY amount ORDER BY title; -- { serverError NOT_AN_AGGREGATE }
SELECT * FROM t GROUP BY amount; -- { serverError NOT_AN_AGGREGATE }
SELECT row_number() OVER () FROM t WHERE row_number() OVER () = 1; -- { serverError ILLEGAL_AGGREGATION }
SELECT sum(row_number() OVER ()) FROM t; -- { serverError ILLEGAL_AGGREGATION }
SELECT rank() OVER nowindow FROM t; -- { serverError BAD_ARGUMENTS }
SELECT amount FROM t GROUP BY 2; -- { serverError BAD_ARGUMENTS }
SELECT grouping(amount) FROM t GROUP BY title; -- { serverError BAD_ARGUMENTS }
SELECT grouping(amount) FROM t; -- { serverError ILLEGAL_AGGREGATION }
SELECT amount, count() FROM t GROUP BY GROUPING SETS ((amount), (nope)); -- { serverError UNKNOWN_IDENTIFIER }
SELECT amount FROM t QUALIFY nope > 1; -- { serverError UNKNOWN_IDENTIFIER }
SELECT amount FROM t LIMIT 1 BY nope; -- { serverError UNKNOWN_IDENTIFIER }
SELECT DISTINCT ON (nope) amount FROM t; -- { serverError UNKNOWN_IDENTIFIER }
SELECT sum(row_number() OVER ()); -- { serverError ILLEGAL_AGGREGATION }
SELECT count() FROM t;
