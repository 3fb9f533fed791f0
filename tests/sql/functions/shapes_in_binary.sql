-- Shapes as well-known binary, in either order of bytes, and back.
SELECT hex(wkb((1., 2.)::Point)), hex(wkb([(1, 2), (3, 4)]::LineString)), hex(wkb([[(1, 2)], []]::Polygon)), hex(wkb([[[(1, 2)]], []]::MultiPolygon)), hex(WKB([(1, 2)]::MultiPoint)), hex(wkb([[(1, 2)]]::MultiLineString)), hex(wkb([]::LineString)), hex(wkb([[]]::Polygon)), hex(wkb([]::Polygon));
SELECT readWKBPoint(unhex('0101000000000000000000F03F0000000000000040')), ST_PointFromWKB(unhex('00000000013FF00000000000004000000000000000')), readWKBPoint(unhex('0101000000000000000000F03F000000000000004000'));
SELECT readWKBLineString(unhex('0000000002000000023FF000000000000040000000000000003FF00000000000004000000000000000'));
SELECT readWKBMultiPoint(unhex('0104000000020000000101000000000000000000F03F000000000000004000000000013FF00000000000004000000000000000'));
SELECT readWKBPolygon(wkb([[(1, 2)], []]::Polygon)), readWKBPolygon(wkb([]::Polygon)), readWKBMultiPolygon(wkb([[[(1, 2)]], []]::MultiPolygon)), readWKBMultiLineString(wkb([[(1, 2)]]::MultiLineString));
SELECT readWKBLineString(wkb(arrayMap(x -> (x, number), range(number % 4))::LineString)) FROM numbers(6);
SELECT readWKBPolygon(wkb(arrayMap(y -> arrayMap(x -> (x, y), range((number + y) % 4)), range(number % 3 + 1))::Polygon)) FROM numbers(7);
SELECT readWKBMultiPolygon(wkb(arrayMap(z -> arrayMap(y -> arrayMap(x -> (x + y / 4, z), range((number + y) % 3)), range((number + z) % 3 + 1)), range(number % 3))::MultiPolygon)) FROM numbers(8);
SELECT sum(cityHash64(wkb(arrayMap(z -> arrayMap(y -> arrayMap(x -> (x + y / 4, z), range((number + y) % 3)), range((number + z) % 3 + 1)), range(number % 5))::MultiPolygon))) FROM numbers(2000);
SELECT toTypeName(readWKBPoint(wkb((1, 2)::Point))), toTypeName(readWKBPolygon(wkb([]::Polygon))), toTypeName(readWKBPoint(toNullable(wkb((1, 2)::Point)))), toTypeName(wkb((1., 2.)::Point)), readWKBPoint(NULL), wkb(NULL);
SELECT wkb([(1, 2)]::Ring); -- { serverError BAD_ARGUMENTS }
SELECT wkb((1., 2.)); -- { serverError BAD_ARGUMENTS }
SELECT readWKBPoint(''); -- { serverError BAD_ARGUMENTS }
SELECT readWKBPoint(unhex('0201000000000000000000F03F0000000000000040')); -- { serverError BAD_ARGUMENTS }
SELECT readWKBPoint(unhex('0101000000000000000000F03F00000000000000')); -- { serverError CANNOT_READ_ALL_DATA }
SELECT readWKBLineString(unhex('010200000005000000000000000000F03F0000000000000040')); -- { serverError CANNOT_READ_ALL_DATA }
SELECT readWKBLineString(unhex('0101000000000000000000F03F0000000000000040')); -- { serverError BAD_ARGUMENTS }
SELECT readWKBPoint(1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
