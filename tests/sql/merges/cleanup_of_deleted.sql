CREATE TABLE r (k Int32, v UInt8, d UInt8) ENGINE = ReplacingMergeTree(v, d) ORDER BY k SETTINGS allow_experimental_replacing_merge_with_cleanup = 1;
INSERT INTO r VALUES (1, 1, 0), (2, 1, 1);
INSERT INTO r VALUES (1, 2, 1), (2, 2, 0), (3, 1, 0);
SELECT * FROM r FINAL ORDER BY k;
OPTIMIZE TABLE r FINAL;
SELECT * FROM r ORDER BY k;
SELECT * FROM r FINAL ORDER BY k;
OPTIMIZE TABLE r FINAL CLEANUP;
SELECT * FROM r ORDER BY k;
