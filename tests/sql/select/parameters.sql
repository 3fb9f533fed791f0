-- Query parameters: values of all kinds, wrong ones, what their columns are called; totals beside keys that group_by_use_nulls made Nullable.
SET param_d = '2020-01-02', param_dt = '2020-01-02 03:04:05', param_arr = '[1, 2, 3]', param_n = '\\N', param_id = 'number', param_m = '{''a'':1}', param_bad = 'zzz', param_neg = '-1', param_t = '(1, ''a'')', param_f = '1.5', param_e = '', param_dec = '1.23', param_uuid = '61f0c404-5cb3-11e7-907b-a6006ad3dba0', param_b = 'true', param_sp = ' 1', param_trail = '1x', param_big = '300', param_arrs = '[''a'',''b'']', param_lc = 'x', param_en = 'a';
SELECT {d:Date}, {dt:DateTime}, {arr:Array(UInt8)}, {n:Nullable(UInt8)}, {m:Map(String, UInt8)}, {t:Tuple(UInt8, String)}, {f:Float64}, {dec:Decimal(9, 2)}, {uuid:UUID}, {b:Bool}, {arrs:Array(String)}, {lc:LowCardinality(String)}, {en:Enum8('a' = 1)};
SELECT {id:Identifier} FROM numbers(2);
SELECT {bad:Date}; -- { serverError CANNOT_PARSE_DATE }
SELECT {bad:DateTime}; -- { serverError CANNOT_PARSE_DATETIME }
SELECT {bad:DateTime64(3)}; -- { serverError CANNOT_PARSE_DATETIME }
SELECT {bad:Date32}; -- { serverError CANNOT_PARSE_DATE }
SELECT {bad:Array(UInt8)}; -- { serverError CANNOT_READ_ARRAY_FROM_TEXT }
SELECT {bad:Array(String)}; -- { serverError CANNOT_READ_ARRAY_FROM_TEXT }
SELECT {bad:Nullable(UInt8)}; -- { serverError BAD_QUERY_PARAMETER }
SELECT {bad:UInt8}; -- { serverError BAD_QUERY_PARAMETER }
SELECT {bad:Int64}; -- { serverError BAD_QUERY_PARAMETER }
SELECT {bad:Float64}; -- { serverError CANNOT_PARSE_NUMBER }
SELECT {bad:Decimal(9, 2)}; -- { serverError BAD_QUERY_PARAMETER }
SELECT {bad:UUID}; -- { serverError CANNOT_PARSE_UUID }
SELECT {bad:IPv4}; -- { serverError 675 }
SELECT {bad:Bool}; -- { serverError CANNOT_PARSE_BOOL }
SELECT {bad:Map(String, UInt8)}; -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
SELECT {bad:Tuple(UInt8, String)}; -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
SELECT {bad:Enum8('a' = 1)}; -- { serverError UNKNOWN_ELEMENT_OF_ENUM }
SELECT {bad:String};
SELECT {bad:FixedString(2)}; -- { serverError TOO_LARGE_STRING_SIZE }
SELECT {bad:Identifier} FROM numbers(1); -- { serverError UNKNOWN_IDENTIFIER }
SELECT {neg:UInt8}; -- { serverError BAD_QUERY_PARAMETER }
SELECT {sp:UInt8}; -- { serverError BAD_QUERY_PARAMETER }
SELECT {trail:UInt8}; -- { serverError BAD_QUERY_PARAMETER }
SELECT {big:UInt8};
SELECT {e:UInt8}; -- { serverError ATTEMPT_TO_READ_AFTER_EOF }
SELECT {e:String};
SELECT {e:Date}; -- { serverError CANNOT_PARSE_DATE }
SELECT {e:Array(UInt8)}; -- { serverError CANNOT_READ_ARRAY_FROM_TEXT }
SELECT {e:Nullable(UInt8)}; -- { serverError ATTEMPT_TO_READ_AFTER_EOF }
SELECT {n:UInt8}; -- { serverError BAD_QUERY_PARAMETER }
SELECT {n:String};
SELECT {n:Nullable(String)};
SELECT {d:DateTime};
SELECT {dt:Date}; -- { serverError BAD_QUERY_PARAMETER }
SELECT {f:UInt8}; -- { serverError BAD_QUERY_PARAMETER }
SELECT {missing:UInt8}; -- { serverError UNKNOWN_QUERY_PARAMETER }
SELECT {missing:Identifier}; -- { serverError UNKNOWN_QUERY_PARAMETER }
SELECT * FROM {missing:Identifier}; -- { serverError UNKNOWN_QUERY_PARAMETER }
SELECT * FROM {bad:Identifier}; -- { serverError UNKNOWN_TABLE }
SELECT {d:Nonsense}; -- { serverError UNKNOWN_TYPE }
SELECT {d}; -- { serverError SYNTAX_ERROR }
SELECT {d:}; -- { serverError SYNTAX_ERROR }
SELECT {:Date}; -- { serverError SYNTAX_ERROR }
SELECT {n:Nullable(Nothing)};
SELECT number FROM numbers(3) LIMIT {big:UInt8};
SELECT number FROM numbers(3) LIMIT {f:Float64}; -- { serverError INVALID_LIMIT_EXPRESSION }
SELECT number FROM numbers({bad:UInt64}); -- { serverError BAD_QUERY_PARAMETER }
SELECT count() FROM numbers(5) WHERE number IN {arr:Array(UInt64)};
SELECT {arr:Array(UInt8)}[1], {t:Tuple(UInt8, String)}.2, {m:Map(String, UInt8)}['a']; -- { serverError SYNTAX_ERROR }
SELECT toTypeName({arr:Array(UInt8)}), toTypeName({lc:LowCardinality(String)}), toTypeName({n:Nullable(UInt8)}), toTypeName({dec:Decimal(9, 2)});
SELECT {d:Date} AS x, x + 1;
SELECT {d:Date}, {d:String} FORMAT TSVWithNames;
SELECT 1 AS {id:Identifier};
SELECT sum({id:Identifier}) FROM numbers(3);
SELECT {dt:DateTime('Europe/Berlin')}, {dt:DateTime64(3, 'UTC')};
SET param_s1 = 'a\\tb', param_s2 = 'it\'s', param_s3 = 'a\tb';
SELECT {s1:String}, length({s1:String}), {s2:String}, {s3:String}; -- { serverError BAD_QUERY_PARAMETER }
SELECT {s1:Array(String)}; -- { serverError CANNOT_READ_ARRAY_FROM_TEXT }
SET param_big2 = '99999999999999999999', param_i256 = '-123456789012345678901234567890', param_dt64 = '2020-01-02 03:04:05.678', param_ts = '1577934245', param_iv = '5';
SELECT {big2:UInt64}, {big2:UInt128}, {i256:Int256}, {dt64:DateTime64(3, 'UTC')}, {ts:DateTime('UTC')}, {dt64:String};
SELECT {big2:Int64};
SELECT {iv:Interval}; -- { serverError UNKNOWN_TYPE }
SELECT {iv:IntervalDay};
SELECT {i256:Decimal(76, 10)};
SELECT {f:Decimal(9, 0)};
SET param_d = '2020-01-02', param_dt = '2020-01-02 03:04:05', param_arr = '[1, 2, 3]', param_n = '\\N', param_id = 'number', param_m = '{''a'':1}', param_t = '(1, ''a'')', param_f = '1.5', param_dec = '1.23', param_uuid = '61f0c404-5cb3-11e7-907b-a6006ad3dba0', param_b = 'true', param_arrs = '[''a'',''b'']', param_lc = 'x', param_en = 'a', param_u = '5', param_i = '-5', param_s = 'it''s', param_ip = '1.2.3.4';
SELECT {d:Date}, {dt:DateTime}, {arr:Array(UInt8)}, {n:Nullable(UInt8)}, {m:Map(String, UInt8)}, {t:Tuple(UInt8, String)}, {f:Float64}, {dec:Decimal(9, 2)}, {uuid:UUID}, {b:Bool}, {arrs:Array(String)}, {lc:LowCardinality(String)}, {en:Enum8('a' = 1)}, {u:UInt8}, {u:UInt64}, {i:Int8}, {i:Int64}, {s:String}, {ip:IPv4}, {u:Nullable(UInt8)}, {s:Nullable(String)}, {f:Float32}, {s:FixedString(4)}, {dt:DateTime64(3)} FORMAT CSVWithNames;
SELECT {u:UInt8} + 1, plus({u:UInt64}, 1), concat({s:String}, 'a'), {arr:Array(UInt8)}[1] FORMAT CSVWithNames;
SET param_dt = '2020-01-02 03:04:05.123', param_d = '2020-01-02', param_e = 'a', param_arr = '[''2020-01-02'']', param_m = '{''a'':''2020-01-02''}', param_f='1e100', param_f2='3', param_i='-123456789012345678901234567890', param_u='123456789012345678901234567890', param_ip='::1', param_dec='-1.20', param_t='1577934245', param_nan='nan', param_aa='[[1],[]]', param_tt='(1,NULL)', param_en='[''a'']', param_b='0', param_ab='[true,false]', param_ad='[1.5,2]', param_afs='[''ab'']', param_iv='5', param_neg='-1.5';
SELECT {dt:DateTime64(3, 'UTC')}, {d:Date32}, {arr:Array(Date)} FORMAT CSVWithNames;
SELECT {arr:Array(DateTime64(2))} FORMAT CSVWithNames;
SELECT {m:Map(String, Date)}, {f:Float64}, {f2:Float64}, {neg:Float32}, {i:Int128}, {u:UInt256} FORMAT CSVWithNames;
SELECT {ip:IPv6}, {dec:Decimal(9, 2)}, {dec:Decimal(38, 3)}, {t:DateTime('UTC')}, {nan:Float64}, {aa:Array(Array(UInt8))}, {tt:Tuple(UInt8, Nullable(String))} FORMAT CSVWithNames;
SELECT {en:Array(Enum8('a' = 1))}, {b:Bool}, {ab:Array(Bool)}, {ad:Array(Decimal(9, 2))}, {afs:Array(FixedString(2))}, {tt:Tuple(a UInt8, b Nullable(String))} FORMAT CSVWithNames;
SELECT {d:Nullable(Date)}, {e:LowCardinality(Nullable(String))}, {iv:IntervalDay} FORMAT CSVWithNames;
SELECT number % 2 AS a, number % 3 AS b, count() FROM numbers(6) GROUP BY ROLLUP(a, b) WITH TOTALS ORDER BY ALL SETTINGS group_by_use_nulls = 1;
SELECT number % 2 AS a, number % 3 AS b, count() FROM numbers(6) GROUP BY CUBE(a, b) WITH TOTALS ORDER BY ALL SETTINGS group_by_use_nulls = 1;
SELECT number % 2 AS a, number % 3 AS b, count() FROM numbers(6) GROUP BY a, b WITH ROLLUP WITH TOTALS ORDER BY ALL SETTINGS group_by_use_nulls = 1;
SELECT number % 2 AS a, toString(number % 3) AS b, count() FROM numbers(6) GROUP BY a, b WITH CUBE WITH TOTALS ORDER BY ALL SETTINGS group_by_use_nulls = 1;
SELECT number % 2 AS a, toString(number % 3) AS b, count(), toTypeName(a), toTypeName(b) FROM numbers(6) GROUP BY a, b WITH ROLLUP WITH TOTALS ORDER BY ALL SETTINGS group_by_use_nulls = 1;
SELECT number % 2 AS a, a + 1, count() FROM numbers(6) GROUP BY ROLLUP(a) WITH TOTALS ORDER BY ALL SETTINGS group_by_use_nulls = 1;
SELECT number % 2 AS a, count() FROM numbers(6) GROUP BY a WITH TOTALS ORDER BY ALL SETTINGS group_by_use_nulls = 1;
SELECT number % 2 AS a, toTypeName(a), count() FROM numbers(6) GROUP BY a WITH TOTALS ORDER BY ALL SETTINGS group_by_use_nulls = 1;
SELECT number % 2 AS a, count() FROM numbers(6) GROUP BY GROUPING SETS ((a), ()) ORDER BY ALL SETTINGS group_by_use_nulls = 1;
SELECT number % 2 AS a, count() FROM numbers(6) GROUP BY GROUPING SETS ((a), ()) WITH TOTALS ORDER BY ALL SETTINGS group_by_use_nulls = 1; -- { serverError NOT_IMPLEMENTED }
SELECT toNullable(number % 2) AS a, count() FROM numbers(6) GROUP BY ROLLUP(a) WITH TOTALS ORDER BY ALL SETTINGS group_by_use_nulls = 1;
SELECT toLowCardinality(toString(number % 2)) AS a, count(), toTypeName(a) FROM numbers(6) GROUP BY ROLLUP(a) WITH TOTALS ORDER BY ALL SETTINGS group_by_use_nulls = 1;
SELECT [number % 2] AS a, count(), toTypeName(a) FROM numbers(6) GROUP BY ROLLUP(a) WITH TOTALS ORDER BY ALL SETTINGS group_by_use_nulls = 1;
SELECT number % 2 AS a, grouping(a), count() FROM numbers(6) GROUP BY ROLLUP(a) WITH TOTALS ORDER BY ALL SETTINGS group_by_use_nulls = 1;
SELECT number % 2 AS a, count() FROM numbers(6) GROUP BY ROLLUP(a) WITH TOTALS HAVING a = 1 ORDER BY ALL SETTINGS group_by_use_nulls = 1; -- { serverError NOT_IMPLEMENTED }
SELECT number % 2 AS a, count() FROM numbers(6) WHERE 0 GROUP BY ROLLUP(a) WITH TOTALS ORDER BY ALL SETTINGS group_by_use_nulls = 1;
