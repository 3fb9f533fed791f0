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
