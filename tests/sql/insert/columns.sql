CREATE TABLE t (id UInt32, a UInt32 DEFAULT id * 2, m String MATERIALIZED concat('m', toString(id)), al UInt32 ALIAS a + 1, e UInt8 EPHEMERAL 7, fe UInt32 DEFAULT e + 100) ENGINE = MergeTree ORDER BY id;
INSERT INTO t (id) VALUES (1), (2);
INSERT INTO t (id, a) VALUES (3, 33);
INSERT INTO t (id, e) VALUES (4, 50);
INSERT INTO t (id, a, fe) VALUES (5, 0, 0);
SELECT * FROM t ORDER BY id;
SELECT id, a, m, al, fe FROM t ORDER BY id;
SELECT * FROM t ORDER BY id FORMAT TSVWithNames;
SELECT al FROM t WHERE al > 5 ORDER BY al;
SELECT m, count() FROM t GROUP BY m ORDER BY m;
SELECT t.al, x.m FROM t JOIN t AS x ON t.id = x.id ORDER BY t.id;
INSERT INTO t (id, m) VALUES (6, 'x'); -- { serverError ILLEGAL_COLUMN }
INSERT INTO t (id, al) VALUES (6, 1); -- { serverError NO_SUCH_COLUMN_IN_TABLE }
INSERT INTO t (id, nope) VALUES (6, 1); -- { serverError NO_SUCH_COLUMN_IN_TABLE }
SELECT * FROM t ORDER BY id SETTINGS asterisk_include_materialized_columns = 1, asterisk_include_alias_columns = 1;
INSERT INTO t SELECT 7, 8, 9;
SELECT * FROM t WHERE id = 7;
CREATE TABLE c (id UInt32, s String, CONSTRAINT positive CHECK id > 0, CONSTRAINT short CHECK length(s) < 5) ENGINE = MergeTree ORDER BY id;
INSERT INTO c VALUES (1, 'ok');
INSERT INTO c VALUES (0, 'ok'); -- { serverError VIOLATED_CONSTRAINT }
INSERT INTO c VALUES (2, 'ok'), (3, 'too long'); -- { serverError VIOLATED_CONSTRAINT }
INSERT INTO c SELECT number, 'x' FROM numbers(3); -- { serverError VIOLATED_CONSTRAINT }
SELECT * FROM c ORDER BY id;
CREATE TABLE p (d Date, k UInt8) ENGINE = MergeTree PARTITION BY d ORDER BY k;
INSERT INTO p SELECT toDate('2024-01-01') + number, number FROM numbers(5) SETTINGS max_partitions_per_insert_block = 3; -- { serverError TOO_MANY_PARTS }
SELECT count() FROM p;
INSERT INTO p SELECT toDate('2024-01-01') + number % 3, number FROM numbers(30);
SELECT d, count() FROM p GROUP BY d ORDER BY d;
SELECT partition, rows FROM system.parts WHERE database = currentDatabase() AND table = 'p' AND active ORDER BY partition;
INSERT INTO p SELECT * FROM p;
SELECT count() FROM p;
INSERT INTO p SELECT d, k FROM p WHERE 0;
SELECT count() FROM p;
INSERT INTO p (k) SELECT 1 UNION ALL SELECT 2;
SELECT d, k FROM p WHERE d < '2000-01-01' ORDER BY k;
INSERT INTO p VALUES ('2024-05-05', 1), ('bad', 2); -- { clientError CANNOT_PARSE_DATE }
SELECT count() FROM p WHERE d = '2024-05-05';
INSERT INTO nope VALUES (1); -- { serverError UNKNOWN_TABLE }
