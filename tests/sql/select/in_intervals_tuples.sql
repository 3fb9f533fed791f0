-- Sums of intervals, tuples with NULLs, forms of IN, names in joins.
SELECT INTERVAL 1 DAY + INTERVAL 2 HOUR + INTERVAL 3 HOUR, INTERVAL 1 DAY + INTERVAL 2 HOUR + INTERVAL 3 DAY, INTERVAL 1 DAY + INTERVAL 2 HOUR - INTERVAL 3 HOUR,  INTERVAL 1 DAY + INTERVAL 2 HOUR - INTERVAL 3 MINUTE, (INTERVAL 1 DAY + INTERVAL 2 HOUR) + toDate('2024-01-01'), toDateTime('2024-01-01 00:00:00','UTC') - (INTERVAL 1 DAY + INTERVAL 2 HOUR), INTERVAL 1 HOUR + INTERVAL 1 DAY;
SELECT INTERVAL 1 DAY + (INTERVAL 2 HOUR, INTERVAL 3 HOUR); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT toDate('2024-01-01') + (INTERVAL 1 DAY, 1);
SELECT INTERVAL 1 DAY + (1, 2); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT toDate('2024-01-01') - (INTERVAL 1 MONTH, INTERVAL 2 DAY), toTypeName(toDate('2024-01-01') - (INTERVAL 1 DAY, INTERVAL 1 HOUR)), toDate('2024-01-01') - (INTERVAL 1 HOUR, INTERVAL 1 DAY), toTypeName(INTERVAL 1 DAY + INTERVAL 2 HOUR);
SELECT (1,materialize(toNullable(NULL::Nullable(Int8)))) = (2,1), (1, NULL::Nullable(Int8)) = (2, 1), (1, NULL::Nullable(Int8)) != (2, 1), (1, NULL::Nullable(Int8)) < (2, 1), (1, NULL::Nullable(Int8)) < (1, 1), (1, NULL::Nullable(Int8)) <= (1, 1), (2, NULL::Nullable(Int8)) >= (1, 1);
SELECT x FROM (SELECT arrayJoin([(1, NULL), (1, 2), (2, NULL)]) AS x) WHERE x = (1, 2);
SELECT (1, NULL) IN ((1, NULL)), [(1,NULL)] = [(1,NULL)], tuple(NULL) = tuple(NULL), toTypeName(tuple(NULL)=tuple(1)), ((1,NULL::Nullable(UInt8)),2) = ((1,3),2), (1,(2,NULL::Nullable(UInt8))) = (1,(2,3)), (1, NULL) = (1, NULL), (1,NULL)=(2,NULL);
SELECT a, b FROM VALUES('a UInt8, b String', (1, 'x'), (2, 'y')) ORDER BY a DESC;
SELECT * FROM (VALUES (1, 'a'), (2, 'b')) AS t(x, y) ORDER BY x;
SELECT * FROM (VALUES (1), (2));
SELECT count() FROM numbers(2), numbers(3); -- { serverError ALIAS_REQUIRED }
SELECT count() FROM numbers(2) AS a, numbers(3) AS b;
SELECT count() FROM numbers(2) AS a, (SELECT 1); -- { serverError ALIAS_REQUIRED }
SELECT 1 FROM (SELECT 1 AS x) PASTE JOIN (SELECT 2 AS y);
SELECT count() FROM numbers(2) JOIN numbers(3) AS b ON 1=1 SETTINGS joined_subquery_requires_alias=0;
SELECT a.x, a.y, b.x FROM (SELECT 1 AS x, 2 AS y) AS a JOIN (SELECT 1 AS x) AS b ON a.x = b.x JOIN (SELECT 1 AS x) AS c ON c.x = b.x FORMAT TSVWithNames;
SELECT x FROM (SELECT 1 AS x, 2 AS y) AS a JOIN (SELECT 1 AS x) AS b ON a.x = b.x JOIN (SELECT 1 AS x) AS c ON c.x = b.x; -- { serverError AMBIGUOUS_IDENTIFIER }
WITH t AS (SELECT 1 AS x) SELECT * FROM t JOIN (SELECT 1 AS x) USING x; -- { serverError ALIAS_REQUIRED }
WITH t AS (SELECT 1 AS x) SELECT * FROM t JOIN t AS t2 USING x;
SELECT (1, NULL) IN ((1, NULL)), (1, NULL) IN ((1, NULL), (2, 3)), (1, 2) IN ((1, NULL), (1, 2)), (1, NULL) NOT IN ((1, NULL)), (1, NULL) IN (1, NULL), (NULL) IN (NULL), NULL IN (NULL), 1 IN (NULL, 1), toTypeName((1, NULL) IN ((1, NULL), (2, 3)));
SELECT (1, NULL) IN ((1, NULL)) SETTINGS transform_null_in = 1;
SELECT (1, materialize(NULL::Nullable(UInt8))) IN ((1, NULL), (1, 3)), (1, materialize(toNullable(3))) IN ((1, NULL), (1, 3));
SELECT x, x IN (1, 2, NULL), x NOT IN (1, NULL) FROM (SELECT arrayJoin([1, NULL, 3]) AS x);
SELECT [1, 2] IN ([1, 2], [3]), [1] IN [[1]], 'a' IN ['a', 'b'], 1 IN 1, 1 IN tuple(1), (1, 2) IN ([(1, 2)]), 2 IN range(3);
SELECT 1 IN (SELECT NULL), NULL IN (SELECT NULL), NULL IN (SELECT 1), 1 NOT IN (SELECT NULL);
SELECT number FROM numbers(3) WHERE number NOT IN (SELECT toNullable(number) FROM numbers(1));
SELECT 1 IN (1.0), 1 IN ('1'), toDate('2024-01-01') IN ('2024-01-01', '2024-01-02'), 257 IN (toUInt8(1)), -1 IN (4294967295), 1.5 IN (1, 2), '1' IN (1);
SELECT toLowCardinality('a') IN ('a'), toLowCardinality('a') IN (SELECT 'a'), CAST('a', 'Enum8(\'a\' = 1)') IN ('a'), CAST('a', 'Enum8(\'a\' = 1)') IN ('zz');
