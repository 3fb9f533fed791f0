-- Requirement: MT.Create.IfNotExists, MT.Create.DbPrefix, MT.Create.TypeOptional, MT.Create.Null, MT.Create.Default, MT.Create.Materialized, MT.Create.Alias, MT.Create.Comment, MT.Create.Codec, MT.Create.ColumnPrimaryKey
CREATE TABLE c1 (a UInt32, b DEFAULT 1, s String NULL, u Int NOT NULL) ENGINE = MergeTree ORDER BY a;
CREATE TABLE IF NOT EXISTS c1 (z String) ENGINE = MergeTree ORDER BY z;
CREATE TABLE c1 (z String) ENGINE = MergeTree ORDER BY z; -- { serverError TABLE_ALREADY_EXISTS }
CREATE TABLE no_such_database.c1 (z String) ENGINE = MergeTree ORDER BY z; -- { serverError UNKNOWN_DATABASE }
SELECT name, type, default_kind, default_expression FROM system.columns WHERE database = currentDatabase() AND table = 'c1' ORDER BY position;
CREATE TABLE c2 (a UInt32, b UInt32 DEFAULT a * 2, m UInt64 MATERIALIZED a + b, al String ALIAS concat('x', toString(m)), c String COMMENT 'a remark' CODEC(ZSTD(3)), t DateTime CODEC(DoubleDelta, LZ4)) ENGINE = MergeTree ORDER BY a;
INSERT INTO c2 (a, c) VALUES (1, 'one'), (2, 'two');
INSERT INTO c2 (a, b, c) VALUES (3, 100, 'three');
SELECT * FROM c2 ORDER BY a;
SELECT a, m, al FROM c2 ORDER BY a;
INSERT INTO c2 (a, m) VALUES (1, 2); -- { serverError ILLEGAL_COLUMN }
INSERT INTO c2 (a, al) VALUES (1, 'x'); -- { serverError NO_SUCH_COLUMN_IN_TABLE }
SELECT name, comment, compression_codec FROM system.columns WHERE database = currentDatabase() AND table = 'c2' ORDER BY position;
CREATE TABLE c3 (a UInt32, b UInt32 DEFAULT nothing + 1) ENGINE = MergeTree ORDER BY a; -- { serverError UNKNOWN_IDENTIFIER }
CREATE TABLE c3 (a UInt32 CODEC(Nope)) ENGINE = MergeTree ORDER BY a; -- { serverError UNKNOWN_CODEC }
CREATE TABLE c3 (a Int PRIMARY KEY, b String) ENGINE = MergeTree;
SELECT sorting_key, primary_key FROM system.tables WHERE database = currentDatabase() AND name = 'c3';
CREATE TABLE c4 (a Int PRIMARY KEY, b String) ENGINE = MergeTree PRIMARY KEY b; -- { serverError BAD_ARGUMENTS }
