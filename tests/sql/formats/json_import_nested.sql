-- Members of an object are for columns with its name before a dot.
SET input_format_import_nested_json = 1;
SELECT * FROM format(JSONEachRow, '`n.s` Array(String), `n.i` Array(Int32), k Int32', '{"n": {"s": ["a", "b"], "i": [1, 2]}, "k": 1} {"n.s": ["c"], "n.i": [3]} {"k": 2} {"n": {}} {"n" : { "s" : null , "x": {"y": [1]} } , "k" : 3}');
SELECT * FROM format(JSONEachRow, '`a.x` Int32, `a.y` String, b Int32', '[{"b": 1, "a": {"y": "é\\"\\u00e9"}}, {"a": {"x": 7, "y": {"z":  1}, "b": 5}}]');
SELECT * FROM format(JSONEachRow, '`a.x` Int32, `a.y.z` String, b Int32', '{"a": {"x": 1, "y": {"z": "q"}}, "b": 1} {"a": {"y.z": "q"}}');
SELECT * FROM format(JSONEachRow, '`a.x` Int32, a String', '{"a": {"x": 1}}');
SELECT * FROM format(JSONEachRow, '`a.x` Int32, b Int32', '{"A": {"X": 1}, "B": 5}');
SELECT * FROM format(JSONEachRow, '`a.x` Int32, `a.X` Int32', '{"a": {"X": 1}}');
SELECT * FROM format(JSONEachRow, '`a.x` Nullable(Int32), b Int32', '{"a": {"x": null}, "b": 5}');
SELECT * FROM format(JSONStringsEachRow, '`a.x` Int32, b Int32', '{"a": {"x": "1"}, "b": "5"}');
SELECT * FROM format(JSONObjectEachRow, '`a.x` Int32, b Int32', '{"r1": {"a": {"x": 1}, "b": 5}, "r2": {"b": 6}}');
SELECT * FROM format(JSONCompactEachRow, '`a.x` Int32, b Int32', '[1, 2]');
-- Tables without such columns are read as ever.
SELECT * FROM format(JSONEachRow, 'a String, t Tuple(x Int32), m Map(String, Int32)', '{"a": {"x": 1}, "t": {"x": 2}, "m": {"x": 3}, "u": {"x": 4}}');
SELECT * FROM format(JSONEachRow, '{"a": {"x": 1}}');
-- What is wrong.
SELECT * FROM format(JSONEachRow, '`a.x` Int32, b Int32', '{"a": 7, "b": 5}'); -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
SELECT * FROM format(JSONEachRow, '`a.x` Int32, b Int32', '{"a": null, "b": 5}'); -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
SELECT * FROM format(JSONEachRow, '`a.x` Int32, b Int32', '{"a": [{"x": 1}], "b": 5}'); -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
SELECT * FROM format(JSONEachRow, '`a.x` Int32, b Int32', '{"a": {"x": 1, "x": 2}, "b": 5}'); -- { serverError INCORRECT_DATA }
SELECT * FROM format(JSONEachRow, '`a.x` Int32, b Int32', '{"a": {"x": 1}, "a.x": 2}'); -- { serverError INCORRECT_DATA }
SELECT * FROM format(JSONEachRow, '`a.x` Int32, b Int32', '{"a": {"x": 1, "u": 2}, "b": 5}') SETTINGS input_format_skip_unknown_fields = 0; -- { serverError INCORRECT_DATA }
SELECT * FROM format(JSONEachRow, '`a.x` Int32, b Int32', '{"a": 7, "b": 5}\n{"a": {"x": 1}, "b": 6}') SETTINGS input_format_allow_errors_num = 1;
-- Without the setting nothing of this holds.
SELECT * FROM format(JSONEachRow, '`a.x` Int32, b Int32', '{"a": {"x": 1}, "b": 5}') SETTINGS input_format_import_nested_json = 0;

CREATE TABLE nested_json (n Nested(s String, i Int32), k Int32) ENGINE = MergeTree ORDER BY k;
INSERT INTO nested_json SETTINGS input_format_import_nested_json = 1 FORMAT JSONEachRow {"n": {"s": ["a", "b"], "i": [1, 2]}, "k": 1} {"k": 2};

SELECT * FROM nested_json ORDER BY k;
DROP TABLE nested_json;
