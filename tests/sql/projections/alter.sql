-- Requirement: MT.Proj.Alter, MT.Proj.Maintenance, MT.Proj.PartLevel
CREATE TABLE t (a UInt32, b UInt32, c String, PROJECTION p (SELECT a, b ORDER BY b), PROJECTION q (SELECT a, sum(b), count(), uniq(c) GROUP BY a)) ENGINE = MergeTree ORDER BY a SETTINGS index_granularity = 4, min_bytes_for_wide_part = 0;
INSERT INTO t SELECT number % 3, number, toString(number) FROM numbers(30);
ALTER TABLE t DELETE WHERE a = 1 SETTINGS mutations_sync = 2;
SELECT name, rows, parent_rows, parent_name FROM system.projection_parts WHERE active AND database = currentDatabase() AND table = 't' ORDER BY name;
SELECT a, sum(b), count(), uniq(c) FROM t GROUP BY a ORDER BY a SETTINGS force_optimize_projection_name = 'q';
SELECT * EXCEPT c FROM t WHERE b = 8 SETTINGS force_optimize_projection_name = 'p';
ALTER TABLE t UPDATE b = 1 WHERE a = 2 SETTINGS mutations_sync = 2;
SELECT a, sum(b), count(), uniq(c) FROM t GROUP BY a ORDER BY a SETTINGS force_optimize_projection_name = 'q';
SELECT count(a) FROM t WHERE b = 1 SETTINGS force_optimize_projection_name = 'p';
ALTER TABLE t UPDATE c = 'x' WHERE a = 2 SETTINGS mutations_sync = 2;
SELECT a, sum(b), count(), uniq(c) FROM t GROUP BY a ORDER BY a SETTINGS force_optimize_projection_name = 'q';
ALTER TABLE t CLEAR PROJECTION p SETTINGS mutations_sync = 2;
SELECT a FROM t WHERE b < 9 ORDER BY b SETTINGS force_optimize_projection_name = 'p'; -- { serverError INCORRECT_DATA }
SELECT count(a), sum(b) FROM t WHERE b < 9;
INSERT INTO t SELECT number % 3, number + 100, toString(number) FROM numbers(30);
SELECT name, rows, parent_name FROM system.projection_parts WHERE active AND database = currentDatabase() AND table = 't' ORDER BY parent_name, name;
SELECT a, b FROM t WHERE b = 105;
ALTER TABLE t MATERIALIZE PROJECTION p SETTINGS mutations_sync = 2;
SELECT name, rows FROM system.projection_parts WHERE active AND database = currentDatabase() AND table = 't' ORDER BY parent_name, name;
SELECT a, b FROM t WHERE b = 105 SETTINGS force_optimize_projection_name = 'p';
ALTER TABLE t DROP COLUMN b; -- { serverError UNKNOWN_IDENTIFIER }
ALTER TABLE t RENAME COLUMN b TO bb; -- { serverError UNKNOWN_IDENTIFIER }
DELETE FROM t WHERE a = 1; -- { serverError SUPPORT_IS_DISABLED }
OPTIMIZE TABLE t FINAL DEDUPLICATE; -- { serverError SUPPORT_IS_DISABLED }
ALTER TABLE t ADD PROJECTION p (SELECT a ORDER BY a); -- { serverError ILLEGAL_PROJECTION }
ALTER TABLE t ADD PROJECTION IF NOT EXISTS p (SELECT a ORDER BY a);
ALTER TABLE t ADD PROJECTION z (SELECT x ORDER BY a); -- { serverError UNKNOWN_IDENTIFIER }
ALTER TABLE t DROP PROJECTION zz; -- { serverError NO_SUCH_PROJECTION_IN_TABLE }
ALTER TABLE t DROP PROJECTION IF EXISTS zz;
ALTER TABLE t CLEAR PROJECTION IF EXISTS zz SETTINGS mutations_sync = 2;
ALTER TABLE t MATERIALIZE PROJECTION IF EXISTS zz SETTINGS mutations_sync = 2;
ALTER TABLE t ADD PROJECTION p2 (SELECT a ORDER BY a) FIRST;
ALTER TABLE t ADD PROJECTION p3 (SELECT c, a ORDER BY c) AFTER p2, ADD PROJECTION p4 (SELECT max(b));
SELECT name FROM system.projections WHERE database = currentDatabase() AND table = 't';
SELECT a FROM t WHERE c = '7' SETTINGS force_optimize_projection_name = 'p3'; -- { serverError INCORRECT_DATA }
ALTER TABLE t MATERIALIZE PROJECTION p3 IN PARTITION tuple() SETTINGS mutations_sync = 2;
SELECT a FROM t WHERE c = '7' SETTINGS force_optimize_projection_name = 'p3';
ALTER TABLE t DROP PROJECTION p SETTINGS mutations_sync = 2, alter_sync = 2;
ALTER TABLE t ADD PROJECTION p (SELECT a, b ORDER BY b) SETTINGS alter_sync = 2;
SELECT a, b FROM t WHERE b = 105;
SELECT projections FROM system.parts WHERE active AND database = currentDatabase() AND table = 't' ORDER BY name;
DETACH TABLE t;
ATTACH TABLE t;
SELECT a FROM t WHERE c = '7' SETTINGS force_optimize_projection_name = 'p3';
-- Compact parts, and a column that is not in any projection.
CREATE TABLE c (a UInt32, b UInt32, x UInt32, PROJECTION p (SELECT a, b ORDER BY b)) ENGINE = MergeTree ORDER BY a SETTINGS index_granularity = 4, min_bytes_for_wide_part = 1000000;
INSERT INTO c SELECT number, 100 - number, number FROM numbers(50);
ALTER TABLE c UPDATE x = 0 WHERE a < 10 SETTINGS mutations_sync = 2;
ALTER TABLE c ADD COLUMN y UInt8 DEFAULT 1;
ALTER TABLE c DROP COLUMN x SETTINGS mutations_sync = 2;
ALTER TABLE c RENAME COLUMN y TO z SETTINGS mutations_sync = 2;
SELECT a, b FROM c WHERE b = 60 SETTINGS force_optimize_projection = 1;
ALTER TABLE c UPDATE b = 60 WHERE a = 1 SETTINGS mutations_sync = 2;
SELECT count(a), sum(a), max(b) FROM c WHERE b = 60 SETTINGS force_optimize_projection = 1;
SELECT name, part_type, rows FROM system.projection_parts WHERE active AND database = currentDatabase() AND table = 'c';
-- SELECT * means the columns of now; parts that lack a new one show its default.
CREATE TABLE s (a UInt32, b UInt32, PROJECTION p (SELECT * ORDER BY b)) ENGINE = MergeTree ORDER BY a SETTINGS index_granularity = 4;
INSERT INTO s SELECT number, 100 - number FROM numbers(50);
ALTER TABLE s ADD COLUMN x UInt8, ADD COLUMN y UInt32 DEFAULT a + 1;
SELECT a, b, x FROM s WHERE b = 60 SETTINGS force_optimize_projection = 1;
SELECT * FROM s WHERE b = 60;
INSERT INTO s SELECT number, 100 - number, 7, 8 FROM numbers(50);
SELECT * FROM s WHERE b = 60 ORDER BY ALL;
SELECT sum(x), count(b) FROM s WHERE b = 60 SETTINGS force_optimize_projection = 1;
ALTER TABLE s DROP COLUMN x SETTINGS mutations_sync = 2;
ALTER TABLE s ADD COLUMN x UInt8;
SELECT a, b, x FROM s WHERE b = 60 ORDER BY ALL;
