-- Statements about what is not there: the error, and nothing else.
CREATE TABLE t (a UInt32, s String, d Date, n Nullable(Int32), arr Array(UInt8)) ENGINE = MergeTree ORDER BY a;
DROP TABLE nope; -- { serverError UNKNOWN_TABLE }
DROP TABLE nodb.nope; -- { serverError UNKNOWN_DATABASE }
DROP DATABASE nope; -- { serverError UNKNOWN_DATABASE }
DROP TABLE IF EXISTS nope;
DROP DATABASE IF EXISTS nope;
TRUNCATE TABLE nope; -- { serverError UNKNOWN_TABLE }
RENAME TABLE nope TO nope2; -- { serverError UNKNOWN_TABLE }
RENAME TABLE t TO t2;
EXCHANGE TABLES t AND nope; -- { serverError UNKNOWN_TABLE }
USE nope; -- { serverError UNKNOWN_DATABASE }
SHOW CREATE TABLE nope; -- { serverError CANNOT_GET_CREATE_TABLE_QUERY }
DESCRIBE TABLE nope; -- { serverError UNKNOWN_TABLE }
EXISTS TABLE nope;
EXISTS TABLE nodb.nope;
ALTER TABLE nope ADD COLUMN x UInt8; -- { serverError UNKNOWN_TABLE }
ALTER TABLE t ADD COLUMN a UInt8; -- { serverError UNKNOWN_TABLE }
ALTER TABLE t DROP COLUMN nope; -- { serverError UNKNOWN_TABLE }
ALTER TABLE t DROP COLUMN a; -- { serverError UNKNOWN_TABLE }
ALTER TABLE t MODIFY COLUMN a String; -- { serverError UNKNOWN_TABLE }
ALTER TABLE t MODIFY COLUMN nope String; -- { serverError UNKNOWN_TABLE }
ALTER TABLE t RENAME COLUMN a TO b; -- { serverError UNKNOWN_TABLE }
ALTER TABLE t RENAME COLUMN s TO d; -- { serverError UNKNOWN_TABLE }
ALTER TABLE t ADD COLUMN x UInt8 AFTER nope; -- { serverError UNKNOWN_TABLE }
ALTER TABLE t ADD COLUMN x NoType; -- { serverError UNKNOWN_TABLE }
ALTER TABLE t MODIFY SETTING nope = 1; -- { serverError UNKNOWN_TABLE }
ALTER TABLE t MODIFY SETTING index_granularity = 1; -- { serverError UNKNOWN_TABLE }
ALTER TABLE t COMMENT COLUMN nope 'x'; -- { serverError UNKNOWN_TABLE }
ALTER TABLE t DROP CONSTRAINT nope; -- { serverError UNKNOWN_TABLE }
ALTER TABLE t ADD CONSTRAINT c CHECK nope; -- { serverError UNKNOWN_TABLE }
ALTER TABLE t DROP INDEX nope; -- { serverError UNKNOWN_TABLE }
ALTER TABLE t UPDATE a = 1 WHERE 1; -- { serverError UNKNOWN_TABLE }
ALTER TABLE t UPDATE nope = 1 WHERE 1; -- { serverError UNKNOWN_TABLE }
ALTER TABLE t UPDATE s = 1 WHERE nope; -- { serverError UNKNOWN_TABLE }
ALTER TABLE t DELETE WHERE nope; -- { serverError UNKNOWN_TABLE }
SET nope = 1; -- { serverError UNKNOWN_SETTING }
SET max_threads = 'x'; -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
SET max_threads = -1; -- { serverError CANNOT_CONVERT_TYPE }
OPTIMIZE TABLE nope; -- { serverError UNKNOWN_TABLE }
KILL MUTATION WHERE nope; -- { serverError UNKNOWN_IDENTIFIER }
SYSTEM STOP MERGES nope;
SELECT count() FROM t; -- { serverError UNKNOWN_TABLE }
SHOW TABLES;
