-- Behind the first element all give their numbers, or none.
SELECT toTypeName(CAST('a' AS Enum('a', 'b' = 5))), toTypeName(CAST('a' AS Enum('a', 'b' = 5, 'c' = 7))), toTypeName(CAST('a' AS Enum('a' = 5, 'b', 'c')));
SELECT CAST('a' AS Enum('a', 'b' = 5, 'c')); -- { serverError UNEXPECTED_AST_STRUCTURE }
SELECT CAST('a' AS Enum('a' = 3, 'b', 'c' = 7)); -- { serverError UNEXPECTED_AST_STRUCTURE }
CREATE TABLE e (e Enum('a', 'b', 'c' = 7)) ENGINE = MergeTree ORDER BY e; -- { serverError UNEXPECTED_AST_STRUCTURE }

-- A map needs as many values as keys.
SELECT CAST((['a', 'b'], [1, 2]) AS Map(String, UInt8)), CAST(([], []) AS Map(String, String));
SELECT CAST((range(number), range(2)) AS Map(UInt64, UInt64)) FROM numbers(2, 1);
SELECT CAST((range(number), range(2)) AS Map(UInt64, UInt64)) FROM numbers(3); -- { serverError TYPE_MISMATCH }
SELECT CAST((['a', 'b'], [1]) AS Map(String, UInt8)); -- { serverError TYPE_MISMATCH }
