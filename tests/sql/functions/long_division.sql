-- Division of 256-bit integers and of decimals: signs, zeros, numbers of every length.
SELECT intDiv(x, y), x % y, positiveModulo(x, y) FROM (SELECT arrayJoin([toInt256(0), 7, -7, toInt256('123456789012345678901234567890123456789'), toInt256('-123456789012345678901234567890123456789'), toInt256('-9223372036854775808')]) AS x, arrayJoin([toInt256(1), -1, 3, -3, toInt256('4294967296'), toInt256('-987654321987'), toInt256('99999999999999999999999999999')]) AS y) ORDER BY x, y;
SELECT intDiv(x, y), x % y FROM (SELECT arrayJoin([toUInt256(0), toUInt256('18446744073709551615'), toUInt256('115792089237316195423570985008687907853269984665640564039457584007913129639935')]) AS x, arrayJoin([toUInt256(1), 10, toUInt256('18446744073709551615'), toUInt256('340282366920938463463374607431768211455')]) AS y) ORDER BY x, y;
SELECT intDiv(toNullable(toInt256(number)), if(number = 1, NULL, toInt256(2))) FROM numbers(3);
SELECT intDiv(toInt256(1), toInt256(number)) FROM numbers(2); -- { serverError ILLEGAL_DIVISION }
SELECT toInt256(1) % toInt256(number) FROM numbers(2); -- { serverError ILLEGAL_DIVISION }
SELECT x / y, intDiv(x, y), x % y, positiveModulo(x, y) FROM (SELECT arrayJoin([toDecimal64(0, 3), toDecimal64('10.5', 3), toDecimal64('-123456789.875', 3)]) AS x, arrayJoin([toDecimal32('0.5', 2), toDecimal32('-7.25', 2), toDecimal32('12345.67', 2)]) AS y) ORDER BY x, y;
SELECT x / y, x * y, x + y, x - y FROM (SELECT arrayJoin([toDecimal256('123456789012345678901234567890.5', 4), toDecimal256('-0.0001', 4)]) AS x, arrayJoin([toDecimal256('0.5', 2), toDecimal256('-98765432109876543210.25', 2)]) AS y) ORDER BY x, y;
SELECT multiplyDecimal(x, y), multiplyDecimal(x, y, 1), divideDecimal(x, y, 9) FROM (SELECT arrayJoin([toDecimal64('12.5', 2), toDecimal64('-0.01', 2)]) AS x, arrayJoin([toDecimal64('2.225', 3), toDecimal64('-1000000', 3)]) AS y) ORDER BY x, y;
SELECT toNullable(toDecimal64(number, 2)) / if(number = 1, NULL, toDecimal32(7, 1)) FROM numbers(3);
SELECT toDecimal64(number, 2) / toDecimal32(7, 1) FROM numbers(0);
SELECT toDecimal64(1, 2) / toDecimal64(number, 2) FROM numbers(1); -- { serverError ILLEGAL_DIVISION }
