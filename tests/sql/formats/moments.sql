-- How moments in text may be written: date_time_input_format.
SET session_timezone = 'UTC', date_time_input_format = 'basic';
SELECT * FROM format(TSV, 'd DateTime', '2020-01-02 03:04:05');
SELECT * FROM format(TSV, 'd DateTime', '2020-01-02');
SELECT * FROM format(TSV, 'd DateTime', '1577934245');
SELECT * FROM format(TSV, 'd DateTime', '2020-01-02T03:04:05');
SELECT * FROM format(TSV, 'd DateTime', '2020-01-02 03:04:05Z'); -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
SELECT * FROM format(TSV, 'd DateTime', '2020-01-02 03:04:05.123'); -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
SELECT * FROM format(TSV, 'd DateTime', '2020/01/02 03:04:05');
SELECT * FROM format(TSV, 'd DateTime', '12345');
SELECT * FROM format(TSV, 'd DateTime', '123'); -- { serverError CANNOT_PARSE_DATETIME }
SELECT * FROM format(TSV, 'd DateTime', '1'); -- { serverError CANNOT_PARSE_DATETIME }
SELECT * FROM format(TSV, 'd DateTime', '-5'); -- { serverError CANNOT_PARSE_DATETIME }
SELECT * FROM format(TSV, 'd DateTime', '0000-00-00 00:00:00');
SELECT * FROM format(TSV, 'd DateTime', '1577934245.5'); -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
SELECT * FROM format(TSV, 'd DateTime', '2020-01-02 03:04'); -- { serverError CANNOT_PARSE_DATETIME }
SELECT * FROM format(TSV, 'd DateTime', '2200-01-02 03:04:05');
SELECT * FROM format(TSV, 'd DateTime', '1960-01-02 03:04:05');
SELECT * FROM format(TSV, 'd DateTime', '2020-13-02 03:04:05');
SELECT * FROM format(TSV, 'd DateTime', '2020-02-31 25:04:05');
SELECT * FROM format(TSV, 'd DateTime', '');
SELECT * FROM format(TSV, 'd DateTime', 'abc'); -- { serverError CANNOT_PARSE_DATETIME }
SELECT * FROM format(TSV, 'd DateTime64(3)', '2020-01-02 03:04:05.12');
SELECT * FROM format(TSV, 'd DateTime64(3)', '2020-01-02 03:04:05');
SELECT * FROM format(TSV, 'd DateTime64(3)', '2020-01-02 03:04:05.123456');
SELECT * FROM format(TSV, 'd DateTime64(3)', '1577934245.5');
SELECT * FROM format(TSV, 'd DateTime64(3)', '1577934245123');
SELECT * FROM format(TSV, 'd DateTime64(3)', '1577934245');
SELECT * FROM format(TSV, 'd DateTime64(3)', '12345');
SELECT * FROM format(TSV, 'd DateTime64(3)', '1'); -- { serverError CANNOT_PARSE_DATETIME }
SELECT * FROM format(TSV, 'd DateTime64(3)', '2020-01-02');
SELECT * FROM format(TSV, 'd DateTime64(3)', '2020-01-02T03:04:05.1');
SELECT * FROM format(TSV, 'd DateTime64(3)', '2020-01-02 03:04:05Z'); -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
SELECT * FROM format(TSV, 'd DateTime64(3)', '1960-01-02 03:04:05.5');
SELECT * FROM format(TSV, 'd DateTime64(3)', '-100.5');
SELECT * FROM format(TSV, 'd DateTime64(3)', '2020-02-31 03:04:05');
SELECT * FROM format(TSV, 'd DateTime64(3)', '');
SELECT * FROM format(CSV, 'd DateTime', '"2020-01-02 03:04:05"');
SELECT * FROM format(CSV, 'd DateTime', '2020-01-02T03:04:05');
SELECT * FROM format(CSV, 'd DateTime, x Int8', '2020-01-02 03:04:05,5');
SELECT * FROM format(CSV, 'd DateTime, x Int8', '2020-01-02,5');
SELECT * FROM format(JSONEachRow, 'd DateTime', '{"d":"2020-01-02 03:04:05"}');
SELECT * FROM format(JSONEachRow, 'd DateTime', '{"d":"2020-01-02T03:04:05Z"}'); -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
SELECT * FROM format(JSONEachRow, 'd DateTime', '{"d":1577934245}');
SELECT * FROM format(JSONEachRow, 'd DateTime64(3)', '{"d":1577934245.5}');
SELECT * FROM format(Values, 'd DateTime', '(\'2020-01-02 03:04:05\')');
SELECT * FROM format(TSV, 'd Array(DateTime)', '[\'2020-01-02T03:04:05Z\']'); -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
SELECT * FROM format(TSV, 'd Array(DateTime)', '[\'2020-01-02 03:04:05\']');
SELECT * FROM format(TSV, 'd Nullable(DateTime)', '2020-01-02T03:04:05Z'); -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
SELECT * FROM format(TSKV, 'd DateTime', 'd=2020-01-02T03:04:05Z'); -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
SELECT * FROM format(CustomSeparated, 'd DateTime', '2020-01-02T03:04:05Z'); -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
SET date_time_input_format = 'best_effort_us';
SELECT * FROM format(TSV, 'd DateTime', '03/04/2020 03:04:05');
SELECT * FROM format(CSV, 'd DateTime64(3)', '03/04/2020 03:04:05.5');
SELECT * FROM format(JSONEachRow, 'd DateTime', '{"d":"03/04/2020 03:04:05"}');
SELECT * FROM format(JSONEachRow, 'd Array(DateTime)', '{"d":["03/04/2020 03:04:05"]}');
SELECT * FROM format(Values, 'd DateTime', '(\'03/04/2020 03:04:05\')');
SELECT * FROM format(TSV, 'd Tuple(DateTime)', '(\'03/04/2020 03:04:05\')');
SELECT * FROM format(TSV, 'd Date', '2020-01-02');
SELECT * FROM format(TSV, 'd DateTime', '15/04/2020 03:04:05');
SET date_time_input_format = 'nonsense'; -- { serverError BAD_ARGUMENTS }
