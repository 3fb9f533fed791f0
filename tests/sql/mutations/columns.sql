-- Requirement: RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition#8, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition#17, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition#18
DROP TABLE IF EXISTS t;
CREATE TABLE t (k UInt32, a String, b UInt32, n Nested(x UInt8, y String)) ENGINE = MergeTree ORDER BY k PARTITION BY k % 2 SETTINGS min_bytes_for_wide_part = 0;
INSERT INTO t SELECT number, toString(number), number * 10, [number], [toString(number)] FROM numbers(6);

SELECT 'rename';
ALTER TABLE t RENAME COLUMN a TO aa;
SELECT k, aa FROM t ORDER BY k;
INSERT INTO t (k, aa) VALUES (6, 'six');
ALTER TABLE t ADD COLUMN a String DEFAULT 'again';
SELECT k, aa, a FROM t ORDER BY k;
ALTER TABLE t UPDATE a = concat(a, aa) WHERE k < 3;
SELECT k, aa, a FROM t ORDER BY k;
ALTER TABLE t RENAME COLUMN a TO tmp;
ALTER TABLE t RENAME COLUMN aa TO a;
SELECT k, a, tmp FROM t ORDER BY k;

SELECT 'drop and add';
ALTER TABLE t DROP COLUMN b;
ALTER TABLE t ADD COLUMN b UInt32 DEFAULT 5;
SELECT k, b FROM t ORDER BY k;
ALTER TABLE t DROP COLUMN b, ADD COLUMN b String DEFAULT 'in one';
SELECT k, b FROM t ORDER BY k;
ALTER TABLE t DROP COLUMN n;
SELECT * FROM t ORDER BY k;

SELECT 'types';
ALTER TABLE t MODIFY COLUMN a UInt64; -- { serverError UNFINISHED }
KILL MUTATION WHERE database = currentDatabase() AND table = 't' AND NOT is_done FORMAT Null;
ALTER TABLE t MODIFY COLUMN a String;
ALTER TABLE t DELETE WHERE a = 'six';
ALTER TABLE t MODIFY COLUMN a UInt64;
SELECT k, a, toTypeName(a) FROM t ORDER BY k;
ALTER TABLE t MODIFY COLUMN a Nullable(Int32) DEFAULT -1;
INSERT INTO t (k) VALUES (8);
ALTER TABLE t UPDATE a = NULL WHERE k = 1;
SELECT k, a, toTypeName(a) FROM t ORDER BY k;
ALTER TABLE t MODIFY COLUMN a String DEFAULT 'none';
SELECT k, a, toTypeName(a) FROM t ORDER BY k;
ALTER TABLE t MODIFY COLUMN a Nullable(String);
SELECT k, a, toTypeName(a) FROM t ORDER BY k;

SELECT 'clear and materialize';
ALTER TABLE t CLEAR COLUMN tmp IN PARTITION 1;
SELECT k, tmp FROM t ORDER BY k;
ALTER TABLE t CLEAR COLUMN tmp;
SELECT k, tmp FROM t ORDER BY k;
ALTER TABLE t ADD COLUMN c UInt32 DEFAULT k + 100;
ALTER TABLE t MODIFY COLUMN c DEFAULT k + 200;
SELECT k, c FROM t ORDER BY k;
ALTER TABLE t MATERIALIZE COLUMN c;
ALTER TABLE t MODIFY COLUMN c DEFAULT 0;
SELECT k, c FROM t ORDER BY k;
SELECT name, rows FROM system.parts WHERE database = currentDatabase() AND table = 't' AND active ORDER BY name;
SELECT command FROM system.mutations WHERE database = currentDatabase() AND table = 't' ORDER BY toUInt32(extract(mutation_id, '[0-9]+'));

SELECT 'at once, before parts are rewritten';
SYSTEM STOP MERGES t;
ALTER TABLE t MODIFY COLUMN c String SETTINGS alter_sync = 0;
SELECT k, c, toTypeName(c) FROM t ORDER BY k LIMIT 3;
ALTER TABLE t RENAME COLUMN c TO cc SETTINGS alter_sync = 0; -- { serverError BAD_ARGUMENTS }
ALTER TABLE t DROP COLUMN tmp SETTINGS alter_sync = 0;
SELECT * FROM t ORDER BY k LIMIT 3;
SYSTEM START MERGES t;
ALTER TABLE t UPDATE b = concat(b, '!') WHERE 1;
SELECT * FROM t ORDER BY k LIMIT 3;
ALTER TABLE t ADD COLUMN tmp Date;
SELECT * FROM t ORDER BY k LIMIT 3;
DROP TABLE t;
