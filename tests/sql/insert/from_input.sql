-- input(): the data of an INSERT as a table. ClickHouse embedded in a process is given no such data, so that the
-- reference was written by hand.
CREATE TABLE t (a String, b UInt16 DEFAULT 7) ENGINE = MergeTree ORDER BY a;
INSERT INTO t SELECT lower(x), y + 1 FROM input('x String, y UInt8') FORMAT CSV
ABC,1
DEF,2

INSERT INTO t SELECT x, sum(y) FROM input('x String, y UInt8') GROUP BY x FORMAT JSONEachRow
{"x":"q","y":1}
{"x":"q","y":5}

INSERT INTO t (a) SELECT x FROM (SELECT x FROM input('x String') WHERE x != 'no') FORMAT Values ('yes'), ('no');
SELECT * FROM t ORDER BY a;
INSERT INTO t SELECT x, y FROM input('x String, y UInt8') FORMAT Values ('a', 'b'); -- { serverError CANNOT_PARSE_TEXT }
SELECT count() FROM t;
