-- ALTER of tables outside of the MergeTree family: columns and rows of Memory, columns of Null and Merge, comments of Log.
CREATE TABLE m (a UInt8, b String) ENGINE = Memory;
INSERT INTO m VALUES (1, 'x'), (2, 'y');
ALTER TABLE m ADD COLUMN c Int32, MODIFY COLUMN a UInt32;
INSERT INTO m VALUES (300, 'z', 1);
SELECT *, toTypeName(a) FROM m ORDER BY a;
ALTER TABLE m UPDATE b = 'w' WHERE a = 1;
ALTER TABLE m DELETE WHERE a = 2;
SELECT * FROM m ORDER BY a;
ALTER TABLE m DROP COLUMN b, COMMENT COLUMN a 'first';
DESCRIBE m;
SELECT * FROM m ORDER BY a;
ALTER TABLE m ADD COLUMN a UInt8; -- { serverError DUPLICATE_COLUMN }
ALTER TABLE m DROP COLUMN nosuch; -- { serverError NOT_FOUND_COLUMN_IN_BLOCK }
ALTER TABLE m DROP COLUMN IF EXISTS nosuch;
ALTER TABLE m ADD INDEX i a TYPE minmax; -- { serverError NOT_IMPLEMENTED }
ALTER TABLE m MODIFY ORDER BY a; -- { serverError NOT_IMPLEMENTED }
CREATE TABLE l (a UInt8) ENGINE = Log;
ALTER TABLE l COMMENT COLUMN a 'only';
ALTER TABLE l MODIFY COMMENT 'a log';
SELECT comment FROM system.tables WHERE database = currentDatabase() AND name = 'l';
ALTER TABLE l ADD COLUMN c Int32; -- { serverError NOT_IMPLEMENTED }
ALTER TABLE l DELETE WHERE 1; -- { serverError NOT_IMPLEMENTED }
DESCRIBE l;
CREATE TABLE n (a UInt8, b String) ENGINE = Null;
ALTER TABLE n ADD COLUMN c Int32, DROP COLUMN b, MODIFY COLUMN a String;
DESCRIBE n;
ALTER TABLE n RENAME COLUMN a TO z; -- { serverError NOT_IMPLEMENTED }
ALTER TABLE n UPDATE c = 1 WHERE 1; -- { serverError NOT_IMPLEMENTED }
CREATE TABLE g (a UInt8) ENGINE = Merge(currentDatabase(), '^m$');
ALTER TABLE g ADD COLUMN c Int64;
SELECT *, toTypeName(c) FROM g ORDER BY a DESC;
ALTER TABLE g DROP COLUMN a;
SELECT * FROM g ORDER BY c;
ALTER TABLE g DELETE WHERE 1; -- { serverError NOT_IMPLEMENTED }
