-- Variants in formats, written and read.
SELECT multiIf(number = 0, number, number = 1, 'x"y', number = 2, [1::UInt8, 2], NULL) AS v FROM numbers(4) FORMAT TSV;
SELECT multiIf(number = 0, number, number = 1, 'x"y', number = 2, [1::UInt8, 2], NULL) AS v FROM numbers(4) FORMAT CSV;
SELECT multiIf(number = 0, number, number = 1, 'x"y', number = 2, [1::UInt8, 2], NULL) AS v FROM numbers(4) FORMAT JSONEachRow;
SELECT multiIf(number = 0, number, number = 1, 'x"y', number = 2, [1::UInt8, 2], NULL) AS v FROM numbers(4) FORMAT JSONStringsEachRow;
SELECT multiIf(number = 0, number, number = 1, 'x"y', number = 2, [1::UInt8, 2], NULL) AS v FROM numbers(4) FORMAT JSONColumns;
SELECT multiIf(number = 0, number, number = 1, 'x"y', number = 2, [1::UInt8, 2], NULL) AS v FROM numbers(4) FORMAT Values;
SELECT multiIf(number = 0, number, number = 1, 'x"y', number = 2, [1::UInt8, 2], NULL) AS v FROM numbers(4) FORMAT SQLInsert;
SELECT multiIf(number = 0, number, number = 1, 'x"y', number = 2, [1::UInt8, 2], NULL) AS v FROM numbers(4) FORMAT Pretty;
SELECT multiIf(number = 0, number, number = 1, 'x"y', number = 2, [1::UInt8, 2], NULL) AS v FROM numbers(4) FORMAT Vertical;
SELECT multiIf(number = 0, number, number = 1, 'x"y', number = 2, [1::UInt8, 2], NULL) AS v FROM numbers(4) FORMAT Markdown;
SELECT multiIf(number = 0, number, number = 1, 'x"y', number = 2, [1::UInt8, 2], NULL) AS v FROM numbers(4) FORMAT XML SETTINGS output_format_write_statistics = 0;
SELECT [if(number = 0, number, 'a')] AS v, map('k', if(number = 0, number, 'a')) AS m, (if(number = 0, number, 'a'), 1) AS t, if(number = 0, number, [['a']]) AS n FROM numbers(2) FORMAT JSON SETTINGS output_format_write_statistics = 0;
SELECT multiIf(number = 0, number, number = 1, 'x"y', number = 2, [1::UInt8, 2], NULL) AS v FROM numbers(4) FORMAT RowBinaryWithNamesAndTypes;
SELECT multiIf(number = 0, number, number = 1, 'x"y', number = 2, [1::UInt8, 2], NULL) AS v FROM numbers(4) FORMAT Native;
SELECT [if(number = 0, number, 'a'), NULL] AS v FROM numbers(2) FORMAT Native;
SELECT if(number = 0, number, 'a') AS v FROM numbers(2) FORMAT Parquet; -- { serverError UNKNOWN_TYPE }
SELECT *, variantType(v) FROM format(CSV, 'v Variant(UInt64, String)', '1\nabc\n\\N\n"5"\n');
SELECT *, variantType(v) FROM format(TSV, 'v Variant(UInt64, String)', '1\nabc\n\\N\nNULL\n');
SELECT *, variantType(v) FROM format(TSV, 'v Variant(UInt64, Date)', 'abc\n'); -- { serverError INCORRECT_DATA }
SELECT *, variantType(v) FROM format(JSONEachRow, 'v Variant(UInt64, String, Array(Variant(String, UInt64)), Bool, Tuple(a UInt8, b String))', '{"v":1}{"v":"a"}{"v":"5"}{"v":[1,"b"]}{"v":null}{}{"v":true}{"v":{"a":1,"b":"x"}}{"v":2.5}');
SELECT *, variantType(v) FROM format(JSONEachRow, 'v Variant(Map(String, Float64), Array(Date), Float64)', '{"v":{"k":1.5}}{"v":["2020-01-01"]}{"v":2.5}{"v":true}');
SELECT *, variantType(v) FROM format(JSONEachRow, 'v Variant(UInt64, Date)', '{"v":"abc"}'); -- { serverError INCORRECT_DATA }
SELECT *, variantType(v) FROM format(Values, 'v Variant(UInt64, String, Array(Variant(String, UInt64)), Date)', '(1),(\'a\'),(\'5\'),([1,\'b\']),(NULL),(\'2020-01-01\')');
