-- What a key is does not depend on brackets, nor on aliases.
CREATE TABLE brackets (a UInt32, b Int32) ENGINE = MergeTree PRIMARY KEY (a) ORDER BY (a, b);
SHOW CREATE TABLE brackets;
INSERT INTO brackets SELECT number, -number FROM numbers(3);
SELECT b FROM brackets WHERE a = 2;
create table inner_key (a Int32, b Int32, primary key ((a))) engine = MergeTree order by (a AS first, b);
CREATE TABLE inside (a UInt32, b Int32) ENGINE = MergeTree PRIMARY KEY ((a) + 1, b) ORDER BY (a + 1, (b));
CREATE TABLE sampled (a UInt32, b Int32) ENGINE = MergeTree ORDER BY (b, a) SAMPLE BY (a);
SELECT name, partition_key, sorting_key, primary_key, sampling_key FROM system.tables WHERE database = currentDatabase() ORDER BY name;

-- Directions in the key.
CREATE TABLE up (a UInt32, b Int32) ENGINE = MergeTree ORDER BY (a ASC, b ASCENDING);
CREATE TABLE down (a UInt32, b Int32) ENGINE = MergeTree ORDER BY (a DESC);
SHOW CREATE TABLE up;
SHOW CREATE TABLE down;
ALTER TABLE down ADD COLUMN c Int32, MODIFY ORDER BY (a, c); -- { serverError BAD_ARGUMENTS }
ALTER TABLE up ADD COLUMN c Int32, MODIFY ORDER BY ((a), (b), c);
SELECT sorting_key, primary_key FROM system.tables WHERE database = currentDatabase() AND name = 'up';

-- Where columns, engine and rows come from.
CREATE TABLE source (a Int32, b String DEFAULT 'x', INDEX i b TYPE minmax) ENGINE = MergeTree ORDER BY a COMMENT 'rows';
INSERT INTO source VALUES (1, 'y');
CREATE TABLE memory ENGINE = Memory AS source;
SHOW CREATE TABLE memory;
CREATE TABLE sorted ENGINE = MergeTree ORDER BY b AS source;
SHOW CREATE TABLE sorted;
CREATE TABLE same AS source ENGINE = MergeTree ORDER BY (b, a);
SELECT sorting_key FROM system.tables WHERE database = currentDatabase() AND name = 'same';
CREATE TABLE clone ENGINE = MergeTree ORDER BY a CLONE AS source;
SELECT * FROM clone;
CREATE TABLE bad CLONE AS numbers(10); -- { serverError BAD_ARGUMENTS }
CREATE TABLE bad CLONE AS SELECT 1; -- { serverError BAD_ARGUMENTS }
CREATE TABLE bad (a Int32) AS source; -- { clientError SYNTAX_ERROR }
CREATE TABLE bad (a Int32, b String) ENGINE = MergeTree ORDER BY a CLONE AS source; -- { clientError SYNTAX_ERROR }
CREATE TABLE bad AS SELECT 1 AS x ENGINE = Memory; -- { clientError SYNTAX_ERROR }
CREATE TABLE bad (a Int32) COMMENT 'first' ENGINE = Memory; -- { clientError SYNTAX_ERROR }
CREATE TABLE remarked ENGINE = Memory COMMENT 'c' AS SELECT 1 AS x;
SHOW CREATE TABLE remarked;

-- Temporary tables with columns and a query; a stored table goes before a temporary one after AS.
CREATE TEMPORARY TABLE listed (a Int32, b String) AS SELECT 1 AS a, 'q' AS b;
SELECT * FROM listed;
CREATE TEMPORARY TABLE source (z Date);
CREATE TABLE like_stored ENGINE = MergeTree ORDER BY a AS source;
DESCRIBE TABLE like_stored;
DROP TABLE source;
CREATE TEMPORARY TABLE bad AS numbers(3); -- { serverError INCORRECT_QUERY }

-- What is no name, and words that mean nothing here.
CREATE TABLE `` (a Int32) ENGINE = Memory; -- { clientError SYNTAX_ERROR }
CREATE TABLE bad (`` Int32) ENGINE = Memory; -- { clientError SYNTAX_ERROR }
CREATE OR REPLACE TABLE IF NOT EXISTS bad (a Int32) ENGINE = Memory; -- { clientError SYNTAX_ERROR }
CREATE TABLE bad (a Int32 AUTO_INCREMENT) ENGINE = Memory; -- { serverError SYNTAX_ERROR }
SET compatibility_ignore_auto_increment_in_create_table = 1;
CREATE TABLE counted (a Int32 AUTO_INCREMENT) ENGINE = Memory;
SHOW CREATE TABLE counted;

-- Two primary keys.
CREATE TABLE bad (a Int32 PRIMARY KEY, b Int32, PRIMARY KEY (a)) ENGINE = MergeTree; -- { serverError BAD_ARGUMENTS }
CREATE TABLE bad (a Int32, b Int32, PRIMARY KEY (a), PRIMARY KEY (b)) ENGINE = MergeTree; -- { clientError SYNTAX_ERROR }

-- ATTACH with a definition needs a UUID.
ATTACH TABLE bad (a Int32) ENGINE = MergeTree ORDER BY a; -- { serverError INCORRECT_QUERY }
ATTACH VIEW bad (a UInt8) AS SELECT 1 AS a; -- { serverError INCORRECT_QUERY }
ATTACH TABLE bad SETTINGS index_granularity = 3; -- { serverError BAD_ARGUMENTS }
ATTACH VIEW bad AS SELECT 1; -- { serverError BAD_ARGUMENTS }
ATTACH TABLE attached UUID '5c1cb5ac-3c7a-4b32-8b2e-a3a1f4b2a001' (a Int32) ENGINE = MergeTree ORDER BY a;
ATTACH VIEW seen UUID '5c1cb5ac-3c7a-4b32-8b2e-a3a1f4b2a002' (x UInt8) AS SELECT 7 AS x;
ATTACH TABLE attached UUID '5c1cb5ac-3c7a-4b32-8b2e-a3a1f4b2a003' (a Int32) ENGINE = MergeTree ORDER BY a; -- { serverError TABLE_ALREADY_EXISTS }
INSERT INTO attached SELECT x FROM seen;
SELECT a FROM attached;
SELECT name, uuid FROM system.tables WHERE database = currentDatabase() AND name IN ('attached', 'seen') ORDER BY name;

-- Database engines.
CREATE DATABASE no_database ENGINE = Ordinary; -- { serverError UNKNOWN_DATABASE_ENGINE }
CREATE DATABASE no_database ENGINE = Nonsense; -- { serverError UNKNOWN_DATABASE_ENGINE }
CREATE DATABASE no_database ENGINE = Atomic(1); -- { serverError BAD_ARGUMENTS }

-- Sessions that may only read have temporary tables all the same.
CREATE TABLE stored (a Int32) ENGINE = MergeTree ORDER BY a;
SET readonly = 2;
CREATE TEMPORARY TABLE mine (a Int32);
INSERT INTO mine VALUES (1), (2);
INSERT INTO mine SELECT a + 10 FROM mine;
SELECT sum(a) FROM mine;
TRUNCATE TABLE mine;
CREATE OR REPLACE TEMPORARY TABLE mine AS SELECT 5 AS q;
SELECT * FROM mine;
INSERT INTO stored VALUES (1); -- { serverError READONLY }
DROP TABLE stored; -- { serverError READONLY }
CREATE TABLE bad (a Int32) ENGINE = Memory; -- { serverError READONLY }
RENAME TABLE mine TO yours; -- { serverError READONLY }
DROP TABLE mine;
SELECT count() FROM stored;
