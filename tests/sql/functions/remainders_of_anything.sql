-- Remainders of days and moments, by the lowest number, of decimals and by zero.
SELECT modulo(toDate('2024-05-06'), toFloat32(2.5)) AS x, toTypeName(x);
SELECT modulo(toDate('2024-05-06'), toInt128(3)) AS x, toTypeName(x); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT modulo(toDate('2024-05-06'), toUInt64(70000)) AS x, toTypeName(x);
SELECT modulo(toDate('2024-05-06'), 0) AS x, toTypeName(x); -- { serverError ILLEGAL_DIVISION }
SELECT modulo(toDate('2024-05-06'), true) AS x, toTypeName(x);
SELECT modulo(toDate('2024-05-06'), toIPv4('0.0.0.5')) AS x, toTypeName(x); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT modulo(toDate('2024-05-06'), toBFloat16(3)) AS x, toTypeName(x);
SELECT modulo(toNullable(toDate('2024-05-06')), 5) AS x, toTypeName(x);
SELECT modulo(toLowCardinality(toDate('2024-05-06')), 5) AS x, toTypeName(x);
SELECT modulo([toDate('2024-05-06')], 5) AS x, toTypeName(x);
SELECT modulo((toDate('2024-05-06'), 7), 5) AS x, toTypeName(x);
SELECT modulo(toDate('2024-05-06'), [3, 5]) AS x, toTypeName(x); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT positiveModulo(toDate('2024-05-06'), -300) AS x, toTypeName(x);
SELECT positiveModulo(toDate('2024-05-06'), 2.5) AS x, toTypeName(x);
SELECT modulo(toDateTime('2024-05-06 01:02:03', 'Asia/Tokyo'), 1000000) AS x, toTypeName(x);
SELECT modulo(toTime('01:02:03'), 1000) AS x, toTypeName(x);
SELECT modulo(CAST('a', 'Enum8(\'a\' = 1)'), 1000) AS x, toTypeName(x); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT modulo(toDate('2024-05-06'), toDateTime('2024-05-06 01:02:03')) AS x, toTypeName(x); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT modulo(toDate32('2024-05-06'), 3); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT modulo(toDate('2024-05-06'), materialize(300)) AS x, toTypeName(x);
SELECT positiveModulo(materialize(toDateTime('2024-05-06 01:02:03', 'UTC')), materialize(-300)) AS x, toTypeName(x);
SELECT modulo(toDate('2024-05-06'), toInt8(-128)) AS x, toTypeName(x);
SELECT positiveModulo(toDate('2024-05-06'), toInt8(-128)) AS x, toTypeName(x);
SELECT positiveModulo(-1, toInt8(-128)); -- { serverError ILLEGAL_DIVISION }
SELECT positiveModulo(-128, toInt8(-128)),positiveModulo(5, toInt8(-128)), positiveModulo(-1, toInt16(-128)), positiveModulo(materialize(-7), -5);
SELECT positiveModulo(-1, toInt128('-170141183460469231731687303715884105728')); -- { serverError ILLEGAL_DIVISION }
SELECT positiveModuloOrNull(-1, toInt8(-128)); -- { serverError ILLEGAL_DIVISION }
SELECT positiveModulo(toInt256(-1), toInt256('-57896044618658097711785492504343953926634992332820282019728792003956564819968')); -- { serverError ILLEGAL_DIVISION }
SELECT moduloOrZero(2.5, 0), moduloOrZero(2.5, 1.), moduloOrZero(5, 0.), moduloOrZero(5, 0);
SELECT moduloOrZero(toDecimal64('1.25', 2), 1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT toDate('2024-05-06') + number AS day, day % 7, positiveModulo(day, 7), toDateTime(number * 100000, 'UTC') % 3600 FROM numbers(10);
