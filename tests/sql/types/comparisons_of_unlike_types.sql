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
