-- Table functions whose rows stand in the query: format(); null() has none and takes any.
SELECT * FROM format(CSV, 'a UInt8, b String', '1,x\n2,y');
SELECT *, toTypeName(a), toTypeName(b) FROM format(JSONEachRow, '{"a":1,"b":"x"}\n{"a":2}');
DESCRIBE format(JSONEachRow, '{"a":1.5,"b":[1,2],"c":null,"d":"2020-01-01"}');
SELECT * FROM format(TSVWithNamesAndTypes, 'a\tb\nUInt8\tString\n1\tx\n');
SELECT * FROM format(CSV, '1,"a",2020-01-01\n2,b,2021-02-03');
SELECT * FROM format(JSONCompactEachRow, 'auto', '[1,"a"]\n[2,null]');
SELECT * FROM format(LineAsString, 'a b\nc');
SELECT sum(a) FROM format('TSV', 'a UInt8', '1\n2\n3') WHERE a > 1;
SELECT t.a, u.b FROM format(CSV, 'a UInt8', '1\n2') AS t JOIN format(CSV, 'a UInt8, b String', '2,x') AS u USING a;
SELECT * FROM format(CSV, 'a UInt8', '');
SELECT * FROM format(NoSuchFormat, 'a UInt8', '1'); -- { serverError UNKNOWN_FORMAT }
SELECT * FROM null('x UInt8, y Array(String)');
SELECT count(), sum(x) FROM null('x UInt8');
INSERT INTO FUNCTION null('x UInt8') SELECT number FROM numbers(3);
INSERT INTO FUNCTION null('x UInt8') VALUES (1), (2);
INSERT INTO FUNCTION null('x UInt8') SELECT 1, 2; -- { serverError NUMBER_OF_COLUMNS_DOESNT_MATCH }
SELECT * FROM input('x UInt8'); -- { serverError INVALID_USAGE_OF_INPUT }
