-- Variant as the type of a table's column: written, read, merged, changed, and refused where ClickHouse refuses it.
SET allow_suspicious_types_in_order_by = 1, allow_suspicious_types_in_group_by = 1;
CREATE TABLE t (i UInt8, v Variant(String, UInt64, Array(UInt64), IPv6)) ENGINE = MergeTree ORDER BY i;
INSERT INTO t VALUES (1, 1), (2, 'a'), (3, [1, 2]), (4, NULL), (5, '5');
INSERT INTO t SELECT 6, '10';
INSERT INTO t SELECT 7, number::UInt64 FROM numbers(1);
INSERT INTO t (i) VALUES (8);
INSERT INTO t SELECT 9, toIPv6('::1');
INSERT INTO t SELECT 10, 1.5; -- { serverError CANNOT_CONVERT_TYPE }
SELECT i, v, variantType(v), isNull(v), v.String, v.UInt64, v.`Array(UInt64)`, v.IPv6 FROM t ORDER BY i;
SELECT v.`Array(UInt64)`.size0, v.String.null FROM t ORDER BY i;
SELECT v.null FROM t; -- { serverError UNKNOWN_IDENTIFIER }
SELECT i, toString(v), v::Nullable(String) FROM t ORDER BY i;
SELECT i FROM t WHERE v.UInt64 >= 1 ORDER BY i;
SELECT i FROM t WHERE v IS NULL ORDER BY i;
SELECT i FROM t WHERE v IN (1, 10) ORDER BY i;
SELECT v FROM t ORDER BY v, i;
SELECT v, count() FROM t GROUP BY v ORDER BY v;
SELECT v = 1::UInt64 FROM t WHERE i = 3; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT i, v = 1::UInt64 FROM t WHERE v.UInt64 IS NOT NULL ORDER BY i;
SELECT count(v), count(), uniqExact(v), arraySort(groupArray(v.UInt64)) FROM t;
OPTIMIZE TABLE t FINAL;
SELECT i, v, variantType(v) FROM t ORDER BY i;
SHOW CREATE TABLE t;
DESCRIBE TABLE t;
DESCRIBE TABLE t SETTINGS describe_include_subcolumns = 1;
ALTER TABLE t UPDATE v = 'zz' WHERE v.UInt64 = 1 SETTINGS mutations_sync = 2;
ALTER TABLE t UPDATE v = 5 WHERE i = 3 SETTINGS mutations_sync = 2; -- { serverError CANNOT_CONVERT_TYPE }
ALTER TABLE t DELETE WHERE v IS NULL SETTINGS mutations_sync = 2;
SELECT i, v, variantType(v) FROM t ORDER BY i;
ALTER TABLE t MODIFY COLUMN v Variant(String, UInt64, Array(UInt64), IPv6, Date) SETTINGS mutations_sync = 2;
INSERT INTO t VALUES (11, toDate('2020-01-01'));
SELECT i, v, variantType(v) FROM t ORDER BY i;
ALTER TABLE t MODIFY COLUMN v Variant(String, UInt64) SETTINGS mutations_sync = 2; -- { serverError CANNOT_CONVERT_TYPE }
ALTER TABLE t MODIFY COLUMN v String SETTINGS mutations_sync = 2;
SELECT i, v FROM t ORDER BY i;
CREATE TABLE k (v Variant(String, UInt64)) ENGINE = MergeTree ORDER BY v; -- { serverError DATA_TYPE_CANNOT_BE_USED_IN_KEY }
CREATE TABLE k (v Variant(String, UInt64)) ENGINE = MergeTree ORDER BY tuple() PARTITION BY v; -- { serverError DATA_TYPE_CANNOT_BE_USED_IN_KEY }
CREATE TABLE k (v Variant(UInt8, UInt64)) ENGINE = MergeTree ORDER BY tuple(); -- { serverError ILLEGAL_COLUMN }
CREATE TABLE k (v Variant(UInt8, String), INDEX i v TYPE minmax) ENGINE = MergeTree ORDER BY tuple(); -- { serverError BAD_ARGUMENTS }
CREATE TABLE k (v Variant(UInt8, String), INDEX i v TYPE bloom_filter) ENGINE = MergeTree ORDER BY tuple(); -- { serverError ILLEGAL_COLUMN }
CREATE TABLE k (i UInt8, v Variant(UInt8, String) DEFAULT 'd', m Map(String, Variant(UInt8, String)), a Array(Variant(UInt8, String)), p Tuple(x Variant(UInt8, String), y UInt8)) ENGINE = ReplacingMergeTree ORDER BY i;
INSERT INTO k (i, m, a, p) VALUES (1, {'a': 1, 'b': 'c'}, [1, 'x', NULL], ('q', 1));
INSERT INTO k VALUES (1, 4, {}, [], (7, 2)), (2, 3, {'n': NULL}, [NULL], (NULL, 3));
SELECT * FROM k FINAL ORDER BY i;
OPTIMIZE TABLE k FINAL;
SELECT *, p.x.String, arrayMap(e -> variantType(e), a), m['n'] FROM k ORDER BY i;
