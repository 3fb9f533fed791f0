-- Functions of JSON over a column of all sorts of texts, well-formed or not.
DROP VIEW IF EXISTS documents;
CREATE VIEW documents AS SELECT number AS k, arrayElement(['{"a":"x","b":[1,2,3],"c":{"d":1.5}}', '{"a":1}', '{"a":-5,"b":[]}', '{"a":true,"b":[true,null]}', '{"a":null}', '{}', '[]', '[1,"two",3.5,[4],{"k":5}]', '"text"', '5', '1.5', 'null', '{"a":1.0,"b":[1.50,1e3,0.00001]}', '{"a":"é日本","b":["ü"]}', '{"a":"x\\ny\\u00e9\\/","b":["\\t"]}', '{"a":{"b":{"c":[10,20,{"d":"deep"}]}}}', 'not json', '', '{"a":1', '{"a":[1,]}', '{"a":12345678901234567890,"b":[9223372036854775808]}', '{"a":-9223372036854775808}', '{"A":1,"a":2,"a":3}', '{"a b":1,"a.b":2,"":3}', '  {"a" : 1 , "b" : [ 1 , 2 ] }  ', '{"a":"12","b":["1","2"]}', '{"b":[1,-2,3]}', '{"b":[1,"x"]}', '{"a":300,"b":[300]}', '[[1,2],[3]]', '{"a":1e400}', '{"a":123456789012.25}'], number + 1) AS j FROM numbers(32);
SELECT 'JSONExtractInt(j)' AS f1, groupArray(v1) AS a1, 'JSONExtractInt(j, \'a\')' AS f2, groupArray(v2) AS a2, 'JSONExtractInt(j, \'b\')' AS f3, groupArray(v3) AS a3, 'JSONExtractInt(j, \'b\', 1)' AS f4, groupArray(v4) AS a4, 'JSONExtractInt(j, \'b\', -1)' AS f5, groupArray(v5) AS a5 FROM (SELECT
    JSONExtractInt(j) AS v1,
    JSONExtractInt(j, 'a') AS v2,
    JSONExtractInt(j, 'b') AS v3,
    JSONExtractInt(j, 'b', 1) AS v4,
    JSONExtractInt(j, 'b', -1) AS v5
FROM documents ORDER BY k) FORMAT Vertical;
SELECT 'JSONExtractInt(j, 1)' AS f1, groupArray(v1) AS a1, 'JSONExtractInt(j, \'a\', \'b\', \'c\', 3)' AS f2, groupArray(v2) AS a2, 'JSONExtractInt(j, -1)' AS f3, groupArray(v3) AS a3, 'JSONExtractIntCaseInsensitive(j, \'A\')' AS f4, groupArray(v4) AS a4, 'JSONExtractUInt(j)' AS f5, groupArray(v5) AS a5 FROM (SELECT
    JSONExtractInt(j, 1) AS v1,
    JSONExtractInt(j, 'a', 'b', 'c', 3) AS v2,
    JSONExtractInt(j, -1) AS v3,
    JSONExtractIntCaseInsensitive(j, 'A') AS v4,
    JSONExtractUInt(j) AS v5
FROM documents ORDER BY k) FORMAT Vertical;
SELECT 'JSONExtractUInt(j, \'a\')' AS f1, groupArray(v1) AS a1, 'JSONExtractUInt(j, \'b\')' AS f2, groupArray(v2) AS a2, 'JSONExtractUInt(j, \'b\', 1)' AS f3, groupArray(v3) AS a3, 'JSONExtractUInt(j, \'b\', -1)' AS f4, groupArray(v4) AS a4, 'JSONExtractUInt(j, 1)' AS f5, groupArray(v5) AS a5 FROM (SELECT
    JSONExtractUInt(j, 'a') AS v1,
    JSONExtractUInt(j, 'b') AS v2,
    JSONExtractUInt(j, 'b', 1) AS v3,
    JSONExtractUInt(j, 'b', -1) AS v4,
    JSONExtractUInt(j, 1) AS v5
FROM documents ORDER BY k) FORMAT Vertical;
SELECT 'JSONExtractUInt(j, \'a\', \'b\', \'c\', 3)' AS f1, groupArray(v1) AS a1, 'JSONExtractUInt(j, -1)' AS f2, groupArray(v2) AS a2, 'JSONExtractUIntCaseInsensitive(j, \'A\')' AS f3, groupArray(v3) AS a3, 'JSONExtractFloat(j)' AS f4, groupArray(v4) AS a4, 'JSONExtractFloat(j, \'a\')' AS f5, groupArray(v5) AS a5 FROM (SELECT
    JSONExtractUInt(j, 'a', 'b', 'c', 3) AS v1,
    JSONExtractUInt(j, -1) AS v2,
    JSONExtractUIntCaseInsensitive(j, 'A') AS v3,
    JSONExtractFloat(j) AS v4,
    JSONExtractFloat(j, 'a') AS v5
FROM documents ORDER BY k) FORMAT Vertical;
SELECT 'JSONExtractFloat(j, \'b\')' AS f1, groupArray(v1) AS a1, 'JSONExtractFloat(j, \'b\', 1)' AS f2, groupArray(v2) AS a2, 'JSONExtractFloat(j, \'b\', -1)' AS f3, groupArray(v3) AS a3, 'JSONExtractFloat(j, 1)' AS f4, groupArray(v4) AS a4, 'JSONExtractFloat(j, \'a\', \'b\', \'c\', 3)' AS f5, groupArray(v5) AS a5 FROM (SELECT
    JSONExtractFloat(j, 'b') AS v1,
    JSONExtractFloat(j, 'b', 1) AS v2,
    JSONExtractFloat(j, 'b', -1) AS v3,
    JSONExtractFloat(j, 1) AS v4,
    JSONExtractFloat(j, 'a', 'b', 'c', 3) AS v5
FROM documents ORDER BY k) FORMAT Vertical;
SELECT 'JSONExtractFloat(j, -1)' AS f1, groupArray(v1) AS a1, 'JSONExtractFloatCaseInsensitive(j, \'A\')' AS f2, groupArray(v2) AS a2, 'JSONExtractBool(j)' AS f3, groupArray(v3) AS a3, 'JSONExtractBool(j, \'a\')' AS f4, groupArray(v4) AS a4, 'JSONExtractBool(j, \'b\')' AS f5, groupArray(v5) AS a5 FROM (SELECT
    JSONExtractFloat(j, -1) AS v1,
    JSONExtractFloatCaseInsensitive(j, 'A') AS v2,
    JSONExtractBool(j) AS v3,
    JSONExtractBool(j, 'a') AS v4,
    JSONExtractBool(j, 'b') AS v5
FROM documents ORDER BY k) FORMAT Vertical;
SELECT 'JSONExtractBool(j, \'b\', 1)' AS f1, groupArray(v1) AS a1, 'JSONExtractBool(j, \'b\', -1)' AS f2, groupArray(v2) AS a2, 'JSONExtractBool(j, 1)' AS f3, groupArray(v3) AS a3, 'JSONExtractBool(j, \'a\', \'b\', \'c\', 3)' AS f4, groupArray(v4) AS a4, 'JSONExtractBool(j, -1)' AS f5, groupArray(v5) AS a5 FROM (SELECT
    JSONExtractBool(j, 'b', 1) AS v1,
    JSONExtractBool(j, 'b', -1) AS v2,
    JSONExtractBool(j, 1) AS v3,
    JSONExtractBool(j, 'a', 'b', 'c', 3) AS v4,
    JSONExtractBool(j, -1) AS v5
FROM documents ORDER BY k) FORMAT Vertical;
SELECT 'JSONExtractBoolCaseInsensitive(j, \'A\')' AS f1, groupArray(v1) AS a1, 'JSONExtractString(j)' AS f2, groupArray(v2) AS a2, 'JSONExtractString(j, \'a\')' AS f3, groupArray(v3) AS a3, 'JSONExtractString(j, \'b\')' AS f4, groupArray(v4) AS a4, 'JSONExtractString(j, \'b\', 1)' AS f5, groupArray(v5) AS a5 FROM (SELECT
    JSONExtractBoolCaseInsensitive(j, 'A') AS v1,
    JSONExtractString(j) AS v2,
    JSONExtractString(j, 'a') AS v3,
    JSONExtractString(j, 'b') AS v4,
    JSONExtractString(j, 'b', 1) AS v5
FROM documents ORDER BY k) FORMAT Vertical;
SELECT 'JSONExtractString(j, \'b\', -1)' AS f1, groupArray(v1) AS a1, 'JSONExtractString(j, 1)' AS f2, groupArray(v2) AS a2, 'JSONExtractString(j, \'a\', \'b\', \'c\', 3)' AS f3, groupArray(v3) AS a3, 'JSONExtractString(j, -1)' AS f4, groupArray(v4) AS a4, 'JSONExtractStringCaseInsensitive(j, \'A\')' AS f5, groupArray(v5) AS a5 FROM (SELECT
    JSONExtractString(j, 'b', -1) AS v1,
    JSONExtractString(j, 1) AS v2,
    JSONExtractString(j, 'a', 'b', 'c', 3) AS v3,
    JSONExtractString(j, -1) AS v4,
    JSONExtractStringCaseInsensitive(j, 'A') AS v5
FROM documents ORDER BY k) FORMAT Vertical;
SELECT 'JSONExtractRaw(j)' AS f1, groupArray(v1) AS a1, 'JSONExtractRaw(j, \'a\')' AS f2, groupArray(v2) AS a2, 'JSONExtractRaw(j, \'b\')' AS f3, groupArray(v3) AS a3, 'JSONExtractRaw(j, \'b\', 1)' AS f4, groupArray(v4) AS a4, 'JSONExtractRaw(j, \'b\', -1)' AS f5, groupArray(v5) AS a5 FROM (SELECT
    JSONExtractRaw(j) AS v1,
    JSONExtractRaw(j, 'a') AS v2,
    JSONExtractRaw(j, 'b') AS v3,
    JSONExtractRaw(j, 'b', 1) AS v4,
    JSONExtractRaw(j, 'b', -1) AS v5
FROM documents ORDER BY k) FORMAT Vertical;
SELECT 'JSONExtractRaw(j, 1)' AS f1, groupArray(v1) AS a1, 'JSONExtractRaw(j, \'a\', \'b\', \'c\', 3)' AS f2, groupArray(v2) AS a2, 'JSONExtractRaw(j, -1)' AS f3, groupArray(v3) AS a3, 'JSONExtractRawCaseInsensitive(j, \'A\')' AS f4, groupArray(v4) AS a4, 'JSONExtractArrayRaw(j)' AS f5, groupArray(v5) AS a5 FROM (SELECT
    JSONExtractRaw(j, 1) AS v1,
    JSONExtractRaw(j, 'a', 'b', 'c', 3) AS v2,
    JSONExtractRaw(j, -1) AS v3,
    JSONExtractRawCaseInsensitive(j, 'A') AS v4,
    JSONExtractArrayRaw(j) AS v5
FROM documents ORDER BY k) FORMAT Vertical;
SELECT 'JSONExtractArrayRaw(j, \'a\')' AS f1, groupArray(v1) AS a1, 'JSONExtractArrayRaw(j, \'b\')' AS f2, groupArray(v2) AS a2, 'JSONExtractArrayRaw(j, \'b\', 1)' AS f3, groupArray(v3) AS a3, 'JSONExtractArrayRaw(j, \'b\', -1)' AS f4, groupArray(v4) AS a4, 'JSONExtractArrayRaw(j, 1)' AS f5, groupArray(v5) AS a5 FROM (SELECT
    JSONExtractArrayRaw(j, 'a') AS v1,
    JSONExtractArrayRaw(j, 'b') AS v2,
    JSONExtractArrayRaw(j, 'b', 1) AS v3,
    JSONExtractArrayRaw(j, 'b', -1) AS v4,
    JSONExtractArrayRaw(j, 1) AS v5
FROM documents ORDER BY k) FORMAT Vertical;
SELECT 'JSONExtractArrayRaw(j, \'a\', \'b\', \'c\', 3)' AS f1, groupArray(v1) AS a1, 'JSONExtractArrayRaw(j, -1)' AS f2, groupArray(v2) AS a2, 'JSONExtractArrayRawCaseInsensitive(j, \'A\')' AS f3, groupArray(v3) AS a3, 'JSONExtractKeys(j)' AS f4, groupArray(v4) AS a4, 'JSONExtractKeys(j, \'a\')' AS f5, groupArray(v5) AS a5 FROM (SELECT
    JSONExtractArrayRaw(j, 'a', 'b', 'c', 3) AS v1,
    JSONExtractArrayRaw(j, -1) AS v2,
    JSONExtractArrayRawCaseInsensitive(j, 'A') AS v3,
    JSONExtractKeys(j) AS v4,
    JSONExtractKeys(j, 'a') AS v5
FROM documents ORDER BY k) FORMAT Vertical;
SELECT 'JSONExtractKeys(j, \'b\')' AS f1, groupArray(v1) AS a1, 'JSONExtractKeys(j, \'b\', 1)' AS f2, groupArray(v2) AS a2, 'JSONExtractKeys(j, \'b\', -1)' AS f3, groupArray(v3) AS a3, 'JSONExtractKeys(j, 1)' AS f4, groupArray(v4) AS a4, 'JSONExtractKeys(j, \'a\', \'b\', \'c\', 3)' AS f5, groupArray(v5) AS a5 FROM (SELECT
    JSONExtractKeys(j, 'b') AS v1,
    JSONExtractKeys(j, 'b', 1) AS v2,
    JSONExtractKeys(j, 'b', -1) AS v3,
    JSONExtractKeys(j, 1) AS v4,
    JSONExtractKeys(j, 'a', 'b', 'c', 3) AS v5
FROM documents ORDER BY k) FORMAT Vertical;
SELECT 'JSONExtractKeys(j, -1)' AS f1, groupArray(v1) AS a1, 'JSONExtractKeysCaseInsensitive(j, \'A\')' AS f2, groupArray(v2) AS a2, 'JSONExtractKeysAndValuesRaw(j)' AS f3, groupArray(v3) AS a3, 'JSONExtractKeysAndValuesRaw(j, \'a\')' AS f4, groupArray(v4) AS a4, 'JSONExtractKeysAndValuesRaw(j, \'b\')' AS f5, groupArray(v5) AS a5 FROM (SELECT
    JSONExtractKeys(j, -1) AS v1,
    JSONExtractKeysCaseInsensitive(j, 'A') AS v2,
    JSONExtractKeysAndValuesRaw(j) AS v3,
    JSONExtractKeysAndValuesRaw(j, 'a') AS v4,
    JSONExtractKeysAndValuesRaw(j, 'b') AS v5
FROM documents ORDER BY k) FORMAT Vertical;
SELECT 'JSONExtractKeysAndValuesRaw(j, \'b\', 1)' AS f1, groupArray(v1) AS a1, 'JSONExtractKeysAndValuesRaw(j, \'b\', -1)' AS f2, groupArray(v2) AS a2, 'JSONExtractKeysAndValuesRaw(j, 1)' AS f3, groupArray(v3) AS a3, 'JSONExtractKeysAndValuesRaw(j, \'a\', \'b\', \'c\', 3)' AS f4, groupArray(v4) AS a4, 'JSONExtractKeysAndValuesRaw(j, -1)' AS f5, groupArray(v5) AS a5 FROM (SELECT
    JSONExtractKeysAndValuesRaw(j, 'b', 1) AS v1,
    JSONExtractKeysAndValuesRaw(j, 'b', -1) AS v2,
    JSONExtractKeysAndValuesRaw(j, 1) AS v3,
    JSONExtractKeysAndValuesRaw(j, 'a', 'b', 'c', 3) AS v4,
    JSONExtractKeysAndValuesRaw(j, -1) AS v5
FROM documents ORDER BY k) FORMAT Vertical;
SELECT 'JSONExtractKeysAndValuesRawCaseInsensitive(j, \'A\')' AS f1, groupArray(v1) AS a1, 'JSONHas(j)' AS f2, groupArray(v2) AS a2, 'JSONHas(j, \'a\')' AS f3, groupArray(v3) AS a3, 'JSONHas(j, \'b\')' AS f4, groupArray(v4) AS a4, 'JSONHas(j, \'b\', 1)' AS f5, groupArray(v5) AS a5 FROM (SELECT
    JSONExtractKeysAndValuesRawCaseInsensitive(j, 'A') AS v1,
    JSONHas(j) AS v2,
    JSONHas(j, 'a') AS v3,
    JSONHas(j, 'b') AS v4,
    JSONHas(j, 'b', 1) AS v5
FROM documents ORDER BY k) FORMAT Vertical;
SELECT 'JSONHas(j, \'b\', -1)' AS f1, groupArray(v1) AS a1, 'JSONHas(j, 1)' AS f2, groupArray(v2) AS a2, 'JSONHas(j, \'a\', \'b\', \'c\', 3)' AS f3, groupArray(v3) AS a3, 'JSONHas(j, -1)' AS f4, groupArray(v4) AS a4, 'JSONLength(j)' AS f5, groupArray(v5) AS a5 FROM (SELECT
    JSONHas(j, 'b', -1) AS v1,
    JSONHas(j, 1) AS v2,
    JSONHas(j, 'a', 'b', 'c', 3) AS v3,
    JSONHas(j, -1) AS v4,
    JSONLength(j) AS v5
FROM documents ORDER BY k) FORMAT Vertical;
SELECT 'JSONLength(j, \'a\')' AS f1, groupArray(v1) AS a1, 'JSONLength(j, \'b\')' AS f2, groupArray(v2) AS a2, 'JSONLength(j, \'b\', 1)' AS f3, groupArray(v3) AS a3, 'JSONLength(j, \'b\', -1)' AS f4, groupArray(v4) AS a4, 'JSONLength(j, 1)' AS f5, groupArray(v5) AS a5 FROM (SELECT
    JSONLength(j, 'a') AS v1,
    JSONLength(j, 'b') AS v2,
    JSONLength(j, 'b', 1) AS v3,
    JSONLength(j, 'b', -1) AS v4,
    JSONLength(j, 1) AS v5
FROM documents ORDER BY k) FORMAT Vertical;
SELECT 'JSONLength(j, \'a\', \'b\', \'c\', 3)' AS f1, groupArray(v1) AS a1, 'JSONLength(j, -1)' AS f2, groupArray(v2) AS a2, 'JSONType(j)' AS f3, groupArray(v3) AS a3, 'JSONType(j, \'a\')' AS f4, groupArray(v4) AS a4, 'JSONType(j, \'b\')' AS f5, groupArray(v5) AS a5 FROM (SELECT
    JSONLength(j, 'a', 'b', 'c', 3) AS v1,
    JSONLength(j, -1) AS v2,
    JSONType(j) AS v3,
    JSONType(j, 'a') AS v4,
    JSONType(j, 'b') AS v5
FROM documents ORDER BY k) FORMAT Vertical;
SELECT 'JSONType(j, \'b\', 1)' AS f1, groupArray(v1) AS a1, 'JSONType(j, \'b\', -1)' AS f2, groupArray(v2) AS a2, 'JSONType(j, 1)' AS f3, groupArray(v3) AS a3, 'JSONType(j, \'a\', \'b\', \'c\', 3)' AS f4, groupArray(v4) AS a4, 'JSONType(j, -1)' AS f5, groupArray(v5) AS a5 FROM (SELECT
    JSONType(j, 'b', 1) AS v1,
    JSONType(j, 'b', -1) AS v2,
    JSONType(j, 1) AS v3,
    JSONType(j, 'a', 'b', 'c', 3) AS v4,
    JSONType(j, -1) AS v5
FROM documents ORDER BY k) FORMAT Vertical;
SELECT 'JSONExtract(j, \'a\', \'String\')' AS f1, groupArray(v1) AS a1, 'JSONExtract(j, \'a\', \'Int64\')' AS f2, groupArray(v2) AS a2, 'JSONExtract(j, \'a\', \'Int8\')' AS f3, groupArray(v3) AS a3, 'JSONExtract(j, \'a\', \'UInt8\')' AS f4, groupArray(v4) AS a4, 'JSONExtract(j, \'a\', \'UInt64\')' AS f5, groupArray(v5) AS a5 FROM (SELECT
    JSONExtract(j, 'a', 'String') AS v1,
    JSONExtract(j, 'a', 'Int64') AS v2,
    JSONExtract(j, 'a', 'Int8') AS v3,
    JSONExtract(j, 'a', 'UInt8') AS v4,
    JSONExtract(j, 'a', 'UInt64') AS v5
FROM documents ORDER BY k) FORMAT Vertical;
SELECT 'JSONExtract(j, \'a\', \'Float64\')' AS f1, groupArray(v1) AS a1, 'JSONExtract(j, \'a\', \'Float32\')' AS f2, groupArray(v2) AS a2, 'JSONExtract(j, \'a\', \'Nullable(String)\')' AS f3, groupArray(v3) AS a3, 'JSONExtract(j, \'a\', \'Nullable(Int32)\')' AS f4, groupArray(v4) AS a4, 'JSONExtract(j, \'a\', \'Nullable(Float64)\')' AS f5, groupArray(v5) AS a5 FROM (SELECT
    JSONExtract(j, 'a', 'Float64') AS v1,
    JSONExtract(j, 'a', 'Float32') AS v2,
    JSONExtract(j, 'a', 'Nullable(String)') AS v3,
    JSONExtract(j, 'a', 'Nullable(Int32)') AS v4,
    JSONExtract(j, 'a', 'Nullable(Float64)') AS v5
FROM documents ORDER BY k) FORMAT Vertical;
SELECT 'JSONExtract(j, \'a\', \'Bool\')' AS f1, groupArray(v1) AS a1, 'JSONExtract(j, \'b\', \'Array(Int8)\')' AS f2, groupArray(v2) AS a2, 'JSONExtract(j, \'b\', \'Array(Int64)\')' AS f3, groupArray(v3) AS a3, 'JSONExtract(j, \'b\', \'Array(UInt8)\')' AS f4, groupArray(v4) AS a4, 'JSONExtract(j, \'b\', \'Array(String)\')' AS f5, groupArray(v5) AS a5 FROM (SELECT
    JSONExtract(j, 'a', 'Bool') AS v1,
    JSONExtract(j, 'b', 'Array(Int8)') AS v2,
    JSONExtract(j, 'b', 'Array(Int64)') AS v3,
    JSONExtract(j, 'b', 'Array(UInt8)') AS v4,
    JSONExtract(j, 'b', 'Array(String)') AS v5
FROM documents ORDER BY k) FORMAT Vertical;
SELECT 'JSONExtract(j, \'b\', \'Array(Float64)\')' AS f1, groupArray(v1) AS a1, 'JSONExtract(j, \'b\', \'Array(Nullable(Int64))\')' AS f2, groupArray(v2) AS a2, 'JSONExtract(j, \'b\', \'Tuple(Int64, Int64)\')' AS f3, groupArray(v3) AS a3, 'JSONExtractKeysAndValues(j, \'Int64\')' AS f4, groupArray(v4) AS a4, 'JSON_VALUE(j, \'$\')' AS f5, groupArray(v5) AS a5 FROM (SELECT
    JSONExtract(j, 'b', 'Array(Float64)') AS v1,
    JSONExtract(j, 'b', 'Array(Nullable(Int64))') AS v2,
    JSONExtract(j, 'b', 'Tuple(Int64, Int64)') AS v3,
    JSONExtractKeysAndValues(j, 'Int64') AS v4,
    JSON_VALUE(j, '$') AS v5
FROM documents ORDER BY k) FORMAT Vertical;
SELECT 'JSON_QUERY(j, \'$\')' AS f1, groupArray(v1) AS a1, 'JSON_EXISTS(j, \'$\')' AS f2, groupArray(v2) AS a2, 'JSON_VALUE(j, \'$.a\')' AS f3, groupArray(v3) AS a3, 'JSON_QUERY(j, \'$.a\')' AS f4, groupArray(v4) AS a4, 'JSON_EXISTS(j, \'$.a\')' AS f5, groupArray(v5) AS a5 FROM (SELECT
    JSON_QUERY(j, '$') AS v1,
    JSON_EXISTS(j, '$') AS v2,
    JSON_VALUE(j, '$.a') AS v3,
    JSON_QUERY(j, '$.a') AS v4,
    JSON_EXISTS(j, '$.a') AS v5
FROM documents ORDER BY k) FORMAT Vertical;
SELECT 'JSON_VALUE(j, \'$.b\')' AS f1, groupArray(v1) AS a1, 'JSON_QUERY(j, \'$.b\')' AS f2, groupArray(v2) AS a2, 'JSON_EXISTS(j, \'$.b\')' AS f3, groupArray(v3) AS a3, 'JSON_VALUE(j, \'$.b[0]\')' AS f4, groupArray(v4) AS a4, 'JSON_QUERY(j, \'$.b[0]\')' AS f5, groupArray(v5) AS a5 FROM (SELECT
    JSON_VALUE(j, '$.b') AS v1,
    JSON_QUERY(j, '$.b') AS v2,
    JSON_EXISTS(j, '$.b') AS v3,
    JSON_VALUE(j, '$.b[0]') AS v4,
    JSON_QUERY(j, '$.b[0]') AS v5
FROM documents ORDER BY k) FORMAT Vertical;
SELECT 'JSON_EXISTS(j, \'$.b[0]\')' AS f1, groupArray(v1) AS a1, 'JSON_VALUE(j, \'$.b[*]\')' AS f2, groupArray(v2) AS a2, 'JSON_QUERY(j, \'$.b[*]\')' AS f3, groupArray(v3) AS a3, 'JSON_EXISTS(j, \'$.b[*]\')' AS f4, groupArray(v4) AS a4, 'JSON_VALUE(j, \'$.a.b.c[2].d\')' AS f5, groupArray(v5) AS a5 FROM (SELECT
    JSON_EXISTS(j, '$.b[0]') AS v1,
    JSON_VALUE(j, '$.b[*]') AS v2,
    JSON_QUERY(j, '$.b[*]') AS v3,
    JSON_EXISTS(j, '$.b[*]') AS v4,
    JSON_VALUE(j, '$.a.b.c[2].d') AS v5
FROM documents ORDER BY k) FORMAT Vertical;
SELECT 'JSON_QUERY(j, \'$.a.b.c[2].d\')' AS f1, groupArray(v1) AS a1, 'JSON_EXISTS(j, \'$.a.b.c[2].d\')' AS f2, groupArray(v2) AS a2, 'JSON_VALUE(j, \'$[0]\')' AS f3, groupArray(v3) AS a3, 'JSON_QUERY(j, \'$[0]\')' AS f4, groupArray(v4) AS a4, 'JSON_EXISTS(j, \'$[0]\')' AS f5, groupArray(v5) AS a5 FROM (SELECT
    JSON_QUERY(j, '$.a.b.c[2].d') AS v1,
    JSON_EXISTS(j, '$.a.b.c[2].d') AS v2,
    JSON_VALUE(j, '$[0]') AS v3,
    JSON_QUERY(j, '$[0]') AS v4,
    JSON_EXISTS(j, '$[0]') AS v5
FROM documents ORDER BY k) FORMAT Vertical;
SELECT 'JSONArrayLength(j)' AS f1, groupArray(v1) AS a1, 'isValidJSON(j)' AS f2, groupArray(v2) AS a2, 'simpleJSONExtractInt(j, \'a\')' AS f3, groupArray(v3) AS a3, 'simpleJSONExtractString(j, \'a\')' AS f4, groupArray(v4) AS a4, 'simpleJSONExtractFloat(j, \'a\')' AS f5, groupArray(v5) AS a5 FROM (SELECT
    JSONArrayLength(j) AS v1,
    isValidJSON(j) AS v2,
    simpleJSONExtractInt(j, 'a') AS v3,
    simpleJSONExtractString(j, 'a') AS v4,
    simpleJSONExtractFloat(j, 'a') AS v5
FROM documents ORDER BY k) FORMAT Vertical;
SELECT 'simpleJSONExtractBool(j, \'a\')' AS f1, groupArray(v1) AS a1, 'simpleJSONExtractRaw(j, \'a\')' AS f2, groupArray(v2) AS a2, 'simpleJSONExtractUInt(j, \'a\')' AS f3, groupArray(v3) AS a3 FROM (SELECT
    simpleJSONExtractBool(j, 'a') AS v1,
    simpleJSONExtractRaw(j, 'a') AS v2,
    simpleJSONExtractUInt(j, 'a') AS v3
FROM documents ORDER BY k) FORMAT Vertical;
SELECT JSONExtractInt(toFixedString('{}', 2), 'a'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT JSON_VALUE(j, 'a') FROM documents; -- { serverError BAD_ARGUMENTS }
DROP VIEW documents;

SELECT '-- names that are only looked for, also between bytes that are not UTF-8';
SELECT simpleJSONHas('{"a":1,"\xff":2}', 'a'), simpleJSONHas('{"\xff":2}', '\xff'), simpleJSONExtractInt('{"é":-5,"x":"\xff"}', 'é'), simpleJSONExtractUInt('{"a":18446744073709551615}\xff', 'a'), simpleJSONExtractFloat('{"\xe9":"1.5e2"}', '\xe9'), simpleJSONExtractBool('{"a":true,"b":"\xff"}', 'a'), simpleJSONExtractInt('{"a":"12x\xff"}', 'a'), simpleJSONExtractInt('\xff', 'a'), visitParamHas('{"a":1}', 'b');
SELECT simpleJSONExtractInt(s, 'a'), simpleJSONExtractFloat(s, 'a'), simpleJSONHas(s, 'a') FROM (SELECT arrayJoin([NULL, '', '{"a":3}', '\xff{"a":4}', '{"a": 5}', '{"a":99999999999999999999}', '{"a":"6"}', '{"a":null}\xff']) AS s);
SELECT JSONExtractKeysAndValues('{"a": 1, "b": 2}', 'Int8'), JSONExtractKeysAndValues('{"a": "x", "b": "y"}', 'String'), JSONExtractKeysAndValues('{"a": 1.5, "b": 2}', 'Float64');
SELECT JSONExtractKeysAndValues('{"a": 1, "b": "x", "c": 300}', 'Int8'), JSONExtractKeysAndValues('{"a": 1, "b": "x"}', 'String'), JSONExtractKeysAndValues('{"x": {"a": 5}}', 'x', 'Int32'), JSONExtractKeysAndValues('{"x": [{"a": 5}]}', 'x', 1, 'UInt64');
SELECT JSONExtractKeysAndValues('[1, 2]', 'Int8'), JSONExtractKeysAndValues('nonsense', 'Int8'), JSONExtractKeysAndValues('{}', 'String'), JSONExtractKeysAndValues('', 'String'), JSONExtractKeysAndValues('{"a": null}', 'Int8');
SELECT JSONExtractKeysAndValues('{"a": null}', 'Nullable(Int8)'), JSONExtractKeysAndValues('{"a": [1, 2]}', 'Array(Int8)'), JSONExtractKeysAndValues('{"k\\"q": 1, "é": 2}', 'UInt8'), JSONExtractKeysAndValues('{"a": 1, "a": 2}', 'UInt8');
SELECT JSONExtractKeysAndValuesCaseInsensitive('{"X": {"a": 5, "B": 6}}', 'x', 'Int32');
SELECT number, JSONExtractKeysAndValues(concat('{"n": ', toString(number), ', "m": "', toString(number), '"}'), 'String') FROM numbers(3);
SELECT JSONExtractKeysAndValues(concat('{"n": ', toString(number), '}'), 'UInt32') FROM numbers(3);
SELECT JSONExtractKeysAndValues(toNullable('{"a": 1}'), 'Int8'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT JSONExtractKeysAndValues('{"a": -1}', 'UInt8'), JSONExtractKeysAndValues('{"a": 1.0, "b": true}', 'Int8'), JSONExtractKeysAndValues('{"a": true}', 'Float64');
