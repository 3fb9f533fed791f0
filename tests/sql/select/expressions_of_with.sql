-- Expressions of WITH go before columns of their names, as aliases do, also in the branches of a UNION.
CREATE TABLE ev (id UInt32, u LowCardinality(String), n Nullable(Int32), tags Array(String), t Tuple(a Int16, b String), f Float64, d Date, dec Decimal(12, 3), e Enum8('new' = 1, 'paid' = 2), ts DateTime('UTC')) ENGINE = MergeTree ORDER BY id;
SYSTEM STOP MERGES ev;
INSERT INTO ev SELECT number, ['ann', 'bob', 'cy'][number % 3 + 1], if(number % 4 = 1, NULL, toInt32(number) - 3), arrayMap(x -> concat('t', toString(x)), range(number % 4)), (number - 5, toString(number % 2)), if(number % 3 = 0, nan, number / 8), toDate('2024-01-01') + number, number * 1.125, if(number % 2, 'new', 'paid'), toDateTime('2024-01-01 00:00:00', 'UTC') + number * 60 FROM numbers(4);
INSERT INTO ev SELECT number, ['ann', 'bob', 'cy'][number % 3 + 1], if(number % 4 = 1, NULL, toInt32(number) - 3), arrayMap(x -> concat('t', toString(x)), range(number % 4)), (number - 5, toString(number % 2)), if(number % 3 = 0, nan, number / 8), toDate('2024-01-01') + number, number * 1.125, if(number % 2, 'new', 'paid'), toDateTime('2024-01-01 00:00:00', 'UTC') + number * 60 FROM numbers(4, 4);
CREATE TABLE us (u LowCardinality(String), name Nullable(String), k Int64) ENGINE = MergeTree ORDER BY u;
INSERT INTO us VALUES ('ann', 'Ann', 1), ('bob', NULL, 2), ('ann', 'Anna', 3), ('dee', 'Dee', 4);
WITH 1 AS id SELECT id, ev.id, sum(id), ev.id + 1 FROM ev GROUP BY ev.id ORDER BY ev.id LIMIT 2 FORMAT TSVWithNames;
WITH id + 1 AS id SELECT id FROM ev ORDER BY ev.id LIMIT 2;
WITH 1 AS id SELECT count() FROM ev WHERE id = 1;
WITH 1 AS id SELECT count() FROM ev WHERE id = 1 SETTINGS prefer_column_name_to_alias = 1;
WITH 1 AS id SELECT (SELECT max(id) FROM ev), * FROM (SELECT id FROM ev ORDER BY id DESC LIMIT 1);
WITH 'x' AS u SELECT u, count() FROM ev GROUP BY u;
WITH 'x' AS u SELECT ev.id FROM ev JOIN us ON ev.u = us.u AND u = 'x' ORDER BY ALL LIMIT 1;
WITH 'x' AS u SELECT k FROM ev JOIN us USING u ORDER BY ALL LIMIT 1;
WITH 1 AS id, id + 1 AS y SELECT y, arrayMap(x -> x + id, [1]), id AS z, z + 1 FROM ev LIMIT 1;
WITH 1 AS id, x AS (SELECT id FROM ev WHERE ev.id = 3) SELECT id, x.* FROM x;
WITH [1, 2] AS id SELECT count() FROM ev WHERE ev.id IN id;
WITH max(id) AS id SELECT id FROM ev;
WITH x -> x + 1 AS id SELECT id(5), id FROM ev ORDER BY ALL LIMIT 1;
WITH 1 AS id SELECT COLUMNS('^id$') FROM ev ORDER BY ev.id LIMIT 1 FORMAT TSVWithNames;
WITH 1 AS k SELECT k FROM us UNION ALL SELECT k FROM us WHERE us.k = 4;
WITH 1 AS x SELECT x UNION ALL SELECT 2 AS x; -- { serverError MULTIPLE_EXPRESSIONS_FOR_ALIAS }
WITH 1 AS x SELECT x UNION ALL (WITH 3 AS x SELECT x);
SELECT 1 AS id, ev.id, ev.id + 1 FROM ev ORDER BY ev.id LIMIT 1 FORMAT TSVWithNames;
SELECT id AS k, us.name FROM ev JOIN us USING k; -- { serverError UNKNOWN_IDENTIFIER }
SELECT 'x' AS u, k FROM ev JOIN us USING u ORDER BY ALL LIMIT 1;
