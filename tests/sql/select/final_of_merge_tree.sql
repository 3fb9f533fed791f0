-- FINAL is for engines that merge rows; views and tables over tables take it, and the setting says it where it can be said.
DROP TABLE IF EXISTS plain;
DROP TABLE IF EXISTS newest;
CREATE TABLE plain (k UInt32, v String) ENGINE = MergeTree ORDER BY k;
CREATE TABLE newest (k UInt32, v String) ENGINE = ReplacingMergeTree ORDER BY k;
CREATE VIEW view_of_plain AS SELECT k FROM plain;
CREATE MATERIALIZED VIEW fed_plain (k UInt32) ENGINE = MergeTree ORDER BY k AS SELECT k FROM plain;
CREATE MATERIALIZED VIEW fed_newest TO newest AS SELECT * FROM plain;
CREATE TABLE both AS plain ENGINE = Merge(currentDatabase(), '^(plain|newest|fed_plain)$');
CREATE TABLE joined (k UInt32, v String) ENGINE = Join(ANY, LEFT, k);
CREATE TABLE random (k UInt32) ENGINE = GenerateRandom;
INSERT INTO plain VALUES (1, 'a'), (1, 'b');
INSERT INTO plain VALUES (1, 'b'), (2, 'c');
SELECT * FROM plain FINAL; -- { serverError ILLEGAL_FINAL }
SELECT count() FROM plain AS p Final WHERE k = 1; -- { serverError ILLEGAL_FINAL }
SELECT * FROM (SELECT k FROM plain FINAL); -- { serverError ILLEGAL_FINAL }
SELECT 1 WHERE 1 IN (SELECT k FROM plain FINAL); -- { serverError ILLEGAL_FINAL }
SELECT * FROM newest JOIN plain FINAL ON newest.k = plain.k; -- { serverError ILLEGAL_FINAL }
EXPLAIN SELECT * FROM plain FINAL; -- { serverError ILLEGAL_FINAL }
DESCRIBE (SELECT * FROM plain FINAL); -- { serverError ILLEGAL_FINAL }
CREATE VIEW final_view AS SELECT * FROM plain FINAL; -- { serverError ILLEGAL_FINAL }
INSERT INTO newest SELECT * FROM plain FINAL; -- { serverError ILLEGAL_FINAL }
SELECT * FROM fed_plain FINAL; -- { serverError ILLEGAL_FINAL }
SELECT * FROM joined FINAL; -- { serverError ILLEGAL_FINAL }
SELECT * FROM random FINAL LIMIT 0; -- { serverError ILLEGAL_FINAL }
SELECT * FROM newest FINAL ORDER BY k;
SELECT * FROM fed_newest FINAL ORDER BY k;
SELECT k FROM view_of_plain FINAL ORDER BY k;
SELECT _table, count() FROM both FINAL GROUP BY _table ORDER BY _table;
SELECT count() FROM merge(currentDatabase(), '^plain$') FINAL;
SELECT count() FROM plain SETTINGS final = 1;
SELECT count() FROM newest SETTINGS final = 1;
SELECT count() FROM joined SETTINGS final = 1;
DROP TABLE both;
DROP TABLE fed_newest;
DROP TABLE fed_plain;
DROP TABLE view_of_plain;
DROP TABLE plain;
DROP TABLE newest;
DROP TABLE joined;
DROP TABLE random;
