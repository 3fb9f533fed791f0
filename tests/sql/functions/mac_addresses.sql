-- MAC addresses of any text.
SELECT MACNumToString(149809441867716), MACNumToString(0), MACNumToString(18446744073709551615), toTypeName(MACNumToString(1)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT MACNumToString(toUInt32(5)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT MACNumToString(toUInt64(5)), MACNumToString(toInt64(-1)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT MACNumToString('a'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT MACNumToString(toNullable(toUInt64(5))), MACNumToString(NULL), MACNumToString(toLowCardinality(toUInt64(5)));
SELECT MACStringToNum('01:02:03:04:05:06'), MACStringToNum('0102030405'), MACStringToNum('01-02-03-04-05-06'), MACStringToNum('aa:BB:cc:dd:ee:ff'), MACStringToNum('g1:02:03:04:05:06'), MACStringToNum(''), MACStringToNum('01:02:03:04:05:0'), MACStringToNum('01:02:03:04:05:067'), MACStringToNum('01x02x03x04x05x06');
SELECT MACStringToOUI('00:50:56:12:34:56'), MACStringToOUI('00:50:56'), MACStringToOUI('00:50:56:'), MACStringToOUI('00-50-56'), MACStringToOUI('zz:50:56'), MACStringToOUI('00:50:56garbage');
SELECT MACStringToNum(toFixedString('01:02:03:04:05:06',17)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT MACStringToNum(5); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
