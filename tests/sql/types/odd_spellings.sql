-- Values that are not written in the usual way, many in one column.

SELECT '-- integers: signs, zeros, what does not fit';
SELECT s, toInt8OrNull(s), toUInt8OrNull(s), toInt64OrNull(s), toUInt64OrNull(s), toInt128OrNull(s), toInt256OrNull(s), toUInt256OrNull(s)
FROM values('s Nullable(String)', ('+007'), ('-0'), ('300'), ('-129'), ('--1'), ('+'), ('-'), (''), ('1 '), ('٣'), (NULL),
    ('9223372036854775808'), ('18446744073709551616'), ('-170141183460469231731687303715884105729'),
    ('115792089237316195423570985008687907853269984665640564039457584007913129639937'),
    ('00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000012'));
SELECT s, toInt8(s), toInt16(s), toUInt32(s), toInt64(s), toUInt64(s), toUInt128(s), toInt256(s)
FROM values('s String', ('+300'), ('70000'), ('+007'), ('18446744073709551617'), ('340282366920938463463374607431768211457'),
    ('99999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999'));
SELECT toUInt8(s) FROM values('s String', ('1'), ('-1')); -- { serverError CANNOT_PARSE_NUMBER }
SELECT toInt8(s) FROM values('s String', ('1'), ('')); -- { serverError ATTEMPT_TO_READ_AFTER_EOF }
SELECT toInt8(s) FROM values('s String', ('1'), ('1x')); -- { serverError CANNOT_PARSE_TEXT }

SELECT '-- floats';
SELECT s, toFloat64OrNull(s), toFloat32OrNull(s), toBFloat16OrNull(s)
FROM values('s Nullable(String)', ('inf'), ('-Infinity'), ('NaN'), ('+iNf'), ('1e400'), ('-1e-400'), ('.5'), ('5.'), ('1e'), ('.'), ('infinit'), (''), (NULL), ('3.14159'), ('ınf'));
SELECT toFloat64(s) FROM values('s String', ('1'), ('in')); -- { serverError CANNOT_PARSE_NUMBER }

SELECT '-- decimals: points, exponents, cut digits';
SELECT s, toDecimal32OrNull(s, 2), toDecimal64OrNull(s, 0), toDecimal128OrNull(s, 10), toDecimal256OrNull(s, 20)
FROM values('s Nullable(String)', ('1.999'), ('-1.999'), ('+.5'), ('.'), ('+'), ('e3'), ('1e3'), ('12345e-3'), ('1.2.3'), ('0e10'), ('1e-100'),
    ('1e-99999999999'), ('1234567890e-5'), ('0.0000000001e10'), ('1e'), ('1x'), (''), (NULL), ('00000000000000000000000000001.5'), ('-99999999.99'));
SELECT toDecimal32(s, 2) FROM values('s String', ('1.5'), ('1234567890e-5')); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT toDecimal32(s, 2) FROM values('s String', ('1.5'), ('1e99999999999')); -- { serverError CANNOT_PARSE_NUMBER }
SELECT d FROM format(TSV, 'd Decimal(5, 1)', '1.2.3\n.\n-e2\n1234.56\n12e1\n');
SELECT d FROM format(TSV, 'd Decimal(5, 1)', '1\n123456e-3\n'); -- { serverError ARGUMENT_OUT_OF_BOUND }

SELECT '-- words and addresses';
SELECT b FROM format(TSV, 'b Bool', 'YES\nno\nT\nf\nEnabled\ndisable\nOn\noFF\n1\n0\n');
SELECT b FROM format(TSV, 'b Bool', 'yes\nmaybe\n'); -- { serverError CANNOT_PARSE_BOOL }
SELECT s, toUUIDOrNull(s) FROM values('s Nullable(String)', ('00112233445566778899aabbccddeeff'), ('00112233-4455-6677-8899-AABBCCDDEEFF'), ('0011'), (''), (NULL), ('00112233445566778899aabbccddeefg'));
SELECT s, CAST(s AS Nullable(IPv6)) FROM values('s String', ('::1.2.3.4'), ('1::01.2.003.4'), ('1:2:3:4:5:6:7::'), ('1:2:3:4::5:6:7:8'), ('1:2:3:4:5:6:7:8::'), ('::1:2:3:4:5:6:7:8'), ('1:2:3:4:5:6:1.2.3.4'), ('1.2.3.4'), ('1.2.3.256'), ('1::2::3'), ('::12345'), (':1'), ('::'), (''));
SELECT a, b FROM format(TSV, 'a IPv4, b IPv6', '01.002.3.4\t::1.2.3.4\n255.255.255.255\t1:2:3:4:5:6:7::\n');
SELECT CAST(s AS IPv4) FROM values('s String', ('1.2.3.4'), ('01.2.3.4')); -- { serverError CANNOT_PARSE_IPV4 }
SELECT CAST(s AS Enum8('a' = 1, 'b' = -2, '3' = 4)) FROM values('s String', ('a'), ('1'), ('-2'), ('-02'), ('3'), ('4'));
SELECT CAST(s AS Enum8('a' = 1)) FROM values('s String', ('a'), ('c')); -- { serverError UNKNOWN_ELEMENT_OF_ENUM }
SELECT hex(CAST(s AS FixedString(3))) FROM values('s String', ('é'), (''), ('abc'), (unhex('FF')), ('a'));
SELECT CAST(s AS FixedString(3)) FROM values('s String', ('é'), ('éé')); -- { serverError TOO_LARGE_STRING_SIZE }

SELECT '-- days and clocks';
SELECT s, toDateOrNull(s), toDate32OrNull(s)
FROM values('s Nullable(String)', ('20240229'), ('2024/2/30'), ('2024.13.01'), ('2024-1-2 03:04:05'), ('2024-01-02 03:04:05'), ('2024-01-02T03:04:05'), ('2024-01-02 03:04:05.123'), ('2024-01-02 03:04:05.'),
    ('2024-01-02 xxxxxxxx'), ('2024-01-02xxxxxxxxx'), ('1800-01-01'), ('9999-12-31'), ('0000-00-00'), ('2024é05é06'), ('202-1-1'), (''), (NULL));
SELECT toDate(s) FROM values('s String', ('2024/2/30'), ('2024')); -- { serverError CANNOT_PARSE_DATE }
SELECT toDate(s) FROM values('s String', ('2024/2/30'), ('2024-1-2 03:04:05')); -- { serverError CANNOT_PARSE_TEXT }
SELECT d FROM format(TSV, 'd Date', '2024/2/30\n2024-01-02 03:04:05\n'); -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
SELECT s, CAST(s AS Nullable(Time)), CAST(s AS Nullable(Time64(3)))
FROM values('s String', ('5'), ('-5:06'), ('123:04:05'), ('6:5:1'), ('1:99:99'), ('4.'), ('-0:00:01.23456'), ('1234'), (''), ('x'));
SELECT CAST(s AS Time) FROM values('s String', ('5'), ('5:1')); -- { serverError CANNOT_PARSE_TEXT }

SELECT '-- moments by the best effort';
SELECT s, parseDateTime64BestEffortOrNull(s, 3, 'UTC'), parseDateTime64BestEffortUSOrNull(s, 3, 'UTC'), CAST(s AS Nullable(DateTime64(6, 'Europe/Berlin'))), parseDateTimeBestEffortOrNull(s, 'America/New_York')
FROM values('s Nullable(String)', ('2 Mar 2024 7:08:09 pm'), ('Tue, 5 Mar 2024 12:08 AM MSK'), ('March 5, 2024, 10:11:12.987654 +0530'), ('5/13/2024 1:2'), ('13.5.24'), ('2024 Mar 5 10:11'),
    ('202403 5'), ('20240305101112'), ('20240305 101112'), ('20240305-101112'), ('1700000000.25'), ('1700000000123'), ('1700000000123456'), ('1700000000123456789'), ('Z1700000000'),
    ('2024 413 29 UTC'), ('2024-03-31 02:30:00'), ('31 Mar 2024 02:30:00'), ('27 Oct 2024 02:30:00'), ('10 Mar 2024 2:30'), ('3 Nov 2024 1:30'), ('1 Jan 1960 00:00:00'), ('1 Jan 2200 00:00:00'),
    ('2024-03-05 10:11:12 -03 -04'), ('+01:00 2024-03-05 1:00 UTC'), ('2024,Mar'), ('2024-03-05, 10:11'), ('31 Feb 2024'), ('2024é05é06'), ('hello'), ('12'), (''), (NULL), (' ')) 
WHERE s != '12';
SELECT parseDateTimeBestEffort(s) FROM values('s String', ('5 Mar 2024'), ('5 Mar 2024 x')); -- { serverError CANNOT_PARSE_DATETIME }
SELECT parseDateTimeBestEffort(s) FROM values('s String', ('5 Mar 2024'), ('5 Mar 2024 10:11é')); -- { serverError CANNOT_PARSE_TEXT }
SELECT parseDateTime64BestEffort(s, 9) FROM values('s String', ('5 Mar 2024'), ('31 Dec 9999')); -- { serverError DECIMAL_OVERFLOW }
SELECT parseDateTime64BestEffortOrNull(s, 9, 'UTC') FROM values('s String', ('5 Mar 2024'), ('31 Dec 9999'));
SELECT count(), uniq(t), min(t), max(t) FROM (SELECT parseDateTimeBestEffort(concat(toString(number % 28 + 1), ' May ', toString(1980 + number % 100), ' ', toString(number % 24), ':5'), 'Europe/Berlin') AS t FROM numbers(5000));

SELECT '-- moments in the basic form';
SELECT * FROM format(TSV, 'd DateTime(\'UTC\'), e DateTime64(3, \'Europe/Berlin\')', '2024x05x06T07-08-09\t2024-05-06 07:08:09.1234\n1700000000\t1700000000.5\n2024-13-01\t1700000000123\n2024-02-31\t-5.25\n') SETTINGS date_time_input_format = 'basic';
SELECT * FROM format(TSV, 'd DateTime', '2024-05-06\nx\n') SETTINGS date_time_input_format = 'basic'; -- { serverError CANNOT_PARSE_DATETIME }
SELECT * FROM format(TSV, 'd DateTime(\'UTC\')', '5/13/2024\n13/5/2024 1:2 pm\n') SETTINGS date_time_input_format = 'best_effort_us';
