-- Elements of nested arrays numbered; values replicated, marks of letters removed, JSON over lines.
SELECT arrayEnumerateUniqRanked(['hello', 'world', 'hello']), arrayEnumerateUniqRanked([['hello', 'world'], ['hello'], ['hello']], 1), arrayEnumerateUniqRanked([['hello', 'world'], ['hello'], ['hello']]), arrayEnumerateDenseRanked([['hello', 'world'], ['hello'], ['hello']]), arrayEnumerateDenseRanked([10, 20, 10, 30]), toTypeName(arrayEnumerateUniqRanked([[1]])), arrayEnumerateUniqRanked(2, [['hello', 'world'], ['hello'], ['world'], ['world']]);
SELECT arrayEnumerateUniqRanked([['hello', 'world'], ['hello'], ['world'], ['world']], ['a', 'b', 'b', 'b']), arrayEnumerateUniqRanked([['hello', 'world'], ['hello'], ['world'], ['world']], 1, ['a', 'b', 'b', 'b'], 1), arrayEnumerateDenseRanked(1, [[1, 2, 3], [2, 2, 1], [3]], 2, [4, 5, 6], 1), arrayEnumerateDenseRanked(2, [[1, 2, 3], [2, 2, 1], [3]], 2, [4, 5, 6], 1), arrayEnumerateUniqRanked(['hello', 'hello', 'world', 'world'], ['a', 'b', 'b', 'b']), arrayEnumerateUniqRanked([]);
SELECT arrayEnumerateUniqRanked([range(number % 3), range(number)]), arrayEnumerateDenseRanked([range(number % 3), range(number)]) FROM numbers(5);
SELECT arrayEnumerateUniqRanked(); -- { serverError TOO_FEW_ARGUMENTS_FOR_FUNCTION }
SELECT arrayEnumerateUniqRanked(1); -- { serverError BAD_ARGUMENTS }
SELECT arrayEnumerateUniqRanked([1], 2); -- { serverError BAD_ARGUMENTS }
SELECT arrayEnumerateUniqRanked(2, [1]); -- { serverError BAD_ARGUMENTS }
SELECT arrayEnumerateUniqRanked([1, 2], [1]); -- { serverError SIZES_OF_ARRAYS_DONT_MATCH }
SELECT replicate(1, ['a', 'b']), replicate('x', []), replicate((1, 'a'), [1, 2]), replicate(NULL, [1]), toTypeName(replicate(toLowCardinality('a'), [1])), replicate(number, range(number)) FROM numbers(3);
SELECT replicate(1, 2); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT removeDiacriticsUTF8(s), removeAccentsUTF8(s) FROM (SELECT arrayJoin(['', 'plain', 'café résumé naïve', 'ÅÄÖ ñ ő ø đ ł ß Ǖ', 'й ё が']) AS s);
SELECT removeDiacriticsUTF8(toFixedString('é', 2)); -- { serverError ILLEGAL_COLUMN }
SELECT getSizeOfEnumType(CAST('a', 'Enum16(\'a\' = 1, \'b\' = 2)')) AS a, toTypeName(a);
SELECT getSizeOfEnumType(1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT prettyPrintJSON('{"a":1,"b":[1,2,{}],"c":{},"d":[],"e":"x  y","f":1.5}'), prettyPrintJSON('1'), prettyPrintJSON('{"a": [1,2,{"b":null}], "c":{}}', 2), prettyPrintJSON('[[1]]', 0), prettyPrintJSON(NULL), prettyPrintJSON(materialize('[{"a":[]}]'), 3);
SELECT prettyPrintJSON(materialize('x')); -- { serverError BAD_ARGUMENTS }
SELECT prettyPrintJSON('[1]', 33); -- { serverError BAD_ARGUMENTS }
SELECT prettyPrintJSON('[1]', materialize(2)); -- { serverError ILLEGAL_COLUMN }
SELECT prettyPrintJSON('[1]', -2); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
