-- Requirement: MT.VCol._part, MT.VCol._part_index, MT.VCol._part_starting_offset, MT.VCol._part_offset, MT.VCol._part_granule_offset, MT.VCol._partition_id, MT.VCol._part_uuid, MT.VCol._part_data_version, MT.VCol._partition_value, MT.VCol._sample_factor, MT.VCol._block_number, MT.VCol._disk_name
CREATE TABLE t (p UInt8, q String, a UInt32) ENGINE = MergeTree PARTITION BY (p, q) ORDER BY a SETTINGS index_granularity = 2;
INSERT INTO t SELECT number % 2, if(number % 2 = 0, 'x', 'y'), number FROM numbers(10);
INSERT INTO t SELECT 1, 'y', number FROM numbers(100, 3);
SELECT _part, _part_offset, _part_granule_offset, _partition_id, _part_uuid, _part_data_version, _partition_value, _sample_factor, _block_number, a FROM t ORDER BY ALL;
SELECT _part_index, _part_starting_offset, count() FROM t GROUP BY ALL ORDER BY ALL;
SELECT DISTINCT _disk_name FROM t;
SELECT * FROM t LIMIT 0 FORMAT TSVWithNames;
SELECT a FROM t WHERE _part IN (SELECT name FROM system.parts WHERE database = currentDatabase() AND table = 't' AND rows = 3) ORDER BY a;
SELECT a FROM t WHERE _part LIKE '%_3_3_0' ORDER BY a;
SELECT a FROM t WHERE _partition_value = (0, 'x') ORDER BY a;
SELECT a FROM t WHERE _partition_value.1 = 1 AND a > 100 ORDER BY a;
SELECT a FROM t WHERE _part_offset = 2 ORDER BY a;
SELECT a FROM t WHERE _part_offset IN (1, 3) AND _part_data_version = 1 ORDER BY a;
SELECT count() FROM t WHERE _part = 'nothing';
SELECT count() FROM t WHERE _part = 'nothing' OR a = 101;
SELECT count() FROM t WHERE NOT (_part = 'nothing');
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT a FROM t WHERE _partition_value = (0, 'x') AND a < 100) WHERE match(explain, '(Parts: [0-9]+/|Granules: [0-9]+/)');
INSERT INTO t (_part) VALUES ('x'); -- { serverError NO_SUCH_COLUMN_IN_TABLE }
CREATE TABLE n (a UInt8) ENGINE = MergeTree ORDER BY a;
INSERT INTO n VALUES (1);
SELECT _partition_value FROM n; -- { serverError UNKNOWN_IDENTIFIER }
CREATE TABLE s (u UInt64) ENGINE = MergeTree ORDER BY intHash32(u) SAMPLE BY intHash32(u);
INSERT INTO s SELECT number FROM numbers(1000);
SELECT DISTINCT _sample_factor FROM s SAMPLE 1/10;
SELECT DISTINCT _sample_factor FROM s SAMPLE 1/4 OFFSET 1/2;
SELECT DISTINCT _sample_factor FROM s;
CREATE TABLE v (a UInt8) ENGINE = MergeTree ORDER BY a SETTINGS assign_part_uuids = 1;
INSERT INTO v VALUES (1);
INSERT INTO v VALUES (2);
SELECT uniqExact(_part_uuid), countIf(_part_uuid = toUUID('00000000-0000-0000-0000-000000000000')) FROM v;
