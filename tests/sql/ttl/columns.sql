-- Requirement: MT.Create.ColumnTTL, MT.TTL.Scope, MT.TTL.ColumnSyntaxPlain, MT.TTL.ColumnSyntaxInterval, MT.TTL.ColumnDefault, MT.TTL.ColumnRemoved, MT.TTL.ColumnCreateExample, MT.TTL.ColumnAdd, MT.TTL.ColumnAlter
SET alter_sync = 2;
CREATE TABLE tab
(
    d DateTime,
    a Int TTL d + INTERVAL 1 MONTH,
    b Int TTL d + INTERVAL 1 MONTH,
    c String
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(d)
ORDER BY d
SETTINGS min_bytes_for_wide_part = 0;
SHOW CREATE TABLE tab;
SYSTEM STOP MERGES tab;
INSERT INTO tab VALUES ('2000-01-01 00:00:00', 1, 2, 'x'), ('2000-01-02 00:00:00', 3, 4, 'y'), ('2100-01-01 00:00:00', 5, 6, 'z');
SELECT * FROM tab ORDER BY d;
SELECT partition, column, column_ttl_min, column_ttl_max FROM system.parts_columns WHERE database = currentDatabase() AND table = 'tab' AND active ORDER BY partition, column;
SYSTEM START MERGES tab;
OPTIMIZE TABLE tab FINAL;
SELECT * FROM tab ORDER BY d;
-- Where all values expired the column is gone.
SELECT partition, column, column_ttl_min, column_ttl_max FROM system.parts_columns WHERE database = currentDatabase() AND table = 'tab' AND active ORDER BY partition, column;
OPTIMIZE TABLE tab FINAL;
SELECT partition, groupArray(column) FROM (SELECT partition, column FROM system.parts_columns WHERE database = currentDatabase() AND table = 'tab' AND active ORDER BY partition, column) GROUP BY partition ORDER BY partition;
SELECT d, a FROM tab WHERE a = 0 ORDER BY d;
ALTER TABLE tab
    MODIFY COLUMN
    c String TTL d + INTERVAL 1 DAY;
SHOW CREATE TABLE tab;
SELECT * FROM tab ORDER BY d;
ALTER TABLE tab
    MODIFY COLUMN
    c String TTL d + INTERVAL 1 MONTH;
SHOW CREATE TABLE tab;
INSERT INTO tab VALUES (now() - INTERVAL 5 DAY, 7, 8, 'young'), (now() - INTERVAL 40 DAY, 7, 8, 'old');
OPTIMIZE TABLE tab FINAL;
SELECT a, b, c FROM tab ORDER BY d;
ALTER TABLE tab MODIFY COLUMN d DateTime TTL d; -- { serverError ILLEGAL_COLUMN }
ALTER TABLE tab MODIFY COLUMN a REMOVE TTL;
ALTER TABLE tab MODIFY COLUMN b REMOVE TTL, MODIFY COLUMN c REMOVE TTL;
SHOW CREATE TABLE tab;
INSERT INTO tab VALUES ('2000-01-01 00:00:00', 1, 2, 'x');
OPTIMIZE TABLE tab FINAL;
SELECT * FROM tab WHERE d < '2001-01-01 00:00:00' ORDER BY d, a;
-- Defaults, types, NULLs; some rows of a part.
CREATE TABLE c
(
    k UInt32,
    d DateTime,
    a Int DEFAULT 77 TTL d,
    b Int DEFAULT k * 2 TTL d + INTERVAL 20 YEAR,
    n Nullable(String) TTL d,
    r Array(String) TTL d,
    l LowCardinality(String) TTL d,
    m Map(String, Int32) TTL d,
    u Tuple(Int32, String) TTL d,
    o Int MATERIALIZED k + 1 TTL d,
    e String
)
ENGINE = MergeTree ORDER BY k;
INSERT INTO c VALUES (1, '2000-01-01 00:00:00', 1, 1, 'n', ['r'], 'l', {'m': 1}, (1, 'u'), 'e'), (2, '2080-01-01 00:00:00', 2, 2, 'n', ['r'], 'l', {'m': 1}, (1, 'u'), 'e'), (3, '2019-01-01 00:00:00', 3, 3, NULL, [], '', {}, (0, ''), 'e');
OPTIMIZE TABLE c FINAL;
SELECT *, o FROM c ORDER BY k;
SELECT column, column_ttl_min, column_ttl_max FROM system.parts_columns WHERE database = currentDatabase() AND table = 'c' AND active ORDER BY column;
-- New values beside a column that was removed.
INSERT INTO c (k, d, a, n) VALUES (4, '2080-01-01 00:00:00', 4, 'new'), (5, '2000-01-01 00:00:00', 4, 'new');
OPTIMIZE TABLE c FINAL;
SELECT * FROM c ORDER BY k;
ALTER TABLE c UPDATE d = '2000-01-01 00:00:00' WHERE k = 2 SETTINGS mutations_sync = 2;
OPTIMIZE TABLE c FINAL;
SELECT k, a, n FROM c ORDER BY k;
