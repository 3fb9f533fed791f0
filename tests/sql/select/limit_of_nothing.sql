-- A query that asks for no rows tells its columns, and reads nothing.
CREATE TABLE z (a UInt8, s String, m Map(String, UInt8), n Nullable(Int32), l LowCardinality(String)) ENGINE = MergeTree ORDER BY a;
INSERT INTO z SELECT number, 'x', map('a', 1), NULL, 'l' FROM numbers(10);
SELECT * FROM z LIMIT 0 FORMAT TSVWithNamesAndTypes;
SELECT count() FROM system.numbers LIMIT 0;
SELECT a, count() FROM z GROUP BY a ORDER BY a LIMIT 0 FORMAT JSONCompactColumns;
SELECT a, a FROM z LIMIT 0 OFFSET 3;
SELECT sum(x) FROM (SELECT a AS x FROM z LIMIT 0);
SELECT * FROM z LIMIT 0 UNION ALL SELECT * FROM z WHERE a = 1 LIMIT 0;
INSERT INTO z SELECT * FROM z LIMIT 0;
SELECT count() FROM z;
