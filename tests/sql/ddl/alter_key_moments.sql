-- Moments of keys in another zone, and as the numbers that they are.
SET alter_sync = 2, mutations_sync = 2;
CREATE TABLE keyed (a DateTime, u UInt32, d Date, w UInt16, ar Array(DateTime), f DateTime64(3), k Int8) ENGINE = MergeTree ORDER BY (a, u, d, w, ar, f) SETTINGS index_granularity = 1;
INSERT INTO keyed VALUES ('2020-01-01 00:00:00', 5, '2020-01-01', 7, ['2020-01-01 00:00:00'], '2020-01-01 00:00:00.5', 1), ('2021-01-01 00:00:00', 6, '2021-01-01', 8, [], '2021-01-01 00:00:00.5', 2);
ALTER TABLE keyed MODIFY COLUMN a DateTime('Asia/Tokyo'), MODIFY COLUMN f DateTime64(3, 'Asia/Tokyo'), MODIFY COLUMN ar Array(DateTime('Asia/Tokyo'));
SELECT count() FROM system.mutations WHERE database = currentDatabase() AND table = 'keyed';
SELECT * FROM keyed ORDER BY k;
SELECT k FROM keyed WHERE a = toDateTime('2020-01-01 09:00:00', 'Asia/Tokyo') AND f < '2020-01-01 10:00:00';
ALTER TABLE keyed MODIFY COLUMN f DateTime64(6); -- { serverError ALTER_OF_COLUMN_IS_FORBIDDEN }
ALTER TABLE keyed MODIFY COLUMN a UInt32, MODIFY COLUMN u DateTime('UTC'), MODIFY COLUMN d UInt16, MODIFY COLUMN w Date, MODIFY COLUMN ar Array(UInt32);
ALTER TABLE keyed MODIFY COLUMN d UInt32; -- { serverError ALTER_OF_COLUMN_IS_FORBIDDEN }
ALTER TABLE keyed MODIFY COLUMN a DateTime64(0); -- { serverError ALTER_OF_COLUMN_IS_FORBIDDEN }
ALTER TABLE keyed MODIFY COLUMN w Date32; -- { serverError ALTER_OF_COLUMN_IS_FORBIDDEN }
SELECT * FROM keyed ORDER BY k;
SELECT k FROM keyed WHERE a = 1577836800 AND d = 18262 AND w = toDate(7);
INSERT INTO keyed VALUES (6, 5, 7, 7, [7], '2020-01-01 00:00:00', 3);
OPTIMIZE TABLE keyed FINAL;
SELECT k FROM keyed WHERE a < 100 AND u = toDateTime(5, 'UTC');
SELECT k, a, ar FROM keyed ORDER BY a;
CREATE TABLE parted (t DateTime, k Int8, INDEX i t TYPE minmax) ENGINE = MergeTree PARTITION BY t ORDER BY k;
INSERT INTO parted VALUES ('2020-01-01 00:00:00', 1);
ALTER TABLE parted MODIFY COLUMN t DateTime('UTC');
INSERT INTO parted VALUES ('2020-01-01 00:00:00', 2);
SELECT partition, count() FROM system.parts WHERE database = currentDatabase() AND table = 'parted' GROUP BY partition ORDER BY partition;
SELECT k FROM parted WHERE t = '2020-01-01 00:00:00' ORDER BY k;
