-- JSON that is unusual: escapes, large numbers, white space, repeated keys, deep nesting, bytes that are not UTF-8.
DROP VIEW IF EXISTS odd_documents;
CREATE VIEW odd_documents AS SELECT number AS k, ['{"a":"x\\ny","b":[1,2.50,"\\u00e9"]}', '{"\\u0061":{"b":"\\ud83d\\ude00\\/\\b\\f\\r\\t\\\\\\""},"b":[]}', '{"a":"\\ud83d"}', '{"a":"\\ude00\\ud83d"}', '{"a":"\\x"}', '{"a":"\\u12g4"}', '{"a":"\\u0000\\u0001\\u001f\x7f"}', '{"a":"\x01"}', '{"a":"\xff"}', '{"a":"\xf4\x8f\xbf\xbf"}', '\xef\xbb\xbf{"a":7}', '{"a":18446744073709551615,"b":[18446744073709551616,-9223372036854775809]}', '{"a":123456789012345678901234567890}', '{"a":-0,"b":[-0.0,0.0,1e5,1E+2,1e-7]}', '{"a":1e400}', '{"a":1e-400,"b":[1e15,123456789012345680.0]}', '{"a":01}', '{"a":+1}', '{"a":.5}', '{"a":5.}', '{"a":tru}', '{"a":nulls}', '{"a":NaN}', '{"a" :\n\t[ 1 ,\r  2 ]  , "b":      {"c" : null } }', '{"a":1,"a":2,"A":3}', '{"a":[1,2}', '{"a":1]', '{"a":1,}', '[1,]', '[,1]', '{"a"}', '{"a":}', '{:1}', '{1:2}', '["a":1]', '1 2', '"a""b"', '\\', '"', '"\\"', '{"a":"b\\\\"}', '{"a":"1.5","b":["12"," 1","+3","-7","1e3","nan","inf","0x1","1_0",".5","5.","1e",""]}', '{"a":true,"b":[true,false,null,"true",0,2,300,-1,255.5,-0.5]}', '[[1,[2,[3]]],{"a":{"b":{"c":[]}}}]', '{"a":[{"b":1},{"b":"x\\u0041"},{"c":[1,2,3]},5,[{"b":7}]]}', '', ' ', 'null', '{"":1,"b":{"":2}}', '{"key":1,"a longer key than others":2,"a longer key than others!":3}'][number + 1] AS j FROM numbers(50);
SELECT k, isValidJSON(j), JSONType(j), JSONType(j, 'a'), JSONLength(j), JSONHas(j, 'b', 1), JSONArrayLength(j) FROM odd_documents ORDER BY k;
SELECT k, JSONExtractInt(j, 'a'), JSONExtractUInt(j, 'a'), JSONExtractFloat(j, 'a'), JSONExtractBool(j, 'a') FROM odd_documents ORDER BY k;
SELECT k, JSONExtractString(j), JSONExtractString(j, 'a'), JSONExtractRaw(j), JSONExtractRaw(j, 'b') FROM odd_documents ORDER BY k;
SELECT k, JSONExtractArrayRaw(j, 'b'), JSONExtractKeys(j), JSONExtractKeysAndValuesRaw(j) FROM odd_documents ORDER BY k;
SELECT k, JSONExtractStringCaseInsensitive(j, 'A'), JSONExtractRawCaseInsensitive(j, 'B', 1), JSONExtractKeysCaseInsensitive(j, 'A') FROM odd_documents ORDER BY k;
SELECT 'paths that are columns';
SELECT k, JSONExtractRaw(j, if(k % 2 = 0, 'a', 'b')), JSONExtractRaw(j, if(k % 2 = 0, 'b', 'a'), toInt64(k % 5) - 2), JSONHas(j, toInt8(k % 3) - 1), JSONExtractRaw(j, if(k % 3 = 0, NULL, 'a')) FROM odd_documents ORDER BY k;
SELECT arrayMap(i -> JSONExtractInt('[10,20,30]', i), [1, 2, 3, 4, 0, -1, -3, -4, 9223372036854775807, -9223372036854775808]);
SELECT arrayMap(s -> JSONExtractRaw('{"key":1,"a longer key than others":2,"a longer key than others!":3,"é":4}', s), ['key', 'a longer key than others', 'a longer key than others!', 'a longer key than other', 'KEY', '', 'é', '\xc3']);
SELECT 'types';
SELECT k, JSONExtract(j, 'a', 'Nullable(Int8)'), JSONExtract(j, 'a', 'Nullable(UInt64)'), JSONExtract(j, 'a', 'Nullable(Float64)'), JSONExtract(j, 'a', 'Nullable(String)'), JSONExtract(j, 'a', 'Nullable(Bool)') FROM odd_documents ORDER BY k;
SELECT k, JSONExtract(j, 'b', 'Array(Nullable(Int16))'), JSONExtract(j, 'b', 'Array(Float64)'), JSONExtract(j, 'b', 'Array(String)'), JSONExtract(j, 'b', 'Array(Nullable(Bool))') FROM odd_documents ORDER BY k;
SELECT k, JSONExtract(j, 'Map(String, String)'), JSONExtract(j, 'Map(String, Array(Nullable(UInt64)))'), JSONExtract(j, 'Tuple(a Nullable(String), b Array(Int64))'), JSONExtract(j, 'Tuple(String, String)') FROM odd_documents ORDER BY k;
SELECT k, JSONExtract(j, 'Array(Tuple(Int8, Array(Array(Int8))))'), JSONExtract(j, 'a', 'Array(Tuple(b LowCardinality(String), c Array(UInt8)))'), JSONExtractKeysAndValues(j, 'Int32'), JSONExtractKeysAndValues(j, 'Array(String)') FROM odd_documents ORDER BY k;
SELECT JSONExtract('["x","q"]', 'Tuple(Int8, Int8)'), JSONExtract('[["x"],[1],[]]', 'Array(Tuple(Int8))'), JSONExtractKeysAndValues('{"a":[[],"x"],"b":[[1]]}', 'Array(Tuple(Int8))');
SELECT JSONExtract('{"a":"x","a":5,"a":6,"b":null}', 'Tuple(a Int8, b Nullable(Int8))'), JSONExtract('{"a":123456789012345678901234567890,"b":"-170141183460469231731687303715884105728","c":"x"}', 'Map(String, Nullable(Int128))');
SELECT t, JSONExtract(t, 'Array(Date)'), JSONExtract(t, 'Array(Nullable(Date))'), JSONExtract(replaceOne(t, '.2.3.4', ''), 'Array(Decimal(9, 1))'), JSONExtract(t, 'Array(LowCardinality(FixedString(2)))'), JSONExtract(t, 'Array(Nullable(IPv4))') FROM (SELECT arrayJoin(['["2020-01-02","x"]', '["x"]', '[null]', '[1.5,"2.5","y",true]', '["1.2.3.4",5,null]', '[]', '{}', '["ab","a","abc"]']) AS t);
SELECT t, JSONExtract(t, 'Map(String, Date32)'), JSONExtract(t, 'Tuple(a Date32, b Nullable(UUID), c String)'), JSONExtractKeysAndValues(t, 'Date'), JSONExtractKeysAndValues(t, 'Nullable(IPv4)'), JSONExtract(t, 'a', 'Date32') FROM (SELECT arrayJoin(['{"a":"2020-01-02","b":"61f0c404-5cb3-11e7-907b-a6006ad3dba0","c":1}', '{"a":"x","b":null}', '{"b":"1.2.3.4"}', '[]', '{"a":"2020-01-02\\u0020"}', '']) AS t);
SELECT JSONExtract('{"1":2}', 'Map(Int8, Int8)'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT JSONExtract('{"1":2}', 'Array(Map(Int8, Int8))'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT 'JSON_VALUE and its family';
SELECT k, JSON_VALUE(j, '$.a'), JSON_VALUE(j, '$.b[*]'), JSON_QUERY(j, '$.a[*].b'), JSON_QUERY(j, '$.b[0,2]'), JSON_QUERY(j, '$.b[1 to 3]'), JSON_EXISTS(j, '$.a[*][*]') FROM odd_documents ORDER BY k;
SELECT k, JSON_QUERY(j, '$'), JSON_VALUE(j, '$'), JSON_VALUE(j, '$.a["b"]') FROM odd_documents ORDER BY k;
SELECT k, JSON_VALUE(j, '$.a'), JSON_VALUE(j, '$.zz') FROM odd_documents ORDER BY k SETTINGS function_json_value_return_type_allow_nullable = 1, function_json_value_return_type_allow_complex = 1;
SELECT 'depth';
SELECT n, isValidJSON(concat('[1e100,', repeat('[', n), repeat(']', n), ']')), isValidJSON(concat('[1e100,', repeat('[', n), '1', repeat(']', n), ']')), isValidJSON(concat('[1e100,', repeat('{"a":', n), '{}', repeat('}', n), ']')) FROM (SELECT arrayJoin([1, 2, 1021, 1022, 1023, 1024, 40000]) AS n);
SELECT 'floats';
SELECT x, JSONExtractRaw(concat('[', x, ']')), JSON_QUERY(concat('[', x, ']'), '$'), JSON_VALUE(concat(' ', x), '$'), JSONMergePatch(concat('{"a":', x, '}')) FROM (SELECT arrayJoin(['0.0', '-0.0', '1.0', '1.50', '100000.0', '10000.0', '123456.0', '1e5', '1e14', '1e15', '1e20', '1e21', '1e22', '0.1', '0.001', '0.0001', '0.00012', '1e-6', '1e-7', '5e-324', '1.7976931348623157e308', '-2.5e-10', '123456789.125', '9007199254740993.0', '510367391509574778880.0', '1234567890123456789.5']) AS x);
SELECT 'merged';
SELECT k, JSONMergePatch(concat('{"v":', if(isValidJSON(j) AND k < 43 AND k NOT IN (10, 12), j, '{}'), '}'), '{"v":{"a":{"n":1},"z":[]}}', concat('{"v":{"a":{"m":', toString(k), '}},"w":{"x":', toString(k), '},"w":{"y":1}}')) FROM odd_documents ORDER BY k;
SELECT JSONMergePatch(a, b, c) FROM values('a String, b String, c String', ('{"a":1,"a":2}', '{"a":3}', '{"a":{"x":1}}'), ('{"a":{"x":1,"x":2}}', '{"a":{"x":{"y":1}}}', '{"a":{"x":{"z":2}}}'), ('{}', '{}', '{}'), ('{"a":{}}', '{"a":1}', '{"a":{"b":{}}}'), ('{}', '{"a":{"b":1,"b":2}}', '{}'), ('{}', '{"a":{"b":1,"b":2},"a":{"b":3}}', '{"\\u0061":{"c":[]}}'));
SELECT JSONMergePatch(if(number = 1, NULL, '{"a":1}'), concat('{"n":', toString(number), '}')) FROM numbers(3);
SELECT JSONMergePatch(if(number = 2, '[]', '{"a":1}'), '{}') FROM numbers(3); -- { serverError BAD_ARGUMENTS }
SELECT length(JSONMergePatch(concat(repeat('{"a":', n), '1', repeat('}', n)))) FROM (SELECT arrayJoin([998, 999]) AS n);
SELECT length(JSONMergePatch(concat(repeat('{"a":', n), '1', repeat('}', n)))) FROM (SELECT arrayJoin([998, 1000]) AS n); -- { serverError TOO_DEEP_RECURSION }
SELECT 'fields by their names';
SELECT k, simpleJSONExtractRaw(j, 'a'), simpleJSONExtractString(j, 'a'), simpleJSONExtractRaw(j, 'b') FROM odd_documents WHERE k != 5 ORDER BY k;
SELECT x, simpleJSONExtractRaw(x, 'a') FROM (SELECT arrayJoin(['{"a":[1,2},"b":1]}', '{"a":[1,{2],"b":1}', '{"a":1],2', '{"a":]1,2', '{"a":}1', '{"a":[}],1', '{"a":{]},1', '{"a":[{"x":"]}"},[[[[1]]]]],"b":1}', '{"a":"x\\\\","b":1}', '{"a":\\"x,y",1}', '{"a":[\\],1', '{"a":"[{",1', '{"a":', '{"a":1']) AS x);
SELECT hex(simpleJSONExtractString(concat('{"a":"', x, '"}'), 'a')) FROM (SELECT arrayJoin(['\\u0041\\ud83d\\ude00', '\\ud83d\\u0041', '\\ud83dx', '\\ude00', '\\ud83d\\ud83d\\ude00', '\\ud83d', '\\u0041', '\\x\\n', '\\\\\\"', '\\u0000', '\xff\\u00e9']) AS x);
DROP VIEW odd_documents;
