-- output_format_json_validate_utf8: one replacement character for bytes in a row that are not UTF-8.
CREATE TABLE t (n UInt8, x String, f FixedString(3), a Array(String), m Map(String, UInt8)) ENGINE = MergeTree ORDER BY n;
INSERT INTO t SELECT 1, unhex('61FF62'), unhex('C3A9FF'), [unhex('E697'), unhex('EDA080'), '日é'], map(unhex('FFFE41E6'), 1);
INSERT INTO t SELECT 2, 'é', 'abc', ['', unhex('F4908080')], map('k', 2);
SELECT * FROM t ORDER BY n SETTINGS output_format_json_validate_utf8 = 0 FORMAT JSONEachRow;
SET output_format_json_validate_utf8 = 1;
SELECT * FROM t ORDER BY n FORMAT JSONEachRow;
SELECT * FROM t ORDER BY n FORMAT JSONStringsEachRow;
SELECT * FROM t ORDER BY n FORMAT JSONCompactEachRow;
SELECT * FROM t ORDER BY n FORMAT JSONCompactStringsEachRowWithNames;
SELECT * FROM t ORDER BY n FORMAT PrettyJSONEachRow;
SELECT * FROM t ORDER BY n FORMAT JSONObjectEachRow;
SELECT * FROM t ORDER BY n SETTINGS output_format_json_array_of_rows = 1 FORMAT JSONEachRow;
SELECT * FROM t ORDER BY n SETTINGS output_format_write_statistics = 0 FORMAT JSON;
SELECT * FROM t ORDER BY n FORMAT JSONColumns;
SELECT x, f FROM t ORDER BY n FORMAT TabSeparated;
SELECT formatRow('JSONEachRow', x, a, m) FROM t ORDER BY n;
