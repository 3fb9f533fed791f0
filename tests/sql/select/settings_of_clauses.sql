-- Settings that change what clauses do.
SELECT '-- join_any_take_last_row';
CREATE TABLE many (k UInt8, v UInt8) ENGINE = MergeTree ORDER BY (k, v);
INSERT INTO many VALUES (1, 10), (1, 20), (1, 30), (2, 40), (3, 50), (3, 60);
SELECT k, v FROM (SELECT arrayJoin([1, 2, 4]) AS k) AS l ANY LEFT JOIN many USING k ORDER BY k;
SELECT k, v FROM (SELECT arrayJoin([1, 2, 4]) AS k) AS l ANY LEFT JOIN many USING k ORDER BY k SETTINGS join_any_take_last_row = 1;
SELECT k, v FROM (SELECT arrayJoin([1, 2, 4]) AS k) AS l ANY INNER JOIN many USING k ORDER BY k SETTINGS join_any_take_last_row = 1;
SELECT k, v FROM (SELECT arrayJoin([1, 2, 4]) AS k) AS l LEFT SEMI JOIN many USING k ORDER BY k SETTINGS join_any_take_last_row = 1;
SELECT l.k, w, v FROM (SELECT 1 AS k, arrayJoin([1, 2]) AS w) AS l ANY RIGHT JOIN many ON l.k = many.k ORDER BY ALL SETTINGS join_any_take_last_row = 1;
SELECT '-- enable_unaligned_array_join';
SELECT x, y FROM (SELECT 1) ARRAY JOIN [1, 2] AS x, ['a'] AS y; -- { serverError SIZES_OF_ARRAYS_DONT_MATCH }
SELECT x, y, z FROM (SELECT 1) ARRAY JOIN [1, 2] AS x, ['a'] AS y, emptyArrayUInt8() AS z SETTINGS enable_unaligned_array_join = 1;
SELECT x, y FROM (SELECT 1) LEFT ARRAY JOIN emptyArrayUInt8() AS x, [NULL, 2]::Array(Nullable(Int8)) AS y SETTINGS enable_unaligned_array_join = 1;
SELECT x, y FROM (SELECT 1) LEFT ARRAY JOIN emptyArrayUInt8() AS x, emptyArrayString() AS y SETTINGS enable_unaligned_array_join = 1;
SELECT x, y FROM (SELECT 1) ARRAY JOIN emptyArrayUInt8() AS x, emptyArrayString() AS y SETTINGS enable_unaligned_array_join = 1;
SELECT x, m FROM (SELECT 1) ARRAY JOIN [1, 2, 3] AS x, map('k', 1) AS m SETTINGS enable_unaligned_array_join = 1;
SELECT x, m FROM (SELECT 1) LEFT ARRAY JOIN emptyArrayUInt8() AS x, CAST(map(), 'Map(String, UInt8)') AS m;
SELECT number, x, y FROM numbers(4) ARRAY JOIN range(number) AS x, range(3 - number) AS y ORDER BY number, x, y SETTINGS enable_unaligned_array_join = 1;
SELECT '-- interval_output_format';
SELECT toIntervalDay(3), toIntervalHour(2), toIntervalWeek(2), toIntervalMinute(90), toIntervalSecond(86401), toIntervalMillisecond(1500), toIntervalMicrosecond(1500), toIntervalNanosecond(1500) SETTINGS interval_output_format = 'kusto';
SELECT toIntervalDay(-3), toIntervalSecond(-5), toIntervalMillisecond(-1500), toIntervalDay(0), toIntervalMillisecond(1000), toIntervalNanosecond(-100), toIntervalHour(100000), toIntervalMicrosecond(1) SETTINGS interval_output_format = 'kusto';
SELECT [toIntervalDay(1)], toString(toIntervalDay(1)), (toIntervalDay(1), 1), CAST(NULL AS Nullable(IntervalDay)) SETTINGS interval_output_format = 'kusto';
SELECT toIntervalDay(number) AS i, [i] AS a FROM numbers(2) SETTINGS interval_output_format = 'kusto' FORMAT JSONEachRow;
SELECT toIntervalDay(1) AS i, [i] AS a SETTINGS interval_output_format = 'kusto' FORMAT CSV;
SELECT toIntervalDay(1) AS i, [i] AS a SETTINGS interval_output_format = 'kusto' FORMAT Values;
SELECT '';
SELECT toIntervalDay(9223372036854775807) SETTINGS interval_output_format = 'numeric';
SELECT toIntervalMonth(2) SETTINGS interval_output_format = 'kusto'; -- { serverError BAD_ARGUMENTS }
SELECT toIntervalNanosecond(150) SETTINGS interval_output_format = 'kusto'; -- { serverError BAD_ARGUMENTS }
SELECT toIntervalDay(1) SETTINGS interval_output_format = 'other'; -- { serverError BAD_ARGUMENTS }
DROP TABLE many;
