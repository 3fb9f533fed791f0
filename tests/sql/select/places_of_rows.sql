-- The virtual columns _table and _database, and the ids of partitions.
CREATE TABLE t (a UInt32, d Date) ENGINE = MergeTree PARTITION BY toYYYYMM(d) ORDER BY a;
INSERT INTO t VALUES (1, '2024-01-05'), (2, '2024-02-05');
SELECT a, _table, _database = currentDatabase() FROM t ORDER BY a;
SELECT a FROM t WHERE _table = 't' ORDER BY a;
SELECT count() FROM t WHERE _table = 'u';
SELECT x._table, y._table, x.a FROM t AS x JOIN t AS y ON x.a = y.a ORDER BY x.a;
SELECT _table, count() FROM t GROUP BY _table;
SELECT _table, _database = currentDatabase(), a FROM merge(currentDatabase(), 't') ORDER BY a;
SELECT toTypeName(_table), toTypeName(_database) FROM t LIMIT 1;
SELECT * FROM t ORDER BY a LIMIT 1;
SELECT _table FROM (SELECT a FROM t); -- { serverError UNKNOWN_IDENTIFIER }
WITH c AS (SELECT a FROM t) SELECT _table FROM c; -- { serverError UNKNOWN_IDENTIFIER }
RENAME TABLE t TO u;
SELECT _table FROM u LIMIT 1;
SELECT partitionId(toYYYYMM(d)) = _partition_id FROM u ORDER BY a;
SELECT partitionID(toDate('2024-01-05')), partitionId('abc'), partitionId(1, 2), partitionId(toUInt64(5)), partitionId(-3, toDate('2020-02-02')), partitionId(toNullable(5)), partitionId(NULL::Nullable(Int8)), partitionId('a', 1), partitionId(1.5), partitionId(toDateTime64('2024-01-01 00:00:00', 3, 'UTC')), partitionId(toNullable('x')), partitionId(toFixedString('ab', 3)), partitionId(''), partitionId(toDateTime('2024-01-01 00:00:00', 'UTC')), partitionId(true);
SELECT partitionId(s, n) FROM (SELECT arrayJoin(['x', 'y\xff', '']) AS s, 7 AS n);
SELECT partitionId(); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
DROP TABLE u;
