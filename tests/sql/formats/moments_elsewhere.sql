-- Moments as other programs write them, and numbers with more digits than a column keeps.
SELECT * FROM format(JSONEachRow, 'a DateTime(''UTC'')', '{"a":"2020-01-02T03:04:05Z"}\n{"a":"2020-01-02T03:04:05"}\n{"a":"2020-01-02 03:04:05.999"}\n{"a":"2020-01-02T03:04:05.123456Z"}\n{"a":"2020-01-02 03:04:05Z"}\n{"a":"2020-01-02T03:04:05+02:00"}');
SELECT * FROM format(JSONEachRow, 'a DateTime(''Europe/Berlin'')', '{"a":"2020-01-02T03:04:05Z"}\n{"a":"2020-01-02T03:04:05"}\n{"a":"2020-07-02 03:04:05.999"}\n{"a":"2020-01-02T03:04:05.123456Z"}\n{"a":"2020-01-02 03:04:05Z"}\n{"a":"2020-01-02T03:04:05+02:00"}');
SELECT * FROM format(JSONEachRow, 'a DateTime64(3, ''UTC'')', '{"a":"2020-01-02T03:04:05Z"}\n{"a":"2020-01-02T03:04:05"}\n{"a":"2020-01-02 03:04:05.999"}\n{"a":"2020-01-02T03:04:05.1239Z"}\n{"a":"2020-01-02 03:04:05.12"}\n{"a":"2020-01-02T03:04:05.5+02:00"}\n{"a":"2020-01-02 03:04:05.123456789"}\n{"a":"2020-01-02T03:04:05.Z"}');
SELECT * FROM format(JSONEachRow, 'a DateTime64(6, ''America/New_York'')', '{"a":"2020-01-02T03:04:05Z"}\n{"a":"2020-01-02T03:04:05"}\n{"a":"2020-01-02 03:04:05.999"}\n{"a":"1950-01-02T03:04:05.1239999999Z"}\n{"a":"2020-01-02 03:04:05.12"}\n{"a":"2020-11-01T01:30:00.5-04:00"}\n{"a":"2020-11-01 01:30:00.123456789"}');
SELECT * FROM format(JSONEachRow, 'a DateTime64(0, ''UTC'')', '{"a":"2020-01-02T03:04:05.9Z"}\n{"a":"2020-01-02T03:04:05"}');
SELECT * FROM format(CSV, 'a DateTime64(3, ''UTC''), b Decimal(10,2), c Float64', '"2020-01-02T03:04:05.1Z",1.239,1e+5\n2020-01-02 03:04:05.1239,-0.009,1E-3\n');
SELECT * FROM format(TSV, 'b Decimal(18,6)', '0.14285714285714285\n-12345.9999999\n5.\n.5\n1e-3\n00001.5\n-0.00000001\n');
SELECT * FROM format(TSV, 'b Decimal(4,0)', '1.9\n-0.9\n12.00\n');
SELECT * FROM format(TSV, 'b Decimal(3,3)', '0.1239\n-0.9999\n');
SELECT * FROM format(TSV, 'b Decimal(3,2)', '10.1239\n'); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT toDecimal64('1.239', 2), toDecimal32('-0.999', 2), CAST('5.55555' AS Decimal(9,1)), toDecimal64OrNull('1.2399', 2), toDecimal64OrZero('x', 2), toDecimal128('0.123456789', 3);
SELECT toDateTime64('2020-01-02 03:04:05.123456', 3, 'UTC'), toDateTime64('2020-01-02T03:04:05.1', 3, 'UTC'), toDateTime64OrNull('2020-01-02 03:04:05.123456', 3, 'UTC');
SELECT CAST('2020-01-02 03:04:05.123456' AS DateTime64(3, 'UTC'));
SELECT toDateTime('2020-01-02T03:04:05', 'UTC');
SELECT toFloat64('1e+5'), toFloat32('1.5E+3'), toFloat64OrNull('1e+');
SELECT parseDateTimeBestEffort('2020-01-02T03:04:05Z', 'UTC');
SELECT * FROM format(JSONEachRow, 'a DateTime64(3, ''UTC'')', '{"a":"2020-13-02T03:04:05Z"}'); -- { serverError CANNOT_PARSE_DATETIME }
SELECT * FROM format(JSONEachRow, 'a DateTime64(3, ''UTC'')', '{"a":"2020-01-02T25:04:05Z"}');
SELECT * FROM format(JSONEachRow, 'a DateTime(''UTC'')', '{"a":"1970-01-01T00:00:05+05:00"}');
SELECT * FROM format(JSONEachRow, 'a DateTime64(3, ''UTC'')', '{"a":"1960-01-01T00:00:05.25-05:30"}');
SELECT * FROM format(JSONEachRow, 'a DateTime64(9, ''UTC'')', '{"a":"2020-01-02T03:04:05.123456789123Z"}\n{"a":"2020-01-02 03:04:05.1"}');
SELECT * FROM format(JSONEachRow, 'a Nullable(DateTime64(3, ''UTC''))', '{"a":"2020-01-02T03:04:05.1Z"}\n{"a":null}');
SELECT * FROM format(JSONEachRow, 'a Array(DateTime(''UTC''))', '{"a":["2020-01-02T03:04:05.1Z", "2020-01-02T03:04:05+01:00"]}');
SELECT * FROM format(CSV, 'a DateTime(''UTC'')', '2020-01-02T03:04:05-00:30\n') SETTINGS date_time_input_format = 'basic'; -- { serverError INCORRECT_DATA }
SELECT * FROM format(CSV, 'a DateTime64(2, ''UTC'')', '2020-01-02 03:04:05.129\n') SETTINGS date_time_input_format = 'basic';
SELECT CAST('2020-01-02 03:04:05.9' AS DateTime64(0, 'UTC')), toDateTime64('1960-01-02 03:04:05.999999', 2, 'UTC');
SELECT toDateTime('2020-01-02 03:04:05.5', 'UTC');
