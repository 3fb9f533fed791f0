-- Requirements: RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition#24, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition#25, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition#26
CREATE TABLE t (a UInt8) ENGINE = MergeTree ORDER BY a;
INSERT INTO t VALUES (1), (2);
DROP TABLE IF EMPTY t; -- { serverError TABLE_NOT_EMPTY }
CREATE TABLE other (b String) ENGINE = MergeTree ORDER BY b;
INSERT INTO other VALUES ('x');
EXCHANGE TABLES t AND other;
SELECT * FROM t;
SELECT * FROM other ORDER BY a;
EXCHANGE TABLES t AND nosuch; -- { serverError UNKNOWN_TABLE }
EXCHANGE TABLES t AND other;
RENAME TABLE t TO t1, other TO t;
SELECT * FROM t1 ORDER BY a;
SELECT * FROM t;
RENAME TABLE nosuch TO x; -- { serverError UNKNOWN_TABLE }
RENAME TABLE t1 TO t; -- { serverError TABLE_ALREADY_EXISTS }
DETACH TABLE t1;
SELECT * FROM t1; -- { serverError UNKNOWN_TABLE }
ATTACH TABLE t1;
SELECT * FROM t1 ORDER BY a;
ATTACH TABLE t1; -- { serverError TABLE_ALREADY_EXISTS }
ATTACH TABLE nosuch; -- { serverError CANNOT_GET_CREATE_TABLE_QUERY }
TRUNCATE TABLE t1;
SELECT count() FROM t1;
DROP TABLE IF EMPTY t1;
TRUNCATE TABLE nosuch; -- { serverError UNKNOWN_TABLE }
TRUNCATE TABLE IF EXISTS nosuch;
DROP TABLE nosuch; -- { serverError UNKNOWN_TABLE }
DROP TABLE IF EXISTS nosuch;
DROP DICTIONARY t; -- { serverError INCORRECT_QUERY }
DETACH TABLE IF EXISTS nosuch;
DROP TABLE t SYNC;
SHOW TABLES;
USE no_such_database; -- { serverError UNKNOWN_DATABASE }
