CREATE TABLE t (amount UInt32, title String, day Date, n Nullable(Int32), arr Array(UInt8)) ENGINE = MergeTree ORDER BY amount;
CREATE TABLE u (amount UInt32, name String) ENGINE = MergeTree ORDER BY amount;
CREATE TABLE w (amount UInt32, title String) ENGINE = MergeTree ORDER BY amount;
INSERT INTO t VALUES (1, 'a', '2024-01-01', NULL, [1]), (2, 'b', '2024-01-02', 5, []);
SELECT amount FROM t JOIN u ON t.amount = u.amount JOIN w ON w.amount = u.amount; -- { serverError AMBIGUOUS_IDENTIFIER }
SELECT * FROM t JOIN u ON t.amount = u.nope; -- { serverError UNKNOWN_IDENTIFIER }
SELECT 1, 2 UNION ALL SELECT 1; -- { serverError UNION_ALL_RESULT_STRUCTURES_MISMATCH }
SELECT 1 UNION SELECT 2; -- { serverError EXPECTED_ALL_OR_DISTINCT }
SELECT 1 EXCEPT SELECT 'a', 2; -- { serverError INTERSECT_OR_EXCEPT_RESULT_STRUCTURES_MISMATCH }
SELECT amount FROM t WHERE amount IN (SELECT amount, name FROM u); -- { serverError NUMBER_OF_COLUMNS_DOESNT_MATCH }
SELECT amount FROM t WHERE (amount, title) IN (SELECT amount FROM u); -- { serverError NUMBER_OF_COLUMNS_DOESNT_MATCH }
SELECT amount FROM t WHERE amount IN ('abc'); -- { serverError TYPE_MISMATCH }
SELECT 1 IN (1, 'a'); -- { serverError TYPE_MISMATCH }
SELECT amount FROM t WHERE title; -- { serverError ILLEGAL_TYPE_OF_COLUMN_FOR_FILTER }
SELECT amount FROM t WHERE day; -- { serverError ILLEGAL_TYPE_OF_COLUMN_FOR_FILTER }
SELECT amount FROM t WHERE arr; -- { serverError ILLEGAL_TYPE_OF_COLUMN_FOR_FILTER }
SELECT * FROM t JOIN u ON t.title = u.amount; -- { serverError NO_COMMON_TYPE }
SELECT * FROM t JOIN u ON t.arr = u.name; -- { serverError NO_COMMON_TYPE }
SELECT * FROM t JOIN u ON t.day = u.name; -- { serverError NO_COMMON_TYPE }
SELECT (SELECT amount, title FROM t); -- { serverError INCORRECT_RESULT_OF_SCALAR_SUBQUERY }
SELECT (SELECT amount FROM t); -- { serverError INCORRECT_RESULT_OF_SCALAR_SUBQUERY }
SELECT amount = (SELECT amount FROM t) FROM t; -- { serverError INCORRECT_RESULT_OF_SCALAR_SUBQUERY }
SELECT count() FROM t;
