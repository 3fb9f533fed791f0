-- What is stored has the functions' own names, however they were typed.
CREATE TABLE t (a UInt32 CODEC(Delta, ZSTD(1)), s VARCHAR(10) DEFAULT UPPER('abc'), m TEXT MATERIALIZED LCASE(s), al String ALIAS SUBSTR(s, 2), d Date DEFAULT DATE_TRUNC('month', Now()), x DateTime, y INT TTL DATE(x) + INTERVAL 1 Day, r UInt32 DEFAULT RAND(), r2 UInt32 DEFAULT rand32(), c String DEFAULT CAST(a, 'VARCHAR'), f UInt8 DEFAULT arrayExists(X -> LOWER(X) = 'a', [s]), INDEX i1 LOWER(s) TYPE MINMAX GRANULARITY 1, INDEX i2 (Upper(s), ABS(a)) TYPE Set(100), CONSTRAINT q CHECK LENGTH(s) > 0, CONSTRAINT q2 ASSUME Length(s) > 0, PROJECTION p (SELECT LOWER(s), COUNT(*), SUM(a), COUNT(DISTINCT a) GROUP BY LOWER(s)), PROJECTION p2 (SELECT a, UPPER(s) ORDER BY Upper(s))) ENGINE = MergeTree PARTITION BY Date(x) PRIMARY KEY LOWER(s) ORDER BY (LOWER(s), POWER(a, 2)) TTL x + INTERVAL 1 day GROUP BY LOWER(s) SET a = MAX(a), y = ANY_VALUE(y);
SHOW CREATE TABLE t FORMAT TSVRaw;
SELECT name, type, default_expression FROM system.columns WHERE database = currentDatabase() AND table = 't' AND default_expression != '' ORDER BY position;
SELECT partition_key, sorting_key, primary_key, skipping_indices_types FROM system.tables WHERE database = currentDatabase() AND name = 't';
SELECT name, type, type_full, expr FROM system.data_skipping_indices WHERE database = currentDatabase() AND table = 't';
SELECT name, query FROM system.projections WHERE database = currentDatabase() AND table = 't';
ALTER TABLE t ADD COLUMN z String DEFAULT CONCAT(LOWER(s), 'a'), ADD INDEX i3 POW(a, 2) TYPE minmax, ADD CONSTRAINT q5 CHECK ABS(a) >= 0, ADD PROJECTION p5 (SELECT COUNT(*));
ALTER TABLE t MODIFY COLUMN s DEFAULT LOWER('x');
ALTER TABLE t MODIFY TTL DATE(x) + INTERVAL 2 DAY DELETE WHERE LENGTH(s) = 3;
ALTER TABLE t ADD COLUMN oo UInt32, MODIFY ORDER BY (LOWER(s), POWER(a, 2), ABS(oo));
SHOW CREATE TABLE t FORMAT TSVRaw;

CREATE TABLE states (x SimpleAggregateFunction(MAX, INT), y AggregateFunction(SUM, INT), z AggregateFunction(STDDEV_POP, Float64), w AggregateFunction(COUNTDistinct, UInt8), v AggregateFunction(array_agg, BIGINT)) ENGINE = AggregatingMergeTree ORDER BY ();
SELECT name, type FROM system.columns WHERE database = currentDatabase() AND table = 'states' ORDER BY position;
CREATE TABLE wrong (x SimpleAggregateFunction(Any, INT)) ENGINE = AggregatingMergeTree ORDER BY (); -- { serverError UNKNOWN_AGGREGATE_FUNCTION }

CREATE VIEW v AS SELECT LOWER(s), COUNT(*), DENSE_RANK() OVER (ORDER BY LOWER(s)) AS place, UNNEST([1]) AS one FROM t WHERE UPPER(s) != '' GROUP BY Lower(s) HAVING SUM(1) > 0 ORDER BY Count();
SELECT as_select FROM system.tables WHERE database = currentDatabase() AND name = 'v' SETTINGS describe_compact_output = 1 FORMAT Null;
SELECT name, type FROM system.columns WHERE database = currentDatabase() AND table = 'v' ORDER BY position;
CREATE MATERIALIZED VIEW mv ENGINE = MergeTree ORDER BY LOWER(k) AS SELECT LCASE(s) AS k, COUNT(DISTINCT a), SUM(a) AS m FROM t GROUP BY LCASE(s);
SELECT name FROM system.columns WHERE database = currentDatabase() AND table = 'mv' ORDER BY position;
CREATE TABLE made ENGINE = MergeTree ORDER BY () AS SELECT LOWER('a'), COUNT(*), MAX(number) FROM numbers(3);
SELECT name FROM system.columns WHERE database = currentDatabase() AND table = 'made' ORDER BY position;

CREATE TABLE r1 (x String) ENGINE = MergeTree PARTITION BY LOWER(x) ORDER BY x;
CREATE TABLE r2 (x VARCHAR(9)) ENGINE = MergeTree PARTITION BY lcase(x) ORDER BY x;
INSERT INTO r1 VALUES ('A');
ALTER TABLE r2 REPLACE PARTITION 'a' FROM r1;
SELECT * FROM r2;

-- Engines, codecs, table functions and settings have one spelling; VALUES has any.
CREATE TABLE n1 (a UInt8) ENGINE = mergetree ORDER BY a; -- { serverError UNKNOWN_STORAGE }
CREATE TABLE n2 (a UInt8 CODEC(DELTA)) ENGINE = MergeTree ORDER BY a; -- { serverError UNKNOWN_CODEC }
CREATE TABLE n3 (a UInt8 CODEC(lz4)) ENGINE = MergeTree ORDER BY a; -- { serverError UNKNOWN_CODEC }
SELECT * FROM NUMBERS(3); -- { serverError UNKNOWN_FUNCTION }
SELECT * FROM VaLuEs('x INT', 1);
CREATE TABLE n4 (a UInt8) ENGINE = MergeTree ORDER BY a SETTINGS Index_Granularity = 3; -- { serverError UNKNOWN_SETTING }
