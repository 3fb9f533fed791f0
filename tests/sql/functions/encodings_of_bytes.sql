-- Encodings of every size, of bytes that are not UTF-8 and of wrong texts.
SELECT '-- there and back';
WITH arrayStringConcat(arrayMap(i -> char((i * 37 + intDiv(i, 7)) % 256), range(300))) AS bytes
SELECT countIf(base58Decode(base58Encode(s)) = s), countIf(base32Decode(base32Encode(s)) = s), countIf(base64Decode(base64Encode(s)) = s),
    countIf(base64URLDecode(base64URLEncode(s)) = s), countIf(decodeURLComponent(encodeURLComponent(s)) = s),
    countIf(decodeURLFormComponent(encodeURLFormComponent(s)) = s),
    groupBitXor(sipHash64(base58Encode(s))), groupBitXor(sipHash64(base32Encode(s))), groupBitXor(sipHash64(base64URLEncode(s))),
    groupBitXor(sipHash64(encodeURLComponent(s))), groupBitXor(sipHash64(encodeXMLComponent(s)))
FROM (SELECT substring(bytes, number % 7 + 1, number) AS s FROM numbers(120));
SELECT '-- zeros and the empty text';
SELECT base58Encode(''), base58Encode('\0\0a'), base58Encode('\0\0\0'), hex(base58Decode('111')), hex(base58Decode('11a')), base32Encode(''), base32Decode(''), base58Decode('');
SELECT base32Encode('f'), base32Encode('fo'), base32Encode('foo'), base32Encode('foob'), base32Encode('fooba'), base32Encode('foobar'), base32Decode('mzxw6ytb');
SELECT '-- wrong texts';
SELECT base58Decode('0OIl'); -- { serverError INCORRECT_DATA }
SELECT base32Decode('A'); -- { serverError INCORRECT_DATA }
SELECT base32Decode('A1======'); -- { serverError INCORRECT_DATA }
SELECT base64Decode('abc'); -- { serverError INCORRECT_DATA }
SELECT tryBase58Decode('0OIl'), tryBase32Decode('A'), tryBase32Decode('========'), tryBase64Decode('abc'), tryBase64Decode('ab=c'), tryBase64URLDecode('a+b'), tryBase58Decode('\xff');
SELECT base58Encode(s), base32Encode(s), tryBase58Decode(s), tryBase32Decode(s), encodeURLComponent(s), decodeURLComponent(s)
FROM (SELECT arrayJoin([NULL, '', 'MZXW6===', '%41%zz%', '\xff%ff', 'a b&+']) AS s) ORDER BY s NULLS FIRST;
SELECT hex(decodeURLComponent('%ff%41')), hex(decodeURLComponent('a%f')), decodeURLFormComponent('a+b%2B'), encodeURLFormComponent('a b+\xe9'), hex(decodeURLComponent('\xff%41'));
SELECT '-- UTF-8';
SELECT toValidUTF8('a\xffb'), toValidUTF8('\x61\xF0\x80\x80\x80b'), toValidUTF8('é\xe9\xe9x'), toValidUTF8('');
SELECT toValidUTF8('\xe9x'), toValidUTF8('\xe9xy'), toValidUTF8('\xf0xyz'), toValidUTF8('\xf0xy'), toValidUTF8('\xf0é'), toValidUTF8('\xf0éa'), toValidUTF8('a\xc3'), toValidUTF8('\xc3a'), toValidUTF8('\xf9a'), toValidUTF8('\xe9\xff'), toValidUTF8('\x80a\x80'), toValidUTF8('\xf0\xe9x');
SELECT normalizeUTF8NFC(unhex('FF')); -- { serverError CANNOT_NORMALIZE_STRING }
SELECT normalizeUTF8NFKCCasefold(unhex('61FF')); -- { serverError CANNOT_NORMALIZE_STRING }
SELECT normalizeUTF8NFC('e\u0301') = 'é', normalizeUTF8NFKCCasefold('ﬁ Straße ÀB'), normalizeUTF8NFKCCasefold('ABC'), normalizeUTF8NFKCCasefold('');
SELECT '-- LIKE with patterns of rows';
SELECT s, p, s LIKE p, s ILIKE p, s NOT LIKE p
FROM (SELECT arrayJoin(['a%b', 'A_B', 'a\\b', 'a\\\\b', 'aéb', 'axb', '\x01%', '']) AS s) AS texts CROSS JOIN
     (SELECT arrayJoin(['a%b', 'a\\%b', 'a\\_b', 'a_b', 'a\\\\b', 'a\\b', 'a\\\\%', '\x01\\%', '%', '']) AS p) AS patterns
ORDER BY s, p;
SELECT '-- sizes';
SELECT s, parseReadableSizeOrNull(s), parseReadableSizeOrZero(s)
FROM (SELECT arrayJoin(['1 KiB', '1.5kib', '1KiB', '1.1 GB', '0.3 KB', '1.000000001 GB', '1e3 B', '16 EiB', '18446744073709551615 B', 'x', '', '1 xx', '-1 B', '1', '0.0001 B', '+1 B', '1. b', '.5 B', ' 1 B', '1 B ', 'inf B', '1 \tMB', '0x10 B', '1 kb é', '\xff B']) AS s) ORDER BY s;
SELECT parseReadableSize('1 xx'); -- { serverError CANNOT_PARSE_TEXT }
SELECT parseReadableSize('x'); -- { serverError CANNOT_PARSE_NUMBER }
SELECT parseReadableSize('16 EiB'); -- { serverError BAD_ARGUMENTS }
SELECT parseReadableSize('-1 B'); -- { serverError BAD_ARGUMENTS }
SELECT parseReadableSize(' 1 B'); -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
SELECT parseReadableSize('1 B '); -- { serverError UNEXPECTED_DATA_AFTER_PARSED_VALUE }
