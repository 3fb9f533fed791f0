-- What is refused in columns of tables is refused whatever their engine is.
CREATE TABLE t (x UInt8 DEFAULT y) ENGINE = Memory; -- { serverError UNKNOWN_IDENTIFIER }
CREATE TABLE t (x UInt8 DEFAULT y) ENGINE = Log; -- { serverError UNKNOWN_IDENTIFIER }
CREATE TABLE t (x LowCardinality(UInt8)) ENGINE = Null; -- { serverError SUSPICIOUS_TYPE_FOR_LOW_CARDINALITY }
CREATE TABLE t (x UInt8 CODEC(NoSuch)) ENGINE = Memory; -- { serverError UNKNOWN_CODEC }
CREATE TABLE t (x UInt8 ALIAS 1) ENGINE = Memory; -- { serverError EMPTY_LIST_OF_COLUMNS_PASSED }
CREATE TABLE t (x Nullable(UInt8) NULL) ENGINE = Memory; -- { serverError ILLEGAL_SYNTAX_FOR_DATA_TYPE }
CREATE TABLE t (x Nullable(UInt8) NOT NULL) ENGINE = Memory; -- { serverError ILLEGAL_SYNTAX_FOR_DATA_TYPE }
CREATE TABLE t (x LowCardinality(String) NULL) ENGINE = Memory; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
CREATE TABLE t (x Nested()) ENGINE = Memory; -- { serverError EMPTY_DATA_PASSED }
CREATE TABLE t (x Enum('a', 'b', 'c' = 10, 'd')) ENGINE = Memory; -- { serverError UNEXPECTED_AST_STRUCTURE }
CREATE TABLE t (x Enum('a' = 1, 'b', 'c' = 10)) ENGINE = Memory; -- { serverError UNEXPECTED_AST_STRUCTURE }
CREATE TABLE t (a Enum('a' = 5, 'b', 'c'), b Enum('a', 'b' = 5, 'c' = 6), _block_number UInt64) ENGINE = Memory;
DESCRIBE t;
CREATE TABLE one_key (a UInt8 PRIMARY KEY, b UInt8) ENGINE = MergeTree;
SHOW CREATE TABLE one_key;
