-- INSERT fails while less of the disk is free than the table, or else the query, wants.
CREATE TABLE a (a Int32) ENGINE = MergeTree ORDER BY a SETTINGS min_free_disk_bytes_to_perform_insert = 100000000000000;
INSERT INTO a VALUES (1); -- { serverError NOT_ENOUGH_SPACE }
INSERT INTO a SETTINGS min_free_disk_bytes_to_perform_insert = 1 VALUES (1); -- { serverError NOT_ENOUGH_SPACE }
INSERT INTO a SELECT 1; -- { serverError NOT_ENOUGH_SPACE }
SELECT count() FROM a;
ALTER TABLE a MODIFY SETTING min_free_disk_bytes_to_perform_insert = 1000;
INSERT INTO a VALUES (1);
INSERT INTO a SETTINGS min_free_disk_ratio_to_perform_insert = 1.5 VALUES (2); -- { serverError NOT_ENOUGH_SPACE }
CREATE TABLE b (a Int32) ENGINE = MergeTree ORDER BY a SETTINGS min_free_disk_ratio_to_perform_insert = 1.5;
INSERT INTO b SETTINGS min_free_disk_ratio_to_perform_insert = 0.0001 VALUES (1); -- { serverError NOT_ENOUGH_SPACE }
CREATE TABLE m (a Int32) ENGINE = Memory;
SET min_free_disk_bytes_to_perform_insert = 100000000000000;
INSERT INTO m VALUES (1);
INSERT INTO a VALUES (3);
ALTER TABLE b RESET SETTING min_free_disk_ratio_to_perform_insert;
INSERT INTO b VALUES (4); -- { serverError NOT_ENOUGH_SPACE }
SELECT * FROM a ORDER BY a;
