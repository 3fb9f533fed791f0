-- `*` and COLUMNS in the place of one expression and in lists; PREWHERE by tables whose engines know it.
CREATE VIEW v AS SELECT number AS a, number * 10 AS b, 'x' AS s FROM numbers(2);
SELECT arrayMap(x -> tuple(*), [1]) FROM v ORDER BY 1;
SELECT arrayMap(x -> (x, *), [1]) FROM v ORDER BY 1;
SELECT arrayMap(x -> x + plus(COLUMNS('a|b')), [1]) FROM v ORDER BY 1;
SELECT arrayMap(x -> tuple(v.*), [1]) FROM v ORDER BY 1;
SELECT arrayMap(x -> tuple(t.*), [1]) FROM v AS t ORDER BY 1;
SELECT arrayMap(x -> [x, COLUMNS('^a')], [1]) FROM v ORDER BY 1;
SELECT arrayMap(x -> concat(* EXCEPT (a, b), toString(x)), [1]) FROM v ORDER BY 1;
SELECT arrayFilter(x -> x < greatest(COLUMNS(a, b)), [1, 5, 11]) FROM v ORDER BY 1;
SELECT arrayMap(x -> *, [1]) FROM v ORDER BY 1; -- { serverError UNSUPPORTED_METHOD }
SELECT arrayMap(x -> COLUMNS('a'), [1]) FROM v ORDER BY 1;
SELECT arrayMap(x -> COLUMNS('a|b'), [1]) FROM v ORDER BY 1; -- { serverError UNSUPPORTED_METHOD }
SELECT arrayMap(* -> 1, [1]) FROM v; -- { serverError SYNTAX_ERROR }
SELECT arrayMap(x -> (COLUMNS('a|b') APPLY(y -> y + 1)), [1]) FROM v ORDER BY 1; -- { serverError UNSUPPORTED_METHOD }
SELECT arrayMap(x -> tuple(COLUMNS('a|b') APPLY(y -> y + x)), [1]) FROM v ORDER BY 1;
SELECT arrayMap(x -> if(*, 1, 2), [1]) FROM v ORDER BY 1; -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT tuple(*) FROM v ORDER BY 1;
SELECT (*) FROM v ORDER BY 1;
SELECT (*, 1) FROM v ORDER BY 1;
SELECT [COLUMNS('a|b')] FROM v ORDER BY 1;
SELECT [COLUMNS('a|b')][1] FROM v ORDER BY 1;
SELECT COLUMNS('a') + COLUMNS('b') FROM v ORDER BY 1;
SELECT COLUMNS('a') + 1 FROM v ORDER BY 1;
SELECT COLUMNS('a|b') + 1 FROM v ORDER BY 1; -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT sum(COLUMNS('a')) FROM v;
SELECT sum(COLUMNS('a|b')) FROM v; -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT max(a) OVER (PARTITION BY COLUMNS('b')) FROM v ORDER BY 1;
SELECT a FROM v ORDER BY COLUMNS('a');
SELECT a FROM v ORDER BY *; -- { serverError NOT_IMPLEMENTED }
SELECT a FROM v GROUP BY * ORDER BY a;
SELECT a FROM v GROUP BY COLUMNS('a') ORDER BY a;
SELECT a FROM v WHERE COLUMNS('a'); -- { serverError UNEXPECTED_EXPRESSION }
SELECT a FROM v WHERE * ; -- { serverError UNEXPECTED_EXPRESSION }
SELECT a FROM v LIMIT 1 BY *;
SELECT a FROM v PREWHERE a = 1; -- { serverError ILLEGAL_PREWHERE }
SELECT number FROM numbers(3) PREWHERE number = 1; -- { serverError ILLEGAL_PREWHERE }
SELECT a FROM (SELECT 1 AS a) PREWHERE a; -- { serverError ILLEGAL_PREWHERE }
CREATE TABLE m (a UInt8) ENGINE = Memory;
SELECT a FROM m PREWHERE a; -- { serverError ILLEGAL_PREWHERE }
CREATE TABLE lg (a UInt8) ENGINE = Log;
SELECT a FROM lg PREWHERE a; -- { serverError ILLEGAL_PREWHERE }
CREATE TABLE mt (a UInt8, b String) ENGINE = MergeTree ORDER BY a;
SELECT a FROM mt PREWHERE a;
SELECT a FROM mt PREWHERE b; -- { serverError ILLEGAL_TYPE_OF_COLUMN_FOR_FILTER }
SELECT a FROM mt PREWHERE count(); -- { serverError ILLEGAL_AGGREGATION }
SELECT v.a FROM v JOIN mt ON mt.a = v.a PREWHERE mt.a = 1;
SELECT l.a FROM mt AS l JOIN mt AS r ON l.a = r.a PREWHERE l.a = 1;
SELECT l.a FROM mt AS l JOIN mt AS r ON l.a = r.a PREWHERE r.a = 1;
SELECT l.a FROM mt AS l JOIN mt AS r ON l.a = r.a PREWHERE l.a = r.a; -- { serverError ILLEGAL_PREWHERE }
SELECT l.a FROM mt AS l RIGHT JOIN mt AS r ON l.a = r.a PREWHERE l.a = 1;
SELECT 1 PREWHERE 1; -- { serverError ILLEGAL_PREWHERE }
SELECT * FROM values('a UInt8', 1) PREWHERE a; -- { serverError ILLEGAL_PREWHERE }
SELECT a FROM merge(currentDatabase(), '^m$') PREWHERE a; -- { serverError ILLEGAL_PREWHERE }
SELECT a FROM merge(currentDatabase(), '^mt$') PREWHERE a;
SELECT a FROM merge(currentDatabase(), '^mt?$') PREWHERE a; -- { serverError ILLEGAL_PREWHERE }
CREATE MATERIALIZED VIEW mv (a UInt8) ENGINE = MergeTree ORDER BY a AS SELECT a FROM mt;
SELECT a FROM mv PREWHERE a;
CREATE TABLE bf AS mt ENGINE = Buffer(currentDatabase(), mt, 1, 10, 100, 100, 1000, 1000, 10000);
SELECT a FROM bf PREWHERE a;
CREATE TABLE gr (a UInt8) ENGINE = GenerateRandom;
CREATE TABLE nl (a UInt8) ENGINE = Null;
SELECT a FROM nl PREWHERE a; -- { serverError ILLEGAL_PREWHERE }
SELECT a FROM mt ARRAY JOIN [1, 2] AS x PREWHERE x = 1; -- { serverError ILLEGAL_PREWHERE }
SELECT a, x FROM mt ARRAY JOIN [1, 2] AS x PREWHERE a = 1;
