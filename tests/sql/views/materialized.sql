CREATE TABLE t (a UInt8, b String) ENGINE = MergeTree ORDER BY a;
CREATE TABLE target (a UInt16, c String, n UInt8 DEFAULT 5) ENGINE = MergeTree ORDER BY a;
CREATE MATERIALIZED VIEW m TO nosuch AS SELECT a FROM t; -- { serverError UNKNOWN_TABLE }
CREATE MATERIALIZED VIEW m TO target AS SELECT a, b AS c, 1 AS ignored FROM t; -- { serverError THERE_IS_NO_COLUMN }
CREATE MATERIALIZED VIEW m TO target AS SELECT a, b AS c FROM t;
CREATE MATERIALIZED VIEW counts ENGINE = MergeTree ORDER BY a AS SELECT a, count() AS n FROM t GROUP BY a;
INSERT INTO t VALUES (1, 'x'), (2, 'y'), (2, 'z');
SELECT * FROM m ORDER BY ALL;
SELECT * FROM target ORDER BY ALL;
SELECT * FROM counts ORDER BY ALL;
INSERT INTO t VALUES (2, 'w');
SELECT a, sum(n) FROM counts GROUP BY a ORDER BY a;
CREATE MATERIALIZED VIEW filled ENGINE = MergeTree ORDER BY a POPULATE AS SELECT a, b FROM t;
SELECT count() FROM filled;
INSERT INTO counts VALUES (7, 7);
SELECT * FROM counts WHERE a = 7;
CREATE TABLE dim (a UInt8, name String) ENGINE = MergeTree ORDER BY a;
INSERT INTO dim VALUES (1, 'one'), (3, 'three');
CREATE MATERIALIZED VIEW joined ENGINE = MergeTree ORDER BY a AS SELECT t.a AS a, name FROM t JOIN dim ON t.a = dim.a;
INSERT INTO t VALUES (3, 'q'), (4, 'r');
SELECT * FROM joined;
CREATE MATERIALIZED VIEW chained ENGINE = MergeTree ORDER BY c AS SELECT c, n FROM target;
INSERT INTO t VALUES (9, 'nine');
SELECT * FROM chained;
CREATE MATERIALIZED VIEW both TO target ENGINE = MergeTree ORDER BY a AS SELECT a FROM t; -- { serverError SYNTAX_ERROR }
DROP TABLE counts;
SELECT count() FROM system.tables WHERE database = currentDatabase() AND name LIKE '.inner%';
DROP TABLE target;
INSERT INTO t VALUES (5, 'lost'); -- { serverError UNKNOWN_TABLE }
SELECT count() FROM t WHERE a = 5;
