-- TSKV and CustomSeparated, read with and without a structure.
SELECT * FROM format(TSKV, 'a UInt8, b String', 'a=1\tb=x\nb=y\ta=2\n');
SELECT * FROM format(TSKV, 'a UInt8, b String', 'tskv\ta=1\tb=x=y\\tz\n');
SELECT * FROM format(TSKV, 'a UInt8, b String', 'a=1\tc=3\n');
SELECT * FROM format(TSKV, 'a UInt8, b String', 'a=1\tc=3\n') SETTINGS input_format_skip_unknown_fields = 0; -- { serverError INCORRECT_DATA }
SELECT * FROM format(TSKV, 'a UInt8, b String', 'a=1\ta=2\n'); -- { serverError INCORRECT_DATA }
SELECT * FROM format(TSKV, 'a UInt8, b String', 'a=1\tb\n'); -- { serverError INCORRECT_DATA }
SELECT * FROM format(TSKV, 'a UInt8, b String', 'a=x\n'); -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
SELECT * FROM format(TSKV, 'a UInt8, b String', '');
SELECT * FROM format(TSKV, 'a UInt8, b String', '\n');
SELECT * FROM format(TSKV, 'a Nullable(UInt8), b String', 'a=\\N\tb=\n');
SELECT * FROM format(TSKV, 'a UInt8, b String', 'a=\\N\n');
SELECT * FROM format(TSKV, 'A UInt8, B String', 'a=1\tb=2\n');
SELECT * FROM format(TSKV, '`a=b` UInt8, b String', 'a\\=b=1\tb=2\n');
SELECT * FROM format(TSKV, 'a UInt8, ab UInt8', 'ab=1\ta=2\nab=3\n');
SELECT * FROM format(TSKV, 'a UInt8', 'a=1\na=x\na=3\n') SETTINGS input_format_allow_errors_num = 1;
DESCRIBE format(TSKV, 'a=1\tb=x\na=2.5\n');
DESCRIBE format(TSKV, 'a=1\tb=x\nc=2.5\ta=2\n');
DESCRIBE format(TSKV, 'a=1\tb\n'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(TSKV, '\n'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
SELECT 1 AS a, 'x\ty=' AS b, NULL AS c FORMAT TSKV;
SELECT * FROM format(TSKV, 'a=1\tb=[1,2]\tc=\\N\n');
DESCRIBE format(CustomSeparated, '1\tx\n2.5\t2020-01-01\n');
DESCRIBE format(CustomSeparated, '1,\'x\'\n2,NULL\n') SETTINGS format_custom_escaping_rule = 'Quoted', format_custom_field_delimiter = ',';
DESCRIBE format(CustomSeparatedWithNames, 'a\tb\n1\tx\n');
DESCRIBE format(CustomSeparatedWithNamesAndTypes, 'a\tb\nUInt8\tString\n1\tx\n');
DESCRIBE format(CustomSeparated, '1|"x"\n2|2020-01-01\n') SETTINGS format_custom_escaping_rule = 'CSV', format_custom_field_delimiter = '|';
DESCRIBE format(CustomSeparated, '<1|"x">,<2|[1]>,') SETTINGS format_custom_escaping_rule = 'JSON', format_custom_field_delimiter = '|', format_custom_row_before_delimiter = '<', format_custom_row_after_delimiter = '>,'; -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(CustomSeparated, 'a\tb\n1\tx\n');
SELECT * FROM format(CustomSeparated, 'a\tb\n1\tx\n');
SELECT * FROM format(CustomSeparated, '1\tx\n2.5\t2020-01-01\n');
SELECT * FROM format(CustomSeparatedWithNames, 'a\tb\n1\tx\n');
SELECT * FROM format(CustomSeparated, '<1|"x">,<2|"y">,') SETTINGS format_custom_escaping_rule = 'JSON', format_custom_field_delimiter = '|', format_custom_row_before_delimiter = '<', format_custom_row_after_delimiter = '>,';
SELECT * FROM format(LineAsString, 'a UInt8', 'x'); -- { serverError INCORRECT_QUERY }
