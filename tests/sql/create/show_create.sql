CREATE TABLE t
(
    `a` UInt32 COMMENT 'the key',
    `b` String DEFAULT 'x' CODEC(ZSTD(3)),
    `c` Nullable(DateTime64(3, 'UTC')),
    INDEX i b TYPE minmax GRANULARITY 2,
    CONSTRAINT positive CHECK a > 0
)
ENGINE = MergeTree PARTITION BY a % 4 PRIMARY KEY a ORDER BY (a, b) SETTINGS index_granularity = 1024;
SHOW CREATE TABLE t FORMAT TSVRaw;
DESCRIBE TABLE t;
EXISTS TABLE t;
SHOW TABLES;
SELECT name, engine, partition_key, sorting_key, primary_key FROM system.tables WHERE database = currentDatabase();
SELECT name, type, default_kind, default_expression FROM system.columns WHERE database = currentDatabase() AND table = 't' ORDER BY position;
DROP TABLE t;
EXISTS TABLE t;
