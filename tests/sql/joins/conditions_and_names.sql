-- What ON takes for a condition, and which table a name means that several have.
CREATE TABLE l (id Int32, v String) ENGINE = Memory;
CREATE TABLE r (id Int32, w String) ENGINE = Memory;
INSERT INTO l VALUES (1, 'a'), (2, 'b');
INSERT INTO r VALUES (2, 'B'), (3, 'C');
SELECT count() FROM l JOIN r ON true;
SELECT count() FROM l JOIN r ON toNullable(1);
SELECT count() FROM l JOIN r ON toLowCardinality(toNullable(1));
SELECT count() FROM l JOIN r ON NULL;
SELECT * FROM l LEFT JOIN r ON NULL ORDER BY ALL;
SELECT * FROM l FULL JOIN r ON 1 = 2 ORDER BY ALL;
SELECT * FROM l JOIN r ON toUInt16(1); -- { serverError INVALID_JOIN_ON_EXPRESSION }
SELECT * FROM l JOIN r ON toInt8(1); -- { serverError INVALID_JOIN_ON_EXPRESSION }
SELECT * FROM l JOIN r ON 256; -- { serverError INVALID_JOIN_ON_EXPRESSION }
SELECT * FROM l JOIN r ON 'x'; -- { serverError INVALID_JOIN_ON_EXPRESSION }
SELECT * FROM l JOIN r ON l.id; -- { serverError INVALID_JOIN_ON_EXPRESSION }
SELECT * FROM l JOIN r ON l.id = r.id JOIN r AS q ON q.id = r.id;
SELECT r.w, q.id FROM l JOIN r ON l.id < r.id JOIN r AS q ON q.id = r.id ORDER BY ALL;
SELECT l.id FROM l AS q ORDER BY 1;
SELECT r.id FROM r AS a JOIN r AS b ON a.id = b.id ORDER BY 1;
SELECT a FROM (SELECT [1, 2] AS a, [3] AS b) ARRAY JOIN a, b;
SELECT 1 FROM (SELECT [1, 2] AS a, [3] AS b) ARRAY JOIN a, b;
SELECT b FROM (SELECT [1, 2] AS a, [3] AS b) LEFT ARRAY JOIN a AS x, b;
SELECT a, b FROM (SELECT [1, 2] AS a, [3] AS b) ARRAY JOIN a, b; -- { serverError SIZES_OF_ARRAYS_DONT_MATCH }
