-- N-grams meet by 16 bits of a checksum, characters by what their first byte says.
SELECT ngramDistanceUTF8('metrika', 'bigmir'), ngramDistanceUTF8(materialize('metrika'), materialize('bigmir'));
SELECT ngramDistance('metrika', 'bigmir'), ngramDistanceCaseInsensitive('metrika', 'BIGmir'), ngramDistanceCaseInsensitiveUTF8('metrika', 'BIGmir');
SELECT ngramSearch('metrika', 'bigmir'), ngramSearchUTF8('metrika', 'bigmir'), ngramSearchCaseInsensitive('metrika', 'BIGmir'), ngramSearchCaseInsensitiveUTF8('metrika', 'BIGmir');
SELECT ngramSearchUTF8('абвгд', 'вгд'), ngramSearchUTF8('вгд', 'абвгд'), ngramSearch('abcd', 'abcdefgh');
SELECT a, b, ngramDistance(a, b), ngramSearch(a, b), ngramDistanceCaseInsensitive(a, b), ngramSearchCaseInsensitive(a, b),
    ngramDistanceUTF8(a, b), ngramSearchUTF8(a, b), ngramDistanceCaseInsensitiveUTF8(a, b), ngramSearchCaseInsensitiveUTF8(a, b)
FROM (SELECT arrayJoin(['', 'ab', 'abcd', 'ABVГД', 'пап привет как дела', 'Hello World hello', '😀😁😂🤣😃', 'ÀÉÎ àéî Straße', '[[]]{{}}@`ABC']) AS a) AS l,
    (SELECT arrayJoin(['', 'a', 'abcd', 'ПРИВЕТ как', 'hello world', '😁😂🤣', 'àéîs', 'ſtraſſe', 'аааааааа', '{{}}[[]]`@abc']) AS b) AS r
ORDER BY ALL;
SELECT ngramDistanceUTF8('\xFF\xFE\xD0abc', 'abcd'), ngramDistanceUTF8('\xD0', 'abcd'), ngramSearchUTF8('ab\xD0', 'ab\xD1cd'), ngramDistanceUTF8('\xF0\x9F', 'abcd');
SELECT sum(cityHash64(ngramDistance(x, y))), sum(cityHash64(ngramSearchUTF8(x, y))), sum(cityHash64(ngramDistanceCaseInsensitiveUTF8(hex(x), y)))
FROM (SELECT toString(cityHash64(number)) AS x, toString(cityHash64(number + 1)) AS y FROM numbers(3000));
-- Long texts have nothing in common, and constants may not be long.
SELECT ngramDistance(repeat('x', 32768), 'xxxxx'), ngramDistance(repeat('x', 32769), 'xxxxx'), ngramSearch(repeat('x', 32769), 'xxxxx'), ngramDistance('abc', repeat('x', 32768));
SELECT ngramDistance(materialize(repeat('x', 32769)), materialize('abcd')), ngramDistance(materialize('abcd'), materialize(repeat('x', 32769)));
SELECT ngramDistance('abc', repeat('x', 32769)); -- { serverError TOO_LARGE_STRING_SIZE }
SELECT ngramSearchUTF8(repeat('я', 16385), materialize('abcd')); -- { serverError TOO_LARGE_STRING_SIZE }
SELECT ngramDistance('abcd', x) FROM values('x Nullable(String)', ('abcde'), (NULL), ('xyz'));
