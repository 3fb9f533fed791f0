-- Joins without keys show pairs by the left side, then by the right one.
SELECT * FROM numbers(3) AS a, numbers(2) AS b;
SELECT * FROM numbers(3) AS a CROSS JOIN numbers(2) AS b CROSS JOIN (SELECT 'q' AS z) AS c;
SELECT * FROM numbers(3) AS a JOIN numbers(2) AS b ON 1;
SELECT * FROM numbers(3) AS a LEFT JOIN numbers(2) AS b ON 1;
SELECT a.number, b.number FROM numbers(4) AS a JOIN numbers(4) AS b ON a.number < b.number;
CREATE TABLE pairs (id UInt64, s String) ENGINE = MergeTree ORDER BY id;
INSERT INTO pairs VALUES (0, 'a'), (1, 'b'), (2, 'c');
SELECT * FROM pairs JOIN pairs AS b ON 1 = 1;
SELECT pairs.id, b.id FROM pairs JOIN pairs AS b ON pairs.id > b.id;
DROP TABLE pairs;

-- Without aggregates all rows together are no group of their own; one grouping set is a plain GROUP BY.
SELECT number, grouping(number) FROM numbers(2) GROUP BY GROUPING SETS ((number), ()) ORDER BY number;
SELECT number, number % 2 AS k FROM numbers(3) GROUP BY GROUPING SETS ((number, k), (k), ()) ORDER BY ALL;
SELECT number, count() FROM numbers(2) GROUP BY GROUPING SETS ((number), ()) ORDER BY ALL;
SELECT number, number % 2 AS k, sum(number), grouping(number) FROM numbers(3) GROUP BY GROUPING SETS ((number, k)) WITH TOTALS ORDER BY 1;
SELECT number, count() FROM numbers(3) GROUP BY GROUPING SETS ((number)) WITH TOTALS HAVING number > 0 ORDER BY 1;
SELECT number FROM numbers(3) GROUP BY GROUPING SETS ((number), (number % 2)) WITH TOTALS; -- { serverError NOT_IMPLEMENTED }
SELECT 1 FROM numbers(3) GROUP BY ();

-- RESPECT NULLS is for the first and the last value.
SELECT any(x) RESPECT NULLS, anyLast(x) RESPECT NULLS, anyOrNull(x) RESPECT NULLS, anyIf(x, 1) RESPECT NULLS FROM (SELECT arrayJoin([NULL, 1]) AS x);
SELECT first_value(x) RESPECT NULLS OVER () FROM (SELECT arrayJoin([NULL, 1]) AS x);
SELECT sum(x) RESPECT NULLS FROM (SELECT 1 AS x); -- { serverError NOT_IMPLEMENTED }
SELECT groupArray(x) RESPECT NULLS FROM (SELECT 1 AS x); -- { serverError NOT_IMPLEMENTED }
SELECT lead(x) RESPECT NULLS OVER () FROM (SELECT 1 AS x); -- { serverError NOT_IMPLEMENTED }

-- Parts of values by name.
SELECT getSubcolumn([1, 2], 'size0'), getSubcolumn(map('a', 1), 'keys'), getSubcolumn(NULL::Nullable(Int8), 'null'), getSubcolumn('abc', 'size');
SELECT getSubcolumn(tuple(tuple(1)::Tuple(b Int8))::Tuple(a Tuple(b Int8)), 'a.b'), getSubcolumn([[1], [2, 3]], 'size1'), getSubcolumn((1, 2), '2');
SELECT getSubcolumn(x, 'null'), x.null FROM (SELECT arrayJoin([1, NULL]) AS x);
SELECT getSubcolumn([1, 2], 'nope'); -- { serverError ILLEGAL_COLUMN }
SELECT getSubcolumn((1, 2), '3'); -- { serverError ILLEGAL_COLUMN }
SELECT getSubcolumn([1, 2], 1); -- { serverError ILLEGAL_COLUMN }
SELECT getSubcolumn([1, 2]); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT t.b FROM (SELECT tuple(1)::Tuple(a Int8) AS t); -- { serverError UNKNOWN_IDENTIFIER }
SELECT tupleElement(t, 'b') FROM (SELECT tuple(1)::Tuple(a Int8) AS t); -- { serverError NOT_FOUND_COLUMN_IN_BLOCK, BAD_ARGUMENTS }
