-- rowNumberInAllBlocks() in clauses that come before SELECT counts the rows as they come to that clause.
SELECT number FROM numbers(10) WHERE rowNumberInAllBlocks() = 3;
SELECT number, rowNumberInAllBlocks() AS r FROM numbers(10) WHERE r > 6 AND number % 2 ORDER BY r DESC;
SELECT number, row_number() OVER () FROM numbers(10) WHERE rowNumberInBlock() IN (7, 9);
SELECT number FROM numbers(10) WHERE row_number() OVER () > 6; -- { serverError ILLEGAL_AGGREGATION }
SELECT number FROM numbers(10) HAVING rowNumberInAllBlocks() > 7;
SELECT rowNumberInAllBlocks() % 2 AS r, count() FROM numbers(10) GROUP BY r ORDER BY r;
SELECT count() FROM numbers(4) GROUP BY rowNumberInAllBlocks() LIMIT 2;
SELECT number, rowNumberInAllBlocks(), count() FROM numbers(2) GROUP BY ALL ORDER BY ALL;
SELECT sum(rowNumberInAllBlocks()), max(rowNumberInBlock()) FROM numbers(10) WHERE number % 2;
SELECT max(rowNumberInAllBlocks()) OVER () FROM numbers(2);
SELECT arrayJoin(range(3)) AS a, rowNumberInAllBlocks() FROM numbers(2);
SELECT arrayJoin([1, 2]) AS a, rowNumberInAllBlocks() AS r FROM system.numbers WHERE r > 1 LIMIT 3;
CREATE TABLE t (a UInt8) ENGINE = MergeTree ORDER BY a;
INSERT INTO t SELECT number FROM numbers(5);
SELECT a, rowNumberInAllBlocks() FROM t PREWHERE a > 1 WHERE rowNumberInAllBlocks() = 1;
SELECT a FROM t PREWHERE rowNumberInAllBlocks() = 3;
SELECT sum(rowNumberInAllBlocks() * a) FROM t;
