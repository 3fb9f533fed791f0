-- Requirement: MT.TTL.AlterTable, MT.TTL.OnMerge, MT.Clause.TTL
SET alter_sync = 2, mutations_sync = 2;
CREATE TABLE tab (d DateTime, a Int) ENGINE = MergeTree PARTITION BY toYYYYMM(d) ORDER BY d TTL d + INTERVAL 80 YEAR DELETE;
INSERT INTO tab VALUES ('2000-01-01 00:00:00', 1), ('2000-02-01 00:00:00', 2), ('2060-01-01 00:00:00', 3);
ALTER TABLE tab
    MODIFY TTL d + INTERVAL 1 DAY;
SHOW CREATE TABLE tab;
SELECT * FROM tab ORDER BY d;
SELECT partition, delete_ttl_info_min FROM system.parts WHERE database = currentDatabase() AND table = 'tab' AND active AND rows > 0;
SELECT command, is_done FROM system.mutations WHERE database = currentDatabase() AND table = 'tab';
ALTER TABLE tab REMOVE TTL;
SHOW CREATE TABLE tab;
-- Without materialization old parts learn of it by MATERIALIZE TTL or by a merge.
CREATE TABLE m (k UInt32, d DateTime, v String) ENGINE = MergeTree PARTITION BY k % 2 ORDER BY k;
INSERT INTO m VALUES (1, '2000-01-01 00:00:00', 'x'), (2, '2000-01-01 00:00:00', 'y'), (3, '2060-01-01 00:00:00', 'y');
SET materialize_ttl_after_modify = 0;
ALTER TABLE m MODIFY TTL d + INTERVAL 1 DAY;
SELECT * FROM m ORDER BY k;
ALTER TABLE m MATERIALIZE TTL IN PARTITION 0;
SELECT * FROM m ORDER BY k;
ALTER TABLE m MATERIALIZE TTL;
SELECT * FROM m ORDER BY k;
SELECT command, is_done FROM system.mutations WHERE database = currentDatabase() AND table = 'm';
ALTER TABLE m MODIFY TTL d DELETE WHERE v = 'y';
INSERT INTO m VALUES (4, '2000-01-01 00:00:00', 'x'), (6, '2000-01-01 00:00:00', 'y');
OPTIMIZE TABLE m FINAL;
SELECT * FROM m ORDER BY k;
ALTER TABLE m MODIFY COLUMN v String TTL d + INTERVAL 1 DAY;
SELECT * FROM m ORDER BY k;
ALTER TABLE m MATERIALIZE TTL;
SELECT * FROM m ORDER BY k;
-- Together with other commands.
SET materialize_ttl_after_modify = 1;
CREATE TABLE n (k UInt32, d DateTime, v String) ENGINE = MergeTree ORDER BY k;
INSERT INTO n VALUES (1, '2000-01-01 00:00:00', 'x'), (2, '2060-01-01 00:00:00', 'y');
ALTER TABLE n ADD COLUMN w UInt32 DEFAULT k + 1, MODIFY COLUMN v TTL d - INTERVAL 50 YEAR, MODIFY TTL d + INTERVAL 1 DAY;
SELECT * FROM n ORDER BY k;
ALTER TABLE n RENAME COLUMN d TO dd;
SHOW CREATE TABLE n;
SELECT delete_ttl_info_min FROM system.parts WHERE database = currentDatabase() AND table = 'n' AND active;
ALTER TABLE n UPDATE dd = '2000-01-01 00:00:00' WHERE k = 2;
OPTIMIZE TABLE n FINAL;
SELECT * FROM n ORDER BY k;
-- An empty table, and GROUP BY on parts that are there.
CREATE TABLE g (k UInt32, d DateTime, x UInt32) ENGINE = MergeTree ORDER BY k;
ALTER TABLE g MODIFY TTL d GROUP BY k SET x = sum(x);
ALTER TABLE g MATERIALIZE TTL;
SELECT count() FROM g;
INSERT INTO g VALUES (1, '2000-01-01 00:00:00', 1), (1, '2000-01-01 00:00:00', 2), (2, '2060-01-01 00:00:00', 5), (2, '2060-01-01 00:00:00', 6);
ALTER TABLE g MATERIALIZE TTL;
SELECT * FROM g ORDER BY ALL;
-- With materialize_ttl_recalculate_only parts learn of the TTL, and keep rows and values until they are merged.
SET materialize_ttl_after_modify = 1;
CREATE TABLE later (k Int32, d DateTime, v Int32) ENGINE = MergeTree ORDER BY k SETTINGS materialize_ttl_recalculate_only = 1;
SYSTEM STOP TTL MERGES later;
INSERT INTO later VALUES (1, '2000-01-01 00:00:00', 1), (2, '2100-01-01 00:00:00', 2);
ALTER TABLE later MODIFY TTL d + INTERVAL 1 DAY;
SELECT * FROM later ORDER BY k;
SELECT delete_ttl_info_min, delete_ttl_info_max FROM system.parts WHERE database = currentDatabase() AND table = 'later' AND active;
ALTER TABLE later MODIFY COLUMN v Int32 TTL d + INTERVAL 1 DAY;
ALTER TABLE later MATERIALIZE TTL;
SELECT * FROM later ORDER BY k;
ALTER TABLE later MODIFY SETTING materialize_ttl_recalculate_only = 0;
ALTER TABLE later MATERIALIZE TTL;
SELECT * FROM later ORDER BY k;
-- Only merges compress anew.
CREATE TABLE packed (k Int32, d DateTime) ENGINE = MergeTree ORDER BY k TTL d + INTERVAL 1 DAY RECOMPRESS CODEC(ZSTD(17)) SETTINGS min_bytes_for_wide_part = 0;
SYSTEM STOP TTL MERGES packed;
INSERT INTO packed VALUES (1, '2000-01-01 00:00:00');
OPTIMIZE TABLE packed FINAL;
ALTER TABLE packed MODIFY TTL d + INTERVAL 2 DAY RECOMPRESS CODEC(LZ4);
SELECT default_compression_codec FROM system.parts WHERE database = currentDatabase() AND table = 'packed' AND active;
ALTER TABLE packed DELETE WHERE k = 5;
ALTER TABLE packed UPDATE d = d + 1 WHERE k = 1;
SELECT default_compression_codec FROM system.parts WHERE database = currentDatabase() AND table = 'packed' AND active;
