-- What a name in ALTER means: the column of just that name, or else the columns of a Nested one.
SET alter_sync = 2, mutations_sync = 2;
CREATE TABLE dotted (k Int32, a Int32, `a.1` Int32, b Int32) ENGINE = MergeTree ORDER BY k;
INSERT INTO dotted VALUES (1, 2, 3, 4);
ALTER TABLE dotted MODIFY COLUMN b Int32 AFTER a;
ALTER TABLE dotted ADD COLUMN z Int32 AFTER a;
ALTER TABLE dotted CLEAR COLUMN b;
SELECT * FROM dotted;
ALTER TABLE dotted DROP COLUMN a, ADD COLUMN a Int8 DEFAULT 7; -- { serverError DUPLICATE_COLUMN }
alter table dotted drop column `a`;
SELECT name, type FROM system.columns WHERE database = currentDatabase() AND table = 'dotted' ORDER BY position;
INSERT INTO dotted (k, `a.1`) VALUES (5, 6);
SELECT k, `a.1` FROM dotted WHERE k = 5;
ALTER TABLE dotted DROP COLUMN a;
SELECT name FROM system.columns WHERE database = currentDatabase() AND table = 'dotted' ORDER BY position;
CREATE TABLE keyed (k Int32, a Int32, `a.1` Int32, b Int32 DEFAULT a) ENGINE = MergeTree ORDER BY `a.1`;
ALTER TABLE keyed DROP COLUMN a; -- { serverError ILLEGAL_COLUMN }
ALTER TABLE keyed DROP COLUMN b, DROP COLUMN a;
CREATE TABLE of_nested (k Int32, n Nested(x Int32, y String)) ENGINE = MergeTree ORDER BY k;
INSERT INTO of_nested VALUES (1, [2], ['3']);
ALTER TABLE of_nested ADD COLUMN n.z Array(Int8), ADD COLUMN n Int32; -- { serverError DUPLICATE_COLUMN }
ALTER TABLE of_nested ADD COLUMN IF NOT EXISTS n Nested(x Int8, w Int8);
ALTER TABLE of_nested ADD COLUMN q Nested(x Int8, w Int8) AFTER k, ADD COLUMN r.a Array(Int8) AFTER n;
DESCRIBE of_nested FORMAT TSV;
ALTER TABLE of_nested RENAME COLUMN n TO m; -- { serverError NOT_IMPLEMENTED }
ALTER TABLE of_nested CLEAR COLUMN n;
SELECT * FROM of_nested;
ALTER TABLE of_nested DROP COLUMN q, DROP COLUMN IF EXISTS nothing;
ALTER TABLE of_nested DROP COLUMN r;
ALTER TABLE of_nested DROP COLUMN r; -- { serverError NOT_FOUND_COLUMN_IN_BLOCK }
SELECT name FROM system.columns WHERE database = currentDatabase() AND table = 'of_nested' ORDER BY position;
-- Temporary tables: the session sees what ALTER did.
CREATE TEMPORARY TABLE t9 (k Int32, v Int32) ENGINE = MergeTree ORDER BY k;
INSERT INTO t9 VALUES (1, 2);
ALTER TABLE t9 ADD COLUMN w Int32 DEFAULT 5;
ALTER TABLE t9 ADD COLUMN x Int32 DEFAULT 6;
SELECT * FROM t9;
ALTER TABLE t9 DROP COLUMN w;
ALTER TEMPORARY TABLE t9 RENAME COLUMN x TO y;
ALTER TABLE t9 MODIFY COLUMN v String;
ALTER TABLE t9 UPDATE v = 'q' WHERE 1;
INSERT INTO t9 (k) VALUES (2);
OPTIMIZE TABLE t9 FINAL;
SELECT * FROM t9 ORDER BY k;
CREATE INDEX i9 ON t9 (v) TYPE minmax;
ALTER TABLE t9 ADD INDEX j9 v TYPE minmax;
ALTER TABLE t9 MATERIALIZE INDEX j9;
SHOW CREATE TEMPORARY TABLE t9;
DROP INDEX i9 ON t9;
ALTER TABLE t9 ADD CONSTRAINT c CHECK k > 0;
INSERT INTO t9 (k) VALUES (-1); -- { serverError VIOLATED_CONSTRAINT }
SELECT name, type FROM system.columns WHERE table = 't9' ORDER BY position;
DESCRIBE TABLE t9;
ALTER TABLE t9 DROP PARTITION tuple();
SELECT count() FROM t9;
EXISTS TEMPORARY TABLE t9;
EXISTS TABLE t9;
CREATE TEMPORARY TABLE t8 (k Int32);
INSERT INTO t8 VALUES (8);
ALTER TABLE t8 ADD COLUMN z Int32;
ALTER TABLE t8 COMMENT COLUMN z 'zz';
DESCRIBE t8;
SELECT * FROM t8;
ALTER TABLE t8 DROP COLUMN z;
SELECT * FROM t8;
RENAME TABLE t8 TO t7; -- { serverError UNKNOWN_TABLE }
CREATE TABLE r (k Int32) ENGINE = MergeTree ORDER BY k;
CREATE TEMPORARY TABLE r (k Int32, tmp Int32);
ALTER TABLE r ADD COLUMN z Int32;
SELECT * EXCEPT k FROM r FORMAT TSVWithNames;
SELECT name FROM system.columns WHERE database = currentDatabase() AND table = 'r';
DROP TEMPORARY TABLE r;
DROP TEMPORARY TABLE t9;
-- Names that parts have a use for.
CREATE TABLE masked (_row_exists UInt8) ENGINE = MergeTree ORDER BY tuple(); -- { serverError ILLEGAL_COLUMN }
CREATE TABLE masked (k Int8, _row_exists UInt8 ALIAS 1) ENGINE = ReplacingMergeTree ORDER BY k; -- { serverError ILLEGAL_COLUMN }
CREATE TEMPORARY TABLE masked (k Int8, _row_exists UInt8) ENGINE = MergeTree ORDER BY k; -- { serverError ILLEGAL_COLUMN }
CREATE TABLE numbered (k Int8, _block_number UInt64) ENGINE = MergeTree ORDER BY k; -- { serverError ILLEGAL_COLUMN }
CREATE TABLE masked ENGINE = MergeTree ORDER BY tuple() AS SELECT 1 AS _row_exists; -- { serverError ILLEGAL_COLUMN }
CREATE TABLE other (k Int8, x UInt8, _part String, _part_offset UInt64) ENGINE = MergeTree ORDER BY k;
INSERT INTO other VALUES (1, 0, 'mine', 77);
ALTER TABLE other ADD COLUMN _row_exists UInt8; -- { serverError ILLEGAL_COLUMN }
ALTER TABLE other ADD COLUMN _block_offset UInt8; -- { serverError ILLEGAL_COLUMN }
ALTER TABLE other RENAME COLUMN x TO _row_exists; -- { serverError ILLEGAL_COLUMN }
ALTER TABLE other RENAME COLUMN x TO _block_number; -- { serverError ILLEGAL_COLUMN }
ALTER TABLE other DROP COLUMN _row_exists; -- { serverError NOT_FOUND_COLUMN_IN_BLOCK }
CREATE MATERIALIZED VIEW into_mask ENGINE = MergeTree ORDER BY tuple() AS SELECT k AS _row_exists FROM other; -- { serverError ILLEGAL_COLUMN }
SELECT * FROM other WHERE _part_offset = 77 AND _part = 'mine';
SELECT count() FROM other WHERE _part_offset = 0;
ALTER TABLE other UPDATE x = 5 WHERE k = 1;
SELECT x FROM other;
ALTER TABLE other DELETE WHERE k = 1;
SELECT count() FROM other;
CREATE TABLE in_memory (_row_exists UInt8, _part Int8, _block_number Int8) ENGINE = Memory;
INSERT INTO in_memory VALUES (0, 1, 2), (1, 2, 3);
SELECT * FROM in_memory ORDER BY _part;
ALTER TABLE in_memory UPDATE _part = 5 WHERE _row_exists = 0;
SELECT _row_exists, _part FROM in_memory WHERE _part > 1 ORDER BY ALL;
CREATE TABLE in_log (_row_exists UInt8, _part Int8) ENGINE = Log;
INSERT INTO in_log VALUES (0, 1);
SELECT * FROM in_log;
SELECT count(), sum(_row_exists) FROM in_log;
