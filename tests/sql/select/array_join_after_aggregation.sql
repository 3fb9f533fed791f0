-- arrayJoin() that neither conditions, keys nor aggregates read multiplies the aggregated rows.
SELECT arrayJoin(groupArray(number)) FROM numbers(3);
SELECT number % 2 AS k, arrayJoin(groupArray(number)) AS g, count() FROM numbers(4) GROUP BY k ORDER BY k, g;
SELECT number % 2 AS k, arrayJoin([k, 5]) FROM numbers(4) GROUP BY k ORDER BY ALL;
SELECT count() AS c, arrayJoin(range(c)) FROM numbers(3);
SELECT k, arrayJoin(arr) AS a, count() FROM (SELECT 1 AS k, [1, 2] AS arr) GROUP BY k, arr;
SELECT arrayJoin(arrayZip(groupArray(number), groupArray(number * 2))) AS t, t.1, t.2 FROM numbers(3);
SELECT number % 2 AS k, arrayJoin(arrayMap(x -> x + k, groupArray(number))) FROM numbers(4) GROUP BY k ORDER BY ALL;
-- One that is a key, or that an aggregate reads, multiplies the rows before; then again for what shows it.
SELECT number % 2 AS k, arrayJoin([1, 2]) + 1 AS x, count() FROM numbers(4) GROUP BY k, x ORDER BY ALL;
SELECT sum(arrayJoin([1, 2])) FROM numbers(2);
SELECT arrayJoin([1, 2]) AS x, sum(x) FROM numbers(2);
SELECT arrayJoin([1, 2]) AS a, a + 1 AS b, count() GROUP BY b ORDER BY ALL;
-- With the other clauses.
SELECT number % 2 AS k, arrayJoin(groupArray(number)) AS g FROM numbers(4) GROUP BY k HAVING g > 0 ORDER BY g DESC LIMIT 2;
SELECT k, arrayJoin([1, 2]) FROM (SELECT number AS k FROM numbers(2)) GROUP BY k WITH TOTALS ORDER BY ALL;
SELECT DISTINCT arrayJoin(groupArray(number % 2)) AS x FROM numbers(5) ORDER BY x;
SELECT arrayJoin(groupArray(number)) AS x, count() FROM numbers(3) GROUP BY ALL;
SELECT arrayJoin(groupArray(number)) FROM numbers(0);
SELECT arrayJoin(groupArray(number)) AS x FROM numbers(5) WHERE x > 2; -- { serverError ILLEGAL_AGGREGATION }
SELECT k, arrayJoin(arr) FROM (SELECT 1 AS k, [1, 2] AS arr) GROUP BY k; -- { serverError NOT_AN_AGGREGATE }
-- GROUP BY ALL takes the largest parts outside of aggregates.
SELECT number % 2 + sum(number) FROM numbers(4) GROUP BY ALL ORDER BY 1;
SELECT number % 2 + 1, concat(toString(number % 3), '-', toString(sum(number))) FROM numbers(6) GROUP BY ALL ORDER BY ALL;
-- A lambda under a name, as an argument; aggregates inside of lambdas.
WITH x -> x * 2 AS f SELECT f(4), arrayMap(f, [1, 2]);
WITH (x, y) -> x + y AS add SELECT arrayMap(add, [1, 2], [3, 4]);
SELECT arrayMap(x -> x + sum(number), [1, 2]) FROM numbers(3);
SELECT arrayMap(x -> sum(x), [1]); -- { serverError NOT_FOUND_COLUMN_IN_BLOCK }
