CREATE TABLE t (a UInt8, b String) ENGINE = MergeTree ORDER BY a;
INSERT INTO t FORMAT CSV
1,"one, two"
2,"it""s"

INSERT INTO t FORMAT TabSeparated
3	tab\tinside
4	line\ninside

INSERT INTO t FORMAT JSONEachRow {"a": 5, "b": "json"} {"a": 6, "b": "\u00e9"}

SELECT * FROM t ORDER BY a;
