-- Requirement: RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition#29, MT.Storage.NoCrossPartitionMerge
CREATE TABLE t (k Int32, v String) ENGINE = MergeTree PARTITION BY k % 2 ORDER BY k;
INSERT INTO t VALUES (1, 'a'), (3, 'c'), (2, 'b');
INSERT INTO t VALUES (1, 'b'), (5, 'x');
OPTIMIZE TABLE t SETTINGS optimize_throw_if_noop = 1;
SELECT name, rows FROM system.parts WHERE database = currentDatabase() AND table = 't' AND active ORDER BY name;
OPTIMIZE TABLE t SETTINGS optimize_throw_if_noop = 1; -- { serverError CANNOT_ASSIGN_OPTIMIZE }
OPTIMIZE TABLE t FINAL;
SELECT name, rows FROM system.parts WHERE database = currentDatabase() AND table = 't' AND active ORDER BY name;
SELECT *, _part FROM t ORDER BY k, v;
OPTIMIZE TABLE t FINAL SETTINGS optimize_skip_merged_partitions = 1;
SELECT name, rows FROM system.parts WHERE database = currentDatabase() AND table = 't' AND active ORDER BY name;
OPTIMIZE TABLE t PARTITION 1 SETTINGS optimize_throw_if_noop = 1; -- { serverError CANNOT_ASSIGN_OPTIMIZE }
OPTIMIZE TABLE t PARTITION 7 SETTINGS optimize_throw_if_noop = 1; -- { serverError CANNOT_ASSIGN_OPTIMIZE }
INSERT INTO t VALUES (2, 'z'), (5, 'x');
OPTIMIZE TABLE t PARTITION ID '1' FINAL;
SELECT name, rows FROM system.parts WHERE database = currentDatabase() AND table = 't' AND active ORDER BY name;
SYSTEM STOP MERGES t;
OPTIMIZE TABLE t FINAL; -- { serverError ABORTED }
SYSTEM START MERGES t;
OPTIMIZE TABLE t FINAL;
SELECT count() FROM system.parts WHERE database = currentDatabase() AND table = 't' AND active;
CREATE TABLE e (k Int32) ENGINE = MergeTree ORDER BY k;
OPTIMIZE TABLE e SETTINGS optimize_throw_if_noop = 1; -- { serverError CANNOT_ASSIGN_OPTIMIZE }
OPTIMIZE TABLE e FINAL;
CREATE VIEW w AS SELECT 1;
OPTIMIZE TABLE w; -- { serverError NOT_IMPLEMENTED }
OPTIMIZE TABLE missing; -- { serverError UNKNOWN_TABLE }
CREATE TABLE u (a UInt8) ENGINE = MergeTree ORDER BY tuple();
INSERT INTO u VALUES (3), (1);
INSERT INTO u VALUES (2);
OPTIMIZE TABLE u FINAL;
SELECT * FROM u;
CREATE TABLE d (a UInt8, b String) ENGINE = MergeTree ORDER BY (a DESC, b) SETTINGS allow_experimental_reverse_key = 1;
INSERT INTO d VALUES (3, 'x'), (1, 'y');
INSERT INTO d VALUES (2, ''), (3, 'a'), (3, 'x');
OPTIMIZE TABLE d FINAL;
SELECT *, _part_offset FROM d ORDER BY _part_offset;
