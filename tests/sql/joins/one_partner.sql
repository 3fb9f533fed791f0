-- Tags: tasks
-- ANY and SEMI with more conditions than equal keys: the first row that meets all of them counts.
CREATE TABLE one_l (k Int8, v Int8) ENGINE = MergeTree ORDER BY k;
CREATE TABLE one_r (k Int8, w Int8) ENGINE = MergeTree ORDER BY (k, w);
INSERT INTO one_l VALUES (1, 5), (1, 6), (2, 3), (4, 1);
INSERT INTO one_r VALUES (1, 1), (1, 9), (3, 3), (4, 0);
SELECT * FROM one_l AS l ANY LEFT JOIN one_r AS r ON l.k = r.k AND l.v < r.w ORDER BY ALL;
SELECT * FROM one_l AS l ANY RIGHT JOIN one_r AS r ON l.k = r.k AND l.v < r.w AND l.v > 5 ORDER BY ALL;
SELECT * FROM one_l AS l ANY JOIN one_r AS r ON l.k = r.k AND l.v < r.w ORDER BY ALL;
SELECT * FROM one_l AS l LEFT SEMI JOIN one_r AS r ON l.k = r.k AND l.v < r.w ORDER BY ALL;
SELECT * FROM one_l AS l RIGHT SEMI JOIN one_r AS r ON l.k = r.k AND l.v < r.w AND l.v > 5 ORDER BY ALL;
SELECT * FROM one_l AS l LEFT ANTI JOIN one_r AS r ON l.k = r.k AND l.v < r.w ORDER BY ALL;
SELECT * FROM one_l AS l LEFT SEMI JOIN one_r AS r ON l.k = r.k AND r.w > 5 ORDER BY ALL;
SELECT l.k, l.v FROM one_l AS l LEFT SEMI JOIN one_r AS r ON l.k = r.k OR l.v = r.w ORDER BY ALL;
SELECT l.k, l.v FROM one_l AS l ANY LEFT JOIN one_r AS r ON l.k = r.k OR l.v = r.w ORDER BY ALL;
DROP TABLE one_l;
DROP TABLE one_r;
