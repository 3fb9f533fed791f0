-- A view shows the columns, by name and type, that it had when it was created.
CREATE TABLE t (a UInt8, s String) ENGINE = MergeTree ORDER BY a;
CREATE TABLE u (a UInt8) ENGINE = MergeTree ORDER BY a;
INSERT INTO t VALUES (1, 'x'), (2, 'y');
INSERT INTO u VALUES (1);
CREATE VIEW every AS SELECT * FROM t;
CREATE VIEW other_order (s String, a UInt64) AS SELECT a, s FROM t;
ALTER TABLE t ADD COLUMN z UInt8 DEFAULT 9, MODIFY COLUMN s LowCardinality(String);
SELECT *, toTypeName(s) FROM every ORDER BY a;
SELECT * FROM every WHERE z = 9; -- { serverError UNKNOWN_IDENTIFIER }
SELECT *, toTypeName(a) FROM other_order ORDER BY a;
SET join_use_nulls = 1;
CREATE VIEW with_nulls AS SELECT t.a AS k, u.a AS v FROM t LEFT JOIN u ON t.a = u.a;
SET join_use_nulls = 0;
CREATE VIEW without AS SELECT t.a AS k, u.a AS v FROM t LEFT JOIN u ON t.a = u.a;
SELECT *, toTypeName(v) FROM with_nulls ORDER BY k;
SET join_use_nulls = 1;
SELECT *, toTypeName(v) FROM with_nulls ORDER BY k;
SELECT * FROM without ORDER BY k; -- { serverError INCORRECT_QUERY }
