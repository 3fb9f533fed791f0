-- A column that parts have not got is computed of what other columns are now, whatever mutations have written since.
CREATE TABLE wide (i UInt8, v UInt8) ENGINE = MergeTree ORDER BY i SETTINGS min_bytes_for_wide_part = 0;
CREATE TABLE compact (i UInt8, v UInt8) ENGINE = MergeTree ORDER BY i SETTINGS min_bytes_for_wide_part = 100000000;
INSERT INTO wide VALUES (1, 1), (2, 2);
INSERT INTO compact VALUES (1, 1), (2, 2);
ALTER TABLE wide ADD COLUMN x UInt8 DEFAULT v, ADD INDEX ix v TYPE minmax;
ALTER TABLE compact ADD COLUMN x UInt8 DEFAULT v;
ALTER TABLE wide MATERIALIZE INDEX ix, UPDATE v = 8 WHERE i = 2 SETTINGS mutations_sync = 2;
ALTER TABLE compact UPDATE v = 8 WHERE i = 2 SETTINGS mutations_sync = 2;
SELECT * FROM wide ORDER BY i;
SELECT * FROM compact ORDER BY i;
ALTER TABLE compact DELETE WHERE i = 1, UPDATE v = 9 WHERE i = 2 SETTINGS mutations_sync = 2;
SELECT * FROM compact ORDER BY i;
ALTER TABLE compact UPDATE x = 100 WHERE i = 2 SETTINGS mutations_sync = 2;
ALTER TABLE compact UPDATE v = 10 WHERE i = 2 SETTINGS mutations_sync = 2;
SELECT * FROM compact ORDER BY i;
-- CLEAR COLUMN changes what MATERIALIZED columns are computed of; DEFAULT columns stay.
CREATE TABLE cleared (i UInt8, v UInt8 DEFAULT 1, m UInt8 MATERIALIZED v + 1, n UInt8 MATERIALIZED m + 1, d UInt8 DEFAULT v) ENGINE = MergeTree ORDER BY i SETTINGS min_bytes_for_wide_part = 0;
CREATE TABLE cleared_compact AS cleared ENGINE = MergeTree ORDER BY i SETTINGS min_bytes_for_wide_part = 100000000;
INSERT INTO cleared (i, v) VALUES (1, 5), (2, 6);
INSERT INTO cleared_compact (i, v) VALUES (1, 5), (2, 6);
ALTER TABLE cleared CLEAR COLUMN v SETTINGS mutations_sync = 2;
ALTER TABLE cleared_compact CLEAR COLUMN v SETTINGS mutations_sync = 2;
SELECT i, v, m, n, d FROM cleared ORDER BY i;
SELECT i, v, m, n, d FROM cleared_compact ORDER BY i;
