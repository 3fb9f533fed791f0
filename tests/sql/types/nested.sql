CREATE TABLE t (k UInt8, a Array(Nullable(Int32)), m Map(String, UInt8), p Tuple(x UInt8, y String), e Enum8('one' = 1, 'two' = 2), u UUID, l LowCardinality(String)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, [1, NULL, 3], {'a': 1, 'b': 2}, (5, 'five'), 'two', '61f0c404-5cb3-11e7-907b-a6006ad3dba0', 'low');
SELECT * FROM t;
SELECT a[1], a[-1], length(a), m['b'], m['zzz'], p.x, p.2, e, toInt8(e), u, l FROM t;
SELECT arrayMap(x -> x * 2, [1, 2, 3]), arrayFilter(x -> x > 1, [1, 2, 3]), arraySort([3, 1, 2]), has([1, 2], 2);
SELECT mapKeys(m), mapValues(m) FROM t;
SELECT k, x FROM t ARRAY JOIN a AS x ORDER BY x;
INSERT INTO t (k, e) VALUES (2, 'three'); -- { clientError UNKNOWN_ELEMENT_OF_ENUM }
SELECT count() FROM t;
