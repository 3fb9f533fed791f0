-- Requirement: MT.Overview.Family
-- A merge that keeps a cancel row and a state row of a key, and another one: all rows of the key
-- are counted, as the document says. ClickHouse 26.9 leaves the cancel row of the merged part
-- whatever follows it; the reference is written by hand.
CREATE TABLE c (k UInt8, v UInt8, sign Int8) ENGINE = CollapsingMergeTree(sign) ORDER BY k;
SYSTEM STOP MERGES c;
INSERT INTO c SETTINGS optimize_on_insert = 0 VALUES (1, 1, -1), (2, 1, -1), (3, 1, -1);
INSERT INTO c SETTINGS optimize_on_insert = 0 VALUES (1, 2, 1), (2, 2, 1), (3, 2, 1);
SYSTEM START MERGES c;
OPTIMIZE TABLE c FINAL;
SELECT * FROM c ORDER BY ALL;
SYSTEM STOP MERGES c;
INSERT INTO c SETTINGS optimize_on_insert = 0 VALUES (1, 3, 1), (2, 3, -1), (3, 3, -1), (3, 4, 1);
SELECT * FROM c FINAL ORDER BY ALL;
SYSTEM START MERGES c;
OPTIMIZE TABLE c FINAL;
SELECT * FROM c ORDER BY ALL;
