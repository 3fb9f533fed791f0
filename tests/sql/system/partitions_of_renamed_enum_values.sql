-- Partitions are told by the names that their Enum values have today.
CREATE TABLE relabelled (i UInt8, e Enum8('a' = 1, 'b' = 2)) ENGINE = MergeTree ORDER BY i PARTITION BY (e, i % 2);
CREATE TABLE relabelled_alone (i UInt8, e Enum8('a' = 1, 'b' = 2)) ENGINE = MergeTree ORDER BY i PARTITION BY e;
INSERT INTO relabelled VALUES (1, 'a'), (2, 'b');
INSERT INTO relabelled_alone VALUES (1, 'a'), (2, 'b');
ALTER TABLE relabelled MODIFY COLUMN e Enum8('z' = 1, 'b' = 2, 'c' = 3);
ALTER TABLE relabelled_alone MODIFY COLUMN e Enum8('z' = 1, 'b' = 2, 'c' = 3);
INSERT INTO relabelled_alone VALUES (3, 'c');
SELECT partition, name FROM system.parts WHERE database = currentDatabase() AND active ORDER BY ALL;
SELECT DISTINCT partition FROM system.parts_columns WHERE database = currentDatabase() AND active ORDER BY ALL;
ALTER TABLE relabelled DETACH PARTITION ('z', 1);
SELECT i, e FROM relabelled ORDER BY i;
ALTER TABLE relabelled ATTACH PARTITION ('z', 1);
SELECT i, e FROM relabelled ORDER BY i;
ALTER TABLE relabelled_alone DROP PARTITION 'z';
SELECT i, e FROM relabelled_alone ORDER BY i;
