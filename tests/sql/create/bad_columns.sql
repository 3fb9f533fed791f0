-- Types, defaults, constraints and keys that are refused, before anything is changed.
CREATE TABLE t (a UInt32, s String, d Date, n Nullable(Int32), arr Array(UInt8)) ENGINE = MergeTree ORDER BY a;
CREATE TABLE q1 (a UInt32) ENGINE = MergeTre ORDER BY a; -- { serverError UNKNOWN_STORAGE }
CREATE TABLE q2 (a UInt32) ENGINE = mergetree ORDER BY a; -- { serverError UNKNOWN_STORAGE }
CREATE TABLE q3 (a UInt) ENGINE = MergeTree ORDER BY a; -- { serverError UNKNOWN_TYPE }
CREATE TABLE q4 (a Strin) ENGINE = MergeTree ORDER BY a; -- { serverError UNKNOWN_TYPE }
CREATE TABLE q5 (a uint32) ENGINE = MergeTree ORDER BY a; -- { serverError UNKNOWN_TYPE }
CREATE TABLE q6 (a FixedString) ENGINE = MergeTree ORDER BY a; -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
CREATE TABLE q7 (a FixedString(0)) ENGINE = MergeTree ORDER BY a; -- { serverError UNEXPECTED_AST_STRUCTURE }
CREATE TABLE q8 (a FixedString(-1)) ENGINE = MergeTree ORDER BY a; -- { serverError UNEXPECTED_AST_STRUCTURE }
CREATE TABLE q9 (a FixedString('x')) ENGINE = MergeTree ORDER BY a; -- { serverError UNEXPECTED_AST_STRUCTURE }
CREATE TABLE q10 (a Decimal) ENGINE = MergeTree ORDER BY a;
CREATE TABLE q11 (a Decimal(0)) ENGINE = MergeTree ORDER BY a; -- { serverError ARGUMENT_OUT_OF_BOUND }
CREATE TABLE q12 (a Decimal(5, 6)) ENGINE = MergeTree ORDER BY a; -- { serverError ARGUMENT_OUT_OF_BOUND }
CREATE TABLE q13 (a Decimal32(10)) ENGINE = MergeTree ORDER BY a; -- { serverError ARGUMENT_OUT_OF_BOUND }
CREATE TABLE q14 (a DateTime64(10)) ENGINE = MergeTree ORDER BY a; -- { serverError ARGUMENT_OUT_OF_BOUND }
CREATE TABLE q15 (a DateTime('Nowhere')) ENGINE = MergeTree ORDER BY a; -- { serverError BAD_ARGUMENTS }
CREATE TABLE q16 (a DateTime64(3, 'Nowhere')) ENGINE = MergeTree ORDER BY a; -- { serverError BAD_ARGUMENTS }
CREATE TABLE q18 (a Enum8('a' = 300)) ENGINE = MergeTree ORDER BY a; -- { serverError ARGUMENT_OUT_OF_BOUND }
CREATE TABLE q19 (a Enum8()) ENGINE = MergeTree ORDER BY a; -- { serverError EMPTY_DATA_PASSED }
CREATE TABLE q20 (a Enum8('a' = 1, 'a' = 2)) ENGINE = MergeTree ORDER BY a; -- { clientError SYNTAX_ERROR }
CREATE TABLE q21 (a Map(Nullable(String), String)) ENGINE = MergeTree ORDER BY tuple(); -- { serverError BAD_ARGUMENTS }
CREATE TABLE q22 (a Map(String)) ENGINE = MergeTree ORDER BY tuple(); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
CREATE TABLE q23 (a Map(Array(UInt8), String)) ENGINE = MergeTree ORDER BY tuple();
CREATE TABLE q24 (a Nullable(Nullable(UInt8))) ENGINE = MergeTree ORDER BY tuple(); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
CREATE TABLE q25 (a Nullable(Map(String, String))) ENGINE = MergeTree ORDER BY tuple(); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
CREATE TABLE q26 (a Nullable(Tuple(UInt8))) ENGINE = MergeTree ORDER BY tuple();
CREATE TABLE q27 (a LowCardinality(Array(String))) ENGINE = MergeTree ORDER BY tuple(); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
CREATE TABLE q28 (a LowCardinality(Decimal(5,2))) ENGINE = MergeTree ORDER BY tuple(); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
CREATE TABLE q29 (a Tuple(x UInt8, x UInt8)) ENGINE = MergeTree ORDER BY tuple(); -- { serverError DUPLICATE_COLUMN }
CREATE TABLE q30 (a Tuple(x UInt8, String)) ENGINE = MergeTree ORDER BY tuple(); -- { serverError BAD_ARGUMENTS }
CREATE TABLE q31 (a AggregateFunction(nope, UInt8)) ENGINE = MergeTree ORDER BY tuple(); -- { serverError UNKNOWN_AGGREGATE_FUNCTION }
CREATE TABLE q32 (a AggregateFunction(sum)) ENGINE = MergeTree ORDER BY tuple(); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
CREATE TABLE q33 (a AggregateFunction(sum, String)) ENGINE = MergeTree ORDER BY tuple(); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
CREATE TABLE q34 (a SimpleAggregateFunction(avg, UInt8)) ENGINE = MergeTree ORDER BY tuple(); -- { serverError BAD_ARGUMENTS }
CREATE TABLE q35 (a SimpleAggregateFunction(sum, UInt8)) ENGINE = MergeTree ORDER BY tuple(); -- { serverError BAD_ARGUMENTS }
CREATE TABLE q36 (a Nothing) ENGINE = MergeTree ORDER BY tuple(); -- { serverError DATA_TYPE_CANNOT_BE_USED_IN_TABLES }
CREATE TABLE q37 (a Nullable(Nothing)) ENGINE = MergeTree ORDER BY tuple(); -- { serverError DATA_TYPE_CANNOT_BE_USED_IN_TABLES }
CREATE TABLE q38 (a IntervalDay) ENGINE = MergeTree ORDER BY tuple();
CREATE TABLE q39 (a FixedString(300)) ENGINE = MergeTree ORDER BY tuple(); -- { serverError ILLEGAL_COLUMN }
CREATE TABLE q40 () ENGINE = MergeTree ORDER BY tuple(); -- { clientError SYNTAX_ERROR }
CREATE TABLE q41 ENGINE = MergeTree ORDER BY tuple(); -- { serverError INCORRECT_QUERY }
CREATE TABLE q42 (a UInt8);
CREATE TABLE q43 (a UInt8 MATERIALIZED 1) ENGINE = MergeTree ORDER BY tuple(); -- { serverError EMPTY_LIST_OF_COLUMNS_PASSED }
CREATE TABLE q44 (a UInt8 ALIAS 1) ENGINE = MergeTree ORDER BY tuple(); -- { serverError EMPTY_LIST_OF_COLUMNS_PASSED }
CREATE TABLE q46 (a UInt8, b UInt8 DEFAULT (SELECT 1)) ENGINE = MergeTree ORDER BY tuple(); -- { serverError THERE_IS_NO_DEFAULT_VALUE }
CREATE TABLE q47 (a UInt8, b DEFAULT nofunc(a)) ENGINE = MergeTree ORDER BY tuple(); -- { serverError UNKNOWN_FUNCTION }
CREATE TABLE q48 (a UInt8, b UInt8 DEFAULT arrayJoin([a])) ENGINE = MergeTree ORDER BY tuple(); -- { serverError THERE_IS_NO_DEFAULT_VALUE }
CREATE TABLE q49 (a UInt8, b Array(UInt8) DEFAULT a) ENGINE = MergeTree ORDER BY tuple(); -- { serverError TYPE_MISMATCH }
CREATE TABLE q50 (a UInt8 DEFAULT a) ENGINE = MergeTree ORDER BY tuple(); -- { serverError CYCLIC_ALIASES }
CREATE TABLE q51 (a UInt8, CONSTRAINT c CHECK b > 1) ENGINE = MergeTree ORDER BY tuple(); -- { serverError UNKNOWN_IDENTIFIER }
CREATE TABLE q52 (a UInt8, CONSTRAINT c CHECK 'x') ENGINE = MergeTree ORDER BY tuple();
CREATE TABLE q53 (a UInt8, CONSTRAINT c CHECK a > 1, CONSTRAINT c CHECK a > 2) ENGINE = MergeTree ORDER BY tuple();
CREATE TABLE q54 (a UInt8, INDEX i a TYPE nope) ENGINE = MergeTree ORDER BY tuple(); -- { serverError INCORRECT_QUERY }
CREATE TABLE q55 (a UInt8, INDEX i nope TYPE minmax) ENGINE = MergeTree ORDER BY tuple(); -- { serverError UNKNOWN_IDENTIFIER }
CREATE TABLE q56 (a UInt8) ENGINE = MergeTree ORDER BY arrayJoin([a]); -- { serverError ILLEGAL_COLUMN }
CREATE TABLE q57 (a UInt8) ENGINE = MergeTree PARTITION BY arrayJoin([a]) ORDER BY a; -- { serverError ILLEGAL_COLUMN }
CREATE TABLE q58 (a UInt8) ENGINE = MergeTree PARTITION BY (a, rand()) ORDER BY a; -- { serverError BAD_ARGUMENTS }
CREATE TABLE q59 (a UInt8) ENGINE = MergeTree PARTITION BY (SELECT 1) ORDER BY a; -- { serverError BAD_ARGUMENTS }
CREATE TABLE q60 (a UInt8) ENGINE = MergeTree PARTITION BY rowNumberInAllBlocks() ORDER BY a; -- { serverError BAD_ARGUMENTS }
CREATE TABLE q61 (a UInt8) ENGINE = MergeTree PARTITION BY generateUUIDv4() ORDER BY a; -- { serverError BAD_ARGUMENTS }
CREATE TABLE q62 (a UInt8) ENGINE = MergeTree PARTITION BY count() ORDER BY a; -- { serverError ILLEGAL_AGGREGATION }
CREATE TABLE q64 (a UInt8) ENGINE = MergeTree PARTITION BY nofunc(a) ORDER BY a; -- { serverError UNKNOWN_FUNCTION }
CREATE TABLE q65 (a UInt8) ENGINE = MergeTree ORDER BY a SAMPLE BY rand(); -- { serverError BAD_ARGUMENTS }
CREATE TABLE q66 (a UInt8) ENGINE = MergeTree ORDER BY a ORDER BY a; -- { clientError SYNTAX_ERROR }
CREATE TABLE q67 (a UInt8) ENGINE = MergeTree ORDER BY a SETTINGS index_granularity = -1; -- { serverError CANNOT_CONVERT_TYPE }
CREATE TABLE q68 (a UInt8) ENGINE = MergeTree ORDER BY a SETTINGS index_granularit = 1; -- { serverError UNKNOWN_SETTING }
CREATE TABLE q70 (a UInt8) ENGINE = MergeTree ORDER BY a SETTINGS min_bytes_for_wide_part = 'x'; -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
CREATE TABLE q71 (a UInt8 CODEC(Delta)) ENGINE = MergeTree ORDER BY a; -- { serverError BAD_ARGUMENTS }
CREATE TABLE q72 (s String CODEC(Delta, LZ4)) ENGINE = MergeTree ORDER BY s; -- { serverError BAD_ARGUMENTS }
CREATE TABLE q73 (a UInt8 CODEC(ZSTD(100))) ENGINE = MergeTree ORDER BY a; -- { serverError ILLEGAL_CODEC_PARAMETER }
CREATE TABLE q74 (a UInt8 CODEC(LZ4, ZSTD)) ENGINE = MergeTree ORDER BY a; -- { serverError BAD_ARGUMENTS }
CREATE TABLE q75 (a UInt8 CODEC(Gorilla)) ENGINE = MergeTree ORDER BY a; -- { serverError BAD_ARGUMENTS }
CREATE TABLE nodb.t3 (a UInt8) ENGINE = MergeTree ORDER BY a; -- { serverError UNKNOWN_DATABASE }
CREATE TABLE q76 AS nope; -- { serverError CANNOT_GET_CREATE_TABLE_QUERY }
CREATE TABLE q77 AS SELECT nope; -- { serverError UNKNOWN_IDENTIFIER }
CREATE TABLE q78 ENGINE = MergeTree ORDER BY tuple() AS SELECT 1 AS a, 2 AS a; -- { serverError MULTIPLE_EXPRESSIONS_FOR_ALIAS }
CREATE TABLE q79 (a UInt8) ENGINE = MergeTree ORDER BY a AS SELECT 'x' AS a; -- { serverError CANNOT_PARSE_TEXT }
CREATE TABLE q80 (a UInt8) ENGINE = MergeTree ORDER BY a AS SELECT 1 AS b;
CREATE TABLE q81 (a UInt8) ENGINE = MergeTree ORDER BY a AS SELECT 1, 2; -- { serverError NUMBER_OF_COLUMNS_DOESNT_MATCH }
SHOW TABLES;
