-- Tables that were dropped are shown with their parts until they are removed.
CREATE TABLE dp (a Int8) ENGINE = MergeTree ORDER BY a;
INSERT INTO dp VALUES (1);
CREATE TABLE dq (a Int8) ENGINE = MergeTree ORDER BY a;
INSERT INTO dq VALUES (1);
CREATE TABLE dm (a Int8) ENGINE = Memory;
INSERT INTO dm VALUES (1);
DROP TABLE dp;
DROP TABLE dq SYNC;
DROP TABLE dm;
SELECT table, engine FROM system.dropped_tables WHERE database = currentDatabase() ORDER BY table;
SELECT table, name, rows, active, partition FROM system.dropped_tables_parts WHERE database = currentDatabase();
SELECT count() FROM system.parts WHERE database = currentDatabase();
UNDROP TABLE dp;
SELECT count() FROM system.dropped_tables_parts WHERE database = currentDatabase();
SELECT name FROM system.parts WHERE database = currentDatabase();
SELECT name, type FROM system.columns WHERE database = 'system' AND table = 'dropped_tables_parts' ORDER BY position LIMIT 5;
