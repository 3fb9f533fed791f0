-- Bases, primes, natural order, parts compared, lengths of time, means of a row, boxes of geohashes.
SELECT number, conv(toString(number * 7919), number % 35 + 2, number * 3 % 35 + 2) FROM numbers(40);
SELECT conv('FF', 16, 10), conv('-1', 10, 16), conv(' 12 ', 10, 8), conv('zz', 36, 10), conv('18446744073709551616', 10, 10), conv('-18446744073709551616', 10, 10), conv(2.5, 10, 2), conv(-5, 10, 16), conv('xyz', 10, 2), conv('+7', 10, 2), conv('-', 10, 2), conv('  ', 10, 2), conv(toFixedString('12', 3), 10, 2), conv(NULL, 10, 2);
SELECT conv('', 10, 2); -- { serverError BAD_ARGUMENTS }
SELECT conv('1', 1, 2); -- { serverError BAD_ARGUMENTS }
SELECT conv('1', 10, materialize(37)); -- { serverError BAD_ARGUMENTS }
SELECT conv(toUInt128(3), 10, 2); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT sum(isPrime(number)) FROM numbers(30000);
SELECT sum(isPrime(number + 18446744073709541615)) FROM numbers(10000);
SELECT groupArray(n) FROM (SELECT number + 4294960000 AS n FROM numbers(3000)) WHERE isPrime(n);
SELECT isPrime(3215031751), isPrime(3825123056546413051), isPrime(341550071728321), isPrime(4759123141), isPrime(9223372036854775783), isPrime(0), isPrime(1), isPrime(2), isPrime(NULL);
SELECT isProbablePrime(17), isProbablePrime(toUInt128('170141183460469231731687303715884105727')), isProbablePrime(toUInt256('57896044618658097711785492504343953926634992332820282019728792003956564819949')), isProbablePrime(toUInt256('57896044618658097711785492504343953926634992332820282019728792003956564819951'), 3);
SELECT isPrime(-1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT isPrime(toUInt128(7)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT isProbablePrime(7, 0); -- { serverError BAD_ARGUMENTS }
SELECT isProbablePrime(7, materialize(3)); -- { serverError ILLEGAL_COLUMN }
SELECT naturalSortKey(toString(number * 37) || 'x0' || toString(number) || repeat('0', number % 3) || if(number % 2, 'y', '') || repeat('7', number)) FROM numbers(110);
SELECT s FROM (SELECT arrayJoin(['a10', 'a2', 'a1', 'a010', 'b', '', 'a', '10', '9', 'a2b3', 'a2b20', '\xff1']) AS s) ORDER BY naturalSortKey(s), s;
SELECT NATURAL_SORT_KEY('a3'), naturalSortKey(NULL);
SELECT naturalSortKey(toFixedString('a', 2)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT compareSubstrings('Saxony', 'Anglo-Saxon', 0, 6, 5), compareSubstrings('abc', 'abd', 0, 0, 2), compareSubstrings('abc', 'abd', 0, 0, 3), compareSubstrings('abc', 'abd', 5, 0, 3), compareSubstrings('abc', 'abd', 0, 5, 3), compareSubstrings('abc', 'abd', 5, 5, 3), compareSubstrings('abc', 'abd', 0, 0, 0), compareSubstrings('ab', 'abd', 0, 0, 10), compareSubstrings('é', 'e', 0, 0, 1), compareSubstrings(materialize('abc'), toFixedString('abd', 3), 0, 0, 3), compareSubstrings(NULL, 'abd', 0, 0, 3);
SELECT compareSubstrings('abc', 'abd', -1, 0, 2); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT compareSubstrings('abc', 'abd', 0, 0, materialize(2)); -- { serverError ILLEGAL_COLUMN }
SELECT parseTimeDelta('11s+22min'), parseTimeDelta('1yr2mo'), parseTimeDelta('1.5 h'), parseTimeDelta('  3 d , 4 h'), parseTimeDelta('1us'), parseTimeDelta('1 µs'), parseTimeDelta('0m;11.23s.'), parseTimeDelta('1m;2s:3ms-4ns'), parseTimeDelta('1yr-2mo-4w + 12 days, 3 hours : 1 minute ; 33 seconds'), parseTimeDelta(NULL);
SELECT parseTimeDelta(materialize('1s and 2m')); -- { serverError BAD_ARGUMENTS }
SELECT parseTimeDelta(''); -- { serverError BAD_ARGUMENTS }
SELECT parseTimeDelta('1s++2s'); -- { serverError BAD_ARGUMENTS }
SELECT parseTimeDelta('1.s'); -- { serverError BAD_ARGUMENTS }
SELECT parseTimeDelta('1yyr'); -- { serverError BAD_ARGUMENTS }
SELECT parseISO8601Duration('P1DT12H30M5.5S'), parseISO8601Duration('P1W'), parseISO8601Duration('PT0.5H'), parseISO8601Duration('P1W2DT3H4M5S'), parseISO8601Duration(materialize(toNullable('PT1S')));
SELECT parseISO8601Duration('P'); -- { serverError BAD_ARGUMENTS }
SELECT parseISO8601Duration('P1DT'); -- { serverError BAD_ARGUMENTS }
SELECT parseISO8601Duration('P1Y'); -- { serverError BAD_ARGUMENTS }
SELECT parseISO8601Duration('PT1S2M'); -- { serverError BAD_ARGUMENTS }
SELECT midpoint(1, 2, 4), midpoint(-1, -2, -4), midpoint(1.1, 2.2, 3.3), midpoint(toFloat32(1.1), toFloat32(2.2)), midpoint(toDecimal32(1.5, 2), toDecimal64(1, 4)), midpoint(1, NULL, 4), midpoint(NULL, NULL), midpoint(18446744073709551615, 18446744073709551615), midpoint(inf, -inf), avg2(1, 2.5), midpoint('a');
SELECT midpoint(toDate('2025-01-01'), toDate('2025-01-04')), midpoint(toDate('2025-01-01'), toDateTime('2025-01-04 00:00:00', 'UTC')), midpoint(toDateTime64('1950-01-01 00:00:00.123', 3, 'UTC'), toDateTime64('1950-01-01 00:00:00.126', 3, 'UTC')), midpoint(toDate32('1950-01-01'), toDate32('1950-01-04'));
SELECT toTypeName(midpoint(1, -1)), toTypeName(midpoint(1, 300)), toTypeName(midpoint(1, NULL)), toTypeName(midpoint(toFloat32(1), 2)), toTypeName(midpoint(materialize(toLowCardinality(1)), 2));
SELECT midpoint(toInt64(1), toUInt64(2)); -- { serverError NO_COMMON_TYPE }
SELECT midpoint([1], [2]); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT midpoint(); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT geohashesInBox(24.48, 40.56, 24.785, 40.81, 4), geohashesInBox(1., 1., 0., 0., 3), geohashesInBox(0., 0., 0., 0., 3), geohashesInBox(-181., 40.56, 24.785, 40.81, 2), geohashesInBox(nan, 40.56, 24.785, 40.81, 3), geohashesInBox(24.48, 40.56, 24.785, 40.81, NULL);
SELECT geohashesInBox(number / 3., number / 5., number / 2., number / 4., 4) FROM numbers(8);
SELECT geohashesInBox(-180., -90., 180., 90., 6); -- { serverError TOO_LARGE_ARRAY_SIZE }
SELECT geohashesInBox(24, 40, 25, 41, 2); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT geohashEncode(number * 1.7 - 90, number * 0.9 - 45, number % 14) FROM numbers(100);
SELECT geohashEncode(nan, 1.), geohashEncode(inf, -inf, 3), geohashDecode('EZS42'), geohashDecode('a!'), geohashDecode('ezs42ezs42ezs42'), geohashDecode('');
SELECT ngramMinHashArg('ClickHouse', toUInt256(7), 2), ngramSimHash('abc', true), compareSubstrings('Saxony', 'Anglo-Saxon', toUInt256(7), 6, 5), compareSubstrings('Saxony', 'Anglo-Saxon', true, 6, 5), conv('10', if(materialize(1), NULL, 10), 2), conv('10', materialize(toNullable(10)), 2);
SELECT conv('10', materialize(toUInt64(18446744073709551615)), 2); -- { serverError BAD_ARGUMENTS }
