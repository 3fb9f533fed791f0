-- Requirement: RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition#1, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition#2, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition#4, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition#5, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition#7, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition#11
-- ClickHouse says nothing of an unknown index in a partition; the specification asks for an error. By hand.
CREATE TABLE t (p UInt8, v UInt8, INDEX ix v TYPE minmax) ENGINE = MergeTree PARTITION BY p ORDER BY p;
INSERT INTO t VALUES (1, 1);
ALTER TABLE t CLEAR INDEX nosuch IN PARTITION 1; -- { serverError BAD_ARGUMENTS }
ALTER TABLE t CLEAR INDEX IF EXISTS nosuch IN PARTITION 1;
ALTER TABLE t CLEAR INDEX ix IN PARTITION 1;
SELECT * FROM t WHERE v = 1;
-- a column that was renamed while its part was detached keeps its values, which ClickHouse loses
CREATE TABLE c (p UInt8, a UInt8) ENGINE = MergeTree PARTITION BY p ORDER BY p;
INSERT INTO c VALUES (1, 5);
ALTER TABLE c DETACH PARTITION 1;
ALTER TABLE c RENAME COLUMN a TO z;
ALTER TABLE c ATTACH PARTITION 1;
SELECT * FROM c;
-- a cluster of this node alone, which embedded ClickHouse does not have
SET distributed_ddl_output_mode = 'none';
CREATE TABLE a ON CLUSTER default (p UInt8) ENGINE = MergeTree PARTITION BY p ORDER BY p;
CREATE TABLE b ON CLUSTER default AS a;
INSERT INTO a VALUES (1), (2);
ALTER TABLE b ON CLUSTER default REPLACE PARTITION 1 FROM a;
ALTER TABLE b ON CLUSTER default ATTACH PARTITION 2 FROM a;
ALTER TABLE b ON CLUSTER default DETACH PARTITION 2;
ALTER TABLE b ON CLUSTER default ATTACH PARTITION 2;
ALTER TABLE a ON CLUSTER default DROP PARTITION 1;
ALTER TABLE a ON CLUSTER default MOVE PARTITION 2 TO TABLE b;
SELECT * FROM b ORDER BY ALL;
SELECT count() FROM a;
ALTER TABLE b ON CLUSTER nosuch DROP PARTITION 1; -- { serverError CLUSTER_DOESNT_EXIST }
SELECT cluster, shard_num, replica_num, is_local FROM system.clusters;
SHOW CLUSTERS;
