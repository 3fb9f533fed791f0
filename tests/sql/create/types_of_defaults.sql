-- A column without a type has that of its default expression, which may name others of that kind.
CREATE TABLE t (a UInt8, b DEFAULT a + 1, c DEFAULT toString(b), d ALIAS length(c)) ENGINE = MergeTree ORDER BY a;
DESCRIBE t;
INSERT INTO t (a) VALUES (9);
SELECT *, d FROM t;
CREATE TABLE e (x EPHEMERAL 5, y DEFAULT x + 1) ENGINE = Memory;
INSERT INTO e (x) VALUES (10);
INSERT INTO e (y) VALUES (1);
SELECT * FROM e ORDER BY y;
CREATE TABLE bad (a DEFAULT nosuch + 1) ENGINE = Memory; -- { serverError UNKNOWN_IDENTIFIER }
CREATE TABLE bad (a DEFAULT a + 1) ENGINE = Memory; -- { serverError CYCLIC_ALIASES }
CREATE TABLE bad (a DEFAULT b, b DEFAULT a) ENGINE = Memory; -- { serverError CYCLIC_ALIASES }
CREATE TABLE late (y DEFAULT x + 1, x DEFAULT 5) ENGINE = Memory;
DESCRIBE late;
