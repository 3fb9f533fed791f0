-- Requirement: MT.Proj.Merge, MT.Proj.NoFinal, MT.Proj.Maintenance, MT.Proj.PartLevel
CREATE TABLE t (a UInt32, b UInt32, s String, PROJECTION p (SELECT a, b, s ORDER BY b), PROJECTION q (SELECT a % 10, sum(b), count(), uniqExact(s), avg(b) GROUP BY a % 10), PROJECTION o (SELECT b, _part_offset ORDER BY b)) ENGINE = MergeTree ORDER BY a SETTINGS index_granularity = 8, min_bytes_for_wide_part = 0;
INSERT INTO t SELECT number, (number * 7919) % 1000, toString(number % 20) FROM numbers(500);
INSERT INTO t SELECT number, (number * 104729) % 1000, toString(number % 30) FROM numbers(500);
INSERT INTO t SELECT number, number, 'z' FROM numbers(5);
OPTIMIZE TABLE t FINAL;
SELECT name, rows, marks, parent_name, is_broken FROM system.projection_parts WHERE active AND database = currentDatabase() AND table = 't' ORDER BY name;
SELECT a, b, s FROM t WHERE b IN (3, 500) ORDER BY b, a SETTINGS force_optimize_projection_name = 'p';
SELECT a % 10, sum(b), count(), uniqExact(s), avg(b) FROM t GROUP BY a % 10 ORDER BY 1 SETTINGS force_optimize_projection_name = 'q';
SELECT b, a FROM t WHERE _part_offset IN (SELECT _part_offset FROM t WHERE b = 500) ORDER BY ALL;
-- None of the parts has it: only with materialize_projections_on_merge.
CREATE TABLE m (a UInt32, b UInt32) ENGINE = MergeTree ORDER BY a;
INSERT INTO m SELECT number % 3, number FROM numbers(30);
INSERT INTO m SELECT number % 3, number FROM numbers(30);
ALTER TABLE m ADD PROJECTION p (SELECT a, b ORDER BY b);
OPTIMIZE TABLE m FINAL;
SELECT name, projections FROM system.parts WHERE active AND database = currentDatabase() AND table = 'm';
ALTER TABLE m MODIFY SETTING materialize_projections_on_merge = 1;
OPTIMIZE TABLE m FINAL;
SELECT name, projections FROM system.parts WHERE active AND database = currentDatabase() AND table = 'm';
CREATE TABLE i (a UInt32, b UInt32, PROJECTION p (SELECT a, b ORDER BY b)) ENGINE = MergeTree ORDER BY a SETTINGS materialize_projections_on_insert = 0;
INSERT INTO i SELECT number % 3, number FROM numbers(30);
SELECT name, projections FROM system.parts WHERE active AND database = currentDatabase() AND table = 'i';
-- Merges that leave out rows build projections anew, or drop them.
CREATE TABLE r (a UInt32, b UInt32, PROJECTION p (SELECT a, b ORDER BY b), PROJECTION q (SELECT a % 2, sum(b) GROUP BY a % 2)) ENGINE = ReplacingMergeTree ORDER BY a SETTINGS deduplicate_merge_projection_mode = 'rebuild', index_granularity = 1;
INSERT INTO r SELECT number % 30, number FROM numbers(100);
INSERT INTO r SELECT number % 40, number FROM numbers(100);
SELECT name, rows FROM system.projection_parts WHERE active AND database = currentDatabase() AND table = 'r' ORDER BY parent_name, name;
OPTIMIZE TABLE r FINAL;
SELECT name, rows, parent_rows FROM system.projection_parts WHERE active AND database = currentDatabase() AND table = 'r' ORDER BY name;
SELECT a % 2, sum(b) FROM r GROUP BY a % 2 ORDER BY 1 SETTINGS force_optimize_projection = 1;
SELECT a, b FROM r WHERE b = 85 SETTINGS force_optimize_projection = 1;
INSERT INTO r SELECT number % 40, 1000 FROM numbers(40);
SELECT sum(b), count() FROM r FINAL;
SELECT a % 2, sum(b) FROM r FINAL GROUP BY a % 2 ORDER BY 1;
SELECT a, b FROM r FINAL WHERE b = 85;
SELECT a, b FROM r FINAL WHERE b = 85 SETTINGS force_optimize_projection = 1; -- { serverError PROJECTION_NOT_USED }
SELECT a % 2, sum(b) FROM r FINAL GROUP BY a % 2 SETTINGS force_optimize_projection = 1; -- { serverError PROJECTION_NOT_USED }
SELECT a % 2, sum(b) FROM r GROUP BY a % 2 ORDER BY 1 SETTINGS force_optimize_projection = 1;
ALTER TABLE r MODIFY SETTING deduplicate_merge_projection_mode = 'drop';
INSERT INTO r SELECT number % 40, number FROM numbers(100);
OPTIMIZE TABLE r FINAL;
SELECT name, projections FROM system.parts WHERE active AND database = currentDatabase() AND table = 'r';
CREATE TABLE z (a UInt32, b UInt32) ENGINE = SummingMergeTree ORDER BY a;
ALTER TABLE z ADD PROJECTION p (SELECT a ORDER BY b); -- { serverError SUPPORT_IS_DISABLED }
-- OPTIMIZE DEDUPLICATE where it is allowed.
CREATE TABLE u (a UInt32, b UInt32, PROJECTION q (SELECT count())) ENGINE = MergeTree ORDER BY a SETTINGS deduplicate_merge_projection_mode = 'rebuild';
INSERT INTO u SELECT number % 3, number % 3 FROM numbers(30);
INSERT INTO u SELECT number % 3, number % 3 FROM numbers(30);
OPTIMIZE TABLE u FINAL DEDUPLICATE;
SELECT count() FROM u SETTINGS optimize_use_implicit_projections = 0, optimize_trivial_count_query = 0, force_optimize_projection = 1;
