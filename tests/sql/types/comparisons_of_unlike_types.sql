-- Decimals beside integers that do not fit, wide integers, times, addresses; remainders of unlike signs; rounding in 32 bits.
SELECT toDecimal64(1, 2) = toInt256(1), toDecimal64(1, 2) < toUInt256(5), toInt256(5) >= toDecimal32(5, 1), 10000000000 = toDecimal32(1, 2), toDecimal32(1, 2) = 20000000, toUInt8(5) = toDecimal64('100000000000.5', 3);
SELECT toDecimal64(1, 2) = toInt256('99999999999999999999999999999999999999'); -- { serverError DECIMAL_OVERFLOW }
SELECT toDecimal32(1, 2) = 10000000000; -- { serverError DECIMAL_OVERFLOW }
SELECT toDecimal32(number, 2) < materialize(toInt64(30000000)) FROM numbers(2); -- { serverError DECIMAL_OVERFLOW }
SELECT toDecimal32(1000000, 0) = toDecimal32('0.0000001', 7); -- { serverError DECIMAL_OVERFLOW }
SELECT toDecimal32(1, 2) = 10000000000 SETTINGS decimal_check_overflow = 0;
SELECT toDecimal32(1, 2) = CAST(NULL, 'Nullable(Int64)'), toDecimal256(1, 2) > toInt256(0);
SELECT toTime('00:00:05') = 5, 6 > toTime('00:00:05'), toTime('00:00:05') = 5.0, toTime64('00:00:05', 3) = 5, toTime('00:00:05') = toTime64('00:00:05', 3);
SELECT toTime('00:00:05') = toDecimal32(5, 0); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT toIPv4('1.2.3.4') = toIPv6('::ffff:1.2.3.4'), toIPv6('::1') < toIPv4('1.2.3.4');
SELECT toUInt256('115792089237316195423570985008687907853269984665640564039457584007913129639935') % toInt256(7), toInt256(-5) % toUInt256(3), positiveModulo(toInt256(-5), toUInt256(3)), intDiv(toInt256(-5), toUInt256(3));
SELECT if(number = 0, NULL, toDecimal64(1, 2)) / toDecimal64(number, 2) FROM numbers(2); -- { serverError ILLEGAL_DIVISION }
SELECT toDecimal64(1, 2) / if(number = 0, NULL, toDecimal64(number, 2)) FROM numbers(2);
SELECT round(toFloat32(1.15), 1), round(toFloat32(0.045), 2), floor(toFloat32(1.15), 1), ceil(toFloat32(-1.15), 1), trunc(toFloat32(1.19), 1), round(toFloat32(12345678), -3), round(toFloat32('inf'), 2), round(1.15, 1);
SELECT CAST('{\'a\':1}', 'Map(String, UInt8)'); -- { serverError TYPE_MISMATCH }
-- Integers beside floats that do not hold all of them; arrays without a common type; tuples with floats.
SELECT 9007199254740993::Int64 > 9007199254740992.0, 9007199254740993::Int64 = 9007199254740992.0, 9007199254740992.0 < 9007199254740993::Int64, 9007199254740992.0 = 9007199254740992::UInt64, 9007199254740992.0 != 9007199254740993::UInt64;
SELECT materialize(9007199254740993::Int64) > x, materialize(9007199254740993::Int64) >= x, materialize(9007199254740993::Int64) = x, materialize(9007199254740993::Int64) < x, materialize(9007199254740993::Int64) <= x, materialize(9007199254740993::Int64) != x FROM (SELECT arrayJoin([9007199254740992., 9007199254740994., nan, inf, -inf, 1e300, 18446744073709551615.]) AS x);
SELECT materialize(18446744073709551615::UInt64) > x, materialize(18446744073709551615::UInt64) >= x, materialize(18446744073709551615::UInt64) = x, materialize(18446744073709551615::UInt64) < x, x > materialize(18446744073709551615::UInt64), materialize(18446744073709551615::UInt64) != x FROM (SELECT arrayJoin([NULL, 9007199254740992., nan, inf, -inf, 1e300, 18446744073709551615.]) AS x);
SELECT x > 1e20, x = 340282366920938463463374607431768211456., x < 340282366920938463463374607431768211456., x > 9007199254740992., x != -1e10 FROM (SELECT arrayJoin([9007199254740993::UInt128, 340282366920938463463374607431768211455::UInt128]) AS x);
SELECT x > -1e20, x = -170141183460469231731687303715884105728., x < 170141183460469231731687303715884105728., x >= 170141183460469231731687303715884105728. FROM (SELECT arrayJoin([9007199254740993::Int128, 170141183460469231731687303715884105727::Int128]) AS x);
SELECT 9007199254740993::Int64 > 9007199254740992::Float32, 16777217::Int32 = 16777216::Float32, materialize(16777217::Int32) > 16777216::Float32, 9223372036854775807::Int64 = 9223372036854775807::Float32;
SELECT number > 1.5, number = 1.0, number <> 2.0, 1.5 >= number, number < nan, number = nan, number != nan FROM numbers(4);
SELECT number FROM numbers(9007199254740990, 6) WHERE number > 9007199254740992.0;
CREATE TABLE whole (k Int64) ENGINE = MergeTree ORDER BY k SETTINGS index_granularity = 1;
INSERT INTO whole SELECT number + 9007199254740990 FROM numbers(6);
SELECT k FROM whole WHERE k > 9007199254740992.0;
SELECT k FROM whole WHERE k <= 9007199254740994.0 AND k != 9007199254740992.0;
SELECT k FROM whole WHERE k = 9007199254740994.0;
SELECT [5::Int64] = [5::UInt64], [-1::Int64] = [18446744073709551615::UInt64], [-1::Int64] < [18446744073709551615::UInt64], materialize([1::Int64, 2]) <= materialize([1::UInt64]), [[1::Int64]] = [[1::UInt64]];
SELECT [1.5] = [1.5::Decimal(18, 2)], [toDateTime('2020-01-01 00:00:00')] = [1], [(1::Int64, 'a')] = [(1::UInt64, 'a')], [NULL, 1::Int64] = [1::UInt64], [NULL::Nullable(Int64)] = [NULL::Nullable(UInt64)], (1, [1::Int64]) = (1, [1::UInt64]);
SELECT [1] = ['a']; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT [toDate('2020-01-01')] = [1]; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT ['2020-01-01'] = [toDate('2020-01-01')]; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT (nan, 1) > (1., 1), (nan, 1) = (nan, 1), (nan, 1) < (nan, 2), (1, nan) != (1, nan), (1, (2, nan)) = (1, (2, nan)), (1.5, 2) < (1.5, 3), (1.5, 'a') = (1.5, 'a');
