CREATE TABLE c (id UInt8, n Nested(k String, v UInt8)) ENGINE = MergeTree ORDER BY id;
INSERT INTO c (id, n.k, n.v) VALUES (3, ['a'], [1, 2]); -- { serverError SIZES_OF_ARRAYS_DONT_MATCH }
INSERT INTO c (id, n.k) VALUES (4, ['a']);
SELECT id, n.k, n.v FROM c ORDER BY id;
