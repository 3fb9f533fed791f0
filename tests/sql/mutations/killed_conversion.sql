-- MODIFY COLUMN over values that cannot be converted: once it is killed, other columns can be mutated.
CREATE TABLE t (k UInt32, a String, b UInt32) ENGINE = MergeTree ORDER BY k
SETTINGS min_bytes_for_wide_part = 0, min_rows_for_wide_part = 0;
INSERT INTO t VALUES (1, 'x', 1), (2, '2', 2);
ALTER TABLE t MODIFY COLUMN a UInt32 SETTINGS alter_sync = 0, mutations_sync = 0;
KILL MUTATION WHERE database = currentDatabase() AND table = 't' FORMAT Null;
ALTER TABLE t UPDATE b = b + 10 WHERE k = 1 SETTINGS mutations_sync = 1;
SELECT k, b FROM t ORDER BY k;
SELECT a FROM t; -- { serverError CANNOT_PARSE_TEXT }
SELECT is_done, latest_fail_reason FROM system.mutations WHERE database = currentDatabase() AND table = 't';
-- Deleting rows writes all columns anew.
ALTER TABLE t DELETE WHERE k = 2 SETTINGS mutations_sync = 1; -- { serverError UNFINISHED }
KILL MUTATION WHERE database = currentDatabase() AND table = 't' AND NOT is_done FORMAT Null;
ALTER TABLE t MODIFY COLUMN a String SETTINGS mutations_sync = 1;
ALTER TABLE t DELETE WHERE k = 2 SETTINGS mutations_sync = 1;
SELECT * FROM t;
