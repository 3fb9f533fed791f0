-- The type Variant: its name, what it is made of, conversions, and where it is the common type.
SELECT toTypeName(1::UInt8::Variant(UInt8, String)), toTypeName('a'::Variant(UInt64, String, Array(UInt8))), toTypeName(CAST(1, 'Variant(UInt8, UInt8)')), toTypeName(CAST(1, 'Variant(Nothing, UInt8)')), toTypeName(CAST(1,'Variant(Tuple(a UInt8, b String), UInt8)'));
SELECT CAST(1, 'Variant(Nullable(String), UInt8)'); -- { serverError BAD_ARGUMENTS }
SELECT CAST(1, 'Variant(Variant(String), UInt8)'); -- { serverError BAD_ARGUMENTS }
SELECT CAST(1, 'Variant(LowCardinality(Nullable(String)), UInt8)'); -- { serverError BAD_ARGUMENTS }
SELECT CAST(1, 'Variant()'); -- { serverError BAD_ARGUMENTS }
SELECT CAST(1, 'Nullable(Variant(UInt8))'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT CAST(1, 'LowCardinality(Variant(UInt8))'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT CAST(1, 'Variant(UInt8, Int8)'); -- { serverError ILLEGAL_COLUMN }
SELECT CAST(1, 'Variant(String, FixedString(3), UInt8)'); -- { serverError ILLEGAL_COLUMN }
SELECT CAST(1, 'Array(Variant(UInt8, UInt64))'); -- { serverError ILLEGAL_COLUMN }
SELECT CAST(1, 'Variant(UInt8, Int8)') SETTINGS allow_suspicious_variant_types = 1;
SELECT CAST(1, 'Variant(Bool, UInt8)');
-- As the common type.
SELECT toTypeName(if(number = 1, 1, 'a')), if(number = 1, 1, 'a'), variantType(if(number = 1, 1, '5')) FROM numbers(2);
SELECT toTypeName(multiIf(1, 1, 2, 'a', [1])), multiIf(number = 0, 1, number = 1, 'a', [1]) FROM numbers(3);
SELECT toTypeName(CASE WHEN number = 1 THEN 1 WHEN number = 2 THEN 2.5 ELSE 'a' END), toTypeName(multiIf(number = 1, 1, number = 2, 300, 'a')) FROM numbers(1);
SELECT toTypeName(coalesce(NULL::Nullable(UInt8), 'a')), coalesce(NULL::Nullable(UInt8), '5') AS x, variantType(x), toTypeName(ifNull(1::Nullable(UInt8), 'a')), toTypeName(coalesce('x'::LowCardinality(Nullable(String)), 1));
SELECT toTypeName(map('a', 1, 'b', 'c')), map('a', 1, 'b', 'c'), toTypeName(map('a', 1, 2, 'b'));
SELECT toTypeName([1, 'a']), toTypeName([1, 'a', NULL]), array(1, 'a'), [materialize(1), 'a', NULL], length([1, 'a']), toTypeName([1::UInt64, -1::Int64]), toTypeName([1, 1.5, 'a']), toTypeName([1, 'x'::LowCardinality(String)]);
SELECT toTypeName(if(number = 1, 1::Nullable(UInt8), 'a')), toTypeName(if(number = 1, NULL, if(number = 2, 1, 'a'))), toTypeName(if(number = 1, 'x'::LowCardinality(Nullable(String)), 1)), toTypeName(if(number = 1, [1], NULL)), toTypeName(if(number = 1, (1, 2), (1, 'a'))), toTypeName(if(number = 1, map('a', 1), map(1, 'c'))), toTypeName(if(number = 1, tuple(1), tuple(1, 2))) FROM numbers(1);
SELECT toTypeName(if(number = 1, toUInt64(1), toInt64(-1))), toTypeName(if(number = 0, 1::UInt64, 1.5::Float32)), toTypeName(if(number = 1, today(), 1)), toTypeName(if(number = 1, toDecimal32(1, 2), 1.5)), toTypeName(if(number = 1, toIPv4('1.1.1.1'), '')), toTypeName(if(number = 1, 'a', true)), toTypeName(if(1, NULL, 'a')), toTypeName(if(1, 1, 'a')) FROM numbers(1);
SELECT toTypeName([1, toIntervalDay(1)]), [toIntervalDay(1), toIntervalHour(1), 3], toTypeName([toIntervalYear(1), toIntervalMonth(1)]), toTypeName([toIntervalDay(1), today()]);
SELECT x, toTypeName(x), variantType(x) FROM (SELECT 1 AS x UNION ALL SELECT 'a' UNION ALL SELECT '5' UNION ALL SELECT NULL) ORDER BY toString(x);
SELECT toTypeName(x) FROM (SELECT [1] AS x UNION ALL SELECT ['a']) LIMIT 1;
SELECT toTypeName(x) FROM (SELECT [1] AS x UNION ALL SELECT NULL) LIMIT 1;
SELECT x FROM (SELECT 1 AS x INTERSECT SELECT 'a');
SELECT x FROM (SELECT 1 AS x EXCEPT SELECT 'a');
SELECT count() FROM (SELECT 1 UNION DISTINCT SELECT 'a' UNION DISTINCT SELECT 'a');
SELECT if(number = 1, 1, 'a') FROM numbers(1) SETTINGS use_variant_as_common_type = 0; -- { serverError NO_COMMON_TYPE }
SELECT 1 UNION ALL SELECT 'a' SETTINGS use_variant_as_common_type = 0; -- { serverError NO_COMMON_TYPE }
SELECT map('a', 1, 'b', 'c') SETTINGS use_variant_as_common_type = 0; -- { serverError NO_COMMON_TYPE }
SELECT greatest(1, 'a'); -- { serverError NO_COMMON_TYPE }
SELECT CASE number WHEN 1 THEN 1 ELSE 'a' END FROM numbers(1); -- { serverError NO_COMMON_TYPE }
SELECT arrayConcat([1], ['a']); -- { serverError NO_COMMON_TYPE }
-- Conversions.
SET allow_suspicious_variant_types = 1;
SELECT CAST(1, 'Variant(String, UInt64)'); -- { serverError CANNOT_CONVERT_TYPE }
SELECT variantType(1::Variant(String, UInt64)), variantType(1.5::Variant(String, UInt64));
SELECT CAST(1.5, 'Variant(String, UInt64)'); -- { serverError CANNOT_CONVERT_TYPE }
SELECT CAST('1', 'Variant(String, UInt64)') AS v, variantType(v), CAST('abc', 'Variant(String, UInt64)') AS w, variantType(w), CAST('', 'Variant(String, UInt64)') AS e, variantType(e), CAST('NULL', 'Variant(String, UInt64)') AS n, variantType(n);
SELECT variantType('true'::Variant(Bool, String)), variantType('1'::Variant(Bool, String)), variantType('1'::Variant(Bool, UInt8)), variantType('yes'::Variant(Bool, String)), variantType('1.5'::Variant(Decimal(9, 2), Float64, String)), variantType('-1'::Variant(Int64, UInt64, String)), variantType('300'::Variant(UInt8, String)), variantType('300'::Variant(UInt8, UInt16, String));
SELECT variantType('2020-01-01 00:00:00'::Variant(Date, DateTime, String)), variantType('2020-01-01'::Variant(Date, DateTime, String)), variantType('1.2.3.4'::Variant(IPv4, String)), variantType('61f0c404-5cb3-11e7-907b-a6006ad3dba0'::Variant(UUID, String)), variantType('a'::Variant(Enum8('a' = 1), String));
SELECT variantType('[a,b]'::Variant(Array(UInt64), String)), variantType('[1,2]'::Variant(Array(UInt64), String)), variantType('[\'a\',\'b\']'::Variant(Array(UInt64), Array(String), String)), variantType('(1,\'b\')'::Variant(Tuple(UInt64, String), String)), variantType('{\'a\':1}'::Variant(Map(String, UInt64), String)), variantType('[[1]]'::Variant(Array(UInt8), Array(Array(UInt8)), String));
SELECT CAST('[1,\'a\',NULL]', 'Array(Variant(String,UInt64))') AS v, arrayMap(x -> variantType(x), v);
SELECT 'abc'::Variant(Date, UInt64); -- { serverError INCORRECT_DATA }
SELECT ''::Variant(Date, UInt64); -- { serverError INCORRECT_DATA }
SELECT variantType('1'::Variant(String, UInt64)) SETTINGS cast_string_to_variant_use_inference = 0;
SELECT '1'::Variant(Date, UInt64) SETTINGS cast_string_to_variant_use_inference = 0; -- { serverError CANNOT_CONVERT_TYPE }
SELECT variantType(toFixedString('1', 1)::Variant(String, UInt64)), variantType('a'::LowCardinality(String)::Variant(String, UInt64)), variantType('a'::LowCardinality(String)::Variant(LowCardinality(String), UInt64)), variantType(1::Nullable(UInt8)::Variant(String, UInt8)), variantType(NULL::Variant(String, UInt8));
SELECT toTypeName(1::UInt64::Variant(UInt64, String)::Variant(UInt64, String, Date) AS v), variantType(v), v;
SELECT 1::UInt64::Variant(UInt64, String)::Variant(String); -- { serverError CANNOT_CONVERT_TYPE }
SELECT 1::UInt64::Variant(UInt64, Array(UInt8))::Array(UInt8); -- { serverError TYPE_MISMATCH }
SELECT 1::UInt8::Variant(String, UInt8)::String, 1::UInt8::Variant(String, UInt8)::UInt64, toTypeName(1::UInt8::Variant(String, UInt8)::UInt64), NULL::Variant(String, UInt8)::UInt64, NULL::Variant(String, UInt8)::Nullable(UInt64), 'x'::Variant(String, UInt8)::Nullable(UInt64), '7'::Variant(String, Date)::Int32;
SELECT 'a'::Variant(String, UInt8)::UInt64; -- { serverError CANNOT_PARSE_TEXT }
SELECT (1::UInt64::Variant(UInt64, String), 2)::Tuple(String, UInt8), [1::UInt64::Variant(UInt64, String), 'a']::Array(String);
SELECT toUInt64('5'::Variant(String, Date)) AS x, toTypeName(x), toString(NULL::Variant(UInt64, String)) AS y, toTypeName(y), toInt8(1::UInt64::Variant(UInt64, String)) AS z, toTypeName(z);
SELECT toNullable(1::UInt8::Variant(UInt8, String)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
-- An array that is written out with values of several types is no literal of its own.
SELECT [1, 'a']; -- { serverError NO_COMMON_TYPE }
SELECT [NULL, 1, 'a'] AS x, length(x); -- { serverError NO_COMMON_TYPE }
SELECT [1, 'a'][1], ([1, 'a'], 1), toString([1, 'a']);
