DROP TABLE IF EXISTS t;
CREATE TABLE t (a UInt32, b String, c UInt32 DEFAULT a * 2, al UInt32 ALIAS c + 1) ENGINE = MergeTree ORDER BY a PARTITION BY a % 2
SETTINGS min_bytes_for_wide_part = 0;
INSERT INTO t (a, b) SELECT number, toString(number) FROM numbers(20);
DELETE FROM t WHERE a = 3;
SELECT count(), sum(a) FROM t;
SELECT name, rows, has_lightweight_delete FROM system.parts WHERE database = currentDatabase() AND table = 't' AND active ORDER BY name;
SELECT a, _row_exists FROM t WHERE a < 6 ORDER BY a SETTINGS apply_deleted_mask = 0;
SELECT a, _row_exists FROM t WHERE a < 6 ORDER BY a;
SELECT count() FROM t WHERE a = 3;
SELECT count() FROM t PREWHERE a = 3;
SELECT al, _part FROM t WHERE a IN (2, 3, 5) ORDER BY a;
DELETE FROM t IN PARTITION 0 WHERE a > 10;
SELECT groupArray(a) FROM (SELECT a FROM t ORDER BY a);
ALTER TABLE t UPDATE b = 'u' WHERE a < 5;
SELECT a, b FROM t WHERE a < 6 ORDER BY a;
SELECT name, rows, has_lightweight_delete FROM system.parts WHERE database = currentDatabase() AND table = 't' AND active ORDER BY name;
DELETE FROM t WHERE b IN (SELECT 'u');
SELECT groupArray(a) FROM (SELECT a FROM t ORDER BY a);
ALTER TABLE t ADD COLUMN d String DEFAULT concat('d', b);
SELECT a, d FROM t ORDER BY a LIMIT 3;
ALTER TABLE t APPLY DELETED MASK IN PARTITION 1;
SELECT name, rows, has_lightweight_delete FROM system.parts WHERE database = currentDatabase() AND table = 't' AND active ORDER BY name;
ALTER TABLE t APPLY DELETED MASK;
SELECT name, rows, has_lightweight_delete FROM system.parts WHERE database = currentDatabase() AND table = 't' AND active ORDER BY name;
SELECT count() FROM t SETTINGS apply_deleted_mask = 0;
ALTER TABLE t DELETE WHERE a = 13;
DELETE FROM t WHERE 1;
SELECT count() FROM t;
SELECT command FROM system.mutations WHERE database = currentDatabase() AND table = 't' ORDER BY toUInt32(extract(mutation_id, '[0-9]+'));
DELETE FROM t WHERE nope; -- { serverError UNKNOWN_IDENTIFIER }
DELETE FROM nowhere WHERE 1; -- { serverError UNKNOWN_TABLE }
DROP TABLE t;

SELECT 'compact';
CREATE TABLE p (a UInt32, b String) ENGINE = MergeTree ORDER BY a SETTINGS min_bytes_for_wide_part = 100000000, min_rows_for_wide_part = 100000000;
INSERT INTO p SELECT number, toString(number) FROM numbers(10);
DELETE FROM p WHERE a % 2 = 0;
SELECT name, part_type, rows, has_lightweight_delete FROM system.parts WHERE database = currentDatabase() AND table = 'p' AND active;
SELECT * FROM p ORDER BY a;
ALTER TABLE p UPDATE b = 'x' WHERE a > 4;
SELECT name, part_type, rows, has_lightweight_delete FROM system.parts WHERE database = currentDatabase() AND table = 'p' AND active;
SELECT * FROM p ORDER BY a;
SELECT a, b, _row_exists FROM p WHERE a < 7 ORDER BY a SETTINGS apply_deleted_mask = 0;
ALTER TABLE p DELETE WHERE a = 1;
SELECT name, part_type, rows, has_lightweight_delete FROM system.parts WHERE database = currentDatabase() AND table = 'p' AND active;
DROP TABLE p;
