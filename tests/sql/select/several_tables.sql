-- Names of columns where several tables have them, and of columns that only INSERT knows.
CREATE TABLE l (a UInt8) ENGINE = MergeTree ORDER BY a;
CREATE TABLE t (a UInt8) ENGINE = MergeTree ORDER BY a;
CREATE TABLE s (a UInt8, b UInt8) ENGINE = MergeTree ORDER BY a;
INSERT INTO l VALUES (1);
INSERT INTO t VALUES (2);
INSERT INTO s VALUES (3, 4);
SELECT l.a, t.a, s.a FROM l, t, s FORMAT TSVWithNames;
SELECT l.a FROM l, t, s FORMAT TSVWithNames;
SELECT s.b, b FROM l, t, s FORMAT TSVWithNames;
SELECT a FROM l, t, s; -- { serverError AMBIGUOUS_IDENTIFIER }
SELECT l.a, t.a, s.a FROM l, t, s WHERE l.a < t.a AND t.a < s.a;
SELECT l.a, t.a, s.a FROM l CROSS JOIN t CROSS JOIN s FORMAT TSVWithNames;
SELECT x.a, y.a, z.a FROM l AS x, t AS y, s AS z ORDER BY x.a FORMAT TSVWithNames;
SELECT * FROM l, t, s FORMAT TSVWithNames;
SELECT l.*, s.* FROM l, t, s FORMAT TSVWithNames;
SELECT l.a, t.a, s.a FROM l JOIN t ON l.a = t.a - 1 JOIN s ON t.a = s.a - 1 FORMAT TSVWithNames;
SELECT l.a + t.a, s.a AS c FROM l, t, s FORMAT TSVWithNames;
SELECT l.a, t.a FROM l, t FORMAT TSVWithNames;
SELECT l.b FROM l, t, s; -- { serverError UNKNOWN_IDENTIFIER }
CREATE TABLE e (a UInt8, raw String EPHEMERAL 'none') ENGINE = MergeTree ORDER BY a;
INSERT INTO e VALUES (1);
SELECT raw FROM e; -- { serverError NO_SUCH_COLUMN_IN_TABLE }
SELECT e.raw FROM e; -- { serverError NO_SUCH_COLUMN_IN_TABLE }
SELECT a FROM e WHERE raw = 'x'; -- { serverError NO_SUCH_COLUMN_IN_TABLE }
SELECT x.raw FROM (SELECT * FROM e) AS x; -- { serverError UNKNOWN_IDENTIFIER }
SELECT raww FROM e; -- { serverError UNKNOWN_IDENTIFIER }
