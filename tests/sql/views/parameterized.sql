CREATE VIEW v AS SELECT number AS n, {s:String} AS s FROM numbers({c:UInt64}) WHERE number >= {lo:UInt8};
SELECT * FROM v(c = 5, lo = 3, s = 'x');
SELECT * FROM v(c = 1 + 1, lo = 0, s = concat('a', 'b'));
SELECT count() FROM v(c = 5, lo = 3, s = 'x') AS q WHERE q.n > 3;
SELECT * FROM v(c = '5', lo = 3, s = 'x');
SELECT a.n, b.s FROM v(c = 5, lo = 3, s = 'x') AS a JOIN v(c = 4, lo = 1, s = 'y') AS b ON a.n = b.n;
SELECT * FROM v(c = 5, lo = 3, s = 'x', zz = 1);
SET param_p = 9;
SELECT * FROM v(c = {p:UInt8}, lo = 7, s = 'q');
SHOW CREATE TABLE v;
SELECT engine, create_table_query FROM system.tables WHERE name = 'v' AND database = currentDatabase() FORMAT Null;
SELECT count() FROM system.columns WHERE table = 'v' AND database = currentDatabase();
CREATE VIEW d AS SELECT {d:Date} + 1 AS x, {a:Array(UInt8)} AS y, {n:Nullable(String)} AS z;
SELECT * FROM d(d = '2020-02-28', a = [1, 2], n = 'q');
SELECT * FROM d(d = toDate('2020-02-28'), a = '[3]', n = 'NULL');
SELECT * FROM v(c = 5, lo = 3); -- { serverError UNKNOWN_QUERY_PARAMETER }
SELECT * FROM v(c = 'z', lo = 3, s = 'x'); -- { serverError BAD_QUERY_PARAMETER }
SELECT * FROM v; -- { serverError EMPTY_LIST_OF_COLUMNS_QUERIED }
DESCRIBE v; -- { serverError UNSUPPORTED_METHOD }
CREATE TABLE mt (k UInt8) ENGINE = MergeTree ORDER BY k;
SELECT * FROM mt(k = 1); -- { serverError UNKNOWN_FUNCTION }
DROP VIEW v;
SELECT * FROM v(c = 5, lo = 3, s = 'x'); -- { serverError UNKNOWN_FUNCTION }
