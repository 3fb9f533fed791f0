SELECT toDate('2024-02-29') + 1, toDate('1970-01-01') - 1, toTypeName(toDate('2024-01-01'));
SELECT toDateTime('2024-01-01 12:00:00', 'UTC'), toUnixTimestamp(toDateTime('2024-01-01 12:00:00', 'UTC'));
SELECT toDateTime64('2024-01-01 12:00:00.123456', 6, 'UTC'), toTypeName(toDateTime64('2024-01-01 12:00:00', 3, 'UTC'));
SELECT toYear(d), toMonth(d), toDayOfMonth(d), toDayOfWeek(d), toYYYYMM(d), toStartOfMonth(d) FROM (SELECT toDate('2024-03-15') AS d);
SELECT toDateTime('2024-01-01 00:00:00', 'UTC') + INTERVAL 1 MONTH, toDate('2024-01-31') + INTERVAL 1 MONTH;
SELECT dateDiff('day', toDate('2024-01-01'), toDate('2024-03-01'));
SELECT toDateTime('2024-07-01 12:00:00', 'UTC') AS t, toTimeZone(t, 'America/New_York');
