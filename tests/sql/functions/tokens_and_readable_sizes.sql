-- Separators of tokens, digits of readable sizes, maps partly sorted, and wrong numbers of arguments.
SELECT tokens('a, b;c  d', 'splitByString', [', ', ';']), tokens('a b  c', 'splitByString'), tokens('a()b', 'splitByString', ['()', '\\']), tokens('abab', 'splitByString', ['a', 'ab']), tokens('abab', 'splitByString', ['ab', 'a']), tokens('é日x日', 'splitByString', ['日']), tokens('', 'splitByString', ['x']);
SELECT tokens(materialize(unhex('ff41e697a542')), 'splitByString', ['日']), tokens(concat('n', toString(number), '|x'), 'splitByString', ['|']), tokens('abcd', 'ngrams', 3) FROM numbers(2);
SELECT tokens('a b', 'splitByString', []); -- { serverError BAD_ARGUMENTS }
SELECT tokens('a b', 'splitByString', ['']); -- { serverError BAD_ARGUMENTS }
SELECT tokens('a b', 'splitByString', [1]); -- { serverError BAD_ARGUMENTS }
SELECT tokens('a b', 'splitByString', 'x'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT tokens('a b', 'splitByString', materialize([' '])); -- { serverError ILLEGAL_COLUMN }
SELECT tokens('ab', 'splitByNonAlpha', ['a']); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT formatReadableSize(192851925, 0), formatReadableSize(192851925, 5), formatReadableQuantity(192851925, 3), formatReadableDecimalSize(1, 1), formatReadableSize(nan, 1), formatReadableSize(0, 1), formatReadableSize(5, toNullable(1)), formatReadableSize(number, 1) FROM numbers(2);
SELECT formatReadableSize(192851925, -1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT formatReadableSize(192851925, materialize(1)); -- { serverError ILLEGAL_COLUMN }
SELECT mapPartialSort((k, v) -> v, 2, map('a', 3, 'b', 1, 'c', 2)), mapPartialSort(1, map('b', 1, 'a', 2)), mapPartialReverseSort(3, map('a', 1, 'c', 2, 'b', 3)), mapPartialReverseSort((k, v) -> -v, 3, materialize(map('a', 1, 'b', 2)));
SELECT mapPartialSort('x', map('a', 1)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT multiIf(0, 'a', 1, 'b'); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT if(1, 'yes', 'no', 1); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT arrayMap(x -> x * 2); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT multiSearchAny('abc', materialize(['a', 'b'])); -- { serverError ILLEGAL_COLUMN }
SELECT multiSearchAny(materialize('abc'), ['a', '']), multiSearchAny(materialize('abc'), materialize(['a', '']));
SELECT changeDay(toDate('2024-05-06'), 2.5); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT accurateCast(5, 'ab c'); -- { serverError SYNTAX_ERROR }
SELECT accurateCast(5, 'ab'); -- { serverError UNKNOWN_TYPE }
SELECT CAST(5, 'Tuple(a xx, b UInt8)'); -- { serverError UNKNOWN_TYPE }
