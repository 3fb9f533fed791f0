-- Comparisons of values of different types.
SELECT materialize(CAST('61f0c404-5cb3-11e7-907b-a6006ad3dba0','UUID')) = materialize(CAST('0','UInt64')), materialize(CAST('61f0c404-5cb3-11e7-907b-a6006ad3dba0','UUID')) < materialize(CAST('0','UInt64')); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT CAST('5','Float64') = CAST('61f0c404-5cb3-11e7-907b-a6006ad3dba0','UUID'), CAST('5','Float64') < CAST('61f0c404-5cb3-11e7-907b-a6006ad3dba0','UUID'), CAST('5','Float64') >= CAST('61f0c404-5cb3-11e7-907b-a6006ad3dba0','UUID'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT CAST('(5,\'a\')','Tuple(UInt8,String)') = CAST('-128','Int8'), CAST('(5,\'a\')','Tuple(UInt8,String)') < CAST('-128','Int8'), CAST('(5,\'a\')','Tuple(UInt8,String)') >= CAST('-128','Int8'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT CAST('1.5','Float32') = CAST('(5,\'a\')','Tuple(UInt8,String)'), CAST('1.5','Float32') < CAST('(5,\'a\')','Tuple(UInt8,String)'), CAST('1.5','Float32') >= CAST('(5,\'a\')','Tuple(UInt8,String)'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT materialize(CAST('5','Nullable(Int32)')) = materialize(CAST('5','FixedString(3)')), materialize(CAST('5','Nullable(Int32)')) < materialize(CAST('5','FixedString(3)')); -- { serverError NO_COMMON_TYPE }
SELECT CAST('true','Bool') = CAST('5','Decimal(38,5)'), CAST('true','Bool') < CAST('5','Decimal(38,5)'), CAST('true','Bool') >= CAST('5','Decimal(38,5)');
SELECT CAST('[\'a\']','Array(String)') = CAST('5','Nullable(Int32)'), CAST('[\'a\']','Array(String)') < CAST('5','Nullable(Int32)'), CAST('[\'a\']','Array(String)') >= CAST('5','Nullable(Int32)'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT CAST('0.0.0.5','IPv4') = CAST('2024-01-02','Date32'), CAST('0.0.0.5','IPv4') < CAST('2024-01-02','Date32'), CAST('0.0.0.5','IPv4') >= CAST('2024-01-02','Date32'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT CAST('255','UInt8') = CAST('5','Decimal(9,2)'), CAST('255','UInt8') < CAST('5','Decimal(9,2)'), CAST('255','UInt8') >= CAST('5','Decimal(9,2)');
SELECT materialize(CAST('2024-01-02','Date32')) = materialize(CAST('5','UInt256')), materialize(CAST('2024-01-02','Date32')) < materialize(CAST('5','UInt256')); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT CAST('5','LowCardinality(String)') = CAST('61f0c404-5cb3-11e7-907b-a6006ad3dba0','UUID'), CAST('5','LowCardinality(String)') < CAST('61f0c404-5cb3-11e7-907b-a6006ad3dba0','UUID'), CAST('5','LowCardinality(String)') >= CAST('61f0c404-5cb3-11e7-907b-a6006ad3dba0','UUID'); -- { serverError CANNOT_PARSE_UUID }
SELECT CAST('5','Float64') = CAST('5','Decimal(9,2)'), CAST('5','Float64') < CAST('5','Decimal(9,2)'), CAST('5','Float64') >= CAST('5','Decimal(9,2)');
SELECT CAST('-128','Int8') = CAST('2024-01-02 00:00:00','DateTime'), CAST('-128','Int8') < CAST('2024-01-02 00:00:00','DateTime'), CAST('-128','Int8') >= CAST('2024-01-02 00:00:00','DateTime');
SELECT CAST('9223372036854775807','Int64') = CAST('true','Bool'), CAST('9223372036854775807','Int64') < CAST('true','Bool'), CAST('9223372036854775807','Int64') >= CAST('true','Bool');
SELECT materialize(CAST('18446744073709551615','UInt64')) = materialize(CAST('5','String')), materialize(CAST('18446744073709551615','UInt64')) < materialize(CAST('5','String')); -- { serverError NO_COMMON_TYPE }
SELECT CAST('5','Decimal(9,2)') = CAST('2024-01-02','Date32'), CAST('5','Decimal(9,2)') < CAST('2024-01-02','Date32'), CAST('5','Decimal(9,2)') >= CAST('2024-01-02','Date32'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT materialize(CAST('2024-01-02','Date32')) = materialize(CAST('1.5','Float32')), materialize(CAST('2024-01-02','Date32')) < materialize(CAST('1.5','Float32')); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT materialize(CAST('5','Float64')) = materialize(CAST('5','Float64')), materialize(CAST('5','Float64')) < materialize(CAST('5','Float64'));
SELECT materialize(CAST('1.5','Decimal(9,2)')) = materialize(CAST('0','UInt8')), materialize(CAST('1.5','Decimal(9,2)')) < materialize(CAST('0','UInt8'));
SELECT materialize(CAST('2024-01-02','String')) = materialize(CAST('-9223372036854775808','Int64')), materialize(CAST('2024-01-02','String')) < materialize(CAST('-9223372036854775808','Int64')); -- { serverError NO_COMMON_TYPE }
SELECT materialize(CAST('18446744073709551615','UInt64')) = materialize(CAST('5','Int8')), materialize(CAST('18446744073709551615','UInt64')) < materialize(CAST('5','Int8'));
SELECT CAST('a','String') = CAST('2024-01-02','String'), CAST('a','String') < CAST('2024-01-02','String'), CAST('a','String') >= CAST('2024-01-02','String');
SELECT materialize(CAST('5','Float64')) = materialize(CAST('5','Decimal(9,2)')), materialize(CAST('5','Float64')) < materialize(CAST('5','Decimal(9,2)'));
SELECT materialize(CAST('0','UInt8')) = materialize(CAST('5','String')), materialize(CAST('0','UInt8')) < materialize(CAST('5','String')); -- { serverError NO_COMMON_TYPE }
SELECT CAST('[\'a\']','Array(String)') = CAST('5','Decimal(76,5)'), CAST('[\'a\']','Array(String)') < CAST('5','Decimal(76,5)'), CAST('[\'a\']','Array(String)') >= CAST('5','Decimal(76,5)'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT materialize(CAST('5','UInt256')) = materialize(CAST('::5','IPv6')), materialize(CAST('5','UInt256')) < materialize(CAST('::5','IPv6')); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT materialize(CAST('5','Decimal(38,5)')) = materialize(CAST('nan','Float64')), materialize(CAST('5','Decimal(38,5)')) < materialize(CAST('nan','Float64'));
SELECT CAST('1.5','Float64') = CAST('5','Nullable(Int32)'), CAST('1.5','Float64') < CAST('5','Nullable(Int32)'), CAST('1.5','Float64') >= CAST('5','Nullable(Int32)');
SELECT materialize(CAST('-5','Int128')) = materialize(CAST('5','Int8')), materialize(CAST('-5','Int128')) < materialize(CAST('5','Int8'));
SELECT CAST('5','LowCardinality(String)') = CAST('5','UInt256'), CAST('5','LowCardinality(String)') < CAST('5','UInt256'), CAST('5','LowCardinality(String)') >= CAST('5','UInt256');
SELECT materialize(CAST('1.5','Decimal(9,2)')) = materialize(CAST('5','Decimal(9,2)')), materialize(CAST('1.5','Decimal(9,2)')) < materialize(CAST('5','Decimal(9,2)'));
SELECT materialize(CAST('9223372036854775807','Int64')) = materialize(CAST('5','Nullable(Int32)')), materialize(CAST('9223372036854775807','Int64')) < materialize(CAST('5','Nullable(Int32)'));
SELECT CAST('5','LowCardinality(String)') = CAST('-128','Int8'), CAST('5','LowCardinality(String)') < CAST('-128','Int8'), CAST('5','LowCardinality(String)') >= CAST('-128','Int8');
SELECT materialize(CAST('5','Nullable(Int32)')) = materialize(CAST('::5','IPv6')), materialize(CAST('5','Nullable(Int32)')) < materialize(CAST('::5','IPv6')); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT CAST('5','Int8') = CAST('2024-01-02 00:00:00','DateTime'), CAST('5','Int8') < CAST('2024-01-02 00:00:00','DateTime'), CAST('5','Int8') >= CAST('2024-01-02 00:00:00','DateTime');
SELECT CAST('-9223372036854775808','Int64') = CAST('5','LowCardinality(String)'), CAST('-9223372036854775808','Int64') < CAST('5','LowCardinality(String)'), CAST('-9223372036854775808','Int64') >= CAST('5','LowCardinality(String)');
SELECT materialize(CAST('a','Enum8(\'a\'=5,\'5\'=1)')) = materialize(CAST('[5]','Array(UInt8)')), materialize(CAST('a','Enum8(\'a\'=5,\'5\'=1)')) < materialize(CAST('[5]','Array(UInt8)')); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT materialize(CAST('a','Enum8(\'a\'=5,\'5\'=1)')) = materialize(CAST('true','Bool')), materialize(CAST('a','Enum8(\'a\'=5,\'5\'=1)')) < materialize(CAST('true','Bool'));
SELECT CAST('2024-01-02','Date') = CAST('-5','Int128'), CAST('2024-01-02','Date') < CAST('-5','Int128'), CAST('2024-01-02','Date') >= CAST('-5','Int128'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT CAST('-9223372036854775808','Int64') = CAST('1.5','Float64'), CAST('-9223372036854775808','Int64') < CAST('1.5','Float64'), CAST('-9223372036854775808','Int64') >= CAST('1.5','Float64');
SELECT materialize(CAST('-9223372036854775808','Int64')) = materialize(CAST('2024-01-02 00:00:00','DateTime')), materialize(CAST('-9223372036854775808','Int64')) < materialize(CAST('2024-01-02 00:00:00','DateTime'));
SELECT materialize(CAST('0','UInt8')) = materialize(CAST('5','Int8')), materialize(CAST('0','UInt8')) < materialize(CAST('5','Int8'));
SELECT materialize(CAST('0','UInt8')) = materialize(CAST('5','UInt256')), materialize(CAST('0','UInt8')) < materialize(CAST('5','UInt256'));
SELECT CAST('5','LowCardinality(String)') = CAST('5','String'), CAST('5','LowCardinality(String)') < CAST('5','String'), CAST('5','LowCardinality(String)') >= CAST('5','String');
SELECT CAST('5','UInt256') = CAST('61f0c404-5cb3-11e7-907b-a6006ad3dba0','UUID'), CAST('5','UInt256') < CAST('61f0c404-5cb3-11e7-907b-a6006ad3dba0','UUID'), CAST('5','UInt256') >= CAST('61f0c404-5cb3-11e7-907b-a6006ad3dba0','UUID'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT materialize(CAST('5','Int64')) = materialize(CAST('-5','Int256')), materialize(CAST('5','Int64')) < materialize(CAST('-5','Int256'));
SELECT materialize(CAST('5','Int64')) = materialize(CAST('5','Float64')), materialize(CAST('5','Int64')) < materialize(CAST('5','Float64'));
SELECT CAST('-0.5','Float64') = CAST('5','Decimal(9,2)'), CAST('-0.5','Float64') < CAST('5','Decimal(9,2)'), CAST('-0.5','Float64') >= CAST('5','Decimal(9,2)');
SELECT CAST('nan','Float64') = CAST('2024-01-02','String'), CAST('nan','Float64') < CAST('2024-01-02','String'), CAST('nan','Float64') >= CAST('2024-01-02','String'); -- { serverError TYPE_MISMATCH }
SELECT CAST('-5','Int128') = CAST('5','LowCardinality(String)'), CAST('-5','Int128') < CAST('5','LowCardinality(String)'), CAST('-5','Int128') >= CAST('5','LowCardinality(String)');
SELECT CAST('5','String') = CAST('5','LowCardinality(String)'), CAST('5','String') < CAST('5','LowCardinality(String)'), CAST('5','String') >= CAST('5','LowCardinality(String)');
SELECT CAST('::5','IPv6') = CAST('[5]','Array(UInt8)'), CAST('::5','IPv6') < CAST('[5]','Array(UInt8)'), CAST('::5','IPv6') >= CAST('[5]','Array(UInt8)'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT CAST('61f0c404-5cb3-11e7-907b-a6006ad3dba0','UUID') = CAST('5','UInt256'), CAST('61f0c404-5cb3-11e7-907b-a6006ad3dba0','UUID') < CAST('5','UInt256'), CAST('61f0c404-5cb3-11e7-907b-a6006ad3dba0','UUID') >= CAST('5','UInt256'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT CAST('5','UInt256') = CAST('-5','Int128'), CAST('5','UInt256') < CAST('-5','Int128'), CAST('5','UInt256') >= CAST('-5','Int128');
SELECT CAST('-5','Int128') = CAST('5','Int8'), CAST('-5','Int128') < CAST('5','Int8'), CAST('-5','Int128') >= CAST('5','Int8');
SELECT CAST('-5','Int128') = CAST('true','Bool'), CAST('-5','Int128') < CAST('true','Bool'), CAST('-5','Int128') >= CAST('true','Bool');
SELECT materialize(CAST('-0.5','Float64')) = materialize(CAST('(5,\'a\')','Tuple(UInt8,String)')), materialize(CAST('-0.5','Float64')) < materialize(CAST('(5,\'a\')','Tuple(UInt8,String)')); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT CAST('255','UInt8') = CAST('5','Int8'), CAST('255','UInt8') < CAST('5','Int8'), CAST('255','UInt8') >= CAST('5','Int8');
SELECT materialize(CAST('5','Decimal(9,2)')) = materialize(CAST('255','UInt8')), materialize(CAST('5','Decimal(9,2)')) < materialize(CAST('255','UInt8'));
SELECT CAST('9223372036854775807','Int64') = CAST('-5','Int256'), CAST('9223372036854775807','Int64') < CAST('-5','Int256'), CAST('9223372036854775807','Int64') >= CAST('-5','Int256');
SELECT CAST('1.5','Float64') = CAST('9223372036854775807','Int64'), CAST('1.5','Float64') < CAST('9223372036854775807','Int64'), CAST('1.5','Float64') >= CAST('9223372036854775807','Int64');
SELECT CAST('5','Int8') = CAST('5','UInt256'), CAST('5','Int8') < CAST('5','UInt256'), CAST('5','Int8') >= CAST('5','UInt256');
SELECT materialize(CAST('inf','Float64')) = materialize(CAST('2024-01-02','Date32')), materialize(CAST('inf','Float64')) < materialize(CAST('2024-01-02','Date32')); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT CAST('nan','Float64') = CAST('-128','Int8'), CAST('nan','Float64') < CAST('-128','Int8'), CAST('nan','Float64') >= CAST('-128','Int8');
SELECT CAST('5','LowCardinality(Nullable(String))') = CAST('true','Bool'), CAST('5','LowCardinality(Nullable(String))') < CAST('true','Bool'), CAST('5','LowCardinality(Nullable(String))') >= CAST('true','Bool'); -- { serverError CANNOT_PARSE_BOOL }
SELECT CAST('a','Enum8(\'a\'=5,\'5\'=1)') = CAST('18446744073709551615','UInt64'), CAST('a','Enum8(\'a\'=5,\'5\'=1)') < CAST('18446744073709551615','UInt64'), CAST('a','Enum8(\'a\'=5,\'5\'=1)') >= CAST('18446744073709551615','UInt64');
SELECT CAST('5','FixedString(3)') = CAST('-5','Int256'), CAST('5','FixedString(3)') < CAST('-5','Int256'), CAST('5','FixedString(3)') >= CAST('-5','Int256'); -- { serverError TYPE_MISMATCH }
SELECT materialize(CAST('0','UInt8')) = materialize(CAST('-9223372036854775808','Int64')), materialize(CAST('0','UInt8')) < materialize(CAST('-9223372036854775808','Int64'));
SELECT materialize(CAST('5','FixedString(3)')) = materialize(CAST('61f0c404-5cb3-11e7-907b-a6006ad3dba0','UUID')), materialize(CAST('5','FixedString(3)')) < materialize(CAST('61f0c404-5cb3-11e7-907b-a6006ad3dba0','UUID')); -- { serverError NO_COMMON_TYPE }
SELECT CAST('[5]','Array(UInt8)') = CAST('-0.5','Float64'), CAST('[5]','Array(UInt8)') < CAST('-0.5','Float64'), CAST('[5]','Array(UInt8)') >= CAST('-0.5','Float64'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT CAST('inf','Float64') = CAST('[\'a\']','Array(String)'), CAST('inf','Float64') < CAST('[\'a\']','Array(String)'), CAST('inf','Float64') >= CAST('[\'a\']','Array(String)'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT CAST('5','Int8') = CAST('5','Float64'), CAST('5','Int8') < CAST('5','Float64'), CAST('5','Int8') >= CAST('5','Float64');
SELECT materialize(CAST('nan','Float64')) = materialize(CAST('1.5','Decimal(9,2)')), materialize(CAST('nan','Float64')) < materialize(CAST('1.5','Decimal(9,2)'));
SELECT materialize(CAST('1.5','Float32')) = materialize(CAST('a','Enum8(\'a\'=5,\'5\'=1)')), materialize(CAST('1.5','Float32')) < materialize(CAST('a','Enum8(\'a\'=5,\'5\'=1)'));
SELECT CAST('5','LowCardinality(Nullable(String))') = CAST('[\'a\']','Array(String)'), CAST('5','LowCardinality(Nullable(String))') < CAST('[\'a\']','Array(String)'), CAST('5','LowCardinality(Nullable(String))') >= CAST('[\'a\']','Array(String)'); -- { serverError CANNOT_READ_ARRAY_FROM_TEXT }
SELECT materialize(CAST('nan','Float64')) = materialize(CAST('-5','Int256')), materialize(CAST('nan','Float64')) < materialize(CAST('-5','Int256'));
SELECT materialize(CAST('2024-01-02 00:00:00','DateTime')) = materialize(CAST('0','UInt8')), materialize(CAST('2024-01-02 00:00:00','DateTime')) < materialize(CAST('0','UInt8'));
SELECT CAST('true','Bool') = CAST('0.0.0.5','IPv4'), CAST('true','Bool') < CAST('0.0.0.5','IPv4'), CAST('true','Bool') >= CAST('0.0.0.5','IPv4');
SELECT materialize(CAST('nan','Float64')) = materialize(CAST('61f0c404-5cb3-11e7-907b-a6006ad3dba0','UUID')), materialize(CAST('nan','Float64')) < materialize(CAST('61f0c404-5cb3-11e7-907b-a6006ad3dba0','UUID')); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT CAST('-5','Int128') = CAST('-5','Int128'), CAST('-5','Int128') < CAST('-5','Int128'), CAST('-5','Int128') >= CAST('-5','Int128');
SELECT materialize(CAST('2024-01-02 00:00:00','DateTime')) = materialize(CAST('255','UInt8')), materialize(CAST('2024-01-02 00:00:00','DateTime')) < materialize(CAST('255','UInt8'));
SELECT materialize(CAST('2024-01-02','Date32')) = materialize(CAST('2024-01-02 00:00:00','DateTime')), materialize(CAST('2024-01-02','Date32')) < materialize(CAST('2024-01-02 00:00:00','DateTime'));
SELECT CAST('[5]','Array(UInt8)') = CAST('5','Int64'), CAST('[5]','Array(UInt8)') < CAST('5','Int64'), CAST('[5]','Array(UInt8)') >= CAST('5','Int64'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT materialize(CAST('-128','Int8')) = materialize(CAST('true','Bool')), materialize(CAST('-128','Int8')) < materialize(CAST('true','Bool'));
SELECT materialize(CAST('255','UInt8')) = materialize(CAST('18446744073709551615','UInt64')), materialize(CAST('255','UInt8')) < materialize(CAST('18446744073709551615','UInt64'));
SELECT materialize(CAST('(5,\'a\')','Tuple(UInt8,String)')) = materialize(CAST('5','Decimal(9,2)')), materialize(CAST('(5,\'a\')','Tuple(UInt8,String)')) < materialize(CAST('5','Decimal(9,2)')); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT CAST('1.5','Float32') = CAST('[5]','Array(UInt8)'), CAST('1.5','Float32') < CAST('[5]','Array(UInt8)'), CAST('1.5','Float32') >= CAST('[5]','Array(UInt8)'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT materialize(CAST('5','Decimal(38,5)')) = materialize(CAST('9223372036854775807','Int64')), materialize(CAST('5','Decimal(38,5)')) < materialize(CAST('9223372036854775807','Int64'));
SELECT CAST('0','UInt8') = CAST('(5,\'a\')','Tuple(UInt8,String)'), CAST('0','UInt8') < CAST('(5,\'a\')','Tuple(UInt8,String)'), CAST('0','UInt8') >= CAST('(5,\'a\')','Tuple(UInt8,String)'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT CAST('2024-01-02','String') = CAST('1.5','Float32'), CAST('2024-01-02','String') < CAST('1.5','Float32'), CAST('2024-01-02','String') >= CAST('1.5','Float32'); -- { serverError TYPE_MISMATCH }
SELECT CAST('5','Nullable(Int32)') = CAST('-0.5','Float64'), CAST('5','Nullable(Int32)') < CAST('-0.5','Float64'), CAST('5','Nullable(Int32)') >= CAST('-0.5','Float64');
SELECT materialize(CAST('5','Decimal(38,5)')) = materialize(CAST('(5,\'a\')','Tuple(UInt8,String)')), materialize(CAST('5','Decimal(38,5)')) < materialize(CAST('(5,\'a\')','Tuple(UInt8,String)')); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT materialize(CAST('a','String')) = materialize(CAST('[\'a\']','Array(String)')), materialize(CAST('a','String')) < materialize(CAST('[\'a\']','Array(String)')); -- { serverError NO_COMMON_TYPE }
SELECT materialize(CAST('0','UInt8')) = materialize(CAST('5','Decimal(9,2)')), materialize(CAST('0','UInt8')) < materialize(CAST('5','Decimal(9,2)'));
SELECT CAST('2024-01-02','Date') = CAST('2024-01-02 00:00:00.000','DateTime64(3)'), CAST('2024-01-02','Date') < CAST('2024-01-02 00:00:00.000','DateTime64(3)'), CAST('2024-01-02','Date') >= CAST('2024-01-02 00:00:00.000','DateTime64(3)');
SELECT materialize(CAST('-128','Int8')) = materialize(CAST('1.5','Float64')), materialize(CAST('-128','Int8')) < materialize(CAST('1.5','Float64'));
SELECT materialize(CAST('-5','Int128')) = materialize(CAST('255','UInt8')), materialize(CAST('-5','Int128')) < materialize(CAST('255','UInt8'));
SELECT CAST('61f0c404-5cb3-11e7-907b-a6006ad3dba0','UUID') = CAST('-9223372036854775808','Int64'), CAST('61f0c404-5cb3-11e7-907b-a6006ad3dba0','UUID') < CAST('-9223372036854775808','Int64'), CAST('61f0c404-5cb3-11e7-907b-a6006ad3dba0','UUID') >= CAST('-9223372036854775808','Int64'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT CAST('-5','Int128') = CAST('::5','IPv6'), CAST('-5','Int128') < CAST('::5','IPv6'), CAST('-5','Int128') >= CAST('::5','IPv6'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT materialize(CAST('18446744073709551615','UInt64')) = materialize(CAST('5','LowCardinality(String)')), materialize(CAST('18446744073709551615','UInt64')) < materialize(CAST('5','LowCardinality(String)')); -- { serverError NO_COMMON_TYPE }
SELECT materialize(CAST('(5,\'a\')','Tuple(UInt8,String)')) = materialize(CAST('a','Enum8(\'a\'=5,\'5\'=1)')), materialize(CAST('(5,\'a\')','Tuple(UInt8,String)')) < materialize(CAST('a','Enum8(\'a\'=5,\'5\'=1)')); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT materialize(CAST('5','Float64')) = materialize(CAST('-5','Int256')), materialize(CAST('5','Float64')) < materialize(CAST('-5','Int256'));
SELECT CAST('5','LowCardinality(Nullable(String))') = CAST('5','LowCardinality(String)'), CAST('5','LowCardinality(Nullable(String))') < CAST('5','LowCardinality(String)'), CAST('5','LowCardinality(Nullable(String))') >= CAST('5','LowCardinality(String)');
SELECT materialize(CAST('2024-01-02','Date32')) = materialize(CAST('5','Int8')), materialize(CAST('2024-01-02','Date32')) < materialize(CAST('5','Int8')); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT CAST('1.5','Float32') = CAST('5','Int64'), CAST('1.5','Float32') < CAST('5','Int64'), CAST('1.5','Float32') >= CAST('5','Int64');
SELECT materialize(CAST('2024-01-02 00:00:00.000','DateTime64(3)')) = materialize(CAST('2024-01-02 00:00:00','DateTime')), materialize(CAST('2024-01-02 00:00:00.000','DateTime64(3)')) < materialize(CAST('2024-01-02 00:00:00','DateTime'));
SELECT materialize(CAST('1.5','Float32')) = materialize(CAST('5','FixedString(3)')), materialize(CAST('1.5','Float32')) < materialize(CAST('5','FixedString(3)')); -- { serverError NO_COMMON_TYPE }
SELECT materialize(CAST('5','String')) = materialize(CAST('5','Int64')), materialize(CAST('5','String')) < materialize(CAST('5','Int64')); -- { serverError NO_COMMON_TYPE }
SELECT materialize(CAST('5','Float64')) = materialize(CAST('5','Decimal(76,5)')), materialize(CAST('5','Float64')) < materialize(CAST('5','Decimal(76,5)'));
SELECT CAST('5','LowCardinality(String)') = CAST('a','Enum8(\'a\'=5,\'5\'=1)'), CAST('5','LowCardinality(String)') < CAST('a','Enum8(\'a\'=5,\'5\'=1)'), CAST('5','LowCardinality(String)') >= CAST('a','Enum8(\'a\'=5,\'5\'=1)');
SELECT materialize(CAST('2024-01-02','Date32')) = materialize(CAST('0','UInt64')), materialize(CAST('2024-01-02','Date32')) < materialize(CAST('0','UInt64')); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT CAST('18446744073709551615','UInt64') = CAST('inf','Float64'), CAST('18446744073709551615','UInt64') < CAST('inf','Float64'), CAST('18446744073709551615','UInt64') >= CAST('inf','Float64');
SELECT materialize(CAST('(5,\'a\')','Tuple(UInt8,String)')) = materialize(CAST('nan','Float64')), materialize(CAST('(5,\'a\')','Tuple(UInt8,String)')) < materialize(CAST('nan','Float64')); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT CAST('5','Nullable(Int32)') = CAST('0','UInt8'), CAST('5','Nullable(Int32)') < CAST('0','UInt8'), CAST('5','Nullable(Int32)') >= CAST('0','UInt8');
SELECT CAST('5','Decimal(9,2)') = CAST('-0.5','Float64'), CAST('5','Decimal(9,2)') < CAST('-0.5','Float64'), CAST('5','Decimal(9,2)') >= CAST('-0.5','Float64');
SELECT materialize(CAST('-0.5','Float64')) = materialize(CAST('61f0c404-5cb3-11e7-907b-a6006ad3dba0','UUID')), materialize(CAST('-0.5','Float64')) < materialize(CAST('61f0c404-5cb3-11e7-907b-a6006ad3dba0','UUID')); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT CAST('255','UInt8') = CAST('true','Bool'), CAST('255','UInt8') < CAST('true','Bool'), CAST('255','UInt8') >= CAST('true','Bool');
SELECT materialize(CAST('5','Decimal(76,5)')) = materialize(CAST('2024-01-02 00:00:00.000','DateTime64(3)')), materialize(CAST('5','Decimal(76,5)')) < materialize(CAST('2024-01-02 00:00:00.000','DateTime64(3)'));
SELECT materialize(CAST('0','UInt64')) = materialize(CAST('2024-01-02','Date')), materialize(CAST('0','UInt64')) < materialize(CAST('2024-01-02','Date')); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT materialize(CAST('5','UInt256')) = materialize(CAST('inf','Float64')), materialize(CAST('5','UInt256')) < materialize(CAST('inf','Float64'));
SELECT materialize(CAST('1.5','Float32')) = materialize(CAST('0','UInt8')), materialize(CAST('1.5','Float32')) < materialize(CAST('0','UInt8'));
SELECT CAST('2024-01-02 00:00:00.000','DateTime64(3)') = CAST('2024-01-02 00:00:00.000','DateTime64(3)'), CAST('2024-01-02 00:00:00.000','DateTime64(3)') < CAST('2024-01-02 00:00:00.000','DateTime64(3)'), CAST('2024-01-02 00:00:00.000','DateTime64(3)') >= CAST('2024-01-02 00:00:00.000','DateTime64(3)');
SELECT materialize(CAST('5','Decimal(9,2)')) = materialize(CAST('0','UInt64')), materialize(CAST('5','Decimal(9,2)')) < materialize(CAST('0','UInt64'));
SELECT materialize(CAST('9223372036854775807','Int64')) = materialize(CAST('inf','Float64')), materialize(CAST('9223372036854775807','Int64')) < materialize(CAST('inf','Float64'));
SELECT CAST('inf','Float64') = CAST('5','LowCardinality(Nullable(String))'), CAST('inf','Float64') < CAST('5','LowCardinality(Nullable(String))'), CAST('inf','Float64') >= CAST('5','LowCardinality(Nullable(String))');
SELECT materialize(CAST('1.5','Float64')) = materialize(CAST('61f0c404-5cb3-11e7-907b-a6006ad3dba0','UUID')), materialize(CAST('1.5','Float64')) < materialize(CAST('61f0c404-5cb3-11e7-907b-a6006ad3dba0','UUID')); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT materialize(CAST('[5]','Array(UInt8)')) = materialize(CAST('5','Int8')), materialize(CAST('[5]','Array(UInt8)')) < materialize(CAST('5','Int8')); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT CAST('2024-01-02','String') = CAST('-5','Int128'), CAST('2024-01-02','String') < CAST('-5','Int128'), CAST('2024-01-02','String') >= CAST('-5','Int128'); -- { serverError TYPE_MISMATCH }
SELECT materialize(CAST('0','UInt64')) = materialize(CAST('2024-01-02 00:00:00','DateTime')), materialize(CAST('0','UInt64')) < materialize(CAST('2024-01-02 00:00:00','DateTime'));
SELECT materialize(CAST('nan','Float64')) = materialize(CAST('2024-01-02 00:00:00','DateTime')), materialize(CAST('nan','Float64')) < materialize(CAST('2024-01-02 00:00:00','DateTime'));
SELECT materialize(CAST('true','Bool')) = materialize(CAST('5','UInt256')), materialize(CAST('true','Bool')) < materialize(CAST('5','UInt256'));
SELECT materialize(CAST('nan','Float64')) = materialize(CAST('::5','IPv6')), materialize(CAST('nan','Float64')) < materialize(CAST('::5','IPv6')); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT CAST('nan','Float64') = CAST('5','Float64'), CAST('nan','Float64') < CAST('5','Float64'), CAST('nan','Float64') >= CAST('5','Float64');
SELECT CAST('5','Int64') = CAST('[5]','Array(UInt8)'), CAST('5','Int64') < CAST('[5]','Array(UInt8)'), CAST('5','Int64') >= CAST('[5]','Array(UInt8)'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT materialize(CAST('5','Nullable(Int32)')) = materialize(CAST('[\'a\']','Array(String)')), materialize(CAST('5','Nullable(Int32)')) < materialize(CAST('[\'a\']','Array(String)')); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT CAST('5','Int8') = CAST('(5,\'a\')','Tuple(UInt8,String)'), CAST('5','Int8') < CAST('(5,\'a\')','Tuple(UInt8,String)'), CAST('5','Int8') >= CAST('(5,\'a\')','Tuple(UInt8,String)'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT materialize(CAST('61f0c404-5cb3-11e7-907b-a6006ad3dba0','UUID')) = materialize(CAST('5','Float64')), materialize(CAST('61f0c404-5cb3-11e7-907b-a6006ad3dba0','UUID')) < materialize(CAST('5','Float64')); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT materialize(CAST('9223372036854775807','Int64')) = materialize(CAST('1.5','Float32')), materialize(CAST('9223372036854775807','Int64')) < materialize(CAST('1.5','Float32'));
SELECT materialize(CAST('[\'a\']','Array(String)')) = materialize(CAST('0','UInt8')), materialize(CAST('[\'a\']','Array(String)')) < materialize(CAST('0','UInt8')); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
