CREATE TABLE t (a UInt32, s String) ENGINE = MergeTree ORDER BY a;
SELECT * FROM no_such_table; -- { serverError UNKNOWN_TABLE }
SELECT * FROM no_such_database.t; -- { serverError UNKNOWN_DATABASE }
SELECT nope FROM t; -- { serverError UNKNOWN_IDENTIFIER }
SELECT no_such_function(a) FROM t; -- { serverError UNKNOWN_FUNCTION }
SELECT a + s FROM t; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT length(s, s) FROM t; -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT CAST('x' AS NoSuchType); -- { serverError UNKNOWN_TYPE }
SELECT toUInt8('x'); -- { serverError CANNOT_PARSE_TEXT }
SELECT intDiv(1, 0); -- { serverError ILLEGAL_DIVISION }
SELECT 1 SETTINGS no_such_setting = 1; -- { serverError UNKNOWN_SETTING }
SELECT a FROM t GROUP BY s; -- { serverError NOT_AN_AGGREGATE }
SELECT sum(sum(a)) FROM t; -- { serverError ILLEGAL_AGGREGATION }
SELECT 1 FORMAT NoSuchFormat; -- { clientError UNKNOWN_FORMAT }
SELECT throwIf(number = 0) FROM numbers(3) FORMAT NoSuchFormat; -- { clientError UNKNOWN_FORMAT }
SELEC 1; -- { clientError SYNTAX_ERROR }
SELECT (1; -- { clientError SYNTAX_ERROR }
INSERT INTO t VALUES (1); -- { clientError SYNTAX_ERROR }
INSERT INTO t (nope) VALUES (1); -- { serverError NO_SUCH_COLUMN_IN_TABLE }
INSERT INTO no_such_table VALUES (1); -- { serverError UNKNOWN_TABLE }
SELECT count() FROM t;
