-- Several patterns at once in the order of their matches; what maps and arrays have; bytes of addresses; defaults in dictionaries.
SELECT multiMatchAllIndices('abc', ['a', '']), multiMatchAnyIndex('abc', ['a', '']), multiMatchAny('abc', ['a', '']);
SELECT multiMatchAllIndices('abc', ['c', 'b', 'a']), multiMatchAnyIndex('abc', ['c', 'b', 'a']), multiMatchAllIndices('abc', ['bc', 'c', 'ab', 'a.*', 'abc$']);
SELECT multiMatchAllIndices('Gartner Inc.', ['bank', 'Inc', 'Gar', 'ner.*']), multiMatchAllIndices('x', ['a', 'b']), multiMatchAnyIndex('x', ['a', 'b']), multiMatchAllIndices('', ['', 'a']);
SELECT multiMatchAllIndices(s, ['o', 'w.*d', 'h', 'l{2}', '[xyz]']), multiMatchAnyIndex(s, ['o', 'w.*d', 'h', 'l{2}', '[xyz]']) FROM (SELECT arrayJoin(['hello world', 'zoo', '', 'world\nhello', 'йod']) AS s);
SELECT multiMatchAllIndices(NULL, ['a']), multiMatchAnyIndex(toNullable('a'), ['a']), multiMatchAnyIndex(CAST(NULL, 'Nullable(String)'), ['a']), multiMatchAllIndices('a', []::Array(String));
SELECT multiMatchAny('abc', materialize(['a', 'b'])); -- { serverError ILLEGAL_COLUMN }
SELECT multiMatchAllIndices('abc', materialize(['a', 'b'])); -- { serverError ILLEGAL_COLUMN }
SELECT multiMatchAny(materialize('abc'), materialize(['a', 'b'])), multiMatchAllIndices(materialize('abc'), materialize(['a', 'b']));
SELECT multiMatchAny('abc', ['(']); -- { serverError BAD_ARGUMENTS }
SELECT multiMatchAny('abc', ['(']); -- { serverError BAD_ARGUMENTS }
SELECT mapContainsValue(map('a', 1), toIPv4('1.2.3.4')); -- { serverError BAD_TYPE_OF_FIELD }
SELECT mapContainsKey(materialize(map(1, 1)), toIPv4('1.2.3.4'));
SELECT mapContainsKey(map(1, 1), toIntervalDay(1)); -- { serverError NO_COMMON_TYPE }
SELECT mapContainsKey(map(toIntervalDay(1), 1), toIntervalDay(1)), mapContainsKey(map('a', 1), 'a'), mapContainsKey(map(1, 2), 300), mapContainsValue(map('a', NULL), NULL);
SELECT mapContainsKey(map(), 'a');
SELECT notHas(NULL, 3); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT notHas(map('a', 1), 3); -- { serverError NO_COMMON_TYPE }
SELECT has(map('a', 1), 'a'), notHas(map('a', 1), 'a'), notHas(map(1, 2), 300);
SELECT toIPv6OrDefault(toFixedString('abc', 3), toIPv6('::5')), toIPv6OrDefault(toFixedString('0123456789abcdef', 16)), toIPv6OrDefault('::7'), toIPv4OrDefault('1.2.3.4');
SELECT toIPv4OrDefault(toFixedString('1.2.3.4', 7)); -- { serverError ILLEGAL_COLUMN }
SELECT parseDateTimeInJodaSyntax('2024-05-06 07:08:09', 'é日'); -- { serverError CANNOT_PARSE_DATETIME }
SELECT parseDateTime(materialize(toLowCardinality('2024-05-06 07:08:09')), '%Y-%m-%d %H:%i:%s'); -- { serverError CANNOT_PARSE_DATETIME }
SELECT parseDateTimeOrNull(materialize(toLowCardinality('2024-05-06 07:08:09')), '%Y-%m-%d %H:%i:%s'), toBool(toLowCardinality('true'));
SELECT toBool(materialize(toLowCardinality('true'))); -- { serverError CANNOT_PARSE_BOOL }
SELECT toModifiedJulianDay(materialize(toLowCardinality('2020-11-01'))); -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
SELECT mapFromArrays(['a'], [1]);
