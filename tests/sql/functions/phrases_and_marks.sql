-- Phrases by the words that tokenizers make, and searched words between tags.
SELECT hasPhrase('the quick brown fox jumps', 'quick brown'), hasPhrase('the quick brown fox', 'quick fox'), hasPhrase('A b', 'a');
SELECT hasPhrase('a b', ''), hasPhrase('a b', ' '), hasPhrase('quick  brown', 'quick-brown'), matchPhrase('x y z', 'y z'), hasPhrase('xy z', 'y z');
SELECT hasPhrase('abcdef', 'bcd', 'ngrams'), hasPhrase('abcdef', 'bc', 'ngrams(3)'), hasPhrase('abcdef', 'bc', 'ngrams(2)');
SELECT hasPhrase('a b c', 'b c', 'splitByString'), hasPhrase('a,b,c', 'b,c', 'splitByString([\',\'])'), hasPhrase('a,b,c', 'a,c', 'splitByString([\',\'])');
SELECT hasPhrase(toFixedString('a b', 5), 'a b'), hasPhrase('наш мир', 'мир'), hasPhrase(concat('a', unhex('ff'), ' b'), 'b'), hasPhrase(concat('a', unhex('ff'), ' b'), concat('a', unhex('ff')));
SELECT number, hasPhrase(concat('row ', toString(number), ' end'), '7 end') FROM numbers(9) WHERE hasPhrase(concat('row ', toString(number), ' end'), '7 end');
SELECT toTypeName(hasPhrase(toNullable('a b'), 'a')), toTypeName(hasPhrase(toLowCardinality('a b'), 'a')), hasPhrase(NULL, 'a');
SELECT hasPhrase('a b', 'a b', 'array'); -- { serverError BAD_ARGUMENTS }
SELECT hasPhrase('a b', 'a b', 'x'); -- { serverError BAD_ARGUMENTS }
SELECT hasPhrase('a b', materialize('a')); -- { serverError ILLEGAL_COLUMN }
SELECT hasPhrase('a b', toNullable('a')); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT highlight('The quick brown fox', ['quick', 'fox']), highlight('aaa bab', ['aa', 'ab'], '[', ']'), highlight('abcabd', ['b', 'c']);
SELECT highlight('ÀB', ['àb', 'b']), highlight('abc', ['']), highlight('', ['a']), highlight('aaaa', ['a'], '', ''), highlight('ab', ['b'], 'é', '');
SELECT hex(highlight(toFixedString('abc', 5), ['b'])), hex(highlight(concat('a', unhex('ff'), 'b'), ['B']));
SELECT highlight(if(number = 1, NULL, concat('Word ', toString(number), ' word')), ['WORD', '1', 'd 1']) FROM numbers(12);
SELECT highlight('abc', ['b'], '<'); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT highlight('abc', []); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT highlight('abc', [NULL, 'b']); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
