-- The hashes, buckets and cuts by which Iceberg partitions tables.
SELECT icebergHash(1), icebergHash(toInt64(34)), icebergHash('iceberg'), icebergHash(1.0::Float32), icebergHash(-0.), icebergHash(toDate('2017-11-16')), icebergHash(toDate32('1960-01-01'));
SELECT icebergHash(toDateTime64('2017-11-16 22:31:08.001', 6, 'UTC')), icebergHash(toDateTime64('2017-11-16 22:31:08.001', 9, 'UTC')), icebergHash(toUUID('f79c3e09-677c-4bbd-a479-3f349cb785e7')), icebergHash(true), icebergHash(toFixedString('abc', 4)), icebergHash(toUInt64(18446744073709551615));
SELECT icebergHash(toDecimal64('14.20', 2)), icebergHash(toDecimal128('14.20', 2)), icebergHash(toDecimal32('-14.20', 2)), icebergHash(toDecimal64('0', 2)), icebergHash(toDecimal64('1.28', 2)), icebergHash(toDecimal64('-1.28', 2));
SELECT icebergBucket(7, number), icebergHash(toDecimal64(toInt64(number) * 77 - 300, 1)), icebergBucket(9, toDecimal128(toInt64(number) * 7777777777777 - 30000000, 3)) FROM numbers(12);
SELECT icebergBucket(16, 'iceberg'), icebergBucket(2147483647, 'a'), toTypeName(icebergBucket(3, toNullable(1))), icebergBucket(3, NULL), icebergHash(NULL);
SELECT icebergHash(toDateTime('2017-11-16 22:31:08', 'UTC')); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT icebergHash(toDateTime64('2017-11-16 22:31:08', 3, 'UTC')); -- { serverError BAD_ARGUMENTS }
SELECT icebergHash(toInt128(5)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT icebergHash([1]); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT icebergBucket(0, 1); -- { serverError BAD_ARGUMENTS }
SELECT icebergBucket(1.5, 1); -- { serverError BAD_GET }
SELECT icebergBucket(materialize(3), 1); -- { serverError ILLEGAL_COLUMN }
SELECT icebergTruncate(3, 'iceberg'), icebergTruncate(2, '日本語'), icebergTruncate(100, 'abc'), icebergTruncate(3, ''), icebergTruncate(2, toFixedString('abc', 3)), hex(icebergTruncate(2, concat(unhex('ff'), 'a', unhex('e6'))));
SELECT icebergTruncate(10, 15), icebergTruncate(10, -1), icebergTruncate(7, toInt8(-128)), icebergTruncate(300, toUInt8(7)), icebergTruncate(3, toInt64(-9223372036854775808)), icebergTruncate(7, toUInt64(18446744073709551615));
SELECT icebergTruncate(50, toDecimal32('10.65', 2)), icebergTruncate(3, toDecimal64('-10.65', 2)), toTypeName(icebergTruncate(3, toDecimal64('-10.65', 2))), toTypeName(icebergTruncate(7, toInt8(-128))), toTypeName(icebergTruncate(7, toUInt64(1)));
SELECT icebergTruncate(0, 5); -- { serverError BAD_ARGUMENTS }
SELECT icebergTruncate(3, 1.5); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT icebergTruncate(-3, 5); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
