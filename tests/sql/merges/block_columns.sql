-- Requirement: MT.VCol._block_number
-- What rows are known by: kept by merges and mutations where the table says so.
CREATE TABLE t (k UInt32, v UInt32, p UInt8) ENGINE = MergeTree PARTITION BY p ORDER BY k SETTINGS enable_block_number_column = 1, enable_block_offset_column = 1, min_bytes_for_wide_part = 0;
INSERT INTO t VALUES (1, 1, 0), (5, 1, 0), (3, 1, 0);
INSERT INTO t VALUES (2, 1, 0), (4, 1, 0);
SELECT k, _block_number, _block_offset FROM t ORDER BY k;
OPTIMIZE TABLE t FINAL;
SELECT k, _block_number, _block_offset FROM t ORDER BY k;
SELECT count() FROM t WHERE _block_number = 2;
SELECT count() FROM t WHERE _block_number > 1 AND _block_offset = 0;
INSERT INTO t VALUES (6, 1, 0);
OPTIMIZE TABLE t FINAL;
SELECT k, _block_number, _block_offset, v FROM t ORDER BY k;
ALTER TABLE t UPDATE v = 2 WHERE k < 3 SETTINGS mutations_sync = 2;
SELECT k, _block_number, _block_offset, v FROM t ORDER BY k;
ALTER TABLE t DELETE WHERE k = 2 SETTINGS mutations_sync = 2;
SELECT k, _block_number, _block_offset, v FROM t ORDER BY k;
DELETE FROM t WHERE k = 3;
OPTIMIZE TABLE t FINAL;
SELECT k, _block_number, _block_offset, v FROM t ORDER BY k;
CREATE TABLE u (k UInt32, v UInt32) ENGINE = MergeTree ORDER BY k;
INSERT INTO u VALUES (1, 1), (5, 1);
INSERT INTO u VALUES (2, 1), (4, 1);
SELECT k, _block_number, _block_offset FROM u ORDER BY k;
OPTIMIZE TABLE u FINAL;
SELECT k, _block_number, _block_offset FROM u ORDER BY k;
ALTER TABLE u MODIFY SETTING enable_block_number_column = 1;
INSERT INTO u VALUES (7, 1);
OPTIMIZE TABLE u FINAL;
SELECT k, _block_number FROM u ORDER BY k;
SELECT column FROM system.parts_columns WHERE database = currentDatabase() AND table = 'u' AND active ORDER BY column;
CREATE TABLE r (k UInt32, v UInt32) ENGINE = ReplacingMergeTree ORDER BY k SETTINGS enable_block_number_column = 1;
INSERT INTO r VALUES (1, 1), (2, 1);
INSERT INTO r VALUES (1, 2);
OPTIMIZE TABLE r FINAL;
SELECT k, v, _block_number FROM r ORDER BY k;
SELECT k, v, _block_number FROM r FINAL ORDER BY k;
CREATE TABLE s (k UInt32, d DateTime, v UInt32) ENGINE = SummingMergeTree ORDER BY k TTL d SETTINGS enable_block_number_column = 1;
INSERT INTO s VALUES (1, '2100-01-01 00:00:00', 1), (2, '2000-01-01 00:00:00', 1), (3, '2000-01-01 00:00:00', 1);
INSERT INTO s VALUES (1, '2100-01-01 00:00:00', 2), (4, '2100-01-01 00:00:00', 2);
OPTIMIZE TABLE s FINAL;
SELECT k, v, _block_number FROM s ORDER BY k;
CREATE TABLE bad (k UInt32, _block_number UInt64) ENGINE = MergeTree ORDER BY k SETTINGS enable_block_number_column = 1; -- { serverError ILLEGAL_COLUMN }
CREATE TABLE ok (k UInt32, _block_number UInt64) ENGINE = MergeTree ORDER BY k; -- { serverError ILLEGAL_COLUMN }
ALTER TABLE t UPDATE _block_number = 5 WHERE 1; -- { serverError NOT_IMPLEMENTED }
