-- Requirement: MT.SkipType.Token, MT.SkipType.Ngram, MT.SkipType.NgramParamSize, MT.SkipType.NgramParamHashes, MT.SkipType.NgramParamSeed
-- Filters so small that they often err: the same granules are left only if the same bits are set.
CREATE TABLE f (a UInt32, s String, INDEX words s TYPE tokenbf_v1(16, 2, 5), INDEX grams s TYPE ngrambf_v1(4, 64, 3, 12345678901))
ENGINE = MergeTree ORDER BY a SETTINGS index_granularity = 4;
INSERT INTO f SELECT number, concat('tok', toString(number * 7919 % 1000), ' word', toString(number), ' ', repeat('x', number % 80)) FROM numbers(100);
SELECT trim(BOTH ' ' FROM explain) FROM (EXPLAIN indexes = 1 SELECT a FROM f WHERE hasToken(s, 'word103') SETTINGS ignore_data_skipping_indices = 'grams') WHERE explain LIKE '%Granules: %/25';
SELECT trim(BOTH ' ' FROM explain) FROM (EXPLAIN indexes = 1 SELECT a FROM f WHERE s LIKE '%word103%' SETTINGS ignore_data_skipping_indices = 'words') WHERE explain LIKE '%Granules: %/25';
SELECT trim(BOTH ' ' FROM explain) FROM (EXPLAIN indexes = 1 SELECT a FROM f WHERE hasToken(s, 'word106') SETTINGS ignore_data_skipping_indices = 'grams') WHERE explain LIKE '%Granules: %/25';
SELECT trim(BOTH ' ' FROM explain) FROM (EXPLAIN indexes = 1 SELECT a FROM f WHERE s LIKE '%word106%' SETTINGS ignore_data_skipping_indices = 'words') WHERE explain LIKE '%Granules: %/25';
SELECT trim(BOTH ' ' FROM explain) FROM (EXPLAIN indexes = 1 SELECT a FROM f WHERE hasToken(s, 'word108') SETTINGS ignore_data_skipping_indices = 'grams') WHERE explain LIKE '%Granules: %/25';
SELECT trim(BOTH ' ' FROM explain) FROM (EXPLAIN indexes = 1 SELECT a FROM f WHERE s LIKE '%word108%' SETTINGS ignore_data_skipping_indices = 'words') WHERE explain LIKE '%Granules: %/25';
SELECT trim(BOTH ' ' FROM explain) FROM (EXPLAIN indexes = 1 SELECT a FROM f WHERE hasToken(s, 'word109') SETTINGS ignore_data_skipping_indices = 'grams') WHERE explain LIKE '%Granules: %/25';
SELECT trim(BOTH ' ' FROM explain) FROM (EXPLAIN indexes = 1 SELECT a FROM f WHERE s LIKE '%word109%' SETTINGS ignore_data_skipping_indices = 'words') WHERE explain LIKE '%Granules: %/25';
SELECT trim(BOTH ' ' FROM explain) FROM (EXPLAIN indexes = 1 SELECT a FROM f WHERE hasToken(s, 'word110') SETTINGS ignore_data_skipping_indices = 'grams') WHERE explain LIKE '%Granules: %/25';
SELECT trim(BOTH ' ' FROM explain) FROM (EXPLAIN indexes = 1 SELECT a FROM f WHERE s LIKE '%word110%' SETTINGS ignore_data_skipping_indices = 'words') WHERE explain LIKE '%Granules: %/25';
SELECT trim(BOTH ' ' FROM explain) FROM (EXPLAIN indexes = 1 SELECT a FROM f WHERE hasToken(s, 'word115') SETTINGS ignore_data_skipping_indices = 'grams') WHERE explain LIKE '%Granules: %/25';
SELECT trim(BOTH ' ' FROM explain) FROM (EXPLAIN indexes = 1 SELECT a FROM f WHERE s LIKE '%word115%' SETTINGS ignore_data_skipping_indices = 'words') WHERE explain LIKE '%Granules: %/25';
SELECT trim(BOTH ' ' FROM explain) FROM (EXPLAIN indexes = 1 SELECT a FROM f WHERE hasToken(s, 'tok1') SETTINGS ignore_data_skipping_indices = 'grams') WHERE explain LIKE '%Granules: %/25';
SELECT trim(BOTH ' ' FROM explain) FROM (EXPLAIN indexes = 1 SELECT a FROM f WHERE s LIKE '%tok1%' SETTINGS ignore_data_skipping_indices = 'words') WHERE explain LIKE '%Granules: %/25';
SELECT trim(BOTH ' ' FROM explain) FROM (EXPLAIN indexes = 1 SELECT a FROM f WHERE hasToken(s, 'éa') SETTINGS ignore_data_skipping_indices = 'grams') WHERE explain LIKE '%Granules: %/25';
SELECT trim(BOTH ' ' FROM explain) FROM (EXPLAIN indexes = 1 SELECT a FROM f WHERE s LIKE '%éa%' SETTINGS ignore_data_skipping_indices = 'words') WHERE explain LIKE '%Granules: %/25';
DROP TABLE f;
