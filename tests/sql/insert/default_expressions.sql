CREATE TABLE t
(
    a UInt32,
    b UInt32 DEFAULT a * 2,
    c String MATERIALIZED concat('c', toString(a)),
    d UInt32 ALIAS a + b,
    e UInt32 EPHEMERAL 7,
    f UInt32 DEFAULT e + 1
)
ENGINE = MergeTree ORDER BY a;
INSERT INTO t (a) VALUES (1);
INSERT INTO t (a, b) VALUES (2, 100);
INSERT INTO t (a, e) VALUES (3, 50);
SELECT * FROM t ORDER BY a;
SELECT a, b, c, d, f FROM t ORDER BY a;
INSERT INTO t (a, c) VALUES (9, 'x'); -- { serverError ILLEGAL_COLUMN }
SELECT count() FROM t;
