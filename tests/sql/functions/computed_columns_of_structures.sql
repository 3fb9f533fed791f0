-- Structures of data that comes with the statement: defaults of what it leaves out, and columns that are computed.
SELECT * FROM format(JSONEachRow, 'x UInt8 DEFAULT y * 2, y UInt8 DEFAULT 3, z String DEFAULT concat(toString(x), \'!\')', '{"x":1}{"y":9}{}{"x":7,"y":8,"z":"q"}');
SELECT * FROM format(CSV, 'x UInt8, y UInt8 DEFAULT 7', '1,');
SELECT z FROM format(JSONEachRow, 'x UInt8, z UInt8 DEFAULT x + 1', '{"x":1}');
SELECT *, y FROM format(JSONEachRow, 'x UInt8, y UInt8 MATERIALIZED x + 1', '{"x":1}');
SELECT *, y FROM format(JSONEachRow, 'x UInt8, y UInt8 ALIAS x + 1', '{"x":1}') WHERE y = 2;
SELECT * FROM format(JSONEachRow, 'x UInt8 DEFAULT y * 2, y UInt8 EPHEMERAL 3', '{"x":1}');
SELECT t.x, t.al FROM values('x UInt8, al String ALIAS toString(x)', 1, 2) AS t ORDER BY t.x DESC;
SELECT * FROM file('no_such_file.csv', CSV, 'x UInt8, y UInt8 ALIAS x'); -- { serverError BAD_ARGUMENTS }
