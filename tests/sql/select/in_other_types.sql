-- Numbers of a subquery in the types of the left side: none of them wraps.
SELECT number FROM numbers(255, 6) WHERE toUInt32(number) IN (SELECT 3);
SELECT toUInt32(259) IN (SELECT toUInt8(3)), toUInt32(3) IN (SELECT toUInt8(3)), 259 NOT IN (SELECT toUInt8(3));
SELECT number FROM numbers(255, 6) WHERE number IN (SELECT toUInt8(3) UNION ALL SELECT 256);
SELECT number FROM numbers(255, 6) WHERE (number, 1) IN (SELECT toUInt8(3), 1);
SELECT toInt64(-1) IN (SELECT toUInt64(18446744073709551615)), 1.5 IN (SELECT 1), 1 IN (SELECT 1.5), 2 IN (SELECT 2.0), toFloat32(0.1) IN (SELECT 0.1), toNullable(259) IN (SELECT toUInt8(3));
SELECT NULL IN (SELECT toUInt8(3)), toNullable(3) IN (SELECT toNullable(toUInt8(3))), 3 IN (SELECT NULL), 3 NOT IN (SELECT toNullable(toUInt64(3)) UNION ALL SELECT NULL);
SELECT toUInt8(1) IN (SELECT toUInt64(257)), toInt8(-1) IN (SELECT 255), toUInt256(5) IN (SELECT toInt8(5)), toLowCardinality(toUInt32(259)) IN (SELECT toUInt8(3)) SETTINGS allow_suspicious_low_cardinality_types = 1;
SELECT number FROM numbers(3) WHERE number IN (SELECT toInt8(-1) UNION ALL SELECT 2) AND number NOT IN (SELECT 0.5);
SELECT toNullable(1) IN (SELECT toNullable(toUInt8(1)) UNION ALL SELECT NULL), NULL IN (SELECT toNullable(toUInt8(1)) UNION ALL SELECT NULL) SETTINGS transform_null_in = 1;
SELECT count() FROM numbers(600) WHERE number % 300 IN (SELECT number FROM numbers(3));
