CREATE TABLE k5 (a UInt32, b String) ENGINE = MergeTree ORDER BY (a % 10, length(b)) PARTITION BY (a % 3, b);
CREATE TABLE k8 (a UInt32, b UInt32) ENGINE = MergeTree ORDER BY (a DESC, b) SETTINGS allow_experimental_reverse_key = 1;
SELECT name, sorting_key, primary_key, partition_key FROM system.tables WHERE database = currentDatabase() ORDER BY name;
