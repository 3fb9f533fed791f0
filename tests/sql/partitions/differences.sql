-- Requirement: RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition#11
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
