-- Functions over columns whose values differ by row, also inside of arrays and beside other arguments.
SELECT JSONArrayLength(x), JSONExtractKeys(x), JSONExtractKeys(x, k) FROM (SELECT arrayJoin(['[1, 2]', '{"a": {"b": 1}, "c": [2]}', ' [ 1 , {"a" : 2} ] ', '{"a" : {"b\\u0041" : 1}}', '', '[1,,]']) AS x, arrayJoin(['a', 'c']) AS k);
SELECT toDecimalString(toDecimal64(number - 1, 3) / 3, 5), toDecimalString(toInt128(number) * 1000, 2), toDecimalString(number, 4) FROM numbers(3);
SELECT toInt128(x), toUInt128(x), toInt128(toFloat32(x)), toInt256(x) FROM (SELECT arrayJoin([1e20, -1e20, 1.5, 1e37, 18446744073709551616., -9223372036854775809.]) AS x);
SELECT gccMurmurHash(s, n), gccMurmurHash(s, a), gccMurmurHash(w), halfMD5(s, n), kafkaMurmurHash(s), kafkaMurmurHash(s, n, a), kafkaMurmurHash(w), metroHash64(s, n), metroHash64(s, a), metroHash64(w) FROM (SELECT toString(number) AS s, number AS n, range(number) AS a, toUInt128(number) AS w FROM numbers(5));
SELECT murmurHash2_32(s, n), murmurHash2_32(s, a), murmurHash2_32(w), murmurHash2_64(s, n), murmurHash2_64(s, a), murmurHash2_64(w), murmurHash3_32(s, n), murmurHash3_32(s, a), murmurHash3_32(w) FROM (SELECT toString(number) AS s, number AS n, range(number) AS a, toUInt128(number) AS w FROM numbers(5));
SELECT halfMD5(s), sipHash64(s, n), sipHash64(s, a), xxHash32(s, n), xxHash32(s, a), xxh3(s, n), xxh3(s, a), farmHash64(w), farmFingerprint64(w), halfMD5(a), halfMD5(s, a) FROM (SELECT toString(number) AS s, number AS n, range(number) AS a, toUInt128(number) AS w FROM numbers(5));
SELECT hex(bitShiftLeft(s, n)), hex(bitShiftRight(s, n)), hex(bitShiftLeft(f, n)), hex(bitShiftRight(f, n)) FROM (SELECT concat('abc', toString(number)) AS s, toFixedString(s, 6) AS f, number * 5 AS n FROM numbers(6));
SELECT bitPositionsToArray(w), bitPositionsToArray(v), bitmaskToArray(w), bitmaskToArray(v), bitmaskToArray(toInt128(v)) FROM (SELECT bitShiftLeft(toUInt256(5), number * 60) AS w, -toInt256(number) AS v FROM numbers(4));
SELECT splitByChar('\\', x), CAST(x AS Array(String)) FROM (SELECT arrayJoin(['[''a\\tb'']', '[''\\x41'', ''c\\\\d'']', '[]']) AS x);
SELECT k, hex(uniqState(number)), uniq(number), hex(sumState(number)), hex(groupArrayState(toString(number))) FROM numbers(6) GROUP BY number % 3 AS k ORDER BY k;
SELECT k, uniq(number) FROM numbers(300000) GROUP BY number % 3 AS k ORDER BY k;
SELECT convertCharset(x, 'latin1', 'utf-8'), hex(arrayMap(e -> convertCharset(e, 'utf-8', 'latin1'), [x, 'é'])[2]) FROM (SELECT arrayJoin(['abc', 'é', unhex('E9'), '']) AS x);
SELECT abs(randNormal(5, 0.001) - 5) < 1, randUniform(1, 2) BETWEEN 1 AND 2, randExponential(3) >= 0, length(toString(generateUUIDv4(number))), length(toString(generateUUIDv7(number))) FROM numbers(3);
