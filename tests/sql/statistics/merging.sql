-- Requirement: MT.Stat.StoredPerPart, MT.Stat.UpdatedOnInsert
-- What merged parts know: of sources that know all, some or nothing, of rows that went and of values that changed.
SET allow_experimental_statistics = 1, mutations_sync = 2, alter_sync = 2, materialize_statistics_on_insert = 1;
CREATE TABLE t (k UInt32, n Nullable(Int32), s String, f Float64 STATISTICS(tdigest), g Float64, u UInt8) ENGINE = MergeTree ORDER BY k
SETTINGS enable_block_number_column = 1, enable_block_offset_column = 1, min_bytes_for_wide_part = 0, max_bytes_to_merge_at_max_space_in_pool = 1;
INSERT INTO t SELECT number, if(number % 4 = 0, NULL, number), toString(number % 7), number, number, 0 FROM numbers(1000);
INSERT INTO t SELECT number + 1000, number - 500, '', -1, if(number = 3, nan, 0), 1 FROM numbers(500);
OPTIMIZE TABLE t FINAL;
SELECT column, statistics, estimates.min, estimates.max, estimates.null_count, estimates.default_count FROM system.parts_columns WHERE database = currentDatabase() AND table = 't' AND active AND startsWith(name, 'all') AND NOT startsWith(column, '_') ORDER BY column_position;
-- The second source knows nothing.
INSERT INTO t SETTINGS materialize_statistics_on_insert = 0 SELECT 5000 + number, -7000, 'new', 1e6, -5, 2 FROM numbers(10);
OPTIMIZE TABLE t FINAL;
SELECT column, statistics, estimates.min, estimates.max, estimates.null_count, estimates.default_count FROM system.parts_columns WHERE database = currentDatabase() AND table = 't' AND active AND startsWith(name, 'all') AND NOT startsWith(column, '_') ORDER BY column_position;
SELECT min(k), max(k), min(f), max(f), min(u), max(u), count() FROM t;
SELECT count() FROM t WHERE n = -7000;
SELECT count() FROM t WHERE n IS NULL AND f < 0;
SELECT count() FROM t WHERE n IS NULL;
SELECT count() FROM t WHERE isNaN(g);
-- Rows that are gone are not known any more.
DELETE FROM t WHERE k >= 5000 OR k = 0;
INSERT INTO t SELECT 2000, 1, '', 5, 5, 0;
OPTIMIZE TABLE t FINAL;
SELECT column, statistics, estimates.min, estimates.max, estimates.null_count, estimates.default_count FROM system.parts_columns WHERE database = currentDatabase() AND table = 't' AND active AND startsWith(name, 'all') AND NOT startsWith(column, '_') ORDER BY column_position;
-- Values that an UPDATE without ALTER changed, columns under other names and columns that are new.
SET allow_experimental_lightweight_update = 1;
UPDATE t SET f = -100, u = 77 WHERE k = 1000;
ALTER TABLE t RENAME COLUMN n TO m;
ALTER TABLE t ADD COLUMN later Int16 DEFAULT u + 1;
INSERT INTO t SELECT 2001, 2, '', 5, 5, 0, 9;
OPTIMIZE TABLE t FINAL;
SELECT column, statistics, estimates.min, estimates.max, estimates.null_count, estimates.default_count FROM system.parts_columns WHERE database = currentDatabase() AND table = 't' AND active AND startsWith(name, 'all') AND NOT startsWith(column, '_') ORDER BY column_position;
SELECT min(f), max(u), min(later), max(later) FROM t;
-- Columns that go, one after the other; the others keep what is known of them.
ALTER TABLE t DROP COLUMN g;
ALTER TABLE t CLEAR COLUMN u;
ALTER TABLE t DROP STATISTICS f;
SELECT column, statistics, estimates.min, estimates.max FROM system.parts_columns WHERE database = currentDatabase() AND table = 't' AND active AND startsWith(name, 'all') AND column IN ('k', 'm', 's', 'f', 'g') ORDER BY column_position;
ALTER TABLE t UPDATE m = 100000 WHERE k = 7;
SELECT column, statistics, estimates.min, estimates.max FROM system.parts_columns WHERE database = currentDatabase() AND table = 't' AND active AND startsWith(name, 'all') AND column IN ('k', 'm', 's', 'f', 'g') ORDER BY column_position;
SELECT count() FROM t WHERE m > 99999;
SELECT count() FROM t WHERE m < -490;
-- A type that changed, and back again.
ALTER TABLE t MODIFY COLUMN m Nullable(Int64);
ALTER TABLE t MATERIALIZE STATISTICS ALL;
SELECT column, statistics, estimates.min, estimates.max FROM system.parts_columns WHERE database = currentDatabase() AND table = 't' AND active AND startsWith(name, 'all') AND column IN ('k', 'm', 's', 'f') ORDER BY column_position;
-- Parts that are moved to another table, and to a table of other statistics.
CREATE TABLE v AS t;
ALTER TABLE v ATTACH PARTITION ALL FROM t;
SELECT column, statistics, estimates.min, estimates.max FROM system.parts_columns WHERE database = currentDatabase() AND table = 'v' AND active AND startsWith(name, 'all') AND column IN ('k', 'm', 's', 'f') ORDER BY column_position;
INSERT INTO v (k, m) VALUES (100, 200000);
OPTIMIZE TABLE v FINAL;
SELECT column, statistics, estimates.min, estimates.max FROM system.parts_columns WHERE database = currentDatabase() AND table = 'v' AND active AND startsWith(name, 'all') AND column IN ('k', 'm', 's', 'f') ORDER BY column_position;
CHECK TABLE v SETTINGS check_query_single_value_result = 1;
DROP TABLE v;
ALTER TABLE t MODIFY SETTING auto_statistics_types = 'minmax';
INSERT INTO t (k, m) VALUES (100, 200000);
OPTIMIZE TABLE t FINAL;
SELECT column, statistics, estimates.min, estimates.max FROM system.parts_columns WHERE database = currentDatabase() AND table = 't' AND active AND startsWith(name, 'all') AND column IN ('k', 'm', 's', 'f') ORDER BY column_position;
DROP TABLE t;

-- Engines that drop rows count those that are left.
CREATE TABLE r (k UInt32, v Int32) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO r SELECT number, 100 + number FROM numbers(100);
INSERT INTO r SELECT number, 0 FROM numbers(99);
OPTIMIZE TABLE r FINAL;
SELECT column, estimates.min, estimates.max, estimates.default_count FROM system.parts_columns WHERE database = currentDatabase() AND table = 'r' AND active ORDER BY column;
DROP TABLE r;
CREATE TABLE d (k UInt32, v Int32) ENGINE = MergeTree ORDER BY k;
INSERT INTO d SELECT number % 10, 5 FROM numbers(100);
INSERT INTO d SELECT number % 20, 5 FROM numbers(100);
OPTIMIZE TABLE d FINAL DEDUPLICATE;
SELECT column, estimates.min, estimates.max, estimates.default_count FROM system.parts_columns WHERE database = currentDatabase() AND table = 'd' AND active ORDER BY column;
DROP TABLE d;
CREATE TABLE e (d Date, v Int32 TTL d + INTERVAL 1 DAY, w Int32) ENGINE = MergeTree ORDER BY tuple() TTL d + INTERVAL 2 DAY DELETE WHERE w = 1 SETTINGS min_bytes_for_wide_part = 0;
SYSTEM STOP MERGES e;
INSERT INTO e SELECT toDate('2020-01-01'), number + 1, number % 2 FROM numbers(10);
INSERT INTO e SELECT toDate('2020-01-01'), number + 1, number % 2 FROM numbers(10);
SYSTEM START MERGES e;
OPTIMIZE TABLE e FINAL;
SELECT column, estimates.min, estimates.max, estimates.default_count FROM system.parts_columns WHERE database = currentDatabase() AND table = 'e' AND active AND startsWith(name, 'all') AND column != 'v' ORDER BY column;
SELECT count(), sum(v), max(w) FROM e;
DROP TABLE e;

-- Rows that an UPDATE has patched are counted as they are now.
CREATE TABLE u (k UInt32, v Int32) ENGINE = MergeTree ORDER BY k SETTINGS enable_block_number_column = 1, enable_block_offset_column = 1;
SYSTEM STOP MERGES u;
INSERT INTO u SETTINGS materialize_statistics_on_insert = 1 SELECT number, number FROM numbers(10);
INSERT INTO u SETTINGS materialize_statistics_on_insert = 1 SELECT number, number FROM numbers(10);
SET enable_lightweight_update = 1;
UPDATE u SET v = 1000 WHERE k = 5;
SELECT count() FROM u WHERE v > 500;
SYSTEM START MERGES u;
OPTIMIZE TABLE u FINAL;
SELECT count() FROM u WHERE v > 500;
SELECT estimates.max FROM system.parts_columns WHERE database = currentDatabase() AND table = 'u' AND active AND startsWith(name, 'all') AND column = 'v';
DROP TABLE u;
