-- Texts of numbers and parts of addresses, names of partitions, settings as values, intervals in other units.
SELECT netloc('http://user@www.example.com:8080/a/b?x=1#end'), netloc('http://a.b/c/d'), netloc('http://a.b/c?d/e'), netloc('http://a/b@c/d'), netloc('http://a?b/c#d'), netloc('http://a?b@c d'), netloc('http://a/b/c d');
SELECT netloc('ab c'), netloc('ab/c d'), netloc('2024-05-06 07:08:09'), netloc('a:1 c'), netloc(' ab'), netloc('//'), netloc('//a'), netloc('/ab'), netloc(''), netloc('http:/ab c'), netloc('aaaaaaaaaaaaaaa b'), netloc('aaaaaaaaaaaaaaaa b'), netloc('abcdefghijklm://x/y'), netloc('abcdefghijklmn://x/y');
SELECT netloc('http://a=b=c'), netloc('http://a%b@c%d'), netloc('x@ab c'), netloc('é/a b'), netloc('abé c'), netloc('ab[c]');
SELECT printf('%5.1f|%-8.2f|%+.1f|%e|%g', inf, nan, -inf, inf, nan), printf('%05.2f', inf), printf('%010f', -inf), printf('%-08.3f|', 3.14159), printf('%08.3f', 3.14159);
SELECT printf('%f', 1e300), printf('%05.2f %s', materialize(-1e300), 'a'), printf('%.3e', 1e300), printf('%i', 5), printf('%%'), printf('%s %%', 'x');
SELECT printf('%d', toUInt64(18446744073709551615)), printf('%u', toUInt64(18446744073709551615)), printf('%x', -1), printf('%5d|%-5d|%+d|%x|%o|%c', 3, 4, 5, 255, 8, 65);
SELECT printf('%5.1f %d', if(number = 1, NULL, number / 2), number) FROM numbers(3);
SELECT printf('abc%'); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT printf('%f', 5); -- { serverError BAD_ARGUMENTS }
SELECT regexpExtract('a=1', '(\\w)=(\\d)', toInt128(1)), regexpExtract('a=1', '(\\w)=(\\d)', materialize(toUInt256(2)));
SELECT regexpExtract('a=1', '(\\w)=(\\d)', toInt128(-5)); -- { serverError INDEX_OF_POSITIONAL_ARGUMENT_IS_OUT_OF_RANGE }
SELECT regexpExtract('a=1', '(\\w)=(\\d)', materialize(toUInt256(7))); -- { serverError INDEX_OF_POSITIONAL_ARGUMENT_IS_OUT_OF_RANGE }
SELECT hasAllTokens('hello world', []), hasAnyTokens('hello world', []), hasAllTokens('hello world', ['hello'], 'splitByNonAlpha');
SELECT hasAllTokens('hello world', ['hello'], 1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT hasAnyTokens('hello world', toFixedString('ab', 3)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT partitionId([1, 2]), partitionId((1, 'a')), partitionId(map('a', 1, 'b', 2)), partitionId(toUUID('61f0c404-5cb3-11e7-907b-a6006ad3dba0')), partitionId(toIPv6('::1'));
SELECT partitionId([NULL, 3]), partitionId((1, NULL)), partitionId([[1], []], 'a'), partitionId([]), partitionId(tuple()), partitionId(map()), partitionId(toInt128(-5)), partitionId([toDate('2020-01-01')], [true], [toDecimal32(1, 2)]);
SELECT getSettingOrDefault('max_threads', NULL) AS x, toTypeName(x);
SELECT getSettingOrDefault(NULL, 5) AS x, toTypeName(x);
SELECT getSettingOrDefault('custom_x', toNullable(toDate('2020-01-01'))) AS x, toTypeName(x);
SELECT getSettingOrDefault('custom_x', toDate('1970-01-02')) AS x, toTypeName(x);
SELECT getSettingOrDefault('custom_x', toDate32('1960-01-02')) AS x, toTypeName(x);
SELECT getSettingOrDefault('custom_x', CAST('b', 'Enum16(\'b\' = 2000)')) AS x, toTypeName(x);
SELECT getSettingOrDefault('custom_x', toDateTime64('2024-05-06 07:08:09', 0, 'UTC')) AS x, toTypeName(x);
SELECT getSettingOrDefault(toNullable('custom_x'), 5) AS x, toTypeName(x);
SELECT getSettingOrDefault('custom_x', true) AS x, toTypeName(x);
SELECT getSettingOrDefault(toLowCardinality('custom_x'), 'none') AS x, toTypeName(x);
SELECT getSettingOrDefault('custom_x', toDateTime64('2024-05-06 07:08:09.123', 3)) AS x, toTypeName(x);
SELECT getSettingOrDefault('custom_x', toIntervalDay(1000)) AS x, toTypeName(x);
SELECT getSettingOrDefault('custom_x', [1, 300]) AS x, toTypeName(x);
SELECT getSettingOrDefault('custom_x', toTime('01:02:03')) AS x, toTypeName(x);
SELECT getSettingOrDefault('custom_x', toIPv4('1.2.3.4')) AS x, toTypeName(x);
SELECT getSettingOrDefault('custom_x', toDecimal32(1,2)) AS x, toTypeName(x);
SELECT getSettingOrDefault('custom_x', toUInt256(1)) AS x, toTypeName(x);
SELECT getSettingOrDefault('custom_x', materialize(5)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT toIntervalMonth(toIntervalDay(1)), toIntervalMonth(toIntervalDay(31)), toIntervalYear(toIntervalDay(1000)), toIntervalQuarter(toIntervalDay(100)), toIntervalDay(toIntervalMonth(1)), toIntervalDay(toIntervalYear(1)), toIntervalMonth(toIntervalWeek(5)), toIntervalMonth(toIntervalDay(-31)), toIntervalYear(toIntervalQuarter(5));
SELECT toInterval(5, toNullable('day')) AS x, toTypeName(x);
SELECT toInterval(toLowCardinality(5), 'day') AS x, toTypeName(x);
SELECT toInterval(NULL, 'day') AS x, toTypeName(x);
SELECT toInterval(5, NULL); -- { serverError BAD_ARGUMENTS }
SELECT digits(NULL, 7, 2) AS x, toTypeName(x), toBool(NULL) AS y, toTypeName(y), parseISO8601Duration(NULL) AS z, toTypeName(z);
SELECT toTypeName(randUniform(5, 1)); -- { serverError BAD_ARGUMENTS }
SELECT toTypeName(randChiSquared(1000001)); -- { serverError BAD_ARGUMENTS }
SELECT toTypeName(randPoisson(1000000001)); -- { serverError BAD_ARGUMENTS }
SELECT toTypeName(randPoisson(-1.)); -- { serverError CANNOT_CONVERT_TYPE }
