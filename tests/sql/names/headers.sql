-- What columns are called whose calls are written anew: count(*), grouping, groupConcat, EXISTS.
SELECT COUNT(*) FILTER (WHERE x > 1), countIf(*, x > 1), countOrNull(*), COUNTOrDefault(*), count(COLUMNS('x')), count(*, *) FROM values('x UInt8', 1, 2) FORMAT TSVWithNames;
SELECT count(a.*), COUNT(a.*) FILTER (WHERE 1), countArray(*), countForEach(*), count(* EXCEPT x), countArgMax(*, 1) FROM values('x Array(UInt8)', [1], [2]) AS a FORMAT TSVWithNames;
SELECT countEqual(*, 1), countDistinct(*), COUNT(*) OVER () FROM values('x Array(UInt8)', [1]) GROUP BY x FORMAT TSVWithNames;
SELECT toTypeName(countState(*)), toTypeName(countIfState(*, 1)) FROM values('x UInt8, y UInt8', (1, 2)) FORMAT TSVWithNames;
SELECT countDistinctIf(*, 1) FROM values('x UInt8', 1); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT grouping(x), GROUPING(x) + 1, gROUPING(x, LOWER(x)) FROM values('x String', 'a') GROUP BY ROLLUP(x, lower(x)) ORDER BY ALL FORMAT TSVWithNames;
SELECT STRING_AGG(x, '|'), groupConcat(x), group_concat(x, '-'), GROUP_CONCAT('+', 2)(x), groupConcat('a')(x, 'b'), STRING_AGG(x, '|') OVER () FROM (SELECT arrayJoin(['a', 'b']) AS x) GROUP BY ALL FORMAT TSVWithNames; -- { serverError NOT_AN_AGGREGATE }
SELECT STRING_AGG(x, '|'), groupConcat(x), group_concat(x, '-'), GROUP_CONCAT('+', 2)(x), groupConcat('a')(x, 'b') FROM (SELECT arrayJoin(['a', 'b']) AS x) FORMAT TSVWithNames;
SELECT STRING_AGG(x, '|') OVER () FROM values('x String', 'a') FORMAT TSVWithNames;
SELECT STRING_AGG(x, x) FROM values('x String', 'a'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT groupConcatIf(x, 'b', 1) FROM values('x String', 'a'); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT groupConcat(DISTINCT x, 'b') FROM values('x String', 'a'); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT EXISTS(SELECT number FROM numbers(0)), exists(SELECT number FROM numbers(2)), EXISTS(SELECT 1) + 1, NOT EXISTS(SELECT 1), EXISTS(SELECT 1) = EXISTS(SELECT 2 WHERE 0), (SELECT 7) FORMAT TSVWithNames;
SELECT EXISTS(SELECT 1 FROM (SELECT 1 AS y) WHERE y = x), EXISTS(SELECT 2) FROM (SELECT 1 AS x) FORMAT TSVWithNames;

-- Text is a Map in VALUES, but in no CAST.
CREATE TABLE maps (m Map(String, UInt8), n UInt8) ENGINE = MergeTree ORDER BY n;
INSERT INTO maps VALUES ('{''k'':1}', 1);
INSERT INTO maps VALUES ('{\'q\':1}', 2), (map('a', 2), 3), (concat('{\'z\':', '3}'), 4);
SELECT * FROM maps ORDER BY n;
SELECT * FROM values('m Map(String, UInt8)', '{\'q\':1}', '{}');
SELECT CAST('{\'k\':1}', 'Map(String, UInt8)'); -- { serverError TYPE_MISMATCH }

-- Numbers in brackets are floats where one of them is; widths of whole numbers are forgotten.
SELECT [1, 2.5], [1.5, 2, -3], [1, NULL], [[1],[2.5]], [toUInt8(1), 2.5], (1, 2.5), [1, -2], ['a', NULL], [1, 300], array(1, 2.5), [1,2.5,1e20], [1, 2.5, NULL] FORMAT TSVWithNames;
SELECT [1, 18446744073709551615.0], map('a', 1, 'b', 2.5), if(1, [1, 2.5], [1]), [-1, 2.5], [0, 1e10], [[1, 2], [3.5, NULL]], has([1, 2.5], 1), [(1, 2.5), (2.5, 1)] FORMAT TSVWithNames;
SELECT CAST(1 AS tinyint(1)), CAST(1 AS int(11) unsigned), CAST(1 AS BIGINT(20)), 1::tinyint(1), CAST(1, 'tinyint(1)'), CAST(1 AS Nullable(INT(5))), CAST(1 AS FLOAT(5)) FORMAT TSVWithNames;
