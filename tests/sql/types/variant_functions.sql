-- Functions over Variants: their own, those that are called for the type of each value, and keys.
SELECT variantElement(v, 'String') AS s, variantElement(v, 'UInt64') AS n, variantElement(v, 'Array(UInt8)') AS a, v.String, v.UInt64, v.`Array(UInt8)`, variantType(v), isNull(v), v IS NOT NULL FROM (SELECT multiIf(number = 0, number, number = 1, 'a', number = 2, [1::UInt8], NULL) AS v FROM numbers(4));
SELECT toTypeName(variantElement(v, 'String')), toTypeName(v.`Array(UInt8)`), toTypeName(variantType(v)), toTypeName(v.String.size), v.String.size, v.String.null FROM (SELECT multiIf(number = 0, number, number = 1, 'a', [1::UInt8]) AS v FROM numbers(2));
SELECT variantElement([1::UInt64::Variant(UInt64, String), 'a'], 'UInt64') AS x, toTypeName(x), variantElement(1::UInt8::Variant(UInt8, String), 'Int8', 7), arrayMap(x -> x.UInt64, [1::UInt64::Variant(UInt64, String)]);
SELECT variantElement(1::UInt8::Variant(UInt8, String), 'Int8'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT variantElement(1, 'Int8'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT variantType(1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT v.Foo FROM (SELECT if(number, number, 'a') AS v FROM numbers(1)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT v.Foo FROM (SELECT number = 1 ? number : 'a' AS v FROM numbers(1)); -- { serverError UNKNOWN_IDENTIFIER }
-- One call for each type.
SELECT if(number % 2, number, toString(number)) AS v, reverse(v) AS r, toTypeName(r) FROM numbers(3) SETTINGS variant_throw_on_type_mismatch = 0;
SELECT if(number % 2, number, [number]) AS v, v + v AS x, toTypeName(x), length(v) AS l, toTypeName(l) FROM numbers(3) SETTINGS variant_throw_on_type_mismatch = 0;
SELECT if(number % 2, number, toFloat32(number)) AS v, toTypeName(abs(v)), toTypeName(-v), -v, toTypeName(v + v), v + v FROM numbers(3);
SELECT if(number % 2, number, 'abc') AS v, length(v) FROM numbers(3); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT if(number % 2, number, 'abc') AS v, length(v) FROM numbers(1);
SELECT length('abc'::Variant(UInt64, String)) AS x, toTypeName(x), 1::UInt64::Variant(UInt64, String) || 'x', lower('ABC'::Variant(UInt64, String)), concat(NULL::Variant(UInt64, String), 'x'), toYear('2020-01-01'::Variant(Date, String)), round('1.5'::Variant(Float64, String));
SELECT 1::UInt64::Variant(UInt64, String) = 1::UInt64, 1::UInt64::Variant(UInt64, String) < 2, toTypeName(1::UInt64::Variant(UInt64, String) = 1), 1::UInt64::Variant(UInt64, String) = 1::UInt64::Variant(UInt64, String), NULL::Variant(UInt64, String) = 1, 1::UInt64::Variant(UInt64, String) = 1::UInt64::Variant(UInt64, Date);
SELECT 1::UInt64::Variant(UInt64, String) = 'a'; -- { serverError TYPE_MISMATCH }
SELECT 1::UInt64::Variant(UInt64, String) = 1::UInt64 SETTINGS use_variant_default_implementation_for_comparisons = 0; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT 1::UInt64::Variant(UInt64, String) = 1::UInt64::Variant(UInt64, String) SETTINGS use_variant_default_implementation_for_comparisons = 0;
SELECT 1::UInt64::Variant(UInt64, String) IN (1, 2), 1::UInt64::Variant(UInt64, String) IN ('a'), 1::UInt64::Variant(UInt64, String) IN (SELECT 1), 'a'::Variant(UInt64, String) IN ('a', 'b'), 'a'::Variant(UInt64, String) NOT IN (SELECT 'a'), NULL::Variant(UInt64, String) IN (1);
SELECT if(v.UInt64 = 1, v, 'q') AS x, toTypeName(x), coalesce(v, 1.5) AS y, toTypeName(y), [v, 1.5] AS z, toTypeName(z), tuple(v) FROM (SELECT multiIf(number = 0, number, number = 1, 'a', NULL) AS v FROM numbers(3));
SELECT arrayPushBack([1::UInt64::Variant(UInt64, String)], 1::UInt64); -- { serverError NO_COMMON_TYPE }
SELECT arraySort([1::UInt64::Variant(UInt64, String), 'b', 'a', 0::UInt64]), arrayDistinct([1::UInt64::Variant(UInt64, String), 'b', 'b']);
-- Aggregates and keys.
SELECT groupArray(v), anyLast(v), count(v), uniqExact(v), argMax(v, number), sum(v.UInt64), groupArray(v.String) FROM (SELECT number, multiIf(number % 3 = 0, number, number % 3 = 1, 'a', NULL) AS v FROM numbers(5));
SELECT min(v) FROM (SELECT if(number % 2, number, 'a') AS v FROM numbers(3)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT argMax(1, v) FROM (SELECT if(number % 2, number, 'a') AS v FROM numbers(3)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT sum(v) FROM (SELECT if(number % 2, number, toFloat32(number)) AS v FROM numbers(3)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT if(number % 2, number, 'a') AS v FROM numbers(3) ORDER BY v; -- { serverError ILLEGAL_COLUMN }
SELECT if(number % 2, number, 'a') AS v FROM numbers(3) ORDER BY ALL; -- { serverError ILLEGAL_COLUMN }
SELECT if(number % 2, number, 'a') AS v FROM numbers(3) ORDER BY 1; -- { serverError ILLEGAL_COLUMN }
SELECT 1 FROM numbers(3) ORDER BY [if(number % 2, number, 'a')]; -- { serverError ILLEGAL_COLUMN }
SELECT if(number % 2, number, 'a') AS v FROM numbers(3) GROUP BY v; -- { serverError ILLEGAL_COLUMN }
SELECT if(number % 2, number, 'a') AS v, count() OVER (PARTITION BY v) FROM numbers(3); -- { serverError ILLEGAL_COLUMN }
SELECT count() FROM (SELECT DISTINCT if(number % 2, number % 4, 'a') FROM numbers(8));
SELECT count() FROM (SELECT 1 FROM numbers(6) LIMIT 1 BY if(number % 2, number, 'a'));
SET allow_suspicious_types_in_order_by = 1, allow_suspicious_types_in_group_by = 1;
SELECT multiIf(number % 3 = 0, number, number % 3 = 1, 'a' || toString(10 - number), NULL) AS v FROM numbers(9) ORDER BY v;
SELECT multiIf(number % 3 = 0, number, number % 3 = 1, 'a' || toString(10 - number), NULL) AS v FROM numbers(9) ORDER BY v DESC;
SELECT multiIf(number % 3 = 0, number, number % 3 = 1, 'a' || toString(10 - number), NULL) AS v FROM numbers(9) ORDER BY v NULLS FIRST LIMIT 4;
SELECT multiIf(number % 3 = 0, 1, number % 3 = 1, 'a', NULL) AS v, count(), sum(number) FROM numbers(10) GROUP BY v ORDER BY v;
