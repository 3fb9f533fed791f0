-- 16 bytes are an IPv6 address, other FixedStrings its text.
SELECT CAST(x AS IPv6), toIPv6(x), toIPv6OrNull(x), toIPv6OrZero(x), toIPv6OrDefault(x), accurateCastOrNull(x, 'IPv6'), CAST(x AS Nullable(IPv6)) FROM (SELECT toFixedString(unhex(arrayJoin(['20010db8000000000000000000000001', '00000000000000000000ffff01020304', '3a3a3100000000000000000000000000', '00000000000000000000000000000000'])), 16) AS x);
SELECT CAST(x AS Nullable(IPv6)), toIPv6OrNull(x) FROM (SELECT if(number = 1, NULL, toFixedString('0123456789abcdef', 16)) AS x FROM numbers(3));
SELECT CAST(toFixedString('2001:db8::1', 11) AS IPv6), toIPv6(toFixedString('::1', 5)), toIPv6OrNull(toFixedString('1.2.3.4', 7)), toIPv6OrNull(toFixedString('x', 7));
