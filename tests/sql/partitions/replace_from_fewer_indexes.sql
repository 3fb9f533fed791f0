-- Parts may come from a table with fewer indexes and projections, unless a setting forbids it.
CREATE TABLE s (p UInt8, k UInt32, v String) ENGINE = MergeTree PARTITION BY p ORDER BY k;
INSERT INTO s VALUES (1, 1, 'a'), (2, 2, 'b');
CREATE TABLE i (p UInt8, k UInt32, v String, INDEX i v TYPE set(0), INDEX j k TYPE minmax) ENGINE = MergeTree PARTITION BY p ORDER BY k;
ALTER TABLE i REPLACE PARTITION 1 FROM s;
SELECT * FROM i WHERE v = 'a';
SELECT name, secondary_indices_uncompressed_bytes > 0 FROM system.parts WHERE database = currentDatabase() AND table = 'i' AND active;
OPTIMIZE TABLE i FINAL;
SELECT name, secondary_indices_uncompressed_bytes > 0 FROM system.parts WHERE database = currentDatabase() AND table = 'i' AND active;
SELECT count() FROM i WHERE v = 'zz' SETTINGS force_data_skipping_indices = 'i';
ALTER TABLE s REPLACE PARTITION 1 FROM i; -- { serverError BAD_ARGUMENTS }
CREATE TABLE pr (p UInt8, k UInt32, v String, PROJECTION by_v (SELECT k, v ORDER BY v)) ENGINE = MergeTree PARTITION BY p ORDER BY k;
ALTER TABLE pr ATTACH PARTITION 1 FROM s;
SELECT k FROM pr WHERE v = 'a';
ALTER TABLE s REPLACE PARTITION 1 FROM pr; -- { serverError BAD_ARGUMENTS }
CREATE TABLE strict (p UInt8, k UInt32, v String, INDEX i v TYPE set(0)) ENGINE = MergeTree PARTITION BY p ORDER BY k
SETTINGS enforce_index_structure_match_on_partition_manipulation = 1;
ALTER TABLE strict REPLACE PARTITION 1 FROM s; -- { serverError BAD_ARGUMENTS }
ALTER TABLE s MOVE PARTITION 2 TO TABLE i;
SELECT count() FROM i;
SELECT count() FROM s;
