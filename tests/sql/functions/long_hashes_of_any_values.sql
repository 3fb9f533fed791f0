-- Hashes with 128 bits or a key, of arrays and maps.
SELECT hex(sipHash128([1,2])), hex(sipHash128([])), hex(sipHash128(['a','b'])), hex(sipHash128(map('a',1))), hex(sipHash128([[1],[2,3]])), hex(sipHash128(1,[2])), hex(sipHash128Reference([1,2])), hex(murmurHash3_128([1,2])), hex(sipHash128(1, NULL)), hex(sipHash128(toNullable(5), 'a')), hex(sipHash128([('a', 1), ('b', 2)])), hex(sipHash128(emptyArrayString(), 1));
SELECT sipHash64Keyed((toUInt64(1), toUInt64(2)), [1, 2]), sipHash64Keyed((toUInt64(1), toUInt64(2)), map('a', 'b')), xxh3_128([1, 2], 'x'), hex(sipHash128(materialize([range(number)]))) FROM numbers(3);
SELECT sipHash64Keyed(true, 'a'); -- { serverError BAD_ARGUMENTS }
SELECT sipHash128Keyed(true, 'a'); -- { serverError BAD_ARGUMENTS }
SELECT sipHash128Keyed((1, 2), 'a'); -- { serverError BAD_ARGUMENTS }
SELECT sipHash64Keyed((toUInt64(1), toUInt64(2), toUInt64(3)), 'a'); -- { serverError BAD_ARGUMENTS }
SELECT toTypeName(sipHash128(toLowCardinality('a'))), toTypeName(sipHash64Keyed((toUInt64(1), toUInt64(2)), toLowCardinality('a'))), toTypeName(murmurHash3_128(toLowCardinality('a')));
