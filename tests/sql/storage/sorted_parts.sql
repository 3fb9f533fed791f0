-- Requirement: MT.Storage.PartsSorted, MT.Storage.Lexicographic, MT.Storage.PartitionsSeparate, MT.Storage.WideThresholdRows, MT.PK.MaxInsertThreads, MT.PK.IndexHoldsPKOnly, MT.Overview.ClusteredIndex
CREATE TABLE s1 (CounterID UInt32, Date UInt8) ENGINE = MergeTree ORDER BY (CounterID, Date);
INSERT INTO s1 SELECT number * 7919 % 101, number * 31 % 13 FROM numbers(2000);
SELECT count() FROM (SELECT CounterID, Date, lagInFrame(CounterID, 1, CounterID) OVER w AS c, lagInFrame(Date, 1, Date) OVER w AS d, _part_offset FROM s1 WINDOW w AS (ORDER BY _part_offset ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)) WHERE (CounterID, Date) < (c, d);
CREATE TABLE s2 (k UInt32) ENGINE = MergeTree ORDER BY k PARTITION BY k % 3;
INSERT INTO s2 SELECT number FROM numbers(9);
SELECT partition, rows FROM system.parts WHERE database = currentDatabase() AND table = 's2' AND active ORDER BY partition;
CREATE TABLE s3 (k UInt32) ENGINE = MergeTree ORDER BY k SETTINGS min_rows_for_wide_part = 100, min_bytes_for_wide_part = 0;
INSERT INTO s3 SELECT number FROM numbers(99);
INSERT INTO s3 SELECT number FROM numbers(100);
SELECT rows, part_type FROM system.parts WHERE database = currentDatabase() AND table = 's3' AND active ORDER BY rows;
CREATE TABLE s4 (k UInt64) ENGINE = MergeTree ORDER BY tuple();
INSERT INTO s4 SELECT number FROM numbers(300000) SETTINGS max_insert_threads = 1;
SELECT count() FROM s4 WHERE k != _part_offset;
