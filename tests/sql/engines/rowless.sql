-- Tables without rows of their own: calls of table functions, GenerateRandom, Buffer; and Set, which only IN reads.
CREATE TABLE n AS numbers(5);
SHOW CREATE TABLE n;
SELECT * FROM n;
SELECT sum(number) FROM n WHERE number > 1;
SELECT name, engine, engine_full FROM system.tables WHERE database = currentDatabase() AND name = 'n';
DESCRIBE TABLE n;
INSERT INTO n VALUES (1); -- { serverError NOT_IMPLEMENTED }
CREATE TABLE n AS numbers(5); -- { serverError TABLE_ALREADY_EXISTS }
CREATE TABLE IF NOT EXISTS n AS numbers(7);
SELECT count() FROM n;
TRUNCATE TABLE n; -- { serverError NOT_IMPLEMENTED }
RENAME TABLE n TO m;
SELECT max(number) FROM m;
DROP TABLE m;
CREATE TABLE v AS values('a UInt8, b String', (1, 'x'), (2, 'y'));
SHOW CREATE TABLE v;
SELECT b, a FROM v ORDER BY a DESC;
SELECT x.a, y.b FROM v AS x JOIN v AS y USING (a) ORDER BY a;
CREATE TABLE w AS view(SELECT 1 AS x);
SELECT * FROM w;
CREATE TABLE nothing AS nosuch(5); -- { serverError UNKNOWN_FUNCTION }
SELECT 'random';
CREATE TABLE g (a UInt8, `b c` String, d Array(Int8)) ENGINE = GenerateRandom(1, 3, 2);
SHOW CREATE TABLE g;
SELECT count(), max(length(`b c`)) <= 3, max(length(d)) <= 2 FROM (SELECT * FROM g LIMIT 1000);
SELECT engine, engine_full FROM system.tables WHERE database = currentDatabase() AND name = 'g';
CREATE TABLE h (a UInt8) ENGINE = GenerateRandom;
SELECT count() FROM (SELECT a FROM h LIMIT 3);
INSERT INTO g VALUES (1, 'a', []); -- { serverError NOT_IMPLEMENTED }
CREATE TABLE no (a UInt8) ENGINE = GenerateRandom(1, 2, 3, 4); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
CREATE TABLE no (a UInt8) ENGINE = GenerateRandom('x'); -- { serverError BAD_ARGUMENTS }
CREATE TABLE no (a UInt8) ENGINE = GenerateRandom ORDER BY a; -- { serverError BAD_ARGUMENTS }
SELECT 'buffer';
CREATE TABLE d (a UInt8, b String DEFAULT 'z') ENGINE = MergeTree ORDER BY a;
CREATE TABLE b AS d ENGINE = Buffer(currentDatabase(), d, 1, 10, 100, 10, 1000, 1000, 100000);
INSERT INTO b VALUES (1, 'a');
INSERT INTO b (a) VALUES (2);
INSERT INTO b SELECT number, 's' FROM numbers(3, 2);
SELECT * FROM b ORDER BY a;
SELECT b FROM b WHERE a = 3;
OPTIMIZE TABLE b;
SELECT * FROM d ORDER BY a;
TRUNCATE TABLE b; -- { serverError NOT_IMPLEMENTED }
CREATE TABLE no (a UInt8) ENGINE = Buffer(x, y, 1); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
DROP TABLE b;
SELECT count() FROM d;
SELECT 'set';
CREATE TABLE s (x UInt32, y String) ENGINE = Set;
SHOW CREATE TABLE s;
SELECT (1, 'a') IN s;
INSERT INTO s VALUES (1, 'a'), (1, 'a'), (2, 'b');
SELECT (1, 'a') IN s, (1, 'b') IN s, (2, 'c') NOT IN s;
SELECT number, (number, 'b') IN s FROM numbers(4);
SELECT * FROM s; -- { serverError NOT_IMPLEMENTED }
SELECT 1 IN s; -- { serverError NUMBER_OF_COLUMNS_DOESNT_MATCH }
ALTER TABLE s DELETE WHERE x = 1; -- { serverError NOT_IMPLEMENTED }
CREATE TABLE t (k UInt32) ENGINE = Set;
INSERT INTO t SELECT number FROM numbers(10);
SELECT count() FROM numbers(100) WHERE number IN t;
SELECT count() FROM numbers(100) WHERE number IN (t);
TRUNCATE TABLE t;
SELECT count() FROM numbers(100) WHERE number IN t;
CREATE TABLE no (x UInt8) ENGINE = Set(1); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
CREATE TABLE no (x UInt8) ENGINE = Set ORDER BY x; -- { serverError BAD_ARGUMENTS }
