-- CLONE AS takes the parts of another table along, EMPTY AS SELECT only the structure.
CREATE TABLE m (k Int32, v String) ENGINE = MergeTree ORDER BY k PARTITION BY k % 2;
INSERT INTO m SELECT number, toString(number) FROM numbers(10);
CREATE TABLE c CLONE AS m;
SELECT count(), sum(k) FROM c;
SHOW CREATE TABLE c;
ALTER TABLE c DELETE WHERE k < 5 SETTINGS mutations_sync = 2;
SELECT count() FROM m;
CREATE OR REPLACE TABLE c CLONE AS m;
SELECT count() FROM c;
CREATE TABLE r CLONE AS m ENGINE = ReplacingMergeTree ORDER BY k PARTITION BY k % 2;
SELECT count() FROM r;
CREATE TABLE bad CLONE AS m ENGINE = MergeTree ORDER BY v PARTITION BY k % 2; -- { serverError BAD_ARGUMENTS }
CREATE TABLE bad CLONE AS m ENGINE = Memory; -- { serverError SUPPORT_IS_DISABLED }
CREATE TABLE bad CLONE AS nothing; -- { serverError CANNOT_GET_CREATE_TABLE_QUERY }
CREATE TABLE mem (a Int8) ENGINE = Memory;
CREATE TABLE bad CLONE AS mem; -- { serverError SUPPORT_IS_DISABLED }
CREATE TABLE c CLONE AS m; -- { serverError TABLE_ALREADY_EXISTS }
EXISTS TABLE bad;
TRUNCATE TABLE m;
CREATE TABLE none CLONE AS m;
SELECT count() FROM none;
CREATE TABLE e EMPTY AS SELECT 1 AS a, 'x' AS b;
SHOW CREATE TABLE e;
SELECT count() FROM e;
INSERT INTO e VALUES (1, 'a');
SELECT * FROM e;
-- A table of which nothing is said about its order.
CREATE TABLE o (a Int8);
SHOW CREATE TABLE o;
-- What is kept names its tables in full: sets too.
CREATE VIEW v AS SELECT a FROM o WHERE a IN mem;
SHOW CREATE TABLE v;
CREATE VIEW w AS WITH mem AS (SELECT 1) SELECT a FROM o WHERE a IN mem;
SHOW CREATE TABLE w;
ALTER TABLE o DELETE WHERE a IN (SELECT a FROM e) SETTINGS mutations_sync = 2, allow_nondeterministic_mutations = 1;
ALTER TABLE o DELETE WHERE a IN mem SETTINGS mutations_sync = 2, allow_nondeterministic_mutations = 1;
SELECT command FROM system.mutations WHERE database = currentDatabase() AND table = 'o' ORDER BY mutation_id;
