-- Objects and arrays that a String takes stay as they are written; numbers keep their digits.
SELECT * FROM format(JSONEachRow, 'a String', '{"a": {"x": 1,  "y": [1, 2]}}');
SELECT * FROM format(JSONEachRow, 'a String', '{"a": [1,  2, "b"]}');
SELECT * FROM format(JSONEachRow, 'a String', '{"a": 5}');
SELECT * FROM format(JSONEachRow, 'a String', '{"a": 5}') SETTINGS input_format_json_read_numbers_as_strings = 0; -- { serverError CANNOT_PARSE_QUOTED_STRING }
SELECT * FROM format(JSONEachRow, 'a String', '{"a": true}');
SELECT * FROM format(JSONEachRow, 'a String', '{"a": true}') SETTINGS input_format_json_read_bools_as_strings = 0; -- { serverError INCORRECT_DATA }
SELECT * FROM format(JSONEachRow, 'a String', '{"a": [1]}') SETTINGS input_format_json_read_arrays_as_strings = 0; -- { serverError INCORRECT_DATA }
SELECT * FROM format(JSONEachRow, 'a String', '{"a": {"b": 1}}') SETTINGS input_format_json_read_objects_as_strings = 0; -- { serverError INCORRECT_DATA }
SELECT * FROM format(JSONEachRow, 'a Int8', '{"a": true}');
SELECT * FROM format(JSONEachRow, 'a Int8', '{"a": true}') SETTINGS input_format_json_read_bools_as_numbers = 0;
SELECT * FROM format(JSONEachRow, 'a Float64', '{"a": false}');
SELECT * FROM format(JSONEachRow, 'a Int8, b Int8', '{"a": 1, "a": 2}'); -- { serverError INCORRECT_DATA }
SELECT * FROM format(JSONEachRow, 'a Int8, b Int8', '{"a": 1, "b": 2, "c": 3}');
SELECT * FROM format(JSONEachRow, 'a Int8', '{"a": 1, "c": 3}') SETTINGS input_format_skip_unknown_fields = 0; -- { serverError INCORRECT_DATA }
SELECT * FROM format(JSONEachRow, 'a Tuple(x Int8, y String)', '{"a": {"x": 1, "y": "b"}}');
SELECT * FROM format(JSONEachRow, 'a Tuple(x Int8, y String)', '{"a": {"x": 1}}');
SELECT * FROM format(JSONEachRow, 'a Tuple(x Int8)', '{"a": {"x": 1, "z": 2}}');
SELECT * FROM format(JSONEachRow, 'a Tuple(x Int8, y Int8)', '{"a": [1, 2]}'); -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
SELECT * FROM format(JSONEachRow, 'a Map(String, Int8)', '{"a": {"x": 1, "y": 2}}');
SELECT * FROM format(JSONEachRow, 'a Map(Int8, Int8)', '{"a": {"1": 1, "2": 2}}');
SELECT * FROM format(JSONEachRow, 'a Array(Nullable(Int8))', '{"a": [1, null]}');
SELECT * FROM format(JSONEachRow, 'a Array(Int8)', '{"a": [1, null]}');
SELECT * FROM format(JSONEachRow, 'a Array(Int8)', '{"a": null}');
SELECT * FROM format(JSONEachRow, 'a Int8', '{"a": null}') SETTINGS input_format_null_as_default = 0;
SELECT * FROM format(JSONEachRow, 'a Int8', '{"a": "5"}');
SELECT * FROM format(JSONEachRow, 'a Int8', '{"a": 5.5}'); -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
SELECT * FROM format(JSONEachRow, 'a Int8', '{"a": 300}');
SELECT * FROM format(JSONEachRow, 'a Int8', '{"a": "x"}'); -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
SELECT * FROM format(JSONEachRow, 'a Date', '{"a": "2020-01-02"}');
SELECT * FROM format(JSONEachRow, 'a DateTime', '{"a": 1600000000}');
SELECT * FROM format(JSONEachRow, 'a DateTime64(3)', '{"a": "2020-01-02 03:04:05.678"}');
SELECT * FROM format(JSONEachRow, 'a DateTime64(3)', '{"a": 1600000000.5}');
SELECT * FROM format(JSONEachRow, 'a UUID', '{"a": "61f0c404-5cb3-11e7-907b-a6006ad3dba0"}');
SELECT * FROM format(JSONEachRow, 'a Enum8(''x'' = 1)', '{"a": "x"}');
SELECT * FROM format(JSONEachRow, 'a Enum8(''x'' = 1)', '{"a": 1}');
SELECT * FROM format(JSONEachRow, 'a Decimal(10, 2)', '{"a": 1.239}');
SELECT * FROM format(JSONEachRow, 'a Bool', '{"a": 1}');
SELECT * FROM format(JSONEachRow, 'a Bool', '{"a": "true"}'); -- { serverError CANNOT_PARSE_BOOL }
SELECT * FROM format(JSONEachRow, 'a String', '{"a": "\\u00e9\\n"}');
SELECT * FROM format(JSONEachRow, 'a String, b Int8', '{"a": "x"}{"a": "y", "b": 2}');
SELECT * FROM format(JSONEachRow, 'a Int8', '[{"a": 1}, {"a": 2}]');
SELECT * FROM format(JSONEachRow, 'a Int8', '{"a": 1},{"a": 2}');
SELECT * FROM format(JSONEachRow, 'a Int8', '{"a": 1'); -- { serverError CANNOT_READ_ALL_DATA }
SELECT * FROM format(JSONEachRow, 'a Int8', '');
SELECT * FROM format(JSONCompactEachRow, 'a Int8, b String', '[1, "a"]\n[2, "b"]');
SELECT * FROM format(JSONCompactEachRow, 'a Int8, b String', '[1]'); -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
SELECT * FROM format(JSONCompactEachRow, 'a Int8, b String', '[1]') SETTINGS input_format_json_compact_allow_variable_number_of_columns = 1;
SELECT * FROM format(JSONCompactEachRow, 'a Int8, b String', '[1, null]');
SELECT * FROM format(JSONCompactEachRowWithNames, 'a Int8, b String', '["b", "a"]\n["x", 1]');
SELECT * FROM format(JSONStringsEachRow, 'a Int8, b String', '{"a": "1", "b": "x"}');
SELECT * FROM format(JSONAsString, '{"a": 1}  {"b":   2}');
SELECT * FROM format(JSONObjectEachRow, 'a Int8', '{"r1": {"a": 1}, "r2": {"a": 2}}');
SELECT * FROM format(JSONColumns, 'a Int8, b String', '{"a": [1, 2], "b": ["x", "y"]}');
SELECT * FROM format(JSON, 'a Int8', '{"meta": [{"name": "a", "type": "Int8"}], "data": [{"a": 1}]}');
DESC format(JSONEachRow, '{"a": 1, "b": "x", "c": [1, 2], "d": {"e": 1}, "f": null, "g": 1.5, "h": true, "i": "2020-01-01", "j": "2020-01-01 00:00:00"}');
SELECT * FROM format(JSONEachRow, '{"a": {"b": 1, "c": {"d": [1, 2]}}}');
SELECT * FROM format(JSONEachRow, 'a LowCardinality(Nullable(String))', '{"a": null}\n{"a": "x"}');
SELECT * FROM format(JSONEachRow, 'a IPv4, b IPv6', '{"a": "1.2.3.4", "b": "::1"}');
SELECT * FROM format(JSONEachRow, 'a UInt64', '{"a": 18446744073709551615}');
SELECT * FROM format(JSONEachRow, 'a Int64', '{"a": 1e3}'); -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
SELECT * FROM format(JSONEachRow, 'a Float64', '{"a": "nan"}\n{"a": "inf"}');
SELECT * FROM format(JSONEachRow, 'a Nullable(Int8)', '{"a": "null"}'); -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
SELECT * FROM format(JSONEachRow, 'A Int8', '{"a": 1}') SETTINGS input_format_column_name_matching_mode = 'ignore_case';
SELECT * FROM format(JSONEachRow, 'a FixedString(3)', '{"a": "ab"}');
SELECT * FROM format(JSONEachRow, 'a Array(String)', '{"a": "[''x'',''y'']"}'); -- { serverError CANNOT_READ_ARRAY_FROM_TEXT }
SELECT * FROM format(JSONEachRow, 'a Array(String)', '{"a": [{"x": 1}, [1, 2], 5]}');
SELECT * FROM format(JSONEachRow, 'a Array(Tuple(Int8, String))', '{"a": [[1, "x"], [2, "y"]]}');
SELECT * FROM format(JSONEachRow, 'a Variant(Int64, String)', '{"a": 1}\n{"a": "x"}');
SELECT * FROM format(JSONEachRow, 'a String, b Float64, c Decimal(20,10)', '{"a":{"x":1.5,"y":[1e3,2.50]},"b":1.25,"c":123456789.0123456789}\n{"a":"p","b":2,"c":3}');
SELECT * FROM format(JSONEachRow, 'a String', '{"a":{"x":"q\\"w\\\\", "z":"t\\n"}}');
SELECT * FROM format(JSONEachRow, 'a Array(String)', '{"a":[{"x":1.5}, "b", [ 1.0, 2 ]]}');
SELECT * FROM format(JSONEachRow, 'a Map(String, String)', '{"a":{"x":{"y":1.50}, "z": [ ]}}');
SELECT * FROM format(JSONCompactEachRow, 'a String, b Int8, c Nullable(String)', '[{"x":1.5}, 5, [1, 2.0]]\n["s", 2, null]');
SELECT * FROM format(JSONEachRow, 'a Tuple(b String, c String)', '{"a":{"b":{"y":1.50}, "c":[ 1 ]}}');
SELECT * FROM format(JSONEachRow, 'a Tuple(String, Int8)', '{"a":[ {"y": 1.50}, 5]}');
SELECT * FROM format(JSONEachRow, 'a String, b Int8', '{"b": 1, "a": {"p": \n {"q": [1,\t2]}}}');
SELECT * FROM format(JSONEachRow, 'a String', '{"a":  {}  }\n{"a":[ ]}\n{}\n{"a":""}');
SELECT * FROM format(JSONEachRow, 'a LowCardinality(String), b Array(Array(String))', '{"a": { "k" : 1 }, "b": [[{"c":  2}], [], ["x"]]}');
SELECT * FROM format(JSONObjectEachRow, 'a String', '{"r1": {"a": {"q":  1.0}}, "r2": {"a": "2"}}');
SELECT * FROM format(JSONColumns, 'a String, b Int8', '{"a": [{"q":  1.0}, "x"], "b": [1, 2]}');
SELECT * FROM format(JSON, 'a String', '{"meta": [{"name": "a", "type": "String"}], "data": [{"a": {"z":  1.10}}]}');
SELECT * FROM format(JSONCompact, 'a String', '{"meta": [{"name": "a", "type": "String"}], "data": [[{"z":  1.10}]]}');
SELECT * FROM format(JSONEachRow, 'a String', '[{"a": {"z":  1.10}}, {"a": 1.10}]');
SELECT * FROM format(JSONEachRow, 'a Array(String)', '{"a": [1.10, true, null, -5]}') SETTINGS input_format_json_read_bools_as_strings = 0; -- { serverError INCORRECT_DATA }
SELECT * FROM format(JSONEachRow, 'é String', '{"é": {"ü":  "ß"}}'); -- { serverError SYNTAX_ERROR }
SELECT * FROM format(JSONEachRow, 'a String', '{"a": {"b": "\\u00e9"}}');
SELECT * FROM format(JSONEachRow, 'a Array(Tuple(k String, v String))', '{"a": [{"k": "x", "v": {"w":  1}}, {"v": [ 2 ]}]}');
SELECT * FROM format(JSONEachRow, 'a String', '{"a": {"b": 1]}'); -- { serverError CANNOT_READ_ALL_DATA }
SELECT * FROM format(JSONColumns, 'a Array(String), b Decimal(9,3), c String', '{"a": [[{"q":  1.0}, "x"],[]], "b": [1.250, 2.5], "c": [{"a" : 1},[1, 2]]}');
SELECT * FROM format(JSONColumns, 'b Decimal(9,3), c String', '{"b":[1.250,2.5],"c":[{"a":1},{"b":2}]}');
