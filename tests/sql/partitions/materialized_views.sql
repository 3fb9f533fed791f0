-- Requirement: RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Prohibited.IncorrectTableEngines#9
-- ClickHouse refuses a materialized view as the source; the specification allows it. The reference is by hand.
CREATE TABLE base (p UInt8, i UInt64) ENGINE = MergeTree PARTITION BY p ORDER BY i;
INSERT INTO base VALUES (1, 10), (3, 30);
CREATE MATERIALIZED VIEW mv ENGINE = MergeTree PARTITION BY p ORDER BY i AS SELECT * FROM base;
INSERT INTO base VALUES (1, 11), (2, 20);
ALTER TABLE base REPLACE PARTITION 1 FROM mv;
SELECT * FROM base ORDER BY ALL;
CREATE TABLE target (p UInt8, i UInt64) ENGINE = MergeTree PARTITION BY p ORDER BY i;
CREATE MATERIALIZED VIEW mv_to TO target AS SELECT * FROM base;
INSERT INTO target VALUES (3, 333);
ALTER TABLE base REPLACE PARTITION 3 FROM mv_to;
SELECT * FROM base ORDER BY ALL;
-- as the destination it stands for its table
ALTER TABLE mv REPLACE PARTITION 3 FROM base;
SELECT * FROM mv ORDER BY ALL;
ALTER TABLE mv DROP PARTITION 1;
SELECT * FROM mv ORDER BY ALL;
ALTER TABLE mv DETACH PARTITION 2;
ALTER TABLE mv ATTACH PARTITION 2;
SELECT * FROM mv ORDER BY ALL;
ALTER TABLE mv_to MOVE PARTITION 3 TO TABLE base;
SELECT * FROM base ORDER BY ALL;
SELECT * FROM target;
-- a view that fills a table without partitions has none
CREATE TABLE memory (p UInt8, i UInt64) ENGINE = Memory;
CREATE MATERIALIZED VIEW mv_memory TO memory AS SELECT * FROM base;
ALTER TABLE base REPLACE PARTITION 1 FROM mv_memory; -- { serverError NOT_IMPLEMENTED }
ALTER TABLE mv_memory DROP PARTITION 1; -- { serverError NOT_IMPLEMENTED }
SELECT * FROM base ORDER BY ALL;
