-- Requirement: RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition#14, RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition#15
-- What has no value for every row is refused at once, and no mutation is left behind.
CREATE TABLE t (k UInt32, a Int32, s String) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 1, 'a');
ALTER TABLE t UPDATE a = sum(k) WHERE 1; -- { serverError UNKNOWN_IDENTIFIER }
ALTER TABLE t UPDATE a = 1 WHERE sum(k) > 1; -- { serverError UNKNOWN_IDENTIFIER }
ALTER TABLE t DELETE WHERE sum(k) > 1; -- { serverError ILLEGAL_AGGREGATION }
ALTER TABLE t DELETE WHERE row_number() OVER () > 1; -- { serverError ILLEGAL_AGGREGATION }
DELETE FROM t WHERE sum(k) > 1; -- { serverError UNKNOWN_IDENTIFIER }
ALTER TABLE t UPDATE a = arrayJoin([1, 2]) WHERE 1; -- { serverError UNEXPECTED_EXPRESSION }
ALTER TABLE t DELETE WHERE arrayJoin([1, 0]); -- { serverError UNEXPECTED_EXPRESSION }
ALTER TABLE t UPDATE a = 1 WHERE 'abc'; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
ALTER TABLE t DELETE WHERE 'abc'; -- { serverError BAD_ARGUMENTS }
ALTER TABLE t DELETE WHERE [1]; -- { serverError BAD_ARGUMENTS }
ALTER TABLE t DELETE WHERE toDate('2020-01-01'); -- { serverError BAD_ARGUMENTS }
DELETE FROM t WHERE 'abc'; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT count() FROM system.mutations WHERE database = currentDatabase();
ALTER TABLE t UPDATE a = (SELECT sum(k) + 5 FROM t) WHERE 1 SETTINGS mutations_sync = 2;
ALTER TABLE t DELETE WHERE k IN (SELECT arrayJoin([2, 3])) SETTINGS mutations_sync = 2;
SELECT * FROM t;
DROP TABLE t;

-- The same of keys, indexes, TTL and defaults.
CREATE TABLE e (k UInt8, x UInt64 DEFAULT sum(k)) ENGINE = MergeTree ORDER BY k; -- { serverError ILLEGAL_AGGREGATION }
CREATE TABLE e (k UInt8) ENGINE = MergeTree ORDER BY sum(k); -- { serverError ILLEGAL_AGGREGATION }
CREATE TABLE e (k UInt8) ENGINE = MergeTree PARTITION BY sum(k) ORDER BY k; -- { serverError ILLEGAL_AGGREGATION }
CREATE TABLE e (k UInt8) ENGINE = MergeTree ORDER BY k SAMPLE BY sum(k); -- { serverError ILLEGAL_AGGREGATION }
CREATE TABLE e (k UInt8, INDEX i sum(k) TYPE minmax) ENGINE = MergeTree ORDER BY k; -- { serverError ILLEGAL_AGGREGATION }
CREATE TABLE e (k UInt8, CONSTRAINT c CHECK sum(k) > 1) ENGINE = MergeTree ORDER BY k; -- { serverError ILLEGAL_AGGREGATION }
CREATE TABLE e (k UInt8, d DateTime) ENGINE = MergeTree ORDER BY k TTL max(d); -- { serverError ILLEGAL_AGGREGATION }
CREATE TABLE e (k UInt8, d DateTime) ENGINE = MergeTree ORDER BY k TTL d WHERE sum(k) > 1; -- { serverError ILLEGAL_AGGREGATION }
