-- Conversions between types, and what cannot be converted.
SELECT CAST(CAST('5','Decimal(76,5)'),'Int64');
SELECT CAST(CAST('-5','Int256'),'UInt8');
SELECT CAST(CAST('5','Int8'),'Decimal(9,2)');
SELECT CAST(CAST('18446744073709551615','UInt64'),'DateTime64(3)');
SELECT CAST(CAST('5','LowCardinality(Nullable(String))'),'UInt8');
SELECT CAST(CAST('2024-01-02','String'),'IPv6'); -- { serverError CANNOT_PARSE_IPV6 }
SELECT CAST(CAST('-128','Int8'),'UInt256');
SELECT CAST(CAST('5','Nullable(Int32)'),'String');
SELECT CAST(CAST('2024-01-02','Date32'),'DateTime');
SELECT CAST(CAST('1.5','Float32'),'UInt64');
SELECT CAST(CAST('a','String'),'Array(UInt8)'); -- { serverError CANNOT_READ_ARRAY_FROM_TEXT }
SELECT CAST(CAST('-5','Int128'),'Nullable(Int32)');
SELECT CAST(CAST('5','Int8'),'Array(String)'); -- { serverError TYPE_MISMATCH }
SELECT CAST(CAST('-128','Int8'),'Float64');
SELECT CAST(CAST('2024-01-02','Date'),'Array(String)'); -- { serverError TYPE_MISMATCH }
SELECT CAST(CAST('-0.5','Float64'),'Int128');
SELECT CAST(CAST('5','Int64'),'LowCardinality(String)');
SELECT CAST(CAST('-5','Int128'),'Int8');
SELECT CAST(CAST('a','String'),'Float64'); -- { serverError CANNOT_PARSE_NUMBER }
SELECT CAST(CAST('9223372036854775807','Int64'),'Float32');
SELECT CAST(CAST('5','FixedString(3)'),'UUID'); -- { serverError CANNOT_PARSE_UUID }
SELECT CAST(CAST('2024-01-02 00:00:00.000','DateTime64(3)'),'Date32');
SELECT CAST(CAST('5','UInt256'),'UInt256');
SELECT CAST(CAST('0','UInt64'),'UInt8');
SELECT CAST(CAST('5','Decimal(38,5)'),'Int64');
SELECT CAST(CAST('-5','Int128'),'UUID'); -- { serverError NOT_IMPLEMENTED }
SELECT CAST(CAST('a','Enum8(\'a\'=5,\'5\'=1)'),'Nullable(Int32)');
SELECT CAST(CAST('-5','Int256'),'String');
SELECT CAST(CAST('::5','IPv6'),'Decimal(9,2)'); -- { serverError CANNOT_CONVERT_TYPE }
SELECT CAST(CAST('0.0.0.5','IPv4'),'IPv6');
SELECT CAST(CAST('1.5','Decimal(9,2)'),'Map(String,UInt8)'); -- { serverError TYPE_MISMATCH }
SELECT CAST(CAST('0.0.0.5','IPv4'),'UInt64');
SELECT CAST(CAST('2024-01-02','String'),'String');
SELECT CAST(CAST('5','UInt256'),'UInt8');
SELECT CAST(CAST('9223372036854775807','Int64'),'IPv4'); -- { serverError NOT_IMPLEMENTED }
SELECT CAST(CAST('2024-01-02 00:00:00.000','DateTime64(3)'),'Bool');
SELECT CAST(CAST('[\'a\']','Array(String)'),'Decimal(9,2)'); -- { serverError CANNOT_CONVERT_TYPE }
SELECT CAST(CAST('5','Float64'),'Float64');
SELECT CAST(CAST('true','Bool'),'UInt64');
SELECT CAST(CAST('2024-01-02','Date32'),'Int64');
SELECT CAST(CAST('5','Float64'),'Float32');
SELECT CAST(CAST('-9223372036854775808','Int64'),'UInt64');
SELECT CAST(CAST('::5','IPv6'),'FixedString(3)'); -- { serverError NOT_IMPLEMENTED }
SELECT CAST(CAST('5','Decimal(9,2)'),'FixedString(3)'); -- { serverError NOT_IMPLEMENTED }
SELECT CAST(CAST('true','Bool'),'Decimal(9,2)');
SELECT CAST(CAST('2024-01-02 00:00:00','DateTime'),'UUID'); -- { serverError NOT_IMPLEMENTED }
SELECT CAST(CAST('0','UInt64'),'Decimal(9,2)');
SELECT CAST(CAST('2024-01-02 00:00:00','DateTime'),'Float32');
SELECT CAST(CAST('5','Nullable(Int32)'),'Int64');
SELECT CAST(CAST('-128','Int8'),'Decimal(38,5)');
SELECT CAST(CAST('5','Decimal(38,5)'),'Map(String,UInt8)'); -- { serverError TYPE_MISMATCH }
SELECT CAST(CAST('2024-01-02 00:00:00','DateTime'),'Array(String)'); -- { serverError TYPE_MISMATCH }
SELECT CAST(CAST('1.5','Decimal(9,2)'),'UInt256');
SELECT CAST(CAST('5','Decimal(9,2)'),'UInt64');
SELECT CAST(CAST('5','Decimal(38,5)'),'Int8');
SELECT CAST(CAST('2024-01-02','Date32'),'Int256');
SELECT CAST(CAST('5','Float64'),'UInt256');
SELECT CAST(CAST('5','LowCardinality(String)'),'UUID'); -- { serverError CANNOT_PARSE_UUID }
SELECT CAST(CAST('0','UInt8'),'Array(UInt8)'); -- { serverError TYPE_MISMATCH }
SELECT CAST(CAST('0.0.0.5','IPv4'),'Decimal(76,5)'); -- { serverError CANNOT_CONVERT_TYPE }
SELECT CAST(CAST('(5,\'a\')','Tuple(UInt8,String)'),'Decimal(38,5)'); -- { serverError CANNOT_CONVERT_TYPE }
SELECT CAST(CAST('1.5','Float32'),'Int64');
SELECT CAST(CAST('2024-01-02','Date'),'Float64');
SELECT CAST(CAST('61f0c404-5cb3-11e7-907b-a6006ad3dba0','UUID'),'Enum8(\'a\'=5,\'5\'=1)'); -- { serverError CANNOT_CONVERT_TYPE }
SELECT CAST(CAST('true','Bool'),'Int128');
SELECT CAST(CAST('2024-01-02','Date32'),'Bool');
SELECT CAST(CAST('2024-01-02','Date32'),'FixedString(3)'); -- { serverError NOT_IMPLEMENTED }
SELECT CAST(CAST('2024-01-02','Date32'),'Map(String,UInt8)'); -- { serverError TYPE_MISMATCH }
SELECT CAST(CAST('-5','Int256'),'Array(UInt8)'); -- { serverError TYPE_MISMATCH }
SELECT CAST(CAST('a','Enum8(\'a\'=5,\'5\'=1)'),'IPv6'); -- { serverError NOT_IMPLEMENTED }
SELECT CAST(CAST('2024-01-02 00:00:00','DateTime'),'Map(String,UInt8)'); -- { serverError TYPE_MISMATCH }
SELECT CAST(CAST('[5]','Array(UInt8)'),'Decimal(76,5)'); -- { serverError CANNOT_CONVERT_TYPE }
SELECT CAST(CAST('-5','Int128'),'IPv4'); -- { serverError NOT_IMPLEMENTED }
SELECT CAST(CAST('1.5','Float64'),'String');
SELECT CAST(CAST('2024-01-02 00:00:00','DateTime'),'IPv6'); -- { serverError NOT_IMPLEMENTED }
SELECT CAST(CAST('0.0.0.5','IPv4'),'FixedString(3)'); -- { serverError NOT_IMPLEMENTED }
SELECT CAST(CAST('1.5','Decimal(9,2)'),'Decimal(9,2)');
SELECT CAST(CAST('18446744073709551615','UInt64'),'Decimal(76,5)');
SELECT CAST(CAST('a','String'),'Date32'); -- { serverError CANNOT_PARSE_DATE }
SELECT CAST(CAST('-5','Int256'),'IPv6'); -- { serverError NOT_IMPLEMENTED }
SELECT CAST(CAST('255','UInt8'),'Map(String,UInt8)'); -- { serverError TYPE_MISMATCH }
SELECT CAST(CAST('1.5','Float64'),'Decimal(38,5)');
SELECT CAST(CAST('5','UInt256'),'LowCardinality(String)');
SELECT CAST(CAST('5','Nullable(Int32)'),'Int8');
SELECT CAST(CAST('a','Enum8(\'a\'=5,\'5\'=1)'),'Int64');
SELECT CAST(CAST('5','Float64'),'Decimal(38,5)');
SELECT CAST(CAST('-0.5','Float64'),'Nullable(Int32)');
SELECT CAST(CAST('5','Float64'),'Decimal(9,2)');
SELECT CAST(CAST('-128','Int8'),'Tuple(UInt8,String)'); -- { serverError TYPE_MISMATCH }
SELECT CAST(CAST('0.0.0.5','IPv4'),'UInt256');
SELECT CAST(CAST('5','Int8'),'IPv4'); -- { serverError NOT_IMPLEMENTED }
SELECT CAST(CAST('-5','Int128'),'Int64');
SELECT CAST(CAST('9223372036854775807','Int64'),'String');
SELECT CAST(CAST('5','Float64'),'Decimal(76,5)');
SELECT CAST(CAST('1.5','Float64'),'Int256');
SELECT CAST(CAST('-128','Int8'),'Date32');
SELECT CAST(CAST('a','String'),'Decimal(38,5)'); -- { serverError CANNOT_PARSE_TEXT }
SELECT CAST(CAST('2024-01-02','Date32'),'LowCardinality(Nullable(String))');
SELECT CAST(CAST('2024-01-02 00:00:00.000','DateTime64(3)'),'Nullable(Int32)');
SELECT CAST(CAST('5','LowCardinality(Nullable(String))'),'Bool'); -- { serverError CANNOT_PARSE_BOOL }
SELECT CAST(CAST('0','UInt64'),'LowCardinality(String)');
SELECT CAST(CAST('5','Nullable(Int32)'),'Float32');
SELECT CAST(CAST('1.5','Float64'),'Nullable(Int32)');
SELECT CAST(CAST('inf','Float64'),'Float64');
SELECT CAST(CAST('2024-01-02 00:00:00.000','DateTime64(3)'),'DateTime64(3)');
SELECT CAST(CAST('0','UInt8'),'Int8');
SELECT CAST(CAST('2024-01-02','Date32'),'LowCardinality(String)');
SELECT CAST(CAST('2024-01-02','String'),'IPv4'); -- { serverError CANNOT_PARSE_IPV4 }
SELECT CAST(CAST('1.5','Decimal(9,2)'),'UInt8');
SELECT CAST(CAST('2024-01-02','String'),'LowCardinality(Nullable(String))');
SELECT CAST(CAST('9223372036854775807','Int64'),'Tuple(UInt8,String)'); -- { serverError TYPE_MISMATCH }
SELECT CAST(CAST('(5,\'a\')','Tuple(UInt8,String)'),'String');
SELECT CAST(CAST('5','Decimal(38,5)'),'FixedString(3)'); -- { serverError NOT_IMPLEMENTED }
SELECT CAST(CAST('-9223372036854775808','Int64'),'DateTime');
SELECT CAST(CAST('5','Decimal(38,5)'),'Int128');
SELECT CAST(CAST('true','Bool'),'LowCardinality(Nullable(String))');
SELECT CAST(CAST('2024-01-02','Date32'),'UInt256');
SELECT CAST(CAST('5','Decimal(38,5)'),'UInt8');
SELECT toInt32(nan); -- { serverError CANNOT_CONVERT_TYPE }
SELECT toInt32(inf); -- { serverError CANNOT_CONVERT_TYPE }
SELECT toInt8OrNull('300'), toInt8OrZero('a'), toUInt8('12a'); -- { serverError CANNOT_PARSE_TEXT }
SELECT toBool(0.5), toBool('yes'), CAST(2 AS Bool);
SELECT toDecimal32(nan,2); -- { serverError DECIMAL_OVERFLOW }
SELECT toDecimal32(1e10,2); -- { serverError DECIMAL_OVERFLOW }
SELECT toDecimal32(1.999,2), toDecimal32(-1.999,2), toDecimal64(0.1+0.2, 17), toDecimal32('1.999', 2);
SELECT toInt32(toDecimal64('1e12', 3)); -- { serverError DECIMAL_OVERFLOW }
SELECT CAST(5 AS Enum8('a'=5)), CAST(5.7 AS Enum8('a'=5)), CAST(toUInt256(5) AS Enum8('a'=5)); -- { serverError CANNOT_CONVERT_TYPE }
SELECT CAST('abc' AS FixedString(2)); -- { serverError TOO_LARGE_STRING_SIZE }
SELECT CAST(toFixedString('abc',3) AS FixedString(5));
SELECT CAST(toFixedString('abc',3) AS FixedString(2)); -- { serverError TOO_LARGE_STRING_SIZE }
SELECT CAST(NULL AS UInt8); -- { serverError CANNOT_CONVERT_TYPE }
SELECT CAST(NULL AS Nullable(UInt8)), CAST(toNullable(5) AS UInt8);
SELECT CAST(materialize(toNullable(5)) AS UInt8), CAST([1,NULL] AS Array(UInt8)); -- { serverError CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN }
SELECT CAST([1,2] AS Array(String)), CAST((1,'2') AS Tuple(String,UInt8)), CAST(map('a',1) AS Map(String,String)), CAST([('a',1)] AS Map(String,UInt64)), CAST((['a'],[1]) AS Map(String,UInt8));
SELECT CAST(map('a',1) AS Array(Tuple(String,UInt8)));
SELECT CAST(tuple(1,2) AS Tuple(UInt8)); -- { serverError TYPE_MISMATCH }
