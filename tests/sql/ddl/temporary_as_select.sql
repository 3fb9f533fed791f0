-- A statement that fails changes nothing. (ClickHouse 26.9 leaves an empty temporary table behind
-- and empties a replaced one, so that the reference was written by hand.)
CREATE TEMPORARY TABLE z AS SELECT throwIf(number = 5) AS a FROM numbers(10); -- { serverError FUNCTION_THROW_IF_VALUE_IS_NON_ZERO }
SELECT * FROM z; -- { serverError UNKNOWN_TABLE }
CREATE TEMPORARY TABLE z AS SELECT number AS a FROM numbers(3);
CREATE TEMPORARY TABLE z AS SELECT 1 AS a; -- { serverError TABLE_ALREADY_EXISTS }
CREATE OR REPLACE TEMPORARY TABLE z AS SELECT sum(a) AS a FROM z;
SELECT * FROM z;
CREATE OR REPLACE TEMPORARY TABLE z AS SELECT throwIf(a) AS a FROM z; -- { serverError FUNCTION_THROW_IF_VALUE_IS_NON_ZERO }
SELECT * FROM z;
