-- Requirement: MT.Stat.TypesCountMinNumeric, MT.Stat.TypesMinMaxNumeric, MT.Stat.TypesTDigestNumeric, MT.Stat.TypesUniqNumeric, MT.Stat.TypesMinMaxString, MT.Stat.TypesTDigestString, MT.Stat.TypesUniqString, MT.Stat.NameCase
SET allow_experimental_statistics = 1, mutations_sync = 2;
CREATE TABLE t (a Int64 STATISTICS(TDigest, Uniq), b String, c Nullable(Date) STATISTICS(minmax), arr Array(Int8), al Int64 ALIAS a + 1)
ENGINE = MergeTree ORDER BY a SETTINGS auto_statistics_types = '';
ALTER TABLE t ADD STATISTICS b TYPE tdigest; -- { serverError ILLEGAL_STATISTICS }
ALTER TABLE t ADD STATISTICS b TYPE minmax; -- { serverError ILLEGAL_STATISTICS }
ALTER TABLE t ADD STATISTICS b TYPE nonsense; -- { serverError INCORRECT_QUERY }
ALTER TABLE t ADD STATISTICS zz TYPE uniq; -- { serverError ILLEGAL_STATISTICS }
ALTER TABLE t ADD STATISTICS arr TYPE uniq; -- { serverError ILLEGAL_STATISTICS }
ALTER TABLE t ADD STATISTICS al TYPE uniq; -- { serverError INCORRECT_QUERY }
ALTER TABLE t ADD STATISTICS a TYPE uniq; -- { serverError ILLEGAL_STATISTICS }
ALTER TABLE t ADD STATISTICS IF NOT EXISTS a TYPE uniq;
ALTER TABLE t ADD STATISTICS b TYPE uniq, uniq; -- { serverError INCORRECT_QUERY }
ALTER TABLE t DROP STATISTICS zz; -- { serverError ILLEGAL_STATISTICS }
ALTER TABLE t DROP STATISTICS b; -- { serverError ILLEGAL_STATISTICS }
ALTER TABLE t DROP STATISTICS IF EXISTS b;
ALTER TABLE t DROP STATISTICS IF EXISTS zz;
ALTER TABLE t CLEAR STATISTICS zz; -- { serverError ILLEGAL_STATISTICS }
ALTER TABLE t CLEAR STATISTICS b; -- { serverError ILLEGAL_STATISTICS }
ALTER TABLE t CLEAR STATISTICS IF EXISTS zz;
ALTER TABLE t MATERIALIZE STATISTICS zz; -- { serverError ILLEGAL_STATISTICS }
ALTER TABLE t MATERIALIZE STATISTICS b; -- { serverError ILLEGAL_STATISTICS }
ALTER TABLE t MATERIALIZE STATISTICS IF EXISTS b; -- { serverError ILLEGAL_STATISTICS }
ALTER TABLE t MODIFY STATISTICS zz TYPE uniq; -- { serverError ILLEGAL_STATISTICS }
ALTER TABLE t MODIFY STATISTICS b TYPE tdigest; -- { serverError ILLEGAL_STATISTICS }
ALTER TABLE t MODIFY COLUMN c Nullable(String); -- { serverError ILLEGAL_STATISTICS }
SHOW CREATE TABLE t FORMAT TSVRaw;
ALTER TABLE t MODIFY STATISTICS a TYPE uniq, minmax;
ALTER TABLE t MODIFY STATISTICS b TYPE uniq;
SELECT name, statistics FROM system.columns WHERE database = currentDatabase() AND table = 't';
ALTER TABLE t ADD STATISTICS b, c TYPE uniq; -- { serverError ILLEGAL_STATISTICS }
ALTER TABLE t MODIFY COLUMN c Nullable(Date) STATISTICS(tdigest);
ALTER TABLE t ADD COLUMN d Int8 STATISTICS(uniq), ADD STATISTICS d TYPE tdigest;
SHOW CREATE TABLE t FORMAT TSVRaw;
ALTER TABLE t DROP STATISTICS a, b;
ALTER TABLE t DROP COLUMN c;
SHOW CREATE TABLE t FORMAT TSVRaw;

CREATE TABLE bad (a Array(Int8) STATISTICS(uniq)) ENGINE = MergeTree ORDER BY (); -- { serverError ILLEGAL_STATISTICS }
CREATE TABLE bad (a String STATISTICS(minmax)) ENGINE = MergeTree ORDER BY (); -- { serverError ILLEGAL_STATISTICS }
CREATE TABLE bad (a FixedString(3) STATISTICS(minmax)) ENGINE = MergeTree ORDER BY (); -- { serverError ILLEGAL_STATISTICS }
CREATE TABLE bad (a String STATISTICS(tdigest)) ENGINE = MergeTree ORDER BY (); -- { serverError ILLEGAL_STATISTICS }
CREATE TABLE bad (a FixedString(3) STATISTICS(tdigest)) ENGINE = MergeTree ORDER BY (); -- { serverError ILLEGAL_STATISTICS }
CREATE TABLE bad (a Int8 STATISTICS(nope)) ENGINE = MergeTree ORDER BY (); -- { serverError INCORRECT_QUERY }
CREATE TABLE bad (a Int8 STATISTICS(uniq, Uniq)) ENGINE = MergeTree ORDER BY (); -- { serverError INCORRECT_QUERY }
CREATE TABLE bad (a Int8 STATISTICS()) ENGINE = MergeTree ORDER BY (); -- { clientError SYNTAX_ERROR }
CREATE TABLE bad (a UUID STATISTICS(uniq)) ENGINE = MergeTree ORDER BY (); -- { serverError ILLEGAL_STATISTICS }
CREATE TABLE bad (a IPv4 STATISTICS(tdigest)) ENGINE = MergeTree ORDER BY (); -- { serverError ILLEGAL_STATISTICS }
CREATE TABLE twice (a Int32 STATISTICS(tdigest), b Int32 STATISTICS(uniq)) ENGINE = MergeTree ORDER BY ();
ALTER TABLE twice DROP STATISTICS a, a; -- { serverError ILLEGAL_STATISTICS }
ALTER TABLE twice DROP STATISTICS IF EXISTS a, b, a;
DROP TABLE twice;
CREATE TABLE bad (a Tuple(Int8) STATISTICS(uniq)) ENGINE = MergeTree ORDER BY (); -- { serverError ILLEGAL_STATISTICS }
SELECT count() FROM system.tables WHERE database = currentDatabase() AND name = 'bad';

-- Every type of the document's table, empty and with rows.
CREATE TABLE good
(
    i8 Int8 STATISTICS(minmax, tdigest, uniq), u64 UInt64 STATISTICS(minmax, tdigest, uniq), i128 Int128 STATISTICS(minmax, tdigest, uniq),
    u256 UInt256 STATISTICS(minmax, tdigest, uniq), f32 Float32 STATISTICS(minmax, tdigest, uniq), f64 Nullable(Float64) STATISTICS(minmax, tdigest, uniq),
    d9 Decimal(9, 2) STATISTICS(minmax, tdigest, uniq), d60 Decimal(60, 2) STATISTICS(minmax, tdigest, uniq),
    date Date STATISTICS(minmax, tdigest, uniq), date32 Date32 STATISTICS(minmax, tdigest, uniq), dt DateTime STATISTICS(minmax, tdigest, uniq),
    dt64 DateTime64(3) STATISTICS(minmax, tdigest, uniq), b Bool STATISTICS(minmax, tdigest, uniq), e Enum8('a' = 1, 'b' = 2) STATISTICS(minmax, tdigest, uniq),
    s String STATISTICS(uniq), fs FixedString(3) STATISTICS(uniq), lc LowCardinality(Nullable(String)) STATISTICS(uniq)
)
ENGINE = MergeTree ORDER BY i8 SETTINGS auto_statistics_types = '';
INSERT INTO good SELECT number - 50, number, -toInt128(number), number * 1000000000000000000, number / 3, if(number % 2, number, NULL), number / 4, number / 4,
    number, number, number, number / 8, number % 2, number % 2 + 1, toString(number), 'abc', if(number = 1, NULL, 'x') FROM numbers(100) SETTINGS materialize_statistics_on_insert = 1;
SELECT column, statistics FROM system.parts_columns WHERE database = currentDatabase() AND table = 'good' AND active;
SELECT count() FROM good WHERE u64 > 3 AND i128 > -50 AND d60 <= 20 AND e = 'b' AND f64 IS NOT NULL AND date32 < '1970-02-20' SETTINGS allow_statistics_optimize = 1;
DROP TABLE good;
DROP TABLE t;
