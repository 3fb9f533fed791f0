-- What REPLACE puts in the place of a column has its name in the whole query; `*` with LIKE.
CREATE TABLE t (id UInt64, p Decimal(10, 2), a Array(Int32)) ENGINE = MergeTree ORDER BY id;
INSERT INTO t VALUES (1, 10.5, [1]), (2, 7.77, [2]), (3, 100, []);
SELECT * REPLACE (toString(p) AS p) FROM t ORDER BY p;
SELECT * REPLACE (toString(p) AS p), p FROM t ORDER BY id;
SELECT * REPLACE (toString(p) AS p) FROM t WHERE p = '100';
SELECT id, COLUMNS('p') REPLACE (toString(p) AS p) FROM t ORDER BY p;
SELECT * REPLACE (-id AS id) FROM t ORDER BY id;
SELECT * REPLACE (-id AS id) FROM t ORDER BY -id;
SELECT t.* REPLACE (-id AS id) FROM t ORDER BY t.id;
SELECT * REPLACE (-id AS id) FROM t ORDER BY id LIMIT 1 BY id;
SELECT * EXCEPT a REPLACE (sum(id) AS id) FROM t GROUP BY p ORDER BY id;
SELECT * EXCEPT a REPLACE (id + 1 AS id, p + id AS p) FROM t ORDER BY id;
SELECT * EXCEPT a REPLACE (id + 1 AS id) APPLY(sum) FROM t;
SELECT * REPLACE (1 AS nosuch) FROM t ORDER BY id;
SELECT a.* REPLACE (a.id + 1 AS id), b.id FROM t AS a JOIN t AS b ON a.id = b.id ORDER BY b.id;
SELECT * REPLACE (id + 1 AS id) FROM t AS a JOIN t AS b USING id ORDER BY id;
SELECT * LIKE 'i%' FROM t ORDER BY ALL;
SELECT t.* ILIKE 'I_', * LIKE '%' EXCEPT a FROM t ORDER BY ALL;
SELECT * LIKE '_' APPLY(max) FROM t;
SELECT * LIKE 'x' FROM t; -- { serverError EMPTY_LIST_OF_COLUMNS_QUERIED }
SELECT * LIKE concat('x') FROM t; -- { serverError SYNTAX_ERROR }
SELECT * NOT LIKE 'x' FROM t; -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT formatQuerySingleLine('SELECT * ILIKE \'ab%\', t.* LIKE \'x\', * NOT LIKE \'a\', * LIKE \'%%a.b_%c\', * LIKE \'%\', * LIKE \'\', * LIKE \'a\\\\_b\', * LIKE \'a\\\\\\\\b\', * LIKE \'a\\\\x(?\' FROM t');
SELECT * EXCEPT (t.id) FROM t; -- { serverError SYNTAX_ERROR }
