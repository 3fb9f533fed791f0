-- Comments hold comments; names of columns of USING.
SELECT /* a /* b */ c */ 1 /**/ + /*/* */*/ 2;
SELECT 1 /* a */ /* b */;
SELECT 1 /* ' */, 2 /* -- */, 3 -- /*
, 4 /* x */;
SELECT number, a.number, b.number FROM numbers(2) AS a JOIN numbers(1, 2) AS b USING number ORDER BY ALL FORMAT TSVWithNames;
SELECT number, a.number, b.number FROM numbers(2) AS a RIGHT JOIN numbers(1, 2) AS b USING number ORDER BY ALL FORMAT TSVWithNames;
SELECT number, a.number, b.number FROM numbers(2) AS a FULL JOIN numbers(1, 2) AS b USING number ORDER BY ALL FORMAT TSVWithNames;
SELECT a.number + 1, b.number + 1 FROM numbers(2) AS a SEMI RIGHT JOIN numbers(1, 2) AS b USING number ORDER BY ALL FORMAT TSVWithNames;
