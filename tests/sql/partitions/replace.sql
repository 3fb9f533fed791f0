-- Requirement: RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition#6, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.System.Parts, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.KeepData, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.NonExistentPartition, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.NonExistentPartition#1, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Settings, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Format, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.IntoOutfile, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition#32
CREATE TABLE s (p UInt8, i UInt64) ENGINE = MergeTree PARTITION BY p ORDER BY i SETTINGS min_bytes_for_wide_part = 0;
CREATE TABLE d AS s;
INSERT INTO s VALUES (1, 1), (2, 2);
INSERT INTO s VALUES (1, 3);
INSERT INTO d VALUES (1, 10), (2, 20), (3, 30);
ALTER TABLE d REPLACE PARTITION 1 FROM s;
SELECT * FROM d ORDER BY ALL;
SELECT * FROM s ORDER BY ALL;
SELECT partition, part_type, name, active FROM system.parts WHERE database = currentDatabase() AND table = 'd' AND active AND rows ORDER BY name;
SELECT name FROM system.parts WHERE database = currentDatabase() AND table = 's' AND active ORDER BY name;
-- by id, by tuple, by string; other partitions stay
ALTER TABLE d REPLACE PARTITION ID '2' FROM s;
ALTER TABLE d REPLACE PARTITION (2) FROM s;
ALTER TABLE d REPLACE PARTITION '2' FROM s;
ALTER TABLE d REPLACE PARTITION tuple(2) FROM s;
SELECT * FROM d ORDER BY ALL;
SELECT name FROM system.parts WHERE database = currentDatabase() AND table = 'd' AND active AND rows ORDER BY name;
-- the source may be dropped, and the destination; each keeps its files
CREATE TABLE s2 AS s;
INSERT INTO s2 VALUES (1, 100);
ALTER TABLE d REPLACE PARTITION 1 FROM s2;
DROP TABLE s2;
SELECT * FROM d ORDER BY ALL;
CREATE TABLE d2 AS s;
ALTER TABLE d2 REPLACE PARTITION 1 FROM s;
DROP TABLE d2;
SELECT * FROM s ORDER BY ALL;
-- a partition that the source has not
ALTER TABLE d REPLACE PARTITION 3 FROM s; -- { serverError BAD_ARGUMENTS }
ALTER TABLE d REPLACE PARTITION 21 FROM s; -- { serverError BAD_ARGUMENTS }
SELECT * FROM d ORDER BY ALL;
ALTER TABLE d REPLACE PARTITION 3 FROM s SETTINGS allow_replace_partition_from_empty_source = 1;
SELECT * FROM d ORDER BY ALL;
-- a partition that the destination has not
INSERT INTO s VALUES (7, 7);
ALTER TABLE d REPLACE PARTITION 7 FROM s;
SELECT * FROM d ORDER BY ALL;
-- from itself
ALTER TABLE d REPLACE PARTITION 7 FROM d;
SELECT * FROM d ORDER BY ALL;
-- PARTITION ALL is refused
ALTER TABLE d REPLACE PARTITION ALL FROM s; -- { serverError SUPPORT_IS_DISABLED }
ALTER TABLE d MOVE PARTITION ALL TO TABLE s; -- { serverError SUPPORT_IS_DISABLED }
ALTER TABLE d REPLACE PART '7_1_1_0' FROM s; -- { clientError SYNTAX_ERROR }
-- clauses behind the statement
ALTER TABLE d REPLACE PARTITION 7 FROM s SETTINGS mutations_sync = 2;
ALTER TABLE d REPLACE PARTITION 7 FROM s SETTINGS nosuch_setting = 2; -- { serverError UNKNOWN_SETTING }
ALTER TABLE d REPLACE PARTITION 7 FROM s FORMAT JSON;
ALTER TABLE d REPLACE PARTITION 7 FROM s INTO OUTFILE; -- { clientError SYNTAX_ERROR }
SELECT count() FROM d;
-- several commands in one ALTER
ALTER TABLE d REPLACE PARTITION 1 FROM s, REPLACE PARTITION 2 FROM s, DROP PARTITION 7;
SELECT * FROM d ORDER BY ALL;
-- partitions of strings and of tuples
CREATE TABLE st (a String, b Date, v UInt8) ENGINE = MergeTree PARTITION BY (a, toYYYYMM(b)) ORDER BY v;
CREATE TABLE dt AS st;
INSERT INTO st VALUES ('x', '2024-01-05', 1), ('y', '2024-02-05', 2);
INSERT INTO dt VALUES ('x', '2024-01-06', 10), ('x', '2024-03-06', 11);
ALTER TABLE dt REPLACE PARTITION ('x', 202401) FROM st;
SELECT * FROM dt ORDER BY ALL;
ALTER TABLE dt REPLACE PARTITION ('x', 202403) FROM st; -- { serverError BAD_ARGUMENTS }
ALTER TABLE dt REPLACE PARTITION ('x') FROM st; -- { serverError INVALID_PARTITION_VALUE }
ALTER TABLE dt REPLACE PARTITION tuple('y', 202402) FROM st;
SELECT * FROM dt ORDER BY ALL;
CREATE TABLE ss (a String, v UInt8) ENGINE = MergeTree PARTITION BY a ORDER BY v;
CREATE TABLE ds AS ss;
INSERT INTO ss VALUES ('один', 1), ('', 2);
INSERT INTO ds VALUES ('один', 10), ('two', 20);
ALTER TABLE ds REPLACE PARTITION 'один' FROM ss;
ALTER TABLE ds REPLACE PARTITION '' FROM ss;
ALTER TABLE ds REPLACE PARTITION 'two' FROM ss; -- { serverError BAD_ARGUMENTS }
SELECT * FROM ds ORDER BY ALL;
-- no partition key at all
CREATE TABLE sn (v UInt8) ENGINE = MergeTree ORDER BY v;
CREATE TABLE dn AS sn;
INSERT INTO sn VALUES (1);
INSERT INTO dn VALUES (2);
ALTER TABLE dn REPLACE PARTITION tuple() FROM sn;
SELECT * FROM dn;
ALTER TABLE dn REPLACE PARTITION ID 'all' FROM sn;
SELECT * FROM dn;
