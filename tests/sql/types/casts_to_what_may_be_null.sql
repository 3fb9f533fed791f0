-- What is no value is NULL, but not for truth values and enums.
SELECT CAST('x' AS Nullable(Int8)), CAST('x' AS Nullable(IPv4)), CAST('x' AS Nullable(UUID)), CAST('x' AS Nullable(Decimal(9, 2))), CAST('' AS Nullable(Float64)), CAST('' AS Nullable(Date));
SELECT CAST(x AS Nullable(Bool)), toBool(x) FROM (SELECT arrayJoin([NULL, 'true', '0', 'yes']) AS x);
SELECT CAST('2' AS Nullable(Bool)); -- { serverError CANNOT_PARSE_BOOL }
SELECT CAST(toNullable('2') AS Nullable(Bool)); -- { serverError CANNOT_PARSE_BOOL }
SELECT CAST(materialize('') AS Nullable(Bool)); -- { serverError CANNOT_PARSE_BOOL }
SELECT accurateCastOrNull('2', 'Bool');
SELECT CAST(x AS Nullable(Enum8('a' = 1))) FROM (SELECT arrayJoin([NULL, 'a', '1']) AS x);
SELECT CAST('x' AS Nullable(Enum8('a' = 1))); -- { serverError UNKNOWN_ELEMENT_OF_ENUM }
SELECT CAST(toNullable('x') AS Nullable(Enum8('a' = 1))); -- { serverError UNKNOWN_ELEMENT_OF_ENUM }
-- What no Decimal and no integer holds is NULL, and in no set.
SELECT accurateCastOrDefault(123456789, 'Decimal(9,2)'), accurateCastOrNull(1234567, 'Decimal(9,2)'), accurateCastOrNull(1e10, 'Decimal(9,0)'), accurateCastOrNull(toDecimal64(99999999, 1), 'Decimal(9,2)'), accurateCastOrNull(nan, 'UInt8'), accurateCastOrDefault(-inf, 'Int64'), accurateCastOrNull(inf, 'Decimal(9,2)');
SELECT 1 IN (nan, 1), 1 IN (SELECT nan), nan IN (nan, 1), nan NOT IN (SELECT nan);
