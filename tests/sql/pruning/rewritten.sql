-- Conditions that only say in other words what an index knows: aliases, constants, functions that change nothing.
DROP TABLE IF EXISTS words;
CREATE TABLE words (a UInt32, b UInt32 ALIAS a + 0, c ALIAS a, d UInt16 ALIAS c, n Nullable(UInt32), x UInt32)
ENGINE = MergeTree ORDER BY a PARTITION BY a % 10 SETTINGS index_granularity = 4;
INSERT INTO words SELECT number, if(number % 3 = 0, NULL, number), number % 7 FROM numbers(100);
SET force_primary_key = 1, force_index_by_date = 1, max_rows_to_read = 4;
SELECT a FROM words WHERE c = 5;
SELECT a FROM words WHERE D = 5; -- { serverError UNKNOWN_IDENTIFIER }
SELECT a FROM words WHERE d = 5 SETTINGS max_rows_to_read = 0;
SELECT b, c FROM words AS w WHERE 7 = w.c;
SELECT a FROM (SELECT c AS e, a FROM words) WHERE e = 5;
SELECT count() FROM words WHERE a = NULL;
SELECT count() FROM words WHERE a > NULL OR NULL;
SELECT count() FROM words WHERE NOT (a = NULL);
SELECT count() FROM words WHERE Null;
SELECT a FROM words WHERE a = 5 OR NULL;
SELECT a FROM words WHERE a = 5 OR 0;
SELECT a FROM words WHERE a = 5 OR a = NULL;
SELECT count() FROM words WHERE a = 5 AND NULL;
SELECT a FROM words WHERE IF(0, x = 1, a = 5);
SELECT a FROM words WHERE if(1, a = 5, x = 1);
SELECT a FROM words WHERE (1 ? a : x) = 5;
SELECT a FROM words WHERE multiIf(0, x = 1, a = 5);
SELECT a FROM words WHERE multiIf(1 = 2, x = 1, toUInt8(1), a = 5, n = 3) SETTINGS force_primary_key = 0, force_index_by_date = 0, max_rows_to_read = 0;
SELECT a FROM words WHERE case when 1 then a = 5 else x = 1 end;
SELECT a FROM words WHERE Coalesce(a, 0) = 5;
SELECT a FROM words WHERE IFNULL(a, x) = 5;
SELECT a FROM words WHERE assumeNotNull(a) = 5 SETTINGS max_rows_to_read = 0;
SELECT a FROM words WHERE toNullable(a) = 5 SETTINGS max_rows_to_read = 0;
SELECT a FROM words WHERE materialize(a) = 5;
SELECT a FROM words WHERE a = materialize(5);
SELECT a FROM words WHERE CAST(a AS Nullable(UInt32)) = 5 SETTINGS max_rows_to_read = 0;
SELECT a FROM words WHERE a <=> 5;
SELECT a FROM words WHERE a IS NOT DISTINCT FROM 5;
SELECT a FROM words WHERE a IN (5, NULL);
SELECT a FROM words WHERE tuple(a, 1) = (5, 1);
SELECT sum(a) FROM words WHERE has([5, 15], a) SETTINGS max_rows_to_read = 8;
SELECT sum(a) FROM words WHERE has([5], a) AND 1;
SELECT a FROM words WHERE a = 5 AND x != 99 AND 1 = 1;
SELECT a FROM words WHERE x = 5; -- { serverError INDEX_NOT_USED }
SELECT a FROM words WHERE 1 AND x = 5; -- { serverError INDEX_NOT_USED }
SELECT a FROM words WHERE a = 5 OR 1; -- { serverError INDEX_NOT_USED }
SELECT a FROM words WHERE if(x = 1, a = 5, a = 6); -- { serverError INDEX_NOT_USED }
SELECT a FROM words WHERE has([5], x); -- { serverError INDEX_NOT_USED }
SET force_primary_key = 0, force_index_by_date = 0, max_rows_to_read = 0;
-- What NULL means stays.
SELECT count() FROM words WHERE n <=> NULL;
SELECT count() FROM words WHERE NOT (n <=> 5);
SELECT count() FROM words WHERE NOT has([1, 4], n);
SELECT count() FROM words WHERE ifNull(n = NULL, 1);
SELECT count() FROM words WHERE coalesce(n, 5) = 5;
SELECT count() FROM words WHERE NOT (a = 5 OR NULL);
SELECT count() FROM words WHERE NOT (a = 5 AND NULL);
DROP TABLE words;
CREATE TABLE words (n Nullable(UInt32), v UInt32) ENGINE = MergeTree ORDER BY n SETTINGS index_granularity = 2, allow_nullable_key = 1;
INSERT INTO words SELECT if(number % 5 = 0, NULL, number), number FROM numbers(20);
SELECT v FROM words WHERE n <=> 7 SETTINGS force_primary_key = 1;
SELECT sum(v) FROM words WHERE n <=> NULL SETTINGS force_primary_key = 1;
SELECT count() FROM words WHERE NOT (n <=> 7);
SELECT count() FROM words WHERE n IS DISTINCT FROM 7;
SELECT count() FROM words WHERE NOT (n IS DISTINCT FROM NULL);
SELECT sum(v) FROM words WHERE has([7, NULL], n);
SELECT count() FROM words WHERE NOT has([7, 8], n);
DROP TABLE words;
-- Skip indexes, and the names of tables.
CREATE TABLE words (a UInt32, s String, l String ALIAS lower(s), INDEX i lower(s) TYPE bloom_filter, INDEX j a TYPE set(0))
ENGINE = MergeTree ORDER BY tuple() SETTINGS index_granularity = 8;
INSERT INTO words SELECT number, concat('Word', toString(number)) FROM numbers(128);
SELECT a FROM words WHERE l = 'word5' SETTINGS force_data_skipping_indices = 'i', max_rows_to_read = 16;
SELECT a FROM words WHERE if(1, a, 0) = 5 SETTINGS force_data_skipping_indices = 'j', max_rows_to_read = 8;
CREATE TABLE words_2 AS words;
INSERT INTO words_2 SELECT number, toString(number) FROM numbers(50);
SELECT count(), sum(a) FROM merge(currentDatabase(), '^words') WHERE _table = 'words_2' SETTINGS max_rows_to_read = 50;
SELECT count(), sum(a) FROM merge(currentDatabase(), '^words') WHERE _table IN ('words_2', 'x') AND _database = currentDatabase() SETTINGS max_rows_to_read = 50;
SELECT count() FROM merge(currentDatabase(), '^words') WHERE _table LIKE 'none%';
SELECT _table, count() FROM merge(currentDatabase(), '^words') WHERE _table != 'words' GROUP BY _table;
DROP TABLE words;
DROP TABLE words_2;
