-- Requirement: MT.Create.Statistics, MT.Stat.Declaration, MT.Stat.AlterAdd, MT.Stat.StoredPerPart, MT.Stat.UpdatedOnInsert
-- The kinds of later versions: basic (least, greatest, NULLs and default values, for every type) and uniq_v2.
SET allow_experimental_statistics = 1, materialize_statistics_on_insert = 1, mutations_sync = 2, alter_sync = 2;
CREATE TABLE t
(
    k Int64 STATISTICS(basic), s String STATISTICS(uniq_v2, basic), n Nullable(Float64) STATISTICS(uniq_v2, uniq, minmax, tdigest, BASIC),
    arr Array(Int8) STATISTICS(basic), tu Tuple(a Int8, b Array(Int8)) STATISTICS(basic), m Map(String, Int8) STATISTICS(basic),
    fs FixedString(2) STATISTICS(basic), lc LowCardinality(Nullable(String)) STATISTICS(basic, uniq_v2), e Enum8('x' = 1, 'z' = 0) STATISTICS(basic),
    u UUID STATISTICS(basic), ip4 IPv4 STATISTICS(basic), ip6 IPv6 STATISTICS(basic), i128 Int128 STATISTICS(basic), i256 Int256 STATISTICS(basic),
    d60 Decimal(60, 3) STATISTICS(basic), d9 Nullable(Decimal(9, 2)) STATISTICS(basic), b Bool STATISTICS(basic), an Array(Nullable(Int8)) STATISTICS(basic),
    tn Tuple(Nullable(Int8)) STATISTICS(basic), dt64 DateTime64(3, 'UTC') STATISTICS(basic), dt DateTime('UTC') STATISTICS(basic), date Date STATISTICS(basic),
    none Int8
)
ENGINE = MergeTree ORDER BY k SETTINGS auto_statistics_types = '';
SHOW CREATE TABLE t FORMAT TSVRaw;
SELECT name, statistics FROM system.columns WHERE database = currentDatabase() AND table = 't';
INSERT INTO t SELECT number, number % 3 ? toString(number % 7) : '', if(number % 4, number / 2, NULL), arrayResize([1], number % 2), (0, arrayResize([0], number % 2)),
    number % 2 ? map('', 0) : map(), number % 5 ? 'a' : '', if(number % 10, toString(number % 3), NULL), number % 2, number % 2 ? toUUID('61f0c404-5cb3-11e7-907b-a6006ad3dba0') : toUUID('00000000-0000-0000-0000-000000000000'),
    toIPv4(number), number % 2 ? toIPv6('::1') : toIPv6('::'), -number, 5 - number, number / 4, if(number % 3, number / 4, NULL), number % 2, number % 2 ? [NULL] : [],
    tuple(if(number % 2, NULL, 1)), number / 4, number, number, 0
FROM numbers(40);
SELECT column, statistics, estimates.min, estimates.max, multiIf(column = 'lc', 3, estimates.cardinality BETWEEN 29 AND 31, 30, estimates.cardinality), estimates.null_count, estimates.default_count
FROM system.parts_columns WHERE database = currentDatabase() AND table = 't' AND active ORDER BY column_position;
-- (ClickHouse counts the default value in the dictionary of lc as well.) Two parts, then one: counts and bounds add up.
INSERT INTO t (k, s, n) VALUES (100, 'new', -1), (101, '', NULL);
SELECT name, column, estimates.min, estimates.max, estimates.null_count, estimates.default_count
FROM system.parts_columns WHERE database = currentDatabase() AND table = 't' AND active AND column IN ('k', 's', 'n', 'lc', 'd9') ORDER BY name, column_position;
OPTIMIZE TABLE t FINAL;
SELECT column, estimates.min, estimates.max, estimates.null_count, estimates.default_count
FROM system.parts_columns WHERE database = currentDatabase() AND table = 't' AND active AND column IN ('k', 's', 'n', 'lc', 'd9') ORDER BY column_position;
ALTER TABLE t UPDATE n = NULL WHERE k >= 20;
SELECT column, estimates.min, estimates.max, estimates.null_count, estimates.default_count
FROM system.parts_columns WHERE database = currentDatabase() AND table = 't' AND active AND column = 'n';
ALTER TABLE t ADD STATISTICS none TYPE uniq_V2, basic;
ALTER TABLE t MATERIALIZE STATISTICS none;
ALTER TABLE t MODIFY STATISTICS k TYPE uniq_v2;
ALTER TABLE t MODIFY COLUMN s String STATISTICS(uniq_v2, uniq);
SELECT name, statistics FROM system.columns WHERE database = currentDatabase() AND table = 't' AND name IN ('none', 'k', 's');
SELECT column, statistics, estimates.min, estimates.cardinality, estimates.default_count FROM system.parts_columns WHERE database = currentDatabase() AND table = 't' AND active AND column = 'none';
SELECT count() FROM t WHERE k > 10 AND n IS NOT NULL AND s = '2' AND empty(arr) SETTINGS allow_statistics_optimize = 1;
DROP TABLE t;

CREATE TABLE bad (a Array(Int8) STATISTICS(uniq_v2)) ENGINE = MergeTree ORDER BY (); -- { serverError ILLEGAL_STATISTICS }
CREATE TABLE bad (a UUID STATISTICS(uniq_v2)) ENGINE = MergeTree ORDER BY (); -- { serverError ILLEGAL_STATISTICS }
CREATE TABLE bad (a Int8 STATISTICS(basic, Basic)) ENGINE = MergeTree ORDER BY (); -- { serverError INCORRECT_QUERY }
CREATE TABLE bad (a Int8, b Int8 ALIAS a STATISTICS(basic)) ENGINE = MergeTree ORDER BY (); -- { serverError ILLEGAL_STATISTICS }
