-- Distances and geohashes of places that the Earth does not have.
-- Places that no table has are at its last entry, as processors with AVX-512 put them; without it ClickHouse itself differs.
SELECT geoDistance(0, -200, 0, 0), geoDistance(0, -500, 0, 0), geoDistance(0, -200., 0, 0), geoDistance(0., -500, 0, 0);
SELECT geoDistance(0, toInt64(-9223372036854775808), 0, 0), geoDistance(0, 0, 0, toUInt64(18446744073709551615)), geoDistance(toDecimal64('1.25', 2), 0, 0, 0);
SELECT geoDistance(0., 5e25, 0, 0), geoDistance(40., 5e25, 0, 0), greatCircleDistance(0, 5e25, 0, 0), greatCircleAngle(1e30, 1e30, -1e30, 0);
SELECT geohashEncode(-5.60302734375, 42.593994140625, toUInt256(7)), geohashEncode(-5.60302734375, 42.593994140625, toUInt64(18446744073709551615)), geohashEncode(-5.60302734375, 42.593994140625, toInt8(-1));
