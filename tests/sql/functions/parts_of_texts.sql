-- Characters in an order, where bytes are not UTF-8; parts of URLs; bits of groups of 256-bit integers.
SELECT hasSubsequenceUTF8('ab', '\xffa'), hasSubsequenceUTF8('ab', 'a\xff'), hasSubsequenceUTF8('\xff', '\xff'), hasSubsequenceUTF8('a\xff', 'a\xff'), hasSubsequenceUTF8('abc', ''), hasSubsequenceUTF8('a\xc3b', 'ab'), hasSubsequenceUTF8('a\xc3(b', 'b');
SELECT hasSubsequenceUTF8('éa\xffb', 'éa'), hasSubsequenceCaseInsensitiveUTF8('ÉA\xffb', 'éa'), hasSubsequenceUTF8('\xff', ''), hasSubsequenceUTF8('ab\x80c', 'c'), hasSubsequenceUTF8('', '\xff'), hasSubsequence('a\xffb', '\xffb'), hasSubsequenceUTF8('a_b', '%');
SELECT s, hasSubsequenceUTF8(s, 'ab'), hasSubsequenceUTF8('aéb', s) FROM (SELECT arrayJoin([NULL, '', 'ab', 'a\xffb', 'ab\xff', 'aéb', '\xe9']) AS s) ORDER BY s NULLS FIRST;
SELECT u, netloc(u), firstSignificantSubdomainRFC(u), cutToFirstSignificantSubdomainRFC(u), cutToFirstSignificantSubdomainWithWWW(u), cutToFirstSignificantSubdomainWithWWWRFC(u)
FROM (SELECT arrayJoin(['http://paul@www.example.com:80/', 'x', '', 'http://u:p@h.org:1/a@b', '//h.com/p', 'http://h.de?x', 'http://www.com#x', 'svn+ssh://h.io:22/x', 'h.net:1/x', '/a/b', 'http://a.b.co.uk', 'http://a.www.example.com', 'www.x.co.uk']) AS u) ORDER BY u;
SELECT groupBitXor(toUInt256(number)), groupBitOr(toInt256(number)), groupBitAnd(toUInt256(7)), groupBitXor(toInt256(number) * -1), groupBitOr(toInt256(number) * -1), groupBitAnd(-1 - toInt256(number)) FROM numbers(5);
SELECT groupBitAnd(toInt256(number)), groupBitOr(toUInt256(number)), groupBitXorOrNull(toInt256(number)) FROM numbers(0);
SELECT groupBitOrMerge(s), groupBitAndMerge(a) FROM (SELECT groupBitOrState(toInt256(number) - 3) AS s, groupBitAndState(toInt256(-number - 8)) AS a FROM numbers(6) GROUP BY number % 2);
SELECT toUTCTimestamp(toDateTime('2024-01-01 00:00:00', 'UTC'), 'Asia/Tokyo'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT flattenTuple(((1, 2), 3)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT flattenTuple(CAST((1, (2, 3)), 'Tuple(a Int8, b Tuple(Int8, Int8))')) AS t, toTypeName(t);
SELECT quantileInterpolatedWeighted(0.5)(a, 2), quantilesInterpolatedWeighted(0, 0.1, 0.3, 0.5, 0.9, 1)(toFloat64(a), a) FROM (SELECT arrayJoin([1, 2, 3, 3, 5]) AS a);
