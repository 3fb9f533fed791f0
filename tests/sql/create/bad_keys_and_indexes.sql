-- An expression twice in a key or an index, whatever the brackets; a table may allow it.
CREATE TABLE t (a Int32, b Int32) ENGINE = MergeTree ORDER BY (a, b, (a)); -- { serverError BAD_ARGUMENTS }
CREATE TABLE t (a Int32, b Int32, INDEX i (b, b) TYPE minmax) ENGINE = MergeTree ORDER BY a; -- { serverError BAD_ARGUMENTS }
CREATE TABLE t (a Int32, b Int32, INDEX i (b, a + 1, (a + 1)) TYPE set(3)) ENGINE = MergeTree ORDER BY a; -- { serverError BAD_ARGUMENTS }
CREATE TABLE twice (a Int32, b Int32, INDEX i (b, b) TYPE minmax) ENGINE = MergeTree ORDER BY (a, b, a) SETTINGS allow_suspicious_indices = 1;
INSERT INTO twice VALUES (1, 2), (2, 1);
INSERT INTO twice VALUES (2, 0);
OPTIMIZE TABLE twice FINAL;
SELECT * FROM twice WHERE a = 2;

-- Values without an order, and what is no value of a row.
CREATE TABLE t (a Int32, s AggregateFunction(sum, UInt64), INDEX i s TYPE minmax) ENGINE = MergeTree ORDER BY a; -- { serverError BAD_ARGUMENTS }
CREATE TABLE t (a Int32, s Array(AggregateFunction(sum, UInt64)), INDEX i s TYPE MinMax) ENGINE = MergeTree ORDER BY a; -- { serverError BAD_ARGUMENTS }
CREATE TABLE t (a Int32, x Array(Int32), INDEX i arrayJoin(x) TYPE minmax) ENGINE = MergeTree ORDER BY a; -- { serverError INCORRECT_QUERY }
CREATE TABLE t (a Int32, INDEX i (SELECT 1) TYPE minmax) ENGINE = MergeTree ORDER BY a; -- { serverError BAD_ARGUMENTS }
CREATE TABLE t (a Int32, INDEX i a IN (SELECT 1) TYPE set(2)) ENGINE = MergeTree ORDER BY a; -- { serverError BAD_ARGUMENTS }
CREATE TABLE t (a Int32) ENGINE = MergeTree ORDER BY a IN (SELECT 1); -- { serverError BAD_ARGUMENTS }
CREATE TABLE t (a Int32, n Nested(x Int32, y Int32), INDEX i n TYPE set(2)) ENGINE = MergeTree ORDER BY a; -- { serverError UNKNOWN_IDENTIFIER }
CREATE TABLE t (a Int32, n Nested(x Int32, y Int32)) ENGINE = MergeTree ORDER BY n; -- { serverError UNKNOWN_IDENTIFIER }
CREATE TABLE t (s SimpleAggregateFunction(max, UInt64)) ENGINE = AggregatingMergeTree ORDER BY s; -- { serverError DATA_TYPE_CANNOT_BE_USED_IN_KEY }
SET allow_suspicious_primary_key = 1;
CREATE TABLE simple (s SimpleAggregateFunction(max, UInt64)) ENGINE = AggregatingMergeTree ORDER BY s;

-- Parameters of indexes.
CREATE TABLE t (a Int32, b String, INDEX i b TYPE tokenbf_v1(1073741825, 2, 0)) ENGINE = MergeTree ORDER BY a; -- { serverError BAD_ARGUMENTS }
CREATE TABLE t (a Int32, b String, INDEX i b TYPE ngrambf_v1(3, 1073741825, 2, 0)) ENGINE = MergeTree ORDER BY a; -- { serverError BAD_ARGUMENTS }
CREATE TABLE t (a Int32, b String, INDEX i b TYPE ngrambf_v1('3', 256, 2, 0)) ENGINE = MergeTree ORDER BY a; -- { serverError BAD_GET }
CREATE TABLE t (a Int32, b String, INDEX i b TYPE text(tokenizer = 'ngrams', tokenizer = 'array')) ENGINE = MergeTree ORDER BY a; -- { serverError BAD_ARGUMENTS }
CREATE TABLE t (a Int32, b String, INDEX i b TYPE text(tokenizer = 'ngrams', dictionary_block_size = 0)) ENGINE = MergeTree ORDER BY a; -- { serverError BAD_ARGUMENTS }
CREATE TABLE t (a Int32, b String, INDEX i b TYPE text(tokenizer = 'ngrams', posting_list_codec = 'gzip')) ENGINE = MergeTree ORDER BY a; -- { serverError BAD_ARGUMENTS }
CREATE TABLE t (a Int32, b String, INDEX i b TYPE text(tokenizer = 'ngrams', nonsense = 1)) ENGINE = MergeTree ORDER BY a; -- { serverError BAD_ARGUMENTS }

-- The name of an index type has no case.
CREATE TABLE spelled (a Int32, b String, INDEX i b TYPE MINMAX, INDEX j b TYPE Set(3), INDEX k b TYPE Bloom_Filter GRANULARITY 3, INDEX l b TYPE TEXT(tokenizer = 'ngrams')) ENGINE = MergeTree ORDER BY a;
INSERT INTO spelled VALUES (1, 'abcd');
SHOW CREATE TABLE spelled;
SELECT name, type, type_full FROM system.data_skipping_indices WHERE database = currentDatabase() AND table = 'spelled' ORDER BY name;
SELECT a FROM spelled WHERE b = 'abcd';
ALTER TABLE spelled ADD INDEX m (b, b) TYPE minmax; -- { serverError BAD_ARGUMENTS }
