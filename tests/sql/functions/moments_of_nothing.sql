-- Conversions to moments and sums with months leave NULL as it is.
SELECT toDateTime(x), toDate(x), toDate32(x), toDateTime64(x, 3), toTime(x), toTime64(x, 3) FROM (SELECT arrayJoin([NULL, 5]) AS x);
SELECT toDateTime(x), toDate(x), toDate32(x), toDateTime64(x, 3), toTime(x), toTime64(x, 3) FROM (SELECT arrayJoin([NULL, 2.5]) AS x);
SELECT CAST(x, 'Nullable(DateTime)'), x::Nullable(Date), CAST(x AS Nullable(Date32)) FROM (SELECT arrayJoin([NULL, 500000]) AS x);
SELECT toDate(x), toDateTime(x), toDate32(x) FROM (SELECT arrayJoin([NULL, toDateTime64('2200-01-01 00:00:00', 3), toDateTime64('1920-01-01 00:00:00', 3)]) AS x);
SELECT toDate(x), toDateTime(x) FROM (SELECT arrayJoin([NULL, toDate32('2200-01-01'), toDate32('1920-01-01')]) AS x);
SELECT x + INTERVAL 1 MONTH, x - INTERVAL 1 QUARTER, x - INTERVAL 600 YEAR FROM (SELECT arrayJoin([NULL, toDateTime('2024-01-31 12:00:00')]) AS x);
SELECT toDateTimeOrNull(x), toDateOrNull(x), toDateTime64OrNull(x) FROM (SELECT arrayJoin([NULL, 5]) AS x);
SELECT toDateTime(x), toDate(x) FROM (SELECT arrayJoin([NULL, -5, 1e20, 1e300]) AS x);
SELECT toString(x), toTypeName(x) FROM (SELECT arrayJoin([NULL, toDateTime64('2200-01-01 00:00:00', 3)]) AS x);
SELECT if(number % 2, NULL, number)::Nullable(UInt32) AS n, toStartOfHour(toDateTime(n)), toYYYYMM(toDate(n)) FROM numbers(4);
SELECT toDateTime(toNullable(toInt64(-7))), toDate(toNullable(toUInt256(7))), toDate(CAST(NULL, 'Nullable(Int128)'));
