-- Names, subqueries without rows, defaults of windows, orders of maps: corners of the language.
CREATE TABLE a (k UInt32, v String) ENGINE = MergeTree ORDER BY k;
SELECT FROM a; -- { serverError SYNTAX_ERROR }
SELECT `from` a; -- { serverError SYNTAX_ERROR }
SELECT 1 FROM FROM a; -- { serverError SYNTAX_ERROR }
SELECT DISTINCT FROM a; -- { serverError SYNTAX_ERROR }
SELECT TOP 2 FROM a; -- { serverError SYNTAX_ERROR }
SELECT FROM AS a, 1 AS FROM;
SELECT 1, FROM a;
SELECT 1 SETTINGS param_a = 5;
SELECT {a:UInt8} SETTINGS param_a = 5; -- { serverError UNKNOWN_QUERY_PARAMETER }
SELECT (SELECT [1] WHERE 0); -- { serverError INCORRECT_RESULT_OF_SCALAR_SUBQUERY }
SELECT (SELECT map(1, 2) WHERE 0); -- { serverError INCORRECT_RESULT_OF_SCALAR_SUBQUERY }
SELECT (SELECT toLowCardinality('a') WHERE 0); -- { serverError INCORRECT_RESULT_OF_SCALAR_SUBQUERY }
SELECT (SELECT toLowCardinality('a')) AS x, toTypeName(x), (SELECT (1, [2]) WHERE 0) AS y, toTypeName(y), (SELECT toDecimal32(1, 1) WHERE 0);
SELECT lag(d, 1, 0) OVER (ORDER BY number), lead(d, 2, toDecimal64(-1, 2)) OVER (ORDER BY number) FROM (SELECT number, toDecimal64(number, 2)::Decimal(10, 2) AS d FROM numbers(3)) ORDER BY number;
SELECT lag(d, 1, toDecimal64(1, 3)) OVER () FROM (SELECT 1::Decimal(10, 2) AS d); -- { serverError BAD_ARGUMENTS }
CREATE TABLE m (id UInt8, m Map(String, UInt8)) ENGINE = MergeTree ORDER BY id;
INSERT INTO m VALUES (1, {'b':1,'a':2}), (2, {}), (3, {'a':2}), (4, {'b':1}), (5, {'a':1,'z':1});
SELECT id FROM m ORDER BY m;
SELECT id FROM m ORDER BY m DESC LIMIT 2;
SELECT id, row_number() OVER (ORDER BY m) FROM m ORDER BY id;
SELECT id FROM m ORDER BY map('a', if(id % 2, NULL, id)), id;
SELECT greatest(toNullable(toInt64(1)), 1.5::Float64); -- { serverError NO_COMMON_TYPE }
SELECT greatest(toInt64(1), 1.5); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT toTypeName(greatest(toNullable(1), toInt64(5))), toTypeName(least(toNullable(toDecimal32(1, 2)), 5)), toTypeName(least(toDecimal32(1, 2), 5)), toTypeName(greatest(1, NULL));
SHOW CURRENT ROLES;
SHOW ENABLED ROLES FORMAT TSVWithNames;
