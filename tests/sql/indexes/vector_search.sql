-- Requirement: MT.SkipType.ANN, MT.Skip.Blocks
-- Distances are computed of the rows here, which ClickHouse calls rescoring.
SET vector_search_with_rescoring = 1;

CREATE TABLE v
(
    id Int32, p Int32, k Int32, vec Array(Float32),
    INDEX m k TYPE minmax GRANULARITY 1,
    INDEX near vec TYPE vector_similarity('hnsw', 'L2Distance', 2)
)
ENGINE = MergeTree PARTITION BY p ORDER BY id SETTINGS index_granularity = 4;
SELECT id FROM v ORDER BY L2Distance(vec, [1., 2.]) LIMIT 2;
INSERT INTO v SELECT number, number % 2, intDiv(number, 10), [toFloat32(number), 0.] FROM numbers(100);

SELECT trim(BOTH ' ' FROM replaceRegexpAll(explain, '[│├└─]', '')) AS line FROM (EXPLAIN indexes = 1 SELECT id FROM v ORDER BY L2Distance(vec, [50.2, 0.]) LIMIT 3) WHERE line LIKE 'Granules%' OR line LIKE 'Name%' OR line LIKE 'Description%';
SELECT id, L2Distance(vec, [50.2, 0.]) FROM v ORDER BY L2Distance(vec, [50.2, 0.]) LIMIT 3;
SELECT id FROM v ORDER BY L2Distance([50.2, 0.], vec) LIMIT 2 OFFSET 2;
SELECT id FROM v ORDER BY distanceL2(vec, (SELECT [50.2, 0])) LIMIT 2;
SELECT id FROM v ORDER BY L2Distance(vec, [50.2, 0.]) LIMIT 0;

SELECT '-- filters';
SELECT id, L2Distance(vec, [50.2, 0.]) AS d FROM v WHERE p = 1 ORDER BY d LIMIT 3;
SELECT id FROM v WHERE id > 52 ORDER BY L2Distance(vec, [50.2, 0.]) LIMIT 3;
SELECT id FROM v WHERE k + 1 < 9 AND id != 50 ORDER BY L2Distance(vec, [50.2, 0.]) LIMIT 2;
SELECT id FROM v WHERE k = 7 ORDER BY L2Distance(vec, [50.2, 0.]) LIMIT 3;
SELECT id FROM v WHERE k = 7 ORDER BY L2Distance(vec, [50.2, 0.]) LIMIT 3 SETTINGS vector_search_filter_strategy = 'prefilter';
SELECT id FROM v WHERE k = 4 ORDER BY L2Distance(vec, [50.2, 0.]) LIMIT 3 SETTINGS vector_search_index_fetch_multiplier = 6;
SELECT line FROM (SELECT trim(BOTH ' ' FROM replaceRegexpAll(explain, '[│├└─]', '')) AS line FROM (EXPLAIN indexes = 1
    SELECT id FROM v WHERE k = 5 ORDER BY L2Distance(vec, [50.2, 0.]) LIMIT 3)) WHERE line LIKE 'Granules%' OR line LIKE 'Name%';
SELECT line FROM (SELECT trim(BOTH ' ' FROM replaceRegexpAll(explain, '[│├└─]', '')) AS line FROM (EXPLAIN indexes = 1
    SELECT id FROM v WHERE id > 8 ORDER BY L2Distance(vec, [50.2, 0.]) LIMIT 3)) WHERE line LIKE 'Granules%' OR line LIKE 'Name%';
SELECT line FROM (SELECT trim(BOTH ' ' FROM replaceRegexpAll(explain, '[│├└─]', '')) AS line FROM (EXPLAIN indexes = 1
    SELECT id FROM v WHERE k = 5 ORDER BY L2Distance(vec, [50.2, 0.]) LIMIT 3 SETTINGS vector_search_filter_strategy = 'prefilter')) WHERE line LIKE 'Granules%' OR line LIKE 'Name%';

SELECT '-- not used';
SELECT count() FROM (EXPLAIN indexes = 1 SELECT id FROM v ORDER BY L2Distance(vec, [50.2, 0.]) DESC LIMIT 3) WHERE explain LIKE '%vector_similarity%';
SELECT count() FROM (EXPLAIN indexes = 1 SELECT id FROM v ORDER BY L2Distance(vec, [50.2, 0.]), id LIMIT 3) WHERE explain LIKE '%vector_similarity%';
SELECT count() FROM (EXPLAIN indexes = 1 SELECT id FROM v ORDER BY cosineDistance(vec, [50.2, 0.]) LIMIT 3) WHERE explain LIKE '%vector_similarity%';
SELECT count() FROM (EXPLAIN indexes = 1 SELECT id FROM v ORDER BY L2SquaredDistance(vec, [50.2, 0.]) LIMIT 3) WHERE explain LIKE '%vector_similarity%';
SELECT count() FROM (EXPLAIN indexes = 1 SELECT id FROM v ORDER BY L2Distance(vec, [50.2, 0.])) WHERE explain LIKE '%vector_similarity%';
SELECT count() FROM (EXPLAIN indexes = 1 SELECT id FROM v ORDER BY L2Distance(vec, [50.2, 0.]) LIMIT 3 WITH TIES) WHERE explain LIKE '%vector_similarity%';
SELECT count() FROM (EXPLAIN indexes = 1 SELECT id FROM v ORDER BY L2Distance(vec, [50.2, 0.]) LIMIT 1 BY id LIMIT 3) WHERE explain LIKE '%vector_similarity%';
SELECT count() FROM (EXPLAIN indexes = 1 SELECT id FROM v ORDER BY L2Distance(vec, [50.2, 0.]) LIMIT 3 SETTINGS query_plan_try_use_vector_search = 0) WHERE explain LIKE '%vector_similarity%';
SELECT count() FROM (EXPLAIN indexes = 1 SELECT id FROM v ORDER BY L2Distance(vec, [50.2, 0.]) LIMIT 3 SETTINGS max_limit_for_vector_search_queries = 2) WHERE explain LIKE '%vector_similarity%';
SELECT count() FROM (EXPLAIN indexes = 1 SELECT id FROM v ORDER BY L2Distance(vec, [50.2, 0.]) LIMIT 3 SETTINGS ignore_data_skipping_indices = 'near') WHERE explain LIKE '%vector_similarity%';
SELECT count() FROM (EXPLAIN indexes = 1 SELECT id FROM v ORDER BY L2Distance(vec, [50.2, 0.]) LIMIT 3 SETTINGS use_skip_indexes = 0) WHERE explain LIKE '%vector_similarity%';
SELECT id FROM v ORDER BY L2Distance(vec, [50.2, 0.]) LIMIT 1 SETTINGS force_data_skipping_indices = 'near';
SELECT id FROM v ORDER BY id LIMIT 1 SETTINGS force_data_skipping_indices = 'near'; -- { serverError INDEX_NOT_USED }

SELECT '-- errors';
SELECT id FROM v ORDER BY L2Distance(vec, [1., 2., 3.]) LIMIT 3; -- { serverError INCORRECT_QUERY }
SELECT id FROM v ORDER BY L2Distance(vec, [nan, 0.]) LIMIT 3; -- { serverError INCORRECT_QUERY }
SELECT id FROM v ORDER BY L2Distance(vec, [0., inf]) LIMIT 3; -- { serverError INCORRECT_QUERY }
SELECT id FROM v ORDER BY L2Distance(vec, [1., 2.]) LIMIT 3 SETTINGS hnsw_candidate_list_size_for_search = 0; -- { serverError INVALID_SETTING_VALUE }
SELECT id FROM v ORDER BY L2Distance(vec, [1., 2.]) LIMIT 3 SETTINGS vector_search_index_fetch_multiplier = 0.5; -- { serverError INVALID_SETTING_VALUE }
SELECT id FROM v ORDER BY L2Distance(vec, [1., 2.]) LIMIT 3 SETTINGS vector_search_filter_strategy = 'x'; -- { serverError BAD_ARGUMENTS }

SELECT '-- kept by merges and mutations';
OPTIMIZE TABLE v FINAL;
SELECT trim(BOTH ' ' FROM replaceRegexpAll(explain, '[│├└─]', '')) AS line FROM (EXPLAIN indexes = 1 SELECT id FROM v ORDER BY L2Distance(vec, [50.2, 0.]) LIMIT 3) WHERE line LIKE 'Granules%' OR line LIKE 'Name%' OR line LIKE 'Description%';
ALTER TABLE v UPDATE vec = [id - 10., 0.] WHERE id < 10 SETTINGS mutations_sync = 2;
SELECT id FROM v ORDER BY L2Distance(vec, [-6.8, 0.]) LIMIT 3;
SELECT trim(BOTH ' ' FROM replaceRegexpAll(explain, '[│├└─]', '')) AS line FROM (EXPLAIN indexes = 1 SELECT id FROM v ORDER BY L2Distance(vec, [50.2, 0.]) LIMIT 3) WHERE line LIKE 'Granules%' OR line LIKE 'Name%' OR line LIKE 'Description%';
ALTER TABLE v DELETE WHERE id IN (50, 51) SETTINGS mutations_sync = 2;
SELECT id FROM v ORDER BY L2Distance(vec, [50.2, 0.]) LIMIT 3;
ALTER TABLE v UPDATE vec = [1, 2, 3] WHERE id = 20 SETTINGS mutations_sync = 2; -- { serverError UNFINISHED }
KILL MUTATION WHERE database = currentDatabase() AND table = 'v' FORMAT Null;
ALTER TABLE v DROP INDEX near;
SELECT trim(BOTH ' ' FROM replaceRegexpAll(explain, '[│├└─]', '')) AS line FROM (EXPLAIN indexes = 1 SELECT id FROM v ORDER BY L2Distance(vec, [50.2, 0.]) LIMIT 3) WHERE line LIKE 'Granules%' OR line LIKE 'Name%' OR line LIKE 'Description%';
ALTER TABLE v ADD INDEX near vec TYPE vector_similarity('hnsw', 'L2Distance', 2) GRANULARITY 2;
SELECT trim(BOTH ' ' FROM replaceRegexpAll(explain, '[│├└─]', '')) AS line FROM (EXPLAIN indexes = 1 SELECT id FROM v ORDER BY L2Distance(vec, [50.2, 0.]) LIMIT 3) WHERE line LIKE 'Granules%' OR line LIKE 'Name%' OR line LIKE 'Description%';
ALTER TABLE v MATERIALIZE INDEX near SETTINGS mutations_sync = 2;
SELECT trim(BOTH ' ' FROM replaceRegexpAll(explain, '[│├└─]', '')) AS line FROM (EXPLAIN indexes = 1 SELECT id FROM v ORDER BY L2Distance(vec, [50.2, 0.]) LIMIT 3) WHERE line LIKE 'Granules%' OR line LIKE 'Name%' OR line LIKE 'Description%';
SELECT id FROM v ORDER BY L2Distance(vec, [50.2, 0.]) LIMIT 3;
ALTER TABLE v CLEAR INDEX near SETTINGS mutations_sync = 2;
SELECT id FROM v ORDER BY L2Distance(vec, [50.2, 0.]) LIMIT 3;
DROP TABLE v;
