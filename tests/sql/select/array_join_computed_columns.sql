-- Columns that are computed, and names that elements share with columns.
DROP TABLE IF EXISTS aj;
CREATE TABLE aj (id UInt32, a Array(UInt8), b Array(UInt8) ALIAS arrayMap(x -> x * 2, a), m Array(UInt8) MATERIALIZED arrayMap(x -> x + 1, a), e Array(UInt8) EPHEMERAL [9], mp Map(String, UInt8), n Nested(c UInt8, d String)) ENGINE = MergeTree ORDER BY id;
INSERT INTO aj (id, a, mp, n.c, n.d) VALUES (1, [1,2], {'x':1,'y':2}, [5,6], ['f','g']), (2, [], {}, [], []);
SELECT id, b FROM aj ARRAY JOIN b;
SELECT id, b, a FROM aj LEFT ARRAY JOIN b ORDER BY id, b;
select ID, `M` from (SELECT id AS ID, m AS `M` FROM aj Array Join m, b WHERE b = 4);
SELECT id, x, b FROM aj ARRAY JOIN b AS x;
SELECT id, b, num FROM aj ARRAY JOIN b, arrayEnumerate(b) AS num;
SELECT id, sum(b), max(m) FROM aj ARRAY JOIN b, m GROUP BY id;
SELECT t.id, t.b, b FROM aj AS t ARRAY JOIN b WHERE t.b > 2;
SELECT aj.id, aj.m FROM aj ARRAY JOIN aj.m;
SELECT id, n.c, b FROM aj ARRAY JOIN n.c, b;
SELECT id, b, y FROM aj ARRAY JOIN b ARRAY JOIN [b, b + 1] AS y;
SELECT id, m FROM aj ARRAY JOIN n AS m;
SELECT id, m.c, m.d FROM aj LEFT ARRAY JOIN n AS m ORDER BY ALL;
SELECT id, a FROM aj ARRAY JOIN n.c AS a;
SELECT * FROM aj AS t ARRAY JOIN a AS a;
SELECT id, b FROM aj ARRAY JOIN [7, 8] AS b;
SELECT l.id, l.b, r.b FROM aj AS l ARRAY JOIN b JOIN aj AS r ON l.id = r.id;
SELECT id, e FROM aj ARRAY JOIN e; -- { serverError NO_SUCH_COLUMN_IN_TABLE }
CREATE VIEW aj_view AS SELECT id, b, m.c AS c FROM aj ARRAY JOIN b, n AS m;
SELECT * FROM aj_view;
DROP TABLE aj_view;
DROP TABLE aj;
