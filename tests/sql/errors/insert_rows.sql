-- Rows of the wrong type, count or value: none of the statement is kept.
CREATE TABLE t (a UInt32, s String, d Date, n Nullable(Int32), arr Array(UInt8), e Enum8('x' = 1, 'y' = 2), f FixedString(3), dec Decimal(5, 2), u UUID, ip IPv4, dt DateTime, b Bool, m Map(String, UInt8), tu Tuple(UInt8, String), al UInt8 ALIAS 1, ma UInt8 MATERIALIZED 2, ep UInt8 EPHEMERAL 3) ENGINE = MergeTree ORDER BY a;
INSERT INTO t (a) VALUES ('x'); -- { serverError CANNOT_PARSE_TEXT }
INSERT INTO t (a) VALUES (-1);
INSERT INTO t (a) VALUES (4294967296);
INSERT INTO t (a) VALUES (1.5);
INSERT INTO t (a) VALUES (NULL);
INSERT INTO t (a) VALUES ([1]); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
INSERT INTO t (a) VALUES (1), (2, 3); -- { clientError SYNTAX_ERROR }
INSERT INTO t (a, s) VALUES (1); -- { clientError SYNTAX_ERROR }
INSERT INTO t (a) VALUES (nope); -- { serverError UNKNOWN_IDENTIFIER }
INSERT INTO t (a) VALUES (nofunc(1)); -- { serverError UNKNOWN_FUNCTION }
INSERT INTO t (a) VALUES (1 + 'x'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
INSERT INTO t (s) VALUES (1);
INSERT INTO t (d) VALUES ('2024-13-01');
INSERT INTO t (d) VALUES ('nonsense'); -- { serverError CANNOT_PARSE_DATE }
INSERT INTO t (d) VALUES (1.5);
INSERT INTO t (arr) VALUES (1); -- { serverError TYPE_MISMATCH }
INSERT INTO t (arr) VALUES (['x']); -- { serverError CANNOT_PARSE_TEXT }
INSERT INTO t (arr) VALUES ([1, 300]);
INSERT INTO t (arr) VALUES ([1, NULL]);
INSERT INTO t (e) VALUES ('z'); -- { serverError UNKNOWN_ELEMENT_OF_ENUM }
INSERT INTO t (e) VALUES (5); -- { serverError UNKNOWN_ELEMENT_OF_ENUM }
INSERT INTO t (f) VALUES ('abcd'); -- { serverError TOO_LARGE_STRING_SIZE }
INSERT INTO t (dec) VALUES ('abc'); -- { serverError CANNOT_PARSE_TEXT }
INSERT INTO t (u) VALUES ('nonsense'); -- { serverError CANNOT_PARSE_UUID }
INSERT INTO t (ip) VALUES ('300.1.1.1'); -- { serverError CANNOT_PARSE_IPV4 }
INSERT INTO t (dt) VALUES ('2024-01-01 25:00:00');
INSERT INTO t (dt) VALUES ('x'); -- { serverError CANNOT_PARSE_DATETIME }
INSERT INTO t (b) VALUES ('maybe'); -- { serverError CANNOT_PARSE_BOOL }
INSERT INTO t (b) VALUES (2);
INSERT INTO t (m) VALUES ([1]); -- { serverError TYPE_MISMATCH }
INSERT INTO t (m) VALUES ({'a': 'b'}); -- { clientError SYNTAX_ERROR }
INSERT INTO t (tu) VALUES ((1)); -- { serverError TYPE_MISMATCH }
INSERT INTO t (tu) VALUES ((1, 'a', 2)); -- { serverError TYPE_MISMATCH }
INSERT INTO t (al) VALUES (1); -- { serverError NO_SUCH_COLUMN_IN_TABLE }
INSERT INTO t (ma) VALUES (1); -- { serverError ILLEGAL_COLUMN }
INSERT INTO t (a, a) VALUES (1, 1); -- { serverError DUPLICATE_COLUMN }
INSERT INTO t (nope) VALUES (1); -- { serverError NO_SUCH_COLUMN_IN_TABLE }
INSERT INTO t (_part) VALUES (1); -- { serverError NO_SUCH_COLUMN_IN_TABLE }
INSERT INTO nope VALUES (1); -- { serverError UNKNOWN_TABLE }
INSERT INTO nodb.nope VALUES (1); -- { serverError UNKNOWN_DATABASE }
INSERT INTO t (a) SELECT 1, 2; -- { serverError NUMBER_OF_COLUMNS_DOESNT_MATCH }
INSERT INTO t (a) SELECT 'x'; -- { serverError CANNOT_PARSE_TEXT }
INSERT INTO t (a) SELECT [1]; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
INSERT INTO t (a) SELECT NULL;
INSERT INTO t (a) SELECT nope; -- { serverError UNKNOWN_IDENTIFIER }
INSERT INTO t (a) SELECT -1;
INSERT INTO t (e) SELECT 'z'; -- { serverError UNKNOWN_ELEMENT_OF_ENUM }
INSERT INTO t (d) SELECT 'nonsense'; -- { serverError CANNOT_PARSE_DATE }
INSERT INTO t (f) SELECT 'abcd'; -- { serverError TOO_LARGE_STRING_SIZE }
INSERT INTO t (arr) SELECT [1, NULL]; -- { serverError CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN }
INSERT INTO t (tu) SELECT (1, 2);
INSERT INTO t (m) SELECT map('a', 'b'); -- { serverError CANNOT_PARSE_TEXT }
INSERT INTO t (a) SELECT throwIf(number = 3) FROM numbers(5); -- { serverError FUNCTION_THROW_IF_VALUE_IS_NON_ZERO }
INSERT INTO t SELECT 1; -- { serverError NUMBER_OF_COLUMNS_DOESNT_MATCH }
INSERT INTO t (a) SETTINGS nope = 1 VALUES (1); -- { serverError UNKNOWN_SETTING }
INSERT INTO t (a) SETTINGS max_partitions_per_insert_block = 'x' VALUES (1); -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
INSERT INTO FUNCTION nofunc(1) VALUES (1); -- { serverError UNKNOWN_FUNCTION }
INSERT INTO FUNCTION numbers(1) VALUES (1); -- { serverError NOT_IMPLEMENTED }
CREATE TABLE p (a UInt32, CONSTRAINT small CHECK a < 10, CONSTRAINT str CHECK toString(a)) ENGINE = MergeTree PARTITION BY a ORDER BY a;
INSERT INTO p VALUES (5); -- { serverError UNSUPPORTED_METHOD }
CREATE TABLE p2 (a UInt32, CONSTRAINT small CHECK a < 10) ENGINE = MergeTree PARTITION BY a ORDER BY a;
INSERT INTO p2 VALUES (5), (50); -- { serverError VIOLATED_CONSTRAINT }
INSERT INTO p2 SELECT number FROM numbers(11); -- { serverError VIOLATED_CONSTRAINT }
INSERT INTO p2 SETTINGS max_partitions_per_insert_block = 3 SELECT number FROM numbers(5); -- { serverError TOO_MANY_PARTS }
SELECT count() FROM p2;
CREATE TABLE p3 (a UInt32, CONSTRAINT n CHECK nofunc(a)) ENGINE = MergeTree ORDER BY a;
INSERT INTO p3 VALUES (1); -- { serverError UNKNOWN_FUNCTION }
CREATE TABLE p4 (a Nullable(UInt32), CONSTRAINT n CHECK a > 1) ENGINE = MergeTree ORDER BY tuple();
INSERT INTO p4 VALUES (NULL); -- { serverError VIOLATED_CONSTRAINT }
INSERT INTO p4 VALUES (1); -- { serverError VIOLATED_CONSTRAINT }
INSERT INTO p4 VALUES (2);
CREATE TABLE p5 (a UInt32, CONSTRAINT n CHECK 'x') ENGINE = MergeTree ORDER BY tuple();
INSERT INTO p5 VALUES (1); -- { serverError UNSUPPORTED_METHOD }
CREATE TABLE p6 (a UInt32, CONSTRAINT n CHECK a + 1) ENGINE = MergeTree ORDER BY tuple();
INSERT INTO p6 VALUES (1); -- { serverError UNSUPPORTED_METHOD }
CREATE TABLE p7 (a UInt32, CONSTRAINT n CHECK a IN (SELECT 1)) ENGINE = MergeTree ORDER BY tuple();
INSERT INTO p7 VALUES (1);
INSERT INTO p7 VALUES (2); -- { serverError VIOLATED_CONSTRAINT }
SELECT * FROM p7;
CREATE TABLE l (a UInt8) ENGINE = MergeTree ORDER BY a;
CREATE TABLE t2 (a UInt8) ENGINE = MergeTree ORDER BY a;
CREATE TABLE s (a UInt8) ENGINE = MergeTree ORDER BY a;
INSERT INTO l VALUES (1);
INSERT INTO t2 VALUES (2);
INSERT INTO s VALUES (3);
SELECT l.a, t2.a, s.a FROM l, t2, s;
SELECT l.a FROM l, t2, s;
SELECT a FROM l, t2, s; -- { serverError AMBIGUOUS_IDENTIFIER }
SELECT l.a, t2.a, s.a FROM l, t2, s WHERE l.a < t2.a AND t2.a < s.a;
SELECT l.a, t2.a, s.a FROM l CROSS JOIN t2 CROSS JOIN s;
SELECT x.a, y.a, z.a FROM l AS x, t2 AS y, s AS z ORDER BY x.a;
SELECT * FROM l, t2, s;
SELECT l.*, s.* FROM l, t2, s;
SELECT l.a, t2.a, s.a FROM l JOIN t2 ON l.a < t2.a + 10 JOIN s ON t2.a < s.a + 10;
SELECT l.a, t2.a, s.a FROM l JOIN t2 ON l.a = t2.a - 1 JOIN s ON t2.a = s.a - 1;
SELECT l.b FROM l, t2, s; -- { serverError UNKNOWN_IDENTIFIER }
SELECT a, arr, dec, e, s, f, n FROM t ORDER BY ALL;
