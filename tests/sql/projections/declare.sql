-- Requirement: MT.Create.Projection, MT.Proj.QuerySyntax, MT.Proj.StoredInPart, MT.Proj.GroupByStorage, MT.Proj.OrderByStorage
CREATE TABLE t (d Date, k UInt32, v UInt32, s String, PROJECTION p1 (SELECT * ORDER BY v), PROJECTION p2 (SELECT k, sum(v), count() GROUP BY k), PROJECTION p3 (SELECT v, _part_offset ORDER BY v), PROJECTION p4 (SELECT sum(v)), PROJECTION p5 (SELECT k + 1 AS x, quantiles(0.5, 0.9)(v), countIf(v > 3), uniq(s) GROUP BY x), PROJECTION p6 (WITH toDate(d) AS dd SELECT dd, max(v) WHERE k > 1 GROUP BY dd), PROJECTION p7 (SELECT k ORDER BY (k, toDate(d))), a UInt8 ALIAS 1, m UInt32 MATERIALIZED v + 1, PROJECTION p8 (SELECT v, m ORDER BY m)) ENGINE = MergeTree PARTITION BY toYYYYMM(d) ORDER BY (d, k) SETTINGS index_granularity = 4, min_bytes_for_wide_part = 0;
SHOW CREATE TABLE t FORMAT TSVRaw;
INSERT INTO t SELECT toDate('2024-01-01') + number % 60, number % 5, number, toString(number) FROM numbers(100);
SELECT table, name, type, sorting_key, query, settings FROM system.projections WHERE database = currentDatabase();
SELECT name, parent_name, part_type, parent_part_type, active, marks, rows, parent_marks, parent_rows, min_date, max_date, partition_id, min_block_number, level, table, engine, disk_name, is_broken, exception_code, exception FROM system.projection_parts WHERE database = currentDatabase() ORDER BY parent_name, name;
SELECT parent_name, name, column, type, column_position, default_kind FROM system.projection_parts_columns WHERE database = currentDatabase() ORDER BY ALL;
SELECT name, projections FROM system.parts WHERE database = currentDatabase() ORDER BY name;
SELECT p.path = concat(t.path, p.name, '.proj/'), p.bytes_on_disk > 0, p.parent_bytes_on_disk = t.bytes_on_disk, p.bytes_on_disk < t.bytes_on_disk FROM system.projection_parts AS p INNER JOIN system.parts AS t ON p.parent_name = t.name AND p.database = t.database WHERE p.database = currentDatabase() AND p.name = 'p1';
-- Bad declarations change nothing.
CREATE TABLE e (a UInt32, PROJECTION p (SELECT x ORDER BY a)) ENGINE = MergeTree ORDER BY a; -- { serverError UNKNOWN_IDENTIFIER }
CREATE TABLE e (a UInt32, PROJECTION p (SELECT nofunction(a) ORDER BY a)) ENGINE = MergeTree ORDER BY a; -- { serverError UNKNOWN_FUNCTION }
CREATE TABLE e (a UInt32, PROJECTION p (SELECT a ORDER BY a), PROJECTION p (SELECT a ORDER BY a)) ENGINE = MergeTree ORDER BY a; -- { serverError ILLEGAL_PROJECTION }
CREATE TABLE e (a UInt32, PROJECTION p (SELECT a, sum(a) GROUP BY a ORDER BY a)) ENGINE = MergeTree ORDER BY a; -- { serverError ILLEGAL_PROJECTION }
CREATE TABLE e (a UInt32, PROJECTION p (SELECT a)) ENGINE = MergeTree ORDER BY a; -- { serverError BAD_ARGUMENTS }
CREATE TABLE e (a UInt32, PROJECTION p (SELECT a ORDER BY a)) ENGINE = Memory; -- { serverError BAD_ARGUMENTS }
CREATE TABLE e (a UInt32, b UInt32, PROJECTION p (SELECT a, b ORDER BY 2)) ENGINE = MergeTree ORDER BY a; -- { serverError ILLEGAL_COLUMN }
CREATE TABLE e (a UInt32, PROJECTION p (SELECT a ORDER BY a)) ENGINE = MergeTree ORDER BY a SETTINGS max_projections = 0; -- { serverError LIMIT_EXCEEDED }
CREATE TABLE e (a UInt32, PROJECTION p (SELECT a ORDER BY a)) ENGINE = MergeTree ORDER BY a SETTINGS deduplicate_merge_projection_mode = 'garbage'; -- { serverError BAD_ARGUMENTS }
CREATE TABLE e (a UInt32, PROJECTION p (SELECT a ORDER BY a)) ENGINE = ReplacingMergeTree ORDER BY a; -- { serverError SUPPORT_IS_DISABLED }
CREATE TABLE e (a UInt32, PROJECTION p (SELECT a ORDER BY a DESC)) ENGINE = MergeTree ORDER BY a; -- { serverError SYNTAX_ERROR }
CREATE TABLE e (a UInt32, PROJECTION p (SELECT a FROM t ORDER BY a)) ENGINE = MergeTree ORDER BY a; -- { serverError SYNTAX_ERROR }
CREATE TABLE e (a UInt32, PROJECTION p (SELECT a ORDER BY a LIMIT 1)) ENGINE = MergeTree ORDER BY a; -- { serverError SYNTAX_ERROR }
EXISTS TABLE e;
