-- Where texts stand in quotes, a number is seconds of the epoch, whatever its digits.
SELECT * FROM format(JSONEachRow, 'e DateTime(\'UTC\')', '{"e":300}{"e":1.5}{"e":1700000000}{"e":1700000000123}{"e":4294967296}{"e":"300000000"}{"e":0}{"e":-5}{"e":20240102}{"e":"20240102"}{"e":1.7e9}');
SELECT * FROM format(JSONEachRow, 'e DateTime64(3, \'UTC\')', '{"e":300}{"e":1.5}{"e":1700000000}{"e":1700000000123}{"e":"1700000000123"}{"e":4294967296}{"e":-5}{"e":-1.5}{"e":0}{"e":1.23456}{"e":1.7e9}');
SELECT * FROM format(JSONEachRow, 'e DateTime64(9, \'UTC\')', '{"e":17000000000}'); -- { serverError DECIMAL_OVERFLOW }
SELECT * FROM format(JSONEachRow, 'e Nullable(DateTime(\'UTC\')), f Map(String, DateTime64(3, \'UTC\')), g Tuple(a DateTime(\'UTC\')), h Array(DateTime(\'UTC\'))', '{"e":300,"f":{"a":12},"g":{"a":7},"h":[300,"2020-01-01 00:00:00",20240102]}{"e":null}');
SELECT * FROM format(JSONCompactEachRow, 'e DateTime(\'UTC\')', '[300]');
SELECT * FROM format(JSONColumns, 'e DateTime(\'UTC\')', '{"e":[300, 20240102]}');
SELECT * FROM format(TSV, 'c Array(DateTime(\'UTC\')), d Array(DateTime64(3, \'UTC\')), e Map(String, DateTime(\'UTC\'))', '[300]\t[300,-1.5]\t{\'a\':300,\'b\':\'2020-01-01 00:00:00\'}\n[1.5,\'2020-01-01\']\t[1.5,.5,5.]\t{}\n');
SELECT * FROM format(CSV, 'd Array(DateTime(\'UTC\'))', '"[300]"\n"[12]"\n');
SELECT * FROM format(Values, 'e DateTime(\'UTC\'), f DateTime64(3, \'UTC\')', '(300,300),(1.5,1.5),(1700000000123,1700000000123),(\'2020-01-01 00:00:00\',\'2020-01-01\')');
SELECT * FROM format(Values, 'e Array(DateTime(\'UTC\'))', '([300])');
SELECT CAST(x AS Array(DateTime('UTC'))), CAST(x AS Array(DateTime64(3, 'UTC'))) FROM (SELECT arrayJoin(['[0]', '[300]', '[1.5]', '[1700000000]', '[1700000000000]', '[4294967296]', '[12]', '[2024]', '[ 5 ]', '[+5]', '[-5]', '[\'1700000000\']']) AS x);
SELECT * FROM format(TSV, 'e DateTime', '300\n'); -- { serverError CANNOT_PARSE_DATETIME }
DROP TABLE IF EXISTS moments_of_numbers;
CREATE TABLE moments_of_numbers (e DateTime('UTC'), f DateTime64(3, 'UTC'), g Array(DateTime('UTC'))) ENGINE = Memory;
INSERT INTO moments_of_numbers VALUES (300, 300, [300]), (0, 1.5, [0, 20240102]), (1700000000123, 1700000000123, []), (100 + 200, 1 / 2, [1 + 1]), ('2020-01-01 00:00:00', '2020-01-01', ['2020-01-01 00:00:00']);
SELECT * FROM moments_of_numbers ORDER BY ALL;
DROP TABLE moments_of_numbers;
SELECT 'what may be NULL inside of a container is still a value';
SELECT CAST('[1,NULL,300]' AS Array(Nullable(Int8))), CAST('(300,\'\')' AS Tuple(Nullable(Int8), String)), CAST('[1.5,NULL]' AS Array(Nullable(Float64))), CAST('[]' AS Array(Nullable(Date))), CAST('[NULL,\'2020-01-02\']' AS Array(Nullable(Date)));
SELECT CAST('[\'\']' AS Array(Nullable(Date))); -- { serverError CANNOT_PARSE_DATE }
SELECT CAST(materialize('[\'a\']') AS Array(Nullable(DateTime))); -- { serverError CANNOT_PARSE_DATETIME }
SELECT CAST('[\'a\']' AS Array(Nullable(UUID))); -- { serverError CANNOT_PARSE_UUID }
SELECT CAST('x' AS Nullable(Int8)), CAST('' AS Nullable(Date));
