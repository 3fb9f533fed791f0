-- Requirement: MT.Stat.Declaration, MT.Create.Statistics, MT.Stat.AlterAdd, MT.Stat.AlterDrop, MT.Stat.NameCase, MT.Stat.StoredPerPart, MT.Stat.UpdatedOnInsert, MT.Overview.StatsAndSampling
-- ClickHouse adds statistics of its own to every column and builds none by INSERT unless it is told otherwise.
SET allow_experimental_statistics = 1, materialize_statistics_on_insert = 1, mutations_sync = 2, alter_sync = 2;
CREATE TABLE tab
(
    a Int64 STATISTICS(TDigest, Uniq),
    b Float64
)
ENGINE = MergeTree
ORDER BY a
SETTINGS auto_statistics_types = '';
SHOW CREATE TABLE tab FORMAT TSVRaw;
INSERT INTO tab SELECT number, number / 2 FROM numbers(100);
SELECT name, statistics FROM system.columns WHERE database = currentDatabase() AND table = 'tab';
ALTER TABLE tab ADD STATISTICS b TYPE TDigest, Uniq;
SHOW CREATE TABLE tab FORMAT TSVRaw;
SELECT name, statistics FROM system.columns WHERE database = currentDatabase() AND table = 'tab';
-- The part that was there has what it had; the next one has all.
INSERT INTO tab SELECT 100 + number, number / 2 FROM numbers(100);
SELECT name, column, statistics FROM system.parts_columns WHERE database = currentDatabase() AND table = 'tab' AND active ORDER BY name, column;
ALTER TABLE tab MATERIALIZE STATISTICS b;
SELECT substring(name, 1, 9), column, statistics FROM system.parts_columns WHERE database = currentDatabase() AND table = 'tab' AND active ORDER BY name, column;
ALTER TABLE tab DROP STATISTICS a;
SHOW CREATE TABLE tab FORMAT TSVRaw;
SELECT substring(name, 1, 9), column, statistics FROM system.parts_columns WHERE database = currentDatabase() AND table = 'tab' AND active ORDER BY name, column;
-- Merges keep them.
OPTIMIZE TABLE tab FINAL;
SELECT column, statistics, estimates.cardinality BETWEEN 48 AND 52 FROM system.parts_columns WHERE database = currentDatabase() AND table = 'tab' AND active AND column = 'b';
SELECT count(), sum(b) FROM tab;
DROP TABLE tab;

-- What is known of parts, kind by kind; an update makes it anew.
CREATE TABLE known
(
    a Int64 STATISTICS(minmax, Uniq, TDigest), b String STATISTICS(uniq), c Nullable(Date) STATISTICS(minmax, uniq),
    d Float64 STATISTICS(minmax, tdigest), e Decimal(9, 2) STATISTICS(minmax), f Enum8('x' = 1, 'y' = 2) STATISTICS(minmax),
    g DateTime('UTC') STATISTICS(minmax), h Bool STATISTICS(minmax), i FixedString(2) STATISTICS(uniq), j Int8
)
ENGINE = MergeTree ORDER BY a SETTINGS auto_statistics_types = '';
INSERT INTO known SELECT number + 5, toString(number % 10), if(number % 2, toDate(number % 5), NULL), number / 7, number, number % 2 + 1, number, number % 2, 'ab', 4 FROM numbers(1000);
SELECT column, statistics, estimates.min, estimates.max, estimates.cardinality BETWEEN 980 AND 1020 ? 1000 : estimates.cardinality FROM system.parts_columns WHERE database = currentDatabase() AND table = 'known' AND active;
ALTER TABLE known RENAME COLUMN b TO bb;
ALTER TABLE known UPDATE c = NULL, j = 5 WHERE 1;
SELECT column, statistics, estimates.min, estimates.max FROM system.parts_columns WHERE database = currentDatabase() AND table = 'known' AND active AND column IN ('bb', 'c', 'd', 'j');
ALTER TABLE known DELETE WHERE a < 100;
SELECT column, statistics, estimates.min, estimates.max FROM system.parts_columns WHERE database = currentDatabase() AND table = 'known' AND active AND column IN ('a', 'bb');
ALTER TABLE known DROP COLUMN d;
ALTER TABLE known CLEAR STATISTICS ALL;
SELECT groupUniqArray(statistics) FROM system.parts_columns WHERE database = currentDatabase() AND table = 'known' AND active;
ALTER TABLE known MATERIALIZE STATISTICS ALL;
SELECT column, statistics FROM system.parts_columns WHERE database = currentDatabase() AND table = 'known' AND active;
SELECT name, statistics FROM system.columns WHERE database = currentDatabase() AND table = 'known';
SELECT count(), max(a) FROM known WHERE h AND bb = '3';
DROP TABLE known;
