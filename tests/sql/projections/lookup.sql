-- Tags: tasks
-- Requirement: MT.Proj.Alter, MT.Proj.OrderByStorage, MT.Proj.Merge, MT.Proj.Maintenance
-- A projection that holds the numbers of rows tells which rows of the table to read.
SET min_table_rows_to_use_projection_index = 0, mutations_sync = 2, lightweight_deletes_sync = 2, optimize_move_to_prewhere = 1;
CREATE TABLE t
(
    k UInt32, user UInt32, url String, x Nullable(Float64),
    PROJECTION by_user INDEX user TYPE basic, PROJECTION by_url (SELECT url, k, _part_offset ORDER BY url)
)
ENGINE = MergeTree ORDER BY k SETTINGS index_granularity = 100, lightweight_mutation_projection_mode = 'rebuild';
SYSTEM STOP MERGES t;
INSERT INTO t SELECT number, number * 7919 % 5000, toString(number % 3000), if(number % 5, number, NULL) FROM numbers(20000);
INSERT INTO t SELECT number * 3, 10000 + number % 50, toString(number), number FROM numbers(1000);
SELECT trim(explain) FROM (EXPLAIN projections = 1 SELECT x, url FROM t WHERE user = 77) WHERE explain LIKE '%  %:%' AND explain NOT LIKE '%Output%' AND explain NOT LIKE '%| Granules%';
SELECT trim(explain) FROM (EXPLAIN projections = 1 SELECT x, url FROM t WHERE user IN (77, 10007) AND url = '7') WHERE explain LIKE '%Name:%' OR explain LIKE '%Description:%' OR explain LIKE '%Rows:%' OR explain LIKE '%Filtered Parts:%';
SELECT trim(explain) FROM (EXPLAIN projections = 1 SELECT x, url FROM t WHERE user = 770000) WHERE explain LIKE '%Name:%' OR explain LIKE '%Description:%' OR explain LIKE '%Filtered Parts:%';
-- Conditions that say nothing of the key, or rows too few to be worth it.
SELECT count() FROM (EXPLAIN projections = 1 SELECT x, url FROM t WHERE user % 10 = 7) WHERE explain LIKE '%Name:%';
SELECT count() FROM (EXPLAIN projections = 1 SELECT x, url FROM t WHERE user = 7 OR k = 17) WHERE explain LIKE '%Name:%';
SELECT trim(explain) FROM (EXPLAIN projections = 1 SELECT x, url FROM t WHERE user = 77 SETTINGS min_table_rows_to_use_projection_index = 1000000) WHERE explain LIKE '%Name:%' OR explain LIKE '%Description:%';
SELECT count() FROM (EXPLAIN projections = 1 SELECT x, url FROM t WHERE user = 77 SETTINGS optimize_use_projection_filtering = 0) WHERE explain LIKE '%Name:%';
-- The same rows as without it.
SELECT k, x, url FROM t WHERE user = 77 ORDER BY ALL;
SELECT k, x, url FROM t WHERE user = 77 ORDER BY ALL SETTINGS optimize_use_projections = 0;
SELECT k, user, x FROM t WHERE user IN (77, 10007) AND url = '7' ORDER BY ALL;
SELECT k, user, x FROM t WHERE user IN (77, 10007) AND url = '7' ORDER BY ALL SETTINGS optimize_use_projections = 0;
SELECT k, user, x FROM t WHERE url = '7' AND x IS NULL ORDER BY ALL;
SELECT k, user, _part, _part_offset, x FROM t WHERE user BETWEEN 10048 AND 10100 ORDER BY ALL LIMIT 5;
SELECT count(), sum(x), min(url) FROM t WHERE user >= 4990 AND k < 5000;
SELECT count(), sum(x), min(url) FROM t WHERE user >= 4990 AND k < 5000 SETTINGS optimize_use_projections = 0;
SELECT count(), sum(x) FROM t WHERE user IN (SELECT number * 100 FROM numbers(200));
SELECT count(), sum(x) FROM t PREWHERE user < 20 WHERE url LIKE '1%';
SELECT count(), sum(x) FROM t WHERE user < 0;
SELECT url, k FROM t WHERE user < 100 ORDER BY x DESC, k LIMIT 3;
-- A part without the projection is read as it is.
ALTER TABLE t ADD PROJECTION by_x INDEX x TYPE basic;
INSERT INTO t SELECT number + 50000, 3, 'new', number FROM numbers(300);
SELECT k, user, url FROM t WHERE x = 21 ORDER BY ALL;
SELECT trim(explain) FROM (EXPLAIN projections = 1 SELECT k, user, url FROM t WHERE x = 21) WHERE explain LIKE '%Name:%' OR explain LIKE '%Description:%' OR explain LIKE '%Rows:%' OR explain LIKE '%Filtered Parts:%';
-- Rows that are deleted, updated, merged.
SYSTEM START MERGES t;
DELETE FROM t WHERE k % 2 = 1;
SELECT k, x, url FROM t WHERE user = 77 ORDER BY ALL;
SELECT k, user, url FROM t WHERE x = 12 ORDER BY ALL;
ALTER TABLE t UPDATE user = user + 1 WHERE k % 4 = 2;
SELECT k, x, url FROM t WHERE user = 77 OR user = 78 ORDER BY ALL;
ALTER TABLE t DELETE WHERE k % 8 = 0;
SELECT k, x, url FROM t WHERE user = 77 OR user = 78 ORDER BY ALL;
OPTIMIZE TABLE t FINAL;
SELECT k, x, url FROM t WHERE user = 77 OR user = 78 ORDER BY ALL;
SELECT k, x, url FROM t WHERE user = 77 OR user = 78 ORDER BY ALL SETTINGS optimize_use_projections = 0;
SELECT k, user, url FROM t WHERE x = 12 ORDER BY ALL;
SELECT count(), sum(x), max(url) FROM t WHERE user BETWEEN 100 AND 200;
SELECT count(), sum(x), max(url) FROM t WHERE user BETWEEN 100 AND 200 SETTINGS optimize_use_projections = 0;
ALTER TABLE t RENAME COLUMN x TO y; -- { serverError UNKNOWN_IDENTIFIER }
DROP TABLE t;
