-- Settings that change what functions give.
SELECT splitByChar(',', 'a,b,c', 2), splitByString(', ', 'a, b, c', 2), splitByWhitespace('a b c', 2), splitByNonAlpha('a;b c', 2), splitByRegexp('[0-9]', 'a1b2c', 2), alphaTokens('ab1cd2', 1), splitByString('', 'abc', 2), splitByChar(',', 'a,b', 5), splitByChar(',', '', 2), splitByWhitespace(' a  b ', 1), splitByNonAlpha(',a,,b,', 1), splitByChar(',', 'a,b,c', 1) SETTINGS splitby_max_substrings_includes_remaining_string = 1;
SELECT splitByNonAlpha('  1!  a,   b.  ', 2), splitByWhitespace('  1!  a,   b.  ', 2), splitByRegexp('', 'abcd', 2), alphaTokens('a1b2c', 2) SETTINGS splitby_max_substrings_includes_remaining_string = 1;
SELECT least(1, NULL), greatest(NULL, 2), least(toNullable(3), 5), toTypeName(greatest(1, NULL)) SETTINGS least_greatest_legacy_null_behavior = 1;
SELECT least(1, NULL), greatest(NULL, 2), toTypeName(greatest(1, NULL));
SELECT JSON_VALUE('{"a": null}', '$.a'), JSON_VALUE('{"a": 1}', '$.b'), toTypeName(JSON_VALUE('{"a": 1}', '$.b')), JSON_VALUE('bad', '$.a'), JSON_VALUE('{"a": [1]}', '$.a') SETTINGS function_json_value_return_type_allow_nullable = 1;
SELECT JSON_VALUE('{"a": [1, 2]}', '$.a'), JSON_VALUE('{"a": {"b": 1}}', '$.a'), JSON_VALUE('{"a": 1}', '$.a'), JSON_VALUE('{"a": "x"}', '$.a') SETTINGS function_json_value_return_type_allow_complex = 1;
SELECT parseDateTime('2024-5-6 7:08', '%Y-%c-%e %k:%M') SETTINGS formatdatetime_parsedatetime_m_is_month_name = 0;
SELECT parseDateTime('2024-05-6', '%Y-%m-%e') SETTINGS parsedatetime_e_requires_space_padding = 1; -- { serverError CANNOT_PARSE_DATETIME }
SELECT parseDateTime('2024-05- 6', '%Y-%m-%e') SETTINGS parsedatetime_e_requires_space_padding = 1;
SELECT parseDateTime('2024-5-06 7', '%Y-%c-%d %l') SETTINGS parsedatetime_parse_without_leading_zeros = 0; -- { serverError CANNOT_PARSE_DATETIME }
SELECT parseDateTime('2024-05-06 07', '%Y-%c-%d %l'), parseDateTime('2024-05-06 07', '%Y-%c-%d %k');
SELECT parseDateTime('2024-5-06', '%Y-%m-%d'); -- { serverError CANNOT_PARSE_DATETIME }
SELECT parseDateTime('2024-5-06', '%Y-%c-%d');
SELECT toDate(-1), toDate(100000), toDateTime(-1), toDateTime(5000000000), toDate(toDate32('2200-01-01')), toDateTime(toDateTime64('2200-01-01 00:00:00', 3)) SETTINGS date_time_overflow_behavior = 'saturate';
SELECT toDate(100000) SETTINGS date_time_overflow_behavior = 'throw';
SELECT toDateTime(5000000000) SETTINGS date_time_overflow_behavior = 'throw';
SELECT toDate(toDate32('2200-01-01')) SETTINGS date_time_overflow_behavior = 'throw'; -- { serverError VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE }
SELECT toDate(toDate32('1900-01-01')) SETTINGS date_time_overflow_behavior = 'throw'; -- { serverError VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE }
SELECT toDateTime(toDateTime64('2200-01-01 00:00:00', 3)) SETTINGS date_time_overflow_behavior = 'throw'; -- { serverError VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE }
SELECT toDate32(1000000000) SETTINGS date_time_overflow_behavior = 'throw';
SELECT toDate(toDateTime64('1900-01-01 00:00:00', 3)) SETTINGS date_time_overflow_behavior = 'throw'; -- { serverError VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE }
SELECT CAST('2024-05-06T07:08:09Z' AS DateTime('UTC')) SETTINGS cast_string_to_date_time_mode = 'best_effort';
SELECT toDateTime('6 May 2024 07:08', 'UTC') SETTINGS cast_string_to_date_time_mode = 'best_effort';
SELECT toIPv4('bad'), CAST('bad', 'IPv6'), toIPv6('1') SETTINGS cast_ipv4_ipv6_default_on_conversion_error = 1;
