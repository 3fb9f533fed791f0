-- Requirement: MT.Skip.Syntax, MT.Create.Index, MT.SkipType.SetArgs, MT.SkipType.BloomParam, MT.SkipType.BloomMap, MT.SkipType.NgramTypes, MT.SkipType.NgramParamN, MT.SkipType.NgramParamSize, MT.SkipType.NgramParamHashes, MT.SkipType.NgramParamSeed, MT.SkipType.Token, MT.SkipType.Text, MT.SkipType.BloomTypeMap, MT.Skip.DefaultGranularity
CREATE TABLE t (a UInt64, INDEX i a TYPE set) ENGINE = MergeTree ORDER BY a; -- { serverError INCORRECT_QUERY }
CREATE TABLE t (a UInt64, INDEX i a TYPE set(-1)) ENGINE = MergeTree ORDER BY a; -- { serverError INCORRECT_QUERY }
CREATE TABLE t (a UInt64, INDEX i a TYPE set('x')) ENGINE = MergeTree ORDER BY a; -- { serverError INCORRECT_QUERY }
CREATE TABLE t (a UInt64, INDEX i a TYPE set(1, 2)) ENGINE = MergeTree ORDER BY a; -- { serverError INCORRECT_QUERY }
CREATE TABLE t (a UInt64, INDEX i a TYPE bloom_filter(0)) ENGINE = MergeTree ORDER BY a; -- { serverError BAD_ARGUMENTS }
CREATE TABLE t (a UInt64, INDEX i a TYPE bloom_filter(1)) ENGINE = MergeTree ORDER BY a; -- { serverError BAD_ARGUMENTS }
CREATE TABLE t (a UInt64, INDEX i a TYPE bloom_filter(1.5)) ENGINE = MergeTree ORDER BY a; -- { serverError BAD_ARGUMENTS }
CREATE TABLE t (a UInt64, INDEX i a TYPE bloom_filter(-0.1)) ENGINE = MergeTree ORDER BY a; -- { serverError BAD_ARGUMENTS }
CREATE TABLE t (a UInt64, INDEX i a TYPE bloom_filter('x')) ENGINE = MergeTree ORDER BY a; -- { serverError BAD_ARGUMENTS }
CREATE TABLE t (a UInt64, INDEX i a TYPE bloom_filter(0.1, 2)) ENGINE = MergeTree ORDER BY a; -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
CREATE TABLE t (a Decimal(9, 2), INDEX i a TYPE bloom_filter) ENGINE = MergeTree ORDER BY a; -- { serverError ILLEGAL_COLUMN }
CREATE TABLE t (a Tuple(String, UInt8), INDEX i a TYPE bloom_filter) ENGINE = MergeTree ORDER BY tuple(); -- { serverError ILLEGAL_COLUMN }
CREATE TABLE t (a Map(String, String), INDEX i a TYPE bloom_filter) ENGINE = MergeTree ORDER BY tuple(); -- { serverError ILLEGAL_COLUMN }
CREATE TABLE t (s String, INDEX i s TYPE ngrambf_v1(3, 256, 2)) ENGINE = MergeTree ORDER BY s; -- { serverError BAD_ARGUMENTS }
CREATE TABLE t (s String, INDEX i s TYPE ngrambf_v1(3, 256, 2, 0, 0)) ENGINE = MergeTree ORDER BY s; -- { serverError BAD_ARGUMENTS }
CREATE TABLE t (s String, INDEX i s TYPE ngrambf_v1(0, 256, 2, 0)) ENGINE = MergeTree ORDER BY s; -- { serverError BAD_ARGUMENTS }
CREATE TABLE t (s String, INDEX i s TYPE ngrambf_v1(3, 0, 2, 0)) ENGINE = MergeTree ORDER BY s; -- { serverError BAD_ARGUMENTS }
CREATE TABLE t (s String, INDEX i s TYPE ngrambf_v1(3, 256, 0, 0)) ENGINE = MergeTree ORDER BY s; -- { serverError BAD_ARGUMENTS }
CREATE TABLE t (s String, INDEX i s TYPE ngrambf_v1(3, 256, 'x', 0)) ENGINE = MergeTree ORDER BY s; -- { serverError BAD_ARGUMENTS }
CREATE TABLE t (a UInt64, INDEX i a TYPE ngrambf_v1(3, 256, 2, 0)) ENGINE = MergeTree ORDER BY a; -- { serverError BAD_ARGUMENTS }
CREATE TABLE t (s Nullable(String), INDEX i s TYPE ngrambf_v1(3, 256, 2, 0)) ENGINE = MergeTree ORDER BY tuple(); -- { serverError BAD_ARGUMENTS }
CREATE TABLE t (s String, INDEX i s TYPE tokenbf_v1(256, 2)) ENGINE = MergeTree ORDER BY s; -- { serverError BAD_ARGUMENTS }
CREATE TABLE t (s String, INDEX i s TYPE tokenbf_v1(256, 2, 0, 0)) ENGINE = MergeTree ORDER BY s; -- { serverError BAD_ARGUMENTS }
CREATE TABLE t (a UInt8, INDEX i a TYPE tokenbf_v1(256, 2, 0)) ENGINE = MergeTree ORDER BY a; -- { serverError BAD_ARGUMENTS }
CREATE TABLE t (s String, INDEX i s TYPE text) ENGINE = MergeTree ORDER BY s; -- { serverError BAD_ARGUMENTS }
CREATE TABLE t (s String, INDEX i s TYPE text(tokenizer = 'x')) ENGINE = MergeTree ORDER BY s; -- { serverError BAD_ARGUMENTS }
CREATE TABLE t (a UInt8, INDEX i a TYPE text(tokenizer = splitByNonAlpha)) ENGINE = MergeTree ORDER BY a; -- { serverError BAD_ARGUMENTS }
CREATE TABLE t (a UInt8, INDEX i zzz TYPE minmax) ENGINE = MergeTree ORDER BY a; -- { serverError UNKNOWN_IDENTIFIER }
CREATE TABLE t (a UInt8, INDEX i rand() TYPE minmax) ENGINE = MergeTree ORDER BY a; -- { serverError BAD_ARGUMENTS }
CREATE TABLE t (a UInt8, INDEX i now() TYPE minmax) ENGINE = MergeTree ORDER BY a; -- { serverError BAD_ARGUMENTS }
CREATE TABLE t (a UInt8, INDEX i 1 TYPE minmax) ENGINE = MergeTree ORDER BY a; -- { serverError INCORRECT_QUERY }
CREATE TABLE t (a UInt8, INDEX i a TYPE foo) ENGINE = MergeTree ORDER BY a; -- { serverError INCORRECT_QUERY }
CREATE TABLE t (a UInt8, INDEX i a TYPE minmax GRANULARITY 0) ENGINE = MergeTree ORDER BY a; -- { serverError BAD_ARGUMENTS }
CREATE TABLE t (a UInt8, INDEX i a TYPE minmax, INDEX i a TYPE set(1)) ENGINE = MergeTree ORDER BY a; -- { serverError ILLEGAL_INDEX }
CREATE TABLE t (t Tuple(String, UInt8), INDEX i t.3 TYPE minmax) ENGINE = MergeTree ORDER BY tuple(); -- { serverError ARGUMENT_OUT_OF_BOUND }
