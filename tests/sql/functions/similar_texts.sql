-- SimHash and MinHash of n-grams and words; digests and consistent hashes over whole columns.
DROP VIEW IF EXISTS texts;
CREATE VIEW texts AS SELECT number AS k, arrayElement(['', 'a', 'ab', 'abc', 'abcd', 'ClickHouse is a column database', 'clickhouse IS a Column Database', 'é', 'été', 'éàü日本語', 'one two three', 'long words only: alpha, beta; gamma_delta', 'alpha beta gamma delta epsilon zeta theta iota kappa lambda', '    ', 'x\xff\xfey \xc3', repeat('many words again and again ', 20)], number + 1) AS s FROM numbers(16);
SELECT k, ngramSimHash(s), ngramSimHash(s, 1), ngramSimHash(s, 25), ngramSimHashCaseInsensitive(s), ngramSimHashUTF8(s), ngramSimHashUTF8(s, 2), ngramSimHashCaseInsensitiveUTF8(s, 4) FROM texts ORDER BY k;
SELECT k, wordShingleSimHash(s), wordShingleSimHash(s, 1), wordShingleSimHashCaseInsensitive(s, 2), wordShingleSimHashUTF8(s), wordShingleSimHashCaseInsensitiveUTF8(s) FROM texts ORDER BY k;
SELECT k, ngramMinHash(s), ngramMinHash(s, 2, 3), ngramMinHashCaseInsensitive(s), ngramMinHashUTF8(s), ngramMinHashCaseInsensitiveUTF8(s, 2, 25) FROM texts ORDER BY k;
SELECT k, wordShingleMinHash(s), wordShingleMinHash(s, 1, 1), wordShingleMinHashCaseInsensitive(s, 2), wordShingleMinHashUTF8(s), wordShingleMinHashCaseInsensitiveUTF8(s, 2) FROM texts ORDER BY k;
SELECT k, ngramMinHashArg(s), ngramMinHashArgCaseInsensitive(s, 2, 3), ngramMinHashArgUTF8(s, 2, 2), ngramMinHashArgCaseInsensitiveUTF8(s) FROM texts ORDER BY k;
SELECT k, wordShingleMinHashArg(s, 2), wordShingleMinHashArgCaseInsensitive(s, 1, 2), wordShingleMinHashArgUTF8(s), wordShingleMinHashArgCaseInsensitiveUTF8(s, 3, 1) FROM texts ORDER BY k;
SELECT ngramSimHash(NULL), ngramMinHash(NULL), ngramMinHash(toNullable('abc')), ngramMinHashArg(CAST(NULL, 'Nullable(String)'), 2, 2), toTypeName(ngramMinHashArg('a', 2, 3));
SELECT toTypeName(ngramSimHash(materialize(toLowCardinality('abc')))), toTypeName(ngramMinHash(toLowCardinality('abc')));
SELECT ngramSimHash(); -- { serverError TOO_FEW_ARGUMENTS_FOR_FUNCTION }
SELECT ngramSimHash('a', 2, 3); -- { serverError TOO_MANY_ARGUMENTS_FOR_FUNCTION }
SELECT ngramMinHash('a', 2, 3, 4); -- { serverError TOO_MANY_ARGUMENTS_FOR_FUNCTION }
SELECT ngramSimHash('abc', 0); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT ngramMinHash('abc', 2, 26); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT ngramSimHash(toFixedString('abc', 3)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT ngramSimHash('abc', -1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT ngramSimHash('abc', materialize(2)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT k, wyHash64(s), hex(MD4(s)), hex(RIPEMD160(s)), hex(keccak256(s)) FROM texts ORDER BY k;
SELECT number, wyHash64(repeat('abc', number)), hex(MD4(repeat('a', number * 7))), hex(RIPEMD160(repeat('xyz', number * 5))), hex(keccak256(repeat('q', number * 9))) FROM numbers(40);
SELECT wyHash64(), wyHash64('a', 'b'), wyHash64([1, 2]), wyHash64(1, NULL), wyHash64(('x', 1.5)), MD4(NULL), toTypeName(RIPEMD160(toFixedString('a', 2)));
SELECT MD4(1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT number, kostikConsistentHash(intHash64(number), 2), kostikConsistentHash(intHash64(number), 3), kostikConsistentHash(intHash64(number), 1000), kostikConsistentHash(intHash64(number), 32767), yandexConsistentHash(intHash64(number), 32768) FROM numbers(50);
SELECT kostikConsistentHash(-1, 5), kostikConsistentHash(1, 1), kostikConsistentHash(NULL, 2);
SELECT kostikConsistentHash(1, 0); -- { serverError BAD_ARGUMENTS }
SELECT kostikConsistentHash(1, 32769); -- { serverError BAD_ARGUMENTS }
SELECT kostikConsistentHash(1, materialize(3)); -- { serverError ILLEGAL_COLUMN }
SELECT kostikConsistentHash('a', 2); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
DROP VIEW texts;
