-- Parts of values by name: elements, sizes, keys and values, whether a value is NULL.
CREATE TABLE s (id UInt64, s String, fs FixedString(3), a Array(String), aa Array(Array(Nullable(Int8))),
    t Tuple(x Int8, y Tuple(z String, w Array(Int8))), tt Tuple(Int8, String), m Map(String, Array(Int8)), n Nullable(String),
    lc LowCardinality(String), lcn LowCardinality(Nullable(String)), an Array(Nullable(String)), at Array(Tuple(a Int8, b String)),
    nn Nested(p Int8, q Array(String)), mm Map(Int8, Map(String, Int8)), nt Tuple(n Nullable(Int8)))
ENGINE = MergeTree ORDER BY id;
INSERT INTO s (id, s, a, aa, t, tt, m, n, an, at) VALUES (1, 'abc', ['x', 'yz'], [[1, NULL], [2]], (1, ('q', [1, 2])), (5, 'five'),
    {'k': [7, 8]}, 'text', ['v', NULL], [(1, 'one'), (2, 'three')]);
INSERT INTO s (id) VALUES (2);
SELECT s.size, a.size, a.size0, aa.size0, aa.size1, aa.null, t.x, t.y.z, t.y.w.size0 FROM s ORDER BY id;
SELECT n.null, n.size, an.null, an.size, at.a, at.b.size, tt.1 FROM s ORDER BY id;
SELECT m.keys, m.values, m.size0, m.values.size1, m.key_k, m.key_z, mm.values.keys FROM s ORDER BY id;
SELECT nn.q.size1, nt.n.null FROM s ORDER BY id;
SELECT id FROM s WHERE a.size0 = 2 AND n.null = 0;
SELECT s.nothing FROM s; -- { serverError UNKNOWN_IDENTIFIER }
SELECT fs.size FROM s; -- { serverError UNKNOWN_IDENTIFIER }
SET describe_include_subcolumns = 1, print_pretty_type_names = 0;
DESCRIBE TABLE s;
SET describe_compact_output = 1;
DESCRIBE TABLE s;
SET describe_include_subcolumns = 0, print_pretty_type_names = 1;
DESCRIBE TABLE s FORMAT TSVRaw;
