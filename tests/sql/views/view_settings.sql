-- A view is analysed with the SETTINGS of its query, whoever reads it.
DROP TABLE IF EXISTS vs_a;
DROP TABLE IF EXISTS vs_b;
DROP VIEW IF EXISTS vs_join;
DROP VIEW IF EXISTS vs_names;
DROP VIEW IF EXISTS vs_union;
DROP VIEW IF EXISTS vs_read;
DROP VIEW IF EXISTS vs_limit;
DROP VIEW IF EXISTS vs_empty;
DROP VIEW IF EXISTS vs_mv;
CREATE TABLE vs_a (x UInt8) ENGINE = MergeTree ORDER BY x;
CREATE TABLE vs_b (x UInt8, y UInt8) ENGINE = MergeTree ORDER BY x;
INSERT INTO vs_a VALUES (1), (2);
INSERT INTO vs_b VALUES (1, 10);
CREATE VIEW vs_join AS SELECT vs_a.x, vs_b.y FROM vs_a LEFT JOIN vs_b ON vs_a.x = vs_b.x SETTINGS join_use_nulls = 1;
SELECT *, toTypeName(y) FROM vs_join ORDER BY x;
SELECT * FROM vs_join ORDER BY x SETTINGS join_use_nulls = 0;
SELECT x FROM vs_join WHERE y IS NULL;
DESCRIBE vs_join;
CREATE VIEW vs_names AS SELECT 1 + x AS x, x AS z FROM vs_a SETTINGS prefer_column_name_to_alias = 1;
SELECT * FROM vs_names ORDER BY x;
CREATE VIEW vs_union AS SELECT 1 AS x UNION SELECT 1 SETTINGS union_default_mode = 'ALL';
SELECT * FROM vs_union;
CREATE VIEW vs_read AS SELECT * FROM vs_a SETTINGS max_rows_to_read = 1;
SELECT * FROM vs_read; -- { serverError TOO_MANY_ROWS }
CREATE VIEW vs_limit AS SELECT * FROM vs_a SETTINGS limit = 1; -- { serverError NOT_IMPLEMENTED }
CREATE VIEW vs_limit AS SELECT * FROM vs_a SETTINGS nosuch = 1; -- { serverError UNKNOWN_SETTING }
CREATE VIEW vs_empty AS SELECT sum(x) AS s FROM vs_a WHERE x > 100 SETTINGS aggregate_functions_null_for_empty = 1;
SELECT * FROM vs_empty;
CREATE MATERIALIZED VIEW vs_mv ENGINE = MergeTree ORDER BY x AS SELECT vs_a.x AS x, vs_b.y AS y FROM vs_a LEFT JOIN vs_b ON vs_a.x = vs_b.x SETTINGS join_use_nulls = 1;
INSERT INTO vs_a VALUES (1), (3);
SELECT *, toTypeName(y) FROM vs_mv ORDER BY x;
CREATE TABLE vs_c ENGINE = MergeTree ORDER BY x AS SELECT vs_a.x AS x, vs_b.y AS y FROM vs_a LEFT JOIN vs_b ON vs_a.x = vs_b.x SETTINGS join_use_nulls = 1;
SELECT y, toTypeName(y), count() FROM vs_c GROUP BY y ORDER BY y;
DROP TABLE vs_c;
DROP VIEW vs_mv;
DROP VIEW vs_empty;
DROP VIEW vs_read;
DROP VIEW vs_union;
DROP VIEW vs_names;
DROP VIEW vs_join;
DROP TABLE vs_b;
DROP TABLE vs_a;
