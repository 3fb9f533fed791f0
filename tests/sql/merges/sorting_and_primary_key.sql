-- Requirement: MT.PK.MergeLogic, MT.PK.SummingUse
-- Rows that agree in the whole sorting key meet; the primary key is only what the index holds.
CREATE TABLE s (day Date, city String, shop UInt32, amount UInt64) ENGINE = SummingMergeTree(amount) PRIMARY KEY day ORDER BY (day, city, shop);
SYSTEM STOP MERGES s;
INSERT INTO s VALUES ('2024-01-01', 'Bonn', 1, 10), ('2024-01-01', 'Bonn', 2, 20), ('2024-01-02', 'Ulm', 1, 1);
INSERT INTO s VALUES ('2024-01-01', 'Bonn', 1, 5), ('2024-01-01', 'Ulm', 1, 7), ('2024-01-02', 'Ulm', 1, 2);
SELECT * FROM s FINAL ORDER BY ALL;
SYSTEM START MERGES s;
OPTIMIZE TABLE s FINAL;
SELECT * FROM s ORDER BY ALL;
SELECT sorting_key, primary_key FROM system.tables WHERE database = currentDatabase() AND name = 's';
CREATE TABLE a (k UInt32, dim String, u AggregateFunction(uniq, UInt32), m SimpleAggregateFunction(max, UInt32)) ENGINE = AggregatingMergeTree PRIMARY KEY k ORDER BY (k, dim);
INSERT INTO a SELECT 1, 'x', uniqState(number::UInt32), 3 FROM numbers(3);
INSERT INTO a SELECT 1, 'x', uniqState(number::UInt32), 9 FROM numbers(5);
INSERT INTO a SELECT 1, 'y', uniqState(number::UInt32), 4 FROM numbers(2);
OPTIMIZE TABLE a FINAL;
SELECT k, dim, uniqMerge(u), max(m), count() FROM a GROUP BY k, dim ORDER BY dim;
CREATE TABLE c (k UInt32, dim String, v UInt32, sign Int8) ENGINE = CollapsingMergeTree(sign) PRIMARY KEY k ORDER BY (k, dim);
INSERT INTO c VALUES (1, 'x', 5, 1), (1, 'y', 6, 1);
INSERT INTO c VALUES (1, 'x', 5, -1), (1, 'x', 7, 1);
OPTIMIZE TABLE c FINAL;
SELECT * FROM c ORDER BY ALL;
