-- Values outside of Tukey's fences; areas and borders on a sphere; UUIDs of a moment.
SELECT seriesOutliersDetectTukey([-3, 2, 15, 3, 5, 6, 4, 5, 12, 45, 12, 3, 3, 4, 5, 6]), seriesOutliersDetectTukey([-3, 2, 15, 3, 5, 6, 4.50, 5, 12, 45, 12, 3.40, 3, 4, 5, 6], 0.2, 0.8, 1.5), toTypeName(seriesOutliersDetectTukey([1, 2, 3, 4]));
SELECT seriesOutliersDetectTukey([1, 2, 3, 4, 100], 0.25, 0.75, 0), seriesOutliersDetectTukey([1, 2, 3, 4, nan]), seriesOutliersDetectTukey([-50.5, 2, 3, 4, 100.25, inf], 0.3, 0.6, 1), seriesOutliersDetectTukey(NULL);
SELECT seriesOutliersDetectTukey(arrayMap(x -> cityHash64(x, number) % 100 + if(x = 5, 500, 0), range(20))) FROM numbers(5);
SELECT seriesOutliersDetectTukey([1, 2, 3]); -- { serverError BAD_ARGUMENTS }
SELECT seriesOutliersDetectTukey([]); -- { serverError ILLEGAL_COLUMN }
SELECT seriesOutliersDetectTukey([1, 2, 3, NULL, 5]); -- { serverError ILLEGAL_COLUMN }
SELECT seriesOutliersDetectTukey([1, 2, 3, 4, 100], 0.2); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT seriesOutliersDetectTukey([1, 2, 3, 4, 100], 0.01, 0.8, 1.5); -- { serverError BAD_ARGUMENTS }
SELECT seriesOutliersDetectTukey([1, 2, 3, 4, 100], 0.8, 0.2, 1.5); -- { serverError BAD_ARGUMENTS }
SELECT seriesOutliersDetectTukey([1, 2, 3, 4, 100], 1, 2, 1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT round(polygonAreaSpherical([[[(0., 0.), (0., 10.), (10., 10.), (10., 0.), (0., 0.)]]]), 12), round(polygonAreaSpherical([[[(170., 0.), (170., 10.), (-170., 10.), (-170., 0.), (170., 0.)]]]), 12), round(polygonAreaSpherical([[(0., 0.), (0., 10.), (10., 10.), (10., 0.), (0., 0.)], [(2., 2.), (4., 2.), (4., 4.), (2., 2.)]]), 12), polygonAreaSpherical([(0., 0.), (0., 10.)]);
SELECT round(polygonPerimeterSpherical([(0., 0.), (0., 10.), (5., 5.)]), 12), round(polygonPerimeterSpherical([(170., 0.), (-170., 10.)]::Ring), 12);
SELECT polygonAreaSpherical((1., 2.)); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT toTypeName(dateTimeToUUIDv7(now())), UUIDv7ToDateTime(dateTimeToUUIDv7(toDateTime('2021-08-15 18:57:56', 'UTC')), 'UTC');
SELECT uniq(dateTimeToUUIDv7(toDateTime(5, 'UTC'))) > 2900 FROM numbers(3000);
SELECT uniq(generateUUIDv7()), min(match(toString(generateUUIDv7()), '^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$')) FROM numbers(1000);
SELECT dateTimeToUUIDv7(today()); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT dateTimeToUUIDv7(NULL); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
