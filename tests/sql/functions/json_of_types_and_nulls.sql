-- JSONExtract to types that JSON does not know, and of documents or paths that are NULL.
SELECT x, JSONExtract(x, 'a', 'Int8'), JSONExtract(x, 'a', 'Nullable(Int8)'), JSONExtract(x, 'a', 'Bool'), JSONExtract(x, 'a', 'Date'), JSONExtract(x, 'a', 'String'), JSONExtract(x, 'a', 'FixedString(2)'), JSONExtract(x, 'Tuple(a Int8, b String)'), JSONExtractCaseInsensitive(x, 'A', 'UInt64'), toTypeName(JSONExtract(x, 'Tuple(a Int8)')), toTypeName(JSONExtract(x, 'a', 'Int8')) FROM (SELECT arrayJoin([NULL, '{"a":1}', '{"a":"2020-01-01"}', '', '{"a":"x\\ny"}']) AS x);
SELECT count(), sum(JSONExtract(x, 'a', 'Int8')) FROM (SELECT if(number % 3 = 0, NULL, concat('{"a":', toString(number % 100), '}')) AS x FROM numbers(5000));
SELECT JSONExtract('{"a":1,"b":7}', p, 'Int8'), JSONExtractInt('{"a":1,"b":7}', p), JSONExtractCaseInsensitive('{"A":1,"b":7}', p, 'Int8') FROM (SELECT arrayJoin([NULL, 'a', 'b', 'c']) AS p);
SELECT JSONExtract(NULL, 'a', 'Int8'), toTypeName(JSONExtract(NULL, 'a', 'Int8')), JSONExtract('{"a":1}', NULL, 'Int8'), JSONExtract(CAST(NULL AS Nullable(String)), 'a', 'Int8');
SELECT JSONExtract(x, 'a', 'LowCardinality(String)') FROM (SELECT arrayJoin([NULL, '{"a":1}']) AS x); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT JSONExtract(x, 'a', 'Array(Int8)') FROM (SELECT arrayJoin([NULL, '{"a":1}']) AS x); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT 'a number is seconds';
SELECT x, JSONExtract(x, 'DateTime(\'UTC\')'), JSONExtract(x, 'DateTime64(3, \'UTC\')'), JSONExtract(x, 'Nullable(DateTime64(6, \'Europe/Berlin\'))'), JSONExtract(x, 'Nullable(DateTime(\'UTC\'))') FROM (SELECT arrayJoin(['3', '0', '-5', '2e0', '1.5', '-1.9999', '1700000000', '17000000000', '1.7e9', '"1700000000"', '"1700000000.25"', 'true', '"2020-01-02"', '"2020-01-02T03:04:05Z"', '1e30', '""', '"x"', '18446744073709551615', '9223372036854775807']) AS x);
SELECT JSONExtract('["2020-01-02 03:04:05", 3, 1.5, "x", null]', 'Array(DateTime(\'UTC\'))'), JSONExtract('{"a":3,"b":"2020-01-02"}', 'Map(String, DateTime64(3, \'UTC\'))'), JSONExtract('{"a":3}', 'Tuple(a DateTime(\'UTC\'))'), JSONExtractKeysAndValues('{"a":3,"b":"x"}', 'DateTime(\'UTC\')');
SELECT 'a day has no clock';
SELECT x, JSONExtract(x, 'Date'), JSONExtract(x, 'Date32'), JSONExtract(x, 'Nullable(Date)'), JSONExtract(concat('[', x, ']'), 'Array(Nullable(Date))') FROM (SELECT arrayJoin(['3', '"2020-01-02"', '"2020-1-2"', '"20200102"', '"2020-01-02 03:04:05"', '"2020-01-02 "', '"x"', '"2020/01/02"', '"2020-13-02"', '""', 'null']) AS x);
SELECT 'an enum has names and numbers';
SELECT x, JSONExtract(x, 'Nullable(Enum8(\'a\' = 1, \'12\' = 2))'), JSONExtract(concat('[', x, ',"a"]'), 'Array(Nullable(Enum8(\'a\' = 1, \'12\' = 2)))') FROM (SELECT arrayJoin(['3', '1', '2e0', '1.0', '"1"', '"12"', '"a"', 'true', '"2"', 'null', '"\\u0061"']) AS x);
SELECT 'a path has no star for members';
SELECT JSON_VALUE('{"a":1}', '$.*'); -- { serverError BAD_ARGUMENTS }
SELECT JSON_QUERY(materialize('{"a":{"b":1}}'), '$.a.*'); -- { serverError BAD_ARGUMENTS }
SELECT 'simple numbers';
SELECT x, simpleJSONExtractInt(x, 'a'), simpleJSONExtractUInt(x, 'a'), simpleJSONExtractFloat(x, 'a') FROM (SELECT concat('{"a":', arrayJoin(['1', '-1', '+1', '1.', '.5', '5.e3', '+.5', '.', '1e400', '1e', 'nan', '-nan', 'inf', '+inf', '-Infinity', '"5"', '"-5.5"', 'true', '00012', '+-1']), '}') AS x);
SELECT 'a number with too many digits';
SELECT x, JSONExtract(x, 'Decimal(9, 2)'), JSONExtract(x, 'Nullable(Decimal(9, 2))'), JSONExtract(x, 'Array(Decimal(9, 2))') FROM (SELECT arrayJoin(['3', '2e0', '1.005', '"1.5"', '"1.555"', '"x"', 'true', '"1e3"', '"12345678901"', '[1.5]', '["x",1]', '9999999', '-9999999.99', 'null']) AS x);
SELECT JSONExtract(materialize('{"a":12345678901}'), 'a', 'Nullable(Decimal(9, 2))'); -- { serverError DECIMAL_OVERFLOW }
SELECT JSONExtract('[1, 1e30]', 'Array(Decimal(9, 2))'); -- { serverError DECIMAL_OVERFLOW }
