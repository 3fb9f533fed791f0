-- Days and seconds beyond a type: conversions that are asked for wrap around, others give the nearest value.
SELECT toDate(toDate32('2200-01-01')), CAST(toDate32('2200-01-01'), 'Date'), CAST(toDateTime64('2200-01-01 00:00:00', 0, 'UTC'), 'Date'), toDate(toDate32('1950-01-01')), toDate(toDateTime64('1950-01-01 00:00:00', 0, 'UTC'));
SELECT toDateTime(toDate('2149-06-06'), 'UTC'), toDateTime(toDate32('1950-01-01'), 'UTC'), toDateTime(toDateTime64('1960-01-01 00:00:00', 3, 'UTC'), 'UTC'), toDateTime(toDate32('2200-01-01'), 'UTC'), CAST(toDate('2149-06-06'), 'DateTime(\'UTC\')'), CAST(toDateTime64('1950-01-01 00:00:00', 0, 'UTC'), 'DateTime(\'UTC\')');
SELECT toDateTime(materialize(toDate('2149-06-06')), 'UTC'), toDate(materialize(toDateTime64('2200-01-01 00:00:00', 0, 'UTC'))), toDate(materialize(toNullable(toDate32('2200-01-01')))), CAST(materialize(NULL), 'Nullable(Date)');
SELECT toDateTime(4294967296, 'UTC'), toDateTime(-1, 'UTC'), toDate(-1), toDate(65536), toDate(70000), toDate(4294967295), toDate32(-1), toDateTime('2106-02-07 06:28:16', 'UTC'), toDate('2200-01-01');
SELECT toDate32(toDateTime64('2200-01-01 00:00:00', 0, 'UTC')), toDate32(toDate('2149-06-06')), toDateTime64(toDate32('2200-01-01'), 3, 'UTC'), toDateTime64(toDate('2149-06-06'), 3, 'UTC');
DROP TABLE IF EXISTS beyond;
CREATE TABLE beyond (k UInt8, a DateTime('UTC'), b Date, c DateTime64(3, 'UTC'), d Date32) ENGINE = MergeTree ORDER BY k;
INSERT INTO beyond SELECT 1, 4294967296, 70000, 1, 5;
INSERT INTO beyond SELECT 2, toDateTime64('2200-01-01 00:00:00', 3, 'UTC'), toDateTime64('2200-01-01 00:00:00', 3, 'UTC'), toDateTime64('1900-01-01 00:00:00', 3, 'UTC'), toDate('2024-01-01');
INSERT INTO beyond SELECT 3, toDate32('1950-01-01'), toDate32('1950-01-01'), toDate32('1950-01-01'), toDate32('1950-01-01');
INSERT INTO beyond SELECT 4, toDate('2149-06-06'), toDate('2149-06-06'), toDate('2149-06-06'), toDate('2149-06-06');
SELECT * FROM beyond ORDER BY k;
SELECT [toDate('2149-06-06'), toDateTime('2020-01-01 00:00:00', 'UTC')], toDate('2149-06-06') = toDateTime64('2149-06-06 00:00:00', 0, 'UTC'), toDateTime('2020-01-01 00:00:00', 'UTC') < toDate('2149-06-06');
DROP TABLE beyond;
-- No name of a time zone: that of the session, where ClickHouse takes it.
SELECT toDateTime('2024-01-01 00:00:00', ''), toTypeName(toDateTime('2024-01-01 00:00:00', '')), fromUTCTimestamp(toDateTime('2024-05-06 00:00:00'), ''), toDateTime64('2024-01-01 00:00:00', 3, '');
SELECT toHour(toDateTime('2024-01-01 00:00:00', 'UTC'), ''); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT arrayAvg(a), arrayProduct(a), arraySum(a), extractAll('ab', ''), jaroSimilarity('hello', materialize('')) FROM (SELECT arrayJoin([[1, 2], []]) AS a);
