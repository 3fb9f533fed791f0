-- Requirement: MT.Create.Codec
CREATE TABLE y1 (a UInt32 CODEC(GCD)) ENGINE = MergeTree ORDER BY tuple(); -- { serverError BAD_ARGUMENTS }
CREATE TABLE y2 (a UInt32 CODEC(FPC)) ENGINE = MergeTree ORDER BY tuple(); -- { serverError BAD_ARGUMENTS }
CREATE TABLE y3 (a UInt32 CODEC(ALP)) ENGINE = MergeTree ORDER BY tuple(); -- { serverError BAD_ARGUMENTS }
CREATE TABLE y4 (a Float32 CODEC(ALP)) ENGINE = MergeTree ORDER BY tuple(); -- { serverError BAD_ARGUMENTS }
CREATE TABLE y5 (a Float32 CODEC(Gorilla)) ENGINE = MergeTree ORDER BY tuple();
CREATE TABLE y6 (a String CODEC(Gorilla)) ENGINE = MergeTree ORDER BY tuple(); -- { serverError BAD_ARGUMENTS }
CREATE TABLE y7 (a String CODEC(DoubleDelta)) ENGINE = MergeTree ORDER BY tuple(); -- { serverError BAD_ARGUMENTS }
CREATE TABLE y8 (a String CODEC(GCD, LZ4)) ENGINE = MergeTree ORDER BY tuple(); -- { serverError BAD_ARGUMENTS }
CREATE TABLE y9 (a String CODEC(FPC)) ENGINE = MergeTree ORDER BY tuple(); -- { serverError BAD_ARGUMENTS }
CREATE TABLE y10 (a Float64 CODEC(T64)) ENGINE = MergeTree ORDER BY tuple(); -- { serverError ILLEGAL_SYNTAX_FOR_CODEC_TYPE }
CREATE TABLE y11 (a Float64 CODEC(GCD, LZ4)) ENGINE = MergeTree ORDER BY tuple(); -- { serverError BAD_ARGUMENTS }
CREATE TABLE y12 (a Float64 CODEC(DoubleDelta)) ENGINE = MergeTree ORDER BY tuple();
CREATE TABLE y13 (a UUID CODEC(Delta, LZ4)) ENGINE = MergeTree ORDER BY tuple(); -- { serverError BAD_ARGUMENTS }
CREATE TABLE y14 (a UInt128 CODEC(Delta, LZ4)) ENGINE = MergeTree ORDER BY tuple(); -- { serverError BAD_ARGUMENTS }
CREATE TABLE y15 (a UInt256 CODEC(T64)) ENGINE = MergeTree ORDER BY tuple(); -- { serverError ILLEGAL_SYNTAX_FOR_CODEC_TYPE }
CREATE TABLE y16 (a UInt8 CODEC(T64('bit'))) ENGINE = MergeTree ORDER BY tuple();
CREATE TABLE y17 (a UInt8 CODEC(T64('nope'))) ENGINE = MergeTree ORDER BY tuple(); -- { serverError ILLEGAL_CODEC_PARAMETER }
CREATE TABLE y18 (a UInt8 CODEC(Delta(1,2), LZ4)) ENGINE = MergeTree ORDER BY tuple(); -- { serverError ILLEGAL_SYNTAX_FOR_CODEC_TYPE }
CREATE TABLE y19 (a UInt8 CODEC(LZ4(1))) ENGINE = MergeTree ORDER BY tuple(); -- { serverError DATA_TYPE_CANNOT_HAVE_ARGUMENTS }
CREATE TABLE y20 (a UInt8 CODEC(NONE(1))) ENGINE = MergeTree ORDER BY tuple(); -- { serverError DATA_TYPE_CANNOT_HAVE_ARGUMENTS }
CREATE TABLE y21 (a UInt8 CODEC(Delta('x'), LZ4)) ENGINE = MergeTree ORDER BY tuple(); -- { serverError ILLEGAL_CODEC_PARAMETER }
CREATE TABLE y22 (a UInt8 CODEC(Delta, T64)) ENGINE = MergeTree ORDER BY tuple();
CREATE TABLE y23 (a UInt8 CODEC(T64, Delta)) ENGINE = MergeTree ORDER BY tuple();
CREATE TABLE y24 (a Float32 CODEC(Gorilla, Gorilla)) ENGINE = MergeTree ORDER BY tuple();
CREATE TABLE y25 (a Float32 CODEC(FPC(100))) ENGINE = MergeTree ORDER BY tuple(); -- { serverError ILLEGAL_CODEC_PARAMETER }
CREATE TABLE y26 (a Enum8('a'=1) CODEC(T64)) ENGINE = MergeTree ORDER BY tuple();
CREATE TABLE y27 (a Decimal(9,2) CODEC(T64)) ENGINE = MergeTree ORDER BY tuple();
CREATE TABLE y28 (a Decimal(76,2) CODEC(T64)) ENGINE = MergeTree ORDER BY tuple(); -- { serverError ILLEGAL_SYNTAX_FOR_CODEC_TYPE }
CREATE TABLE y29 (a DateTime64(3) CODEC(T64, LZ4)) ENGINE = MergeTree ORDER BY tuple();
CREATE TABLE y30 (a LowCardinality(String) CODEC(Delta, LZ4)) ENGINE = MergeTree ORDER BY tuple(); -- { serverError BAD_ARGUMENTS }
CREATE TABLE y31 (a IPv6 CODEC(T64, LZ4)) ENGINE = MergeTree ORDER BY tuple(); -- { serverError ILLEGAL_SYNTAX_FOR_CODEC_TYPE }
CREATE TABLE y32 (a IPv4 CODEC(T64, LZ4)) ENGINE = MergeTree ORDER BY tuple();
CREATE TABLE y33 (a Bool CODEC(T64, LZ4)) ENGINE = MergeTree ORDER BY tuple();
CREATE TABLE y34 (a Array(Float32) CODEC(Gorilla)) ENGINE = MergeTree ORDER BY tuple();
CREATE TABLE y35 (a Nullable(Float32) CODEC(Gorilla)) ENGINE = MergeTree ORDER BY tuple();
CREATE TABLE y36 (a UInt8 CODEC(Default)) ENGINE = MergeTree ORDER BY tuple();
CREATE TABLE y37 (a UInt8 CODEC(zstd)) ENGINE = MergeTree ORDER BY tuple(); -- { serverError UNKNOWN_CODEC }
CREATE TABLE y38 (a UInt8 CODEC(LZ4, LZ4)) ENGINE = MergeTree ORDER BY tuple(); -- { serverError BAD_ARGUMENTS }
CREATE TABLE y39 (a UInt8 CODEC(Delta)) ENGINE = MergeTree ORDER BY tuple() SETTINGS index_granularity=1; -- { serverError BAD_ARGUMENTS }
SET allow_suspicious_codecs = 1;
CREATE TABLE y40 (a UInt8 CODEC(Delta), b UInt8 CODEC(LZ4, ZSTD), c UInt8 CODEC(NONE, LZ4), d UInt8 CODEC(Gorilla)) ENGINE = MergeTree ORDER BY tuple();
SET allow_suspicious_codecs = 0;
CREATE TABLE y41 (a UInt8 CODEC(Nope(1), LZ4)) ENGINE = MergeTree ORDER BY tuple(); -- { serverError UNKNOWN_CODEC }
CREATE TABLE y42 (a Date CODEC(GCD, LZ4), b UInt128 CODEC(GCD, LZ4)) ENGINE = MergeTree ORDER BY tuple();
CREATE TABLE y43 (a FixedString(4) CODEC(GCD, LZ4)) ENGINE = MergeTree ORDER BY tuple(); -- { serverError BAD_ARGUMENTS }
CREATE TABLE y44 (a FixedString(3) CODEC(Delta, LZ4)) ENGINE = MergeTree ORDER BY tuple(); -- { serverError BAD_ARGUMENTS }
CREATE TABLE w1 (i Tuple(UInt8, UInt64) CODEC(Delta, ZSTD), m Map(String, UInt8) CODEC(ZSTD), a Array(Array(UInt8)) CODEC(ZSTD), t Tuple(x UInt8) CODEC(Delta, LZ4)) ENGINE = MergeTree ORDER BY tuple();
SHOW CREATE TABLE w1;
ALTER TABLE w1 ADD COLUMN z UInt8 CODEC(Delta, ZSTD), ADD COLUMN y String;
ALTER TABLE w1 MODIFY COLUMN y CODEC(Delta, ZSTD); -- { serverError BAD_ARGUMENTS }
ALTER TABLE w1 MODIFY COLUMN y CODEC(Delta); -- { serverError BAD_ARGUMENTS }
ALTER TABLE w1 MODIFY COLUMN y CODEC(ZSTD, LZ4); -- { serverError BAD_ARGUMENTS }
ALTER TABLE w1 MODIFY COLUMN y CODEC(ZSTD);
ALTER TABLE w1 MODIFY COLUMN z UInt64;
ALTER TABLE w1 MODIFY COLUMN y String CODEC(LZ4HC(3)), MODIFY COLUMN z UInt16 CODEC(Delta, LZ4);
SHOW CREATE TABLE w1;
ALTER TABLE y40 ADD COLUMN q UInt8;
SHOW CREATE TABLE y40;
CREATE TABLE y22 (a UInt32 CODEC(Delta, ZSTD), b Float64 CODEC(Gorilla), c UInt64 CODEC(DoubleDelta, LZ4), d Array(UInt16) CODEC(Delta, Default), e UInt8 CODEC(T64), f Float64 CODEC(FPC), g Nullable(UInt32) CODEC(GCD, LZ4HC), h UInt8 CODEC(NONE), i Tuple(UInt8, UInt64) CODEC(Delta, LZ4), j UInt8 CODEC(LZ4HC(5)), k UInt8 CODEC(Default), l UInt8 CODEC(ZSTD(3, 24)), m UInt8 CODEC(T64('bit'))) ENGINE = MergeTree ORDER BY tuple(); -- { serverError TABLE_ALREADY_EXISTS }
SHOW CREATE TABLE y22;
SELECT name, compression_codec FROM system.columns WHERE table = 'y22' AND database = currentDatabase();
DESCRIBE TABLE y22;
INSERT INTO y22 (a, b, j) SELECT number, number, number FROM numbers(10); -- { serverError NO_SUCH_COLUMN_IN_TABLE }
SELECT sum(a), sum(b), sum(j) FROM y22; -- { serverError UNKNOWN_IDENTIFIER }
CREATE TABLE v13 (a Float32 CODEC(FPC)) ENGINE = MergeTree ORDER BY tuple();
CREATE TABLE v14 (a UInt8 CODEC(T64)) ENGINE = MergeTree ORDER BY tuple();
CREATE TABLE v17 (a Array(UInt32) CODEC(Delta, LZ4)) ENGINE = MergeTree ORDER BY tuple();
CREATE TABLE v18 (a Nullable(UInt32) CODEC(Delta, LZ4)) ENGINE = MergeTree ORDER BY tuple();
CREATE TABLE v19 (a UInt32 CODEC(NONE, LZ4)) ENGINE = MergeTree ORDER BY tuple(); -- { serverError BAD_ARGUMENTS }
CREATE TABLE v20 (a UInt32 CODEC(NONE)) ENGINE = MergeTree ORDER BY tuple();
CREATE TABLE v21 (a UInt32 CODEC(Delta, Delta, LZ4)) ENGINE = MergeTree ORDER BY tuple();
CREATE TABLE v22 (a UInt32 CODEC(DoubleDelta, LZ4)) ENGINE = MergeTree ORDER BY tuple();
CREATE TABLE v23 (a UInt32 CODEC(Delta(3), LZ4)) ENGINE = MergeTree ORDER BY tuple(); -- { serverError ILLEGAL_CODEC_PARAMETER }
CREATE TABLE v24 (a UInt32 CODEC(LZ4HC(20))) ENGINE = MergeTree ORDER BY tuple();
CREATE TABLE v25 (a UInt32 CODEC(Delta, Default)) ENGINE = MergeTree ORDER BY tuple();
CREATE TABLE v26 (a UInt32 CODEC(Default, Delta)) ENGINE = MergeTree ORDER BY tuple(); -- { serverError BAD_ARGUMENTS }
CREATE TABLE v27 (a UInt32 CODEC(GCD, LZ4)) ENGINE = MergeTree ORDER BY tuple();
CREATE TABLE v28 (a Float64 CODEC(Gorilla, LZ4)) ENGINE = MergeTree ORDER BY tuple();
CREATE TABLE v29 (a Date CODEC(DoubleDelta, ZSTD)) ENGINE = MergeTree ORDER BY tuple();
CREATE TABLE v30 (a Tuple(UInt8, String) CODEC(Delta, ZSTD)) ENGINE = MergeTree ORDER BY tuple(); -- { serverError BAD_ARGUMENTS }
CREATE TABLE v31 (a FixedString(8) CODEC(Delta, ZSTD)) ENGINE = MergeTree ORDER BY tuple();
CREATE TABLE v32 (a UInt8 ALIAS 1 CODEC(ZSTD), b UInt8) ENGINE = MergeTree ORDER BY tuple(); -- { serverError BAD_ARGUMENTS }
CREATE TABLE v33 (a UInt32 CODEC(LZ4, Delta)) ENGINE = MergeTree ORDER BY tuple(); -- { serverError BAD_ARGUMENTS }
CREATE TABLE v34 (a UInt32 CODEC()) ENGINE = MergeTree ORDER BY tuple(); -- { clientError SYNTAX_ERROR }
CREATE TABLE v35 (a UInt32 CODEC(ZSTD(-1))) ENGINE = MergeTree ORDER BY tuple();
CREATE TABLE v36 (a UInt32 CODEC(ZSTD('x'))) ENGINE = MergeTree ORDER BY tuple(); -- { serverError BAD_GET }
CREATE TABLE v37 (a UInt32 CODEC(ZSTD(1,2,3))) ENGINE = MergeTree ORDER BY tuple(); -- { serverError ILLEGAL_SYNTAX_FOR_CODEC_TYPE }
CREATE TABLE v38 (a UInt32 CODEC(Delta(4), LZ4), b Float64 CODEC(FPC(12)), c UInt64 CODEC(DoubleDelta)) ENGINE = MergeTree ORDER BY tuple();
CREATE TABLE v39 (a DateTime CODEC(Delta, ZSTD), b UInt64 CODEC(DoubleDelta)) ENGINE = MergeTree ORDER BY tuple();
CREATE TABLE v40 (a Map(String, UInt8) CODEC(Delta, ZSTD)) ENGINE = MergeTree ORDER BY tuple(); -- { serverError BAD_ARGUMENTS }

-- Parameters of codecs, and what does not go together.
CREATE TABLE t (x UInt32 CODEC(LZ4HC('x'))) ENGINE = MergeTree ORDER BY x; -- { serverError BAD_GET }
CREATE TABLE t (x UInt32 CODEC(ZSTD(1, 5))) ENGINE = MergeTree ORDER BY x; -- { serverError ILLEGAL_CODEC_PARAMETER }
CREATE TABLE t (x UInt32 CODEC(ZSTD(1, 32))) ENGINE = MergeTree ORDER BY x; -- { serverError ILLEGAL_CODEC_PARAMETER }
CREATE TABLE t (x Float64 CODEC(FPC(12, 3))) ENGINE = MergeTree ORDER BY tuple(); -- { serverError ILLEGAL_CODEC_PARAMETER }
CREATE TABLE t (x Float64 CODEC(Delta, Gorilla)) ENGINE = MergeTree ORDER BY tuple(); -- { serverError BAD_ARGUMENTS }
CREATE TABLE t (x Float64 CODEC(DoubleDelta, FPC)) ENGINE = MergeTree ORDER BY tuple(); -- { serverError BAD_ARGUMENTS }
CREATE TABLE t (x UInt32 CODEC(AES_128_GCM_SIV, LZ4)) ENGINE = MergeTree ORDER BY x; -- { serverError BAD_ARGUMENTS }
CREATE TABLE spelled_out (x UInt32 CODEC(DoubleDelta(4), LZ4), f Float32 CODEC(FPC(12, 4))) ENGINE = MergeTree ORDER BY x;
SHOW CREATE TABLE spelled_out;
INSERT INTO spelled_out VALUES (1, 2);
SELECT * FROM spelled_out;
-- Parameters of codecs of tuples and maps are spelled out where they are the same for all elements.
CREATE TABLE tuples (a Tuple(UInt8, UInt32) CODEC(Delta, ZSTD), b Tuple(UInt8, String) CODEC(ZSTD), c Tuple(UInt8, UInt8) CODEC(Delta, LZ4HC), d Tuple(Float32, Float64) CODEC(Gorilla, ZSTD), e Tuple(Array(UInt8), UInt8) CODEC(Delta, ZSTD), f Tuple(Float32, Float32) CODEC(FPC, ZSTD), h Map(UInt8, UInt64) CODEC(Delta, ZSTD), i Map(UInt8, UInt8) CODEC(Delta, ZSTD), j Array(Tuple(UInt16, UInt16)) CODEC(Delta, ZSTD), k Tuple(LowCardinality(String), UInt8) CODEC(ZSTD)) ENGINE = MergeTree ORDER BY tuple();
SELECT name, compression_codec FROM system.columns WHERE table = 'tuples' AND database = currentDatabase();
