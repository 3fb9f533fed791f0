-- Requirement: MT.Proj.Alter, MT.Proj.OrderByStorage, MT.Proj.Merge, MT.Proj.Maintenance
-- PROJECTION ... INDEX: the keys and the numbers of the rows, sorted by the keys.
CREATE TABLE t (a UInt32, b UInt32, s String, PROJECTION pi INDEX b TYPE basic, PROJECTION pj INDEX (b, s) TYPE basic, PROJECTION pk INDEX a + b TYPE basic) ENGINE = MergeTree ORDER BY a SETTINGS index_granularity = 100;
INSERT INTO t SELECT number * 2, number * 7 % 1000, toString(number) FROM numbers(3000);
INSERT INTO t SELECT number * 2 + 1, number * 7 % 1000, toString(number) FROM numbers(3000);
SELECT name, type, sorting_key, query FROM system.projections WHERE database = currentDatabase() ORDER BY name;
SELECT DISTINCT name, column, type FROM system.projection_parts_columns WHERE database = currentDatabase() AND active ORDER BY ALL;
SELECT b, _part_offset FROM t WHERE b = 7 ORDER BY ALL SETTINGS force_optimize_projection = 1;
SELECT s FROM t WHERE b = 7 ORDER BY s;
SELECT count() FROM t WHERE b = 7 AND s = '2001';
OPTIMIZE TABLE t FINAL;
SELECT b, _part_offset FROM t WHERE b = 7 ORDER BY ALL SETTINGS force_optimize_projection = 1;
SELECT b, _part_offset FROM t WHERE b = 7 ORDER BY ALL SETTINGS optimize_use_projections = 0;
SELECT s FROM t WHERE b = 7 ORDER BY s;
ALTER TABLE t ADD PROJECTION pz INDEX s TYPE basic;
ALTER TABLE t MATERIALIZE PROJECTION pz SETTINGS mutations_sync = 2;
ALTER TABLE t DROP PROJECTION pi;
SELECT b FROM t WHERE s = '17' ORDER BY b;
ALTER TABLE t UPDATE s = concat(s, 'x') WHERE b = 7 SETTINGS mutations_sync = 2;
SELECT a, s FROM t WHERE s = '2001x' ORDER BY a;
SELECT name, query FROM system.projections WHERE database = currentDatabase() ORDER BY name;
CREATE TABLE u (a UInt32, PROJECTION pi INDEX a TYPE nosuch) ENGINE = MergeTree ORDER BY a; -- { serverError INCORRECT_QUERY }
CREATE TABLE u (a UInt32, PROJECTION pi INDEX b TYPE basic) ENGINE = MergeTree ORDER BY a; -- { serverError UNKNOWN_IDENTIFIER }
CREATE TABLE u (a UInt32, PROJECTION pi INDEX 1 TYPE basic) ENGINE = MergeTree ORDER BY a; -- { serverError ILLEGAL_COLUMN }
DROP TABLE t;
CREATE TABLE refused (a UInt64, PROJECTION p INDEX a TYPE commit_order) ENGINE = MergeTree ORDER BY a; -- { serverError BAD_ARGUMENTS }
