-- Requirement: MT.PK.IndexAlwaysBetter, MT.PK.ExtraRows, MT.PK.ExtraColumnHelps, MT.PK.Compression, MT.PK.MergeLogic, MT.PK.LongKeyCost, MT.PK.LongKeySelect, MT.PK.SummingUse, MT.IndexUse.NotSlower, MT.Overview.PKInMemory
-- What the documentation promises of the primary key, in rows and bytes.
CREATE TABLE t (a UInt32, b UInt32, c UInt32, v UInt32) ENGINE = MergeTree ORDER BY (a, b) SETTINGS index_granularity = 128;
INSERT INTO t SELECT intDiv(number, 1000), intDiv(number, 100), number % 100, number FROM numbers(20000);
-- A key condition never reads more than all rows, also one that all rows meet.
SELECT (SELECT rows FROM (EXPLAIN ESTIMATE SELECT * FROM t)) AS all_rows, (SELECT rows FROM (EXPLAIN ESTIMATE SELECT * FROM t WHERE a >= 0)) = all_rows,
    (SELECT rows FROM (EXPLAIN ESTIMATE SELECT * FROM t WHERE a != 3)) <= all_rows, (SELECT rows FROM (EXPLAIN ESTIMATE SELECT * FROM t WHERE a = 3 OR v < 100000)) <= all_rows,
    (SELECT rows FROM (EXPLAIN ESTIMATE SELECT * FROM t WHERE a IN (1, 7))) < all_rows;
-- A range of the key reads at most two granules more than it needs.
SELECT (SELECT rows FROM (EXPLAIN ESTIMATE SELECT * FROM t WHERE a BETWEEN 3 AND 5)) - (SELECT count() FROM t WHERE a BETWEEN 3 AND 5 AND NOT ignore(v)) BETWEEN 0 AND 256;
SELECT (SELECT rows FROM (EXPLAIN ESTIMATE SELECT * FROM t WHERE a = 3 AND b >= 33)) - (SELECT count() FROM t WHERE a = 3 AND b >= 33 AND NOT ignore(v)) BETWEEN 0 AND 256;
SELECT (SELECT rows FROM (EXPLAIN ESTIMATE SELECT * FROM t WHERE a = 7 AND b = 75)) <= 100 + 256;
-- Long ranges with the same (a, b): c in the key leaves out more.
CREATE TABLE without_c (a UInt32, b UInt32, c UInt32) ENGINE = MergeTree ORDER BY (a, b) SETTINGS index_granularity = 128;
CREATE TABLE with_c (a UInt32, b UInt32, c UInt32) ENGINE = MergeTree ORDER BY (a, b, c) SETTINGS index_granularity = 128;
INSERT INTO without_c SELECT intDiv(number, 10000), 1, number * 7919 % 10000 FROM numbers(20000);
INSERT INTO with_c SELECT * FROM without_c;
SELECT (SELECT rows FROM (EXPLAIN ESTIMATE SELECT * FROM without_c WHERE c = 17)) AS before, (SELECT rows FROM (EXPLAIN ESTIMATE SELECT * FROM with_c WHERE c = 17)) * 10 < before;
-- Sorted values compress better.
CREATE TABLE sorted (k UInt64) ENGINE = MergeTree ORDER BY k;
CREATE TABLE unsorted (k UInt64) ENGINE = MergeTree ORDER BY tuple();
INSERT INTO unsorted SELECT sipHash64(number) % 5000 FROM numbers(50000);
INSERT INTO sorted SELECT * FROM unsorted;
SELECT 2 * (SELECT sum(data_compressed_bytes) FROM system.parts WHERE database = currentDatabase() AND table = 'sorted' AND active)
    < (SELECT sum(data_compressed_bytes) FROM system.parts WHERE database = currentDatabase() AND table = 'unsorted' AND active);
-- A longer key takes more memory, and a SELECT by its first column reads the same; the index is small beside the rows.
CREATE TABLE short_key (a UInt64, b UInt64, c UInt64, d UInt64) ENGINE = MergeTree ORDER BY a SETTINGS index_granularity = 64;
CREATE TABLE long_key (a UInt64, b UInt64, c UInt64, d UInt64) ENGINE = MergeTree ORDER BY (a, b, c, d) SETTINGS index_granularity = 64;
INSERT INTO short_key SELECT number, sipHash64(number), sipHash64(number + 1), sipHash64(number + 2) FROM numbers(20000);
INSERT INTO long_key SELECT * FROM short_key;
SELECT sum(primary_key_bytes_in_memory) FROM system.parts WHERE database = currentDatabase() AND table = 'none' AND active;
SELECT argMax(name, bytes), min(bytes) > 0, max(bytes) * 20 < 20000 * 32 FROM (SELECT table AS name, sum(primary_key_bytes_in_memory) AS bytes FROM system.parts WHERE database = currentDatabase() AND table LIKE '%_key' AND active GROUP BY table) WHERE name = 'long_key';
SELECT (SELECT rows FROM (EXPLAIN ESTIMATE SELECT * FROM short_key WHERE a BETWEEN 500 AND 900)) = (SELECT rows FROM (EXPLAIN ESTIMATE SELECT * FROM long_key WHERE a BETWEEN 500 AND 900));
-- Engines that merge by the sorting key, which may be longer than the primary key.
CREATE TABLE sums (day Date, dimension String, n UInt64) ENGINE = SummingMergeTree PRIMARY KEY day ORDER BY (day, dimension);
INSERT INTO sums VALUES ('2024-01-01', 'a', 1), ('2024-01-01', 'b', 10);
INSERT INTO sums VALUES ('2024-01-01', 'a', 2), ('2024-01-02', 'a', 100);
OPTIMIZE TABLE sums FINAL;
SELECT * FROM sums ORDER BY ALL;
SELECT primary_key, sorting_key FROM system.tables WHERE database = currentDatabase() AND name = 'sums';
CREATE TABLE signs (id UInt32, part String, v UInt32, sign Int8) ENGINE = CollapsingMergeTree(sign) PRIMARY KEY id ORDER BY (id, part);
INSERT INTO signs VALUES (1, 'x', 5, 1), (1, 'y', 6, 1);
INSERT INTO signs VALUES (1, 'x', 5, -1), (1, 'x', 7, 1);
OPTIMIZE TABLE signs FINAL;
SELECT * FROM signs ORDER BY ALL;
DROP TABLE t; DROP TABLE without_c; DROP TABLE with_c; DROP TABLE sorted; DROP TABLE unsorted; DROP TABLE short_key; DROP TABLE long_key; DROP TABLE sums; DROP TABLE signs;
