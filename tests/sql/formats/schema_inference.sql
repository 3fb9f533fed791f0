-- The columns that data without a structure has, and the settings of that guess.
DESCRIBE format(TSV, '\'abc\'');
DESCRIBE format(TSV, '[\'a\',\'b\']');
DESCRIBE format(TSV, '{\'a\':1}');
DESCRIBE format(TSV, '{\'a\':1,\'b\':2.5}');
DESCRIBE format(TSV, '{\'a\':1,\'b\':\'x\'}');
DESCRIBE format(TSV, '{\'a\':[1]}');
DESCRIBE format(TSV, '[\'2020-01-01\',\'2020-01-02\']');
DESCRIBE format(TSV, '[\'2020-01-01\',\'x\']');
DESCRIBE format(TSV, '[\'2020-01-01\',\'2020-01-02 10:00:00\']');
DESCRIBE format(TSV, '[\'a\\\'b\']');
DESCRIBE format(CSV, '\'abc\'');
DESCRIBE format(CSV, '{\'a\':1}');
DESCRIBE format(CSV, '{\'a\':[1]}');
DESCRIBE format(CSV, '[\'a\\\'b\']');
DESCRIBE format(JSONEachRow, '{"a":1}');
DESCRIBE format(JSONEachRow, '{"a":-1}');
DESCRIBE format(JSONEachRow, '{"a":1.5}');
DESCRIBE format(JSONEachRow, '{"a":1e5}');
DESCRIBE format(JSONEachRow, '{"a":true}');
DESCRIBE format(JSONEachRow, '{"a":null}');
DESCRIBE format(JSONEachRow, '{"a":"abc"}');
DESCRIBE format(JSONEachRow, '{"a":"2020-01-01"}');
DESCRIBE format(JSONEachRow, '{"a":"2020-01-01 10:00:00"}');
DESCRIBE format(JSONEachRow, '{"a":"2020-01-01 10:00:00.5"}');
DESCRIBE format(JSONEachRow, '{"a":"123"}');
DESCRIBE format(JSONEachRow, '{"a":"1.5"}');
DESCRIBE format(JSONEachRow, '{"a":9223372036854775808}');
DESCRIBE format(JSONEachRow, '{"a":18446744073709551616}');
DESCRIBE format(JSONEachRow, '{"a":-9223372036854775809}');
DESCRIBE format(JSONEachRow, '{"a":[]}');
DESCRIBE format(JSONEachRow, '{"a":[1,2]}');
DESCRIBE format(JSONEachRow, '{"a":[1,2.5]}');
DESCRIBE format(JSONEachRow, '{"a":[1,null]}');
DESCRIBE format(JSONEachRow, '{"a":[null]}');
DESCRIBE format(JSONEachRow, '{"a":[true,1]}');
DESCRIBE format(JSONEachRow, '{"a":[true,"a"]}');
DESCRIBE format(JSONEachRow, '{"a":[[1],[2]]}');
DESCRIBE format(JSONEachRow, '{"a":[[],[1]]}');
DESCRIBE format(JSONEachRow, '{"a":{}}');
DESCRIBE format(JSONEachRow, '{"a":{"x":1}}');
DESCRIBE format(JSONEachRow, '{"a":{"x":1,"y":"b"}}');
DESCRIBE format(JSONEachRow, '{"a":{"x":{"y":1}}}');
DESCRIBE format(JSONEachRow, '{"a":{"x":null}}');
DESCRIBE format(JSONEachRow, '{"a":[{"x":1},{"x":2}]}');
DESCRIBE format(JSONEachRow, '{"a":[{"x":1},{"y":2}]}');
DESCRIBE format(JSONEachRow, '{"a":["2020-01-01","2020-01-02"]}');
DESCRIBE format(JSONEachRow, '{"a":["2020-01-01","x"]}');
DESCRIBE format(JSONEachRow, '{"a":{"x":[]}}');
DESCRIBE format(JSONEachRow, '{"a":{"x":{}}}');
DESCRIBE format(JSONEachRow, '{"a":"\\u0041"}');
DESCRIBE format(JSONEachRow, '{"a":[{}]}');
DESCRIBE format(JSONEachRow, '{"a":{"a.b":1}}');
DESCRIBE format(JSONEachRow, '{"a":"10:00"}');
DESCRIBE format(JSONEachRow, '{"a":"Jan 1 2020"}');
DESCRIBE format(JSONEachRow, '{"a":"20200101"}');
DESCRIBE format(JSONEachRow, '{"a":"2020"}');
DESCRIBE format(JSONEachRow, '{"a":"1e5"}');
DESCRIBE format(JSONEachRow, '{"a":" 1"}');
DESCRIBE format(JSONEachRow, '{"a":"true"}');
DESCRIBE format(JSONEachRow, '{"a":1}\n{"a":2.5}');
DESCRIBE format(JSONEachRow, '{"a":1}\n{"a":"a"}');
DESCRIBE format(JSONEachRow, '{"a":1}\n{"a":true}');
DESCRIBE format(JSONEachRow, '{"a":1.5}\n{"a":true}');
DESCRIBE format(JSONEachRow, '{"a":true}\n{"a":"a"}');
DESCRIBE format(JSONEachRow, '{"a":null}\n{"a":1}');
DESCRIBE format(JSONEachRow, '{"a":null}\n{"a":null}');
DESCRIBE format(JSONEachRow, '{"a":[]}\n{"a":[1]}');
DESCRIBE format(JSONEachRow, '{"a":[1]}\n{"a":["a"]}');
DESCRIBE format(JSONEachRow, '{"a":[1]}\n{"a":[2.5]}');
DESCRIBE format(JSONEachRow, '{"a":[1]}\n{"a":null}');
DESCRIBE format(JSONEachRow, '{"a":{"x":1}}\n{"a":{"x":2.5}}');
DESCRIBE format(JSONEachRow, '{"a":{"x":1}}\n{"a":{"y":2}}');
DESCRIBE format(JSONEachRow, '{"a":{"x":1}}\n{"a":{"x":"a"}}');
DESCRIBE format(JSONEachRow, '{"a":{"x":1}}\n{"a":"s"}'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(JSONEachRow, '{"a":{"x":1}}\n{"a":null}');
DESCRIBE format(JSONEachRow, '{"a":[1]}\n{"a":"s"}'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(JSONEachRow, '{"a":[1]}\n{"a":{"x":1}}'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(JSONEachRow, '{"a":"2020-01-01"}\n{"a":"2020-01-01 10:00:00"}');
DESCRIBE format(JSONEachRow, '{"a":"2020-01-01"}\n{"a":"x"}');
DESCRIBE format(JSONEachRow, '{"a":"2020-01-01"}\n{"a":1}');
DESCRIBE format(JSONEachRow, '{"a":"2020-01-01 10:00:00"}\n{"a":"2020-01-01 10:00:00.1"}');
DESCRIBE format(JSONEachRow, '{"a":"2020-01-01"}\n{"a":"2020-01-01 10:00:00.1"}');
DESCRIBE format(JSONEachRow, '{"a":9223372036854775808}\n{"a":1}');
DESCRIBE format(JSONEachRow, '{"a":9223372036854775808}\n{"a":-1}'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(JSONEachRow, '{"a":9223372036854775808}\n{"a":1.5}');
DESCRIBE format(JSONEachRow, '{"a":{"x":{"y":1}}}\n{"a":{"x":{"z":2}}}');
DESCRIBE format(JSONEachRow, '{"a":{"x":{"y":1}}}\n{"a":{"x":5}}'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(JSONEachRow, '{"a":{}}\n{"a":{"x":1}}');
DESCRIBE format(JSONEachRow, '{"a":[{"x":1}]}\n{"a":[{"y":"b"}]}');
DESCRIBE format(JSONEachRow, '{"a":[true]}\n{"a":[1]}');
DESCRIBE format(JSONEachRow, '{"a":[1,"a"]}\n{"a":["b",2]}');
DESCRIBE format(JSONEachRow, '{"a":{"x":1}}\n{"a":1}'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(JSONEachRow, '{"a":1}\n{"b":2}');
DESCRIBE format(JSONEachRow, '{"b":1,"a":2}\n{"c":1,"a":2}');
DESCRIBE format(JSONEachRow, ''); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(JSONEachRow, '{}'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(JSONEachRow, '{}\n{"a":1}');
DESCRIBE format(JSONEachRow, '[{"a":1},{"a":2}]');
DESCRIBE format(JSONEachRow, '{"a":1'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(JSONEachRow, 'abc'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(JSONCompactEachRow, '[1,"a"]\n[2,null]');
DESCRIBE format(JSONCompactEachRow, '[1,"a"]\n[2]'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(JSONCompactEachRow, ''); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(JSONCompactEachRowWithNames, '["x","y"]\n[1,"a"]');
DESCRIBE format(JSONCompactEachRowWithNamesAndTypes, '["x","y"]\n["UInt8","String"]\n[1,"a"]');
DESCRIBE format(JSONStringsEachRow, '{"a":"1","b":"x"}');
DESCRIBE format(JSONCompactStringsEachRow, '["1","x"]');
DESCRIBE format(JSON, '{"meta":[{"name":"a","type":"UInt8"}],"data":[{"a":1}]}');
DESCRIBE format(JSON, '{"data":[{"a":1}]}');
DESCRIBE format(JSONCompact, '{"meta":[{"name":"a","type":"UInt8"}],"data":[[1]]}');
DESCRIBE format(JSONColumns, '{"a":[1,2],"b":["x","y"]}');
DESCRIBE format(JSONCompactColumns, '[[1,2],["x","y"]]');
DESCRIBE format(JSONColumnsWithMetadata, '{"meta":[{"name":"a","type":"UInt8"}],"data":{"a":[1,2]}}');
DESCRIBE format(JSONObjectEachRow, '{"r1":{"a":1},"r2":{"a":2,"b":"x"}}');
DESCRIBE format(JSONAsString, '{"a":1}');
DESCRIBE format(Values, '(1,\'a\'),(2.5,NULL)');
DESCRIBE format(LineAsString, 'abc');
DESCRIBE format(RawBLOB, 'abc');
DESCRIBE format(Markdown, 'a'); -- { serverError BAD_ARGUMENTS }
DESCRIBE format(One, '');
DESCRIBE format(Values, ''); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(CSV, 'a,b\n1,x\n2,y');
DESCRIBE format(CSV, 'a,b\nx,y\n1,z');
DESCRIBE format(CSV, 'a,b\nc,d');
DESCRIBE format(CSV, 'a,b');
DESCRIBE format(CSV, '1,a\n2'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(CSV, '1\n2,a'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(CSV, 'a,\n1,2');
DESCRIBE format(CSV, '1,2\n,3');
DESCRIBE format(CSV, 'x,1\ny,2');
DESCRIBE format(CSV, 'a,b\nUInt8,String\n1,x');
DESCRIBE format(CSV, 'a,a\n1,2'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(CSV, '1,x\n2.5,y\nNULL,z');
DESCRIBE format(CSV, '1,x\n\\N,z');
DESCRIBE format(CSV, '1,"a"\nx,y');
DESCRIBE format(CSV, 'a,b\n1,\n2,3');
DESCRIBE format(CSV, 'a b,c\n1,2');
DESCRIBE format(CSV, '2020-01-01,1\n2020-01-02 10:00:00,2');
DESCRIBE format(CSV, 'true,1\n1,2');
DESCRIBE format(CSV, 'true,1\nx,2');
DESCRIBE format(CSV, '[1],1\n[],2');
DESCRIBE format(CSV, '\n1,2'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(CSV, '1,2\n\n3,4'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(TSV, 'a\tb\n1\tx\n2\ty');
DESCRIBE format(TSV, 'a\tb\nx\ty\n1\tz');
DESCRIBE format(TSV, 'a\tb\nc\td');
DESCRIBE format(TSV, 'a\tb');
DESCRIBE format(TSV, '1\ta\n2'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(TSV, '1\n2\ta'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(TSV, 'a\t\n1\t2');
DESCRIBE format(TSV, '1\t2\n\t3');
DESCRIBE format(TSV, 'x\t1\ny\t2');
DESCRIBE format(TSV, 'a\tb\nUInt8\tString\n1\tx');
DESCRIBE format(TSV, 'a\ta\n1\t2'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(TSV, '1\tx\n2.5\ty\nNULL\tz');
DESCRIBE format(TSV, '1\tx\n\\N\tz');
DESCRIBE format(TSV, '1\t"a"\nx\ty');
DESCRIBE format(TSV, 'a\tb\n1\t\n2\t3');
DESCRIBE format(TSV, 'a b\tc\n1\t2');
DESCRIBE format(TSV, '2020-01-01\t1\n2020-01-02 10:00:00\t2');
DESCRIBE format(TSV, 'true\t1\n1\t2');
DESCRIBE format(TSV, 'true\t1\nx\t2');
DESCRIBE format(TSV, '[1]\t1\n[]\t2');
DESCRIBE format(TSV, '\n1\t2'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(TSV, '1\t2\n\n3\t4'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(CSV, '1,x\n2,') SETTINGS schema_inference_make_columns_nullable = '0';
DESCRIBE format(CSV, '1,x\n\\N,y') SETTINGS schema_inference_make_columns_nullable = '0';
DESCRIBE format(TSV, '1\t[1,null]\t(1,null)') SETTINGS schema_inference_make_columns_nullable = '0';
DESCRIBE format(JSONEachRow, '{"a":1,"b":[null,1],"c":{"x":1,"y":null},"d":null}') SETTINGS schema_inference_make_columns_nullable = '0';
DESCRIBE format(JSONEachRow, '{"a":1}\n{"b":1}') SETTINGS schema_inference_make_columns_nullable = '0';
DESCRIBE format(JSONEachRow, '{"a":[]}') SETTINGS schema_inference_make_columns_nullable = '0';
DESCRIBE format(JSONEachRow, '{"a":{}}') SETTINGS schema_inference_make_columns_nullable = '0';
DESCRIBE format(JSONEachRow, '{"a":[{"x":1},{"y":1}]}') SETTINGS schema_inference_make_columns_nullable = '0';
DESCRIBE format(TSV, '\\N\tx') SETTINGS schema_inference_make_columns_nullable = '0';
DESCRIBE format(JSONCompactEachRow, '[1,null]') SETTINGS schema_inference_make_columns_nullable = '0';
DESCRIBE format(JSONEachRow, '{"a":1}\n{"a":null}') SETTINGS schema_inference_make_columns_nullable = '0';
DESCRIBE format(CSV, '1,x\n2,') SETTINGS schema_inference_make_columns_nullable = '1';
DESCRIBE format(CSV, '1,x\n\\N,y') SETTINGS schema_inference_make_columns_nullable = '1';
DESCRIBE format(TSV, '1\t[1,null]\t(1,null)') SETTINGS schema_inference_make_columns_nullable = '1';
DESCRIBE format(JSONEachRow, '{"a":1,"b":[null,1],"c":{"x":1,"y":null},"d":null}') SETTINGS schema_inference_make_columns_nullable = '1';
DESCRIBE format(JSONEachRow, '{"a":1}\n{"b":1}') SETTINGS schema_inference_make_columns_nullable = '1';
DESCRIBE format(JSONEachRow, '{"a":[]}') SETTINGS schema_inference_make_columns_nullable = '1';
DESCRIBE format(JSONEachRow, '{"a":{}}') SETTINGS schema_inference_make_columns_nullable = '1';
DESCRIBE format(JSONEachRow, '{"a":[{"x":1},{"y":1}]}') SETTINGS schema_inference_make_columns_nullable = '1';
DESCRIBE format(TSV, '\\N\tx') SETTINGS schema_inference_make_columns_nullable = '1';
DESCRIBE format(JSONCompactEachRow, '[1,null]') SETTINGS schema_inference_make_columns_nullable = '1';
DESCRIBE format(JSONEachRow, '{"a":1}\n{"a":null}') SETTINGS schema_inference_make_columns_nullable = '1';
DESCRIBE format(CSV, '1,x\n2,') SETTINGS schema_inference_make_columns_nullable = '2';
DESCRIBE format(CSV, '1,x\n\\N,y') SETTINGS schema_inference_make_columns_nullable = '2';
DESCRIBE format(TSV, '1\t[1,null]\t(1,null)') SETTINGS schema_inference_make_columns_nullable = '2';
DESCRIBE format(JSONEachRow, '{"a":1,"b":[null,1],"c":{"x":1,"y":null},"d":null}') SETTINGS schema_inference_make_columns_nullable = '2';
DESCRIBE format(JSONEachRow, '{"a":1}\n{"b":1}') SETTINGS schema_inference_make_columns_nullable = '2';
DESCRIBE format(JSONEachRow, '{"a":[]}') SETTINGS schema_inference_make_columns_nullable = '2';
DESCRIBE format(JSONEachRow, '{"a":{}}') SETTINGS schema_inference_make_columns_nullable = '2';
DESCRIBE format(JSONEachRow, '{"a":[{"x":1},{"y":1}]}') SETTINGS schema_inference_make_columns_nullable = '2';
DESCRIBE format(TSV, '\\N\tx') SETTINGS schema_inference_make_columns_nullable = '2';
DESCRIBE format(JSONCompactEachRow, '[1,null]') SETTINGS schema_inference_make_columns_nullable = '2';
DESCRIBE format(JSONEachRow, '{"a":1}\n{"a":null}') SETTINGS schema_inference_make_columns_nullable = '2';
DESCRIBE format(CSV, '1,x\n2,') SETTINGS schema_inference_make_columns_nullable = 'auto';
DESCRIBE format(CSV, '1,x\n\\N,y') SETTINGS schema_inference_make_columns_nullable = 'auto';
DESCRIBE format(TSV, '1\t[1,null]\t(1,null)') SETTINGS schema_inference_make_columns_nullable = 'auto';
DESCRIBE format(JSONEachRow, '{"a":1,"b":[null,1],"c":{"x":1,"y":null},"d":null}') SETTINGS schema_inference_make_columns_nullable = 'auto';
DESCRIBE format(JSONEachRow, '{"a":1}\n{"b":1}') SETTINGS schema_inference_make_columns_nullable = 'auto';
DESCRIBE format(JSONEachRow, '{"a":[]}') SETTINGS schema_inference_make_columns_nullable = 'auto';
DESCRIBE format(JSONEachRow, '{"a":{}}') SETTINGS schema_inference_make_columns_nullable = 'auto';
DESCRIBE format(JSONEachRow, '{"a":[{"x":1},{"y":1}]}') SETTINGS schema_inference_make_columns_nullable = 'auto';
DESCRIBE format(TSV, '\\N\tx') SETTINGS schema_inference_make_columns_nullable = 'auto';
DESCRIBE format(JSONCompactEachRow, '[1,null]') SETTINGS schema_inference_make_columns_nullable = 'auto';
DESCRIBE format(JSONEachRow, '{"a":1}\n{"a":null}') SETTINGS schema_inference_make_columns_nullable = 'auto';
DESCRIBE format(CSV, '1,x\n2,') SETTINGS schema_inference_make_columns_nullable = '3';
DESCRIBE format(CSV, '1,x\n\\N,y') SETTINGS schema_inference_make_columns_nullable = '3';
DESCRIBE format(TSV, '1\t[1,null]\t(1,null)') SETTINGS schema_inference_make_columns_nullable = '3';
DESCRIBE format(JSONEachRow, '{"a":1,"b":[null,1],"c":{"x":1,"y":null},"d":null}') SETTINGS schema_inference_make_columns_nullable = '3';
DESCRIBE format(JSONEachRow, '{"a":1}\n{"b":1}') SETTINGS schema_inference_make_columns_nullable = '3';
DESCRIBE format(JSONEachRow, '{"a":[]}') SETTINGS schema_inference_make_columns_nullable = '3';
DESCRIBE format(JSONEachRow, '{"a":{}}') SETTINGS schema_inference_make_columns_nullable = '3';
DESCRIBE format(JSONEachRow, '{"a":[{"x":1},{"y":1}]}') SETTINGS schema_inference_make_columns_nullable = '3';
DESCRIBE format(TSV, '\\N\tx') SETTINGS schema_inference_make_columns_nullable = '3';
DESCRIBE format(JSONCompactEachRow, '[1,null]') SETTINGS schema_inference_make_columns_nullable = '3';
DESCRIBE format(JSONEachRow, '{"a":1}\n{"a":null}') SETTINGS schema_inference_make_columns_nullable = '3';
DESCRIBE format(CSV, '1') SETTINGS schema_inference_make_columns_nullable = '7';
DESCRIBE format(CSV, '1,1.5,2020-01-01,2020-01-01 10:00:00,1e5') SETTINGS input_format_try_infer_integers = '0';
DESCRIBE format(CSV, '1,1.5,2020-01-01,2020-01-01 10:00:00,1e5') SETTINGS input_format_try_infer_dates = '0';
DESCRIBE format(CSV, '1,1.5,2020-01-01,2020-01-01 10:00:00,1e5') SETTINGS input_format_try_infer_datetimes = '0';
DESCRIBE format(CSV, '1,1.5,2020-01-01,2020-01-01 10:00:00,1e5') SETTINGS input_format_try_infer_datetimes_only_datetime64 = '0';
DESCRIBE format(CSV, '1,1.5,2020-01-01,2020-01-01 10:00:00,1e5') SETTINGS input_format_try_infer_exponent_floats = '0';
DESCRIBE format(TSV, '[1e5,2]\t1e5\t1E-5\t+1e+5\t1.e5') SETTINGS input_format_try_infer_exponent_floats = '0';
DESCRIBE format(JSONEachRow, '{"a":1e5,"b":1}') SETTINGS input_format_try_infer_exponent_floats = '0', input_format_try_infer_integers = '0';
DESCRIBE format(JSONEachRow, '{"a":"1","b":"x","c":"1.5","d":["1","2"]}') SETTINGS input_format_json_try_infer_numbers_from_strings = '0';
DESCRIBE format(JSONEachRow, '{"a":"1"}\n{"a":"x"}') SETTINGS input_format_json_try_infer_numbers_from_strings = '0';
DESCRIBE format(JSONEachRow, '{"a":1}\n{"a":"x"}') SETTINGS input_format_json_read_numbers_as_strings = '0'; -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(JSONEachRow, '{"a":true}\n{"a":"x"}') SETTINGS input_format_json_read_bools_as_strings = '0'; -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(JSONEachRow, '{"a":true}\n{"a":1}') SETTINGS input_format_json_read_bools_as_numbers = '0'; -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(JSONEachRow, '{"a":{"x":1,"y":2}}') SETTINGS input_format_json_try_infer_named_tuples_from_objects = '0';
DESCRIBE format(JSONEachRow, '{"a":{"x":1,"y":"s"}}') SETTINGS input_format_json_try_infer_named_tuples_from_objects = '0';
DESCRIBE format(JSONEachRow, '{"a":{"x":1,"y":"s"}}') SETTINGS input_format_json_try_infer_named_tuples_from_objects = '0', input_format_json_read_objects_as_strings = '0';
DESCRIBE format(JSONEachRow, '{"a":{"x":1,"y":[1]}}') SETTINGS input_format_json_try_infer_named_tuples_from_objects = '0', input_format_json_read_objects_as_strings = '1';
DESCRIBE format(JSONEachRow, '{"a":{"x":1}}\n{"a":"s"}') SETTINGS input_format_json_try_infer_named_tuples_from_objects = '0';
DESCRIBE format(JSONEachRow, '{"a":{"x":1}}\n{"a":{"x":2.5}}') SETTINGS input_format_json_try_infer_named_tuples_from_objects = '0';
DESCRIBE format(JSONEachRow, '{"a":{}}') SETTINGS input_format_json_try_infer_named_tuples_from_objects = '0';
DESCRIBE format(JSONEachRow, '{"a":null,"b":[],"c":{"x":null},"d":1}') SETTINGS input_format_json_infer_incomplete_types_as_strings = '0'; -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(JSONEachRow, '{"a":[1,"a"]}') SETTINGS input_format_json_infer_array_of_dynamic_from_array_of_different_types = '0';
DESCRIBE format(JSONEachRow, '{"a":[1,"a",null]}') SETTINGS input_format_json_infer_array_of_dynamic_from_array_of_different_types = '0';
DESCRIBE format(JSONEachRow, '{"a":[1,"a"]}\n{"a":[2,3]}') SETTINGS input_format_json_infer_array_of_dynamic_from_array_of_different_types = '0';
DESCRIBE format(JSONEachRow, '{"a":[1,"a"]}\n{"a":[2]}') SETTINGS input_format_json_infer_array_of_dynamic_from_array_of_different_types = '0';
DESCRIBE format(JSONEachRow, '{"a":[1,{"x":1}]}') SETTINGS input_format_json_infer_array_of_dynamic_from_array_of_different_types = '0';
DESCRIBE format(JSONEachRow, '{"a":{"x":{"y":1}}}\n{"a":{"x":5}}') SETTINGS input_format_json_use_string_type_for_ambiguous_paths_in_named_tuples_inference_from_objects = '0'; -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(JSONEachRow, '{"a":1}\n{"a":"x"}') SETTINGS input_format_try_infer_variants = '0';
DESCRIBE format(CSV, '"1","1.5","x","[1]","(1,2)"') SETTINGS input_format_csv_try_infer_numbers_from_strings = '0';
DESCRIBE format(CSV, '"1","1.5","x","[1]","(1,2)"') SETTINGS input_format_csv_try_infer_strings_from_quoted_tuples = '0';
DESCRIBE format(CSV, '1,x,2020-01-01') SETTINGS input_format_csv_use_best_effort_in_schema_inference = '0';
DESCRIBE format(TSV, '1\tx\t2020-01-01') SETTINGS input_format_tsv_use_best_effort_in_schema_inference = '0';
DESCRIBE format(CSV, '1\n2.5') SETTINGS input_format_max_rows_to_read_for_schema_inference = '0'; -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(CSV, '1\n2.5') SETTINGS input_format_max_bytes_to_read_for_schema_inference = '0'; -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(CSV, '1,2\n3') SETTINGS input_format_csv_allow_variable_number_of_columns = '0'; -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(TSV, '1\t2\n3') SETTINGS input_format_tsv_allow_variable_number_of_columns = '0'; -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(JSONCompactEachRow, '[1,2]\n[3]') SETTINGS input_format_json_compact_allow_variable_number_of_columns = '0'; -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(CSV, '1,2\n\n') SETTINGS input_format_csv_skip_trailing_empty_lines = '0'; -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(TSV, '1\t2\n\n') SETTINGS input_format_tsv_skip_trailing_empty_lines = '0'; -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(CSV, 'a,b\n1,2') SETTINGS input_format_csv_detect_header = '0';
DESCRIBE format(CSV, '1,2020-01-01T10:00:00Z,Jan 1 2020') SETTINGS date_time_input_format = 'basic';
DESCRIBE format(CSV, '"[]"\n"[1]"');
DESCRIBE format(CSV, '-1\n18446744073709551615');
DESCRIBE format(CSV, '1\n18446744073709551615');
DESCRIBE format(TSV, '[18446744073709551616]\t[18446744073709551615]\t[-1,18446744073709551615]');
DESCRIBE format(CSV, 'yes\nno') SETTINGS bool_true_representation = 'yes', bool_false_representation = 'no';
DESCRIBE format(TSV, 'NA\n1') SETTINGS format_tsv_null_representation = 'NA';
DESCRIBE format(JSONEachRow, '{"a":1}') SETTINGS schema_inference_make_json_columns_nullable = '0';
DESCRIBE format(CSV, 'a;1') SETTINGS format_csv_delimiter = ';';
DESCRIBE format(CSV, '# x\n1,2') SETTINGS input_format_csv_skip_first_lines = '0'; -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(CSV, '1,1.5,2020-01-01,2020-01-01 10:00:00,1e5') SETTINGS input_format_try_infer_integers = '1';
DESCRIBE format(CSV, '1,1.5,2020-01-01,2020-01-01 10:00:00,1e5') SETTINGS input_format_try_infer_dates = '1';
DESCRIBE format(CSV, '1,1.5,2020-01-01,2020-01-01 10:00:00,1e5') SETTINGS input_format_try_infer_datetimes = '1';
DESCRIBE format(CSV, '1,1.5,2020-01-01,2020-01-01 10:00:00,1e5') SETTINGS input_format_try_infer_datetimes_only_datetime64 = '1';
DESCRIBE format(CSV, '1,1.5,2020-01-01,2020-01-01 10:00:00,1e5') SETTINGS input_format_try_infer_exponent_floats = '1';
DESCRIBE format(TSV, '[1e5,2]\t1e5\t1E-5\t+1e+5\t1.e5') SETTINGS input_format_try_infer_exponent_floats = '1';
DESCRIBE format(JSONEachRow, '{"a":1e5,"b":1}') SETTINGS input_format_try_infer_exponent_floats = '1', input_format_try_infer_integers = '1';
DESCRIBE format(JSONEachRow, '{"a":"1","b":"x","c":"1.5","d":["1","2"]}') SETTINGS input_format_json_try_infer_numbers_from_strings = '1';
DESCRIBE format(JSONEachRow, '{"a":"1"}\n{"a":"x"}') SETTINGS input_format_json_try_infer_numbers_from_strings = '1';
DESCRIBE format(JSONEachRow, '{"a":1}\n{"a":"x"}') SETTINGS input_format_json_read_numbers_as_strings = '1';
DESCRIBE format(JSONEachRow, '{"a":true}\n{"a":"x"}') SETTINGS input_format_json_read_bools_as_strings = '1';
DESCRIBE format(JSONEachRow, '{"a":true}\n{"a":1}') SETTINGS input_format_json_read_bools_as_numbers = '1';
DESCRIBE format(JSONEachRow, '{"a":{"x":1,"y":2}}') SETTINGS input_format_json_try_infer_named_tuples_from_objects = '1';
DESCRIBE format(JSONEachRow, '{"a":{"x":1,"y":"s"}}') SETTINGS input_format_json_try_infer_named_tuples_from_objects = '1';
DESCRIBE format(JSONEachRow, '{"a":{"x":1,"y":"s"}}') SETTINGS input_format_json_try_infer_named_tuples_from_objects = '1', input_format_json_read_objects_as_strings = '1';
DESCRIBE format(JSONEachRow, '{"a":{"x":1,"y":[1]}}') SETTINGS input_format_json_try_infer_named_tuples_from_objects = '1', input_format_json_read_objects_as_strings = '1';
DESCRIBE format(JSONEachRow, '{"a":{"x":1}}\n{"a":"s"}') SETTINGS input_format_json_try_infer_named_tuples_from_objects = '1'; -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(JSONEachRow, '{"a":{"x":1}}\n{"a":{"x":2.5}}') SETTINGS input_format_json_try_infer_named_tuples_from_objects = '1';
DESCRIBE format(JSONEachRow, '{"a":{}}') SETTINGS input_format_json_try_infer_named_tuples_from_objects = '1';
DESCRIBE format(JSONEachRow, '{"a":null,"b":[],"c":{"x":null},"d":1}') SETTINGS input_format_json_infer_incomplete_types_as_strings = '1';
DESCRIBE format(JSONEachRow, '{"a":[1,"a"]}\n{"a":[2,3]}') SETTINGS input_format_json_infer_array_of_dynamic_from_array_of_different_types = '1';
DESCRIBE format(JSONEachRow, '{"a":[1,"a"]}\n{"a":[2]}') SETTINGS input_format_json_infer_array_of_dynamic_from_array_of_different_types = '1';
DESCRIBE format(JSONEachRow, '{"a":{"x":{"y":1}}}\n{"a":{"x":5}}') SETTINGS input_format_json_use_string_type_for_ambiguous_paths_in_named_tuples_inference_from_objects = '1';
DESCRIBE format(JSONEachRow, '{"a":1}\n{"a":"x"}') SETTINGS input_format_try_infer_variants = '1';
DESCRIBE format(CSV, '"1","1.5","x","[1]","(1,2)"') SETTINGS input_format_csv_try_infer_numbers_from_strings = '1';
DESCRIBE format(CSV, '"1","1.5","x","[1]","(1,2)"') SETTINGS input_format_csv_try_infer_strings_from_quoted_tuples = '1';
DESCRIBE format(CSV, '1,x,2020-01-01') SETTINGS input_format_csv_use_best_effort_in_schema_inference = '1';
DESCRIBE format(TSV, '1\tx\t2020-01-01') SETTINGS input_format_tsv_use_best_effort_in_schema_inference = '1';
DESCRIBE format(CSV, '1\n2.5') SETTINGS input_format_max_rows_to_read_for_schema_inference = '1';
DESCRIBE format(CSV, '1\n2.5') SETTINGS input_format_max_bytes_to_read_for_schema_inference = '1';
DESCRIBE format(CSV, '1,2\n3') SETTINGS input_format_csv_allow_variable_number_of_columns = '1';
DESCRIBE format(TSV, '1\t2\n3') SETTINGS input_format_tsv_allow_variable_number_of_columns = '1';
DESCRIBE format(JSONCompactEachRow, '[1,2]\n[3]') SETTINGS input_format_json_compact_allow_variable_number_of_columns = '1';
DESCRIBE format(CSV, '1,2\n\n') SETTINGS input_format_csv_skip_trailing_empty_lines = '1'; -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(TSV, '1\t2\n\n') SETTINGS input_format_tsv_skip_trailing_empty_lines = '1'; -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(CSV, 'a,b\n1,2') SETTINGS input_format_csv_detect_header = '1';
DESCRIBE format(CSV, '1,2020-01-01T10:00:00Z,Jan 1 2020') SETTINGS date_time_input_format = 'best_effort_us';
DESCRIBE format(JSONEachRow, '{"a":1}') SETTINGS schema_inference_make_json_columns_nullable = '1';
DESCRIBE format(CSV, '# x\n1,2') SETTINGS input_format_csv_skip_first_lines = '1';
DESCRIBE format(TSV, '{\'a\' : 1 }');
DESCRIBE format(TSV, '[\'a\',\'2020-01-01\']');
DESCRIBE format(TSV, '\'x\'');
DESCRIBE format(TSV, '\'x\' ');
DESCRIBE format(TSV, '{\'a\':null,\'b\':1}');
DESCRIBE format(TSV, '{\'a\':{}}');
DESCRIBE format(TSV, '[\'2020-01-01\',1]');
DESCRIBE format(TSV, '{\'2020-01-01\':1}');
DESCRIBE format(CSV, '\' x\'');
DESCRIBE format(CSV, '\\N\n1');
DESCRIBE format(CSV, 'a,b\nx,y\nz,1');
DESCRIBE format(CSV, 'a,b\nx,1\nz,w');
DESCRIBE format(CSV, 'a\nx\n1');
DESCRIBE format(CSV, 'a,b\n,1');
DESCRIBE format(CSV, 'a,b\n\\N,x');
DESCRIBE format(CSV, 'a,b\n\\N,1');
DESCRIBE format(CSV, 'Int8,b\n1,2');
DESCRIBE format(CSV, 'Int8,String\nx,y');
DESCRIBE format(CSV, 'a,b\nInt8,Str\nx,y');
DESCRIBE format(CSV, 'a,b\nInt8,String');
DESCRIBE format(CSVWithNames, 'a,b'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(CSVWithNames, 'a,b\n'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(CSVWithNames, 'a,b\n1,x');
DESCRIBE format(CSVWithNames, 'a,b\n1'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(CSVWithNames, 'a,a\n1,2'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(CSVWithNamesAndTypes, 'a\nFoo\n1'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(CSVWithNamesAndTypes, 'a'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(CSVWithNamesAndTypes, 'a,b\nInt8\n'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(CSVWithNames, ''); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(TSVWithNames, 'a\tb'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(TSVRaw, '1\ta\\n');
DESCRIBE format(TSVWithNamesAndTypes, 'a\nUInt8\n1');
DESCRIBE format(TSV, 'a\\tb\t1');
DESCRIBE format(TSV, 'a\tb\\n\n1\t2');
DESCRIBE format(TSV, '1\t2\n3\t4\n'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(CSV, '1,2\n3,4\n');
DESCRIBE format(TSV, '1\t2\n') SETTINGS input_format_tsv_crlf_end_of_line = '1';
DESCRIBE format(Values, '(1,\'a\',[1],NULL)'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(Values, '(1),(2,3)'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(Values, '(1+1)'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(Values, '(\'2020-01-01\', now())'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(JSONEachRow, '{"a":1,"a":2}'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(JSONEachRow, '{"a":[[1,2],[3]]}');
DESCRIBE format(JSONEachRow, '{"a":{"b":{"c":[{"d":1}]}}}');
DESCRIBE format(JSONEachRow, '{"x":{"a":1,"b":{"c":1}}}\n{"x":{"b":{"d":2}}}');
DESCRIBE format(JSONEachRow, '{"x":{"b":null}}\n{"x":{"b":{"d":2}}}');
DESCRIBE format(JSONEachRow, '{"x":{"b":[1]}}\n{"x":{"b":["a"]}}');
DESCRIBE format(JSONEachRow, '{"a":"x","b":NaN}');
DESCRIBE format(JSONEachRow, '{"a":1}{"a":2}');
DESCRIBE format(JSONEachRow, '{"a":1},{"a":2}');
DESCRIBE format(JSONEachRow, '{"a":"2020-01-01"}\n{"a":true}');
DESCRIBE format(JSONEachRow, '{"a":[1,2.5,true]}');
DESCRIBE format(JSONEachRow, '{"a":-1}\n{"a":1}');
DESCRIBE format(JSONEachRow, '{"a":1}\n{"a":9223372036854775808}');
DESCRIBE format(JSONEachRow, '{"a":1.0}');
DESCRIBE format(JSONEachRow, '{"a":-0}');
DESCRIBE format(JSONEachRow, '{"a":""}');
DESCRIBE format(JSONCompactEachRow, '[1,"a"]\n["x",2]');
DESCRIBE format(JSONCompactEachRow, '["a","b"]\n[1,2]');
DESCRIBE format(JSONCompactEachRow, '["a","b"]\n["UInt8","String"]\n[1,"x"]');
DESCRIBE format(JSONCompactStringsEachRow, '["a","b"]\n["1","2"]');
DESCRIBE format(JSONCompactStringsEachRowWithNames, '["a","b"]\n["1","2"]');
DESCRIBE format(JSON, '{"meta":[{"name":"a","type":"UInt8"}],"data":[]}');
DESCRIBE format(JSON, '{"meta":[{"name":"a","type":"Foo"}],"data":[]}');
DESCRIBE format(JSON, '{"data":[{"a":1}],"meta":[{"name":"a","type":"UInt8"}]}');
DESCRIBE format(JSON, '[{"a":1}]');
DESCRIBE format(JSON, '{"a":1}\n{"a":2}');
DESCRIBE format(JSONCompact, '{"data":[[1]]}'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(JSONCompact, '[[1,2]]'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(JSONColumns, '{"a":[1,null],"b":[]}'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(JSONColumns, '{"a":[1,"x"]}');
DESCRIBE format(JSONColumns, '{"a":1}'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(JSONColumns, ''); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(JSONCompactColumns, '[[1],[{"x":1}]]');
DESCRIBE format(JSONColumnsWithMetadata, '{"data":{"a":[1]}}'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(JSONObjectEachRow, '{"r1":{"a":1},"r2":{"a":2}}') SETTINGS format_json_object_each_row_column_for_object_name = 'id';
DESCRIBE format(JSONObjectEachRow, '{"r1":{"a":1},"r2":{"id":2}}') SETTINGS format_json_object_each_row_column_for_object_name = 'id'; -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(JSONObjectEachRow, '{}'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(JSONObjectEachRow, '[1]'); -- { serverError CANNOT_EXTRACT_TABLE_STRUCTURE }
DESCRIBE format(JSONEachRow, '{"a":"1950-01-01 10:00:00"}');
DESCRIBE format(JSONEachRow, '{"a":"2200-01-01"}');
DESCRIBE format(JSONEachRow, '{"a":"1900-01-01"}');
DESCRIBE format(JSONEachRow, '{"a":"2200-01-01 10:00:00"}');
DESCRIBE format(JSONEachRow, '{"a":"1800-01-01"}');
DESCRIBE format(JSONEachRow, '{"a":"9999-01-01"}');
DESCRIBE format(JSONEachRow, '{"a":"0000-00-00"}');
DESCRIBE format(JSONEachRow, '{"a":"0000-00-00 00:00:00"}');
DESCRIBE format(JSONEachRow, '{"a":"2020-01-01 10:00:00.1"}');
DESCRIBE format(JSONEachRow, '{"a":"2020-01-01T10:00:00"}');
DESCRIBE format(JSONEachRow, '{"a":"2020-01-01T10:00:00+03:00"}');
DESCRIBE format(JSONEachRow, '{"a":"2020-01-01 10:00:00 UTC"}');
DESCRIBE format(JSONEachRow, '{"a":"Mon, 1 Jan 2020 10:00:00 GMT"}');
DESCRIBE format(JSONEachRow, '{"a":"1 Jan 2020"}');
DESCRIBE format(JSONEachRow, '{"a":"2020 Jan"}');
DESCRIBE format(JSONEachRow, '{"a":"2020-01"}');
DESCRIBE format(JSONEachRow, '{"a":"202001"}');
DESCRIBE format(JSONEachRow, '{"a":"20200101101010"}');
DESCRIBE format(JSONEachRow, '{"a":"20200101 101010"}');
DESCRIBE format(JSONEachRow, '{"a":"2020.01.01"}');
DESCRIBE format(JSONEachRow, '{"a":"2020_01_01"}');
DESCRIBE format(JSONEachRow, '{"a":"01.02.2020"}');
DESCRIBE format(JSONEachRow, '{"a":"31/12/2020"}');
DESCRIBE format(JSONEachRow, '{"a":"12/31/2020"}');
DESCRIBE format(JSONEachRow, '{"a":"2020-12-31 10:00 PM"}');
DESCRIBE format(JSONEachRow, '{"a":"10:00 AM"}');
DESCRIBE format(JSONEachRow, '{"a":"2020-01-01 "}');
DESCRIBE format(JSONEachRow, '{"a":"2020-1-01"}');
DESCRIBE format(JSONEachRow, '{"a":"20-01-01"}');
DESCRIBE format(JSONEachRow, '{"a":"1577836800.5"}');
DESCRIBE format(JSONEachRow, '{"a":"today"}');
DESCRIBE format(JSONEachRow, '{"a":"Monday"}');
DESCRIBE format(JSONEachRow, '{"a":"May"}');
DESCRIBE format(JSONEachRow, '{"a":"May 5"}');
DESCRIBE format(JSONEachRow, '{"a":"5 May"}');
DESCRIBE format(JSONEachRow, '{"a":"2020-01-01 10:00:00 +0300"}');
DESCRIBE format(JSONEachRow, '{"a":"2020-02-30"}');
DESCRIBE format(JSONEachRow, '{"a":"2020-02-30 10:00:00"}');
DESCRIBE format(JSONEachRow, '{"a":"20:00"}');
DESCRIBE format(JSONEachRow, '{"a":"2024"}');
DESCRIBE format(JSONEachRow, '{"a":"2024-W01"}');
DESCRIBE format(JSONEachRow, '{"a":"12-12"}');
DESCRIBE format(JSONEachRow, '{"a":"1-1-1"}');
DESCRIBE format(JSONEachRow, '{"a":"1/2"}');
DESCRIBE format(JSONEachRow, '{"a":"a 2020-01-01"}');
DESCRIBE format(JSONEachRow, '{"a":"2020-01-01a"}');
DESCRIBE format(JSONEachRow, '{"a":"2020:01:01"}');
DESCRIBE format(JSONEachRow, '{"a":"20201301"}');
DESCRIBE format(JSONEachRow, '{"a":"Z"}');
DESCRIBE format(JSONEachRow, '{"a":"T"}');
DESCRIBE format(JSONEachRow, '{"a":"2020Z"}');
DESCRIBE format(JSONEachRow, '{"a":"1Z"}');
DESCRIBE format(JSONEachRow, '{"a":"AM"}');
DESCRIBE format(JSONEachRow, '{"a":"2020-01-01T10:00:00.000000000000"}');
DESCRIBE format(JSONEachRow, '{"a":"2020-01-01 10:0:0"}');
DESCRIBE format(JSONEachRow, '{"a":"1.2.3"}');
DESCRIBE format(JSONEachRow, '{"a":"192.168.0.1"}');
DESCRIBE format(JSONEachRow, '{"a":"1-2"}');
DESCRIBE format(JSONEachRow, '{"a":"2020-01-01 00:00:60"}');
DESCRIBE format(JSONEachRow, '{"a":"2020-01-01 24:00:00"}');
DESCRIBE format(JSONEachRow, '{"a":"+1 day"}');
DESCRIBE format(JSONEachRow, '{"a":"-2020-01-01"}');
DESCRIBE format(JSONEachRow, '{"a":"2020 01 01"}');
DESCRIBE format(JSONEachRow, '{"a":"Jan"}');
DESCRIBE format(JSONEachRow, '{"a":"Jan 2020"}');
DESCRIBE format(JSONEachRow, '{"a":"Feb 30 2020"}');
DESCRIBE format(TSV, '1\t-1\t+1\t01\t0\t-0\t1.5\t1.\t1e5\t1E5\t1.5e3\t1e\tinf\t-inf\t+inf\tnan\tNaN\tINF\tinfinity\ttrue\tfalse\tTrue\tTRUE\tt\tnull');
DESCRIBE format(TSV, 'NULL\tNull\t\\N\tabc\t2020-01-01\t2020-1-1\t20200101\t2020-01-01 10:00:00\t2020-01-01T10:00:00Z\t2020-01-01 10:00:00.123\t2020-01-01 10:00\t2020-01-01 10\t10:00:00\t2020/01/01\t01/02/2020\tJan 1 2020\t2020-13-01\t2020-02-30\t2020-01-01 25:00:00\t2020-01-01T10:00:00.123456+03:00\t1000000000\t9223372036854775807\t9223372036854775808\t18446744073709551615\t18446744073709551616');
DESCRIBE format(TSV, '-9223372036854775809\t0x1F\t1_000\t1 \t 1\t1 2\t[1,2]\t[1, 2.5]\t[1,\'a\']\t[]\t[[1],[2.5]]\t[null,1]\t[NULL]\t[1,2\t(1,\'a\')\t()\t(1,2\t{}\t{1:2}\t[true,1]\t[true,false]\t[(1,\'a\'),(2,\'b\')]\t[{\'a\':1}]\t[1] x\t["a"]');
DESCRIBE format(TSV, '[1e5]\t[01]\t{"a":1}\t0.5\t00\t-01\t0x\t0 \t0-1\t[0.5]\t0e\t1.e5\t.5\t-.5\t1..2\t1.2.3\ttru\tnul\tnullx\ttruex\tinfx\t[1 ,2]\t[ 1 ]\t(1 , \'a\')\t [1]');
DESCRIBE format(TSV, '[1] \t[1,]\t[nan,1]\t[inf]\t-nan\t+nan\t[[\'a\'],[]]\t[[],[]]\t[(1,2),(1.5,3)]\t[(1,2),(1,2,3)]\t[true,\'a\']\t[-1,9223372036854775808]\t{1.5:1}\t{[1]:1}\t{true:1}\t1950-01-01 10:00:00\t2200-01-01\t1900-01-01\t2200-01-01 10:00:00\t1800-01-01\t9999-01-01\t0000-00-00\t0000-00-00 00:00:00\t2020-01-01 10:00:00.1\t2020-01-01T10:00:00');
DESCRIBE format(TSV, '2020-01-01T10:00:00+03:00\t2020-01-01 10:00:00 UTC\tMon, 1 Jan 2020 10:00:00 GMT\t1 Jan 2020\t2020 Jan\t2020-01\t202001\t20200101101010\t20200101 101010\t2020.01.01\t2020_01_01\t01.02.2020\t31/12/2020\t12/31/2020\t2020-12-31 10:00 PM\t10:00 AM\t2020-01-01 \t2020-1-01\t20-01-01\t1577836800.5\ttoday\tMonday\tMay\tMay 5\t5 May');
DESCRIBE format(TSV, '2020-01-01 10:00:00 +0300\t2020-02-30 10:00:00\t20:00\t2024\t2024-W01\t12-12\t1-1-1\t1/2\ta 2020-01-01\t2020-01-01a\t2020:01:01\t20201301\tZ\tT\t2020Z\t1Z\tAM\t2020-01-01T10:00:00.000000000000\t2020-01-01 10:0:0\t192.168.0.1\t1-2\t2020-01-01 00:00:60\t2020-01-01 24:00:00\t+1 day\t-2020-01-01');
DESCRIBE format(TSV, '2020 01 01\tJan\tJan 2020\tFeb 30 2020');
DESCRIBE format(CSV, '1,-1,+1,01,0,-0,1.5,1.,1e5,1E5,1.5e3,1e,inf,-inf,+inf,nan,NaN,INF,infinity,true,false,True,TRUE,t,null');
DESCRIBE format(CSV, 'NULL,Null,\\N,abc,2020-01-01,2020-1-1,20200101,2020-01-01 10:00:00,2020-01-01T10:00:00Z,2020-01-01 10:00:00.123,2020-01-01 10:00,2020-01-01 10,10:00:00,2020/01/01,01/02/2020,Jan 1 2020,2020-13-01,2020-02-30,2020-01-01 25:00:00,2020-01-01T10:00:00.123456+03:00,1000000000,9223372036854775807,9223372036854775808,18446744073709551615,18446744073709551616');
DESCRIBE format(CSV, '-9223372036854775809,0x1F,1_000,1 , 1,1 2,"[1,2]","[1, 2.5]","[1,\'a\']","[\'a\',\'b\']",[],"[[1],[2.5]]","[null,1]",[NULL],"[1,2","(1,\'a\')","(1,)",(),"(1,2",{},"{\'a\':1,\'b\':2.5}","{\'a\':1,\'b\':\'x\'}",{1:2},"[true,1]","[true,false]"');
DESCRIBE format(CSV, '"[\'2020-01-01\',\'2020-01-02\']","[\'2020-01-01\',\'x\']","[\'2020-01-01\',\'2020-01-02 10:00:00\']","[(1,\'a\'),(2,\'b\')]",[{\'a\':1}],[1] x,["a"],[1e5],[01],{"a":1},"1","-1","+1","01","0","-0","1.5","1.","1e5","1E5","1.5e3","1e","inf","-inf","+inf"');
DESCRIBE format(CSV, '"nan","NaN","INF","infinity","true","false","True","TRUE","t","null","NULL","Null","\\N","","abc","2020-01-01","2020-1-1","20200101","2020-01-01 10:00:00","2020-01-01T10:00:00Z","2020-01-01 10:00:00.123","2020-01-01 10:00","2020-01-01 10","10:00:00","2020/01/01"');
DESCRIBE format(CSV, '"01/02/2020","Jan 1 2020","2020-13-01","2020-02-30","2020-01-01 25:00:00","2020-01-01T10:00:00.123456+03:00","1000000000","9223372036854775807","9223372036854775808","18446744073709551615","18446744073709551616","-9223372036854775809","0x1F","1_000","1 "," 1","1 2","[]","[NULL]","()","{}","{\'a\':1}","{1:2}","{\'a\':[1]}","[{\'a\':1}]"');
DESCRIBE format(CSV, '"[1] x","[\'a\\\'b\']","[""a""]","[1e5]","[01]","{""a"":1}",0.5,-01,+5,.5,a b, a, 2020-01-01,2020-01-01 ,"a""b", "x",1;2, true,true ');
