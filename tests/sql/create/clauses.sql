-- Requirement: MT.Clause.Engine, MT.Clause.OrderBy, MT.Clause.OrderByIsPK, MT.Clause.OrderByTuple, MT.Clause.EmptyPKSetting, MT.Clause.PartitionBy, MT.Clause.PartitionByMonth, MT.Clause.PrimaryKey, MT.Clause.SampleBy, MT.Clause.SampleByInPK, MT.Clause.SampleByUnsigned, MT.Clause.Settings, MT.Clause.IndexGranularityDefault, MT.PK.PrefixRule, MT.PK.NullableKey, MT.PK.NotUnique, MT.PK.NoPK
CREATE TABLE e1 (CounterID UInt32, EventDate Date) ENGINE MergeTree ORDER BY (CounterID + 1, EventDate);
CREATE TABLE e2 (a UInt32, b UInt32) ENGINE = MergeTree() ORDER BY (a, b) PRIMARY KEY a;
CREATE TABLE e3 (a UInt32, b UInt32) ENGINE = MergeTree(a) ORDER BY (a, b); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
CREATE TABLE e3 (a UInt32) ENGINE = MergeTree ORDER BY z; -- { serverError UNKNOWN_IDENTIFIER }
CREATE TABLE e3 (a UInt32, b UInt32) ENGINE = MergeTree ORDER BY (a, b) PRIMARY KEY b; -- { serverError BAD_ARGUMENTS }
CREATE TABLE e4 (a UInt32) ENGINE = MergeTree ORDER BY tuple();
CREATE TABLE e5 (a UInt32) ENGINE = MergeTree SETTINGS index_granularity = 100;
SET create_table_empty_primary_key_by_default = 0;
CREATE TABLE e6 (a UInt32) ENGINE = MergeTree; -- { serverError BAD_ARGUMENTS }
SET create_table_empty_primary_key_by_default = 1;
CREATE TABLE e6 (d Date, a UInt32) ENGINE = MergeTree PARTITION BY toYYYYMM(d) PRIMARY KEY a;
CREATE TABLE e7 (a UInt32, b UInt32) ENGINE = MergeTree ORDER BY a SAMPLE BY b; -- { serverError BAD_ARGUMENTS }
CREATE TABLE e7 (a Int32) ENGINE = MergeTree ORDER BY a SAMPLE BY a; -- { serverError ILLEGAL_TYPE_OF_COLUMN_FOR_FILTER }
CREATE TABLE e7 (a UInt32) ENGINE = MergeTree ORDER BY a SETTINGS no_such_setting = 1; -- { serverError UNKNOWN_SETTING }
CREATE TABLE e7 (a UInt32) ENGINE = MergeTree ORDER BY a SETTINGS index_granularity = 0; -- { serverError BAD_ARGUMENTS }
CREATE TABLE e7 (a Nullable(UInt32)) ENGINE = MergeTree ORDER BY a; -- { serverError ILLEGAL_COLUMN }
CREATE TABLE e7 (a Nullable(Int32)) ENGINE = MergeTree ORDER BY a SETTINGS allow_nullable_key = 1;
SELECT name, sorting_key, primary_key, partition_key FROM system.tables WHERE database = currentDatabase() ORDER BY name;
SELECT value FROM system.merge_tree_settings WHERE name = 'index_granularity';
INSERT INTO e4 VALUES (3), (1), (2);
SELECT a FROM e4;
SELECT partition, partition_id FROM system.parts WHERE database = currentDatabase() AND table = 'e4' AND active;
INSERT INTO e6 VALUES ('2020-01-05', 1), ('2020-01-05', 1), ('2020-02-05', 2);
SELECT partition, partition_id, rows FROM system.parts WHERE database = currentDatabase() AND table = 'e6' AND active ORDER BY partition;
SELECT a FROM e6 ORDER BY a;
SELECT a FROM e6 SAMPLE 1/2; -- { serverError SAMPLING_NOT_SUPPORTED }
INSERT INTO e7 VALUES (NULL), (1), (-5);
SELECT a FROM e7;
SELECT a FROM e7 WHERE a IS NULL;
SELECT a FROM e7 WHERE a < 0;
