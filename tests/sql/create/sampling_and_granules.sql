-- Requirement: MT.Clause.SampleByExample, MT.Clause.SampleEven, MT.Clause.SettingsExample, MT.Create.Ephemeral, MT.Storage.WideThresholdBytes, MT.Storage.Granule, MT.PK.SingleThreadRead, MT.PK.ColumnCount
CREATE TABLE hits (CounterID UInt32, EventDate Date, UserID UInt32) ENGINE = MergeTree PARTITION BY toYYYYMM(EventDate) ORDER BY (CounterID, EventDate, intHash32(UserID)) SAMPLE BY intHash32(UserID) SETTINGS index_granularity = 8192;
INSERT INTO hits SELECT number % 7, toDate('2024-05-01') + number % 20, number % 10000 FROM numbers(100000);
-- Of each user all rows or none; about a tenth of the users; the shares of a whole are all of it.
SELECT max(c), uniqExact(UserID) BETWEEN 900 AND 1100 FROM (SELECT UserID, count() AS c FROM hits SAMPLE 1 / 10 GROUP BY UserID);
SELECT min(c) = max(c) FROM (SELECT UserID, count() AS c FROM hits SAMPLE 1 / 10 GROUP BY UserID);
SELECT (SELECT count() FROM hits SAMPLE 1 / 2) + (SELECT count() FROM hits SAMPLE 1 / 2 OFFSET 1 / 2);
CREATE TABLE temp (a UInt8, raw String EPHEMERAL 'none', size UInt64 DEFAULT length(raw)) ENGINE = MergeTree ORDER BY a;
INSERT INTO temp (a, raw) VALUES (1, 'hello');
INSERT INTO temp (a) VALUES (2);
SELECT * FROM temp ORDER BY a;
SELECT raw FROM temp; -- { serverError NO_SUCH_COLUMN_IN_TABLE }
CREATE TABLE bytes (a UInt64) ENGINE = MergeTree ORDER BY a SETTINGS min_bytes_for_wide_part = 10000, min_rows_for_wide_part = 0, index_granularity = 100;
INSERT INTO bytes SELECT number FROM numbers(10);
INSERT INTO bytes SELECT number FROM numbers(10000);
SELECT rows, part_type, marks FROM system.parts WHERE database = currentDatabase() AND table = 'bytes' AND active ORDER BY rows;
SELECT groupArray(a) = range(10000) FROM (SELECT a FROM bytes WHERE _part = (SELECT _part FROM bytes WHERE a = 9999) SETTINGS max_threads = 1);
CREATE TABLE long_key (a UInt8, b UInt8, c UInt8, d UInt8, e UInt8, f UInt8, g UInt8, h UInt8, i UInt8, j UInt8, k UInt8, l UInt8) ENGINE = MergeTree ORDER BY (a, b, c, d, e, f, g, h, i, j, k, l);
SELECT primary_key FROM system.tables WHERE database = currentDatabase() AND name = 'long_key';
