CREATE TABLE t (id UInt32, a Array(UInt8), b Array(String), n Nested(k String, v Int32), m Map(String, UInt8)) ENGINE = MergeTree ORDER BY id;
INSERT INTO t VALUES (1, [1, 2], ['x', 'y'], ['p', 'q'], [10, 20], {'a': 1, 'b': 2}), (2, [], [], [], [], {}), (3, [7], ['z'], ['r'], [30], {'c': 3});
SELECT id, a FROM t ARRAY JOIN a ORDER BY id, a;
SELECT id, a FROM t LEFT ARRAY JOIN a ORDER BY id, a;
SELECT id, x, a FROM t ARRAY JOIN a AS x ORDER BY id, x;
SELECT id, a, b FROM t ARRAY JOIN a, b ORDER BY id, a;
SELECT id, x, y FROM t ARRAY JOIN a AS x, b AS y ORDER BY id, x;
SELECT id, x, y FROM t LEFT ARRAY JOIN a AS x, b AS y ORDER BY id, x;
SELECT id, n.k, n.v FROM t ARRAY JOIN n ORDER BY id, n.k;
SELECT id, nn.k, nn.v, n.k FROM t ARRAY JOIN n AS nn ORDER BY id, nn.k;
SELECT id, n.k, n.v FROM t ARRAY JOIN n.k ORDER BY id, n.k;
SELECT id, num, x FROM t ARRAY JOIN a AS x, arrayEnumerate(a) AS num ORDER BY id, num;
SELECT id, x FROM t ARRAY JOIN [10, 20] AS x WHERE id = 1 ORDER BY id, x;
SELECT id, x FROM t ARRAY JOIN arrayMap(e -> e * 2, a) AS x WHERE x > 2 ORDER BY id, x;
SELECT id, arrayJoin(a) AS x FROM t ORDER BY id, x;
SELECT id, arrayJoin(a) AS x, x + 1 FROM t ORDER BY id, x;
SELECT id, arrayJoin(a), arrayJoin(a) FROM t ORDER BY 1, 2;
SELECT arrayJoin([1, 2]) AS x, arrayJoin([10, 20]) AS y ORDER BY x, y;
SELECT sum(arrayJoin(a)) FROM t;
SELECT id, sum(x) FROM t ARRAY JOIN a AS x GROUP BY id ORDER BY id;
SELECT id, count() FROM t LEFT ARRAY JOIN a GROUP BY id ORDER BY id;
SELECT id FROM t WHERE arrayJoin(a) > 1 ORDER BY id;
SELECT arrayJoin([]) AS x; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT id, kv FROM t ARRAY JOIN m AS kv ORDER BY id, kv;
SELECT id, kv.1, kv.2 FROM t ARRAY JOIN m AS kv ORDER BY id, kv.1;
SELECT id, x FROM t ARRAY JOIN id AS x; -- { serverError TYPE_MISMATCH }
SELECT id, x, y FROM t ARRAY JOIN a AS x, [1, 2, 3] AS y; -- { serverError SIZES_OF_ARRAYS_DONT_MATCH }
SELECT id, x, y FROM t ARRAY JOIN a AS x ARRAY JOIN b AS y ORDER BY id, x, y;
SELECT id, x FROM (SELECT id, a FROM t) ARRAY JOIN a AS x ORDER BY id, x;
SELECT l.id, x FROM t AS l ARRAY JOIN l.a AS x ORDER BY l.id, x;
SELECT x, count() FROM t ARRAY JOIN a AS x GROUP BY x ORDER BY x;
SELECT * FROM t ARRAY JOIN a AS x ORDER BY id, x;
SELECT id, n.k FROM t ORDER BY id;
SELECT id, length(n.k), n.v[1] FROM t ORDER BY id;
-- Elements are named as they are asked for, also behind the name of their table.
CREATE TABLE of_arrays (k UInt8, arr Array(UInt8), n Nested(c UInt8)) ENGINE = Memory;
INSERT INTO of_arrays VALUES (1, [1,2], [5,6]);
SELECT t.k, t.arr FROM of_arrays AS t ARRAY JOIN arr FORMAT TSVWithNames;
SELECT t.k, t.arr FROM of_arrays AS t ARRAY JOIN t.arr FORMAT TSVWithNames;
SELECT t.arr, t.n.c, n.c FROM of_arrays AS t ARRAY JOIN t.arr, t.n FORMAT TSVWithNames;
SELECT of_arrays.n.c FROM of_arrays ARRAY JOIN n FORMAT TSVWithNames;
SELECT t.arr + 1, t.arr AS z FROM of_arrays AS t ARRAY JOIN t.arr FORMAT TSVWithNames;
SELECT * FROM of_arrays AS t ARRAY JOIN t.arr FORMAT TSVWithNames;
SELECT arr FROM of_arrays AS t ARRAY JOIN t.arr FORMAT TSVWithNames;
SELECT m.c, t.n.c FROM of_arrays AS t ARRAY JOIN t.n AS m FORMAT TSVWithNames;
SELECT n.c FROM of_arrays AS t LEFT ARRAY JOIN t.n FORMAT TSVWithNames;
SELECT l.n.c, r.n.c FROM of_arrays AS l JOIN of_arrays AS r ON l.k = r.k ARRAY JOIN r.n FORMAT TSVWithNames;
SELECT l.arr, r.arr FROM of_arrays AS l JOIN of_arrays AS r ON l.k = r.k ARRAY JOIN r.arr ORDER BY r.arr FORMAT TSVWithNames;
