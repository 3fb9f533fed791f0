-- Requirement: MT.Stat.StoredPerPart, MT.Stat.UpdatedOnInsert
-- Statistics that columns have by themselves (auto_statistics_types): made by merges, by mutations, and by INSERT where it is asked for.
SET allow_experimental_statistics = 1, mutations_sync = 2, alter_sync = 2;
CREATE TABLE t
(
    k UInt64, s String, c Int32 STATISTICS(tdigest), n Nullable(Int32), lc LowCardinality(String), arr Array(Int8), f Float64, d Date,
    u UUID, dec Decimal(9, 2), e Enum8('a' = 1, 'b' = 2), ip IPv4, i128 Int128, big UInt64, al Int8 ALIAS 1, m Int8 MATERIALIZED 2
)
ENGINE = MergeTree ORDER BY k;
SHOW CREATE TABLE t FORMAT TSVRaw;
SELECT name, statistics FROM system.columns WHERE database = currentDatabase() AND table = 't';
SYSTEM STOP MERGES t;
SET materialize_statistics_on_insert = 1;
INSERT INTO t SELECT number, toString(number % 10), number, if(number % 3, number, NULL), 'x', [1], number / 2, number, generateUUIDv4(), number / 4, 'a', number, number, number FROM numbers(1000);
INSERT INTO t SELECT number + 5000, toString(number % 10), number + 7000, number + 7000, 'y', [], number + 9000, number + 900, generateUUIDv4(), number + 900, 'b', number + 7000, number + 7000,
    18446744073709551615 - number FROM numbers(1000);
SELECT name, column, statistics FROM system.parts_columns WHERE database = currentDatabase() AND table = 't' AND active ORDER BY name, column_position;
SELECT column, estimates.min, estimates.max, estimates.null_count, estimates.default_count FROM system.parts_columns
WHERE database = currentDatabase() AND table = 't' AND active AND name = 'all_1_1_0' AND column NOT IN ('u', 'arr', 'c') ORDER BY column_position;
-- Parts are left out by what statistics say; what does not leave out any is not told.
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT s FROM t WHERE c > 6500) WHERE match(explain, '(Statistics|PrimaryKey|Keys:|^ +[a-z0-9]+$|Parts: [0-9]+/|Granules: [0-9]+/)');
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT s FROM t WHERE n < 6500) WHERE match(explain, '(Statistics|PrimaryKey|Keys:|^ +[a-z0-9]+$|Parts: [0-9]+/|Granules: [0-9]+/)');
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT s FROM t WHERE f = 9001) WHERE match(explain, '(Statistics|PrimaryKey|Keys:|^ +[a-z0-9]+$|Parts: [0-9]+/|Granules: [0-9]+/)');
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT s FROM t WHERE d < '1971-01-01' AND dec > 5) WHERE match(explain, '(Statistics|PrimaryKey|Keys:|^ +[a-z0-9]+$|Parts: [0-9]+/|Granules: [0-9]+/)');
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT s FROM t WHERE e = 'b' AND f > -1) WHERE match(explain, '(Statistics|PrimaryKey|Keys:|^ +[a-z0-9]+$|Parts: [0-9]+/|Granules: [0-9]+/)');
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT s FROM t WHERE ip = toIPv4('0.0.0.3') OR i128 = 5) WHERE match(explain, '(Statistics|PrimaryKey|Keys:|^ +[a-z0-9]+$|Parts: [0-9]+/|Granules: [0-9]+/)');
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT s FROM t WHERE f IN (5, 7) AND f BETWEEN 4 AND 20) WHERE match(explain, '(Statistics|PrimaryKey|Keys:|^ +[a-z0-9]+$|Parts: [0-9]+/|Granules: [0-9]+/)');
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT s FROM t WHERE big > 18446744073709551000) WHERE match(explain, '(Statistics|PrimaryKey|Keys:|^ +[a-z0-9]+$|Parts: [0-9]+/|Granules: [0-9]+/)');
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT s FROM t WHERE k + 1 > 5000) WHERE match(explain, '(Statistics|PrimaryKey|Keys:|^ +[a-z0-9]+$|Parts: [0-9]+/|Granules: [0-9]+/)');
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT s FROM t WHERE NOT (f > 50)) WHERE match(explain, '(Statistics|PrimaryKey|Keys:|^ +[a-z0-9]+$|Parts: [0-9]+/|Granules: [0-9]+/)');
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT s FROM t WHERE c > -1) WHERE match(explain, '(Statistics|PrimaryKey|Keys:|^ +[a-z0-9]+$|Parts: [0-9]+/|Granules: [0-9]+/)');
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT s FROM t WHERE s = 'nothing' AND arr = [5]) WHERE match(explain, '(Statistics|PrimaryKey|Keys:|^ +[a-z0-9]+$|Parts: [0-9]+/|Granules: [0-9]+/)');
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT s FROM t WHERE m = 5) WHERE match(explain, '(Statistics|PrimaryKey|Keys:|^ +[a-z0-9]+$|Parts: [0-9]+/|Granules: [0-9]+/)');
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT s FROM t PREWHERE f = 3 WHERE c = 6) WHERE match(explain, '(Statistics|PrimaryKey|Keys:|^ +[a-z0-9]+$|Parts: [0-9]+/|Granules: [0-9]+/)');
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT s FROM t WHERE f > 6500 SETTINGS use_statistics_for_part_pruning = 0) WHERE match(explain, '(Statistics|PrimaryKey|Keys:|^ +[a-z0-9]+$|Parts: [0-9]+/|Granules: [0-9]+/)');
SELECT count(), sum(c) FROM t WHERE f > 6500 AND n != 7003;
SELECT count() FROM t WHERE n IS NULL;
SELECT count() FROM t WHERE n IS NULL AND f > 6500;
SELECT count() FROM t WHERE big >= 18446744073709551615;
SYSTEM START MERGES t;
-- New values have new statistics, in parts where only a column is written and where all are.
ALTER TABLE t UPDATE f = -5 WHERE k = 3;
SELECT name, statistics, estimates.min, estimates.max FROM system.parts_columns WHERE database = currentDatabase() AND table = 't' AND active AND column = 'f' ORDER BY name;
SELECT count() FROM t WHERE f < -4;
ALTER TABLE t DELETE WHERE f < -4;
SELECT name, statistics, estimates.min, estimates.max FROM system.parts_columns WHERE database = currentDatabase() AND table = 't' AND active AND column = 'f' ORDER BY name;
-- Declared ones go, and with them those of the column until the next merge; others cannot be dropped.
ALTER TABLE t DROP STATISTICS k; -- { serverError ILLEGAL_STATISTICS }
ALTER TABLE t CLEAR STATISTICS k; -- { serverError ILLEGAL_STATISTICS }
ALTER TABLE t DROP STATISTICS c;
SELECT name, statistics FROM system.columns WHERE database = currentDatabase() AND table = 't' AND name IN ('c', 'k');
SELECT name, column, statistics FROM system.parts_columns WHERE database = currentDatabase() AND table = 't' AND active AND column IN ('c', 'k') ORDER BY name, column;
ALTER TABLE t CLEAR STATISTICS ALL;
SELECT DISTINCT statistics FROM system.parts_columns WHERE database = currentDatabase() AND table = 't' AND active;
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT s FROM t WHERE f > 6500) WHERE match(explain, '(Statistics|PrimaryKey|Keys:|^ +[a-z0-9]+$|Parts: [0-9]+/|Granules: [0-9]+/)');
ALTER TABLE t MATERIALIZE STATISTICS ALL;
SELECT name, column, statistics FROM system.parts_columns WHERE database = currentDatabase() AND table = 't' AND active AND column IN ('c', 'k', 'arr') ORDER BY name, column;
-- Other kinds, by a setting of the table.
ALTER TABLE t MODIFY SETTING auto_statistics_types = 'nonsense'; -- { serverError INCORRECT_QUERY }
ALTER TABLE t MODIFY SETTING auto_statistics_types = 'tdigest, Uniq';
ALTER TABLE t ADD STATISTICS k TYPE tdigest;
SELECT name, statistics FROM system.columns WHERE database = currentDatabase() AND table = 't';
OPTIMIZE TABLE t FINAL;
SELECT name, column, statistics FROM system.parts_columns WHERE database = currentDatabase() AND table = 't' AND active AND column IN ('c', 'k', 'arr', 's') ORDER BY name, column;
ALTER TABLE t MODIFY SETTING materialize_statistics_on_merge = 0;
INSERT INTO t (k) VALUES (1);
OPTIMIZE TABLE t FINAL;
SELECT DISTINCT name, statistics FROM system.parts_columns WHERE database = currentDatabase() AND table = 't' AND active;
DROP TABLE t;

-- An INSERT writes them only if it is told to; a merge does.
CREATE TABLE u (k UInt64, v Nullable(Float64)) ENGINE = MergeTree ORDER BY k;
INSERT INTO u SELECT number, if(number % 2, number, NULL) FROM numbers(10) SETTINGS materialize_statistics_on_insert = 0;
SELECT name, column, statistics FROM system.parts_columns WHERE database = currentDatabase() AND table = 'u' AND active ORDER BY column;
INSERT INTO u SELECT number, nan FROM numbers(10) SETTINGS materialize_statistics_on_insert = 0;
OPTIMIZE TABLE u FINAL;
SELECT name, column, statistics, estimates.null_count FROM system.parts_columns WHERE database = currentDatabase() AND table = 'u' AND active ORDER BY column;
SELECT count() FROM u WHERE v != 100;
SELECT count() FROM u WHERE v > 100;
SELECT count() FROM u WHERE isNaN(v);
ALTER TABLE u MODIFY COLUMN v Nullable(String);
SELECT count() FROM u WHERE v = 'nan';
ALTER TABLE u RENAME COLUMN v TO w;
SELECT count() FROM u WHERE w = '3';
DROP TABLE u;

CREATE TABLE bad (a UInt64) ENGINE = MergeTree ORDER BY a SETTINGS auto_statistics_types = 'nonsense'; -- { serverError INCORRECT_QUERY }
CREATE TABLE bad (a UInt64) ENGINE = MergeTree ORDER BY a SETTINGS auto_statistics_types = 'basic,,uniq'; -- { serverError SYNTAX_ERROR }
CREATE TABLE fine (a UInt64) ENGINE = MergeTree ORDER BY a SETTINGS auto_statistics_types = 'basic,basic';
SELECT name, statistics FROM system.columns WHERE database = currentDatabase() AND table = 'fine';
DROP TABLE fine;

-- min and max of whole columns, told by statistics; what they do not tell is read.
SET materialize_statistics_on_insert = 1;
CREATE TABLE told (p Int8, k UInt64, c Int32, d DateTime('UTC'), n Nullable(Int32), s String) ENGINE = MergeTree PARTITION BY p ORDER BY k;
INSERT INTO told SELECT 1, number, number, number, if(number % 2, NULL, number), toString(number) FROM numbers(100);
INSERT INTO told SELECT 2, number, 1000 + number, number + 1000000, NULL, toString(number) FROM numbers(100);
SELECT explain FROM (EXPLAIN SELECT min(c), max(c), count() FROM told) WHERE match(explain, '(Aggregat|Read)');
SELECT explain FROM (EXPLAIN SELECT max(d), min(k) + 1 FROM told HAVING count() > 1) WHERE match(explain, '(Aggregat|Read)');
SELECT explain FROM (EXPLAIN SELECT min(n) FROM told) WHERE match(explain, '(Aggregat|Read)');
SELECT explain FROM (EXPLAIN SELECT min(s) FROM told) WHERE match(explain, '(Aggregat|Read)');
SELECT explain FROM (EXPLAIN SELECT min(c) FROM told SETTINGS use_statistics_for_min_max_aggregation = 0) WHERE match(explain, '(Aggregat|Read)');
SELECT explain FROM (EXPLAIN SELECT min(c), sum(k) FROM told) WHERE match(explain, '(Aggregat|Read)');
SELECT min(c), max(c), count(), min(d), max(d), min(k), max(k) FROM told;
SELECT min(c), max(c) FROM told WHERE k > 5;
SELECT p, min(c), max(c) FROM told GROUP BY p ORDER BY p;
INSERT INTO told SETTINGS materialize_statistics_on_insert = 0 SELECT 3, number, 5000 + number, 0, NULL, toString(number) FROM numbers(100);
SELECT min(c), max(c), count(), min(d), max(d) FROM told;
DELETE FROM told WHERE k = 99;
SELECT min(c), max(c), count() FROM told;
ALTER TABLE told ADD COLUMN later Int32 DEFAULT c * 2;
SELECT min(later), max(later) FROM told;
TRUNCATE TABLE told;
SELECT min(c), max(c), count() FROM told;
DROP TABLE told;
