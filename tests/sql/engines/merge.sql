-- Merge: tables whose names match a pattern are read as one, by the engine and by merge().
-- Requirement: MT.Overview.MergeEngineDiffers
CREATE TABLE day_1 (id UInt8, s String) ENGINE = ReplacingMergeTree ORDER BY id;
CREATE TABLE day_2 (id UInt32, z Nullable(Int8)) ENGINE = MergeTree ORDER BY id;
CREATE TABLE other (id UInt32) ENGINE = Memory;
INSERT INTO day_1 VALUES (1, 'a');
INSERT INTO day_1 VALUES (1, 'b');
INSERT INTO day_2 VALUES (2, 3);
INSERT INTO other VALUES (5);
CREATE TABLE days (id UInt64, s String) ENGINE = Merge(currentDatabase(), '^day_');
SELECT replaceAll(create_table_query, currentDatabase(), 'db') FROM system.tables WHERE database = currentDatabase() AND name = 'days';
SELECT *, toTypeName(id), _table, toTypeName(_table), _database = currentDatabase() FROM days ORDER BY ALL;
SELECT * FROM days FINAL ORDER BY ALL;
SELECT _table, count(), sum(id) FROM days GROUP BY _table ORDER BY _table;
SELECT count() FROM days WHERE _table = 'day_1';
SELECT id FROM days WHERE id > 1 AND _part LIKE 'all%';
SELECT a.id, b.s FROM days AS a JOIN days AS b ON a.id = b.id AND a._table = b._table ORDER BY ALL;
SELECT * FROM days WHERE id IN (SELECT id FROM days WHERE _table = 'day_2');
SELECT z FROM days; -- { serverError UNKNOWN_IDENTIFIER }
-- merge() has every column of any table, in a type that fits them all.
SELECT *, _table FROM merge(currentDatabase(), '^day_') ORDER BY ALL;
DESCRIBE merge('^(day_|other)');
SELECT count() FROM merge(REGEXP('.'), '^day_') WHERE _database = currentDatabase();
CREATE TABLE found ENGINE = Merge(currentDatabase(), '^day_');
DESCRIBE found;
CREATE VIEW day_3 AS SELECT 9 AS id, 'v' AS s;
SELECT id, s, _table FROM merge('^day_[23]') ORDER BY id;
-- Nothing matches; a table does not read itself.
CREATE TABLE none (id UInt8, t Array(String)) ENGINE = Merge(currentDatabase(), '^none');
SELECT *, _table FROM none;
SELECT count() FROM none;
SELECT * FROM merge(currentDatabase(), '^nothing'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
SELECT * FROM merge(currentDatabase(), '['); -- { serverError CANNOT_COMPILE_REGEXP }
SELECT * FROM merge('no_such_database', '.'); -- { serverError UNKNOWN_DATABASE }
SELECT * FROM merge(); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
CREATE TABLE bad (id UInt8) ENGINE = Merge('a'); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
CREATE TABLE bad (id UInt8) ENGINE = Merge(currentDatabase(), 'a') ORDER BY id; -- { serverError BAD_ARGUMENTS }
INSERT INTO days VALUES (1, 'a'); -- { serverError NOT_IMPLEMENTED }
TRUNCATE TABLE days; -- { serverError NOT_IMPLEMENTED }
OPTIMIZE TABLE days; -- { serverError NOT_IMPLEMENTED }
ALTER TABLE days DELETE WHERE 1; -- { serverError NOT_IMPLEMENTED }
SELECT * FROM days SAMPLE 1/2; -- { serverError SAMPLING_NOT_SUPPORTED }
-- FINAL and virtual columns of a materialized view are those of the table that it fills.
CREATE TABLE source (id UInt8, s String) ENGINE = Null;
CREATE TABLE newest (id UInt8, s String) ENGINE = ReplacingMergeTree ORDER BY id;
CREATE MATERIALIZED VIEW follow TO newest AS SELECT * FROM source;
INSERT INTO source VALUES (1, 'old');
INSERT INTO source VALUES (1, 'new');
SELECT * FROM follow FINAL;
SELECT count() FROM follow WHERE _part LIKE 'all%';
SELECT * FROM (SELECT 1) FINAL; -- { serverError UNSUPPORTED_METHOD }
WITH c AS (SELECT 1) SELECT * FROM c SAMPLE 1/2; -- { serverError UNSUPPORTED_METHOD }
DROP TABLE days;
SELECT count() FROM day_1;
-- System tables are found as well.
SELECT dummy, _database, _table FROM merge('system', '^one$');
SELECT name, _table FROM merge('system', '^(functions|settings)$') WHERE name IN ('sum', 'max_threads') ORDER BY ALL;
SELECT number, _table FROM merge('system', '^numbers$') LIMIT 2;
SELECT schema_name FROM merge('information_schema', '^schemata$') WHERE schema_name = 'default';
SELECT count() FROM merge('system', '^nosuch$'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
CREATE TABLE of_system ENGINE = Merge('system', '^one$');
SELECT *, _table FROM of_system;
