-- Requirement: MT.SkipType.ANN
-- What CREATE and ALTER say of declarations.
CREATE TABLE a (id Int32, v Array(Float32), INDEX i v TYPE vector_similarity) ENGINE = MergeTree ORDER BY id; -- { serverError INCORRECT_QUERY }
CREATE TABLE a (id Int32, v Array(Float32), INDEX i v TYPE vector_similarity('hnsw', 'L2Distance')) ENGINE = MergeTree ORDER BY id; -- { serverError INCORRECT_QUERY }
CREATE TABLE a (id Int32, v Array(Float32), INDEX i v TYPE vector_similarity('hnsw', 'L2Distance', 2, 'f32')) ENGINE = MergeTree ORDER BY id; -- { serverError INCORRECT_QUERY }
CREATE TABLE a (id Int32, v Array(Float32), INDEX i v TYPE vector_similarity(1, 'L2Distance', 2)) ENGINE = MergeTree ORDER BY id; -- { serverError INCORRECT_QUERY }
CREATE TABLE a (id Int32, v Array(Float32), INDEX i v TYPE vector_similarity('hnsw', 2, 2)) ENGINE = MergeTree ORDER BY id; -- { serverError INCORRECT_QUERY }
CREATE TABLE a (id Int32, v Array(Float32), INDEX i v TYPE vector_similarity('hnsw', 'L2Distance', 'a')) ENGINE = MergeTree ORDER BY id; -- { serverError INCORRECT_QUERY }
CREATE TABLE a (id Int32, v Array(Float32), INDEX i v TYPE vector_similarity('hnsw', 'L2Distance', -8)) ENGINE = MergeTree ORDER BY id; -- { serverError INCORRECT_QUERY }
CREATE TABLE a (id Int32, v Array(Float32), INDEX i v TYPE vector_similarity('hnsw', 'L2Distance', 8.5)) ENGINE = MergeTree ORDER BY id; -- { serverError INCORRECT_QUERY }
CREATE TABLE a (id Int32, v Array(Float32), INDEX i v TYPE vector_similarity('hnsw', 'L2Distance', 8, 3, 4, 5)) ENGINE = MergeTree ORDER BY id; -- { serverError INCORRECT_QUERY }
CREATE TABLE a (id Int32, v Array(Float32), INDEX i v TYPE vector_similarity('hnsw', 'L2Distance', 8, 'bf16', '4', 5)) ENGINE = MergeTree ORDER BY id; -- { serverError INCORRECT_QUERY }
CREATE TABLE a (id Int32, v Array(Float32), INDEX i v TYPE vector_similarity('hnsw', 'L2Distance', 8, 'bf16', 4, -1)) ENGINE = MergeTree ORDER BY id; -- { serverError INCORRECT_QUERY }
CREATE TABLE a (id Int32, v Array(Float32), INDEX i v TYPE vector_similarity('annoy', 'L2Distance', 2)) ENGINE = MergeTree ORDER BY id; -- { serverError INCORRECT_DATA }
CREATE TABLE a (id Int32, v Array(Float32), INDEX i v TYPE vector_similarity('hnsw', 'L1Distance', 2)) ENGINE = MergeTree ORDER BY id; -- { serverError INCORRECT_DATA }
CREATE TABLE a (id Int32, v Array(Float32), INDEX i v TYPE vector_similarity('hnsw', 'L2Distance', 0)) ENGINE = MergeTree ORDER BY id; -- { serverError INCORRECT_DATA }
CREATE TABLE a (id Int32, v Array(Float32), INDEX i v TYPE vector_similarity('hnsw', 'L2Distance', 8, 'f8', 4, 5)) ENGINE = MergeTree ORDER BY id; -- { serverError INCORRECT_DATA }
CREATE TABLE a (id Int32, v Array(Float32), INDEX i v TYPE vector_similarity('hnsw', 'L2Distance', 8, 'f32', 1, 5)) ENGINE = MergeTree ORDER BY id; -- { serverError INCORRECT_DATA }
CREATE TABLE a (id Int32, v Array(Float32), INDEX i v TYPE vector_similarity('hnsw', 'cosineDistance', 2, 'b1', 4, 5)) ENGINE = MergeTree ORDER BY id; -- { serverError INCORRECT_DATA }
CREATE TABLE a (id Int32, v Array(Float32), INDEX i v TYPE vector_similarity('hnsw', 'L2Distance', 8, 'b1', 4, 5)) ENGINE = MergeTree ORDER BY id; -- { serverError INCORRECT_DATA }
CREATE TABLE a (id Int32, v Array(Int32), INDEX i v TYPE vector_similarity('hnsw', 'L2Distance', 8)) ENGINE = MergeTree ORDER BY id; -- { serverError ILLEGAL_COLUMN }
CREATE TABLE a (id Int32, v String, INDEX i v TYPE vector_similarity('hnsw', 'L2Distance', 8)) ENGINE = MergeTree ORDER BY id; -- { serverError ILLEGAL_COLUMN }
CREATE TABLE a (id Int32, v Float32, INDEX i v TYPE vector_similarity('hnsw', 'L2Distance', 8)) ENGINE = MergeTree ORDER BY id; -- { serverError ILLEGAL_COLUMN }
CREATE TABLE a (id Int32, v Array(Array(Float32)), INDEX i v TYPE vector_similarity('hnsw', 'L2Distance', 8)) ENGINE = MergeTree ORDER BY id; -- { serverError ILLEGAL_COLUMN }
CREATE TABLE a (id Int32, v Array(Float32), w Array(Float32), INDEX i (v, w) TYPE vector_similarity('hnsw', 'L2Distance', 8)) ENGINE = MergeTree ORDER BY id; -- { serverError INCORRECT_NUMBER_OF_COLUMNS }
CREATE TABLE a (id Int32, v Array(Float32), INDEX i v TYPE vector_similarity('hnsw', 'L2Distance', 2)) ENGINE = MergeTree ORDER BY id SETTINGS index_granularity_bytes = 0; -- { serverError INVALID_SETTING_VALUE }

CREATE TABLE a
(
    id Int32, v Array(Float32), d Array(Float64), b Array(BFloat16),
    INDEX one v TYPE vector_similarity('hnsw', 'L2Distance', 2),
    INDEX two d TYPE vector_similarity('hnsw', 'cosineDistance', 2) GRANULARITY 3,
    INDEX three b TYPE vector_similarity('hnsw', 'dotProduct', 2, 'f32', 0, 0),
    INDEX four arrayMap(x -> x * 2, v) TYPE vector_similarity('hnsw', 'L2Distance', 2, 'i8', 33, 1)
)
ENGINE = MergeTree ORDER BY id;
SELECT name, type, type_full, expr, granularity FROM system.data_skipping_indices WHERE database = currentDatabase() ORDER BY name;
INSERT INTO a VALUES (1, [1, 2], [3, 4], [5, 6]), (2, [7, 8], [9, 10], [11, 12]);
SELECT id FROM a ORDER BY L2Distance(v, [7, 8]) LIMIT 1;
SELECT id FROM a ORDER BY cosineDistance(d, [3, 4]) LIMIT 1;
SELECT id FROM a ORDER BY dotProduct(b, [1, 1]) DESC LIMIT 1;
SELECT id FROM a ORDER BY L2Distance(arrayMap(x -> x * 2, v), [2, 4]) LIMIT 1;

ALTER TABLE a ADD INDEX bad v TYPE vector_similarity('hnsw', 'L2Distance', 0); -- { serverError INCORRECT_DATA }
ALTER TABLE a DROP COLUMN v; -- { serverError UNKNOWN_IDENTIFIER }

-- Values that are no vectors: nothing is inserted.
INSERT INTO a VALUES (3, [], [1, 2], [3, 4]); -- { serverError INCORRECT_DATA }
INSERT INTO a VALUES (3, [1], [1, 2], [3, 4]); -- { serverError INCORRECT_DATA }
INSERT INTO a VALUES (3, [1, 2], [1, 2], [3, 4]), (4, [1, 2, 3], [1, 2], [3, 4]); -- { serverError INCORRECT_DATA }
INSERT INTO a VALUES (3, [1, nan], [1, 2], [3, 4]); -- { serverError INCORRECT_DATA }
INSERT INTO a VALUES (3, [1, inf], [1, 2], [3, 4]); -- { serverError INCORRECT_DATA }
SELECT count() FROM a;
DROP TABLE a;
