-- An UPDATE of what a TTL is computed from applies the TTL to the rows with their new values.
SET mutations_sync = 2;
CREATE TABLE rows (i Int32, a Int32, s String) ENGINE = MergeTree ORDER BY i
TTL a = 0 ? toDate('2000-01-01') : toDate('2100-01-01');
INSERT INTO rows VALUES (1, 1, 'a'), (2, 1, 'b'), (3, 1, 'c'), (4, 1, 'd');
ALTER TABLE rows UPDATE a = 0 WHERE i = 2;
SELECT * FROM rows ORDER BY i;
SYSTEM STOP TTL MERGES rows;
ALTER TABLE rows UPDATE a = 0 WHERE i = 1;
SELECT * FROM rows ORDER BY i;
ALTER TABLE rows UPDATE s = 'x' WHERE i = 3;
SELECT * FROM rows ORDER BY i;
SELECT name, rows, delete_ttl_info_min, delete_ttl_info_max FROM system.parts
WHERE database = currentDatabase() AND table = 'rows' AND active;
ALTER TABLE rows UPDATE a = 0 WHERE 1;
SELECT count() FROM rows;

CREATE TABLE cells (i Int32, a Int32, s String DEFAULT 'none' TTL a = 0 ? toDate('2000-01-01') : toDate('2100-01-01'),
    INDEX by_s s TYPE set(0), PROJECTION counts (SELECT s, count() GROUP BY s))
ENGINE = MergeTree ORDER BY i;
INSERT INTO cells VALUES (1, 1, 'a'), (2, 1, 'b'), (3, 1, 'c');
ALTER TABLE cells UPDATE a = 0 WHERE i = 2;
SELECT * FROM cells ORDER BY i;
SELECT count() FROM cells WHERE s = 'none';
SELECT s, count() FROM cells GROUP BY s ORDER BY s;

CREATE TABLE groups (i Int32, a Int32, s Int32) ENGINE = MergeTree ORDER BY i
TTL (a = 0 ? toDate('2000-01-01') : toDate('2100-01-01')) GROUP BY i SET s = sum(s);
INSERT INTO groups VALUES (1, 1, 1), (1, 1, 2), (3, 1, 3);
ALTER TABLE groups UPDATE a = 0 WHERE i = 1;
SELECT * FROM groups ORDER BY i;

CREATE TABLE chosen (i Int32, d Date, s Int32) ENGINE = MergeTree ORDER BY i TTL d + INTERVAL 1 DAY DELETE WHERE s = 2;
INSERT INTO chosen VALUES (1, '2100-01-01', 1), (2, '2100-01-01', 2);
ALTER TABLE chosen UPDATE d = '2000-01-01' WHERE 1;
SELECT * FROM chosen ORDER BY i;

-- Constants of the day on which a TTL is applied are allowed, functions of chance are not.
CREATE TABLE today (i Int32, a Date, s String TTL i = 2 ? today() - 10 : a) ENGINE = MergeTree ORDER BY i;
ALTER TABLE today MODIFY TTL i = 2 ? today() - 10 : toDate('2100-01-01');
ALTER TABLE today MODIFY TTL i = 2 ? today() : a; -- { serverError BAD_ARGUMENTS }
ALTER TABLE today MODIFY TTL a + rand(); -- { serverError BAD_ARGUMENTS }
ALTER TABLE today MODIFY TTL today() - 10; -- { serverError BAD_ARGUMENTS }
INSERT INTO today VALUES (1, '2100-01-01', 'a'), (2, '2100-01-01', 'b');
OPTIMIZE TABLE today FINAL;
SELECT i, s FROM today ORDER BY i;

-- A merge that nothing asks for is left out with a large base; OPTIMIZE merges all the same.
CREATE TABLE base (i Int32) ENGINE = MergeTree ORDER BY i SETTINGS merge_selector_base = 1000;
INSERT INTO base VALUES (1);
INSERT INTO base VALUES (2);
INSERT INTO base VALUES (3);
OPTIMIZE TABLE base SETTINGS optimize_throw_if_noop = 1;
SELECT uniqExact(_part) FROM base;
