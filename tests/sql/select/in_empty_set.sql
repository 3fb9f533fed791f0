-- NULL is in no set, also if that is empty or holds nothing but NULL.
CREATE VIEW maybe AS SELECT * FROM values('x Nullable(Int8)', (1), (2), (NULL));
SELECT x, x IN (SELECT 1 WHERE 0), x NOT IN (SELECT 1 WHERE 0), x NOT IN (SELECT NULL::Nullable(Int8)), x NOT IN (SELECT 1) FROM maybe ORDER BY ALL;
SELECT x, x IN (NULL), x NOT IN (NULL) FROM maybe ORDER BY ALL;
SELECT x FROM maybe WHERE x NOT IN (SELECT 1 WHERE 0) ORDER BY ALL;
SELECT r.x FROM (SELECT 1 AS x) AS l RIGHT JOIN maybe AS r ON l.x = r.x WHERE r.x NOT IN (SELECT toNullable(1) WHERE 0) ORDER BY ALL;
SELECT x, x IN (SELECT 1 WHERE 0), x IN (NULL) FROM maybe ORDER BY ALL SETTINGS transform_null_in = 1;
SELECT x, (x, 1) IN (SELECT 1, 1 WHERE 0), (x, 1) NOT IN (SELECT 1, 1 WHERE 0) FROM maybe ORDER BY ALL;
SELECT NULL IN (SELECT 1 WHERE 0), toNullable(1) NOT IN (SELECT 1 WHERE 0);
