-- A cast is the key of GROUP BY if its type is written as there.
CREATE TABLE t (id Int64) ENGINE = MergeTree ORDER BY id;
INSERT INTO t VALUES (1), (2);
SELECT CAST(id AS INT) % 3 FROM t GROUP BY CAST(id, 'Int32') % 3; -- { serverError NOT_AN_AGGREGATE }
SELECT CAST(id AS INT) FROM t GROUP BY CAST(id, 'Int32'); -- { serverError NOT_AN_AGGREGATE }
SELECT id::INT FROM t GROUP BY CAST(id, 'Int32'); -- { serverError NOT_AN_AGGREGATE }
SELECT CAST(id AS int) FROM t GROUP BY CAST(id AS INT); -- { serverError NOT_AN_AGGREGATE }
SELECT CAST(id, 'Nullable( Int32 )') FROM t GROUP BY CAST(id AS Nullable(Int32)); -- { serverError NOT_AN_AGGREGATE }
SELECT CAST(id AS Decimal(10,2)) FROM t GROUP BY CAST(id, 'Decimal(10,2)'); -- { serverError NOT_AN_AGGREGATE }
SELECT CAST(id AS Int32) % 3 AS x FROM t GROUP BY CAST(id, 'Int32') % 3 ORDER BY x;
SELECT id::Int32 AS x FROM t GROUP BY CAST(id, 'Int32') ORDER BY x;
SELECT id::INT AS x FROM t GROUP BY CAST(id AS INT) ORDER BY x;
SELECT CAST(id AS Nullable( Int32 )) AS x FROM t GROUP BY CAST(id AS Nullable(Int32)) ORDER BY x;
SELECT CAST(id AS Decimal(10,2)) AS x FROM t GROUP BY CAST(id, 'Decimal(10, 2)') ORDER BY x;
SELECT id FROM t GROUP BY id, CAST(id, 'Int32') ORDER BY CAST(id AS INT);
