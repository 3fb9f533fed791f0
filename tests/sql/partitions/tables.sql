-- Requirement: RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.FromTemporaryTable, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.TemporaryTables, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Deduplication, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Encodings, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Prohibited.IncorrectTableEngines#1, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Prohibited.IncorrectTableEngines#3, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Prohibited.IncorrectTableEngines#4, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Prohibited.IncorrectTableEngines#5, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Prohibited.IncorrectTableEngines#6
-- the specification's example: from a temporary table
CREATE TABLE destination (p UInt64, k String, d UInt64) ENGINE = MergeTree PARTITION BY p ORDER BY k;
INSERT INTO destination VALUES (1, '5', 5), (2, '5', 5);
CREATE TEMPORARY TABLE temporary_table (p UInt64, k String, d UInt64) ENGINE = MergeTree PARTITION BY p ORDER BY k;
INSERT INTO temporary_table VALUES (0, '0', 1);
INSERT INTO temporary_table VALUES (1, '0', 1);
INSERT INTO temporary_table VALUES (1, '1', 1);
INSERT INTO temporary_table VALUES (2, '0', 1);
INSERT INTO temporary_table VALUES (3, '0', 1);
INSERT INTO temporary_table VALUES (3, '1', 1);
ALTER TABLE destination REPLACE PARTITION 1 FROM temporary_table;
SELECT * FROM destination ORDER BY ALL;
SELECT count() FROM temporary_table;
-- from one temporary table to another, and from a table to a temporary one
CREATE TEMPORARY TABLE temporary_2 (p UInt64, k String, d UInt64) ENGINE = MergeTree PARTITION BY p ORDER BY k;
INSERT INTO temporary_2 VALUES (1, '9', 9), (3, '9', 9);
ALTER TABLE temporary_2 REPLACE PARTITION 1 FROM temporary_table;
SELECT * FROM temporary_2 ORDER BY ALL;
ALTER TABLE temporary_2 REPLACE PARTITION 2 FROM destination;
SELECT * FROM temporary_2 ORDER BY ALL;
ALTER TABLE temporary_2 REPLACE PARTITION 99 FROM temporary_table; -- { serverError BAD_ARGUMENTS }
ALTER TABLE temporary_2 DROP PARTITION 3;
ALTER TABLE temporary_2 MOVE PARTITION 2 TO TABLE destination;
SELECT * FROM temporary_2 ORDER BY ALL;
SELECT * FROM destination ORDER BY ALL;
-- the engines of the family, into themselves and into a plain table
CREATE TABLE replacing (p UInt8, k UInt8, v UInt8) ENGINE = ReplacingMergeTree PARTITION BY p ORDER BY k;
CREATE TABLE replacing_2 AS replacing;
CREATE TABLE plain (p UInt8, k UInt8, v UInt8) ENGINE = MergeTree PARTITION BY p ORDER BY k;
INSERT INTO plain VALUES (1, 1, 1), (1, 1, 2), (2, 2, 2);
ALTER TABLE replacing REPLACE PARTITION 1 FROM plain;
SELECT count() FROM replacing;
SELECT count() FROM replacing FINAL;
-- a block that was replaced in is not taken for a duplicate of an insert, nor the other way round
INSERT INTO replacing VALUES (1, 1, 3);
INSERT INTO replacing VALUES (1, 1, 3);
SELECT count() FROM replacing;
SELECT * FROM replacing FINAL;
OPTIMIZE TABLE replacing FINAL;
SELECT * FROM replacing;
ALTER TABLE replacing_2 REPLACE PARTITION 1 FROM replacing;
ALTER TABLE plain REPLACE PARTITION 1 FROM replacing_2;
SELECT * FROM plain ORDER BY ALL;
CREATE TABLE summing (p UInt8, k UInt8, v UInt8) ENGINE = SummingMergeTree PARTITION BY p ORDER BY k;
ALTER TABLE summing REPLACE PARTITION 1 FROM plain;
INSERT INTO summing VALUES (1, 1, 10);
SELECT * FROM summing FINAL;
ALTER TABLE plain REPLACE PARTITION 1 FROM summing;
SELECT * FROM plain ORDER BY ALL;
CREATE TABLE aggregating (p UInt8, k UInt8, v SimpleAggregateFunction(max, UInt8)) ENGINE = AggregatingMergeTree PARTITION BY p ORDER BY k;
CREATE TABLE aggregating_2 AS aggregating;
CREATE TABLE aggregating_plain (p UInt8, k UInt8, v SimpleAggregateFunction(max, UInt8)) ENGINE = MergeTree PARTITION BY p ORDER BY k;
INSERT INTO aggregating VALUES (1, 1, 1);
INSERT INTO aggregating VALUES (1, 1, 5);
ALTER TABLE aggregating_2 REPLACE PARTITION 1 FROM aggregating;
SELECT * FROM aggregating_2 FINAL;
ALTER TABLE aggregating_plain REPLACE PARTITION 1 FROM aggregating;
SELECT * FROM aggregating_plain ORDER BY ALL;
CREATE TABLE collapsing (p UInt8, k UInt8, sign Int8) ENGINE = CollapsingMergeTree(sign) PARTITION BY p ORDER BY k;
CREATE TABLE collapsing_2 AS collapsing;
CREATE TABLE collapsing_plain (p UInt8, k UInt8, sign Int8) ENGINE = MergeTree PARTITION BY p ORDER BY k;
INSERT INTO collapsing VALUES (1, 1, 1), (1, 2, 1);
INSERT INTO collapsing VALUES (1, 1, -1);
ALTER TABLE collapsing_2 REPLACE PARTITION 1 FROM collapsing;
SELECT * FROM collapsing_2 FINAL;
ALTER TABLE collapsing_plain REPLACE PARTITION 1 FROM collapsing;
SELECT * FROM collapsing_plain ORDER BY ALL;
CREATE TABLE versioned (p UInt8, k UInt8, sign Int8, ver UInt8) ENGINE = VersionedCollapsingMergeTree(sign, ver) PARTITION BY p ORDER BY (k, ver);
CREATE TABLE versioned_2 AS versioned;
CREATE TABLE versioned_plain (p UInt8, k UInt8, sign Int8, ver UInt8) ENGINE = MergeTree PARTITION BY p ORDER BY (k, ver);
INSERT INTO versioned VALUES (1, 1, 1, 1), (1, 2, 1, 1);
INSERT INTO versioned VALUES (1, 1, -1, 1);
ALTER TABLE versioned_2 REPLACE PARTITION 1 FROM versioned;
SELECT * FROM versioned_2 FINAL;
ALTER TABLE versioned_plain REPLACE PARTITION 1 FROM versioned;
SELECT * FROM versioned_plain ORDER BY ALL;
-- other codecs
CREATE TABLE zstd (p UInt8, v UInt64 CODEC(ZSTD(5))) ENGINE = MergeTree PARTITION BY p ORDER BY p;
CREATE TABLE lz4 (p UInt8, v UInt64 CODEC(LZ4)) ENGINE = MergeTree PARTITION BY p ORDER BY p;
CREATE TABLE delta (p UInt8, v UInt64 CODEC(Delta, LZ4)) ENGINE = MergeTree PARTITION BY p ORDER BY p;
INSERT INTO zstd SELECT 1, number FROM numbers(1000);
INSERT INTO lz4 SELECT 2, number FROM numbers(100);
ALTER TABLE lz4 REPLACE PARTITION 1 FROM zstd;
ALTER TABLE zstd REPLACE PARTITION 2 FROM lz4;
ALTER TABLE delta REPLACE PARTITION 1 FROM lz4;
SELECT p, count(), sum(v) FROM lz4 GROUP BY p ORDER BY p;
SELECT p, count(), sum(v) FROM zstd GROUP BY p ORDER BY p;
OPTIMIZE TABLE delta FINAL;
SELECT p, count(), sum(v) FROM delta GROUP BY p ORDER BY p;
-- LowCardinality is another type
CREATE TABLE low (p UInt8, v LowCardinality(String)) ENGINE = MergeTree PARTITION BY p ORDER BY p;
CREATE TABLE text (p UInt8, v String) ENGINE = MergeTree PARTITION BY p ORDER BY p;
INSERT INTO text VALUES (1, 'x');
ALTER TABLE low REPLACE PARTITION 1 FROM text; -- { serverError INCOMPATIBLE_COLUMNS }
-- rows that are deleted by mask stay deleted; a mutation that comes later concerns one table only
CREATE TABLE masked (p UInt8, v UInt8) ENGINE = MergeTree PARTITION BY p ORDER BY v;
CREATE TABLE unmasked AS masked;
INSERT INTO masked VALUES (1, 1), (1, 2), (2, 3);
INSERT INTO unmasked VALUES (1, 50);
DELETE FROM masked WHERE v = 1;
ALTER TABLE unmasked REPLACE PARTITION 1 FROM masked;
SELECT * FROM unmasked ORDER BY ALL;
ALTER TABLE masked UPDATE v = v + 100 WHERE 1 SETTINGS mutations_sync = 2; -- { serverError CANNOT_UPDATE_COLUMN }
ALTER TABLE masked DELETE WHERE v = 2;
SELECT * FROM unmasked ORDER BY ALL;
SELECT * FROM masked ORDER BY ALL;
ALTER TABLE unmasked DROP PARTITION 1;
SELECT count() FROM unmasked;
-- columns that were added, renamed or retyped before
CREATE TABLE old (p UInt8, a UInt8, b String) ENGINE = MergeTree PARTITION BY p ORDER BY p;
INSERT INTO old VALUES (1, 1, '10');
ALTER TABLE old RENAME COLUMN a TO z;
ALTER TABLE old MODIFY COLUMN b UInt32, ADD COLUMN n UInt8 DEFAULT 9;
CREATE TABLE new (p UInt8, z UInt8, b UInt32, n UInt8 DEFAULT 7) ENGINE = MergeTree PARTITION BY p ORDER BY p;
ALTER TABLE new REPLACE PARTITION 1 FROM old;
SELECT * FROM new;
ALTER TABLE new DROP COLUMN b;
ALTER TABLE old DROP COLUMN b;
ALTER TABLE new ATTACH PARTITION 1 FROM old;
SELECT * FROM new ORDER BY ALL;
