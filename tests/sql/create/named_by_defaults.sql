-- What may be left out: the database of a Merge, the structure of random rows.
CREATE TABLE mz1 (a Int8) ENGINE = Memory;
CREATE TABLE mz2 (a Int8) ENGINE = Memory;
INSERT INTO mz1 VALUES (1);
INSERT INTO mz2 VALUES (2);
CREATE TABLE mg AS mz1 ENGINE = Merge('', '^mz[0-9]$');
CREATE TABLE mg2 ENGINE = Merge('', '^mz[0-9]$');
SELECT sum(a) FROM mg;
SELECT sum(a) FROM mg2;
SELECT replaceAll(engine_full, currentDatabase(), 'here') FROM system.tables WHERE database = currentDatabase() AND name LIKE 'mg%' ORDER BY name;
SELECT sum(a) FROM merge('', '^mz[0-9]$');
SELECT count() FROM (SELECT * FROM generateRandom() LIMIT 3);
SELECT count() FROM (SELECT * FROM generateRandom(5) LIMIT 3);
SELECT count() FROM (SELECT * FROM generateRandom('x UInt8', NULL, 3) LIMIT 3);
SELECT max(length(s)) <= 4, max(length(a)) <= 2 FROM (SELECT * FROM generateRandom('s String, a Array(UInt8)', 1, 4, 2) LIMIT 100);
SELECT * FROM generateRandom(1, 2, 3, 4) LIMIT 1; -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT * FROM generateRandom('x UInt8', 1, 2, 3, 4) LIMIT 1; -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT * FROM generateRandom('x UInt8', 'y') LIMIT 1; -- { serverError BAD_ARGUMENTS }
SELECT * FROM generateRandom('x UInt8', 1, NULL) LIMIT 1; -- { serverError BAD_ARGUMENTS }
SELECT * FROM generateRandom(-1) LIMIT 1; -- { serverError BAD_ARGUMENTS }
