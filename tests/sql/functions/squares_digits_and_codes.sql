-- Squares, digits, hashes of URLs, addresses cut, texts turned, authentication codes.
SELECT tupleIntDivOrZero((5,10,15),(0,3,2)), tupleIntDivOrZeroByNumber((15,10),0), tuplePositiveModuloByNumber((15,-10),4), intDivOrZero((5,10),2);
SELECT sqr(3), sqr(2.5), toTypeName(sqr(3)), sqr(toDecimal32(1.5,1)), sqr(NULL), toTypeName(sqr(toInt8(-3))), toTypeName(sqr(toUInt64(3))), sqr((1,2)), sqr(true);
SELECT sqr('a'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT sqr([1,2]); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT xxHash64Spark('ABC'), toTypeName(xxHash64Spark('ABC')), xxHash64Spark(NULL), xxHash64Spark(''), xxHash64Spark(repeat('x', 100));
SELECT URLHash('https://www.clickhouse.com'), URLHash('https://www.clickhouse.com/'), URLHash('https://www.clickhouse.com/docs?x#y'), URLHash('https://www.clickhouse.com/docs', 0), URLHash('https://www.clickhouse.com/docs', 1), URLHash(''), URLHash('a?'), URLHash('a#'), URLHash('a//'), URLHash('https://a.b/c/d', 2), URLHash('https://a.b/c/d', 9), URLHash('https://a.b/c/d/?e=f#g', 3), URLHash('x', -1);
SELECT cutIPv6(toIPv6('2001:db8::1'), 17, 1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT cutIPv6(toIPv6('2001:db8::1'), -1, 1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT cutIPv6(toIPv6('2001:db8::1'), materialize(1), 1); -- { serverError ILLEGAL_COLUMN }
SELECT cutIPv6('a', 1, 1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT cutIPv6(NULL, 1, 1), cutIPv6(toNullable(toIPv6('2001:db8::1')), 3, 1), cutIPv6(toFixedString('0123456789abcdef',16), 4, 4), cutIPv6(IPv6StringToNum('2001:0DB8:AC10:FE01:FEED:BABE:CAFE:F00D'), 2, 0), cutIPv6(IPv4ToIPv6(IPv4StringToNum('192.168.0.1')), 0, 2), cutIPv6(toIPv6('2001:db8::1'), 3, 1), cutIPv6(toIPv6('::1'),0,0), cutIPv6(toIPv6('::ffff:1.2.3.4'),2,4), cutIPv6(toIPv6('::ffff:1.2.3.4'),2,16), cutIPv6(toIPv6('2001:db8::1'), 16, 1);
SELECT reverseBySeparator('a.b.c','.'), reverseBySeparator('a.b.c'), reverseBySeparator('',','), reverseBySeparator('a,,b',','), reverseBySeparator('www.google.com'), reverseBySeparator('a::b::c','::'), reverseBySeparator(NULL), reverseBySeparator(materialize('a-b'), '-');
SELECT reverseBySeparator('abc','');
SELECT reverseBySeparator(5); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT reverseBySeparator('a.b', materialize('.')); -- { serverError ILLEGAL_COLUMN }
SELECT overlayUTF8('Spark SQL','CORE',7), overlayUTF8('Spark SQL','ANSI ',7,0), overlayUTF8('日本語','x',2,1), overlayUTF8('日本語','x',-1), overlayUTF8('日本語','xyz',0), overlayUTF8('日本語','é',10), overlayUTF8('日本語','é',1,-1), overlayUTF8('日本語','é',-10), overlayUTF8('abc\xff','é',4,1);
SELECT isDecimalOverflow(toDecimal32(100,0),2), isDecimalOverflow(toDecimal32(100,0)), toTypeName(isDecimalOverflow(toDecimal32(100,0),2)), isDecimalOverflow(toDecimal32(99,0),2), isDecimalOverflow(toDecimal32(1,2),2), isDecimalOverflow(toDecimal256(5,0),1), isDecimalOverflow(toDecimal32(-100,0),2), isDecimalOverflow(NULL, 2);
SELECT isDecimalOverflow(5,1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT isDecimalOverflow(toDecimal32(1,0),'a'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT digits(1234567890, 7), digits(1234567890, 7, 2), digits(1234567890, -3), toTypeName(digits(12,1)), digits(123, 5), digits(-123, 2), toTypeName(digits(-123,2)), digits(1002, 2), digits(123, 1, -1), digits(0, 1), digits(123, -5);
SELECT digits(123, 0); -- { serverError ZERO_ARRAY_OR_TUPLE_INDEX }
SELECT digits('a', 1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT digits(1.5, 1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT hex(HMAC('sha256','msg','key')), hex(HMAC('md5','msg','key')), hex(HMAC('SHA1','msg','key')), hex(HMAC('sha512','msg','key')),  hex(HMAC('sha224','','')), hex(HMAC('sha384','msg', repeat('k',300))), toTypeName(HMAC('sha256','msg','key')), HMAC('sha256',NULL,'key'), hex(HMAC('sha256', materialize('msg'), materialize('key'))), hex(HMAC('sha3-256','a','b')), hex(HMAC('blake2b512','a','b')), hex(hmac('md5','\xff','\xfe'));
SELECT HMAC('foo','a','b'); -- { serverError BAD_ARGUMENTS }
SELECT HMAC(materialize('md5'),'a','b'); -- { serverError ILLEGAL_COLUMN }
SELECT HMAC('md5',5,'b'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT hex(HMAC('md5',toFixedString('a',2),'b'));
SELECT HMAC('md5','b'); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
