SET use_hive_partitioning = 1;
SELECT COUNT(*)
FROM s3('s3://bucket/data/date=*/country=*/*.parquet', 'Parquet')
WHERE country = 'Netherlands' AND date >= '2020-01-01';
CREATE TABLE s3_engine_table(x Int64)
ENGINE = S3('http://host/bucket/{_partition_id}', 'Parquet')
PARTITION BY date;
CREATE TABLE hdfs_sales(x Int64)
ENGINE = HDFS(
    'hdfs:///data/{date}/file.parquet',
    'Parquet'
)
PARTITION BY date;
CREATE TABLE hive_table(x Int64)
ENGINE = Hive('thrift://host:9083', 'database', 'table');
CREATE TABLE hive_writes(year UInt16, country String, x UInt8)
ENGINE = S3(s3_conn, filename = 'filename', format = Parquet, partition_strategy='hive')
PARTITION BY (year, country);
INSERT INTO hive_writes VALUES
    (2022, 'USA', 1),
    (2022, 'Canada', 2);
ALTER TABLE table_name ON CLUSTER cluster DETACH PARTITION 1;
ALTER TABLE table_name DETACH PART 'all_1_1_0';
ALTER TABLE table_name ON CLUSTER cluster DROP PARTITION 1;
ALTER TABLE table_name DROP PART 'all_1_1_0';
ALTER TABLE table_name ON CLUSTER cluster DROP DETACHED PARTITION 1;
ALTER TABLE table_name DROP DETACHED PART 'all_1_1_0';
ALTER TABLE table_name ON CLUSTER cluster ATTACH PARTITION 1;
ALTER TABLE table_name ATTACH PART 'all_1_1_0';
ALTER TABLE table2 ON CLUSTER cluster ATTACH PARTITION 1 FROM table1;
ALTER TABLE table2 ON CLUSTER cluster REPLACE PARTITION 1 FROM table1;
ALTER TABLE table_source ON CLUSTER cluster MOVE PARTITION 1 TO TABLE table_dest;
ALTER TABLE table_name ON CLUSTER cluster CLEAR COLUMN column_name IN PARTITION 1;
ALTER TABLE table_name ON CLUSTER cluster FREEZE PARTITION 1 WITH NAME 'backup_name';
ALTER TABLE table_name FREEZE;
ALTER TABLE table_name ON CLUSTER cluster UNFREEZE PARTITION 'part_expr' WITH NAME 'backup_name';
ALTER TABLE table_name UNFREEZE WITH NAME 'backup_name';
ALTER TABLE table_name ON CLUSTER cluster CLEAR INDEX index_name IN PARTITION 1;
ALTER TABLE table_name ON CLUSTER cluster FETCH PARTITION 1 FROM 'path-in-zookeeper';
ALTER TABLE table_name FETCH PART 'all_1_1_0' FROM 'path-in-zookeeper';
ALTER TABLE table_name ON CLUSTER cluster MOVE PARTITION 1 TO DISK 'disk_name';
ALTER TABLE table_name MOVE PART 'all_1_1_0' TO VOLUME 'volume_name';
ALTER TABLE db.table ON CLUSTER cluster UPDATE column1 = expr1, column2 = 2 IN PARTITION 1 WHERE filter_expr;
ALTER TABLE db.table ON CLUSTER cluster DELETE IN PARTITION 1 WHERE filter_expr;
ALTER TABLE alter_test ADD COLUMN Added1 UInt32 FIRST;
ALTER TABLE visits DROP COLUMN browser;
ALTER TABLE visits CLEAR COLUMN browser IN PARTITION tuple();
ALTER TABLE visits ALTER COLUMN IF EXISTS name TYPE String DEFAULT 'x' CODEC(ZSTD) TTL d + INTERVAL 1 DAY AFTER other;
ALTER TABLE table_name MODIFY COLUMN column_name REMOVE CODEC;
ALTER TABLE db.table ON CLUSTER cluster MATERIALIZE COLUMN col IN PARTITION 1;
INSERT INTO TABLE db.table (c1, c2, c3) VALUES (11, 12, 13), (21, 22, 23);
DELETE FROM db.table ON CLUSTER cluster WHERE expr;
ATTACH TABLE IF NOT EXISTS db.name ON CLUSTER cluster;
DETACH TABLE IF EXISTS db.name ON CLUSTER cluster PERMANENTLY SYNC;
DROP TEMPORARY TABLE IF EXISTS name;
DROP TABLE IF EXISTS db.name ON CLUSTER cluster SYNC;
DROP TABLE IF EMPTY db.name;
KILL QUERY WHERE user='username' SYNC;
ALTER TABLE table_name RENAME COLUMN IF EXISTS name to new_name;
OPTIMIZE TABLE db.name ON CLUSTER cluster PARTITION 1 FINAL DEDUPLICATE BY expression;
SELECT partition, part_types
FROM system.parts
WHERE table = 'table_1';
ALTER TABLE table2 REPLACE PARTITION 21 FROM table1;
CREATE TEMPORARY TABLE temporary_table (p UInt64, k String, d UInt64) ENGINE = MergeTree PARTITION BY p ORDER BY k;
INSERT INTO temporary_table VALUES (0, '0', 1);
ALTER TABLE destinaton REPLACE PARTITION 1 FROM temporary_table;
CREATE TABLE table_1
(
    `p` UInt8,
    `i` UInt64
)
ENGINE = MergeTree
PARTITION BY p
ORDER BY tuple();
INSERT INTO table_1 VALUES (1, 1), (2, 2);
INSERT INTO table_1 (p, i) SELECT 1, number FROM numbers(100);
ALTER TABLE table_1 ADD COLUMN make_merge_slower UInt8 DEFAULT sleepEachRow(0.03);
ALTER TABLE table_1 REPLACE PARTITION id '2' FROM t2;
ALTER TABLE database.source_table_name
EXPORT PART 'part_name'
TO TABLE database.destination_table_name;
ALTER TABLE source_table_name EXPORT PART 'part_name' TO TABLE destination_table_name SETTINGS allow_experimental_export_merge_tree_part = 1;
ALTER TABLE source_table_name EXPORT PARTITION ID '2020' TO TABLE destination_table_name;
CREATE TABLE IF NOT EXISTS db.table_name ON CLUSTER cluster
(
    name1 UInt8 NOT NULL DEFAULT 1 COMMENT 'c' CODEC(ZSTD(1)) STATISTICS(TDigest) TTL d + INTERVAL 1 DAY SETTINGS (max_compress_block_size = 1),
    name2 String NULL MATERIALIZED 'x',
    name3 String ALIAS name2,
    name4 String EPHEMERAL,
    name5 String EPHEMERAL 'y',
    d Date PRIMARY KEY,
    INDEX index_name1 name1 TYPE minmax GRANULARITY 1,
    INDEX index_name2 name2 TYPE set(100),
    PROJECTION projection_name_1 (SELECT name1, count() GROUP BY name1),
    PROJECTION projection_name_2 (SELECT name1, name2 ORDER BY name2)
) ENGINE = MergeTree()
ORDER BY d
PARTITION BY toYYYYMM(d)
SAMPLE BY name1
TTL d + INTERVAL 1 MONTH DELETE WHERE name1 = 1, d + INTERVAL 1 DAY TO DISK 'xxx', d + INTERVAL 2 DAY TO VOLUME IF EXISTS 'yyy'
SETTINGS index_granularity = 8192, storage_policy = 'default';
CREATE TABLE hits (EventDate Date, CounterID UInt32, UserID UInt64)
ENGINE MergeTree() PARTITION BY toYYYYMM(EventDate) ORDER BY (CounterID, EventDate, intHash32(UserID)) SAMPLE BY intHash32(UserID) SETTINGS index_granularity=8192;
CREATE TABLE old (EventDate Date, CounterID UInt32, UserID UInt64)
ENGINE = MergeTree(EventDate, intHash32(UserID), (CounterID, EventDate, intHash32(UserID)), 8192);
SELECT count() FROM table
WHERE EventDate = toDate(now())
AND (CounterID = 34 OR CounterID = 42);
SELECT count() FROM table
WHERE ((EventDate >= toDate('2014-01-01')
AND EventDate <= toDate('2014-01-31')) OR EventDate = toDate('2014-05-01'))
AND CounterID IN (101500, 731962, 160656)
AND (CounterID = 101500 OR EventDate != toDate('2014-05-01'));
SELECT count() FROM table WHERE CounterID = 34 OR URL LIKE '%upyachka%';
CREATE TABLE table_name
(
    u64 UInt64,
    i32 Int32,
    s String,
    map_column Map(String, UInt8),
    tuple_column Tuple(UInt8, String),
    col Nested(nested_col1 UInt8),
    INDEX idx1 u64 TYPE bloom_filter GRANULARITY 3,
    INDEX idx2 u64 * i32 TYPE minmax GRANULARITY 3,
    INDEX idx3 u64 * length(s) TYPE set(1000) GRANULARITY 4,
    INDEX map_key_index mapKeys(map_column) TYPE bloom_filter,
    INDEX tuple_1_index tuple_column.1 TYPE bloom_filter,
    INDEX nested_1_index col.nested_col1 TYPE bloom_filter
) ENGINE = MergeTree()
ORDER BY u64;
SELECT count() FROM table WHERE u64 == 10;
SELECT count() FROM table WHERE u64 * length(s) == 1234;
CREATE FUNCTION bfEstimateFunctions ON CLUSTER cluster
AS
(total_number_of_all_grams, size_of_bloom_filter_in_bits) -> round((size_of_bloom_filter_in_bits / total_number_of_all_grams) * log(2));
CREATE FUNCTION bfEstimateFalsePositive
AS
(total_number_of_all_grams, number_of_hash_functions, size_of_bloom_filter_in_bytes) -> pow(1 - exp(-number_of_hash_functions/ (size_of_bloom_filter_in_bytes / total_number_of_all_grams)), number_of_hash_functions);
CREATE FUNCTION bfEstimateGramNumber
AS
(number_of_hash_functions, probability_of_false_positives, size_of_bloom_filter_in_bytes) -> ceil(size_of_bloom_filter_in_bytes / (-number_of_hash_functions / log(1 - exp(log(probability_of_false_positives) / number_of_hash_functions))));
--- estimate number of bits in the filter
SELECT bfEstimateBmSize(4300, 0.0001) / 8 as size_of_bloom_filter_in_bytes;
SELECT bfEstimateFunctions(4300, bfEstimateBmSize(4300, 0.0001)) as number_of_hash_functions;
CREATE TABLE tab
(
    d DateTime,
    a Int TTL d + INTERVAL 1 MONTH,
    b Int TTL d + INTERVAL 1 MONTH,
    c String
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(d)
ORDER BY d;
ALTER TABLE tab
    MODIFY COLUMN
    c String TTL d + INTERVAL 1 DAY;
CREATE TABLE tab
(
    d DateTime,
    a Int
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(d)
ORDER BY d
TTL d + INTERVAL 1 MONTH DELETE,
    d + INTERVAL 1 WEEK TO VOLUME 'aaa',
    d + INTERVAL 2 WEEK TO DISK 'bbb';
ALTER TABLE tab
    MODIFY TTL d + INTERVAL 1 DAY;
CREATE TABLE table_with_where
(
    d DateTime,
    a Int
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(d)
ORDER BY d
TTL d + INTERVAL 1 MONTH DELETE WHERE toDayOfWeek(d) = 1;
CREATE TABLE table_for_recompression
(
    d DateTime,
    key UInt64,
    value String
) ENGINE MergeTree()
ORDER BY tuple()
PARTITION BY key
TTL d + INTERVAL 1 MONTH RECOMPRESS CODEC(ZSTD(17)), d + INTERVAL 1 YEAR RECOMPRESS CODEC(LZ4HC(10))
SETTINGS min_rows_for_wide_part = 0, min_bytes_for_wide_part = 0;
CREATE TABLE table_for_aggregation
(
    d DateTime,
    k1 Int,
    k2 Int,
    x Int,
    y Int
)
ENGINE = MergeTree
ORDER BY (k1, k2)
TTL d + INTERVAL 1 MONTH GROUP BY k1, k2 SET x = max(x), y = min(y);
CREATE TABLE table_with_non_default_policy (
    EventDate Date,
    OrderID UInt64,
    BannerID UInt64,
    SearchPhrase String
) ENGINE = MergeTree
ORDER BY (OrderID, BannerID)
PARTITION BY toYYYYMM(EventDate)
SETTINGS storage_policy = 'moving_from_ssd_to_hdd';
ALTER TABLE table_with_non_default_policy MODIFY SETTING storage_policy = 'default';
CREATE TABLE tab
(
    a Int64 STATISTICS(TDigest, Uniq),
    b Float64
)
ENGINE = MergeTree
ORDER BY a;
ALTER TABLE tab ADD STATISTICS b TYPE TDigest, Uniq;
ALTER TABLE tab DROP STATISTICS a;
CREATE TABLE tab
(
    id Int64,
    document String SETTINGS (min_compress_block_size = 16777216, max_compress_block_size = 16777216)
)
ENGINE = MergeTree
ORDER BY id;
ALTER TABLE tab MODIFY COLUMN document REMOVE SETTINGS;
ALTER TABLE tab MODIFY COLUMN document MODIFY SETTING min_compress_block_size = 8192;
ALTER TABLE tab MODIFY COLUMN document RESET SETTING min_compress_block_size;
