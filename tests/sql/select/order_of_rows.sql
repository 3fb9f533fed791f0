-- Without ORDER BY, rows that are not read from a table keep the order in which they were first seen.
SELECT DISTINCT number * 7 % 5 AS x FROM numbers(10);
SELECT DISTINCT ON (number % 3) number, number % 2 FROM numbers(10);
SELECT number FROM numbers(10) LIMIT 1 BY number % 4;
SELECT number FROM numbers(10) LIMIT 1 OFFSET 1 BY number % 4;
SELECT arrayJoin([3, 1, 3, 2]) UNION DISTINCT SELECT arrayJoin([5, 1]);
SELECT number FROM numbers(20) INTERSECT SELECT number FROM numbers(5, 5);
SELECT number, number + 10 FROM numbers(12) EXCEPT SELECT number + 5, number + 15 FROM numbers(10);
SELECT arrayJoin([3, NULL, 1, 3, NULL]) AS x EXCEPT SELECT 1;
SELECT arrayJoin([3, NULL, 1, 3, NULL]) AS x EXCEPT SELECT 3;
SELECT arrayJoin([3, NULL, 1, 3, NULL]) AS x EXCEPT DISTINCT SELECT 1;
SELECT arrayJoin([3, NULL, 1, 3, NULL]) AS x INTERSECT SELECT arrayJoin([NULL, 3, 3]);
SELECT arrayJoin([3, NULL, 1, 3, NULL]) AS x INTERSECT DISTINCT SELECT arrayJoin([NULL, 3, 3]);
SELECT number FROM numbers(30) INTERSECT SELECT number FROM numbers(5, 15) EXCEPT SELECT number FROM numbers(8, 10);
SELECT number FROM numbers(0) EXCEPT SELECT 1;
-- Windows leave rows sorted by what they partition and order by.
SELECT number, count() OVER (PARTITION BY intDiv(number, 3) ORDER BY number ROWS UNBOUNDED PRECEDING) FROM numbers(10);
SELECT number, sum(number) OVER (PARTITION BY number % 3 ORDER BY number DESC) FROM numbers(7);
SELECT number, row_number() OVER (ORDER BY number % 2) FROM numbers(5);
SELECT sum(number) OVER w1, sum(number) OVER w2 FROM numbers(10) WINDOW w1 AS (ROWS UNBOUNDED PRECEDING), w2 AS (PARTITION BY intDiv(number, 3) ROWS UNBOUNDED PRECEDING);
SELECT abs(number) OVER () FROM numbers(3); -- { serverError UNKNOWN_AGGREGATE_FUNCTION }
-- Texts are looked up in maps by texts, integers by integers.
SELECT map('a', 1)[1]; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT map(1, 2)['a']; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT map(1, 2)[1.5]; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT map('a', 1)[materialize('a')], map('a', map('b', 2))['a']['b'], map(toLowCardinality('a'), 1)['a'], map(1, 2)[257];
SELECT * REPLACE (1 AS a, 2 AS a) FROM (SELECT 0 AS a); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
