-- Sums of times of day, what they are as numbers, and times beyond the clock.
SELECT t + 1.7 AS x, toTypeName(x), t - 1.7, u + 1.7 AS y, toTypeName(y), 5 + t, t + toUInt64(5), t + true, toNullable(t) + 1 AS z, toTypeName(z) FROM (SELECT toTime('12:34:56') AS t, toTime64('12:34:56.5', 3) AS u);
SELECT toTime('12:34:56') - toTime('10:00:00') AS x, toTypeName(x), toTime('12:34:56') - toTime64('10:00:00.5', 1) AS y, toTypeName(y), toTime64('12:34:56.5', 3) - toTime64('10:00:00.25', 2) AS z, toTypeName(z);
SELECT toDateTime('2020-01-01 00:00:00', 'Asia/Tokyo') - toTime64('12:34:56.5', 3) AS x, toTypeName(x), toDateTime64('2020-01-01 00:00:00', 1, 'Asia/Tokyo') + toTime64('12:34:56.55', 3) AS y, toTypeName(y), toDateTime64('2020-01-01 00:00:00', 1, 'Asia/Tokyo') - toTime('12:34:56') AS z, toTypeName(z);
SELECT toTime('12:34:56') + toDate('2020-01-01') AS x, toTypeName(x), toTime64('12:34:56.5', 3) + toDateTime('2020-01-01 00:00:00', 'UTC') AS y, toTypeName(y), toDate32('1950-01-01') + toTime('01:00:00') AS z, toTypeName(z) SETTINGS session_timezone = 'UTC';
SELECT toTime('12:34:56') + INTERVAL 1 HOUR AS x, toTypeName(x), INTERVAL 1 HOUR + toTime('12:34:56'), toTime64('12:34:56', 3) - INTERVAL 1 SECOND, toTime64('12:34:56', 1) + INTERVAL 1 MICROSECOND AS y, toTypeName(y), toTime64('12:34:56', 1) + INTERVAL 1 WEEK, addHours(toTime('12:34:56'), 1), subtractSeconds(toTime64('12:34:56', 2), 1);
SELECT toTime('999:59:59') + 10 AS x, toInt32(x), x - 10, toTime64('999:59:59', 2) + 10 AS y, y - 10, toDecimal64(y, 2), -y;  -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT toTime('999:59:59') + 10 AS x, toInt32(x), x - 10, toTime64('999:59:59', 2) + 10 AS y, y - 10, toDecimal64(y, 2);
SELECT toTime64('12:34:56', 2) + toInt64(-9000000000000000000); -- { serverError DECIMAL_OVERFLOW }
SELECT toTime('12:34:56') + toTime('12:34:56'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT toDate('2020-01-01') - toTime('12:34:56'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT toTime('12:34:56') + INTERVAL 1 DAY; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT 5 - toTime('12:34:56'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT toDateTime64('1965-03-10 12:34:56.789', 3, 'UTC')::Time, toDateTime64('1965-03-10 12:34:56.789', 3, 'UTC')::Int64, toInt256(toDateTime64('1965-03-10 12:34:56.789', 3, 'UTC')), toTime64('-12:34:56.789', 3)::Decimal(18, 3), toTime64('-12:34:56.789', 3)::Float64, toTime64('-12:34:56.789', 3)::Int64;
SELECT toTime64('-12:34:56.789', 3)::Int8; -- { serverError DECIMAL_OVERFLOW }
SELECT CAST(toNullable('q'), 'Nullable(UInt8)'), CAST([toNullable('q')], 'Array(Nullable(UInt8))'), CAST(toLowCardinality(toNullable('q')), 'Nullable(Date)');
SELECT CAST(1, 'LowCardinality(UInt8)'); -- { serverError SUSPICIOUS_TYPE_FOR_LOW_CARDINALITY }
SELECT materialize(CAST(NULL, 'Nullable(Time)')), toTime64('12:00:00', 3) = materialize(CAST(NULL, 'Nullable(Int32)')), materialize(CAST(NULL, 'Nullable(Time64(3))')) + 1, CAST(materialize(CAST(NULL, 'Nullable(Int32)')), 'Nullable(Time)');
