-- Data in text formats, read with and without a structure, and the settings of that.
SELECT * FROM format(JSONEachRow, '{"a":1}');
SELECT * FROM format(JSONEachRow, '{"a":-1}');
SELECT * FROM format(JSONEachRow, '{"a":1.5}');
SELECT * FROM format(JSONEachRow, '{"a":1e5}');
SELECT * FROM format(JSONEachRow, '{"a":true}');
SELECT * FROM format(JSONEachRow, '{"a":null}');
SELECT * FROM format(JSONEachRow, '{"a":"abc"}');
SELECT * FROM format(JSONEachRow, '{"a":"2020-01-01"}');
SELECT * FROM format(JSONEachRow, '{"a":"2020-01-01 10:00:00"}');
SELECT * FROM format(JSONEachRow, '{"a":"2020-01-01 10:00:00.5"}');
SELECT * FROM format(JSONEachRow, '{"a":"123"}');
SELECT * FROM format(JSONEachRow, '{"a":"1.5"}');
SELECT * FROM format(JSONEachRow, '{"a":9223372036854775808}');
SELECT * FROM format(JSONEachRow, '{"a":18446744073709551616}');
SELECT * FROM format(JSONEachRow, '{"a":-9223372036854775809}');
SELECT * FROM format(JSONEachRow, '{"a":[]}');
SELECT * FROM format(JSONEachRow, '{"a":[1,2]}');
SELECT * FROM format(JSONEachRow, '{"a":[1,2.5]}');
SELECT * FROM format(JSONEachRow, '{"a":[1,null]}');
SELECT * FROM format(JSONEachRow, '{"a":[null]}');
SELECT * FROM format(JSONEachRow, '{"a":[true,1]}');
SELECT * FROM format(JSONEachRow, '{"a":[true,"a"]}');
SELECT * FROM format(JSONEachRow, '{"a":[[1],[2]]}');
SELECT * FROM format(JSONEachRow, '{"a":[[],[1]]}');
SELECT * FROM format(JSONEachRow, '{"a":{}}');
SELECT * FROM format(JSONEachRow, '{"a":{"x":1}}');
SELECT * FROM format(JSONEachRow, '{"a":{"x":1,"y":"b"}}');
SELECT * FROM format(JSONEachRow, '{"a":{"x":{"y":1}}}');
SELECT * FROM format(JSONEachRow, '{"a":{"x":null}}');
SELECT * FROM format(JSONEachRow, '{"a":[{"x":1},{"x":2}]}');
SELECT * FROM format(JSONEachRow, '{"a":[{"x":1},{"y":2}]}');
SELECT * FROM format(JSONEachRow, '{"a":["2020-01-01","2020-01-02"]}');
SELECT * FROM format(JSONEachRow, '{"a":["2020-01-01","x"]}');
SELECT * FROM format(JSONEachRow, '{"a":{"x":[]}}');
SELECT * FROM format(JSONEachRow, '{"a":{"x":{}}}');
SELECT * FROM format(JSONEachRow, '{"a":"\\u0041"}');
SELECT * FROM format(JSONEachRow, '{"a":[{}]}');
SELECT * FROM format(JSONEachRow, '{"a":{"a.b":1}}');
SELECT * FROM format(JSONEachRow, '{"a":"10:00"}');
SELECT * FROM format(JSONEachRow, '{"a":"Jan 1 2020"}');
SELECT * FROM format(JSONEachRow, '{"a":"20200101"}');
SELECT * FROM format(JSONEachRow, '{"a":"2020"}');
SELECT * FROM format(JSONEachRow, '{"a":"1e5"}');
SELECT * FROM format(JSONEachRow, '{"a":" 1"}');
SELECT * FROM format(JSONEachRow, '{"a":"true"}');
SELECT * FROM format(JSONEachRow, '{"a":1}\n{"a":2.5}');
SELECT * FROM format(JSONEachRow, '{"a":1}\n{"a":"a"}');
SELECT * FROM format(JSONEachRow, '{"a":1}\n{"a":true}');
SELECT * FROM format(JSONEachRow, '{"a":1.5}\n{"a":true}');
SELECT * FROM format(JSONEachRow, '{"a":true}\n{"a":"a"}');
SELECT * FROM format(JSONEachRow, '{"a":null}\n{"a":1}');
SELECT * FROM format(JSONEachRow, '{"a":null}\n{"a":null}');
SELECT * FROM format(JSONEachRow, '{"a":[]}\n{"a":[1]}');
SELECT * FROM format(JSONEachRow, '{"a":[1]}\n{"a":["a"]}');
SELECT * FROM format(JSONEachRow, '{"a":[1]}\n{"a":[2.5]}');
SELECT * FROM format(JSONEachRow, '{"a":[1]}\n{"a":null}');
SELECT * FROM format(JSONEachRow, '{"a":{"x":1}}\n{"a":{"x":2.5}}');
SELECT * FROM format(JSONEachRow, '{"a":{"x":1}}\n{"a":{"y":2}}');
SELECT * FROM format(JSONEachRow, '{"a":{"x":1}}\n{"a":{"x":"a"}}');
SELECT * FROM format(JSONEachRow, '{"a":{"x":1}}\n{"a":"s"}'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
SELECT * FROM format(JSONEachRow, '{"a":{"x":1}}\n{"a":null}');
SELECT * FROM format(JSONEachRow, '{"a":[1]}\n{"a":"s"}'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
SELECT * FROM format(JSONEachRow, '{"a":[1]}\n{"a":{"x":1}}'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
SELECT * FROM format(JSONEachRow, '{"a":"2020-01-01"}\n{"a":"2020-01-01 10:00:00"}');
SELECT * FROM format(JSONEachRow, '{"a":"2020-01-01"}\n{"a":"x"}');
SELECT * FROM format(JSONEachRow, '{"a":"2020-01-01"}\n{"a":1}');
SELECT * FROM format(JSONEachRow, '{"a":"2020-01-01 10:00:00"}\n{"a":"2020-01-01 10:00:00.1"}');
SELECT * FROM format(JSONEachRow, '{"a":"2020-01-01"}\n{"a":"2020-01-01 10:00:00.1"}');
SELECT * FROM format(JSONEachRow, '{"a":9223372036854775808}\n{"a":1}');
SELECT * FROM format(JSONEachRow, '{"a":9223372036854775808}\n{"a":-1}'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
SELECT * FROM format(JSONEachRow, '{"a":9223372036854775808}\n{"a":1.5}');
SELECT * FROM format(JSONEachRow, '{"a":{"x":{"y":1}}}\n{"a":{"x":{"z":2}}}');
SELECT * FROM format(JSONEachRow, '{"a":{"x":{"y":1}}}\n{"a":{"x":5}}'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
SELECT * FROM format(JSONEachRow, '{"a":{}}\n{"a":{"x":1}}');
SELECT * FROM format(JSONEachRow, '{"a":[{"x":1}]}\n{"a":[{"y":"b"}]}');
SELECT * FROM format(JSONEachRow, '{"a":[true]}\n{"a":[1]}');
SELECT * FROM format(JSONEachRow, '{"a":[1,"a"]}\n{"a":["b",2]}');
SELECT * FROM format(JSONEachRow, '{"a":{"x":1}}\n{"a":1}'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
SELECT * FROM format(JSONEachRow, '{"a":1}\n{"b":2}');
SELECT * FROM format(JSONEachRow, '{"b":1,"a":2}\n{"c":1,"a":2}');
SELECT * FROM format(JSONEachRow, ''); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
SELECT * FROM format(JSONEachRow, '{}'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
SELECT * FROM format(JSONEachRow, '{}\n{"a":1}');
SELECT * FROM format(JSONEachRow, '[{"a":1},{"a":2}]');
SELECT * FROM format(JSONEachRow, '{"a":1'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
SELECT * FROM format(JSONEachRow, 'abc'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
SELECT * FROM format(JSONCompactEachRow, '[1,"a"]\n[2,null]');
SELECT * FROM format(JSONCompactEachRow, '[1,"a"]\n[2]'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
SELECT * FROM format(JSONCompactEachRow, ''); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
SELECT * FROM format(JSONCompactEachRowWithNames, '["x","y"]\n[1,"a"]');
SELECT * FROM format(JSONCompactEachRowWithNamesAndTypes, '["x","y"]\n["UInt8","String"]\n[1,"a"]');
SELECT * FROM format(JSONStringsEachRow, '{"a":"1","b":"x"}');
SELECT * FROM format(JSONCompactStringsEachRow, '["1","x"]');
SELECT * FROM format(JSON, '{"meta":[{"name":"a","type":"UInt8"}],"data":[{"a":1}]}');
SELECT * FROM format(JSON, '{"data":[{"a":1}]}');
SELECT * FROM format(JSONCompact, '{"meta":[{"name":"a","type":"UInt8"}],"data":[[1]]}');
SELECT * FROM format(JSONColumns, '{"a":[1,2],"b":["x","y"]}');
SELECT * FROM format(JSONCompactColumns, '[[1,2],["x","y"]]');
SELECT * FROM format(JSONColumnsWithMetadata, '{"meta":[{"name":"a","type":"UInt8"}],"data":{"a":[1,2]}}');
SELECT * FROM format(JSONObjectEachRow, '{"r1":{"a":1},"r2":{"a":2,"b":"x"}}');
SELECT * FROM format(Values, '(1,\'a\'),(2.5,NULL)');
SELECT * FROM format(Markdown, 'a'); -- { serverError BAD_ARGUMENTS }
SELECT * FROM format(Values, ''); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
SELECT * FROM format(CSV, ''); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
SELECT * FROM format(TSV, ''); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
SELECT * FROM format(CSV, 'a,b\n1,x\n2,y');
SELECT * FROM format(CSV, 'a,b\nx,y\n1,z');
SELECT * FROM format(CSV, 'a,b\nc,d');
SELECT * FROM format(CSV, 'a,b');
SELECT * FROM format(CSV, '1,a\n2'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
SELECT * FROM format(CSV, '1\n2,a'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
SELECT * FROM format(CSV, 'a,\n1,2');
SELECT * FROM format(CSV, '1,2\n,3');
SELECT * FROM format(CSV, 'x,1\ny,2');
SELECT * FROM format(CSV, 'a,b\nUInt8,String\n1,x');
SELECT * FROM format(CSV, 'a,a\n1,2'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
SELECT * FROM format(CSV, '1,x\n2.5,y\nNULL,z');
SELECT * FROM format(CSV, '1,x\n\\N,z');
SELECT * FROM format(CSV, '1,"a"\nx,y');
SELECT * FROM format(CSV, 'a,b\n1,\n2,3');
SELECT * FROM format(CSV, 'a b,c\n1,2');
SELECT * FROM format(CSV, '2020-01-01,1\n2020-01-02 10:00:00,2');
SELECT * FROM format(CSV, 'true,1\n1,2');
SELECT * FROM format(CSV, 'true,1\nx,2');
SELECT * FROM format(CSV, '[1],1\n[],2');
SELECT * FROM format(CSV, '\n1,2'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
SELECT * FROM format(CSV, '1,2\n\n3,4'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
SELECT * FROM format(TSV, 'a\tb\n1\tx\n2\ty');
SELECT * FROM format(TSV, '1\ta\n2'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
SELECT * FROM format(TSV, '1\n2\ta'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
SELECT * FROM format(TSV, 'a\t\n1\t2');
SELECT * FROM format(TSV, '1\t2\n\t3');
SELECT * FROM format(TSV, 'a\tb\nUInt8\tString\n1\tx');
SELECT * FROM format(TSV, 'a\ta\n1\t2'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
SELECT * FROM format(TSV, 'a\tb\n1\t\n2\t3');
SELECT * FROM format(TSV, 'a b\tc\n1\t2');
SELECT * FROM format(TSV, '2020-01-01\t1\n2020-01-02 10:00:00\t2');
SELECT * FROM format(TSV, '\n1\t2'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
SELECT * FROM format(TSV, '1\t2\n\n3\t4'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
SELECT * FROM format(TSV, '+1');
SELECT * FROM format(TSV, '.5');
SELECT * FROM format(TSV, '1.');
SELECT * FROM format(TSV, '-nan');
SELECT * FROM format(TSV, 'infinity');
SELECT * FROM format(TSV, 'True');
SELECT * FROM format(TSV, 'TRUE');
SELECT * FROM format(TSV, '2020-1-1');
SELECT * FROM format(TSV, '2020/01/01');
SELECT * FROM format(TSV, '2020:01:01');
SELECT * FROM format(TSV, '01/02/2020');
SELECT * FROM format(TSV, 'Jan 1 2020');
SELECT * FROM format(TSV, '2020-01-01 10');
SELECT * FROM format(TSV, '2020-01-01 10:00');
SELECT * FROM format(TSV, '2020-01-01 ');
SELECT * FROM format(TSV, '20-01-01');
SELECT * FROM format(TSV, 'Mon, 1 Jan 2020 10:00:00 GMT');
SELECT * FROM format(TSV, '1950-01-01 10:00:00');
SELECT * FROM format(TSV, '1900-01-01');
SELECT * FROM format(TSV, '2200-01-01');
SELECT * FROM format(TSV, '2020-02-30');
SELECT * FROM format(TSV, '2020-01-01T10:00:00.123456+03:00');
SELECT * FROM format(TSV, '[1, 2.5]');
SELECT * FROM format(TSV, '{\'a\' : 1 }');
SELECT * FROM format(TSV, '[1,]');
SELECT * FROM format(TSV, '\'2020-01-01\''); -- { serverError CANNOT_PARSE_DATE }
SELECT * FROM format(TSV, '\'x\'');
SELECT * FROM format(TSV, ' 1'); -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
SELECT * FROM format(CSV, '+1');
SELECT * FROM format(CSV, '01');
SELECT * FROM format(CSV, '.5');
SELECT * FROM format(CSV, '1.');
SELECT * FROM format(CSV, '-nan');
SELECT * FROM format(CSV, 'infinity');
SELECT * FROM format(CSV, '2020-1-1');
SELECT * FROM format(CSV, '2020/01/01');
SELECT * FROM format(CSV, '2020:01:01');
SELECT * FROM format(CSV, '01/02/2020');
SELECT * FROM format(CSV, 'Jan 1 2020');
SELECT * FROM format(CSV, '2020-01-01 10');
SELECT * FROM format(CSV, '2020-01-01 10:00');
SELECT * FROM format(CSV, '2020-01-01 ');
SELECT * FROM format(CSV, '20-01-01');
SELECT * FROM format(CSV, '"Mon, 1 Jan 2020 10:00:00 GMT"');
SELECT * FROM format(CSV, '1950-01-01 10:00:00');
SELECT * FROM format(CSV, '1900-01-01');
SELECT * FROM format(CSV, '2200-01-01');
SELECT * FROM format(CSV, '2020-02-30');
SELECT * FROM format(CSV, '2020-01-01T10:00:00.123456+03:00');
SELECT * FROM format(CSV, '"[1, 2.5]"');
SELECT * FROM format(CSV, '{\'a\' : 1 }');
SELECT * FROM format(CSV, '"[1,]"');
SELECT * FROM format(CSV, '"(1,\'a\')"');
SELECT * FROM format(CSV, '{\'2020-01-01\':1}');
SELECT * FROM format(CSV, '\'x\'');
SELECT * FROM format(CSV, ' 1');
SELECT * FROM format(CSV, '"[[\'a\'],[]]"');
SELECT * FROM format(CSV, '[\'a\\\'b\']');
SELECT * FROM format(CSV, '"[(1,2),(1.5,3)]"');
SELECT * FROM format(CSV, '"1"');
SELECT * FROM format(CSV, '"-1"');
SELECT * FROM format(CSV, '"+1"');
SELECT * FROM format(CSV, '"01"');
SELECT * FROM format(CSV, '"0.5"');
SELECT * FROM format(CSV, '".5"');
SELECT * FROM format(CSV, '"1."');
SELECT * FROM format(CSV, '"inf"');
SELECT * FROM format(CSV, '"-nan"');
SELECT * FROM format(CSV, '"infinity"');
SELECT * FROM format(CSV, '"True"');
SELECT * FROM format(CSV, '"TRUE"');
SELECT * FROM format(CSV, '"2020-1-1"');
SELECT * FROM format(CSV, '"2020/01/01"');
SELECT * FROM format(CSV, '"2020:01:01"');
SELECT * FROM format(CSV, '"01/02/2020"');
SELECT * FROM format(CSV, '"Jan 1 2020"');
SELECT * FROM format(CSV, '"2020-01-01 10"');
SELECT * FROM format(CSV, '"2020-01-01 10:00"');
SELECT * FROM format(CSV, '"2020-01-01 "');
SELECT * FROM format(CSV, '"20-01-01"');
SELECT * FROM format(CSV, '"1950-01-01 10:00:00"');
SELECT * FROM format(CSV, '"1900-01-01"');
SELECT * FROM format(CSV, '"2200-01-01"');
SELECT * FROM format(CSV, '"2020-02-30"');
SELECT * FROM format(CSV, '"2020-01-01T10:00:00.123456+03:00"');
SELECT * FROM format(CSV, '"{1:2}"');
SELECT * FROM format(CSV, '"{\'a\' : 1 }"');
SELECT * FROM format(CSV, '"{\'2020-01-01\':1}"');
SELECT * FROM format(CSV, '"{[1]:1}"');
SELECT * FROM format(CSV, '"\'x\'"');
SELECT * FROM format(CSV, '" 1"');
SELECT * FROM format(CSV, '"[\'a\\\'b\']"');
SELECT * FROM format(CSV, '"18446744073709551615"');
SELECT * FROM format(CSV, '"-9223372036854775808"');
SELECT * FROM format(CSV, 'a UInt8, b String', 'a,b\nUInt8,String\n1,x');
SELECT * FROM format(CSV, 'a UInt8, b String', 'a,b\nUInt16,String\n1,x'); -- { serverError INCORRECT_DATA }
SELECT * FROM format(CSV, 'a UInt8, b String', 'b,a\nx,1');
SELECT * FROM format(CSV, 'a UInt8, b String', '1,x,2'); -- { serverError INCORRECT_DATA }
SELECT * FROM format(CSV, 'a UInt8, b String', '1'); -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
SELECT * FROM format(CSV, 'a UInt8, b String', '1\n2,x') SETTINGS input_format_csv_allow_variable_number_of_columns = '1';
SELECT * FROM format(CSV, 'a UInt8, b String', '1,x,3\n2\n3,z') SETTINGS input_format_csv_allow_variable_number_of_columns = '1';
SELECT * FROM format(TSV, 'a UInt8, b String', '1\tx\t3\n2\n3\tz') SETTINGS input_format_tsv_allow_variable_number_of_columns = '1';
SELECT * FROM format(TSV, 'a UInt8, b String', '1\tx\t3\n2\n3\tz'); -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
SELECT * FROM format(JSONCompactEachRow, 'a UInt8, b String', '[1,"x",3]\n[2]\n[]') SETTINGS input_format_json_compact_allow_variable_number_of_columns = '1';
SELECT * FROM format(CSVWithNames, 'a UInt8, b String, c Int8', 'b,a,z\nx,1,9');
SELECT * FROM format(CSVWithNames, 'a UInt8, b String', 'b,a,z\nx,1,9') SETTINGS input_format_skip_unknown_fields = '0'; -- { serverError INCORRECT_DATA }
SELECT * FROM format(CSVWithNames, 'a UInt8, b String', 'A,B\n1,x');
SELECT * FROM format(CSV, 'a UInt8, b UInt8', '1,x\n2,3\ny,4\n5,6') SETTINGS input_format_allow_errors_num = '2';
SELECT * FROM format(CSV, 'a UInt8, b UInt8', '1,x\n2,3\ny,4\n5,6') SETTINGS input_format_allow_errors_num = '1'; -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
SELECT * FROM format(TSV, 'a UInt8', '1\nx\n3') SETTINGS input_format_allow_errors_num = '1';
SELECT * FROM format(JSONEachRow, 'a UInt8', '{"a":1}\n{"a":"x"}\n{"a":3}') SETTINGS input_format_allow_errors_num = '1';
SELECT * FROM format(JSONEachRow, 'a UInt8, b String', '{"a":1,"z":5}');
SELECT * FROM format(JSONEachRow, 'a UInt8, b String', '{"a":1,"z":5}') SETTINGS input_format_skip_unknown_fields = '0'; -- { serverError INCORRECT_DATA }
SELECT * FROM format(JSONEachRow, 'a UInt8', '{"a":null}');
SELECT * FROM format(JSONEachRow, 'a UInt8', '{"a":null}') SETTINGS input_format_null_as_default = '0';
SELECT * FROM format(CSV, 'a UInt8, b UInt8', '\\N,1') SETTINGS input_format_null_as_default = '0'; -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
SELECT * FROM format(CSV, 'a UInt8, b UInt8', ',1') SETTINGS input_format_csv_empty_as_default = '0';
SELECT * FROM format(TSV, 'a UInt8', '\\N') SETTINGS input_format_null_as_default = '0'; -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
SELECT * FROM format(CSV, 'a String', 'NULL');
SELECT * FROM format(CSV, 'a Nullable(String)', 'NULL\n\\N\n\n');
SELECT * FROM format(CSV, 'a UInt8, b String', '1,x\n\n') SETTINGS input_format_csv_skip_trailing_empty_lines = '1';
SELECT * FROM format(TSV, 'a UInt8, b String', '1\tx\n\n') SETTINGS input_format_tsv_skip_trailing_empty_lines = '1';
SELECT * FROM format(CSV, 'a UInt8, b UInt8', '1,x') SETTINGS input_format_csv_use_default_on_bad_values = '1';
SELECT * FROM format(CSV, 'e Enum(\'a\'=1,\'b\'=2)', '1\n2') SETTINGS input_format_csv_enum_as_number = '1';
SELECT * FROM format(TSV, 'e Enum(\'a\'=1,\'b\'=2)', '1\n2') SETTINGS input_format_tsv_enum_as_number = '1';
SELECT * FROM format(CSV, 'a UInt8, b UInt8', '1 \t 2') SETTINGS input_format_csv_allow_whitespace_or_tab_as_delimiter = '1'; -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
SELECT * FROM format(CSV, 'a Nullable(String)', '\n') SETTINGS input_format_csv_empty_as_default = '0';
SELECT * FROM format(JSONEachRow, 'a UInt8', '{"a":true}') SETTINGS input_format_json_read_bools_as_numbers = '0';
SELECT * FROM format(JSONEachRow, 'a Tuple(x UInt8, y UInt8)', '{"a":{"x":1}}');
SELECT * FROM format(JSONEachRow, 'a Tuple(x UInt8)', '{"a":{"x":1,"z":1}}');
SELECT * FROM format(JSONEachRow, 'a UInt8', '{"a":""}') SETTINGS input_format_json_empty_as_default = '1';
SELECT * FROM format(JSONEachRow, 'a UInt8', '{"a":""}');
SELECT * FROM format(CSVWithNames, 'A UInt8', 'a\n1') SETTINGS input_format_column_name_matching_mode = 'ignore_case';
SELECT * FROM format(JSONEachRow, 'A UInt8', '{"a":1}') SETTINGS input_format_column_name_matching_mode = 'auto';
SELECT * FROM format(JSONEachRow, 'A UInt8, a UInt8', '{"a":1,"A":2}') SETTINGS input_format_column_name_matching_mode = 'auto';
SELECT * FROM format(JSONEachRow, 'A UInt8, a UInt8', '{"a":1}') SETTINGS input_format_column_name_matching_mode = 'auto';
SELECT * FROM format(JSONEachRow, 'a UInt8', '{"A":1,"a":2}') SETTINGS input_format_column_name_matching_mode = 'auto';
SELECT * FROM format(CSVWithNames, 'A UInt8', 'a\n1') SETTINGS input_format_column_name_matching_mode = 'auto';
SELECT * FROM format(CSVWithNames, 'A UInt8,a UInt8', 'a\n1') SETTINGS input_format_column_name_matching_mode = 'auto';
SELECT * FROM format(CSVWithNames, 'a UInt8', 'A,a\n1,2') SETTINGS input_format_column_name_matching_mode = 'auto'; -- { serverError INCORRECT_DATA }
SELECT * FROM format(TSVWithNames, 'A UInt8', 'a\n1') SETTINGS input_format_column_name_matching_mode = 'auto';
SELECT * FROM format(JSONCompactEachRowWithNames, 'A UInt8', '["a"]\n[1]') SETTINGS input_format_column_name_matching_mode = 'auto';
SELECT * FROM format(JSONColumns, 'A UInt8', '{"a":[1]}') SETTINGS input_format_column_name_matching_mode = 'auto';
SELECT * FROM format(JSON, 'A UInt8', '{"meta":[{"name":"a","type":"UInt8"}],"data":[{"a":1}]}') SETTINGS input_format_column_name_matching_mode = 'auto';
SELECT * FROM format(JSONObjectEachRow, 'A UInt8', '{"r":{"a":1}}') SETTINGS input_format_column_name_matching_mode = 'auto';
SELECT * FROM format(JSONEachRow, 'a UInt8', '{"A":1}\n{"a":2}\n{"A":3}') SETTINGS input_format_column_name_matching_mode = 'auto';
SELECT * FROM format(JSONEachRow, 'A UInt8', '{"a":1}') SETTINGS input_format_column_name_matching_mode = 'match_case';
SELECT * FROM format(JSONEachRow, 'A UInt8, a UInt8', '{"a":1,"A":2}') SETTINGS input_format_column_name_matching_mode = 'match_case';
SELECT * FROM format(JSONEachRow, 'A UInt8, a UInt8', '{"a":1}') SETTINGS input_format_column_name_matching_mode = 'match_case';
SELECT * FROM format(JSONEachRow, 'a UInt8', '{"A":1,"a":2}') SETTINGS input_format_column_name_matching_mode = 'match_case';
SELECT * FROM format(CSVWithNames, 'A UInt8', 'a\n1') SETTINGS input_format_column_name_matching_mode = 'match_case';
SELECT * FROM format(CSVWithNames, 'A UInt8,a UInt8', 'a\n1') SETTINGS input_format_column_name_matching_mode = 'match_case';
SELECT * FROM format(CSVWithNames, 'a UInt8', 'A,a\n1,2') SETTINGS input_format_column_name_matching_mode = 'match_case';
SELECT * FROM format(TSVWithNames, 'A UInt8', 'a\n1') SETTINGS input_format_column_name_matching_mode = 'match_case';
SELECT * FROM format(JSONCompactEachRowWithNames, 'A UInt8', '["a"]\n[1]') SETTINGS input_format_column_name_matching_mode = 'match_case';
SELECT * FROM format(JSONColumns, 'A UInt8', '{"a":[1]}') SETTINGS input_format_column_name_matching_mode = 'match_case';
SELECT * FROM format(JSON, 'A UInt8', '{"meta":[{"name":"a","type":"UInt8"}],"data":[{"a":1}]}') SETTINGS input_format_column_name_matching_mode = 'match_case';
SELECT * FROM format(JSONObjectEachRow, 'A UInt8', '{"r":{"a":1}}') SETTINGS input_format_column_name_matching_mode = 'match_case';
SELECT * FROM format(JSONEachRow, 'a UInt8', '{"A":1}\n{"a":2}\n{"A":3}') SETTINGS input_format_column_name_matching_mode = 'match_case';
SELECT * FROM format(JSONEachRow, 'A UInt8', '{"a":1}') SETTINGS input_format_column_name_matching_mode = 'ignore_case';
SELECT * FROM format(JSONEachRow, 'A UInt8, a UInt8', '{"a":1,"A":2}') SETTINGS input_format_column_name_matching_mode = 'ignore_case'; -- { serverError INCORRECT_DATA }
SELECT * FROM format(JSONEachRow, 'A UInt8, a UInt8', '{"a":1}') SETTINGS input_format_column_name_matching_mode = 'ignore_case'; -- { serverError INCORRECT_DATA }
SELECT * FROM format(JSONEachRow, 'a UInt8', '{"A":1,"a":2}') SETTINGS input_format_column_name_matching_mode = 'ignore_case';
SELECT * FROM format(CSVWithNames, 'A UInt8,a UInt8', 'a\n1') SETTINGS input_format_column_name_matching_mode = 'ignore_case'; -- { serverError INCORRECT_DATA }
SELECT * FROM format(CSVWithNames, 'a UInt8', 'A,a\n1,2') SETTINGS input_format_column_name_matching_mode = 'ignore_case'; -- { serverError INCORRECT_DATA }
SELECT * FROM format(TSVWithNames, 'A UInt8', 'a\n1') SETTINGS input_format_column_name_matching_mode = 'ignore_case';
SELECT * FROM format(JSONCompactEachRowWithNames, 'A UInt8', '["a"]\n[1]') SETTINGS input_format_column_name_matching_mode = 'ignore_case';
SELECT * FROM format(JSONColumns, 'A UInt8', '{"a":[1]}') SETTINGS input_format_column_name_matching_mode = 'ignore_case';
SELECT * FROM format(JSON, 'A UInt8', '{"meta":[{"name":"a","type":"UInt8"}],"data":[{"a":1}]}') SETTINGS input_format_column_name_matching_mode = 'ignore_case';
SELECT * FROM format(JSONObjectEachRow, 'A UInt8', '{"r":{"a":1}}') SETTINGS input_format_column_name_matching_mode = 'ignore_case';
SELECT * FROM format(JSONEachRow, 'a UInt8', '{"A":1}\n{"a":2}\n{"A":3}') SETTINGS input_format_column_name_matching_mode = 'ignore_case';
SELECT * FROM format(CSVWithNames, 'a UInt8, b UInt8', 'b,a\n1\n2,3,4') SETTINGS input_format_csv_allow_variable_number_of_columns = '1';
SELECT * FROM format(CSV, '1\n2,3,4\n5,6') SETTINGS input_format_csv_allow_variable_number_of_columns = '1';
SELECT * FROM format(TSV, '1\n2\t3\t4\n5\t6') SETTINGS input_format_tsv_allow_variable_number_of_columns = '1';
SELECT * FROM format(CSV, 'a String, b String', '"x,y"\n"a","b""c","d"') SETTINGS input_format_csv_allow_variable_number_of_columns = '1';
SELECT * FROM format(CSV, 'a UInt8', '1\n\n\n') SETTINGS input_format_csv_skip_trailing_empty_lines = '1';
SELECT * FROM format(CSV, 'a UInt8', '1\n\n2') SETTINGS input_format_csv_skip_trailing_empty_lines = '1';
SELECT * FROM format(CSV, 'a String', '1\n\n\n') SETTINGS input_format_csv_skip_trailing_empty_lines = '1';
SELECT * FROM format(CSV, 'a String', '1\n\n\n');
SELECT * FROM format(TSV, 'a String', '1\n\n\n') SETTINGS input_format_tsv_skip_trailing_empty_lines = '1';
SELECT * FROM format(TSV, 'a String', '1\n\n\n');
SELECT * FROM format(CSV, 'a UInt8, b Date, c Nullable(UInt8)', 'x,y,z\n1,2020-01-01,3') SETTINGS input_format_csv_use_default_on_bad_values = '1';
SELECT * FROM format(CSV, 'a Nullable(UInt8), b Nullable(String)', ',\n1,x') SETTINGS input_format_csv_empty_as_default = '0';
SELECT * FROM format(CSV, 'a Nullable(UInt8), b Nullable(String), c String, d UInt8', ',,,');
SELECT * FROM format(TSV, 'a UInt8', '1\n2\n'); -- { serverError INCORRECT_DATA }
SELECT * FROM format(TSV, 'a String', '1\n2\n'); -- { serverError INCORRECT_DATA }
SELECT * FROM format(TSV, 'a String', '1\n2\n') SETTINGS input_format_tsv_crlf_end_of_line = '1';
SELECT * FROM format(JSON, 'a String, c UInt8', '{"meta":[{"name":"a","type":"UInt8"},{"name":"b","type":"String"}],"data":[{"a":1,"b":"x"}],"rows":1}'); -- { serverError INCORRECT_DATA }
SELECT * FROM format(JSON, 'a String, c UInt8', '{"meta":[{"name":"a","type":"String"},{"name":"b","type":"String"}],"data":[{"a":"1","b":"x"}],"rows":1}');
SELECT * FROM format(JSON, 'a String', '{"data":[{"a":"1","b":"x"}],"rows":1}');
SELECT * FROM format(JSON, 'a String', '{"data":[{"a":"1"}],"meta":[{"name":"a","type":"String"}]}');
SELECT * FROM format(JSON, 'a String', '{"a":"1"}');
SELECT * FROM format(JSON, 'a String', '[{"a":"1"}]');
SELECT * FROM format(JSON, 'a UInt8', '{"meta":[{"name":"a","type":"String"}],"data":[{"a":"1"}]}') SETTINGS input_format_json_validate_types_from_metadata=0;
SELECT * FROM format(JSON, 'a UInt8', '{"meta":[{"name":"a","type":"UInt8"}],"data":[{"a":"x"}]}'); -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
SELECT * FROM format(JSON, 'a UInt8', '{"meta":[{"name":"a","type":"UInt8"}],"data":[{"a":1}]'); -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
SELECT * FROM format(JSON, 'a UInt8', '');
SELECT * FROM format(JSON, 'a UInt8', '{"meta":[{"name":"a","type":"UInt8"}],"data":[]}');
SELECT 'compact';
SELECT * FROM format(JSONCompact, 'b String, a UInt8, c Int8', '{"meta":[{"name":"a","type":"UInt8"},{"name":"b","type":"String"}],"data":[[1,"x"],[2,"y"]],"rows":1}');
SELECT * FROM format(JSONCompact, 'a UInt8', '{"data":[[1]]}'); -- { serverError INCORRECT_DATA }
SELECT * FROM format(JSONCompact, 'a UInt8', '[[1]]'); -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
SELECT * FROM format(JSONCompact, 'a UInt8', '{"meta":[{"name":"a","type":"UInt8"}],"data":[[1,2]]}'); -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
SELECT * FROM format(JSONCompact, 'a UInt8', '{"meta":[{"name":"a","type":"UInt16"}],"data":[[1]]}'); -- { serverError INCORRECT_DATA }
SELECT 'columns';
SELECT * FROM format(JSONColumns, 'b String, a UInt8, c Int8', '{"a":[1,2],"b":["x","y"], "d":[1,2]}');
SELECT * FROM format(JSONColumns, 'b String, a UInt8', '{"a":[1,2],"b":["x"]}'); -- { serverError INCORRECT_DATA }
SELECT * FROM format(JSONColumns, 'b String, a UInt8', '{"a":[1,null],"b":["x","y"]}');
SELECT * FROM format(JSONColumns, 'a UInt8', '{"a":[1,"x"]}'); -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
SELECT * FROM format(JSONColumns, 'a UInt8', '{"b":[1]}');
SELECT * FROM format(JSONColumns, 'a UInt8', '{"b":[1]}') settings input_format_skip_unknown_fields=0; -- { serverError INCORRECT_DATA }
SELECT * FROM format(JSONColumns, 'a UInt8', '{}');
SELECT * FROM format(JSONColumns, 'a UInt8', '{"a":[1]} {"a":[2]}');
SELECT * FROM format(JSONColumns, 'a UInt8', '');
SELECT * FROM format(JSONColumns, 'a UInt8', '{"a":[1],"a":[2]}'); -- { serverError INCORRECT_DATA }
SELECT * FROM format(JSONColumns, 'a UInt8', '{"a":[]}');
SELECT 'compact columns';
SELECT * FROM format(JSONCompactColumns, 'a UInt8, b String', '[[1,2],["x","y"]]');
SELECT * FROM format(JSONCompactColumns, 'a UInt8', '[[1,2],["x","y"]]'); -- { serverError INCORRECT_DATA }
SELECT * FROM format(JSONCompactColumns, 'a UInt8, b String, c UInt8', '[[1,2],["x","y"]]');
SELECT 'meta columns';
SELECT * FROM format(JSONColumnsWithMetadata, 'a UInt8', '{"meta":[{"name":"a","type":"UInt8"}],"data":{"a":[1,2]},"rows":2}');
SELECT * FROM format(JSONColumnsWithMetadata, 'a UInt8', '{"data":{"a":[1,2]},"rows":2}'); -- { serverError INCORRECT_DATA }
SELECT * FROM format(JSONColumnsWithMetadata, 'a UInt8', '{"meta":[{"name":"a","type":"UInt16"}],"data":{"a":[1,2]},"rows":2}'); -- { serverError INCORRECT_DATA }
SELECT 'object';
SELECT * FROM format(JSONObjectEachRow, 'id String, a UInt8', '{"r1":{"a":1},"r2":{"a":2,"id":"z"}}');
SELECT * FROM format(JSONObjectEachRow, 'id String, a UInt8', '{"r1":{"a":1},"r2":{"a":2}}') settings format_json_object_each_row_column_for_object_name='id';
SELECT * FROM format(JSONObjectEachRow, 'a UInt8', '{}');
SELECT * FROM format(JSONObjectEachRow, 'a UInt8', '{"r":1}'); -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
SELECT * FROM format(JSONAsString, 's String', '[{"c":3},{"d":[1,2]}]');
SELECT * FROM format(JSONAsString, '{"c":3}');
SELECT * FROM format(JSONAsString, 's String, b String', '{"c":3}'); -- { serverError BAD_ARGUMENTS }
SELECT * FROM format(JSONAsString, 's UInt8', '{"c":3}'); -- { serverError BAD_ARGUMENTS }
