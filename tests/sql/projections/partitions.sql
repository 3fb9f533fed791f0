-- Requirement: MT.Proj.Maintenance, MT.Proj.StoredInPart
CREATE TABLE s (p UInt8, a UInt32, b UInt32, PROJECTION n (SELECT a, b ORDER BY b), PROJECTION g (SELECT b % 3, sum(a) GROUP BY b % 3)) ENGINE = MergeTree PARTITION BY p ORDER BY a SETTINGS index_granularity = 4;
INSERT INTO s SELECT number % 2, number, 100 - number FROM numbers(80);
ALTER TABLE s DETACH PARTITION 1;
SELECT a, b FROM s WHERE b IN (60, 61) SETTINGS force_optimize_projection = 1;
ALTER TABLE s ATTACH PARTITION 1;
SELECT a, b FROM s WHERE b IN (60, 61) ORDER BY b SETTINGS force_optimize_projection_name = 'n';
SELECT b % 3, sum(a) FROM s GROUP BY b % 3 ORDER BY 1 SETTINGS force_optimize_projection = 1;
SELECT name, rows FROM system.projection_parts WHERE active AND database = currentDatabase() ORDER BY parent_name, name;
CREATE TABLE r AS s;
ALTER TABLE r REPLACE PARTITION 0 FROM s;
SELECT b % 3, sum(a) FROM r GROUP BY b % 3 ORDER BY 1 SETTINGS force_optimize_projection = 1;
ALTER TABLE s MOVE PARTITION 1 TO TABLE r;
SELECT b % 3, sum(a) FROM r GROUP BY b % 3 ORDER BY 1 SETTINGS force_optimize_projection = 1;
SELECT b % 3, sum(a) FROM s GROUP BY b % 3 ORDER BY 1 SETTINGS force_optimize_projection = 1;
CREATE TABLE o (p UInt8, a UInt32, b UInt32) ENGINE = MergeTree PARTITION BY p ORDER BY a SETTINGS index_granularity = 4;
ALTER TABLE o ATTACH PARTITION 0 FROM r; -- { serverError BAD_ARGUMENTS }
ALTER TABLE r DROP PARTITION 0;
SELECT b % 3, sum(a) FROM r GROUP BY b % 3 ORDER BY 1 SETTINGS force_optimize_projection = 1;
CHECK TABLE r;
