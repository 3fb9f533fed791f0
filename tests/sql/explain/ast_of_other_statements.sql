-- ClickHouse shows the trees of all statements, and as graphs; here those of queries are shown, the others refused.
EXPLAIN AST SELECT 1;
EXPLAIN AST graph = 1 SELECT 1; -- { serverError NOT_IMPLEMENTED }
EXPLAIN AST DROP TABLE t; -- { serverError NOT_IMPLEMENTED }
EXPLAIN AST CREATE TABLE t (a UInt8) ENGINE = Memory; -- { serverError NOT_IMPLEMENTED }
