CREATE TABLE t (a UInt8, b String DEFAULT 'none', c Nullable(Int64), d Array(UInt8)) ENGINE = MergeTree ORDER BY a;
INSERT INTO t VALUES (1, 'x', NULL, [1, 2]), (1 + 1, concat('y', 'z'), -5, []);
INSERT INTO t (a) VALUES (3);
INSERT INTO t (d, a, b) VALUES ([7], 4, DEFAULT);
INSERT INTO t SELECT number + 10, toString(number), number, [number] FROM numbers(2);
SELECT * FROM t ORDER BY a;
SELECT count() FROM t;
