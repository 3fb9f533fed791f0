-- Requirement: MT.Create.OnCluster
-- By hand: embedded ClickHouse has no ZooKeeper. Its errors before it asks ZooKeeper are ClickHouse's own.
CREATE TABLE r (k UInt64) ENGINE = ReplicatedMergeTree('/a/{zz}', '{replica}') ORDER BY k; -- { serverError NO_ELEMENTS_IN_CONFIG }
CREATE TABLE r (k UInt64) ENGINE = ReplicatedMergeTree('/a/b', '') ORDER BY k; -- { serverError NO_REPLICA_NAME_GIVEN }
CREATE TABLE r (k UInt64) ENGINE = ReplicatedMergeTree('/a/b') ORDER BY k; -- { serverError BAD_ARGUMENTS }
CREATE TABLE r (k UInt64) ENGINE = ReplicatedMergeTree('/a/b', 1) ORDER BY k; -- { serverError BAD_ARGUMENTS }
CREATE TABLE r (k UInt64) ENGINE = ReplicatedMergeTree('/a/b', 'r', 'c') ORDER BY k; -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
CREATE TABLE r (k UInt64) ENGINE = ReplicatedMergeTree('/a/{b', 'r') ORDER BY k; -- { serverError SYNTAX_ERROR }
CREATE TABLE r (k UInt64) ENGINE = ReplicatedCollapsingMergeTree ORDER BY k; -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
CREATE TABLE r (k UInt64) ENGINE = ReplicatedReplacingMergeTree('/a', 'b', k, k, k) ORDER BY k; -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
-- the text is kept but for {table} and {database}
CREATE TABLE r (p UInt8, k UInt64) ENGINE = ReplicatedMergeTree('/tests/ddl/{shard}/{table}', 'one') PARTITION BY p ORDER BY k;
SELECT engine_full FROM system.tables WHERE database = currentDatabase() AND name = 'r';
CREATE TABLE other (k UInt64) ENGINE = ReplicatedMergeTree('/tests/ddl/01/r', 'one') ORDER BY k; -- { serverError REPLICA_ALREADY_EXISTS }
CREATE TABLE other (k UInt64) ENGINE = ReplicatedMergeTree('/tests/ddl/01/r/', 'two') ORDER BY k; -- { serverError NOT_IMPLEMENTED }
CREATE TABLE other AS r; -- { serverError REPLICA_ALREADY_EXISTS }
CREATE TABLE IF NOT EXISTS r (k UInt64) ENGINE = ReplicatedMergeTree('/x', 'one') ORDER BY k;
CREATE TABLE plain (k UInt64) ENGINE = ReplicatedSummingMergeTree ORDER BY k;
SELECT engine_full FROM system.tables WHERE database = currentDatabase() AND name = 'plain';
CREATE TABLE old (d Date, k UInt64) ENGINE = ReplicatedMergeTree('/tests/ddl/old', 'b', d, k, 8192);
SELECT engine_full, partition_key FROM system.tables WHERE database = currentDatabase() AND name = 'old';
-- blocks are remembered without being asked for
INSERT INTO r VALUES (1, 1), (2, 2);
INSERT INTO r VALUES (1, 1), (2, 2);
INSERT INTO r SETTINGS insert_deduplicate = 0 VALUES (1, 1), (2, 2);
SELECT p, count() FROM r GROUP BY p ORDER BY p;
INSERT INTO r SETTINGS insert_quorum = 9 VALUES (3, 3); -- { serverError TOO_FEW_LIVE_REPLICAS }
INSERT INTO r SETTINGS insert_quorum = 'auto', insert_quorum_timeout = 10 VALUES (3, 3);
INSERT INTO r SETTINGS insert_quorum = 'x' VALUES (3, 3); -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
SELECT table, engine, zookeeper_path, replica_name, replica_path, is_leader, queue_size, active_replicas > 0, replica_is_active['one'] FROM system.replicas WHERE database = currentDatabase() AND table = 'r';
-- the family merges as its namesakes do
CREATE TABLE s (k UInt64, v UInt64) ENGINE = ReplicatedReplacingMergeTree('/tests/ddl/s', '1', v) ORDER BY k;
INSERT INTO s VALUES (1, 2), (1, 1);
INSERT INTO s VALUES (1, 1);
OPTIMIZE TABLE s FINAL;
SELECT * FROM s;
CREATE TABLE c (k UInt64, sign Int8, v UInt8) ENGINE = ReplicatedVersionedCollapsingMergeTree(sign, v) ORDER BY k;
INSERT INTO c VALUES (1, 1, 1), (1, -1, 1), (2, 1, 1);
SELECT * FROM c FINAL;
-- FETCH
CREATE TABLE f (p UInt8, k UInt64) ENGINE = ReplicatedMergeTree PARTITION BY p ORDER BY k;
ALTER TABLE f FETCH PARTITION 1 FROM '/tests/ddl/01/nothing'; -- { serverError NO_ACTIVE_REPLICAS }
ALTER TABLE f FETCH PARTITION 9 FROM '/tests/ddl/01/r'; -- { serverError PARTITION_DOESNT_EXIST }
ALTER TABLE f FETCH PART '1_77_77_0' FROM '/tests/ddl/01/r'; -- { serverError NO_REPLICA_HAS_PART }
OPTIMIZE TABLE r FINAL;
ALTER TABLE f FETCH PARTITION 1 FROM '/tests/ddl/01/r';
ALTER TABLE f FETCH PARTITION 1 FROM '/tests/ddl/01/r/'; -- { serverError PARTITION_ALREADY_EXISTS }
SELECT count() FROM f;
ALTER TABLE f ATTACH PARTITION 1;
SELECT * FROM f;
CREATE TABLE m (p UInt8, k UInt64) ENGINE = MergeTree PARTITION BY p ORDER BY k;
ALTER TABLE m FETCH PARTITION 1 FROM '/tests/ddl/01/r'; -- { serverError NOT_IMPLEMENTED }
-- partitions go between both kinds
ALTER TABLE m REPLACE PARTITION 2 FROM r;
ALTER TABLE r REPLACE PARTITION 1 FROM m; -- { serverError BAD_ARGUMENTS }
ALTER TABLE r ATTACH PARTITION 2 FROM m;
SELECT p, count() FROM r GROUP BY p ORDER BY p;
ALTER TABLE r FORGET PARTITION 2; -- { serverError CANNOT_FORGET_PARTITION }
ALTER TABLE r FORGET PARTITION 77;
ALTER TABLE m FORGET PARTITION 77; -- { serverError NOT_IMPLEMENTED }
-- SYSTEM
SYSTEM SYNC REPLICA r;
SYSTEM SYNC REPLICA r STRICT;
SYSTEM SYNC REPLICA m; -- { serverError BAD_ARGUMENTS }
SYSTEM SYNC REPLICA nosuch; -- { serverError UNKNOWN_TABLE }
SYSTEM RESTART REPLICA r;
SYSTEM RESTART REPLICAS;
SYSTEM RESTORE REPLICA r; -- { serverError BAD_ARGUMENTS }
SYSTEM DROP REPLICA 'one' FROM TABLE r; -- { serverError TABLE_WAS_NOT_DROPPED }
SYSTEM DROP REPLICA 'gone' FROM TABLE r;
SYSTEM DROP REPLICA 'one' FROM ZKPATH '/tests/ddl/01/r/'; -- { serverError TABLE_WAS_NOT_DROPPED }
SYSTEM DROP REPLICA 'gone';
SYSTEM DROP REPLICA 'one' FROM TABLE m; -- { serverError BAD_ARGUMENTS }
-- conversions
ATTACH TABLE m AS REPLICATED; -- { serverError TABLE_ALREADY_EXISTS }
DETACH TABLE m;
ATTACH TABLE m AS NOT REPLICATED; -- { serverError INCORRECT_QUERY }
ATTACH TABLE m AS REPLICATED;
SELECT engine_full FROM system.tables WHERE database = currentDatabase() AND name = 'm';
INSERT INTO m VALUES (9, 9);
INSERT INTO m VALUES (9, 9);
SELECT count() FROM m WHERE p = 9;
DETACH TABLE m;
ATTACH TABLE m AS NOT REPLICATED;
SELECT engine, total_rows FROM system.tables WHERE database = currentDatabase() AND name = 'm';
-- a table goes on under another name, and its path is free once it is dropped
RENAME TABLE r TO renamed;
SELECT zookeeper_path FROM system.replicas WHERE database = currentDatabase() AND table = 'renamed';
DROP TABLE renamed SYNC;
CREATE TABLE r (k UInt64) ENGINE = ReplicatedMergeTree('/tests/ddl/01/r', 'one') ORDER BY k;
SELECT count() FROM r;
-- ON CLUSTER
CREATE TABLE oc ON CLUSTER nosuch (a UInt8) ENGINE = MergeTree ORDER BY a; -- { serverError CLUSTER_DOESNT_EXIST }
SET distributed_ddl_output_mode = 'none';
CREATE TABLE oc ON CLUSTER default (a UInt8) ENGINE = ReplicatedMergeTree ORDER BY a;
SELECT count() FROM oc;
DROP TABLE oc ON CLUSTER default;
DROP TABLE oc ON CLUSTER default; -- { serverError UNKNOWN_TABLE }
SET distributed_ddl_output_mode = 'sometimes'; -- { serverError BAD_ARGUMENTS }
SELECT name, supports_replication, supports_deduplication FROM system.table_engines WHERE name IN ('ReplicatedMergeTree', 'MergeTree', 'Log') ORDER BY name;
SELECT getMacro('nosuch'); -- { serverError NO_ELEMENTS_IN_CONFIG }
