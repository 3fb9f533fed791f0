-- Arrays and tuples whose texts are odd, and what a Variant makes of texts; many in one column.

SET allow_suspicious_variant_types = 1;

SELECT s, CAST(s AS Array(String)) FROM values('s String', ('[]'), ('[\'a\\\'b\', \'c\'\'d\' ]'), ('[\'[,]\',\'\\\\\']'), ('[\n\'x\',]'), ('[\'\\x41\']'));
SELECT CAST(s AS Array(Int8)) FROM values('s String', ('[1]'), ('[1)')); -- { serverError CANNOT_READ_ARRAY_FROM_TEXT }
SELECT CAST(s AS Array(String)) FROM values('s String', ('[\'a\']'), ('[\'a]')); -- { serverError CANNOT_PARSE_QUOTED_STRING }
SELECT CAST(s AS Array(String)) FROM values('s String', ('[\'a\']'), ('[a\\,b]')); -- { serverError CANNOT_PARSE_QUOTED_STRING }
SELECT CAST(s AS Array(Array(Int8))) FROM values('s String', ('[[1]]'), ('[[1]')); -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
SELECT CAST(s AS Array(Int8)) FROM values('s String', ('[1]'), ('[]]')); -- { serverError UNEXPECTED_DATA_AFTER_PARSED_VALUE }
SELECT CAST(s AS Tuple(Int8)) FROM values('s String', ('(1)'), ('(1]')); -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }

SELECT s, v, variantType(v) FROM (SELECT s, CAST(s AS Variant(Array(Variant(Int8, String)), Bool, Date, DateTime, Decimal(5, 1), Float64, Int128, Int8, IPv4, Map(String, Int8), Tuple(Int8, String), UUID, String)) AS v
    FROM values('s String', ('1'), ('300'), ('-129'), ('99999999999999999999999999999999999999999999'), ('1.5'), ('1.2.3'), ('.'), ('1e3'), ('inf'), ('true'), ('TRUE'), ('2024-01-02'), ('2024-01-02 03:04:05'), ('5 Mar 2024'),
    ('1.2.3.4'), ('01.2.3.4'), ('[1, \'a\', NULL]'), ('[1, 2'), ('[)'), ('{\'a\':1}'), ('{\'a\'}'), ('(1,\'b\')'), ('(1)'), ('00112233445566778899aabbccddeeff'), ('word'), (''), ('NULL'), ('ᴺᵁᴸᴸ')));
SELECT v, variantType(v) FROM format(JSONEachRow, 'v Variant(Array(Nullable(Int8)), Bool, Float64, Int8, Map(String, Int64), Tuple(a Int8, b Array(String)), Date)', '
{"v": 1}
{"v": 300}
{"v": "7"}
{"v": true}
{"v": null}
{"v": [1, null, 3]}
{"v": [ ]}
{"v": {"a": 5, "b": ["x", "y,\\"]"]}}
{"v": {"a": 500, "c\\"}": 2}}
{"v": {"a": 1, "b": ["z"], "c": {"d": [1, 2]}}}
{"v": "2024-01-02"}
{"v": 1.5}
');
SELECT v FROM format(JSONEachRow, 'v Variant(Array(Int8), Date)', '{"v": [1]} {"v": "x"}'); -- { serverError INCORRECT_DATA }
SELECT count(), variantType(v) AS t FROM (SELECT CAST(if(number % 3 = 0, toString(number), if(number % 3 = 1, concat('[', toString(number), ', 2]'), concat('w', toString(number)))) AS Variant(Array(UInt32), String, UInt32)) AS v FROM numbers(5000)) GROUP BY t ORDER BY t;
