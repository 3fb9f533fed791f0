-- EXPLAIN in FROM is the table function viewExplain(): also in views, WITH, scalar subqueries and IN.
CREATE VIEW plan AS SELECT * FROM (EXPLAIN SELECT 1);
SELECT * FROM plan;
SHOW CREATE TABLE plan;
DESCRIBE TABLE plan;
SELECT * FROM viewExplain('EXPLAIN', '', (SELECT 1));
SELECT explain FROM viewExplain('EXPLAIN PLAN', 'description = 0', (SELECT number FROM numbers(3) ORDER BY number));
WITH x AS (SELECT * FROM (EXPLAIN SELECT 1)) SELECT count() FROM x;
SELECT 3 IN (SELECT count() FROM (EXPLAIN SELECT 1));
SELECT (SELECT count() FROM (EXPLAIN SELECT 1));
CREATE VIEW with_settings AS SELECT * FROM (EXPLAIN PLAN indexes = 1, header = 0 SELECT 1 SETTINGS max_threads = 1);
SHOW CREATE TABLE with_settings;
CREATE VIEW estimate AS SELECT * FROM (EXPLAIN ESTIMATE SELECT 1);
SHOW CREATE TABLE estimate;
SELECT * FROM estimate;
SELECT * FROM (EXPLAIN SYNTAX oneline = 1 SELECT number FROM numbers(3));
EXPLAIN CURRENT TRANSACTION;
SELECT * FROM (EXPLAIN CURRENT TRANSACTION);
CREATE VIEW no AS EXPLAIN SELECT 1; -- { serverError SYNTAX_ERROR }
SELECT * FROM viewExplain('EXPLAIN SYNTA', '', (SELECT 1)); -- { serverError BAD_ARGUMENTS }
SELECT * FROM viewExplain('EXPLAIN'); -- { serverError BAD_ARGUMENTS }
SELECT * FROM viewExplain('EXPLAIN', '', 1); -- { serverError BAD_ARGUMENTS }
SELECT * FROM viewExplain('EXPLAIN', 'x = 1', (SELECT 1)); -- { serverError UNKNOWN_SETTING }
SELECT * FROM (EXPLAIN AST CREATE TABLE x (a Int8) ENGINE = Memory); -- { serverError BAD_ARGUMENTS }
