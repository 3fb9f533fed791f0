-- Casts and comparisons of types that are near to each other, and of those that are not.
SELECT CAST(d, 'DateTime64(3)') AS x, toTypeName(x), CAST(d, 'DateTime') AS y, toTypeName(y), d::Nullable(DateTime64(3)) AS z, toTypeName(z), accurateCast(d, 'DateTime64(1)') AS u, toTypeName(u), accurateCastOrNull(d, 'DateTime') AS v, toTypeName(v), d::DateTime('UTC') AS w, toTypeName(w) FROM (SELECT toDateTime('2024-03-31 02:34:56', 'Europe/Berlin') AS d);
SELECT CAST(toDateTime64('2024-03-31 02:34:56', 2, 'Europe/Berlin'), 'DateTime') AS x, toTypeName(x), CAST([toDateTime('2024-03-31 02:34:56', 'Europe/Berlin')], 'Array(DateTime)') AS y, toTypeName(y);
SELECT toDecimal256(8.5, 10)::Int16, toDecimal256(-8.5, 10)::Int16, toDecimal256(8.5, 10)::UInt128, toInt64(toDecimal256('12345.9999', 4)), toInt256(toDecimal256('-12345.9999', 4));
SELECT toDecimal256(300, 1)::UInt8; -- { serverError DECIMAL_OVERFLOW }
SELECT toUInt256(5) > toInt8(-1), toUInt256('115792089237316195423570985008687907853269984665640564039457584007913129639935') = toInt8(-1), toUInt128('340282366920938463463374607431768211455') > -1, toUInt128('340282366920938463463374607431768211455') = toInt64(-1), toInt256(-1) < toUInt256('115792089237316195423570985008687907853269984665640564039457584007913129639935'), materialize(toUInt256(3)) <= toInt64(3), toUInt256(3) != materialize(toNullable(toInt32(3)));
SELECT materialize('a') = CAST(NULL, 'Nullable(Int32)'), CAST(NULL, 'Nullable(Date)') < 'x', toTypeName('a' = CAST(NULL, 'Nullable(Int32)'));
SELECT materialize('a') = 5; -- { serverError NO_COMMON_TYPE }
SELECT true IN (2), true IN (1), true IN (0, 5), materialize(true) IN (2, 3), false IN (-1, 0), true IN (SELECT 2), true IN (1.0), true IN ('true');
SELECT 'q' IN (SELECT 5::UInt32), toNullable('q') IN (SELECT 5), '5' IN (SELECT 5), materialize('q') NOT IN (SELECT 5), toTypeName(toNullable('q') IN (SELECT 5)), CAST(NULL, 'Nullable(String)') IN (SELECT 5);
SELECT least(CAST(5, 'SimpleAggregateFunction(sum, UInt64)'), 3) AS x, toTypeName(x), greatest(true, true) AS y, toTypeName(y), greatest(true, toNullable(false)) AS z, toTypeName(z);
SELECT toTypeName([toBFloat16(1), toInt8(1)]), toTypeName([toBFloat16(1), toUInt16(1)]), toTypeName([toBFloat16(1), true]), toTypeName([toTime('00:00:01'), toTime64('00:00:01', 3)]), toTypeName([toTime('00:00:01'), toDateTime('2020-01-01 00:00:00')]), toTypeName([toTime64('00:00:01', 5), toDateTime('2020-01-01 00:00:00', 'Asia/Tokyo')]);
SELECT toTime('12:00:00') = toDateTime('1970-01-01 12:00:00', 'UTC'), toTime('12:00:00') = toTime64('12:00:00', 3), toTime64('12:00:00', 3) < toDateTime64('2020-01-01 00:00:00', 1);
SELECT round(1.5, 'a'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT length(1)('a'); -- { serverError FUNCTION_CANNOT_HAVE_PARAMETERS }
SELECT CAST('a', materialize('UInt8')); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT if(1, 'a', 2) SETTINGS use_variant_as_common_type = 0; -- { serverError NO_COMMON_TYPE }
