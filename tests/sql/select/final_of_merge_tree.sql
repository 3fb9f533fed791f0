-- FINAL is accepted on a plain MergeTree, whose rows are never merged; ClickHouse 26.9 itself refuses it.
DROP TABLE IF EXISTS plain;
CREATE TABLE plain (k UInt32, v String) ENGINE = MergeTree ORDER BY k;
SELECT * FROM plain FINAL;
INSERT INTO plain VALUES (1, 'a'), (1, 'b');
INSERT INTO plain VALUES (1, 'b'), (2, 'c');
SELECT * FROM plain FINAL ORDER BY k, v;
SELECT count() FROM plain AS p FINAL WHERE k = 1;
DROP TABLE plain;
