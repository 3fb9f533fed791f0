-- Bool in keys and indexes.
DROP TABLE IF EXISTS flags;
CREATE TABLE flags (id UInt32, c Bool, INDEX i c TYPE minmax, INDEX j toNullable(c) TYPE minmax) ENGINE = MergeTree ORDER BY id SETTINGS index_granularity = 1;
INSERT INTO flags VALUES (1, true), (2, false);
SELECT id FROM flags WHERE c SETTINGS force_data_skipping_indices = 'i', max_rows_to_read = 1;
SELECT id FROM flags WHERE NOT c SETTINGS force_data_skipping_indices = 'i', max_rows_to_read = 1;
SELECT id FROM flags WHERE c = false SETTINGS force_data_skipping_indices = 'i', max_rows_to_read = 1;
DROP TABLE flags;
CREATE TABLE flags (id UInt32, c Bool) ENGINE = MergeTree ORDER BY c SETTINGS index_granularity = 1;
INSERT INTO flags VALUES (1, true), (2, false), (3, true);
SELECT id FROM flags WHERE NOT c SETTINGS force_primary_key = 1;
SELECT id FROM flags WHERE c ORDER BY id SETTINGS force_primary_key = 1;
DROP TABLE flags;
