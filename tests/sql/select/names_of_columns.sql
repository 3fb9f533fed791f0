-- Columns without an alias are called as ClickHouse calls them.
CREATE VIEW named_t AS SELECT toUInt64(7) AS id, 'V' AS value;
CREATE VIEW named_c AS SELECT CAST((1, 'x'), 'Tuple(a UInt8, b String)') AS c, [(1, 2)]::Array(Tuple(x UInt8, y UInt8)) AS l;
SELECT l.number + 1, plus(l.number, r.number) FROM numbers(1) AS l JOIN numbers(1) AS r ON l.number = r.number FORMAT TSVWithNames;
SELECT sum(t.number + 1) OVER (PARTITION BY t.number ROWS BETWEEN 1 + 1 PRECEDING AND CURRENT ROW), arrayMap(x -> x + t.number, [1]) FROM numbers(1) AS t FORMAT TSVWithNames;
SELECT (SELECT 1), (SELECT (SELECT 2)), (SELECT 3) + 1, 1 IN (SELECT 1) FROM numbers(1) WHERE number IN (SELECT 0) FORMAT TSVWithNames;
SELECT (SELECT 1) FROM (SELECT 2) FORMAT TSVWithNames;
WITH x AS (SELECT 5 AS y) SELECT (SELECT y FROM x), (SELECT y FROM x) FROM x FORMAT TSVWithNames;
WITH (SELECT 5) AS x SELECT x + 1, (SELECT 1) FORMAT TSVWithNames;
SELECT untuple((1, 2)), untuple(c), untuple(c) AS u FROM named_c FORMAT TSVWithNames;
SELECT * APPLY x -> toString(x) APPLY (y -> length(y) * 2), * APPLY toString, * APPLY quantile(0.5) OVER () FROM numbers(1) FORMAT TSVWithNames; -- { clientError SYNTAX_ERROR }
SELECT * APPLY x -> toString(x) APPLY (y -> length(y) * 2), * APPLY toString FROM numbers(1) FORMAT TSVWithNames;
SELECT * APPLY(x -> arrayMap(y -> y + x, [x])) FROM numbers(1) FORMAT TSVWithNames;
DESCRIBE (SELECT (SELECT 1), id IN (SELECT 1), id + named_t.id FROM named_t);
-- `tuple.*`
SELECT c.*, named_c.c.*, l.*, c.* EXCEPT a, c.* APPLY toString FROM named_c FORMAT TSVWithNames;
SELECT (SELECT 1 AS a, 2 AS b) AS s, s.* FORMAT TSVWithNames;
SELECT id.* FROM named_t; -- { serverError UNSUPPORTED_METHOD }
SELECT nothing.* FROM named_t; -- { serverError UNKNOWN_IDENTIFIER }
-- columns of the same name
SELECT * FROM (SELECT number, number, number + 1 AS n FROM numbers(2)) FORMAT TSVWithNames;
SELECT * FROM (SELECT 1, 1);
SELECT t.*, number FROM (SELECT number, number FROM numbers(2)) AS t WHERE number = 1;
SELECT * FROM (SELECT number AS a, number AS a FROM numbers(2)) AS l JOIN (SELECT 1 AS a) AS r ON l.a = r.a FORMAT TSVWithNames;
SELECT 1 AS id, 2 AS value, * FROM named_t FORMAT TSVWithNames;
SELECT 1 AS id, * FROM named_t AS z FORMAT TSVWithNames;
SELECT * FROM (SELECT 1 AS a), (SELECT 2 AS a) SETTINGS joined_subquery_requires_alias = 0 FORMAT TSVWithNames;
SELECT r.* EXCEPT a FROM (SELECT 1 AS a) AS l JOIN (SELECT 1 AS a, 2 AS b) AS r ON l.a = r.a FORMAT TSVWithNames;
SELECT * EXCEPT a FROM (SELECT 1 AS a) AS l JOIN (SELECT 1 AS a, 2 AS b) AS r ON l.a = r.a FORMAT TSVWithNames;
SELECT * REPLACE (7 AS a) FROM (SELECT 2 AS a, 3 AS b) AS t, (SELECT 5 AS a) AS u FORMAT TSVWithNames;
SELECT named_t.* REPLACE (id + (id AS i) AS id), i FROM named_t FORMAT TSVWithNames;
SELECT COLUMNS('dum');
SELECT COLUMNS('nothing'); -- { serverError EMPTY_LIST_OF_COLUMNS_QUERIED }
SELECT arrayMap(x -> x + 1 AS f, [1, 2]) FORMAT TSVWithNames;
