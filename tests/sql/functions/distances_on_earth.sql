-- Distances of points near and far, as floats of both widths.
SELECT geoDistance(lon, lat, lon2, lat2), greatCircleDistance(lon, lat, lon2, lat2), greatCircleAngle(lon, lat, lon2, lat2) FROM (SELECT toFloat32(number * 1.7) AS lon, toFloat32(number * 0.9 - 45) AS lat, toFloat32(number * 0.3) AS lon2, toFloat32(number * 0.5) AS lat2 FROM numbers(100));
SELECT round(geoDistance(lon, lat, lon2, lat2), 6), round(greatCircleDistance(lon, lat, lon2, lat2), 6), round(greatCircleAngle(lon, lat, lon2, lat2), 10) FROM (SELECT number * 3.4 - 170 AS lon, number * 0.9 - 45 AS lat, number * 0.3 AS lon2, number * 0.5 AS lat2 FROM numbers(100));
SELECT geoDistance(38.8976, -77.0366, 39.9496, -75.1503), greatCircleDistance(0, 0, 0, 90), greatCircleAngle(0, 0, 45, 0), geoDistance(5, 0, 0, 0), geoDistance(NULL, 0, 0, 0), toTypeName(geoDistance(0, 0, 0, 0.)), toTypeName(geoDistance(0, 0, 0, 0));
SELECT arraySlice([1, 2, 3], if(materialize(1), NULL, 2)), arraySlice([1, 2, 3], 2, if(materialize(1), NULL, 2)), arraySlice([1, 2, 3], NULL, NULL);
SELECT geoDistance('a', 0, 0, 0); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
