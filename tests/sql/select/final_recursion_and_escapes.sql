-- A Merge passes FINAL on to those of its tables that know it.
CREATE TABLE plain (a UInt32) ENGINE = MergeTree ORDER BY a;
CREATE TABLE last (a UInt32, v UInt8) ENGINE = ReplacingMergeTree ORDER BY a;
INSERT INTO plain VALUES (1);
INSERT INTO last VALUES (1, 1);
INSERT INTO last VALUES (1, 2);
SELECT count() FROM plain SETTINGS final = 1;
SELECT * FROM last FINAL;
SELECT * FROM merge(currentDatabase(), '^(last|plain)$') FINAL ORDER BY ALL;
DROP TABLE plain;
DROP TABLE last;

-- The first query of UNION ALL begins, all others go on.
WITH RECURSIVE t AS (SELECT 1 AS x UNION ALL SELECT x + 1 FROM t WHERE x < 3 UNION ALL SELECT x + 10 FROM t WHERE x < 3) SELECT x FROM t ORDER BY x;
WITH RECURSIVE t AS (SELECT 1 AS x UNION ALL SELECT x FROM t UNION ALL SELECT 3 WHERE 0) SELECT * FROM t LIMIT 2;
WITH RECURSIVE t AS (SELECT 1 AS x UNION ALL SELECT 2 UNION ALL SELECT x + 1 FROM t WHERE x < 3) SELECT * FROM t LIMIT 6;
WITH RECURSIVE t AS (SELECT x FROM t) SELECT * FROM t; -- { serverError UNKNOWN_TABLE }

-- A pattern does not end in a backslash that escapes nothing.
SELECT 'a' LIKE 'a\\'; -- { serverError CANNOT_PARSE_ESCAPE_SEQUENCE }
SELECT materialize('a') NOT ILIKE '%a\\'; -- { serverError CANNOT_PARSE_ESCAPE_SEQUENCE }
SELECT s FROM (SELECT 'a' AS s) WHERE s LIKE s || '\\'; -- { serverError CANNOT_PARSE_ESCAPE_SEQUENCE }
SELECT s LIKE p FROM (SELECT arrayJoin(['a', 'a\\']) AS s, arrayJoin(['a', 'a\\\\', '%', 'a\\\\\\\\', NULL]) AS p);

-- untuple takes one tuple.
SELECT untuple(1); -- { serverError UNSUPPORTED_METHOD }
SELECT untuple([(1, 2)]); -- { serverError UNSUPPORTED_METHOD }
SELECT untuple(NULL); -- { serverError UNSUPPORTED_METHOD }
SELECT untuple(); -- { serverError UNSUPPORTED_METHOD }
SELECT untuple((1, 2), 3); -- { serverError UNSUPPORTED_METHOD }

-- Rows that nobody wants need no structure.
INSERT INTO FUNCTION null() SELECT 1;
INSERT INTO FUNCTION null('a UInt8') SELECT 1, 2; -- { serverError NUMBER_OF_COLUMNS_DOESNT_MATCH }
