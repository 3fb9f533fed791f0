CREATE TABLE t (amount UInt32, title String, day Date, n Nullable(Int32), arr Array(UInt8)) ENGINE = MergeTree ORDER BY amount;
CREATE TABLE u (amount UInt32, name String) ENGINE = MergeTree ORDER BY amount;
CREATE TABLE w (amount UInt32, title String) ENGINE = MergeTree ORDER BY amount;
INSERT INTO t VALUES (1, 'a', '2024-01-01', NULL, [1]), (2, 'b', '2024-01-02', 5, []);
SELECT lenght(title) FROM t; -- { serverError UNKNOWN_FUNCTION }
SELECT summ(amount) FROM t; -- { serverError UNKNOWN_FUNCTION }
SELECT sumIff(amount, 1) FROM t; -- { serverError UNKNOWN_FUNCTION }
SELECT amout FROM t; -- { serverError UNKNOWN_IDENTIFIER }
SELECT t.titel FROM t; -- { serverError UNKNOWN_IDENTIFIER }
SELECT x.title FROM t; -- { serverError UNKNOWN_IDENTIFIER }
SELECT completelyunknown FROM t; -- { serverError UNKNOWN_IDENTIFIER }
SELECT amount FROM t WHERE titl = 'a'; -- { serverError UNKNOWN_IDENTIFIER }
SELECT amount FROM t ORDER BY dya; -- { serverError UNKNOWN_IDENTIFIER }
SELECT title FROM t JOIN u USING (amount) JOIN w USING (amount); -- { serverError AMBIGUOUS_IDENTIFIER }
SELECT amount FROM t JOIN u USING (name); -- { serverError UNKNOWN_IDENTIFIER }
SELECT * FROM tt; -- { serverError UNKNOWN_TABLE }
SELECT * FROM default.nosuch; -- { serverError UNKNOWN_TABLE }
SELECT * FROM nosuchdb.t; -- { serverError UNKNOWN_DATABASE }
SELECT * FROM t JOIN u; -- { clientError SYNTAX_ERROR }
SELECT amount FROM t LIMIT -1.5; -- { serverError INVALID_LIMIT_EXPRESSION }
SELECT amount FROM t LIMIT 'a'; -- { serverError INVALID_LIMIT_EXPRESSION }
SELECT amount FROM t LIMIT amount; -- { serverError INVALID_LIMIT_EXPRESSION }
SELECT amount FROM t ORDER BY 5; -- { serverError BAD_ARGUMENTS }
SELECT amount AS a, title AS a FROM t; -- { serverError MULTIPLE_EXPRESSIONS_FOR_ALIAS }
SELECT a AS b, b AS a; -- { serverError UNKNOWN_IDENTIFIER }
SELECT amount AS amount2, amount2 + 1 AS amount3, amount3 AS amount2 FROM t; -- { serverError MULTIPLE_EXPRESSIONS_FOR_ALIAS }
SELECT COLUMNS('[') FROM t; -- { serverError CANNOT_COMPILE_REGEXP }
SELECT t.* FROM u; -- { serverError UNKNOWN_IDENTIFIER }
SELECT amount FROM t ARRAY JOIN amount; -- { serverError TYPE_MISMATCH }
SELECT amount FROM t ARRAY JOIN nope; -- { serverError UNKNOWN_IDENTIFIER }
SELECT dateDiff('fortnight', day, day) FROM t; -- { serverError BAD_ARGUMENTS }
SELECT toStartOfInterval(day, 5) FROM t; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT sumIf(amount) FROM t; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT sumIf(amount, title) FROM t; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT sumMerge(amount) FROM t; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT * FROM nosuchfunction(1); -- { serverError UNKNOWN_FUNCTION }
WITH c AS (SELECT 1) SELECT * FROM d; -- { serverError UNKNOWN_TABLE }
SELECT exists(SELECT nope FROM t); -- { serverError UNKNOWN_IDENTIFIER }
SELECT count() FROM t;
