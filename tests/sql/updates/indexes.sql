-- New values of what indexes and keys read through parts of tuples and ALIAS columns.
DROP TABLE IF EXISTS t;
CREATE TABLE t (k UInt32, t Tuple(x UInt32, y String), a UInt32, l UInt32 ALIAS a + 1, INDEX i t.x TYPE minmax GRANULARITY 1, INDEX j l TYPE minmax GRANULARITY 1, INDEX f (a % 7) TYPE set(0) GRANULARITY 1)
ENGINE = MergeTree ORDER BY k SETTINGS index_granularity = 2, enable_block_number_column = 1, enable_block_offset_column = 1;
INSERT INTO t SELECT number, (number, 'y'), number * 7 FROM numbers(10);
ALTER TABLE t UPDATE t = (100, 'z') WHERE k = 1 SETTINGS mutations_sync = 2;
SELECT k FROM t WHERE t.x = 100;
ALTER TABLE t UPDATE a = 1000 WHERE k = 3 SETTINGS mutations_sync = 2;
SELECT k FROM t WHERE l = 1001;
SELECT k FROM t WHERE a % 7 = 6;
UPDATE t SET t = (200, 'q'), a = 2000 WHERE k = 5;
SELECT k FROM t WHERE t.x = 200;
SELECT k FROM t WHERE l = 2001;
SELECT k FROM t WHERE a % 7 = 5;
SELECT k FROM t WHERE t.x = 100;
SELECT count() FROM t WHERE a % 7 = 0;
OPTIMIZE TABLE t FINAL;
SELECT k FROM t WHERE t.x = 200;
SELECT k FROM t WHERE l = 2001;
DROP TABLE t;
CREATE TABLE t (t Tuple(x UInt32, y String), a UInt32, l UInt32 ALIAS a) ENGINE = MergeTree ORDER BY t.x PARTITION BY a SETTINGS enable_block_number_column = 1, enable_block_offset_column = 1;
INSERT INTO t VALUES ((1, 'a'), 1);
UPDATE t SET t = (2, 'b') WHERE 1; -- { serverError CANNOT_UPDATE_COLUMN }
ALTER TABLE t UPDATE t = (2, 'b') WHERE 1; -- { serverError CANNOT_UPDATE_COLUMN }
UPDATE t SET a = 2 WHERE 1; -- { serverError CANNOT_UPDATE_COLUMN }
SELECT * FROM t;
DROP TABLE t;
