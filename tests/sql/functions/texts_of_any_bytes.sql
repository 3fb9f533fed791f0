-- String functions over columns of any bytes, in the kernel and beside it.
DROP VIEW IF EXISTS texts;
DROP VIEW IF EXISTS counts;
CREATE VIEW texts AS SELECT number AS k, arrayElement(['', 'a', 'hello world', 'Hello, World! hello', 'héllo wörld', '日本語 text', 'ÀÉÎ straße ΑΣ', 'a,b,,c', '  spaced  out ', '😀 smile😀', unhex('61FF62'), unhex('C3'), unhex('E697'), unhex('80C3A9FF'), 'x\\y.z*[1]', 'tab\tnew\nline\rret', 'aXbxaaXX', '0123456789', '%25_%', 'a\0b'], number + 1) AS s FROM numbers(20);
CREATE VIEW counts AS SELECT arrayJoin([0, 1, 2, 5, -1, -3, 100, -100]) AS n;
SELECT 'length' AS f1, groupArray(v1) AS a1, 'lengthUTF8' AS f2, groupArray(v2) AS a2, 'isValidUTF8' AS f3, groupArray(v3) AS a3, 'isValidASCII' AS f4, groupArray(v4) AS a4, 'stringBytesUniq' AS f5, groupArray(v5) AS a5, 'CRC32' AS f6, groupArray(v6) AS a6 FROM (SELECT
    length(s) AS v1,
    lengthUTF8(s) AS v2,
    isValidUTF8(s) AS v3,
    isValidASCII(s) AS v4,
    stringBytesUniq(s) AS v5,
    CRC32(s) AS v6
FROM texts ORDER BY k) FORMAT Vertical;
SELECT 'CRC32IEEE' AS f1, groupArray(v1) AS a1, 'CRC64' AS f2, groupArray(v2) AS a2, 'ascii' AS f3, groupArray(v3) AS a3, 'farmFingerprint64' AS f4, groupArray(v4) AS a4, 'hiveHash' AS f5, groupArray(v5) AS a5, 'javaHash' AS f6, groupArray(v6) AS a6 FROM (SELECT
    CRC32IEEE(s) AS v1,
    CRC64(s) AS v2,
    ascii(s) AS v3,
    farmFingerprint64(s) AS v4,
    hiveHash(s) AS v5,
    javaHash(s) AS v6
FROM texts ORDER BY k) FORMAT Vertical;
SELECT 'stringBytesEntropy' AS f1, groupArray(v1) AS a1, 'lower' AS f2, groupArray(v2) AS a2, 'upper' AS f3, groupArray(v3) AS a3, 'reverse' AS f4, groupArray(v4) AS a4, 'initcap' AS f5, groupArray(v5) AS a5, 'base64Encode' AS f6, groupArray(v6) AS a6 FROM (SELECT
    round(stringBytesEntropy(s), 9) AS v1,
    hex(lower(s)) AS v2,
    hex(upper(s)) AS v3,
    hex(reverse(s)) AS v4,
    hex(initcap(s)) AS v5,
    hex(base64Encode(s)) AS v6
FROM texts ORDER BY k) FORMAT Vertical;
SELECT 'base64URLEncode' AS f1, groupArray(v1) AS a1, 'base58Encode' AS f2, groupArray(v2) AS a2, 'base32Encode' AS f3, groupArray(v3) AS a3, 'encodeURLComponent' AS f4, groupArray(v4) AS a4, 'encodeURLFormComponent' AS f5, groupArray(v5) AS a5, 'decodeURLComponent' AS f6, groupArray(v6) AS a6 FROM (SELECT
    hex(base64URLEncode(s)) AS v1,
    hex(base58Encode(s)) AS v2,
    hex(base32Encode(s)) AS v3,
    hex(encodeURLComponent(s)) AS v4,
    hex(encodeURLFormComponent(s)) AS v5,
    hex(decodeURLComponent(s)) AS v6
FROM texts ORDER BY k) FORMAT Vertical;
SELECT 'encodeXMLComponent' AS f1, groupArray(v1) AS a1, 'decodeXMLComponent' AS f2, groupArray(v2) AS a2, 'regexpQuoteMeta' AS f3, groupArray(v3) AS a3, 'firstLine' AS f4, groupArray(v4) AS a4, 'toStringCutToZero' AS f5, groupArray(v5) AS a5, 'basename' AS f6, groupArray(v6) AS a6 FROM (SELECT
    hex(encodeXMLComponent(s)) AS v1,
    hex(decodeXMLComponent(s)) AS v2,
    hex(regexpQuoteMeta(s)) AS v3,
    hex(firstLine(s)) AS v4,
    hex(toStringCutToZero(s)) AS v5,
    hex(basename(s)) AS v6
FROM texts ORDER BY k) FORMAT Vertical;
SELECT 'soundex' AS f1, groupArray(v1) AS a1, 'trimLeft' AS f2, groupArray(v2) AS a2, 'trimRight' AS f3, groupArray(v3) AS a3, 'trimBoth' AS f4, groupArray(v4) AS a4, 'hex' AS f5, groupArray(v5) AS a5, 'bin' AS f6, groupArray(v6) AS a6 FROM (SELECT
    hex(soundex(s)) AS v1,
    hex(trimLeft(s)) AS v2,
    hex(trimRight(s)) AS v3,
    hex(trimBoth(s)) AS v4,
    hex(hex(s)) AS v5,
    hex(bin(s)) AS v6
FROM texts ORDER BY k) FORMAT Vertical;
SELECT 'unhex' AS f1, groupArray(v1) AS a1, 'unbin' AS f2, groupArray(v2) AS a2, 'toValidUTF8' AS f3, groupArray(v3) AS a3, 'SHA512' AS f4, groupArray(v4) AS a4, 'sipHash128' AS f5, groupArray(v5) AS a5, 'xxh3_128' AS f6, groupArray(v6) AS a6 FROM (SELECT
    hex(unhex(s)) AS v1,
    hex(unbin(s)) AS v2,
    hex(toValidUTF8(s)) AS v3,
    hex(SHA512(s)) AS v4,
    hex(sipHash128(s)) AS v5,
    hex(xxh3_128(s)) AS v6
FROM texts ORDER BY k) FORMAT Vertical;
SELECT 'murmurHash3_128' AS f1, groupArray(v1) AS a1, 'tryBase64Decode' AS f2, groupArray(v2) AS a2, 'tryBase58Decode' AS f3, groupArray(v3) AS a3, 'tryBase32Decode' AS f4, groupArray(v4) AS a4, 'substring of a constant' AS f5, groupArray(v5) AS a5, 'pad' AS f6, groupArray(v6) AS a6 FROM (SELECT
    hex(murmurHash3_128(s)) AS v1,
    hex(tryBase64Decode(s)) AS v2,
    hex(tryBase58Decode(s)) AS v3,
    hex(tryBase32Decode(s)) AS v4,
    hex(substring(s, 2, 4)) AS v5,
    hex(leftPad(s, 8, 'é*')) AS v6
FROM texts ORDER BY k) FORMAT Vertical;
SELECT 'trim characters' AS f1, groupArray(v1) AS a1, 'position l' AS f2, groupArray(v2) AS a2, 'position hello' AS f3, groupArray(v3) AS a3, 'position é' AS f4, groupArray(v4) AS a4, 'position X' AS f5, groupArray(v5) AS a5, 'position ' AS f6, groupArray(v6) AS a6 FROM (SELECT
    hex(trim(BOTH 'ha ' FROM s)) AS v1,
    position(s, 'l') AS v2,
    position(s, 'hello') AS v3,
    position(s, 'é') AS v4,
    position(s, 'X') AS v5,
    position(s, '') AS v6
FROM texts ORDER BY k) FORMAT Vertical;
SELECT 'position 語' AS f1, groupArray(v1) AS a1, 'position unhex(FF)' AS f2, groupArray(v2) AS a2, 'positionCaseInsensitive l' AS f3, groupArray(v3) AS a3, 'positionCaseInsensitive hello' AS f4, groupArray(v4) AS a4, 'positionCaseInsensitive é' AS f5, groupArray(v5) AS a5, 'positionCaseInsensitive X' AS f6, groupArray(v6) AS a6 FROM (SELECT
    position(s, '語') AS v1,
    position(s, unhex('FF')) AS v2,
    positionCaseInsensitive(s, 'l') AS v3,
    positionCaseInsensitive(s, 'hello') AS v4,
    positionCaseInsensitive(s, 'é') AS v5,
    positionCaseInsensitive(s, 'X') AS v6
FROM texts ORDER BY k) FORMAT Vertical;
SELECT 'positionCaseInsensitive ' AS f1, groupArray(v1) AS a1, 'positionCaseInsensitive 語' AS f2, groupArray(v2) AS a2, 'positionCaseInsensitive unhex(FF)' AS f3, groupArray(v3) AS a3, 'countSubstrings l' AS f4, groupArray(v4) AS a4, 'countSubstrings hello' AS f5, groupArray(v5) AS a5, 'countSubstrings é' AS f6, groupArray(v6) AS a6 FROM (SELECT
    positionCaseInsensitive(s, '') AS v1,
    positionCaseInsensitive(s, '語') AS v2,
    positionCaseInsensitive(s, unhex('FF')) AS v3,
    countSubstrings(s, 'l') AS v4,
    countSubstrings(s, 'hello') AS v5,
    countSubstrings(s, 'é') AS v6
FROM texts ORDER BY k) FORMAT Vertical;
SELECT 'countSubstrings X' AS f1, groupArray(v1) AS a1, 'countSubstrings ' AS f2, groupArray(v2) AS a2, 'countSubstrings 語' AS f3, groupArray(v3) AS a3, 'countSubstrings unhex(FF)' AS f4, groupArray(v4) AS a4, 'countSubstringsCaseInsensitive l' AS f5, groupArray(v5) AS a5, 'countSubstringsCaseInsensitive hello' AS f6, groupArray(v6) AS a6 FROM (SELECT
    countSubstrings(s, 'X') AS v1,
    countSubstrings(s, '') AS v2,
    countSubstrings(s, '語') AS v3,
    countSubstrings(s, unhex('FF')) AS v4,
    countSubstringsCaseInsensitive(s, 'l') AS v5,
    countSubstringsCaseInsensitive(s, 'hello') AS v6
FROM texts ORDER BY k) FORMAT Vertical;
SELECT 'countSubstringsCaseInsensitive é' AS f1, groupArray(v1) AS a1, 'countSubstringsCaseInsensitive X' AS f2, groupArray(v2) AS a2, 'countSubstringsCaseInsensitive ' AS f3, groupArray(v3) AS a3, 'countSubstringsCaseInsensitive 語' AS f4, groupArray(v4) AS a4, 'countSubstringsCaseInsensitive unhex(FF)' AS f5, groupArray(v5) AS a5, 'startsWith l' AS f6, groupArray(v6) AS a6 FROM (SELECT
    countSubstringsCaseInsensitive(s, 'é') AS v1,
    countSubstringsCaseInsensitive(s, 'X') AS v2,
    countSubstringsCaseInsensitive(s, '') AS v3,
    countSubstringsCaseInsensitive(s, '語') AS v4,
    countSubstringsCaseInsensitive(s, unhex('FF')) AS v5,
    startsWith(s, 'l') AS v6
FROM texts ORDER BY k) FORMAT Vertical;
SELECT 'startsWith hello' AS f1, groupArray(v1) AS a1, 'startsWith é' AS f2, groupArray(v2) AS a2, 'startsWith X' AS f3, groupArray(v3) AS a3, 'startsWith ' AS f4, groupArray(v4) AS a4, 'startsWith 語' AS f5, groupArray(v5) AS a5, 'startsWith unhex(FF)' AS f6, groupArray(v6) AS a6 FROM (SELECT
    startsWith(s, 'hello') AS v1,
    startsWith(s, 'é') AS v2,
    startsWith(s, 'X') AS v3,
    startsWith(s, '') AS v4,
    startsWith(s, '語') AS v5,
    startsWith(s, unhex('FF')) AS v6
FROM texts ORDER BY k) FORMAT Vertical;
SELECT 'endsWith l' AS f1, groupArray(v1) AS a1, 'endsWith hello' AS f2, groupArray(v2) AS a2, 'endsWith é' AS f3, groupArray(v3) AS a3, 'endsWith X' AS f4, groupArray(v4) AS a4, 'endsWith ' AS f5, groupArray(v5) AS a5, 'endsWith 語' AS f6, groupArray(v6) AS a6 FROM (SELECT
    endsWith(s, 'l') AS v1,
    endsWith(s, 'hello') AS v2,
    endsWith(s, 'é') AS v3,
    endsWith(s, 'X') AS v4,
    endsWith(s, '') AS v5,
    endsWith(s, '語') AS v6
FROM texts ORDER BY k) FORMAT Vertical;
SELECT 'endsWith unhex(FF)' AS f1, groupArray(v1) AS a1, 'startsWithCaseInsensitive l' AS f2, groupArray(v2) AS a2, 'startsWithCaseInsensitive hello' AS f3, groupArray(v3) AS a3, 'startsWithCaseInsensitive é' AS f4, groupArray(v4) AS a4, 'startsWithCaseInsensitive X' AS f5, groupArray(v5) AS a5, 'startsWithCaseInsensitive ' AS f6, groupArray(v6) AS a6 FROM (SELECT
    endsWith(s, unhex('FF')) AS v1,
    startsWithCaseInsensitive(s, 'l') AS v2,
    startsWithCaseInsensitive(s, 'hello') AS v3,
    startsWithCaseInsensitive(s, 'é') AS v4,
    startsWithCaseInsensitive(s, 'X') AS v5,
    startsWithCaseInsensitive(s, '') AS v6
FROM texts ORDER BY k) FORMAT Vertical;
SELECT 'startsWithCaseInsensitive 語' AS f1, groupArray(v1) AS a1, 'startsWithCaseInsensitive unhex(FF)' AS f2, groupArray(v2) AS a2, 'endsWithCaseInsensitive l' AS f3, groupArray(v3) AS a3, 'endsWithCaseInsensitive hello' AS f4, groupArray(v4) AS a4, 'endsWithCaseInsensitive é' AS f5, groupArray(v5) AS a5, 'endsWithCaseInsensitive X' AS f6, groupArray(v6) AS a6 FROM (SELECT
    startsWithCaseInsensitive(s, '語') AS v1,
    startsWithCaseInsensitive(s, unhex('FF')) AS v2,
    endsWithCaseInsensitive(s, 'l') AS v3,
    endsWithCaseInsensitive(s, 'hello') AS v4,
    endsWithCaseInsensitive(s, 'é') AS v5,
    endsWithCaseInsensitive(s, 'X') AS v6
FROM texts ORDER BY k) FORMAT Vertical;
SELECT 'endsWithCaseInsensitive ' AS f1, groupArray(v1) AS a1, 'endsWithCaseInsensitive 語' AS f2, groupArray(v2) AS a2, 'endsWithCaseInsensitive unhex(FF)' AS f3, groupArray(v3) AS a3, 'position from' AS f4, groupArray(v4) AS a4, 'locate' AS f5, groupArray(v5) AS a5, 'multiSearchAllPositions' AS f6, groupArray(v6) AS a6 FROM (SELECT
    endsWithCaseInsensitive(s, '') AS v1,
    endsWithCaseInsensitive(s, '語') AS v2,
    endsWithCaseInsensitive(s, unhex('FF')) AS v3,
    position(s, 'l', 4) AS v4,
    locate('l', s) AS v5,
    multiSearchAllPositions(s, ['xx', 'llo', 'X', 'é']) AS v6
FROM texts ORDER BY k) FORMAT Vertical;
SELECT 'multiSearchAllPositionsCaseInsensitive' AS f1, groupArray(v1) AS a1, 'multiSearchAny' AS f2, groupArray(v2) AS a2, 'multiSearchAnyCaseInsensitive' AS f3, groupArray(v3) AS a3, 'multiSearchFirstIndex' AS f4, groupArray(v4) AS a4, 'multiSearchFirstIndexCaseInsensitive' AS f5, groupArray(v5) AS a5, 'multiSearchFirstPosition' AS f6, groupArray(v6) AS a6 FROM (SELECT
    multiSearchAllPositionsCaseInsensitive(s, ['XX', 'llo', 'B']) AS v1,
    multiSearchAny(s, ['xx', 'llo', 'X', 'é']) AS v2,
    multiSearchAnyCaseInsensitive(s, ['XX', 'llo', 'B']) AS v3,
    multiSearchFirstIndex(s, ['xx', 'llo', 'X', 'é']) AS v4,
    multiSearchFirstIndexCaseInsensitive(s, ['XX', 'llo', 'B']) AS v5,
    multiSearchFirstPosition(s, ['xx', 'llo', 'X', 'é']) AS v6
FROM texts ORDER BY k) FORMAT Vertical;
SELECT 'multiSearchFirstPositionCaseInsensitive' AS f1, groupArray(v1) AS a1, 'hasToken' AS f2, groupArray(v2) AS a2, 'hasToken' AS f3, groupArray(v3) AS a3, 'hasToken' AS f4, groupArray(v4) AS a4, 'hasToken' AS f5, groupArray(v5) AS a5, 'hasTokenCaseInsensitive' AS f6, groupArray(v6) AS a6 FROM (SELECT
    multiSearchFirstPositionCaseInsensitive(s, ['XX', 'llo', 'B']) AS v1,
    hasToken(s, 'hello') AS v2,
    hasToken(s, 'a') AS v3,
    hasToken(s, 'b') AS v4,
    hasToken(s, 'text') AS v5,
    hasTokenCaseInsensitive(s, 'hello') AS v6
FROM texts ORDER BY k) FORMAT Vertical;
SELECT 'hasTokenCaseInsensitive' AS f1, groupArray(v1) AS a1, 'hasTokenCaseInsensitive' AS f2, groupArray(v2) AS a2, 'hasTokenCaseInsensitive' AS f3, groupArray(v3) AS a3, 'hasTokenOrNull' AS f4, groupArray(v4) AS a4, 'hasTokenOrNull' AS f5, groupArray(v5) AS a5, 'hasTokenOrNull' AS f6, groupArray(v6) AS a6 FROM (SELECT
    hasTokenCaseInsensitive(s, 'a') AS v1,
    hasTokenCaseInsensitive(s, 'b') AS v2,
    hasTokenCaseInsensitive(s, 'text') AS v3,
    hasTokenOrNull(s, 'hello') AS v4,
    hasTokenOrNull(s, 'a') AS v5,
    hasTokenOrNull(s, 'b') AS v6
FROM texts ORDER BY k) FORMAT Vertical;
SELECT 'hasTokenOrNull' AS f1, groupArray(v1) AS a1, 'hasTokenCaseInsensitiveOrNull' AS f2, groupArray(v2) AS a2, 'hasTokenCaseInsensitiveOrNull' AS f3, groupArray(v3) AS a3, 'hasTokenCaseInsensitiveOrNull' AS f4, groupArray(v4) AS a4, 'hasTokenCaseInsensitiveOrNull' AS f5, groupArray(v5) AS a5, 'hasSubsequence' AS f6, groupArray(v6) AS a6 FROM (SELECT
    hasTokenOrNull(s, 'text') AS v1,
    hasTokenCaseInsensitiveOrNull(s, 'hello') AS v2,
    hasTokenCaseInsensitiveOrNull(s, 'a') AS v3,
    hasTokenCaseInsensitiveOrNull(s, 'b') AS v4,
    hasTokenCaseInsensitiveOrNull(s, 'text') AS v5,
    hasSubsequence(s, 'hw') AS v6
FROM texts ORDER BY k) FORMAT Vertical;
SELECT 'hasSubsequenceCaseInsensitive' AS f1, groupArray(v1) AS a1, 'hasSubsequence of %' AS f2, groupArray(v2) AS a2, 'splitByChar' AS f3, groupArray(v3) AS a3, 'splitByChar limited' AS f4, groupArray(v4) AS a4, 'splitByString' AS f5, groupArray(v5) AS a5, 'splitByString empty' AS f6, groupArray(v6) AS a6 FROM (SELECT
    hasSubsequenceCaseInsensitive(s, 'HW') AS v1,
    hasSubsequence(s, '%_') AS v2,
    arrayMap(x -> hex(x), splitByChar(',', s)) AS v3,
    arrayMap(x -> hex(x), splitByChar(' ', s, 2)) AS v4,
    arrayMap(x -> hex(x), splitByString('ll', s)) AS v5,
    arrayMap(x -> hex(x), splitByString('', s)) AS v6
FROM texts ORDER BY k) FORMAT Vertical;
SELECT 'splitByString limited' AS f1, groupArray(v1) AS a1, 'splitByWhitespace' AS f2, groupArray(v2) AS a2, 'splitByNonAlpha' AS f3, groupArray(v3) AS a3, 'alphaTokens' AS f4, groupArray(v4) AS a4, 'tokens' AS f5, groupArray(v5) AS a5, 'splitByWhitespace limited' AS f6, groupArray(v6) AS a6 FROM (SELECT
    arrayMap(x -> hex(x), splitByString('a', s, 1)) AS v1,
    arrayMap(x -> hex(x), splitByWhitespace(s)) AS v2,
    arrayMap(x -> hex(x), splitByNonAlpha(s)) AS v3,
    arrayMap(x -> hex(x), alphaTokens(s)) AS v4,
    arrayMap(x -> hex(x), tokens(s)) AS v5,
    arrayMap(x -> hex(x), splitByWhitespace(s, 1)) AS v6
FROM texts ORDER BY k) FORMAT Vertical;
SELECT 'translate twice' AS f1, groupArray(v1) AS a1, 'appendTrailingCharIfAbsent' AS f2, groupArray(v2) AS a2, 'overlay' AS f3, groupArray(v3) AS a3 FROM (SELECT
    hex(translate(s, 'elol', 'ipqr')) AS v1,
    hex(appendTrailingCharIfAbsent(s, 'd')) AS v2,
    hex(overlay(s, 'XX', 2, 1)) AS v3
FROM texts ORDER BY k) FORMAT Vertical;
SELECT 'lowerUTF8' AS f1, groupArray(v1) AS a1, 'upperUTF8' AS f2, groupArray(v2) AS a2, 'reverseUTF8' AS f3, groupArray(v3) AS a3, 'initcapUTF8' AS f4, groupArray(v4) AS a4, 'caseFoldUTF8' AS f5, groupArray(v5) AS a5, 'normalizeUTF8NFC' AS f6, groupArray(v6) AS a6 FROM (SELECT
    hex(lowerUTF8(s)) AS v1,
    hex(upperUTF8(s)) AS v2,
    hex(reverseUTF8(s)) AS v3,
    hex(initcapUTF8(s)) AS v4,
    hex(caseFoldUTF8(s)) AS v5,
    hex(normalizeUTF8NFC(s)) AS v6
FROM texts WHERE isValidUTF8(s) ORDER BY k) FORMAT Vertical;
SELECT 'normalizeUTF8NFD' AS f1, groupArray(v1) AS a1, 'normalizeUTF8NFKC' AS f2, groupArray(v2) AS a2, 'padUTF8' AS f3, groupArray(v3) AS a3, 'positionUTF8 l' AS f4, groupArray(v4) AS a4, 'positionUTF8 hello' AS f5, groupArray(v5) AS a5, 'positionUTF8 é' AS f6, groupArray(v6) AS a6 FROM (SELECT
    hex(normalizeUTF8NFD(s)) AS v1,
    hex(normalizeUTF8NFKC(s)) AS v2,
    hex(rightPadUTF8(s, 8, 'é*')) AS v3,
    positionUTF8(s, 'l') AS v4,
    positionUTF8(s, 'hello') AS v5,
    positionUTF8(s, 'é') AS v6
FROM texts WHERE isValidUTF8(s) ORDER BY k) FORMAT Vertical;
SELECT 'positionUTF8 X' AS f1, groupArray(v1) AS a1, 'positionUTF8 ' AS f2, groupArray(v2) AS a2, 'positionUTF8 語' AS f3, groupArray(v3) AS a3, 'positionCaseInsensitiveUTF8 l' AS f4, groupArray(v4) AS a4, 'positionCaseInsensitiveUTF8 hello' AS f5, groupArray(v5) AS a5, 'positionCaseInsensitiveUTF8 é' AS f6, groupArray(v6) AS a6 FROM (SELECT
    positionUTF8(s, 'X') AS v1,
    positionUTF8(s, '') AS v2,
    positionUTF8(s, '語') AS v3,
    positionCaseInsensitiveUTF8(s, 'l') AS v4,
    positionCaseInsensitiveUTF8(s, 'hello') AS v5,
    positionCaseInsensitiveUTF8(s, 'é') AS v6
FROM texts WHERE isValidUTF8(s) ORDER BY k) FORMAT Vertical;
SELECT 'positionCaseInsensitiveUTF8 X' AS f1, groupArray(v1) AS a1, 'positionCaseInsensitiveUTF8 ' AS f2, groupArray(v2) AS a2, 'positionCaseInsensitiveUTF8 語' AS f3, groupArray(v3) AS a3, 'countSubstringsCaseInsensitiveUTF8 l' AS f4, groupArray(v4) AS a4, 'countSubstringsCaseInsensitiveUTF8 hello' AS f5, groupArray(v5) AS a5, 'countSubstringsCaseInsensitiveUTF8 é' AS f6, groupArray(v6) AS a6 FROM (SELECT
    positionCaseInsensitiveUTF8(s, 'X') AS v1,
    positionCaseInsensitiveUTF8(s, '') AS v2,
    positionCaseInsensitiveUTF8(s, '語') AS v3,
    countSubstringsCaseInsensitiveUTF8(s, 'l') AS v4,
    countSubstringsCaseInsensitiveUTF8(s, 'hello') AS v5,
    countSubstringsCaseInsensitiveUTF8(s, 'é') AS v6
FROM texts WHERE isValidUTF8(s) ORDER BY k) FORMAT Vertical;
SELECT 'countSubstringsCaseInsensitiveUTF8 X' AS f1, groupArray(v1) AS a1, 'countSubstringsCaseInsensitiveUTF8 ' AS f2, groupArray(v2) AS a2, 'countSubstringsCaseInsensitiveUTF8 語' AS f3, groupArray(v3) AS a3, 'positionUTF8 from' AS f4, groupArray(v4) AS a4, 'multiSearchAllPositionsUTF8' AS f5, groupArray(v5) AS a5, 'multiSearchAllPositionsCaseInsensitiveUTF8' AS f6, groupArray(v6) AS a6 FROM (SELECT
    countSubstringsCaseInsensitiveUTF8(s, 'X') AS v1,
    countSubstringsCaseInsensitiveUTF8(s, '') AS v2,
    countSubstringsCaseInsensitiveUTF8(s, '語') AS v3,
    positionUTF8(s, 'l', 4) AS v4,
    multiSearchAllPositionsUTF8(s, ['語', 'llo', 'é']) AS v5,
    multiSearchAllPositionsCaseInsensitiveUTF8(s, ['LLO', 'éî', '語']) AS v6
FROM texts WHERE isValidUTF8(s) ORDER BY k) FORMAT Vertical;
SELECT 'multiSearchAnyUTF8' AS f1, groupArray(v1) AS a1, 'multiSearchAnyCaseInsensitiveUTF8' AS f2, groupArray(v2) AS a2, 'multiSearchFirstIndexUTF8' AS f3, groupArray(v3) AS a3, 'multiSearchFirstIndexCaseInsensitiveUTF8' AS f4, groupArray(v4) AS a4, 'multiSearchFirstPositionUTF8' AS f5, groupArray(v5) AS a5, 'multiSearchFirstPositionCaseInsensitiveUTF8' AS f6, groupArray(v6) AS a6 FROM (SELECT
    multiSearchAnyUTF8(s, ['語', 'llo', 'é']) AS v1,
    multiSearchAnyCaseInsensitiveUTF8(s, ['LLO', 'éî', '語']) AS v2,
    multiSearchFirstIndexUTF8(s, ['語', 'llo', 'é']) AS v3,
    multiSearchFirstIndexCaseInsensitiveUTF8(s, ['LLO', 'éî', '語']) AS v4,
    multiSearchFirstPositionUTF8(s, ['語', 'llo', 'é']) AS v5,
    multiSearchFirstPositionCaseInsensitiveUTF8(s, ['LLO', 'éî', '語']) AS v6
FROM texts WHERE isValidUTF8(s) ORDER BY k) FORMAT Vertical;
SELECT 'hasSubsequenceUTF8' AS f1, groupArray(v1) AS a1, 'ngrams' AS f2, groupArray(v2) AS a2, 'translate' AS f3, groupArray(v3) AS a3, 'translateUTF8' AS f4, groupArray(v4) AS a4, 'NULL' AS f5, groupArray(v5) AS a5 FROM (SELECT
    hasSubsequenceUTF8(s, 'éö') AS v1,
    arrayMap(x -> hex(x), ngrams(s, 3)) AS v2,
    hex(translate(s, 'lox', 'LO')) AS v3,
    hex(translateUTF8(s, 'éö語', 'eo')) AS v4,
    substring(nullIf(s, 'a'), 2) AS v5
FROM texts WHERE isValidUTF8(s) ORDER BY k) FORMAT Vertical;
SELECT 'substring' AS f1, groupArray(v1) AS a1, 'left' AS f2, groupArray(v2) AS a2, 'right' AS f3, groupArray(v3) AS a3, 'repeat' AS f4, groupArray(v4) AS a4, 'substring with length' AS f5, groupArray(v5) AS a5, 'substring with a negative length' AS f6, groupArray(v6) AS a6 FROM (SELECT
    hex(substring(s, n)) AS v1,
    hex(left(s, n)) AS v2,
    hex(right(s, n)) AS v3,
    hex(repeat(s, n)) AS v4,
    hex(substring(s, n, 3)) AS v5,
    hex(substring(s, n, -2)) AS v6
FROM texts, counts ORDER BY k, n) FORMAT Vertical;
SELECT 'substringIndex' AS f1, groupArray(v1) AS a1, 'substringIndex' AS f2, groupArray(v2) AS a2, 'substringIndex' AS f3, groupArray(v3) AS a3, 'substringIndex' AS f4, groupArray(v4) AS a4 FROM (SELECT
    hex(substringIndex(s, ' ', n)) AS v1,
    hex(substringIndex(s, 'l', n)) AS v2,
    hex(substringIndex(s, 'X', n)) AS v3,
    hex(substringIndexUTF8(s, 'é', n)) AS v4
FROM texts, counts ORDER BY k, n) FORMAT Vertical;
SELECT 'leftPad' AS f1, groupArray(v1) AS a1, 'rightPad' AS f2, groupArray(v2) AS a2 FROM (SELECT
    hex(leftPad(s, n)) AS v1,
    hex(rightPad(s, n)) AS v2
FROM texts, counts WHERE n >= 0 ORDER BY k, n) FORMAT Vertical;
SELECT 'substringUTF8' AS f1, groupArray(v1) AS a1, 'leftUTF8' AS f2, groupArray(v2) AS a2, 'rightUTF8' AS f3, groupArray(v3) AS a3, 'substringUTF8 with length' AS f4, groupArray(v4) AS a4, 'NULL offsets' AS f5, groupArray(v5) AS a5 FROM (SELECT
    hex(substringUTF8(s, n)) AS v1,
    hex(leftUTF8(s, n)) AS v2,
    hex(rightUTF8(s, n)) AS v3,
    hex(substringUTF8(s, n, 3)) AS v4,
    substring(s, nullIf(n, 1)) AS v5
FROM texts, counts WHERE isValidUTF8(s) ORDER BY k, n) FORMAT Vertical;
SELECT 'leftPadUTF8' AS f1, groupArray(v1) AS a1, 'rightPadUTF8' AS f2, groupArray(v2) AS a2 FROM (SELECT
    hex(leftPadUTF8(s, n)) AS v1,
    hex(rightPadUTF8(s, n)) AS v2
FROM texts, counts WHERE isValidUTF8(s) AND n >= 0 ORDER BY k, n) FORMAT Vertical;
SELECT 'needles of columns' AS f1, groupArray(v1) AS a1, 'counts of columns' AS f2, groupArray(v2) AS a2, 'replaceOne of columns' AS f3, groupArray(v3) AS a3, 'replaceAll of columns' AS f4, groupArray(v4) AS a4 FROM (SELECT
    position(h.s, t.s) AS v1,
    countSubstrings(h.s, t.s) AS v2,
    hex(replaceOne(h.s, t.s, '-')) AS v3,
    hex(replaceAll(h.s, t.s, '-')) AS v4
FROM texts AS h, texts AS t ORDER BY h.k, t.k) FORMAT Vertical;
SELECT 'editDistance' AS f1, groupArray(v1) AS a1, 'damerauLevenshteinDistance' AS f2, groupArray(v2) AS a2, 'byteHammingDistance' AS f3, groupArray(v3) AS a3, 'stringJaccardIndex' AS f4, groupArray(v4) AS a4, 'hasSubsequence' AS f5, groupArray(v5) AS a5 FROM (SELECT
    editDistance(h.s, t.s) AS v1,
    damerauLevenshteinDistance(h.s, t.s) AS v2,
    byteHammingDistance(h.s, t.s) AS v3,
    round(stringJaccardIndex(h.s, t.s), 9) AS v4,
    hasSubsequence(h.s, t.s) AS v5
FROM texts AS h, texts AS t WHERE h.k < 19 AND t.k < 12 ORDER BY h.k, t.k) FORMAT Vertical;
SELECT 'jaroSimilarity' AS f1, groupArray(v1) AS a1, 'jaroWinklerSimilarity' AS f2, groupArray(v2) AS a2 FROM (SELECT
    round(jaroSimilarity(h.s, t.s), 9) AS v1,
    round(jaroWinklerSimilarity(h.s, t.s), 9) AS v2
FROM texts AS h, texts AS t WHERE h.k < 19 AND t.k < 12 AND notEmpty(h.s) AND notEmpty(t.s) ORDER BY h.k, t.k) FORMAT Vertical;
SELECT 'char' AS f1, groupArray(v1) AS a1, 'space' AS f2, groupArray(v2) AS a2 FROM (SELECT
    hex(char(n, n + 65)) AS v1,
    hex(space(n)) AS v2
FROM counts ORDER BY n) FORMAT Vertical;
SELECT 'nothing' AS f1, groupArray(v1) AS a1 FROM (SELECT
    positionUTF8(s, 'a') AS v1
FROM texts WHERE k > 100 ORDER BY k) FORMAT Vertical;
SELECT hasToken(toFixedString('ab', 2), 'ab'); -- { serverError ILLEGAL_COLUMN }
SELECT splitByChar(',', toFixedString('ab', 2)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT leftPad('a', -1, '*') FROM texts; -- { serverError INDEX_OF_POSITIONAL_ARGUMENT_IS_OUT_OF_RANGE }
SELECT repeat(s, 2000000) FROM texts; -- { serverError TOO_LARGE_STRING_SIZE }
SELECT base64Decode(s) FROM texts; -- { serverError INCORRECT_DATA }
DROP VIEW texts;
DROP VIEW counts;
