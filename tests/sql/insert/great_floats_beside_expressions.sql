-- Behind an expression a field is read as one: a number that no float holds is none there.
CREATE TABLE t (a Int32, c Float64) ENGINE = MergeTree ORDER BY a;
INSERT INTO t VALUES (1, 1/3), (2, 1e400); -- { clientError SYNTAX_ERROR }
INSERT INTO t VALUES (1, 1/3), (2, -1e400); -- { clientError SYNTAX_ERROR }
INSERT INTO t VALUES (1, 1/3), (2, 2/3), (3, 1e400); -- { clientError SYNTAX_ERROR }
INSERT INTO t VALUES (1, 1/3), (2, NULL), (3, 1e400); -- { clientError SYNTAX_ERROR }
SELECT count() FROM t;
INSERT INTO t VALUES (1, 1e400), (2, -1e400);
INSERT INTO t VALUES (3, 1e400), (4, 1/4);
INSERT INTO t VALUES (5, 1/4), (6, 2.5), (7, 1e400);
INSERT INTO t VALUES (4 + 4, 3), (9, 1e400);
INSERT INTO t VALUES (10, 1/4), (11, inf);
SELECT * FROM t ORDER BY a;
