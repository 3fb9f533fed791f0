-- JSON objects laid over each other.
SELECT JSONMergePatch('{"a":1}', '{"b":2.50}', '{"a":null,"c":{"x":null}}');
SELECT JSONMergePatch('{"a":1,"a":2, "c":{"n":null}}', '{"a":{"x":1}}', '{"a":{"y":1},"d":[{"a":1}]}');
SELECT JSONMergePatch('{"a":{"b":1},"k":[1, null]}', '{"a":{"c":null, "d":{"e":null}}, "z":-0.0, "y":1E40,"w":0.1e-7}');
SELECT JSONMergePatch('{"a":1e5, "b":"\\u00e9/", "z":1.0, "big":12345678901234567890123, "x":"\\u0001\\u001f\\t"}', '{}');
SELECT JSONMergePatch('{"b":-1,"c":1.5e300,"e":0.000001,"f":0.00000012,"g":1e21,"h":1e22,"i":12345.678,"j":18446744073709551615,"l":true,"n":[],"o":{}}');
SELECT jsonMergePatch(concat('{"n":', toString(number), '}'), '{"m":[]}') FROM numbers(3);
SELECT JSONMergePatch('{"a":{"b":1}}', NULL), toTypeName(JSONMergePatch('{}', toNullable('{}')));
SELECT JSONMergePatch('[1]'); -- { serverError BAD_ARGUMENTS }
SELECT JSONMergePatch(''); -- { serverError BAD_ARGUMENTS }
SELECT JSONMergePatch('{"a":1} x'); -- { serverError BAD_ARGUMENTS }
SELECT JSONMergePatch('{"a":"\\ud800"}'); -- { serverError BAD_ARGUMENTS }
SELECT JSONMergePatch(1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT JSONMergePatch(); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
