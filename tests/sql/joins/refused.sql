-- Forms of JOIN that are refused, and tables in parentheses.
CREATE VIEW ja AS SELECT number AS id, 'a' || toString(number) AS v FROM numbers(3);
CREATE VIEW jb AS SELECT number + 1 AS id, 'b' || toString(number) AS w FROM numbers(3);
SELECT * FROM (ja JOIN jb ON ja.id = jb.id) ORDER BY ALL;
SELECT * FROM (ja JOIN jb ON ja.id = jb.id) AS j LEFT JOIN jb AS c ON c.id = j.id + 1 ORDER BY ALL;
SELECT * FROM (ja); -- { clientError SYNTAX_ERROR }
SELECT * FROM ja ANY FULL JOIN jb ON ja.id = jb.id; -- { serverError NOT_IMPLEMENTED }
SELECT * FROM ja FULL SEMI JOIN jb ON ja.id = jb.id; -- { clientError SYNTAX_ERROR }
SELECT * FROM ja ASOF RIGHT JOIN jb ON ja.v = jb.w AND ja.id >= jb.id; -- { serverError NOT_IMPLEMENTED }
SELECT * FROM ja JOIN jb USING (); -- { clientError SYNTAX_ERROR }
SELECT * FROM ja JOIN jb ON count() = jb.id; -- { serverError ILLEGAL_AGGREGATION }
SELECT x.id FROM ja AS x JOIN jb AS x ON 1; -- { serverError MULTIPLE_EXPRESSIONS_FOR_ALIAS }
SELECT * FROM ja PASTE JOIN (SELECT id FROM jb) AS r;
SELECT * FROM (SELECT id FROM ja) PASTE JOIN (SELECT id FROM jb); -- { serverError BAD_ARGUMENTS }
SELECT ja.id, same FROM ja LEFT JOIN jb ON (ja.id = jb.id AS same) ORDER BY ALL;
