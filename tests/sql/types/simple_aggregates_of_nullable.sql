-- assumeNotNull takes NULL out of a SimpleAggregateFunction too.
SELECT assumeNotNull(x), toTypeName(assumeNotNull(x)), ifNull(x, 5), toTypeName(ifNull(x, 5)), x IS NULL, coalesce(x, 3), isNullable(x)
FROM (SELECT CAST(arrayJoin([NULL, 7]), 'SimpleAggregateFunction(anyLast, Nullable(UInt8))') AS x) ORDER BY ALL;
SELECT assumeNotNull(x), toTypeName(assumeNotNull(x)) FROM (SELECT CAST(1, 'SimpleAggregateFunction(sum, UInt64)') AS x);
