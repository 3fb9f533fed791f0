-- Tuples are compared element by element by every index; indexHint asks only the indexes.
CREATE TABLE b (u64 UInt64, i32 Int32, i64 UInt64, s String, INDEX by_i32 i32 TYPE bloom_filter GRANULARITY 1,
    INDEX by_s s TYPE set(10) GRANULARITY 1)
ENGINE = MergeTree ORDER BY u64 SETTINGS index_granularity = 6;
INSERT INTO b SELECT number, number, number, toString(number % 50) FROM numbers(100);
SELECT count() FROM b WHERE i32 = 1 SETTINGS max_rows_to_read = 6;
SELECT count() FROM b WHERE (i32, i32) = (1, 2) SETTINGS max_rows_to_read = 6;
SELECT count() FROM b WHERE (i32, i64) = (1, 1) SETTINGS max_rows_to_read = 6;
SELECT count() FROM b WHERE (i64, (i64, i32)) = (1, (1, 1)) SETTINGS max_rows_to_read = 6;
SELECT count() FROM b WHERE (1, 1) = (i32, i64) SETTINGS max_rows_to_read = 6;
SELECT count() FROM b WHERE (i32, s) = (1, '1') OR (i32, s) = (2, '2') SETTINGS max_rows_to_read = 6;
SELECT count() FROM b WHERE i32 IN (1, 2) SETTINGS max_rows_to_read = 6;
SELECT count() FROM b WHERE (i32, i64) IN ((1, 1), (2, 2)) SETTINGS max_rows_to_read = 6;
WITH (1, 2) AS wanted SELECT count() FROM b WHERE i32 IN wanted SETTINGS max_rows_to_read = 6;
WITH ((1, 2), (2, 2)) AS wanted SELECT count() FROM b WHERE (i32, i64) IN wanted SETTINGS max_rows_to_read = 6;
SELECT sum(ignore(*) + 1) FROM b WHERE indexHint(i32 IN (3, 15, 50));
SELECT sum(ignore(*) + 1) FROM b WHERE indexHint(u64 < 5);
SELECT sum(ignore(*) + 1) FROM b WHERE indexHint(u64 < 5) OR indexHint(u64 >= 96);
SELECT sum(ignore(*) + 1) FROM b WHERE NOT indexHint(u64 < 5);
SELECT count() FROM b WHERE (i32 = 200) = (i32 = 200);
SELECT count() FROM b WHERE (u64, i32) = (NULL, 1);
-- A tuple under a name is a set.
WITH (1, 2) AS wanted SELECT number IN wanted FROM numbers(4);
WITH ((1, 2), (2, 3)) AS wanted SELECT (number, number + 1) IN wanted FROM numbers(4);
WITH (1, 'a') AS one SELECT (number, 'a') IN one FROM numbers(3);
WITH (1, NULL, 2) AS wanted SELECT number IN wanted FROM numbers(3);
-- Constant text in a tuple is read as the type of its partner, and indexes see that, too.
CREATE TABLE f (id UInt32, value String, log_date Date) ENGINE = MergeTree ORDER BY id PARTITION BY log_date SETTINGS index_granularity = 3;
INSERT INTO f VALUES (1, 'A', '2021-01-01'), (2, 'B', '2021-01-01'), (3, 'C', '2021-01-01'), (4, 'D', '2021-01-02');
SET force_primary_key = 1;
SELECT * FROM f WHERE (id, value) = (1, 'A') AND (id, log_date) = (1, '2021-01-01');
SELECT * FROM f WHERE ((id, value), log_date) = ((1, 'A'), '2021-01-01');
SELECT * FROM f WHERE (1, value) = (id, 'A');
SELECT * FROM f WHERE (id, value, value || 'foo') = ('1', 'A', 'A');
SET force_primary_key = 0, force_index_by_date = 1;
SELECT * FROM f WHERE (log_date, value) = ('2021-01-01', 'A');
SELECT * FROM f WHERE (log_date, value) = tuple('2021-01-01'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT (id, value) = (value, id) FROM f; -- { serverError NO_COMMON_TYPE }
SELECT (1, 'a') = (1, 2); -- { serverError TYPE_MISMATCH }
SET force_index_by_date = 0;
SELECT (toDate('2020-01-01'), 1) < ('2020-01-02', 1), (1, 2) = ('1', '2'), ((1, toDate('2020-01-01')), 2) >= ((1, '2020-01-01'), 2);
-- transform_null_in: NULL is found by the key.
CREATE TABLE n (k Nullable(Int32), v Int32) ENGINE = MergeTree ORDER BY k SETTINGS allow_nullable_key = 1, index_granularity = 1;
INSERT INTO n SELECT number * 2, number FROM numbers(10);
INSERT INTO n VALUES (NULL, -1);
SET force_primary_key = 1, transform_null_in = 1;
SELECT * FROM n WHERE k IN (10, 20);
SELECT * FROM n WHERE k IN (3, NULL) SETTINGS max_rows_to_read = 4;
SELECT * FROM n WHERE k IN (NULL, 4) ORDER BY v;
-- Sets of other types of numbers: rows of subqueries beside keys and indexes.
SET force_primary_key = 0, transform_null_in = 0;
CREATE TABLE sets (k UInt32, s String, x UInt32, n Nullable(UInt32), l LowCardinality(String), INDEX bx x TYPE bloom_filter GRANULARITY 1, INDEX bs s TYPE bloom_filter GRANULARITY 1, INDEX bb (x, s) TYPE bloom_filter GRANULARITY 1, INDEX mm x TYPE minmax) ENGINE = MergeTree ORDER BY k SETTINGS index_granularity = 10;
INSERT INTO sets SELECT number, toString(number), number, if(number % 2, number, NULL), toString(number) FROM numbers(1000);
SELECT count() FROM sets WHERE (x, s) IN (SELECT 5, '5') SETTINGS force_data_skipping_indices = 'bx, bs';
SELECT count() FROM sets WHERE (k, s) IN (SELECT number, toString(number) FROM numbers(3)) SETTINGS force_primary_key = 1;
SELECT count() FROM sets WHERE (k, l) IN (SELECT toNullable(number), toNullable(toString(number)) FROM numbers(3)) SETTINGS force_primary_key = 1;
SELECT count() FROM sets WHERE (x, s) IN (SELECT number, toString(number) FROM numbers(3)) SETTINGS force_data_skipping_indices = 'bb, mm';
SELECT k FROM sets WHERE (n, s) IN (SELECT number, toString(number) FROM numbers(4)) ORDER BY k;
SELECT count() FROM sets WHERE (n, s) NOT IN (SELECT number, toString(number) FROM numbers(4));
SELECT count() FROM sets WHERE (n, s) IN (SELECT NULL, toString(number) FROM numbers(4));
SELECT k FROM sets WHERE (n, s) IN (SELECT if(number = 2, NULL, number), toString(number) FROM numbers(4)) ORDER BY k SETTINGS transform_null_in = 1;
SELECT count() FROM sets WHERE (n, s) NOT IN (SELECT if(number = 2, NULL, number), toString(number) FROM numbers(4)) SETTINGS transform_null_in = 1;
SELECT (1, 'a') IN (SELECT toUInt64(257), 'a'), (1::UInt8, 'a') IN (SELECT toUInt64(1), 'a'), (1, NULL) IN (SELECT 1, 'a'), tuple(1, 'a') NOT IN (SELECT toInt64(-1), 'a');
SELECT CAST((1, 'a') AS Tuple(x UInt8, y String)) IN (SELECT toUInt64(1), 'a');
SELECT k FROM sets WHERE (k, (n, s)) IN (SELECT number, (number, toString(number)) FROM numbers(4)) ORDER BY k; -- { serverError CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN }
SELECT k FROM sets WHERE (k + 0, s) IN (SELECT toFloat64(number), toString(number) FROM numbers(3)) ORDER BY k;
