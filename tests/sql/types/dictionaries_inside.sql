-- LowCardinality inside of arrays, tuples and maps: few functions keep it.
SET allow_suspicious_low_cardinality_types = 1;
CREATE TABLE t (k UInt8, a Array(LowCardinality(String)), n Array(LowCardinality(UInt8)), m Map(LowCardinality(String), LowCardinality(String)), p Tuple(x LowCardinality(String), y UInt8)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, ['b', 'a'], [2, 1], {'k': 'v'}, ('q', 5));
SELECT a[1] AS x, toTypeName(x), m['k'] AS y, toTypeName(y), p.x AS z, toTypeName(z), mapKeys(m) AS u, toTypeName(u), mapValues(m) AS v, toTypeName(v) FROM t;
SELECT arrayMap(x -> upper(x), a) AS x, toTypeName(x), arrayMap(x -> toTypeName(x), a), arrayMap(x -> toLowCardinality(x), a) AS y, toTypeName(y), arrayMap(x -> [toLowCardinality(x)], a) AS z, toTypeName(z) FROM t;
SELECT toTypeName(arrayFilter(x -> 1, a)), toTypeName(arrayFirst(x -> 1, a)), toTypeName(arraySort(a)), toTypeName(arrayReverse(a)), toTypeName(arraySlice(a, 1)), toTypeName(arrayDistinct(a)), toTypeName(arrayConcat(a, ['c'])), toTypeName(arrayPushBack(a, 'c')), toTypeName(arrayZip(a, n)), toTypeName(arrayResize(a, 3)), toTypeName(arraySplit(x -> 1, a)), toTypeName(arrayFlatten([a])), toTypeName(arrayFold((s, x) -> x, a, '')) FROM t;
SELECT toTypeName([a]), toTypeName(tuple(a)), toTypeName(map('x', a)), toTypeName(materialize(a)), toTypeName(if(k = 1, a, ['z'])), toTypeName(mapFilter((k, v) -> 1, m)), toTypeName(mapSort(m)), toTypeName(mapApply((k, v) -> (k, v), m)), toTypeName(mapUpdate(m, m)), toTypeName(mapFromArrays(a, a)), toTypeName(arrayJoin(a)) FROM t LIMIT 1;
SELECT toTypeName(n * 2), toTypeName(arraySum(n)), toTypeName(arrayCumSum(n)), toTypeName(groupArray(a)), toTypeName(any(m)), toTypeName(groupUniqArrayArray(a)) FROM t;
SELECT s IN ('a') AS x, toTypeName(x), s NOT IN (SELECT 'b') AS y, toTypeName(y), (s, 1) IN (('a', 1)) AS z, toTypeName(z) FROM (SELECT toLowCardinality('a') AS s);
SELECT toLowCardinality(5) + CAST(toUInt64(5), 'Variant(UInt64, String)') AS x, toTypeName(x);
DROP TABLE t;
