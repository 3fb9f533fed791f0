-- A regular expression with a fixed beginning uses the primary key.
CREATE TABLE m (v String) ENGINE = MergeTree ORDER BY v SETTINGS index_granularity = 1;
INSERT INTO m VALUES ('a'), ('aaa'), ('aba'), ('bac'), ('acccca'), ('a.b'), ('b+c');
SET force_primary_key = 1;
SELECT count() FROM m WHERE match(v, '^a');
SELECT count() FROM m WHERE match(v, '^ab');
SELECT count() FROM m WHERE match(v, '^a.');
SELECT count() FROM m WHERE match(v, '^ab*');
SELECT count() FROM m WHERE match(v, '^ac?');
SELECT count() FROM m WHERE match(v, '^ac+') SETTINGS max_rows_to_read = 2;
SELECT count() FROM m WHERE match(v, '^a\\.b') SETTINGS max_rows_to_read = 2;
SELECT count() FROM m WHERE v REGEXP '^b[+]';
SELECT count() FROM m WHERE match(v, '^ac{2,}');
SELECT count() FROM m WHERE match(v, '^(ab)'); -- { serverError INDEX_NOT_USED }
SELECT count() FROM m WHERE match(v, '^a$|^b'); -- { serverError INDEX_NOT_USED }
SELECT count() FROM m WHERE match(v, 'a'); -- { serverError INDEX_NOT_USED }
SELECT count() FROM m WHERE NOT match(v, 'zz') AND v > '';
