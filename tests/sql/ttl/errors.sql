-- Requirement: MT.Clause.TTLType, MT.Clause.TTLOneDelete, MT.TTL.ExprTypes, MT.TTL.ColumnNotKey, MT.TTL.GroupByPrefix, MT.TTL.Syntax, MT.TTL.Recompress, MT.TTL.Scope
CREATE TABLE e (k UInt32, d DateTime, a Int TTL k) ENGINE = MergeTree ORDER BY k; -- { serverError BAD_TTL_EXPRESSION }
CREATE TABLE e (k UInt32, s String) ENGINE = MergeTree ORDER BY k TTL s; -- { serverError BAD_TTL_EXPRESSION }
CREATE TABLE e (k UInt32, d Nullable(DateTime)) ENGINE = MergeTree ORDER BY k TTL d; -- { serverError BAD_TTL_EXPRESSION }
CREATE TABLE e (k UInt32 TTL d, d DateTime) ENGINE = MergeTree ORDER BY k; -- { serverError ILLEGAL_COLUMN }
CREATE TABLE e (k UInt32 TTL d, d DateTime) ENGINE = MergeTree ORDER BY (d, k) PRIMARY KEY d; -- { serverError ILLEGAL_COLUMN }
CREATE TABLE e (k UInt32 TTL d, d DateTime) ENGINE = MergeTree ORDER BY d PARTITION BY k; -- { serverError ILLEGAL_COLUMN }
CREATE TABLE e (k UInt32, d DateTime) ENGINE = MergeTree ORDER BY k TTL d, d + 1; -- { serverError BAD_TTL_EXPRESSION }
CREATE TABLE e (k UInt32, j UInt32, d DateTime, a Int) ENGINE = MergeTree ORDER BY (k, j) TTL d GROUP BY j SET a = max(a); -- { serverError BAD_TTL_EXPRESSION }
CREATE TABLE e (k UInt32, j UInt32, d DateTime, a Int) ENGINE = MergeTree ORDER BY (k, j) TTL d GROUP BY k, j, a; -- { serverError BAD_TTL_EXPRESSION }
CREATE TABLE e (k UInt32, d DateTime) ENGINE = MergeTree ORDER BY tuple() TTL d GROUP BY k; -- { serverError BAD_TTL_EXPRESSION }
CREATE TABLE e (k UInt32, d DateTime, a Int) ENGINE = MergeTree ORDER BY k TTL d GROUP BY k SET a = a; -- { serverError BAD_TTL_EXPRESSION }
CREATE TABLE e (k UInt32, d DateTime, a Int) ENGINE = MergeTree ORDER BY k TTL d GROUP BY k SET a = max(a), a = min(a); -- { serverError BAD_TTL_EXPRESSION }
CREATE TABLE e (k UInt32, d DateTime, a Int) ENGINE = MergeTree ORDER BY k TTL d GROUP BY k SET b = max(a); -- { serverError NO_SUCH_COLUMN_IN_TABLE }
CREATE TABLE e (k UInt32, d DateTime) ENGINE = MergeTree ORDER BY k TTL d + toIntervalDay(rand()); -- { serverError BAD_ARGUMENTS }
CREATE TABLE e (k UInt32, d DateTime) ENGINE = MergeTree ORDER BY k TTL now(); -- { serverError BAD_ARGUMENTS }
CREATE TABLE e (k UInt32, d DateTime) ENGINE = MergeTree ORDER BY k TTL if(k = 0, now(), d); -- { serverError BAD_ARGUMENTS }
CREATE TABLE e (k UInt32, d DateTime) ENGINE = MergeTree ORDER BY k TTL toDateTime(1); -- { serverError BAD_ARGUMENTS }
CREATE TABLE e (k UInt32, d DateTime) ENGINE = MergeTree ORDER BY k TTL (SELECT now()); -- { serverError BAD_ARGUMENTS }
CREATE TABLE e (k UInt32, d DateTime) ENGINE = MergeTree ORDER BY k TTL max(d); -- { serverError ILLEGAL_AGGREGATION }
CREATE TABLE e (k UInt32, d DateTime) ENGINE = MergeTree ORDER BY k TTL nope; -- { serverError UNKNOWN_IDENTIFIER }
CREATE TABLE e (k UInt32, d DateTime) ENGINE = MergeTree ORDER BY k TTL d WHERE nope = 1; -- { serverError UNKNOWN_IDENTIFIER }
CREATE TABLE e (k UInt32, d DateTime ALIAS toDateTime(k), a Int TTL d) ENGINE = MergeTree ORDER BY k; -- { serverError UNKNOWN_IDENTIFIER }
CREATE TABLE e (k UInt32, d DateTime) ENGINE = MergeTree ORDER BY k TTL d TO DISK 'nope'; -- { serverError BAD_TTL_EXPRESSION }
CREATE TABLE e (k UInt32, d DateTime) ENGINE = MergeTree ORDER BY k TTL d TO VOLUME 'nope'; -- { serverError BAD_TTL_EXPRESSION }
CREATE TABLE e (k UInt32, d DateTime) ENGINE = MergeTree ORDER BY k TTL d RECOMPRESS CODEC(Nope); -- { serverError UNKNOWN_CODEC }
CREATE TABLE e (k UInt32, d DateTime) ENGINE = MergeTree ORDER BY k TTL d RECOMPRESS CODEC(Delta); -- { serverError BAD_ARGUMENTS }
CREATE TABLE e (k UInt32, d DateTime) ENGINE = MergeTree ORDER BY k TTL d RECOMPRESS CODEC(ZSTD(99)); -- { serverError ILLEGAL_CODEC_PARAMETER }
CREATE TABLE e (k UInt32, d DateTime) ENGINE = MergeTree ORDER BY k TTL d NOPE; -- { clientError SYNTAX_ERROR }
CREATE TABLE e (k UInt32, d DateTime) ENGINE = MergeTree ORDER BY k TTL d TO DISK 'default' WHERE k = 1; -- { clientError SYNTAX_ERROR }
CREATE TABLE e (k UInt32, d DateTime, a Int TTL d WHERE k = 1) ENGINE = MergeTree ORDER BY k; -- { clientError SYNTAX_ERROR }
CREATE TABLE e (k UInt32, d DateTime, a Int TTL d) ENGINE = Memory; -- { serverError BAD_ARGUMENTS }
CREATE TABLE e (k UInt32, d DateTime) ENGINE = Memory TTL d; -- { serverError BAD_ARGUMENTS }
EXISTS TABLE e;
CREATE TABLE f (k UInt32, d DateTime, a Int) ENGINE = MergeTree ORDER BY k;
INSERT INTO f VALUES (1, '2000-01-01 00:00:00', 1);
ALTER TABLE f MATERIALIZE TTL; -- { serverError INCORRECT_QUERY }
ALTER TABLE f MODIFY TTL k; -- { serverError BAD_TTL_EXPRESSION }
ALTER TABLE f MODIFY TTL nope + INTERVAL 1 DAY; -- { serverError UNKNOWN_IDENTIFIER }
ALTER TABLE f MODIFY TTL d, d + 1; -- { serverError BAD_TTL_EXPRESSION }
ALTER TABLE f MODIFY TTL d TO DISK 'x'; -- { serverError BAD_TTL_EXPRESSION }
ALTER TABLE f MODIFY COLUMN k UInt32 TTL d; -- { serverError ILLEGAL_COLUMN }
ALTER TABLE f MODIFY COLUMN a REMOVE TTL; -- { serverError BAD_ARGUMENTS }
ALTER TABLE f REMOVE TTL; -- { serverError BAD_ARGUMENTS }
ALTER TABLE f MODIFY TTL d + INTERVAL 100 YEAR;
ALTER TABLE f DROP COLUMN d; -- { serverError UNKNOWN_IDENTIFIER }
SHOW CREATE TABLE f;
SELECT * FROM f;
-- Accepted, though unusual.
CREATE TABLE g1 (k UInt32, d DateTime) ENGINE = MergeTree ORDER BY k TTL now() SETTINGS index_granularity = 8192; -- { serverError BAD_ARGUMENTS }
SET allow_suspicious_ttl_expressions = 1;
CREATE TABLE g1 (k UInt32, d DateTime) ENGINE = MergeTree ORDER BY k TTL now() + INTERVAL 1 DAY;
SHOW CREATE TABLE g1;
CREATE TABLE g2 (k UInt32, d DateTime) ENGINE = MergeTree ORDER BY k TTL d TO VOLUME IF EXISTS 'nope', d + INTERVAL 100 YEAR TO DISK IF EXISTS 'nope', d TO DISK 'default', d TO VOLUME 'default';
SHOW CREATE TABLE g2;
-- Every kind of rule in one table.
CREATE TABLE g3 (k UInt32, d DateTime, v UInt32 TTL d + INTERVAL 1 DAY) ENGINE = MergeTree ORDER BY k TTL d + INTERVAL 1 MONTH DELETE WHERE v = 1, d + INTERVAL 2 MONTH RECOMPRESS CODEC(ZSTD(5)), d + INTERVAL 3 MONTH TO DISK 'default', d + INTERVAL 4 MONTH TO VOLUME 'default', d + INTERVAL 5 MONTH GROUP BY k SET v = max(v), d + INTERVAL 6 MONTH;
SHOW CREATE TABLE g3;
INSERT INTO g3 SELECT 1, now(), 1;
OPTIMIZE TABLE g3 FINAL;
SELECT k, v FROM g3;
