-- Types of shapes, and shapes out of well-known text.
DROP TABLE IF EXISTS shapes;
CREATE TABLE shapes (k UInt8, p Point, r Ring, m MultiPolygon) ENGINE = MergeTree ORDER BY k;
DESCRIBE TABLE shapes;
INSERT INTO shapes VALUES (1, (1,2), [(1,2),(3,4)], [[[(1,2)]]]);
INSERT INTO shapes SELECT 2, (3,4), readWKTRing('POLYGON ((5 6, 7 8))'), [];
SELECT *, toTypeName(p), toTypeName(r), toTypeName(m) FROM shapes ORDER BY k;
SELECT p.1, r.1, toTypeName(r.1), toTypeName(m[1]), wkt(r) FROM shapes ORDER BY k;
DROP TABLE shapes;
SELECT toTypeName([CAST((1, 2) AS Point)]), toTypeName(CAST([(1, 2)] AS Ring)[1]), toTypeName(CAST([[(1, 2)]] AS Polygon)[1]), toTypeName(CAST((1, 2) AS Nullable(Point))), toTypeName(CAST([(1, 2)] AS MultiPoint));
SELECT toTypeName(any(CAST((1, 2) AS Point))), toTypeName(groupArray(CAST((1, 2) AS Point))), toTypeName(arrayMap(x -> x, CAST([(1, 2)] AS Ring)));
SELECT wkt(CAST([(1, 2)] AS LineString)), wkt(CAST([[(1, 2)]] AS MultiLineString)), wkt(CAST([(1, 2)] AS MultiPoint)), wkt(CAST([(1, 2)] AS Ring)), wkt(CAST([] AS LineString));
SELECT readWKTPoint('POINT (1.2 3.4)'), readWKTPoint('point(1 -2e3)'), readWKTPoint('POINT(1)'), readWKTPoint(' POINT( +1.5   .5 ) '), readWKTPoint('POINT(nan 0)');
SELECT readWKTLineString('LINESTRING (1 1, 2 2, 3 3, 1 1)'), readWKTLineString('LINESTRING (1 1,)'), readWKTLineString('LINESTRING ()'), readWKTLineString('LINESTRING EMPTY');
SELECT readWKTRing('POLYGON ((1 1, 2 2, 3 3, 1 1))'), readWKTRing('POLYGON EMPTY'), readWKTPolygon('POLYGON EMPTY'), readWKTPolygon('POLYGON ()'), readWKTPolygon('POLYGON((2 0,10 0,10 10,0 10,2 0),(4 4,5 4,5 5,4 5,4 4))');
SELECT readWKTMultiPolygon('MULTIPOLYGON(((2 0,10 0,10 10,0 10,2 0),(4 4,5 4,5 5,4 5,4 4)),((-10 -10,-10 -9,-9 10,-10 -10)))');
SELECT readWKTMultiLineString('MULTILINESTRING ((1 1, 2 2, 3 3), (4 4, 5 5, 6 6))'), readWKTMultiPoint('MULTIPOINT (1 1, 2 2)'), readWKTMultiPoint('MULTIPOINT ((1 1), (2 2))');
SELECT toTypeName(readWKTPoint('POINT(1 2)')), toTypeName(readWKTRing('POLYGON EMPTY')), toTypeName(readWKTPolygon('POLYGON EMPTY')), toTypeName(readWKTMultiPolygon('MULTIPOLYGON EMPTY')), toTypeName(readWKTPoint(toNullable('POINT(1 2)'))), readWKTPoint(NULL);
SELECT readWKTPoint(concat('POINT(', toString(number), ' ', toString(number / 4), ')')) FROM numbers(3);
SELECT readWKTPoint('POINT EMPTY'); -- { serverError CANNOT_PARSE_TEXT }
SELECT readWKTPoint('POINT(1 2) x'); -- { serverError CANNOT_PARSE_TEXT }
SELECT readWKTPoint('POINT Z (1 2 3)'); -- { serverError CANNOT_PARSE_TEXT }
SELECT readWKTPoint('POINT(1,2)'); -- { serverError CANNOT_PARSE_TEXT }
SELECT readWKTRing('LINESTRING (1 1, 2 2)'); -- { serverError CANNOT_PARSE_TEXT }
SELECT readWKTRing('POLYGON((1 1,2 2,3 3),(4 4,5 5))'); -- { serverError CANNOT_PARSE_TEXT }
SELECT readWKTMultiPoint('MULTIPOINT (1 1, (2 2))'); -- { serverError CANNOT_PARSE_TEXT }
SELECT readWKTPoint(1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
