SELECT toTypeName(1), toTypeName(256), toTypeName(-1), toTypeName(1.5), toTypeName(4294967296);
SELECT toUInt8(255) + 1, toTypeName(toUInt8(255) + 1);
SELECT toInt8(127) + toInt8(1), toUInt64(0) - 1, toUInt64(18446744073709551615) + 1;
SELECT 7 / 2, toTypeName(7 / 2), intDiv(-7, 2), -7 % 3, modulo(7, -3);
SELECT 1 / 0, -1 / 0, 0 / 0;
SELECT toFloat32(0.1), toFloat64(0.1), toFloat32(16777217);
SELECT toInt128('170141183460469231731687303715884105727'), toUInt256('1');
SELECT toDecimal32('1.25', 2) + toDecimal64('0.005', 3), toTypeName(toDecimal32('1.25', 2) * toDecimal32('2', 1));
SELECT 1 = 1.0, toTypeName(1 = 1), true, toTypeName(true), NOT true;
