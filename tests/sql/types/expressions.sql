SELECT toTypeName(1), toTypeName(-1), toTypeName(256), toTypeName(65536), toTypeName(4294967296), toTypeName(18446744073709551616), toTypeName(1.5), toTypeName('a'), toTypeName(NULL), toTypeName(true);
SELECT toTypeName([]), toTypeName([1, 2]), toTypeName([1, -1]), toTypeName([1, NULL]), toTypeName(['a']), toTypeName([[1], []]), toTypeName([1, 1.5]);
SELECT toTypeName((1, 'a')), toTypeName(tuple(1)), toTypeName(map('a', 1)), toTypeName(map());
SELECT toTypeName(1 + 1), toTypeName(1 - 1), toTypeName(1 * 300), toTypeName(1 / 2), toTypeName(intDiv(300, 2)), toTypeName(7 % 3), toTypeName(-7 % 3), toTypeName(1 + 1.5), toTypeName(toUInt64(1) + toInt64(1)), toTypeName(toFloat32(1) + toFloat32(1));
SELECT toTypeName(1 = 1), toTypeName(1 < NULL), toTypeName(NOT 1), toTypeName(1 AND 0), toTypeName(NULL AND 1), toTypeName(1 OR NULL);
SELECT toTypeName(if(1, 1, 300)), toTypeName(if(1, 1, NULL)), toTypeName(if(1, 1, -1)), toTypeName(if(1, toDate('2024-01-01'), toDateTime('2024-01-01 00:00:00', 'UTC'))), toTypeName(CASE WHEN 1 THEN 1 ELSE 1.5 END), toTypeName(CASE WHEN 0 THEN 'a' END);
SELECT toTypeName(coalesce(NULL, 1)), toTypeName(ifNull(NULL, 'a')), toTypeName(nullIf(1, 1)), toTypeName(toNullable(1)), toTypeName(assumeNotNull(toNullable(1)));
SELECT toTypeName(CAST(1 AS Int64)), toTypeName(1::Decimal(10, 2)), toTypeName('2024-01-01'::Date), toTypeName(CAST('a' AS LowCardinality(String))), toTypeName(CAST([1] AS Array(String))), toTypeName(CAST(1 AS Nullable(UInt8))), toTypeName(CAST('a' AS Enum8('a' = 1)));
SELECT toTypeName(now() - now()), toTypeName(today()), toTypeName(toDate('2024-01-01') + 1), toTypeName(toDate('2024-01-02') - toDate('2024-01-01')), toTypeName(INTERVAL 1 DAY), toTypeName(toDateTime64('2024-01-01 00:00:00', 3, 'UTC'));
SELECT toTypeName([1, 2][1]), toTypeName((1, 'a').2), toTypeName(map('a', 1)['a']), toTypeName(['a', NULL][1]);
SELECT toTypeName(toDecimal32(1, 2) + toDecimal64(1, 4)), toTypeName(toDecimal32(1, 2) * toDecimal32(1, 2)), toTypeName(toDecimal32(1, 2) / 2), toTypeName(toDecimal32(1, 2) + 1), toTypeName(toDecimal32(1, 2) + 1.5);
SELECT toTypeName(1 IN (1)), toTypeName((SELECT 1)), toTypeName(EXISTS (SELECT 1)), toTypeName(1 BETWEEN 0 AND 2), toTypeName(NULL IS NULL);
SELECT 255 + 1, toUInt8(255) + toUInt8(1), -128 - 1, 127 * 127, 1 / 0, -1 / 0, 0 / 0, 7 DIV 2, 7 MOD 3, -7 % 3, 7.5 % 2;
SELECT 9223372036854775807 + 1, 18446744073709551615 + 1, -9223372036854775808 - 1, toInt8(127) + 1, toUInt64(1) - 2;
SELECT NULL + 1, NULL = NULL, NULL OR 1, NULL AND 0, NOT NULL, NULL || 'a', if(NULL, 1, 2);
SELECT 1 = 1.0, '1' = '1', 1 < 2 AND 2 < 3, 'a' < 'b', 'a' < 'B', [1, 2] < [1, 3], (1, 2) < (1, 3), (1, 2) = (1, 2), toUInt64(18446744073709551615) > -1, -1 < toUInt8(0);
SELECT toDate('2024-01-31') + INTERVAL 1 MONTH, toDate('2024-02-29') + INTERVAL 1 YEAR, toDateTime('2024-01-01 00:00:00', 'UTC') + INTERVAL 1 HOUR, toDate('2024-01-01') - INTERVAL 1 DAY;
SELECT CASE 2 WHEN 1 THEN 'one' WHEN 2 THEN 'two' ELSE 'many' END, CASE WHEN NULL THEN 1 ELSE 2 END, multiIf(0, 'a', 0, 'b', 'c'), 1 ? 2 : 3;
SELECT [1, 2, 3][2], [1, 2, 3][-1], [1, 2, 3][10], (1, 'x').1, map('k', 5)['k'], map('k', 5)['z'];
SELECT 0x1F, 0b101, 1e3, .5, 1_000, 'it''s', 'a\tb', '\x41', $$heredoc$$, inf, nan, -inf;
SELECT toTypeName(0x1F), toTypeName(1e3), toTypeName(inf), toTypeName(-0);
SELECT DATE '2024-01-01', TIMESTAMP '2024-01-01 00:00:00', toTypeName(DATE '2024-01-01');
SELECT 1 AS `a b`, 'x' AS "quoted", 2 AS `c.d` FORMAT TSVWithNames;
SELECT 1 + 1, sum(1), 'a', [1, 2], (1, 2), -1, NOT 1, 1 IN (1, 2), CAST(1 AS UInt8), 1::String, if(1, 2, 3), NULL, 1.50 FORMAT TSVWithNames;
SELECT number + 1, number AS n, n * 2, toString(number), -number, number = 1 AND number > 0, number BETWEEN 1 AND 2, number IS NULL, number NOT IN (1, 2) FROM numbers(1) FORMAT TSVWithNames;
SELECT count(), count(*), sum(number + 1), countIf(number > 1), avg(DISTINCT number), max(number) OVER (PARTITION BY number % 2 ORDER BY number) FROM numbers(1) GROUP BY number FORMAT TSVWithNames;
SELECT x -> x + 1; -- { serverError BAD_ARGUMENTS }
SELECT CASE WHEN number = 0 THEN 'z' ELSE 'n' END, number = 1 ? 1 : 2, [number][1], (number, 1).1, number || 'a', interval 1 day, arrayJoin([1]) FROM numbers(1) FORMAT TSVWithNames;
SELECT (SELECT 1) AS a, (SELECT 1) + 1 AS b, EXISTS (SELECT 1) AS c, 1 IN (SELECT 1) AS d FORMAT TSVWithNamesAndTypes;
SELECT [][1]; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT 1 AS a, a + 1, t.number FROM numbers(1) AS t FORMAT JSONEachRow;
SELECT 1, 'x' AS y, [1, 2] AS z FORMAT JSONCompact SETTINGS output_format_write_statistics = 0;
SELECT 1 + 'a'; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT [1, 'a']; -- { serverError NO_COMMON_TYPE }
SELECT if(1, 2); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT toUInt8('256');
SELECT toDate('abc'); -- { serverError CANNOT_PARSE_DATE }
SELECT CAST('abc' AS UInt8); -- { serverError CANNOT_PARSE_TEXT }
SELECT CAST(NULL AS UInt8); -- { serverError CANNOT_CONVERT_TYPE }
SELECT CAST('zz' AS Enum8('a' = 1)); -- { serverError UNKNOWN_ELEMENT_OF_ENUM }
SELECT toDecimal32(1, 10); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT CAST(1 AS Nope); -- { serverError UNKNOWN_TYPE }
SELECT (1, 2).3; -- { serverError ARGUMENT_OUT_OF_BOUND }
