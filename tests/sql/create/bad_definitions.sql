SET create_table_empty_primary_key_by_default = 0;
CREATE TABLE t (a UInt32) ENGINE = MergeTree; -- { serverError BAD_ARGUMENTS }
CREATE TABLE t (a UInt32, b UInt32) ENGINE = MergeTree ORDER BY a PRIMARY KEY b; -- { serverError BAD_ARGUMENTS }
CREATE TABLE t (a UInt32, b UInt32) ENGINE = MergeTree ORDER BY a SAMPLE BY b; -- { serverError BAD_ARGUMENTS }
CREATE TABLE t (a Nullable(UInt32)) ENGINE = MergeTree ORDER BY a; -- { serverError ILLEGAL_COLUMN }
CREATE TABLE t (a Nullable(UInt32)) ENGINE = MergeTree ORDER BY a SETTINGS allow_nullable_key = 1;
DROP TABLE t;
CREATE TABLE t (a UInt32) ENGINE = MergeTree PARTITION BY rand() ORDER BY a; -- { serverError BAD_ARGUMENTS }
CREATE TABLE t (a UInt32) ENGINE = MergeTree PARTITION BY sum(a) ORDER BY a; -- { serverError ILLEGAL_AGGREGATION }
CREATE TABLE t (a UInt32) ENGINE = MergeTree ORDER BY nope; -- { serverError UNKNOWN_IDENTIFIER }
CREATE TABLE t (a NoSuchType) ENGINE = MergeTree ORDER BY a; -- { serverError UNKNOWN_TYPE }
CREATE TABLE t (a UInt32) ENGINE = NoSuchEngine ORDER BY a; -- { serverError UNKNOWN_STORAGE }
CREATE TABLE t (a UInt32) ENGINE = MergeTree ORDER BY a SETTINGS no_such_setting = 1; -- { serverError UNKNOWN_SETTING }
CREATE TABLE t (a UInt32, a String) ENGINE = MergeTree ORDER BY a; -- { serverError ILLEGAL_COLUMN }
SHOW TABLES;
CREATE TABLE t (a UInt32) ENGINE = MergeTree ORDER BY a;
CREATE TABLE t (a UInt32) ENGINE = MergeTree ORDER BY a; -- { serverError TABLE_ALREADY_EXISTS }
CREATE TABLE IF NOT EXISTS t (a UInt32) ENGINE = MergeTree ORDER BY a;
CREATE DATABASE default; -- { serverError DATABASE_ALREADY_EXISTS }
SHOW TABLES;
