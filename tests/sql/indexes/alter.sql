-- Requirement: MT.Skip.Syntax, MT.Skip.DefaultGranularity
CREATE TABLE t (k UInt32, a UInt64, s String, INDEX i a TYPE minmax) ENGINE = MergeTree ORDER BY k SETTINGS index_granularity = 10, min_bytes_for_wide_part = 0;
INSERT INTO t SELECT number, number * 2, toString(number) FROM numbers(100);
ALTER TABLE t ADD INDEX b s TYPE bloom_filter(0.001);
INSERT INTO t SELECT number, number * 2, toString(number) FROM numbers(100, 100);
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT * FROM t WHERE s = '150') WHERE match(explain, '(Name|Granules: [0-9]+/)');
ALTER TABLE t MATERIALIZE INDEX b SETTINGS mutations_sync = 2;
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT * FROM t WHERE s = '150') WHERE match(explain, '(Name|Granules: [0-9]+/)');
SELECT * FROM t WHERE s = '50';
SELECT name, type_full, data_compressed_bytes > 0, data_uncompressed_bytes > 0 FROM system.data_skipping_indices WHERE database = currentDatabase() AND table = 't' ORDER BY name;
ALTER TABLE t CLEAR INDEX b SETTINGS mutations_sync = 2;
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT * FROM t WHERE s = '150') WHERE match(explain, '(Name|Granules: [0-9]+/)');
SELECT name, data_compressed_bytes > 0 FROM system.data_skipping_indices WHERE database = currentDatabase() AND table = 't' ORDER BY name;
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT * FROM t WHERE a = 150) WHERE match(explain, '(Name|Granules: [0-9]+/)');
ALTER TABLE t DROP INDEX i;
ALTER TABLE t DROP INDEX i; -- { serverError BAD_ARGUMENTS }
ALTER TABLE t DROP INDEX IF EXISTS i;
SELECT * FROM t WHERE a = 150 SETTINGS force_data_skipping_indices = 'i'; -- { serverError INDEX_NOT_USED }
ALTER TABLE t ADD INDEX i s TYPE set(2);
SELECT count() FROM t WHERE s = '77';
ALTER TABLE t ADD INDEX i s TYPE set(2); -- { serverError ILLEGAL_COLUMN }
ALTER TABLE t ADD INDEX IF NOT EXISTS i s TYPE set(2);
ALTER TABLE t ADD INDEX j zz TYPE minmax; -- { serverError UNKNOWN_IDENTIFIER }
ALTER TABLE t ADD INDEX j a TYPE minmax AFTER zz; -- { serverError BAD_ARGUMENTS }
ALTER TABLE t ADD INDEX j a TYPE minmax FIRST, ADD INDEX k a TYPE minmax AFTER j;
CREATE INDEX q ON t (k) TYPE minmax GRANULARITY 2;
DROP INDEX j ON t;
SELECT name, type_full, expr, granularity FROM system.data_skipping_indices WHERE database = currentDatabase() AND table = 't';
OPTIMIZE TABLE t FINAL;
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT * FROM t WHERE a = 150) WHERE match(explain, '(Name|Granules: [0-9]+/)');
SELECT * FROM t WHERE a = 150;
ALTER TABLE t UPDATE a = a + 1000 WHERE k < 50 SETTINGS mutations_sync = 2;
SELECT count(), sum(k) FROM t WHERE a >= 1000;
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT * FROM t WHERE a >= 1000) WHERE match(explain, '(Name|Granules: [0-9]+/)');
