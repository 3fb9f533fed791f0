-- Requirement: MT.Overview.PartitionExpr, MT.Overview.InsertParts
CREATE TABLE p1 (d Date, k UInt32, s String) ENGINE = MergeTree PARTITION BY d ORDER BY k;
CREATE TABLE p2 (d Date, k UInt32, s String) ENGINE = MergeTree PARTITION BY toYYYYMM(d) ORDER BY k;
CREATE TABLE p3 (d Date, k UInt32, s String) ENGINE = MergeTree PARTITION BY (toYYYYMM(d), s) ORDER BY k;
CREATE TABLE p4 (d Date, k UInt32, s String) ENGINE = MergeTree PARTITION BY k % 3 ORDER BY k;
CREATE TABLE p5 (d Date, k UInt32, s String) ENGINE = MergeTree PARTITION BY rand() ORDER BY k; -- { serverError BAD_ARGUMENTS }
INSERT INTO p1 VALUES ('2024-01-15', 1, 'a'), ('2024-02-15', 2, 'b'), ('2024-01-15', 3, 'c');
INSERT INTO p1 VALUES ('2024-01-15', 4, 'd');
INSERT INTO p2 SELECT * FROM p1;
INSERT INTO p3 SELECT * FROM p1;
INSERT INTO p4 SELECT * FROM p1;
SELECT table, partition, partition_id, sum(rows) FROM system.parts WHERE database = currentDatabase() AND active GROUP BY table, partition, partition_id ORDER BY table, partition_id;
SELECT count() FROM system.parts WHERE database = currentDatabase() AND table = 'p1' AND active;
