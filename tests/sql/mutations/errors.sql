DROP TABLE IF EXISTS t;
CREATE TABLE t (a UInt32, b String, c UInt32 DEFAULT a * 2, m UInt64 MATERIALIZED a + c, al UInt64 ALIAS a + 1, p Date) ENGINE = MergeTree ORDER BY a PARTITION BY p;
INSERT INTO t (a, b) SELECT number, toString(number) FROM numbers(5);
ALTER TABLE t UPDATE a = 1 WHERE 1; -- { serverError CANNOT_UPDATE_COLUMN }
ALTER TABLE t UPDATE p = '2020-01-01' WHERE 1; -- { serverError CANNOT_UPDATE_COLUMN }
ALTER TABLE t UPDATE m = 1 WHERE 1; -- { serverError CANNOT_UPDATE_COLUMN }
ALTER TABLE t UPDATE al = 1 WHERE 1; -- { serverError NO_SUCH_COLUMN_IN_TABLE }
ALTER TABLE t UPDATE x = 1 WHERE 1; -- { serverError NO_SUCH_COLUMN_IN_TABLE }
ALTER TABLE t UPDATE b = x WHERE 1; -- { serverError UNKNOWN_IDENTIFIER }
ALTER TABLE t UPDATE b = 'x' WHERE nope = 1; -- { serverError UNKNOWN_IDENTIFIER }
ALTER TABLE t UPDATE b = 'x' WHERE b; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
ALTER TABLE t UPDATE b = 'x', b = 'y' WHERE 1; -- { serverError MULTIPLE_ASSIGNMENTS_TO_COLUMN }
ALTER TABLE t UPDATE c = 'abc' WHERE 1; -- { serverError CANNOT_PARSE_TEXT }
ALTER TABLE t UPDATE c = NULL WHERE 1; -- { serverError CANNOT_CONVERT_TYPE }
ALTER TABLE t DELETE WHERE nope; -- { serverError UNKNOWN_IDENTIFIER }
ALTER TABLE t UPDATE b = 'x' WHERE a IN (SELECT nope FROM t); -- { serverError UNKNOWN_IDENTIFIER }
ALTER TABLE t MATERIALIZE COLUMN zz; -- { serverError NO_SUCH_COLUMN_IN_TABLE }
ALTER TABLE t MATERIALIZE COLUMN b; -- { serverError BAD_ARGUMENTS }
ALTER TABLE t CLEAR COLUMN a; -- { serverError ALTER_OF_COLUMN_IS_FORBIDDEN }
ALTER TABLE t CLEAR COLUMN zz; -- { serverError NOT_FOUND_COLUMN_IN_BLOCK }
ALTER TABLE t CLEAR COLUMN IF EXISTS zz;
ALTER TABLE t DROP COLUMN c; -- { serverError ILLEGAL_COLUMN }
ALTER TABLE t RENAME COLUMN p TO q; -- { serverError ALTER_OF_COLUMN_IS_FORBIDDEN }
ALTER TABLE t MODIFY COLUMN c Tuple(UInt8); -- { serverError TYPE_MISMATCH }
SELECT count() FROM system.mutations WHERE database = currentDatabase() AND table = 't';
SELECT *, m FROM t ORDER BY a;

SELECT 'in the order of the commands';
ALTER TABLE t ADD COLUMN extra UInt8 DEFAULT 3, UPDATE extra = 4 WHERE a = 1;
SELECT a, extra FROM t ORDER BY a;
ALTER TABLE t DROP COLUMN extra, UPDATE c = 'w' WHERE 1; -- { serverError CANNOT_PARSE_TEXT }
SELECT count() FROM system.columns WHERE database = currentDatabase() AND table = 't' AND name = 'extra';
KILL MUTATION WHERE database = currentDatabase() AND table = 't' FORMAT Null;

SELECT 'a mutation that fails';
ALTER TABLE t UPDATE c = toUInt32(concat(b, 'z')) WHERE a > 1; -- { serverError UNFINISHED }
SELECT command, is_done, latest_failed_part != '', latest_fail_error_code_name, parts_to_do FROM system.mutations WHERE database = currentDatabase() AND table = 't';
SELECT *, m FROM t ORDER BY a;
INSERT INTO t (a, b) VALUES (9, '9');
SELECT count() FROM t;
ALTER TABLE t DROP COLUMN b; -- { serverError BAD_ARGUMENTS }
ALTER TABLE t RENAME COLUMN b TO bb; -- { serverError BAD_ARGUMENTS }
KILL MUTATION WHERE database = currentDatabase() AND table = 'nothing';
KILL MUTATION WHERE database = currentDatabase() AND table = 't' TEST FORMAT Null;
SELECT count() FROM system.mutations WHERE database = currentDatabase() AND table = 't';
KILL MUTATION WHERE database = currentDatabase() AND table = 't' FORMAT Null;
SELECT count() FROM system.mutations WHERE database = currentDatabase() AND table = 't';
ALTER TABLE t UPDATE c = 1 WHERE a > 1;
SELECT *, m FROM t ORDER BY a;
DROP TABLE t;
