-- Hashes of values of many types.
SET session_timezone = 'UTC';
SELECT cityHash64(1), cityHash64(-1), cityHash64(toInt64(-1)), cityHash64('a'), cityHash64(1,2);
SELECT cityHash64([1,2]), cityHash64((1,'a')), cityHash64();
SELECT cityHash64(NULL), toTypeName(cityHash64(toNullable(1)));
SELECT cityHash64([]);
SELECT cityHash64(tuple());
SELECT cityHash64(1.5), cityHash64(toDate(1)), cityHash64(toInt128(1)), cityHash64(toFloat32(1));
SELECT cityHash64(map(1,2));
SELECT cityHash64(toUUID('61f0c404-5cb3-11e7-907b-a6006ad3dba0'));
SELECT cityHash64([toNullable(1),NULL]);
SELECT cityHash64((1,NULL));
SELECT cityHash64(toFixedString('a',3)),cityHash64(toDecimal32(1,2));
SELECT cityHash64('a','bc',1,[1,2]), cityHash64([['a','b'],['c']]), cityHash64([(1,'a')]), cityHash64(toLowCardinality('a'));
SELECT sipHash64(1), sipHash64('a'), sipHash64(1,2), sipHash64([1,2]), hex(sipHash128('a')), hex(sipHash128(1,2)), sipHash64Keyed((1::UInt64,2::UInt64),'a'), hex(sipHash128Keyed((1::UInt64,2::UInt64),'a')), hex(sipHash128Reference('a')), toTypeName(sipHash128('a'));
SELECT sipHash64Keyed((1,2),'a'); -- { serverError BAD_ARGUMENTS }
SELECT hex(sipHash128Reference('a',1)), sipHash64(), hex(sipHash128());
SELECT intHash32(1), intHash64(1), intHash32(-1), toTypeName(intHash32(1)), halfMD5('a'), halfMD5(1), halfMD5('a','b'), hex(MD5('a')), toTypeName(MD5('a')), hex(SHA1('a')), hex(SHA224('a')), hex(SHA512_256('a')), toTypeName(SHA256('a'));
SELECT xxHash32('a'), xxHash64('a'), xxh3('a'), xxHash64(1), xxHash64('a','b'), xxHash32('a','b'), xxh3('a','b'), hex(xxh3_128('a'));
SELECT murmurHash2_32('a'), murmurHash2_64('a'), murmurHash3_32('a'), murmurHash3_64('a'), hex(murmurHash3_128('a')), murmurHash2_64('a','b'), murmurHash2_32('a','b'), murmurHash3_32('a','b'), murmurHash3_64('a','b'), murmurHash2_32(1), murmurHash3_64(1,2);
SELECT hex(murmurHash3_128('a','b'));
SELECT gccMurmurHash('a'), kafkaMurmurHash('a'), farmHash64('a'), farmFingerprint64('a'), javaHash('a'), hiveHash('a'), javaHash(toInt32(-5)), javaHash(toInt64(-5)), javaHash(toInt8(-5)), farmHash64(1), farmHash64(1,'a'), farmHash64(repeat('e',300)), farmHash64(repeat('e',90));
SELECT javaHash(1); -- { serverError NOT_IMPLEMENTED }
SELECT cityHash64(toString(number), number), sipHash64(toString(number)), xxHash64(number), intHash64(number), murmurHash3_32(toString(number)) from numbers(20);
SELECT sum(cityHash64(repeat(toString(number),number%40))), sum(sipHash64(repeat(toString(number),number%40))), sum(farmHash64(repeat(toString(number),number%80))), sum(murmurHash3_64(repeat(toString(number),number%40))) from numbers(300);
SELECT cityHash64(toDateTime64(1.5,3)), cityHash64(toIPv6('::1')), cityHash64(toIPv4('1.2.3.4')), cityHash64(true), cityHash64(toInt256(5)), cityHash64(CAST('a','Enum8(\'a\'=1)')), sipHash64(toUUID('61f0c404-5cb3-11e7-907b-a6006ad3dba0'));
SELECT intHash32(1.5); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
