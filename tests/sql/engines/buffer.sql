-- Tags: slow
-- A Buffer holds rows until its limits are reached; it shows them and those of the table behind it.
CREATE TABLE behind (k Int32, s String DEFAULT 'z') ENGINE = MergeTree ORDER BY k;
CREATE TABLE held AS behind ENGINE = Buffer(currentDatabase(), behind, 1, 1000, 1000, 5, 10, 1000000, 10000000);
INSERT INTO held VALUES (1, 'a');
INSERT INTO held (k) VALUES (2);
SELECT * FROM held ORDER BY k;
SELECT count() FROM behind;
SELECT total_rows FROM system.tables WHERE database = currentDatabase() AND name = 'held';
INSERT INTO held SELECT number, toString(number) FROM numbers(3, 10);
SELECT count() FROM behind;
SELECT count(), sum(k) FROM held;
INSERT INTO held SELECT number, 'many' FROM numbers(20, 20);
SELECT count() > 20 FROM behind;
SELECT count() FROM held;
OPTIMIZE TABLE held;
SELECT count() FROM behind;
SELECT count() FROM held;
SELECT k FROM held PREWHERE k > 37 WHERE s = 'many' ORDER BY k;
SELECT k FROM held FINAL ORDER BY k LIMIT 1;
INSERT INTO held VALUES (50, 'a');
SELECT count() FROM behind WHERE k = 50;
ALTER TABLE held ADD COLUMN n Int8;
SELECT count() FROM behind WHERE k = 50;
INSERT INTO held VALUES (51, 'a', 3);
SELECT * FROM held WHERE k >= 50 ORDER BY k;
SELECT _table, k FROM held WHERE k >= 50 ORDER BY k;
ALTER TABLE held MODIFY COLUMN s LowCardinality(String), MODIFY COMMENT 'comment';
SELECT * FROM behind WHERE k >= 50 ORDER BY k;
ALTER TABLE held DROP COLUMN n;
ALTER TABLE held RENAME COLUMN s TO t; -- { serverError NOT_IMPLEMENTED }
ALTER TABLE held UPDATE s = 'x' WHERE 1; -- { serverError NOT_IMPLEMENTED }
TRUNCATE TABLE held; -- { serverError NOT_IMPLEMENTED }
OPTIMIZE TABLE held FINAL; -- { serverError NOT_IMPLEMENTED }
INSERT INTO held VALUES (60, 'r');
RENAME TABLE held TO renamed;
SELECT count() FROM renamed WHERE k = 60;
SELECT count() FROM behind WHERE k = 60;
DETACH TABLE renamed;
SELECT count() FROM behind WHERE k = 60;
ATTACH TABLE renamed;
INSERT INTO renamed VALUES (61, 'r');
DROP TABLE renamed;
SELECT count() FROM behind WHERE k = 61;
-- Other columns and types than those behind; nothing behind.
CREATE TABLE other (k Int64, s LowCardinality(String), more UInt8) ENGINE = Buffer('', behind, 1, 1000, 1000, 100, 1000, 1000000, 1000000);
INSERT INTO other VALUES (70, 'x', 7);
SELECT toTypeName(k), * FROM other WHERE k >= 61 ORDER BY k;
DROP TABLE other;
SELECT * FROM behind WHERE k = 70;
CREATE TABLE lonely (k Int32) ENGINE = Buffer('', '', 1, 1000, 1000, 100, 1000, 1000000, 1000000);
INSERT INTO lonely VALUES (1);
SELECT * FROM lonely;
OPTIMIZE TABLE lonely;
SELECT * FROM lonely;
CREATE TABLE missing (k Int32) ENGINE = Buffer('', nowhere, 1, 1000, 1000, 100, 1000, 1000000, 1000000);
INSERT INTO missing VALUES (1);
SELECT * FROM missing;
DROP TABLE missing;
-- Views: over the buffer, over the table behind it, and one that fills a buffer.
CREATE TABLE seen (k Int32, place String) ENGINE = MergeTree ORDER BY k;
CREATE TABLE deep (k Int32) ENGINE = MergeTree ORDER BY k;
CREATE TABLE front (k Int32) ENGINE = Buffer('', deep, 1, 1000, 1000, 100, 1000, 1000000, 1000000);
CREATE TABLE source (k Int32) ENGINE = MergeTree ORDER BY k;
CREATE MATERIALIZED VIEW of_front TO seen AS SELECT k, 'front' AS place FROM front;
CREATE MATERIALIZED VIEW of_deep TO seen AS SELECT k, 'deep' AS place FROM deep;
CREATE MATERIALIZED VIEW into_front TO front AS SELECT k FROM source;
INSERT INTO source VALUES (1);
SELECT * FROM front;
SELECT count() FROM deep;
SELECT * FROM seen ORDER BY ALL;
OPTIMIZE TABLE front;
SELECT * FROM seen ORDER BY ALL;
SELECT * FROM deep;
CREATE TABLE no (k Int32) ENGINE = Buffer('', deep, 0, 1, 2, 1, 2, 10, 20); -- { serverError BAD_ARGUMENTS }
CREATE TABLE no (k Int32) ENGINE = Buffer('', deep, 1, 1, 2); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
CREATE TABLE no (k Int32) ENGINE = Buffer('', deep); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
