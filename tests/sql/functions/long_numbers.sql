-- Integers of 128 and 256 bits and decimals beyond 18 digits: quotients by many words, floats, bits.
SELECT intDiv(toUInt256('98765432109876543210987654321098765432109876543210987654321') * (number + 1), toUInt256('1234567890123456789012345') + number) AS quotient,
       (toUInt256('98765432109876543210987654321098765432109876543210987654321') * (number + 1)) % (toUInt256('1234567890123456789012345') + number) FROM numbers(4);
SELECT intDiv(-toInt256('98765432109876543210987654321098765432109'), toInt256('-340282366920938463463374607431768211457')), toInt256('-98765432109876543210987654321098765432109') % toInt256('18446744073709551617');
SELECT toDecimal256('12345678901234567890123456789.123', 3) / toDecimal128('-3.7', 1), toDecimal256('1e40', 10) * toDecimal256('-2.5', 5), toDecimal256('5.5', 40) + toDecimal64('1.25', 2);
SELECT multiplyDecimal(toDecimal256('123456789012345678901234567890.12', 2), toDecimal256('98765432109876543210.5', 1), 1), divideDecimal(toDecimal256('-10', 2), toDecimal256('3', 2), 50);
SELECT toDecimal256('1', 60) / 0; -- { serverError ILLEGAL_DIVISION }
SELECT toDecimal128('-7.5', 10) % toDecimal128('2', 10), positiveModulo(toDecimal128('-7.5', 10), toDecimal128('2', 10));
-- Floats beyond 64 bits.
SELECT toDecimal128(1.1, 30), toDecimal32(toFloat32(1.1), 8), toDecimal256(1.1, 30), toDecimal256(toFloat32(1.1), 30), toInt128(1e30), toInt128(-1e25), toInt128(toFloat32(1e25)), toUInt128(1e300);
SELECT toInt256(1e40), toUInt256(-1e20), toInt256(1e77), toUInt256(1.2e77), toDecimal256(1e60, 10), toInt256(NULL::Nullable(Float64));
SELECT toInt256(inf); -- { serverError CANNOT_CONVERT_TYPE }
SELECT toDecimal256(nan, 2); -- { serverError DECIMAL_OVERFLOW }
SELECT toDecimal256(1e70, 10); -- { serverError DECIMAL_OVERFLOW }
SELECT toDecimal256('1e5', 3), toDecimal256('-1.5e-3', 6), toDecimal256('12345678901234567890.123456789e10', 6);
SELECT toDecimal32('0.5', 9), toDecimal64('-0.25', 18), toDecimal128('0', 38), [toDecimal128('-0.5', 38)];
-- Bits.
SELECT bitmaskToArray(toInt128(-5))[-1], bitmaskToArray(toInt256(20)), bitmaskToList(toUInt256(7)), bitPositionsToArray(toInt128(-5))[-1], bitPositionsToArray(toUInt256(0));
SELECT bitShiftLeft(toUInt256(7), number * 85), bitShiftRight(toInt256('-70000000000000000000000000000'), number * 30), bitShiftLeft(toInt128(5), number * 42) FROM numbers(4);
SELECT byteSwap(toUInt128(1)), byteSwap(toInt256(-5)), byteSwap(toInt128(255)), bitCount(toUInt256(7)), bitNot(2.5), hex(bitNot('ab c')), bitAnd(toIPv4('1.2.3.4'), 255);
SELECT bitShiftLeft(toInt128(5), -1); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT gcd(toUInt256('1000000000000000000000000000000'), toUInt256('350000000000000000000')), lcm(toInt128(-12), 18), lcm(toUInt64(18446744073709551615), 18), gcd(-12, 18);
SELECT gcd(toInt64(-9223372036854775808), 18); -- { serverError DECIMAL_OVERFLOW }
SELECT lcm(toInt256(3), 0); -- { serverError ILLEGAL_DIVISION }
SELECT toDecimalString(toInt256('-12345678901234567890123456789012345678901'), 2), toDecimalString(toUInt256(materialize(7)), 1), toDecimalString(toDecimal256('1.555', 3), 2), toDecimalString(toDecimal256('-1.5', 30), 40), toDecimalString(toDecimal128('12.345', 3), 1), toDecimalString(toInt128(-5), 3), toDecimalString(toUInt8(5), 0);
