-- The table engine Join: what it keeps, how it may be joined, joinGet, and what it refuses.
CREATE TABLE j (id UInt32, v String, n Nullable(UInt8)) ENGINE = Join(ANY, LEFT, id);
INSERT INTO j VALUES (1, 'a', 1), (2, 'b', NULL), (1, 'c', 3);
INSERT INTO j VALUES (2, 'later', 4), (3, 'd', 5);
SELECT * FROM j ORDER BY id;
SELECT count(), max(v) FROM j;
SELECT number, v, n FROM (SELECT number, number::UInt32 AS id FROM numbers(5)) AS t ANY LEFT JOIN j USING (id) ORDER BY number;
SELECT t.id, j.v FROM (SELECT number::UInt32 AS id FROM numbers(3)) AS t ANY LEFT JOIN j ON t.id = j.id ORDER BY t.id;
SELECT t.x, j.v FROM (SELECT number::UInt8 AS x FROM numbers(3)) AS t ANY LEFT JOIN j ON j.id = t.x ORDER BY t.x;
SELECT * FROM j AS l ANY LEFT JOIN j AS r USING (id) ORDER BY id;
SELECT * FROM j ANY LEFT JOIN (SELECT 1::UInt32 AS id) AS r USING (id) ORDER BY id;
SELECT number, v FROM numbers(3) AS t ANY LEFT JOIN j ON t.number = j.id; -- { serverError INCOMPATIBLE_TYPE_OF_JOIN }
SELECT v FROM (SELECT number::UInt32 AS id FROM numbers(3)) AS t LEFT JOIN j USING (id); -- { serverError INCOMPATIBLE_TYPE_OF_JOIN }
SELECT v FROM (SELECT number::UInt32 AS id FROM numbers(3)) AS t ALL LEFT JOIN j USING (id); -- { serverError INCOMPATIBLE_TYPE_OF_JOIN }
SELECT v FROM (SELECT number::UInt32 AS id FROM numbers(3)) AS t ANY INNER JOIN j USING (id); -- { serverError INCOMPATIBLE_TYPE_OF_JOIN }
SELECT v FROM (SELECT number::UInt32 AS id FROM numbers(3)) AS t ANY LEFT JOIN j USING (id) SETTINGS join_use_nulls = 1; -- { serverError INCOMPATIBLE_TYPE_OF_JOIN }
SELECT v FROM (SELECT number::UInt32 AS x FROM numbers(3)) AS t ANY LEFT JOIN j ON t.x = j.n; -- { serverError INCOMPATIBLE_TYPE_OF_JOIN }
-- joinGet
SELECT joinGet('j', 'v', 1::UInt32), joinGet('j', 'v', 5::UInt32), joinGetOrNull('j', 'v', 5::UInt32), joinGet('j', 'n', 2::UInt32), joinGetOrNull('j', 'n', 1::UInt32);
SELECT toTypeName(joinGet('j', 'v', 1::UInt32)), toTypeName(joinGetOrNull('j', 'v', 1::UInt32)), toTypeName(joinGet('j', 'n', 1::UInt32));
SELECT number, joinGet(j, 'v', number::UInt32) AS v, joinGetOrNull(currentDatabase() || '.j', 'v', number::UInt32) FROM numbers(5) ORDER BY number;
SELECT joinGet('j', 'v', 1); -- { serverError TYPE_MISMATCH }
SELECT joinGet('j', 'zz', 1::UInt32); -- { serverError NO_SUCH_COLUMN_IN_TABLE }
SELECT joinGet('j', 'id', 1::UInt32); -- { serverError NO_SUCH_COLUMN_IN_TABLE }
SELECT joinGet('nope', 'v', 1::UInt32); -- { serverError UNKNOWN_TABLE }
SELECT joinGet('system.one', 'dummy', 1::UInt32); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT joinGet('j', 'v'); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
-- Rows are deleted with their keys.
ALTER TABLE j DELETE WHERE v IN ('a', 'later');
SELECT * FROM j ORDER BY id;
INSERT INTO j VALUES (1, 'again', 9);
SELECT * FROM j ORDER BY id;
ALTER TABLE j UPDATE v = 'x' WHERE 1; -- { serverError NOT_IMPLEMENTED }
ALTER TABLE j ADD COLUMN z UInt8; -- { serverError NOT_IMPLEMENTED }
OPTIMIZE TABLE j;
DETACH TABLE j;
ATTACH TABLE j;
SELECT * FROM j ORDER BY id;
TRUNCATE TABLE j;
SELECT count() FROM j;
SELECT joinGet('j', 'v', 1::UInt32), count() FROM (SELECT number::UInt32 AS id FROM numbers(3)) AS t ANY LEFT JOIN j USING (id);
-- The other kinds.
CREATE TABLE ja (id UInt32, v String) ENGINE = Join(ALL, INNER, id);
INSERT INTO ja VALUES (1, 'a'), (2, 'b'), (1, 'c');
SELECT * FROM ja ORDER BY id, v;
SELECT id, v FROM (SELECT number::UInt32 AS id FROM numbers(3)) AS t INNER JOIN ja USING (id) ORDER BY id, v;
SELECT id, v FROM (SELECT number::UInt32 AS id FROM numbers(3)) AS t ALL LEFT JOIN ja USING (id); -- { serverError INCOMPATIBLE_TYPE_OF_JOIN }
SELECT joinGet('ja', 'v', 1::UInt32); -- { serverError INCOMPATIBLE_TYPE_OF_JOIN }
ALTER TABLE ja DELETE WHERE v = 'c';
SELECT * FROM ja ORDER BY id, v;
CREATE TABLE js (id UInt32, v String) ENGINE = Join(SEMI, LEFT, id);
INSERT INTO js VALUES (1, 'a'), (1, 'b');
SELECT * FROM (SELECT number::UInt32 AS id FROM numbers(3)) AS t SEMI LEFT JOIN js USING (id);
SELECT * FROM (SELECT number::UInt32 AS id FROM numbers(3)) AS t ANTI LEFT JOIN js USING (id); -- { serverError INCOMPATIBLE_TYPE_OF_JOIN }
CREATE TABLE jn (id UInt32, v String) ENGINE = Join(ANTI, LEFT, id);
INSERT INTO jn VALUES (1, 'a');
SELECT * FROM (SELECT number::UInt32 AS id FROM numbers(3)) AS t ANTI LEFT JOIN jn USING (id) ORDER BY id;
CREATE TABLE jr (id UInt32, v String) ENGINE = Join(ANY, RIGHT, id);
INSERT INTO jr VALUES (1, 'a'), (7, 'b'), (1, 'c');
SELECT * FROM jr ORDER BY id, v;
SELECT * FROM (SELECT number::UInt32 AS id FROM numbers(3)) AS t ANY RIGHT JOIN jr USING (id) ORDER BY id, v;
CREATE TABLE jf (id UInt32, v String) ENGINE = Join(ALL, FULL, id);
INSERT INTO jf VALUES (1, 'a'), (7, 'b'), (1, 'c');
SELECT * FROM (SELECT number::UInt32 AS id FROM numbers(3)) AS t ALL FULL JOIN jf USING (id) ORDER BY id, v;
CREATE TABLE j2 (a UInt32, b String, v UInt8) ENGINE = Join(ANY, LEFT, a, b);
INSERT INTO j2 VALUES (1, 'x', 5), (1, 'y', 6), (1, 'y', 7);
SELECT joinGet('j2', 'v', 1::UInt32, 'y');
SELECT joinGet('j2', 'v', 1::UInt32); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT * FROM (SELECT 1::UInt32 AS a, 'y' AS b) AS t ANY LEFT JOIN j2 USING (b, a);
SELECT * FROM (SELECT 1::UInt32 AS a, 'y' AS b) AS t ANY LEFT JOIN j2 USING (a); -- { serverError INCOMPATIBLE_TYPE_OF_JOIN }
CREATE TABLE ju (id UInt32, v String) ENGINE = Join(ANY, LEFT, id) SETTINGS join_use_nulls = 1, persistent = 0;
INSERT INTO ju VALUES (1, 'a');
SELECT v FROM (SELECT number::UInt32 AS id FROM numbers(2)) AS t ANY LEFT JOIN ju USING (id); -- { serverError INCOMPATIBLE_TYPE_OF_JOIN }
SELECT id, v, toTypeName(v) FROM (SELECT number::UInt32 AS id FROM numbers(2)) AS t ANY LEFT JOIN ju USING (id) ORDER BY id SETTINGS join_use_nulls = 1;
SELECT joinGet('ju', 'v', 5::UInt32), toTypeName(joinGet('ju', 'v', 5::UInt32));
SHOW CREATE TABLE ju;
SELECT name, engine, engine_full FROM system.tables WHERE database = currentDatabase() AND name IN ('ju', 'j2') ORDER BY name;
-- Declarations that declare no join.
CREATE TABLE e (id UInt32, v String) ENGINE = Join; -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
CREATE TABLE e (id UInt32, v String) ENGINE = Join(ANY, LEFT); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
CREATE TABLE e (id UInt32, v String) ENGINE = Join(FOO, LEFT, id); -- { serverError BAD_ARGUMENTS }
CREATE TABLE e (id UInt32, v String) ENGINE = Join(ASOF, LEFT, id); -- { serverError BAD_ARGUMENTS }
CREATE TABLE e (id UInt32, v String) ENGINE = Join(ANY, CROSS, id); -- { serverError BAD_ARGUMENTS }
CREATE TABLE e (id UInt32, v String) ENGINE = Join('ANY', 'LEFT', 'id'); -- { serverError BAD_ARGUMENTS }
CREATE TABLE e (id UInt32, v String) ENGINE = Join(SEMI, FULL, id); -- { serverError BAD_ARGUMENTS }
CREATE TABLE e (id UInt32, v String) ENGINE = Join(ANY, FULL, id); -- { serverError NOT_IMPLEMENTED }
CREATE TABLE e (id UInt32, v String) ENGINE = Join(ANY, LEFT, zz); -- { serverError NO_SUCH_COLUMN_IN_TABLE }
CREATE TABLE e (id UInt32, v String) ENGINE = Join(ANY, LEFT, id + 1); -- { serverError BAD_ARGUMENTS }
CREATE TABLE e (id UInt32, v String) ENGINE = Join(ANY, LEFT, id) SETTINGS foo = 1; -- { serverError BAD_ARGUMENTS }
CREATE TABLE e (id UInt32, v String) ENGINE = Join(ANY, LEFT, id) ORDER BY id; -- { serverError BAD_ARGUMENTS }
