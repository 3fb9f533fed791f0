-- Areas and perimeters of rings, polygons and several of them; shapes as well-known text.
SELECT polygonAreaCartesian([[[(0., 0.), (0., 5.), (5., 5.), (5., 0.)]]]), polygonAreaCartesian(materialize([(0., 0.), (5., 0.), (5., 5.), (0., 5.)])), polygonAreaCartesian([[(0., 0.), (0., 5.), (5., 5.), (5., 0.)], [(1., 1.), (2., 1.), (2., 2.), (1., 2.)]]), polygonPerimeterCartesian([[(0., 0.), (3., 4.)], [(0., 0.), (1., 0.)]]);
SELECT polygonAreaCartesian(CAST([[]], 'Polygon')), polygonPerimeterCartesian(CAST([], 'Ring')), polygonAreaCartesian([(0., 0.), (0., 5.), (5., 5.)]), polygonAreaCartesian(NULL);
SELECT polygonAreaCartesian(arrayMap(i -> (toFloat64(i), i * i / 3.), range(number + 2))), wkt(arrayMap(i -> (toFloat64(i), i * i / 3.), range(number))) FROM numbers(4);
SELECT polygonAreaCartesian((1., 2.)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT polygonPerimeterCartesian([(0, 0), (0, 5)]); -- { serverError BAD_ARGUMENTS }
SELECT polygonAreaCartesian([(0., nan)]); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT wkt((0., 0.5)), wkt((1e10, 1 / 3)), wkt([(0., 0.), (10., 0.)]), wkt([[(0., 0.), (10., 0.), (10., 10.)], [(4., 4.), (5., 4.), (4., 4.)]]), wkt([[[(0., 0.), (10., 0.), (10., 10.)]], [[(1., 1.), (2., 2.)], [(0., 0.)]]]);
SELECT wkt(CAST([], 'Ring')), wkt(CAST([[]], 'Polygon')), wkt(CAST([], 'MultiPolygon')), WKT(toNullable((1., 2.))), wkt(NULL);
SELECT wkt((nan, 1.)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT wkt('a'); -- { serverError BAD_ARGUMENTS }
