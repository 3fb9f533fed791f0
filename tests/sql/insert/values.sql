CREATE TABLE t (a UInt8, b String DEFAULT 'none', c Nullable(Int64), d Array(UInt8)) ENGINE = MergeTree ORDER BY a;
INSERT INTO t VALUES (1, 'x', NULL, [1, 2]), (1 + 1, concat('y', 'z'), -5, []);
INSERT INTO t (a) VALUES (3);
INSERT INTO t (d, a, b) VALUES ([7], 4, DEFAULT);
INSERT INTO t SELECT number + 10, toString(number), number, [number] FROM numbers(2);
SELECT * FROM t ORDER BY a;
SELECT count() FROM t;

-- NULL for a column that has none: its default, or an error.
CREATE TABLE nulls_refused (a UInt8, b String DEFAULT 'd', c Array(UInt8), n Nullable(Int8)) ENGINE = MergeTree ORDER BY a;
INSERT INTO nulls_refused SETTINGS input_format_null_as_default = 0 VALUES (1, NULL, [], NULL); -- { error TYPE_MISMATCH }
INSERT INTO nulls_refused SETTINGS input_format_null_as_default = 0 VALUES (NULL, 'x', [], NULL); -- { error TYPE_MISMATCH }
INSERT INTO nulls_refused SETTINGS input_format_null_as_default = 0 VALUES (1, 'x', NULL, NULL); -- { error TYPE_MISMATCH }
INSERT INTO nulls_refused SETTINGS input_format_null_as_default = 0 VALUES (2, 'x', [1], NULL);
INSERT INTO nulls_refused SETTINGS input_format_null_as_default = 1 VALUES (3, NULL, NULL, NULL);
SELECT * FROM nulls_refused ORDER BY a;
DROP TABLE nulls_refused;
