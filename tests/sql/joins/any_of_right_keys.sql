CREATE TABLE any1 (a UInt8, b UInt8) ENGINE = Memory;
CREATE TABLE any2 (a UInt8, c UInt8) ENGINE = Memory;
INSERT INTO any1 VALUES (1, 1), (1, 2), (2, 3), (4, 4);
INSERT INTO any2 VALUES (1, 10), (2, 20), (3, 30);
SELECT * FROM any1 JOIN any2 USING (a, a); -- { serverError BAD_ARGUMENTS }
SELECT a, b, c FROM any1 ANY INNER JOIN any2 USING a ORDER BY ALL;
SET any_join_distinct_right_table_keys = 1;
SELECT a, b, c FROM any1 ANY INNER JOIN any2 USING a ORDER BY ALL;
SELECT a, b, c FROM any1 ANY LEFT JOIN any2 USING a ORDER BY ALL;
SET join_default_strictness = 'ANY';
SELECT any1.a, any2.a FROM any1 INNER JOIN any2 USING a ORDER BY ALL;
