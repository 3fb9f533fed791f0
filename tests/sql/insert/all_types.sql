CREATE TABLE t (id UInt8, v Int8) ENGINE = MergeTree ORDER BY id;
INSERT INTO t VALUES (1, -128), (2, 127);
INSERT INTO t VALUES (3, 128), (4, -129), (256, 0);
SELECT * FROM t ORDER BY id, v;
INSERT INTO t VALUES (1, 'x'); -- { clientError CANNOT_PARSE_TEXT }
INSERT INTO t VALUES (1, NULL);
INSERT INTO t VALUES (5, 1 + 1), (6, -(3)), (7, toInt8('9'));
INSERT INTO t (v) VALUES (42);
INSERT INTO t (v, id) VALUES (1, 100);
INSERT INTO t VALUES (101, DEFAULT);
INSERT INTO t (id, id) VALUES (1, 2); -- { serverError DUPLICATE_COLUMN }
INSERT INTO t VALUES (1, 2, 3); -- { clientError SYNTAX_ERROR }
INSERT INTO t VALUES (1); -- { clientError SYNTAX_ERROR }
INSERT INTO t SELECT 1; -- { serverError NUMBER_OF_COLUMNS_DOESNT_MATCH }
INSERT INTO t SELECT 1, 'abc'; -- { serverError CANNOT_PARSE_TEXT }
INSERT INTO t SELECT 102, '5';
INSERT INTO t SELECT number, number * 2 FROM numbers(3);
INSERT INTO t (v) SELECT toInt8(77);
INSERT INTO t (* EXCEPT v) VALUES (103);
SELECT * FROM t ORDER BY id, v;
CREATE TABLE f (id UInt8, f32 Float32, f64 Float64, d Decimal(9, 2), n Nullable(Float64)) ENGINE = MergeTree ORDER BY id;
INSERT INTO f VALUES (1, 1.1, 1.1, 1.1, NULL), (2, inf, -inf, -0.01, nan), (3, 1e30, 1e300, 9999999.99, 0), (4, nan, nan, 5, 1e-10), (5, -0.0, 0.1, 1.005, 1);
SELECT * FROM f ORDER BY id;
INSERT INTO f VALUES (6, 1, 1, 99999999999, 1); -- { clientError ARGUMENT_OUT_OF_BOUND }
INSERT INTO f VALUES (7, 'a', 1, 1, 1); -- { clientError CANNOT_PARSE_NUMBER }
SELECT count() FROM f;
CREATE TABLE s (id UInt8, s String, fs FixedString(4), lc LowCardinality(String), e Enum8('a' = 1, 'b' = 2), u UUID, ip4 IPv4, ip6 IPv6, b Bool) ENGINE = MergeTree ORDER BY id;
INSERT INTO s VALUES (1, 'plain', 'abcd', 'x', 'a', '61f0c404-5cb3-11e7-907b-a6006ad3dba0', '1.2.3.4', '::1', true), (2, '', '', '', 2, '00000000-0000-0000-0000-000000000000', '0.0.0.0', '::', 0), (3, 'tab\tnew\nquote\'back\\', '\x00\x01', 'é', 'b', 1 = 2 ? '61f0c404-5cb3-11e7-907b-a6006ad3dba0' : '61f0c404-5cb3-11e7-907b-a6006ad3dba1', '255.255.255.255', '2001:db8::ff00:42:8329', false);
SELECT * FROM s ORDER BY id;
INSERT INTO s (id, fs) VALUES (4, 'abcde'); -- { clientError TOO_LARGE_STRING_SIZE }
INSERT INTO s (id, e) VALUES (4, 'zz'); -- { clientError UNKNOWN_ELEMENT_OF_ENUM }
INSERT INTO s (id, u) VALUES (4, 'nonsense'); -- { clientError CANNOT_PARSE_UUID }
INSERT INTO s (id, ip4) VALUES (4, '1.2.3'); -- { clientError CANNOT_PARSE_IPV4 }
INSERT INTO s (id, ip6) VALUES (4, 'zz'); -- { clientError CANNOT_PARSE_IPV6 }
INSERT INTO s (id, b) VALUES (4, 'maybe'); -- { clientError CANNOT_PARSE_BOOL }
INSERT INTO s (id) VALUES (5);
SELECT * FROM s WHERE id = 5;
CREATE TABLE d (id UInt8, d Date, d32 Date32, dt DateTime('UTC'), dtb DateTime('Europe/Berlin'), dt64 DateTime64(6, 'UTC')) ENGINE = MergeTree ORDER BY id;
INSERT INTO d VALUES (1, '2024-02-29', '1900-01-01', '2024-02-29 23:59:59', '2024-02-29 23:59:59', '2024-02-29 23:59:59.123456'), (2, 0, 0, 0, 0, 0), (3, '2149-06-06', '2299-12-31', 1700000000, 1700000000, 1700000000.5), (4, toDate('2024-01-01') + 5, '2024-01-01', now() > 0 ? '2024-01-01 00:00:00' : '', '2024-07-01 12:00:00', '1969-12-31 23:59:59.5');
SELECT * FROM d ORDER BY id;
INSERT INTO d (id, d) VALUES (5, '2024-13-01');
INSERT INTO d (id, dt) VALUES (5, 'nonsense'); -- { clientError CANNOT_PARSE_DATETIME }
INSERT INTO d (id) VALUES (6);
SELECT * FROM d WHERE id = 6;
CREATE TABLE c (id UInt8, a Array(UInt8), aa Array(Array(String)), an Array(Nullable(Int8)), t Tuple(UInt8, String), tn Tuple(x Int8, y Array(Int8)), m Map(String, Int8), n Nested(k String, v UInt8), ln LowCardinality(Nullable(String))) ENGINE = MergeTree ORDER BY id;
INSERT INTO c VALUES (1, [1, 2], [['a'], []], [1, NULL], (1, 'x'), (-1, [1]), {'k': 1, 'l': -1}, ['p', 'q'], [1, 2], 'v'), (2, [], [], [], (0, ''), (0, []), {}, [], [], NULL);
SELECT * FROM c ORDER BY id;
INSERT INTO c (id, a) VALUES (5, '[1, 2]');
SELECT a FROM c WHERE id = 5;
CREATE TABLE w (id UInt8, i128 Int128, u128 UInt128, i256 Int256, u256 UInt256, d76 Decimal(76, 10)) ENGINE = MergeTree ORDER BY id;
INSERT INTO w VALUES (1, -170141183460469231731687303715884105728, 0, -57896044618658097711785492504343953926634992332820282019728792003956564819968, 0, -1.5);
INSERT INTO w VALUES (2, 170141183460469231731687303715884105727, 340282366920938463463374607431768211455, 57896044618658097711785492504343953926634992332820282019728792003956564819967, 115792089237316195423570985008687907853269984665640564039457584007913129639935, 123456789012345678901234567890.0123456789);
SELECT * FROM w ORDER BY id;
SELECT id FROM w ORDER BY i256 DESC;
SELECT sum(i128), sum(d76), max(u256) FROM w;
