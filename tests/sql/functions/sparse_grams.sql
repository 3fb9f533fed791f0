-- Sparse n-grams of bytes and of characters, and their hashes.
SELECT sparseGrams('alice'), sparseGramsHashes('alice'), sparseGrams('hello world', 4, 10, 5);
SELECT sparseGramsUTF8('привет мир'), sparseGramsHashesUTF8('привет мир');
SELECT sparseGrams(''), sparseGrams('ab'), sparseGrams('abc');
SELECT sparseGrams(if(number = 1, NULL, 'abcdefgh')) FROM numbers(3);
SELECT arrayMap(x -> hex(x), sparseGramsUTF8(concat('ab', unhex('ff'), 'c', unhex('d0'), 'defghijabc', unhex('f0'))));
SELECT sparseGrams(toString(cityHash64(number)), 3, 6) FROM numbers(5);
SELECT sum(cityHash64(sparseGrams(concat(toString(number), repeat(toString(number * 7), 30))))) FROM numbers(1000);
SELECT sum(cityHash64(sparseGramsHashesUTF8(concat(toString(number), repeat('añ日' || toString(number * 7), 30)), 5, 40, 7))) FROM numbers(1000);
SELECT toTypeName(sparseGrams(toNullable('abcd'))), toTypeName(sparseGramsHashes(toLowCardinality('abcd'))), sparseGrams(NULL);
SELECT sparseGrams('abcd', 2); -- { serverError BAD_ARGUMENTS }
SELECT sparseGrams('abcd', 3, 2); -- { serverError BAD_ARGUMENTS }
SELECT sparseGrams('abcd', 3, 5, 7); -- { serverError BAD_ARGUMENTS }
SELECT sparseGrams('abcd', -1); -- { serverError BAD_ARGUMENTS }
SELECT sparseGrams('abcd', 3.5); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT sparseGrams('abcde', materialize(3)); -- { serverError ILLEGAL_COLUMN }
SELECT sparseGrams(toFixedString('abcdef', 6)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
