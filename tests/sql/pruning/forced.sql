-- Settings that ask for the use of a key, an index or a projection.
DROP TABLE IF EXISTS forced;
DROP TABLE IF EXISTS keyless;
DROP TABLE IF EXISTS in_memory;
CREATE TABLE forced (a UInt32, b UInt32, d Date, x UInt32, INDEX i x TYPE minmax, PROJECTION pr (SELECT x, count() GROUP BY x), PROJECTION pn (SELECT a, x ORDER BY x))
ENGINE = MergeTree ORDER BY a PARTITION BY toYYYYMM(d) SETTINGS index_granularity = 4;
INSERT INTO forced SELECT number, number, toDate('2024-01-01') + number, number % 7 FROM numbers(100);
CREATE TABLE keyless (a UInt32, x UInt32) ENGINE = MergeTree ORDER BY tuple();
INSERT INTO keyless SELECT number, number FROM numbers(10);
CREATE TABLE in_memory (a UInt32) ENGINE = Memory;
INSERT INTO in_memory VALUES (1);
SET force_primary_key = 1;
SELECT count() FROM forced;
SELECT count() FROM forced WHERE 1;
SELECT count() FROM keyless;
SELECT sum(a) FROM forced; -- { serverError INDEX_NOT_USED }
SELECT sum(a) FROM forced WHERE 1; -- { serverError INDEX_NOT_USED }
SELECT sum(a) FROM forced WHERE 0;
SELECT sum(a) FROM forced WHERE NULL;
SELECT sum(a) FROM keyless; -- { serverError INDEX_NOT_USED }
SELECT sum(a) FROM keyless WHERE a = 1; -- { serverError INDEX_NOT_USED }
SELECT sum(a) FROM keyless WHERE 0;
SELECT count() FROM forced WHERE a IN (SELECT a FROM keyless); -- { serverError INDEX_NOT_USED }
SELECT sum(a) FROM in_memory;
SELECT sum(number) FROM numbers(3);
SET force_primary_key = 0, force_index_by_date = 1;
SELECT count() FROM forced;
SELECT max(d) FROM forced;
SELECT sum(a) FROM forced WHERE a = 1; -- { serverError INDEX_NOT_USED }
SELECT sum(a) FROM forced WHERE d = '2024-01-05';
SELECT sum(a) FROM keyless;
SELECT sum(a) FROM in_memory;
SET force_index_by_date = 0, force_optimize_projection = 1;
SELECT sum(a) FROM forced WHERE x = 1;
SELECT x, count() FROM forced GROUP BY x ORDER BY x LIMIT 2;
SELECT x, sum(a) FROM forced GROUP BY x ORDER BY x LIMIT 2;
SELECT sum(a) FROM forced;
SELECT a FROM forced WHERE a + x = 1;
SELECT sum(b) FROM forced; -- { serverError PROJECTION_NOT_USED }
SELECT a, x FROM forced WHERE a = 1; -- { serverError PROJECTION_NOT_USED }
SELECT sum(a) FROM keyless; -- { serverError PROJECTION_NOT_USED }
SELECT count() FROM keyless;
SELECT sum(a) FROM in_memory;
SELECT 1;
SELECT sum(t.a) FROM forced AS t JOIN forced AS u ON t.a = u.a WHERE u.b = 1;
EXPLAIN SELECT sum(b) FROM forced; -- { serverError PROJECTION_NOT_USED }
INSERT INTO in_memory SELECT b FROM forced WHERE b = 1; -- { serverError PROJECTION_NOT_USED }
SELECT sum(a) FROM in_memory;
SELECT x, count() FROM forced GROUP BY x ORDER BY x LIMIT 1 SETTINGS optimize_use_projections = 0;
SET force_optimize_projection = 0;
SELECT x, count() FROM forced GROUP BY x ORDER BY x LIMIT 1 SETTINGS force_optimize_projection_name = 'pr';
SELECT x, count() FROM forced GROUP BY x SETTINGS force_optimize_projection_name = 'nope'; -- { serverError INCORRECT_DATA }
SELECT sum(a) FROM keyless SETTINGS force_optimize_projection_name = 'nope'; -- { serverError INCORRECT_DATA }
SELECT sum(a) FROM in_memory SETTINGS force_optimize_projection_name = 'nope';
SET optimize_use_projections = 0, force_data_skipping_indices = 'i';
SELECT sum(a) FROM forced WHERE x = 1;
SELECT sum(a) FROM forced WHERE a = 1; -- { serverError INDEX_NOT_USED }
SELECT sum(a) FROM in_memory;
SELECT sum(a) FROM forced WHERE x = 1 SETTINGS force_data_skipping_indices = '`i`';
SELECT sum(a) FROM forced WHERE x = 1 SETTINGS force_data_skipping_indices = ', i'; -- { serverError CANNOT_PARSE_TEXT }
SELECT sum(a) FROM forced WHERE x = 1 SETTINGS ignore_data_skipping_indices = 'i'; -- { serverError INDEX_NOT_USED }
DROP TABLE forced;
DROP TABLE keyless;
DROP TABLE in_memory;
-- Tables without parts are not read.
CREATE TABLE nothing (k UInt8, v UInt8, PROJECTION p (SELECT * ORDER BY v), INDEX i v TYPE minmax) ENGINE = MergeTree ORDER BY k;
SELECT k FROM nothing SETTINGS force_optimize_projection = 1, optimize_use_projections = 1, force_data_skipping_indices = '';
SELECT k FROM nothing SETTINGS force_optimize_projection_name = 'q', optimize_use_projections = 1, force_data_skipping_indices = '';
SELECT k FROM nothing SETTINGS force_primary_key = 1;
SELECT k FROM nothing SETTINGS force_data_skipping_indices = 'i';
INSERT INTO nothing VALUES (1, 1);
SELECT k FROM nothing SETTINGS force_primary_key = 1; -- { serverError INDEX_NOT_USED }
SELECT k FROM nothing SETTINGS force_data_skipping_indices = 'i'; -- { serverError INDEX_NOT_USED }
DROP TABLE nothing;
