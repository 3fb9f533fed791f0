-- Keys that are places on a curve: conditions over the coordinates leave the granules near a rectangle.
DROP TABLE IF EXISTS morton;
DROP TABLE IF EXISTS hilbert;
CREATE TABLE morton (x UInt32, y UInt32, v UInt32) ENGINE = MergeTree ORDER BY mortonEncode(x, y) SETTINGS index_granularity = 8;
CREATE TABLE hilbert (x UInt32, y UInt16, v UInt32, INDEX m mortonEncode(y, x) TYPE minmax) ENGINE = MergeTree ORDER BY hilbertEncode(x, y) SETTINGS index_granularity = 8;
INSERT INTO morton SELECT number DIV 32, number % 32, number FROM numbers(1024);
INSERT INTO hilbert SELECT number DIV 32, number % 32, number FROM numbers(1024);
INSERT INTO morton VALUES (4294967295, 4294967295, 1), (0, 4294967295, 2), (4294967295, 0, 3);
INSERT INTO hilbert VALUES (4294967295, 65535, 1), (0, 65535, 2), (4294967295, 0, 3);
SET force_primary_key = 1;
SELECT count(), sum(v) FROM morton WHERE x BETWEEN 20 AND 30 AND y BETWEEN 20 AND 30 SETTINGS max_rows_to_read = 179;
SELECT v FROM morton WHERE x = 3 AND 5 = y SETTINGS max_rows_to_read = 11;
SELECT count(), sum(v) FROM morton WHERE x = 3 SETTINGS max_rows_to_read = 131;
SELECT count(), sum(v) FROM morton WHERE x < 3 OR y > 30;
SELECT count(), sum(v) FROM morton WHERE NOT (x < 30 OR y <= 7);
SELECT count(), sum(v) FROM morton WHERE x > 2.5 AND x < 4.5;
SELECT count(), sum(v) FROM morton WHERE x > -1 AND y >= -0.5 AND x < 1e30 SETTINGS force_primary_key = 0;
SELECT count(), sum(v) FROM morton WHERE x > 4294967295 SETTINGS force_primary_key = 0;
SELECT count(), sum(v) FROM morton WHERE x >= 4294967295;
SELECT count(), sum(v) FROM morton WHERE x < 0 SETTINGS force_primary_key = 0;
SELECT count(), sum(v) FROM morton WHERE x != 3;
SELECT count(), sum(v) FROM morton WHERE x = 3 AND x = 4;
SELECT count(), sum(v) FROM morton WHERE mortonEncode(x, y) < 50 AND x = 3;
SELECT count(), sum(v) FROM morton WHERE (x, y) = (7, 9);
SELECT count() FROM morton WHERE x = y; -- { serverError INDEX_NOT_USED }
SELECT count() FROM morton WHERE x + 1 = 3; -- { serverError INDEX_NOT_USED }
SELECT count() FROM morton WHERE x IN (3, 7); -- { serverError INDEX_NOT_USED }
SELECT count(), sum(v) FROM hilbert WHERE x BETWEEN 20 AND 30 AND y BETWEEN 20 AND 30;
SELECT v FROM hilbert WHERE x = 3 AND y = 5 SETTINGS max_rows_to_read = 11;
SELECT count(), sum(v) FROM hilbert WHERE x = 3 SETTINGS max_rows_to_read = 107;
SELECT count(), sum(v) FROM hilbert WHERE y = 3;
SELECT count(), sum(v) FROM hilbert WHERE x < 3 OR y > 30;
SELECT count(), sum(v) FROM hilbert WHERE x >= 4294967295 OR y > 100;
SELECT count() FROM hilbert WHERE v = 3 SETTINGS force_data_skipping_indices = 'm'; -- { serverError INDEX_NOT_USED }
SELECT count(), sum(v) FROM hilbert WHERE y > 5 AND x < 9 SETTINGS force_data_skipping_indices = 'm';
DROP TABLE morton;
DROP TABLE hilbert;
-- Coordinates of which the code loses bits, and other numbers of coordinates, are not looked at.
CREATE TABLE morton (x UInt64, y UInt64) ENGINE = MergeTree ORDER BY mortonEncode(x, y) SETTINGS index_granularity = 2;
INSERT INTO morton VALUES (1, 2), (4294967296 + 7, 7), (5, 4294967296);
SELECT y FROM morton WHERE x > 4294967296 SETTINGS force_primary_key = 0;
SELECT y FROM morton WHERE x > 4294967296; -- { serverError INDEX_NOT_USED }
DROP TABLE morton;
CREATE TABLE morton (x UInt8, y UInt8, z UInt8) ENGINE = MergeTree ORDER BY mortonEncode(x, y, z) PARTITION BY hilbertEncode(x, y) % 4 SETTINGS index_granularity = 2;
INSERT INTO morton SELECT number DIV 25, (number DIV 5) % 5, number % 5 FROM numbers(125);
SELECT count() FROM morton WHERE x = 1; -- { serverError INDEX_NOT_USED }
SELECT count(), sum(z) FROM morton WHERE x = 1 AND y > 2 SETTINGS force_primary_key = 0, force_index_by_date = 1;
DROP TABLE morton;
