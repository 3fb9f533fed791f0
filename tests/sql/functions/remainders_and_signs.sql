-- Remainders of floats, quotients of integers with and without signs, products of tuples, numbers of addresses.
SELECT 1 % 0.1, 5 % toFloat64(inf), 10.5 % 0.1, -5.3 % 0.7, 1e300 % 3., 5.5 % 2, 0.3 % 0.1, 7.0 % nan, 3.5 % 0;
SELECT x % y, positiveModulo(x, y), moduloOrZero(x, y), moduloOrNull(x, y), intDivOrNull(x, y) FROM (SELECT arrayJoin([1., -5.3, 0., 1e12]) AS x, arrayJoin([0.1, -0.7, 3., 0.]) AS y) ORDER BY x, y;
SELECT intDiv(toUInt8(200), toInt8(-100)), intDiv(toInt8(-100), toUInt8(200)), intDiv(toUInt16(60000), toInt8(-100)), intDiv(toUInt64(18000000000000000000), toInt16(-30000)), intDiv(toUInt32(4000000000), toInt32(-2000000000)), intDiv(toUInt32(7), toInt64(-2));
SELECT intDivOrZero(toUInt8(128), toInt8(-1)), intDivOrNull(toUInt8(128), toInt8(-1)), intDivOrZero(toInt8(-128), -1);
SELECT intDiv(toUInt8(number + 128), toInt8(-1)) FROM numbers(1); -- { serverError ILLEGAL_DIVISION }
SELECT intDiv(toFloat32(1e9 + 7), toFloat32(3)), intDiv(toInt32(-2000000000), toFloat32(1.5)), intDiv(1e9 + 7, toFloat32(0.7)), intDiv(toInt32(-2000000000), toBFloat16(3.5));
SELECT (1, 2) * (3, 4) AS x, toTypeName(x), (1, 2.5) * (1, 2) AS y, toTypeName(y), (toDecimal32(1, 2), 2) * (1, 2) AS z, toTypeName(z), (1, (2, 3)) * (1, (2, 3)) AS w, toTypeName(w);
SELECT (1, toNullable(2)) * (1, 2) AS x, toTypeName(x), (1, toNullable(2)) + (1, 2) AS y, toTypeName(y), (1, NULL) * 2 AS z, toTypeName(z), (1, NULL) - (1, 2) AS w, toTypeName(w);
SELECT sum((number, 1) * (2, number)), dotProduct((9007199254740993, 1), (1, 1)), tupleMultiply((1, 2), (3, 4)), tupleDivide((1, 2), (3, 4)), tupleModulo((5, 7), (3, 4)), tupleIntDivByNumber((5, 7), 2) FROM numbers(3);
SELECT (1, 2) * (1, 2, 3); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT (1, 2) / (1, 2); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT [1, NULL] * 2; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT [1, NULL] + [1, 2]; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT a + a, a - 6, a * 2, a / 2, a % 3, intDiv(a, 2), gcd(a, 10), bitXor(a, 1), toTypeName(a + 1), toTypeName(a - 1) FROM (SELECT toIPv6('::5') AS a);
SELECT toIPv6('::5') + toDecimal32(1, 1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT toIPv4('0.0.0.5') + toDecimal32(1, 1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT -toIPv6('::5'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT intDivOrZero(1., 0.), intDivOrNull(1., 0.), intDivOrZero(7.5, 2);
SELECT intDivOrZero(materialize(1e300), 0.1); -- { serverError ILLEGAL_DIVISION }
SELECT intDivOrNull(materialize(nan), 2); -- { serverError ILLEGAL_DIVISION }
