-- Arrays, tuples and maps inside of SimpleAggregateFunction are arrays, tuples and maps.
CREATE TABLE t (k UInt8, s SimpleAggregateFunction(groupArrayArray, Array(UInt8)), m SimpleAggregateFunction(sumMap, Tuple(Array(UInt8), Array(UInt64))), p SimpleAggregateFunction(sumMap, Map(String, UInt64)), x SimpleAggregateFunction(max, UInt8), n SimpleAggregateFunction(anyLast, Nullable(String)), l SimpleAggregateFunction(any, LowCardinality(String))) ENGINE = AggregatingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, [1, 2], ([1], [2]), map('a', 1), 3, 'q', 'l'), (2, [3], ([1, 2], [2, 3]), map('b', 1), 4, NULL, 'm');
SELECT sumMap(m), sumMap(p), sumMap(m.1, m.2), arraySort(groupArrayArray(s)), maxArray(s), sumForEach(s) FROM t WHERE k = 2;
SELECT k, arraySum(s), arrayMap(y -> y + 1, s), s[1], has(s, 1), arrayConcat(s, [9]), arrayFilter(y -> y > 1, s), arrayZip(s, s) FROM t ORDER BY k;
SELECT k, e FROM t ARRAY JOIN s AS e ORDER BY ALL;
SELECT k, s FROM t LEFT ARRAY JOIN s ORDER BY ALL;
SELECT k, arrayJoin(s) AS e, m.1, untuple(m) FROM t ORDER BY ALL;
SELECT p['a'], mapKeys(p), mapContains(p, 'a'), upper(l), toTypeName(upper(l)) FROM t ORDER BY k;
SELECT s, arraySum(s), count() FROM t GROUP BY s ORDER BY s;
-- What is one of the values has their type.
SELECT toTypeName(max(x)), toTypeName(any(s)), toTypeName(argMin(x, k)), toTypeName(maxIf(x, k = 1)), toTypeName(any(n)), toTypeName(any(l)), toTypeName(sum(x)), max(x) + 1 FROM t;
SELECT DISTINCT toTypeName(max(x) OVER ()) FROM t;
CREATE TABLE parts_of (k UInt8, a SimpleAggregateFunction(groupArrayArray, Array(UInt8)), m SimpleAggregateFunction(sumMap, Tuple(Array(UInt8), Array(UInt64))), st SimpleAggregateFunction(anyLast, Nullable(String)), str SimpleAggregateFunction(any, String), tt SimpleAggregateFunction(any, Tuple(a UInt8, b String)), mp SimpleAggregateFunction(any, Map(String, UInt8)), lc SimpleAggregateFunction(any, LowCardinality(Nullable(String)))) ENGINE = AggregatingMergeTree ORDER BY k;
INSERT INTO parts_of VALUES (1, [1,2], ([1,2],[3,4]), 'x', 'abc', (3, 'w'), {'q':7}, NULL);
SELECT a.size0, st.null, m.1, m.2, str.size, tt.a, tt.b, mp.keys, mp.size0, mp.key_q, tt.b.size FROM parts_of;
DESCRIBE TABLE parts_of SETTINGS describe_include_subcolumns = 1, describe_compact_output = 1;
SELECT parts_of.a.size0, toTypeName(tt.a), toTypeName(a.size0), toTypeName(mp.values) FROM parts_of FINAL WHERE a.size0 = 2 AND st.null = 0;
