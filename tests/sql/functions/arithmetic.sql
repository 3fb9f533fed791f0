-- Sums, products, quotients and remainders of every pair of types.
SELECT intDiv(toDecimal32(7.5,2), 2), intDiv(7, toDecimal32(2.5,2)), toDecimal32(7.55,2)/toDecimal32(2,1), 7/toDecimal64(3,4), toDecimal32(7.55,2) % toDecimal32(2,1), 7 % toDecimal32(2.5,1), toDecimal32(-7.55,2) % 2;
SELECT toDecimal32(7.5,2)/0; -- { serverError ILLEGAL_DIVISION }
SELECT toDecimal32(7.5,2) % 0; -- { serverError ILLEGAL_DIVISION }
SELECT intDiv(toDecimal32(7.5,2),0); -- { serverError ILLEGAL_DIVISION }
SELECT toDecimal32(7.5,2)/0.0, toDecimal32(7.5,2)*1.5, modulo(7.5, 0), modulo(7.5,2), intDiv(7.5, 2), intDiv(7, 2.5), positiveModulo(-7, 3), positiveModulo(-7.5, 2), positiveModulo(-7, -3);
SELECT intDiv(7.5, 0.); -- { serverError ILLEGAL_DIVISION }
SELECT intDiv(7, 0.5);
SELECT intDiv(1e30, 1); -- { serverError ILLEGAL_DIVISION }
SELECT intDiv(nan, 1); -- { serverError ILLEGAL_DIVISION }
SELECT intDiv(toInt8(-128), toInt8(-1)); -- { serverError ILLEGAL_DIVISION }
SELECT intDivOrZero(toInt8(-128), toInt8(-1)), intDivOrNull(1,0), moduloOrNull(1,0), divideOrNull(1,0), intDivOrZero(7.5, 0), divideOrNull(toDecimal32(1,2),0); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT modulo(toInt8(-128), toInt8(-1)); -- { serverError ILLEGAL_DIVISION }
SELECT toTypeName(negate(toUInt64(1))), toTypeName(abs(toInt8(-1))), abs(toInt8(-128)), abs(-1.5), abs(toDecimal32(-1.5,2)), toTypeName(abs(true)), toTypeName(negate(toUInt8(1))), negate(toInt64(-9223372036854775808));
SELECT (1,2)+(3,4), (1,2)*3, (1,2)-(3,4), -(1,2), [1,2]+[3,4], [1,2]-[3,4], (1,2)/2;
SELECT [1,2]*[3,4]; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT [1,2]*2;
SELECT toDate('2024-01-01')+[1]; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT toIPv4('1.2.3.4')+1;
SELECT 'a'+1; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT '1'+1; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT 1+NULL, NULL+NULL, toTypeName(1+NULL);
SELECT divide(1,0), divide(0,0), divide(-1,0), modulo(7, -3), modulo(-7,-3), 7 % 2.5;
SELECT toDecimal64(1,17)*toDecimal64(1,2); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT toDecimal32(1,2)*toDecimal32(1,9); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT toDecimal32(99999,4)*toDecimal32(99999,4); -- { serverError DECIMAL_OVERFLOW }
SELECT max2(1,2), min2(-1, 2.5), gcd(12, 18), lcm(12,18), gcd(-12, 18), toTypeName(gcd(-12,18)), toTypeName(max2(1,2));
SELECT gcd(0,0), lcm(0, 5); -- { serverError ILLEGAL_DIVISION }
SELECT toInt64('9223372036854775807') + 1, toUInt64('18446744073709551615')+1, toInt64(-9223372036854775807)-5, toUInt64(5)-toUInt64(7), toInt64(9223372036854775807)*3, toUInt64('18446744073709551615')*toUInt64('18446744073709551615');
SELECT number*number+number-number%3+intDiv(number,2)+number+number+number FROM numbers(4);
SELECT toInt128('170141183460469231731687303715884105727')+1, toUInt128(3)-toUInt128(5), toInt128('170141183460469231731687303715884105727')*2;
SELECT toInt256(5)*toInt256(-3), intDiv(toInt256(7),-2), toUInt256(1)-2, toInt256(7)%3, toInt256(7)/2, negate(toInt256(5)), abs(toInt256(-5));
SELECT intDiv(toInt256(7),0); -- { serverError ILLEGAL_DIVISION }
SELECT toDecimal256('12345678901234567890.123456789',9)+toDecimal256(1,2), toDecimal256(5,5)*3, toDecimal256(7,5)/3, toDecimal128(7,5)/3, toDecimal128('99999999999999999999.5',5)*toDecimal128(3,2), abs(toDecimal256(-5.5,3)), -toDecimal256(5.5,3);
SELECT toInt8(100)+toInt8(100), toUInt8(200)*toUInt8(200), toInt32(2147483647)+1, toInt32(-2147483648)-1;
SELECT intDiv(-7,2), intDiv(7,-2), -7 % 3, 7 % -3, intDiv(toUInt64('18446744073709551615'), toInt8(-1)), toUInt64('18446744073709551615') % toInt8(-3);
SELECT toDate('2024-01-31')+1, toDate('2024-01-31')+INTERVAL 1 MONTH, toDateTime('2024-01-31 10:00:00')-3600, toDate('2024-03-01')-toDate('2024-02-01'), toDateTime('2024-01-01 00:00:10')-toDateTime('2024-01-01 00:00:00'), toDate('2024-01-31')-INTERVAL 1 YEAR;
SELECT toTypeName(toDate('2024-01-31')+1), toTypeName(toDate('2024-01-31')+INTERVAL 1 HOUR), toTypeName(toDateTime64('2024-01-01 00:00:00.5',3)-toDateTime('2024-01-01 00:00:00')), toTypeName(toDate32('2024-01-01')+INTERVAL 1 SECOND), toTypeName(toDate('2024-01-01')-toDate32('2024-01-01')), toTypeName(now()-toDate('2024-01-01')); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT INTERVAL 1 DAY + INTERVAL 2 DAY, toTypeName(INTERVAL 1 DAY + INTERVAL 2 DAY), INTERVAL 1 DAY * 3, -INTERVAL 3 DAY, 2 * INTERVAL 3 HOUR; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT toDateTime('2024-01-01 00:00:00') + 1.5;
SELECT toDate('2024-01-01') * 2; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT toDate('2024-01-01') + toDate('2024-01-02'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT toDateTime64('2024-01-01 00:00:00.5',3) + 1, toDateTime64('2024-01-01 00:00:00.5',3) + INTERVAL 5 MILLISECOND, toDateTime64('2024-01-01 00:00:00.5',1) + INTERVAL 5 MICROSECOND;
SELECT 1 + toDate('2024-01-01'), INTERVAL 1 DAY + toDate('2024-01-01');
SELECT INTERVAL 1 DAY - toDate('2024-01-01'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT 1 - toDate('2024-01-01'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT toUInt8(1)+NULL, materialize(NULL)+1, toNullable(5)+3, toTypeName(toNullable(5)+3);
SELECT true + true, toTypeName(true+true), true * 2, -true;
