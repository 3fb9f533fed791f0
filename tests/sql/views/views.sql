CREATE TABLE t (a UInt8, b String) ENGINE = MergeTree ORDER BY a;
INSERT INTO t VALUES (1, 'x'), (2, 'y');
CREATE VIEW v AS SELECT a + 1 AS a1, b FROM t WHERE a > 0;
SELECT * FROM v ORDER BY a1;
SELECT count() FROM v WHERE b = 'y';
CREATE VIEW v AS SELECT 1; -- { serverError TABLE_ALREADY_EXISTS }
CREATE VIEW IF NOT EXISTS v AS SELECT 1;
CREATE OR REPLACE VIEW v AS SELECT 7 AS seven;
SELECT * FROM v;
CREATE VIEW over_view AS SELECT seven * 2 AS fourteen FROM v;
SELECT * FROM over_view;
CREATE VIEW typed (a String) AS SELECT a FROM t;
SELECT a, toTypeName(a) FROM typed ORDER BY a;
CREATE VIEW with_common AS WITH c AS (SELECT a FROM t) SELECT sum(a) AS s FROM c;
SELECT * FROM with_common;
INSERT INTO v VALUES (1); -- { serverError NOT_IMPLEMENTED }
DROP VIEW t; -- { serverError INCORRECT_QUERY }
CREATE VIEW bad AS SELECT nosuch FROM t; -- { serverError UNKNOWN_IDENTIFIER }
DROP VIEW v;
SELECT * FROM over_view; -- { serverError UNKNOWN_TABLE }
DROP TABLE over_view;
SHOW TABLES;
