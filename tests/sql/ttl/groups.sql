-- Requirement: MT.TTL.GroupBy, MT.TTL.GroupByAny, MT.TTL.ExampleGroupBy
CREATE TABLE table_for_aggregation
(
    d DateTime,
    k1 Int,
    k2 Int,
    x Int,
    y Int
)
ENGINE = MergeTree
ORDER BY (k1, k2)
TTL d + INTERVAL 1 MONTH GROUP BY k1, k2 SET x = max(x), y = min(y);
SHOW CREATE TABLE table_for_aggregation;
INSERT INTO table_for_aggregation VALUES ('2000-01-01 00:00:00', 1, 1, 5, 5), ('2000-01-01 00:00:00', 1, 1, 9, 2), ('2100-01-01 00:00:00', 1, 1, 100, -100), ('2000-01-01 00:00:00', 1, 2, 3, 4);
INSERT INTO table_for_aggregation VALUES ('2000-01-01 00:00:00', 1, 2, 4, 3), ('2000-01-01 00:00:00', 2, 2, 1, 1);
OPTIMIZE TABLE table_for_aggregation FINAL;
SELECT d, k1, k2, x, y FROM table_for_aggregation ORDER BY ALL;
-- Later rows join the group.
INSERT INTO table_for_aggregation VALUES ('2000-01-01 00:00:00', 1, 2, 50, 50), ('2000-01-01 00:00:00', 3, 3, NULL, 50);
OPTIMIZE TABLE table_for_aggregation FINAL;
SELECT d, k1, k2, x, y FROM table_for_aggregation ORDER BY ALL;
-- A prefix of the key, an expression of the key, other columns of any row of the group.
CREATE TABLE prefix (k UInt8, j UInt8, d Date, x UInt64, s Nullable(String)) ENGINE = MergeTree ORDER BY (k, j) TTL d GROUP BY k SET x = sum(x);
INSERT INTO prefix SELECT number % 3, number % 5, '2000-01-01', number, if(number % 2, 's', NULL) FROM numbers(1000);
INSERT INTO prefix SELECT number % 3, number % 5, '2100-01-01', number, 'fresh' FROM numbers(6);
OPTIMIZE TABLE prefix FINAL;
SELECT k, x, s IN ('s', 'fresh'), d FROM prefix ORDER BY k, d, x;
SELECT count(), countIf(d < '2050-01-01') FROM prefix;
CREATE TABLE days (k UInt8, d DateTime, x UInt64, y Float64) ENGINE = MergeTree ORDER BY (k, toDate(d), d) PRIMARY KEY (k, toDate(d)) TTL d + INTERVAL 1 DAY GROUP BY k, toDate(d) SET x = sum(x) + max(x), y = avg(y), d = min(d);
INSERT INTO days SELECT number % 2, toDateTime('2000-01-01 00:00:00') + number * 7200, number, number FROM numbers(48);
OPTIMIZE TABLE days FINAL;
SELECT k, d FROM days ORDER BY k, d;
-- Two rules at once: rows are deleted first, then grouped; then values go.
CREATE TABLE both (k UInt8, d DateTime, x UInt64, v String TTL d + INTERVAL 40 YEAR) ENGINE = MergeTree ORDER BY k TTL d GROUP BY k SET x = max(x), d + INTERVAL 30 YEAR DELETE;
SHOW CREATE TABLE both;
INSERT INTO both VALUES (1, '1980-01-01 00:00:00', 100, 'a'), (1, '2020-01-01 00:00:00', 5, 'b'), (1, '2020-01-01 00:00:00', 7, 'c'), (2, '2090-01-01 00:00:00', 9, 'd');
OPTIMIZE TABLE both FINAL;
SELECT k, d, x, v != '' FROM both ORDER BY k;
