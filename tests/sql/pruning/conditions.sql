-- Requirement: MT.IndexUse.ExampleEq, MT.IndexUse.ExampleOr, MT.IndexUse.ExampleComplex, MT.IndexUse.CannotUse, MT.IndexUse.ForceIndexByDate, MT.IndexUse.ForcePrimaryKey, MT.IndexUse.DateOnlyReadsMore, MT.IndexUse.Functions, MT.Monotonic.SparseIndex, MT.Monotonic.UseWithinRange, MT.Monotonic.FullScan, MT.Monotonic.AnyKey, MT.IndexUse.Comparison
CREATE TABLE h (EventDate Date, CounterID UInt32, URL String) ENGINE = MergeTree PARTITION BY toYYYYMM(EventDate) ORDER BY (CounterID, EventDate) SETTINGS index_granularity = 16, min_bytes_for_wide_part = 0;
INSERT INTO h SELECT toDate('2014-01-01') + number % 180, number % 100, if(number % 50 = 0, 'http://upyachka', 'http://x') FROM numbers(4000);
SELECT count() FROM h WHERE EventDate = toDate('2014-03-05') AND CounterID = 34 SETTINGS force_primary_key = 1, force_index_by_date = 1;
SELECT count() FROM h WHERE EventDate = toDate('2014-03-05') AND (CounterID = 34 OR CounterID = 42) SETTINGS force_primary_key = 1, force_index_by_date = 1;
SELECT count() FROM h WHERE ((EventDate >= toDate('2014-01-01') AND EventDate <= toDate('2014-01-31')) OR EventDate = toDate('2014-05-01')) AND CounterID IN (1, 34, 42) AND (CounterID = 34 OR EventDate != toDate('2014-05-01')) SETTINGS force_primary_key = 1, force_index_by_date = 1;
SELECT count() FROM h WHERE CounterID = 34 OR URL LIKE '%upyachka%';
SELECT count() FROM h WHERE CounterID = 34 OR URL LIKE '%upyachka%' SETTINGS force_primary_key = 1; -- { serverError INDEX_NOT_USED }
SELECT count() FROM h WHERE CounterID = 34 SETTINGS force_index_by_date = 1; -- { serverError INDEX_NOT_USED }
SELECT count() FROM h WHERE URL = '1' SETTINGS force_primary_key = 1; -- { serverError INDEX_NOT_USED }
SELECT count() FROM h WHERE CounterID + 1 = 35 SETTINGS force_primary_key = 1;
SELECT count() FROM h WHERE toYYYYMM(EventDate) = 201402 SETTINGS force_index_by_date = 1;
SELECT count() FROM h WHERE toMonth(EventDate) = 2 AND toYear(EventDate) = 2014;
SELECT count() FROM h WHERE -toInt32(CounterID) > -3;
SELECT count() FROM h WHERE 50 - CounterID < 3 AND CounterID * 2 < 110;
SELECT count() FROM h WHERE intDiv(CounterID, 10) = 7 AND toUInt8(CounterID) != 75;
CREATE TABLE d (d Date, v UInt32) ENGINE = MergeTree ORDER BY d SETTINGS index_granularity = 1, min_bytes_for_wide_part = 0;
INSERT INTO d SELECT toDate('2023-12-01') + number, number FROM numbers(366);
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT v FROM d WHERE toDayOfMonth(d) = 15 AND d >= '2024-03-01' AND d <= '2024-03-31') WHERE match(explain, '(Granules: [0-9]+/)');
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT v FROM d WHERE toMonth(d) = 3) WHERE match(explain, '(Granules: [0-9]+/)');
SELECT count(), sum(v) FROM d WHERE toDayOfMonth(d) = 15;
SELECT count(), sum(v) FROM d WHERE toMonth(d) = 3 AND toDayOfWeek(d) IN (6, 7);
CREATE TABLE m (d Date, v UInt32) ENGINE = MergeTree ORDER BY toDayOfMonth(d) SETTINGS index_granularity = 4, min_bytes_for_wide_part = 0;
INSERT INTO m SELECT toDate('2024-01-01') + number, number FROM numbers(200);
SELECT count(), sum(v) FROM m WHERE toDayOfMonth(d) = 15;
SELECT count(), sum(v) FROM m WHERE d BETWEEN '2024-02-10' AND '2024-03-20';
SELECT count(), sum(v) FROM m WHERE d = '2024-02-10';
CREATE TABLE c (h UInt64, u String) ENGINE = MergeTree ORDER BY cityHash64(u) SETTINGS index_granularity = 4, min_bytes_for_wide_part = 0;
INSERT INTO c SELECT number, toString(number) FROM numbers(200);
SELECT h FROM c WHERE u = '77' SETTINGS force_primary_key = 1;
SELECT trimLeft(explain) FROM (EXPLAIN indexes = 1 SELECT h FROM c WHERE u = '77') WHERE match(explain, '(Granules: [0-9]+/)');
SELECT count(), sum(h) FROM c WHERE u IN ('77', '5', 'x');
CREATE TABLE k (u UUID, i IPv4, x FixedString(3), t DateTime64(3, 'UTC'), b Bool, w Int128) ENGINE = MergeTree ORDER BY (u, i, x, t, b, w) SETTINGS index_granularity = 4;
INSERT INTO k SELECT toUUID(concat(leftPad(lower(hex(toUInt32(number * 7919 % 101))), 8, '0'), '-0000-0000-00', leftPad(toString(number % 7), 2, '0'), '-000000000000')), toIPv4(concat('10.0.0.', toString(number % 9))), toFixedString(toString(number % 50), 3), toDateTime64('2024-01-01 00:00:00.000', 3, 'UTC') + number / 8, number % 2, -number FROM numbers(100);
SELECT count() FROM k WHERE u = (SELECT min(u) FROM k);
SELECT count() FROM k WHERE u > (SELECT u FROM k WHERE w = -50);
SELECT count() FROM k WHERE i = '10.0.0.3';
SELECT count() FROM k WHERE x = '7' OR x > '45';
SELECT count() FROM k WHERE t >= '2024-01-01 00:00:05.500' AND t < toDateTime64('2024-01-01 00:00:10', 3, 'UTC');
SELECT count() FROM k WHERE b AND w < -50;
-- Conversions that wrap: the part has values that meet the condition, whatever becomes of its bounds.
CREATE TABLE wrapping (k Int32, v UInt16) ENGINE = MergeTree ORDER BY k;
INSERT INTO wrapping VALUES (4, 300), (2147483647, 1);
SELECT count() FROM wrapping WHERE toInt8(k) != 1;
SELECT count() FROM wrapping WHERE toInt8(k) = -1;
SELECT count() FROM wrapping WHERE toUInt8(v) = 44;
SELECT count() FROM wrapping WHERE toInt16(k) + 1 = 0;
DROP TABLE wrapping;
