-- Names of functions, aggregates, window functions and types in any case, where any case is taken.
SELECT COUNT(DISTINCT x), Count(DISTINCT x), count(DISTINCT x), COUNTDistinct(x), CountDistinct(x) FROM values('x UInt8', 1, 1, 2);
SELECT COUNT(DISTINCT x, y), Count(DISTINCT *), COUNT(DISTINCT (x, y)), COUNT(DISTINCT NULL) FROM values('x UInt8, y UInt8', (1, 1), (1, 1), (2, 1));
SELECT COUNT(DISTINCT x) OVER (), CountDistinct(x) OVER (PARTITION BY x), COUNT(DISTINCT x, x + 1) OVER () FROM values('x UInt8', 1, 1, 2);
SELECT x FROM values('x UInt8', 1, 1, 2) GROUP BY x HAVING COUNT(DISTINCT x) = 1 ORDER BY COUNT(DISTINCT x), x;
SELECT SUM(DISTINCT x), AVG(DISTINCT x), SUMIf(x, x = 1), CountIf(x = 1), COUNTDistinctIf(x, x > 1), countIfDistinct(x, x < 3) FROM values('x UInt8', 1, 1, 2);
SELECT COUNTArrayDistinct([x, x]), COUNTDistinctForEach([x, x]), COUNTDistinctOrNull(x), toTypeName(COUNTDistinctState(x)) FROM values('x UInt8', 1, 1, 2);
SELECT countDistinctMerge(s), CountDistinctMerge(s) FROM (SELECT COUNTDistinctState(x) AS s FROM values('x UInt8', 1, 1, 2));
SELECT COUNT(DISTINCT x) FROM values('x UInt8', 1, 1, 2) SETTINGS count_distinct_implementation = 'uniqHLL12';
SELECT COUNT(DISTINCT x) FROM values('x UInt8', 1, 1, 2) SETTINGS count_distinct_implementation = 'UNIQ'; -- { serverError UNKNOWN_AGGREGATE_FUNCTION }
SELECT arrayReduce('SUM', [1, 2]), arrayReduce('COUNTDistinct', [1, 1]), initializeAggregation('Max', 3), toTypeName(arrayReduce('SUMState', [1]));
SELECT countDISTINCT(x) FROM values('x UInt8', 1); -- { serverError UNKNOWN_FUNCTION }
SELECT sumIF(x, 1) FROM values('x UInt8', 1); -- { serverError UNKNOWN_FUNCTION }
SELECT UNIQEXACT(x) FROM values('x UInt8', 1); -- { serverError UNKNOWN_FUNCTION }

CREATE TABLE seen (day Date, device UInt32) ENGINE = MergeTree ORDER BY day;
CREATE MATERIALIZED VIEW devices ENGINE = MergeTree ORDER BY day AS SELECT day, COUNT(DISTINCT device) AS n, Count(Distinct device, day) AS m FROM seen GROUP BY day;
INSERT INTO seen SELECT '2024-01-01', number % 17 FROM numbers(480);
SELECT n, m FROM devices;

SELECT GROUPING(LOWER(x)), Grouping(x), COUNT() FROM values('x String', 'A', 'b') GROUP BY ROLLUP(lower(x), x) ORDER BY ALL;
SELECT UNNEST([1]), uNNest([2]), _cast('3', 'UInt8'), `cast`('4', 'Int8'), Cast('5' AS INT);
SELECT ARRAYJOIN([1]); -- { serverError UNKNOWN_FUNCTION }
SELECT NTH_VALUE(x, 2) OVER w, Row_Number() OVER w, DENSE_RANK() OVER w, denseRank() OVER w, nTh_VaLue(x, 1) OVER w FROM values('x UInt8', 1, 2) WINDOW w AS (ORDER BY x ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) ORDER BY x;
SELECT CUME_DIST() OVER (); -- { serverError UNKNOWN_AGGREGATE_FUNCTION }
SELECT DENSERANK() OVER (); -- { serverError UNKNOWN_AGGREGATE_FUNCTION }

SELECT DATE(t), Date(t, 'Asia/Tokyo'), count() FROM values('t DateTime(\'UTC\')', '2024-01-01 20:00:00') GROUP BY toDate(t), toDate(t, 'Asia/Tokyo');
SELECT YEAR(t), LCASE(t::String), POW(toYear(t), 1), DATE_TRUNC('MONTH', t) FROM values('t Date', '2024-01-02') GROUP BY year(t), lower(t::String), Power(year(t), 1), t;

SELECT toTypeName(CAST('a', 'ENUM8(\'a\' = 1, \'b\' = -2)')), toTypeName(CAST('a' AS eNuM16('a' = 1))), toTypeName(CAST('a' AS ENUM('a', 'b')));
SELECT CAST('a' AS ENUM8('a')); -- { serverError UNKNOWN_TYPE }
SELECT toTypeName(CAST(1 AS MEDIUMINT UNSIGNED)), toTypeName(CAST(1 AS mediumint(3) unsigned)), toTypeName(CAST(1 AS Int1(3) SIGNED)), toTypeName(CAST(1 AS double PRECISION)), toTypeName(CAST(1 AS Boolean));
SELECT CAST(1 AS int32); -- { serverError UNKNOWN_TYPE }
SELECT CAST('a' AS STRING); -- { serverError UNKNOWN_TYPE }
SELECT CAST(1 AS NULLABLE(Int8)); -- { serverError UNKNOWN_TYPE }
SELECT sumNull(1); -- { serverError UNKNOWN_AGGREGATE_FUNCTION }
SELECT maxNullIf(1, 1); -- { serverError UNKNOWN_AGGREGATE_FUNCTION }
