-- transform_null_in: a value of the left side that the set's type does not hold is an error.
SET transform_null_in = 1;
SELECT -1 IN (SELECT 1); -- { serverError CANNOT_CONVERT_TYPE }
SELECT -1 NOT IN (SELECT 1); -- { serverError CANNOT_CONVERT_TYPE }
SELECT materialize(-1) IN (SELECT 1); -- { serverError CANNOT_CONVERT_TYPE }
SELECT materialize(toNullable(-1)) IN (SELECT 1); -- { serverError CANNOT_CONVERT_TYPE }
SELECT 300 IN (SELECT 1); -- { serverError CANNOT_CONVERT_TYPE }
SELECT -1.5 IN (SELECT 1); -- { serverError CANNOT_CONVERT_TYPE }
SELECT nan IN (SELECT 1); -- { serverError CANNOT_CONVERT_TYPE }
SELECT 16777217 IN (SELECT toFloat32(1.5)); -- { serverError CANNOT_CONVERT_TYPE }
SELECT -1 IN (SELECT number FROM numbers(3)); -- { serverError CANNOT_CONVERT_TYPE }
SELECT (-1, 2) IN (SELECT 1, 2); -- { serverError CANNOT_CONVERT_TYPE }
SELECT (toNullable(300), 2) IN (SELECT 1, 2); -- { serverError CANNOT_CONVERT_TYPE }
SELECT count() FROM (SELECT number - 1 AS x FROM numbers(3)) WHERE x IN (SELECT 1); -- { serverError CANNOT_CONVERT_TYPE }
SELECT -1 IN (SELECT toInt8(1)), -1 IN (1), -1 IN (SELECT 1 WHERE 0), 1 IN (SELECT 1), 1.0 IN (SELECT 1), 1 IN (SELECT 1.5), (1, 2) IN (SELECT 1, 2);
SELECT toNullable(1) IN (SELECT 1), NULL IN (SELECT 1), NULL IN (SELECT NULL), 1 IN (SELECT toInt8(1)), (toNullable(1), 2) IN (SELECT 1, 2);
SELECT count() FROM (SELECT number AS x FROM numbers(3)) WHERE x IN (SELECT 1);
SELECT count() FROM (SELECT if(number = 0, NULL, number) AS x FROM numbers(3)) WHERE x IN (SELECT 1 UNION ALL SELECT NULL);
SET transform_null_in = 0;
SELECT -1 IN (SELECT 1), nullIn(-1, (SELECT 1)), 300 IN (SELECT 1);
