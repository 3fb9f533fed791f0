-- Keys that grouping sets make NULL are Nullable in everything that is computed of them.
SET group_by_use_nulls = 1;
SELECT if(grouping(a) = 0, 'all', toString(a)) AS x, count() FROM (SELECT number % 2 AS a FROM numbers(5)) GROUP BY ROLLUP(a) ORDER BY ALL;
SELECT a, a + 1 AS b, toTypeName(b), coalesce(toString(a), 'all') AS t, isNull(a), count() FROM (SELECT number % 2 AS a FROM numbers(5)) GROUP BY ROLLUP(a) ORDER BY a;
SELECT number % 2 AS a, count() FROM numbers(6) GROUP BY ROLLUP(a) HAVING a = 1 OR a IS NULL ORDER BY a;
SELECT toLowCardinality(toString(number % 2)) AS a, toTypeName(a) FROM numbers(4) GROUP BY ROLLUP(a) ORDER BY a;
SELECT multiIf(a = 0, 'z', a = 1, 'o', 'n') AS q, count() FROM (SELECT number % 2 AS a FROM numbers(4)) GROUP BY CUBE(a) ORDER BY q;
SELECT number % 2 AS a, arrayMap(x -> x + a, [1, 2]), arrayFilter(x -> x > a, [0, 1, 2]) FROM numbers(4) GROUP BY ROLLUP(a) ORDER BY a;
SELECT number % 2 AS a, a IN (1, 2), a NOT IN (SELECT 1) FROM numbers(4) GROUP BY ROLLUP(a) ORDER BY a;
