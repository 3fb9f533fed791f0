-- Documents and columns of JSON as data of INSERT.
CREATE TABLE t (a UInt8, b String DEFAULT 'dd', c UInt8 DEFAULT a + 1) ENGINE = Memory;
INSERT INTO t FORMAT JSON {"meta":[{"name":"a","type":"UInt8"}],"data":[{"a":1},{"a":2}],"rows":2}

INSERT INTO t FORMAT JSONCompact {"meta":[{"name":"a","type":"UInt8"},{"name":"b","type":"String"}],"data":[[3,"x"]]}

INSERT INTO t FORMAT JSONColumns {"a":[4,5],"C":[7,8]}

INSERT INTO t FORMAT JSONCompactColumns [[6],["y"]]

INSERT INTO t FORMAT JSONObjectEachRow {"r":{"a":9}}

INSERT INTO t FORMAT JSONEachRow {"A":11,"B":null}

SELECT * FROM t ORDER BY a;
CREATE TABLE j (s String) ENGINE = Memory;
INSERT INTO j FORMAT JSONAsString {"x":1} {"y":[1, 2]}

SELECT * FROM j ORDER BY s;
SELECT * FROM format(One, '');
SELECT a + 1 FROM format(JSONEachRow, '{"a":1}') WHERE a > 0;
SELECT count() FROM format(CSV, '1,2\n3,4');
