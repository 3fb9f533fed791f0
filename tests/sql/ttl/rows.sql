-- Requirement: MT.Clause.TTL, MT.Clause.TTLDefaultDelete, MT.Clause.TTLType, MT.TTL.ExprTypes, MT.TTL.TableRows, MT.TTL.Delete, MT.TTL.DeleteWhere, MT.TTL.OnMerge, MT.TTL.SelectMayShow, MT.TTL.OptimizeFirst, MT.TTL.ExampleWhere
-- Rows whose time has come are there until a merge.
CREATE TABLE t (k UInt32, d DateTime) ENGINE = MergeTree ORDER BY k TTL d;
SYSTEM STOP MERGES t;
INSERT INTO t VALUES (1, '2000-01-01 00:00:00'), (2, '2100-01-01 00:00:00'), (4, '1970-01-01 00:00:00');
INSERT INTO t VALUES (3, '2000-01-01 00:00:00');
SELECT * FROM t ORDER BY k;
SELECT rows, delete_ttl_info_min FROM system.parts WHERE database = currentDatabase() AND table = 't' AND active ORDER BY name;
SYSTEM START MERGES t;
OPTIMIZE TABLE t FINAL;
SELECT * FROM t ORDER BY k;
SELECT rows, delete_ttl_info_min FROM system.parts WHERE database = currentDatabase() AND table = 't' AND active;
-- The word DELETE changes nothing; nor do merges while TTL merges are stopped.
CREATE TABLE u (k UInt32, d DateTime) ENGINE = MergeTree ORDER BY k TTL d DELETE;
SYSTEM STOP TTL MERGES u;
INSERT INTO u VALUES (1, '2000-01-01 00:00:00'), (2, '2100-01-01 00:00:00');
OPTIMIZE TABLE u FINAL;
SELECT * FROM u ORDER BY k;
SYSTEM START TTL MERGES u;
OPTIMIZE TABLE u FINAL;
SELECT * FROM u ORDER BY k;
-- Moments just before and after now, of all four types.
CREATE TABLE moments (k String, d Date, d32 Date32, t DateTime, t64 DateTime64(3), z DateTime('Asia/Tokyo')) ENGINE = MergeTree ORDER BY k;
INSERT INTO moments SELECT 'old', today() - 32, today() - 32, now() - INTERVAL 15 HOUR - 600, now() - INTERVAL 15 HOUR - 600, now() - INTERVAL 15 HOUR - 600;
INSERT INTO moments SELECT 'new', today() - 20, today() - 20, now() - INTERVAL 15 HOUR + 600, now() - INTERVAL 15 HOUR + 600, now() - INTERVAL 15 HOUR + 600;
CREATE TABLE m1 AS moments ENGINE = MergeTree ORDER BY k TTL d + INTERVAL 1 MONTH;
CREATE TABLE m2 AS moments ENGINE = MergeTree ORDER BY k TTL d32 + INTERVAL 1 MONTH;
CREATE TABLE m3 AS moments ENGINE = MergeTree ORDER BY k TTL t + INTERVAL 15 HOUR;
CREATE TABLE m4 AS moments ENGINE = MergeTree ORDER BY k TTL t64 + INTERVAL 15 HOUR;
CREATE TABLE m5 AS moments ENGINE = MergeTree ORDER BY k TTL z + toIntervalHour(15);
INSERT INTO m1 SELECT * FROM moments;
INSERT INTO m2 SELECT * FROM moments;
INSERT INTO m3 SELECT * FROM moments;
INSERT INTO m4 SELECT * FROM moments;
INSERT INTO m5 SELECT * FROM moments;
OPTIMIZE TABLE m1 FINAL;
OPTIMIZE TABLE m2 FINAL;
OPTIMIZE TABLE m3 FINAL;
OPTIMIZE TABLE m4 FINAL;
OPTIMIZE TABLE m5 FINAL;
SELECT (SELECT groupArray(k) FROM m1), (SELECT groupArray(k) FROM m2), (SELECT groupArray(k) FROM m3), (SELECT groupArray(k) FROM m4), (SELECT groupArray(k) FROM m5);
-- All rows.
CREATE TABLE gone (k UInt32, d Date) ENGINE = MergeTree PARTITION BY k ORDER BY k TTL d;
INSERT INTO gone VALUES (1, '2000-01-01'), (2, '2100-01-01');
OPTIMIZE TABLE gone FINAL;
SELECT * FROM gone;
OPTIMIZE TABLE gone PARTITION 2 FINAL;
SELECT count() FROM gone;
-- WHERE: rows that do not meet it stay, and are not looked at again.
CREATE TABLE w (k UInt32, d DateTime, a Nullable(Int32)) ENGINE = MergeTree ORDER BY k TTL d + INTERVAL 1 DAY DELETE WHERE a = 1, d + INTERVAL 2 DAY WHERE k IN (SELECT 5), d + INTERVAL 60 YEAR;
SYSTEM STOP MERGES w;
INSERT INTO w VALUES (1, '2020-01-01 00:00:00', 1), (2, '2020-01-01 00:00:00', 2), (3, '2040-01-01 00:00:00', 1), (4, '2020-01-01 00:00:00', NULL), (5, '2020-01-01 00:00:00', 7), (6, '1970-01-05 00:00:00', 7);
SELECT rows_where_ttl_info.expression, rows_where_ttl_info.min[1], rows_where_ttl_info.max[1] FROM system.parts WHERE database = currentDatabase() AND table = 'w' AND active;
SYSTEM START MERGES w;
OPTIMIZE TABLE w FINAL;
OPTIMIZE TABLE w FINAL;
SELECT * FROM w ORDER BY k;
SELECT rows_where_ttl_info.expression, rows_where_ttl_info.min[1], rows_where_ttl_info.max[1], delete_ttl_info_min, delete_ttl_info_max FROM system.parts WHERE database = currentDatabase() AND table = 'w' AND active;
CREATE TABLE table_with_where
(
    d DateTime,
    a Int
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(d)
ORDER BY d
TTL d + INTERVAL 1 MONTH DELETE WHERE toDayOfWeek(d) = 1;
SHOW CREATE TABLE table_with_where;
INSERT INTO table_with_where VALUES ('2000-01-03 10:00:00', 1), ('2000-01-04 10:00:00', 2), (now(), 3);
OPTIMIZE TABLE table_with_where FINAL;
SELECT a FROM table_with_where ORDER BY a;
-- After the rule of the engine: rows are combined first.
CREATE TABLE s (k UInt32, d DateTime, v UInt32) ENGINE = SummingMergeTree ORDER BY k TTL d SETTINGS max_number_of_merges_with_ttl_in_pool = 0;
SYSTEM STOP MERGES s;
INSERT INTO s VALUES (1, '2100-01-01 00:00:00', 5), (2, '2000-01-01 00:00:00', 5);
INSERT INTO s VALUES (1, '2100-01-01 00:00:00', 6), (2, '2100-01-01 00:00:00', 6);
SYSTEM START MERGES s;
OPTIMIZE TABLE s FINAL;
SELECT * FROM s ORDER BY k;
CREATE TABLE r (k UInt32, ver UInt32, d DateTime) ENGINE = ReplacingMergeTree(ver) ORDER BY k TTL d SETTINGS max_number_of_merges_with_ttl_in_pool = 0;
INSERT INTO r VALUES (1, 2, '2100-01-01 00:00:00'), (2, 2, '2000-01-01 00:00:00');
INSERT INTO r VALUES (1, 1, '2000-01-01 00:00:00'), (2, 1, '2100-01-01 00:00:00');
OPTIMIZE TABLE r FINAL;
SELECT * FROM r ORDER BY k;
-- Rows that are deleted by mask, columns that come and go.
CREATE TABLE x (k UInt32, d DateTime) ENGINE = MergeTree ORDER BY k TTL d;
INSERT INTO x VALUES (1, '2100-01-01 00:00:00'), (2, '2100-01-01 00:00:00'), (3, '2000-01-01 00:00:00');
DELETE FROM x WHERE k = 1;
ALTER TABLE x ADD COLUMN n String DEFAULT toString(k + 100);
OPTIMIZE TABLE x FINAL;
SELECT * FROM x;
