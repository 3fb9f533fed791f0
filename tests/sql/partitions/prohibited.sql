-- Requirement: RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Prohibited.TableFunctions, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Prohibited.TableFunctions#1, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Prohibited.TableFunctions#2, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Prohibited.TableFunctions#3, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Prohibited.TableFunctions#4, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Prohibited.TableFunctions#5, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Prohibited.TableFunctions#6, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Prohibited.TableFunctions#7, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Prohibited.TableFunctions#8, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Prohibited.TableFunctions#9, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Prohibited.TableFunctions#10, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Prohibited.TableFunctions#11, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Prohibited.TableFunctions#12, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Prohibited.TableFunctions#13, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Prohibited.TableFunctions#14, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Prohibited.TableFunctions#15, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Prohibited.TableFunctions#16, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Prohibited.TableFunctions#17, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Prohibited.TableFunctions#18, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Prohibited.TableFunctions#19, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Prohibited.TableFunctions#20, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Prohibited.TableFunctions#21, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Prohibited.TableFunctions#22, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Prohibited.TableFunctions#23, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Prohibited.TableFunctions#24, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Prohibited.TableFunctions#25, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Prohibited.TableFunctions#26, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Prohibited.TableFunctions#27, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Prohibited.TableFunctions#28, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Prohibited.TableFunctions#29, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Prohibited.TableFunctions#30, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Prohibited.TableFunctions#31, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Prohibited.Subquery, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Prohibited.Join, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Prohibited.OrderAndPartition
CREATE TABLE d (p UInt8, i UInt64) ENGINE = MergeTree PARTITION BY p ORDER BY i;
CREATE TABLE s AS d;
INSERT INTO d VALUES (2, 20);
INSERT INTO s VALUES (2, 21);
ALTER TABLE d REPLACE PARTITION 2 FROM azureBlobStorage('x'); -- { clientError SYNTAX_ERROR }
ALTER TABLE d REPLACE PARTITION 2 FROM cluster('default', default.s); -- { clientError SYNTAX_ERROR }
ALTER TABLE d REPLACE PARTITION 2 FROM deltaLake('x'); -- { clientError SYNTAX_ERROR }
ALTER TABLE d REPLACE PARTITION 2 FROM dictionary('x'); -- { clientError SYNTAX_ERROR }
ALTER TABLE d REPLACE PARTITION 2 FROM executable('x'); -- { clientError SYNTAX_ERROR }
ALTER TABLE d REPLACE PARTITION 2 FROM azureBlobStorageCluster('x'); -- { clientError SYNTAX_ERROR }
ALTER TABLE d REPLACE PARTITION 2 FROM file(table_2.parquet); -- { clientError SYNTAX_ERROR }
ALTER TABLE d REPLACE PARTITION 2 FROM format(CSV, '1,2'); -- { clientError SYNTAX_ERROR }
ALTER TABLE d REPLACE PARTITION 2 FROM gcs('x'); -- { clientError SYNTAX_ERROR }
ALTER TABLE d REPLACE PARTITION 2 FROM generateRandom('p UInt8, i UInt64'); -- { clientError SYNTAX_ERROR }
ALTER TABLE d REPLACE PARTITION 2 FROM hdfs('x'); -- { clientError SYNTAX_ERROR }
ALTER TABLE d REPLACE PARTITION 2 FROM hdfsCluster('x'); -- { clientError SYNTAX_ERROR }
ALTER TABLE d REPLACE PARTITION 2 FROM hudi('x'); -- { clientError SYNTAX_ERROR }
ALTER TABLE d REPLACE PARTITION 2 FROM iceberg('x'); -- { clientError SYNTAX_ERROR }
ALTER TABLE d REPLACE PARTITION 2 FROM input('p UInt8, i UInt64'); -- { clientError SYNTAX_ERROR }
ALTER TABLE d REPLACE PARTITION 2 FROM jdbc('x'); -- { clientError SYNTAX_ERROR }
ALTER TABLE d REPLACE PARTITION 2 FROM merge(currentDatabase(), 's'); -- { clientError SYNTAX_ERROR }
ALTER TABLE d REPLACE PARTITION 2 FROM mongodb('x'); -- { clientError SYNTAX_ERROR }
ALTER TABLE d REPLACE PARTITION 2 FROM mysql('x'); -- { clientError SYNTAX_ERROR }
ALTER TABLE d REPLACE PARTITION 2 FROM null('p UInt8, i UInt64'); -- { clientError SYNTAX_ERROR }
ALTER TABLE d REPLACE PARTITION 2 FROM numbers(10); -- { clientError SYNTAX_ERROR }
ALTER TABLE d REPLACE PARTITION 2 FROM odbc('x'); -- { clientError SYNTAX_ERROR }
ALTER TABLE d REPLACE PARTITION 2 FROM postgresql('x'); -- { clientError SYNTAX_ERROR }
ALTER TABLE d REPLACE PARTITION 2 FROM redis('x'); -- { clientError SYNTAX_ERROR }
ALTER TABLE d REPLACE PARTITION 2 FROM remote('127.0.0.1', default.s); -- { clientError SYNTAX_ERROR }
ALTER TABLE d REPLACE PARTITION 2 FROM s3('x'); -- { clientError SYNTAX_ERROR }
ALTER TABLE d REPLACE PARTITION 2 FROM s3Cluster('x'); -- { clientError SYNTAX_ERROR }
ALTER TABLE d REPLACE PARTITION 2 FROM sqlite('x'); -- { clientError SYNTAX_ERROR }
ALTER TABLE d REPLACE PARTITION 2 FROM url('http://127.0.0.1/x', CSV); -- { clientError SYNTAX_ERROR }
ALTER TABLE d REPLACE PARTITION 2 FROM urlCluster('x'); -- { clientError SYNTAX_ERROR }
ALTER TABLE d REPLACE PARTITION 2 FROM view(SELECT 2 AS p, 1 AS i); -- { clientError SYNTAX_ERROR }
ALTER TABLE d REPLACE PARTITION 2 FROM (SELECT 2 AS p, 1 AS i); -- { clientError SYNTAX_ERROR }
ALTER TABLE d REPLACE PARTITION 2 FROM (SELECT * FROM s); -- { clientError SYNTAX_ERROR }
ALTER TABLE d REPLACE PARTITION 2 FROM s JOIN d ON 1; -- { clientError SYNTAX_ERROR }
ALTER TABLE d REPLACE PARTITION 2 FROM s, d; -- { clientError SYNTAX_ERROR }
ALTER TABLE d REPLACE PARTITION 2 FROM s ORDER BY p; -- { clientError SYNTAX_ERROR }
ALTER TABLE d REPLACE PARTITION 2 FROM s PARTITION BY p; -- { clientError SYNTAX_ERROR }
ALTER TABLE d REPLACE PARTITION 2 FROM s ORDER BY p PARTITION BY p; -- { clientError SYNTAX_ERROR }
ALTER TABLE d REPLACE PARTITION 2 FROM s PARTITION BY p ORDER BY p; -- { clientError SYNTAX_ERROR }
ALTER TABLE d REPLACE PARTITION 2 FROM s WHERE p = 2; -- { clientError SYNTAX_ERROR }
ALTER TABLE d REPLACE PARTITION 2 FROM s FINAL; -- { clientError SYNTAX_ERROR }
ALTER TABLE d REPLACE PARTITION 2 FROM s AS x; -- { clientError SYNTAX_ERROR }
ALTER TABLE d REPLACE PARTITION 2 FROM 2; -- { clientError SYNTAX_ERROR }
ALTER TABLE d REPLACE PARTITION 2 FROM 's'; -- { clientError SYNTAX_ERROR }
ALTER TABLE d REPLACE PARTITION 2 FROM [1]; -- { clientError SYNTAX_ERROR }
ALTER TABLE d REPLACE PARTITION 2 FROM ; -- { clientError SYNTAX_ERROR }
ALTER TABLE d REPLACE PARTITION 2; -- { clientError SYNTAX_ERROR }
SELECT * FROM d;
SELECT name FROM system.parts WHERE database = currentDatabase() AND table = 'd' AND active;
