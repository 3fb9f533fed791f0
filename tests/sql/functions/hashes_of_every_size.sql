-- Every class of sizes of every hash of texts, also of bytes that are not UTF-8, and hashes of several values.
-- farmHash64 of texts from 512 bytes on is that of ClickHouse for x86 processors.
SELECT '-- one text of each size';
WITH repeat('Sphinx of black quartz, judge my vow. 0123456789 ', 60) AS long,
     arrayStringConcat(arrayMap(i -> char((i * 37 + intDiv(i, 7)) % 256), range(2600))) AS bytes
SELECT
    multiIf(number = 0, 0, number <= 3, 3, number <= 8, 8, number <= 16, 16, number <= 32, 32, number <= 64, 64,
        number <= 96, 96, number <= 128, 128, number <= 240, 240, number <= 256, 256, number <= 1024, 1024, 2600) AS most,
    groupBitXor(farmHash64(substring(long, 1, number))),
    groupBitXor(farmFingerprint64(substring(long, 1, number))),
    groupBitXor(xxHash32(substring(long, 1, number))),
    groupBitXor(xxHash64(substring(long, 1, number))),
    groupBitXor(xxh3(substring(long, 1, number))),
    groupBitXor(xxh3_128(substring(long, 1, number))),
    groupBitXor(halfMD5(substring(long, 1, number))),
    groupBitXor(cityHash64(substring(long, 1, number))),
    groupBitXor(sipHash64(substring(long, 1, number))),
    groupBitXor(metroHash64(substring(long, 1, number))),
    groupBitXor(farmHash64(substring(bytes, 1, number))),
    groupBitXor(xxh3(substring(bytes, 1, number))),
    groupBitXor(halfMD5(substring(bytes, 1, number)))
FROM numbers(2600)
GROUP BY most
ORDER BY most;

SELECT '-- digests';
WITH arrayStringConcat(arrayMap(i -> char((i * 37 + intDiv(i, 7)) % 256), range(300))) AS bytes
SELECT
    groupBitXor(reinterpretAsUInt128(MD5(substring(bytes, 1, number)))),
    groupBitXor(sipHash64(SHA256(substring(bytes, 1, number)))),
    groupBitXor(sipHash64(SHA1(substring(bytes, 1, number)))),
    groupBitXor(sipHash64(SHA224(substring(bytes, 1, number)))),
    groupBitXor(sipHash64(SHA384(substring(bytes, 1, number)))),
    groupBitXor(sipHash64(SHA512(substring(bytes, 1, number))))
FROM numbers(300);
SELECT hex(MD5('')), hex(SHA1('')), hex(SHA256('')), hex(SHA224('')), hex(SHA384('')), hex(SHA512(''));
SELECT hex(MD5('\xff\0')), hex(SHA1(toFixedString('ab', 4))), lower(hex(SHA256('\xe9'))), length(MD5('a')), MD5(NULL);
SELECT substring(MD5('hello'), 1, 2) = unhex('5D41'), toTypeName(MD5('a')), toTypeName(SHA256(toNullable('a')));

SELECT '-- several values, and values that are no texts';
SELECT farmHash64('a', 'b'), xxHash32('a', 'b'), xxHash64('a', 'b'), xxh3('a', 'b'), halfMD5('a', 'b');
SELECT farmHash64(1, 2.5), xxHash32(1, 2.5), xxHash64(1, 2.5), xxh3(1, 2.5), halfMD5(1, 2.5);
SELECT halfMD5([1, 2, 3]), halfMD5(('a', 1)), halfMD5(map('a', 1)), halfMD5(toDate('2024-01-01')), halfMD5(['a', NULL]);
SELECT xxHash64(['a', 'bc', '']), xxh3((1, 'a')), farmHash64([[1], []]), xxHash32(NULL), halfMD5(NULL, 'a');
SELECT number, halfMD5(s), xxHash64(s), xxh3(s), farmHash64(s)
FROM (SELECT number, [NULL, '', 'a', 'abcdefgh\xff'][number + 1] AS s FROM numbers(4)) ORDER BY number;
SELECT xxh3_128(), xxh3_128('a', 'b'), xxh3_128(1, 2), xxh3_128(NULL), xxh3_128(tuple('a', 2.5)), toTypeName(xxh3_128('a'));
SELECT farmFingerprint64(), farmFingerprint64('a', 'b'), farmFingerprint64(1), farmFingerprint64(['a', 'b']), farmFingerprint64(tuple('a', NULL));
SELECT reinterpretAsInt128(unhex('ffffffffffffffffffffffffffffffff')), reinterpretAsInt128(unhex('00000000000000000000000000000080')), reinterpretAsUInt128(unhex('ffffffffffffffffffffffffffffffff')), reinterpretAsInt128('abc'), reinterpretAsUInt128('');
