-- Engines that keep rows as they come, and the one that keeps none.
CREATE TABLE m (a UInt8, s String DEFAULT 'x') ENGINE = Memory;
INSERT INTO m (a) VALUES (2), (1);
INSERT INTO m VALUES (3, 'y');
SELECT * FROM m ORDER BY a;
SELECT engine, sorting_key, primary_key, engine_full FROM system.tables WHERE database = currentDatabase() AND name = 'm';
SELECT count() FROM system.parts WHERE database = currentDatabase();
TRUNCATE TABLE m;
SELECT count() FROM m;
CREATE TABLE l (a UInt8) ENGINE = Log;
CREATE TABLE t (a UInt8) ENGINE = TinyLog;
CREATE TABLE s (a UInt8) ENGINE = StripeLog;
INSERT INTO l VALUES (1);
INSERT INTO t SELECT a + 1 FROM l;
INSERT INTO s SELECT a + 1 FROM t;
SELECT a FROM l UNION ALL SELECT a FROM t UNION ALL SELECT a FROM s ORDER BY a;
CREATE TABLE n (a UInt64, b String) ENGINE = Null;
CREATE TABLE sums (g UInt64, c UInt64) ENGINE = MergeTree ORDER BY g;
CREATE MATERIALIZED VIEW v TO sums AS SELECT a % 3 AS g, count() AS c FROM n GROUP BY g;
INSERT INTO n SELECT number, 'x' FROM numbers(100);
SELECT count() FROM n;
SELECT g, sum(c) FROM sums GROUP BY g ORDER BY g;
CREATE TABLE x (a UInt8) ENGINE = Memory ORDER BY a; -- { serverError BAD_ARGUMENTS }
CREATE TABLE x (a UInt8) ENGINE = Log PARTITION BY a; -- { serverError BAD_ARGUMENTS }
CREATE TABLE x (a UInt8, INDEX i a TYPE minmax) ENGINE = Memory; -- { serverError BAD_ARGUMENTS }
CREATE TABLE x (a UInt8) ENGINE = Null ORDER BY a; -- { serverError BAD_ARGUMENTS }
CREATE TABLE x (a UInt8) ENGINE = Memory(1); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
OPTIMIZE TABLE m; -- { serverError NOT_IMPLEMENTED }
SELECT * FROM m SAMPLE 0.1; -- { serverError SAMPLING_NOT_SUPPORTED }
SELECT * FROM m FINAL; -- { serverError ILLEGAL_FINAL }
SHOW CREATE TABLE l;
