-- Requirement: MT.Deprecated.Syntax, MT.Deprecated.DateColumn, MT.Deprecated.Sampling, MT.Deprecated.PrimaryKey, MT.Deprecated.IndexGranularity, MT.Deprecated.SameAsNew
SET allow_deprecated_syntax_for_merge_tree = 1;
CREATE TABLE old (EventDate Date, CounterID UInt32, UserID UInt32, x UInt8 DEFAULT 7) ENGINE MergeTree(EventDate, intHash32(UserID), (CounterID, EventDate, intHash32(UserID)), 4096);
CREATE TABLE plain (d Date, k UInt32) ENGINE = MergeTree(d, (k, d), 8192);
CREATE TABLE new (EventDate Date, CounterID UInt32, UserID UInt32, x UInt8 DEFAULT 7) ENGINE = MergeTree PARTITION BY toYYYYMM(EventDate) ORDER BY (CounterID, EventDate, intHash32(UserID)) SAMPLE BY intHash32(UserID) SETTINGS index_granularity = 4096;
SELECT name, partition_key, sorting_key, primary_key, sampling_key FROM system.tables WHERE database = currentDatabase() ORDER BY name;
INSERT INTO old (EventDate, CounterID, UserID) SELECT toDate('2024-01-01') + number % 60, number % 5, number FROM numbers(10000);
INSERT INTO new SELECT * FROM old;
INSERT INTO plain VALUES ('2024-03-05', 2), ('2024-04-05', 1);
SELECT DISTINCT partition FROM system.parts WHERE database = currentDatabase() AND table IN ('old', 'plain') AND active ORDER BY partition;
SELECT (SELECT (count(), sum(x), sum(UserID)) FROM old) = (SELECT (count(), sum(x), sum(UserID)) FROM new);
SELECT (SELECT count() FROM old SAMPLE 1 / 4) = (SELECT count() FROM new SAMPLE 1 / 4);
CREATE TABLE bad (d String, k UInt32) ENGINE = MergeTree(d, (k), 8192); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
