DROP TABLE IF EXISTS t;
CREATE TABLE t (a UInt32, b String, c UInt32 DEFAULT a * 2, m UInt64 MATERIALIZED a + c) ENGINE = MergeTree ORDER BY a PARTITION BY a % 2
SETTINGS enable_block_number_column = 1, enable_block_offset_column = 1;
INSERT INTO t (a, b) SELECT number, toString(number) FROM numbers(6);
UPDATE t SET b = 'x' WHERE a = 1;
SELECT *, m FROM t ORDER BY a;
UPDATE t SET c = c + 100, b = concat(b, '!') WHERE a IN (SELECT number * 2 FROM numbers(3));
SELECT *, m FROM t ORDER BY a;
UPDATE t SET b = 'none' WHERE a = 1000;
INSERT INTO t (a, b) VALUES (1, 'later');
SELECT a, b FROM t ORDER BY a, b;
DELETE FROM t WHERE b = 'x';
UPDATE t SET b = 'all' WHERE 1;
OPTIMIZE TABLE t FINAL;
SELECT *, m FROM t ORDER BY a;
UPDATE t SET a = 3 WHERE 1; -- { serverError CANNOT_UPDATE_COLUMN }
UPDATE t SET m = 3 WHERE 1; -- { serverError CANNOT_UPDATE_COLUMN }
UPDATE t SET z = 3 WHERE 1; -- { serverError NO_SUCH_COLUMN_IN_TABLE }
UPDATE t SET b = zz WHERE 1; -- { serverError UNKNOWN_IDENTIFIER }
SET enable_lightweight_update = 0;
UPDATE t SET b = 'q' WHERE 1; -- { serverError SUPPORT_IS_DISABLED }
SET enable_lightweight_update = 1;
CREATE TABLE u (a UInt32, b String) ENGINE = MergeTree ORDER BY a SETTINGS enable_block_number_column = 1;
UPDATE u SET b = '1' WHERE 1; -- { serverError NOT_IMPLEMENTED }
DROP TABLE u;
DROP TABLE t;
