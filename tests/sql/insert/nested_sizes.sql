CREATE TABLE c (id UInt8, n Nested(k String, v UInt8)) ENGINE = MergeTree ORDER BY id;
INSERT INTO c (id, n.k, n.v) VALUES (3, ['a'], [1, 2]); -- { serverError SIZES_OF_ARRAYS_DONT_MATCH }
INSERT INTO c (id, n.k) VALUES (4, ['a']);
INSERT INTO c (id, n.v) SELECT number, range(number) FROM numbers(3);
INSERT INTO c (id) VALUES (5);
INSERT INTO c SELECT 6, ['x'], []; -- { serverError SIZES_OF_ARRAYS_DONT_MATCH }
INSERT INTO c FORMAT JSONEachRow {"id": 7, "n.k": ["a", "b"], "n.v": [1, 2]}

SELECT id, n.k, n.v FROM c ORDER BY id;
CREATE TABLE d (id UInt8, `n.x.a` Array(UInt8), `n.x.b` Array(Nullable(Date)), `n.y` Array(Array(String)), `n.z` UInt8) ENGINE = MergeTree ORDER BY id;
INSERT INTO d (id, `n.x.a`) VALUES (1, [1, 2]), (2, []);
INSERT INTO d (id, `n.x.a`, `n.y`) VALUES (3, [1], []); -- { serverError SIZES_OF_ARRAYS_DONT_MATCH }
SELECT * FROM d ORDER BY id;
CREATE TABLE e (id UInt8, `n.a` Array(UInt8), `n.b` Array(String) DEFAULT ['q']) ENGINE = MergeTree ORDER BY id;
INSERT INTO e (id, `n.a`) VALUES (1, [1, 2]); -- { serverError SIZES_OF_ARRAYS_DONT_MATCH }
INSERT INTO e (id, `n.a`) VALUES (1, [1]);
CREATE TABLE f (id UInt8, `n.a` Array(UInt8), `n.b` Array(String) MATERIALIZED ['q', 'r']) ENGINE = MergeTree ORDER BY id;
INSERT INTO f (id, `n.a`) VALUES (1, [1, 2, 3]); -- { serverError SIZES_OF_ARRAYS_DONT_MATCH }
SELECT * FROM e;
SELECT count() FROM f;
