-- Other types of columns: what is stored stays where the new type means the same values.
SET alter_sync = 2, mutations_sync = 2, enable_lightweight_update = 1;
CREATE TABLE named (k Int32, e Enum8('a' = 1, 'b' = 2)) ENGINE = MergeTree ORDER BY k;
INSERT INTO named VALUES (1, 'a'), (2, 'b');
ALTER TABLE named MODIFY COLUMN e Enum8('z' = 1, 'b' = 2);
SELECT * FROM named ORDER BY k;
SELECT * FROM named WHERE e = 'z';
SELECT * FROM named PREWHERE e IN ('z', 'b') ORDER BY k;
INSERT INTO named VALUES (3, 'z');
OPTIMIZE TABLE named FINAL;
ALTER TABLE named MODIFY COLUMN e Enum8('z' = 1, 'b' = 2, 'c' = 3);
SELECT e, count() FROM named GROUP BY e ORDER BY e;
SELECT count() FROM system.mutations WHERE database = currentDatabase() AND table = 'named';
ALTER TABLE named MODIFY COLUMN e Enum8('z' = 2, 'b' = 1, 'c' = 3); -- { serverError CANNOT_CONVERT_TYPE }
ALTER TABLE named MODIFY COLUMN e Enum16('z' = 1, 'b' = 2, 'c' = 300); -- { serverError CANNOT_CONVERT_TYPE }
ALTER TABLE named MODIFY COLUMN e Enum16('y' = 1, 'b' = 2, 'd' = 3, 'e' = 300);
SELECT * FROM named ORDER BY k;
ALTER TABLE named MODIFY COLUMN e Int16;
SELECT * FROM named ORDER BY k;
CREATE TABLE inside (k Int32, a Array(Enum8('a' = 1, 'b' = 2)), n Nullable(Enum8('a' = 1, 'b' = 2)), u Tuple(x Enum8('a' = 1), y Int8), m Map(String, Enum8('a' = 1))) ENGINE = MergeTree ORDER BY k;
INSERT INTO inside VALUES (1, ['a', 'b'], 'a', ('a', 1), {'x': 'a'});
ALTER TABLE inside MODIFY COLUMN a Array(Enum8('a' = 1, 'b' = 2, 'c' = 3));
ALTER TABLE inside MODIFY COLUMN n Nullable(Enum8('z' = 1, 'b' = 2));
SELECT count() FROM system.mutations WHERE database = currentDatabase() AND table = 'inside';
ALTER TABLE inside MODIFY COLUMN a Array(Enum8('z' = 1, 'b' = 2)), MODIFY COLUMN u Tuple(x Enum8('z' = 1, 'q' = 2), y Int8);
ALTER TABLE inside MODIFY COLUMN m Map(String, Enum8('z' = 1));
SELECT * FROM inside;
-- Keys, partitions, indexes and updates.
CREATE TABLE keys (e Enum8('a' = 1, 'b' = 2), p Enum8('x' = 1, 'y' = 2), l LowCardinality(String), v Int32) ENGINE = MergeTree PARTITION BY p ORDER BY (e, l);
INSERT INTO keys VALUES ('a', 'x', 's', 1), ('b', 'y', 't', 2);
ALTER TABLE keys MODIFY COLUMN e Enum8('a' = 1, 'b' = 2, 'c' = 3);
ALTER TABLE keys MODIFY COLUMN p Enum8('x' = 1, 'y' = 2, 'z' = 3);
INSERT INTO keys VALUES ('c', 'z', 's', 1), ('b', 'y', 't', 2);
SELECT * FROM keys WHERE e >= 'b' ORDER BY ALL;
ALTER TABLE keys MODIFY COLUMN e Enum8('q' = 1, 'b' = 2, 'c' = 3), MODIFY COLUMN p Enum8('q' = 1, 'y' = 2, 'z' = 3);
SELECT * FROM keys WHERE e = 'q';
SELECT * FROM keys WHERE p = 'q';
ALTER TABLE keys DROP PARTITION 'q';
ALTER TABLE keys MODIFY COLUMN l String;
SELECT * FROM keys WHERE l = 't' ORDER BY ALL;
ALTER TABLE keys MODIFY COLUMN l LowCardinality(String);
SELECT * FROM keys WHERE l = 't' ORDER BY ALL;
ALTER TABLE keys MODIFY COLUMN e Int8, MODIFY COLUMN p Int8;
SELECT * FROM keys WHERE p = 2 AND e = 2;
OPTIMIZE TABLE keys FINAL;
SELECT * FROM keys ORDER BY ALL;
ALTER TABLE keys MODIFY COLUMN e Enum8('q' = 1, 'b' = 2, 'c' = 3); -- { serverError ALTER_OF_COLUMN_IS_FORBIDDEN }
ALTER TABLE keys MODIFY COLUMN e Int16; -- { serverError ALTER_OF_COLUMN_IS_FORBIDDEN }
ALTER TABLE keys MODIFY COLUMN p Int16; -- { serverError ALTER_OF_COLUMN_IS_FORBIDDEN }
ALTER TABLE keys MODIFY COLUMN l Nullable(String); -- { serverError ALTER_OF_COLUMN_IS_FORBIDDEN }
CREATE TABLE of_text (k Int32, s LowCardinality(String)) ENGINE = MergeTree ORDER BY (k, lower(s));
ALTER TABLE of_text MODIFY COLUMN s String; -- { serverError ALTER_OF_COLUMN_IS_FORBIDDEN }
CREATE TABLE indexed (k Int32, e Enum8('a' = 1, 'b' = 2), v Int32, INDEX i e TYPE set(10), INDEX j e TYPE minmax) ENGINE = MergeTree ORDER BY k SETTINGS enable_block_number_column = 1, enable_block_offset_column = 1;
INSERT INTO indexed VALUES (1, 'a', 1), (2, 'b', 2);
UPDATE indexed SET e = 'b' WHERE k = 1;
ALTER TABLE indexed MODIFY COLUMN e Enum8('a' = 1, 'q' = 2, 'c' = 3);
SELECT * FROM indexed ORDER BY k;
SELECT * FROM indexed WHERE e = 'q' ORDER BY k;
UPDATE indexed SET e = 'c' WHERE e = 'q' AND k = 2;
SELECT * FROM indexed WHERE e = 'c';
ALTER TABLE indexed MODIFY COLUMN e Int8;
OPTIMIZE TABLE indexed FINAL;
SELECT * FROM indexed ORDER BY k;
SELECT CAST(materialize(CAST('a', 'Enum8(\'a\' = 1, \'b\' = 2)')), 'Enum8(\'z\' = 1, \'b\' = 2)');
SELECT CAST([CAST('a', 'Enum8(\'a\' = 1)')], 'Array(Enum16(\'z\' = 1))');
SELECT CAST(CAST('a', 'Enum8(\'a\' = 1, \'b\' = 2)'), 'Enum8(\'z\' = 5, \'b\' = 2)'); -- { serverError UNKNOWN_ELEMENT_OF_ENUM }
SELECT CAST(CAST('a', 'Enum8(\'a\' = 1, \'b\' = 2)'), 'Enum8(\'a\' = 2, \'b\' = 1)'); -- { serverError CANNOT_CONVERT_TYPE }
-- Columns that engines and projections rely on.
CREATE TABLE replacing (k Int32, v UInt32, d UInt8) ENGINE = ReplacingMergeTree(v, d) ORDER BY k;
ALTER TABLE replacing RENAME COLUMN v TO w; -- { serverError ALTER_OF_COLUMN_IS_FORBIDDEN }
ALTER TABLE replacing RENAME COLUMN d TO w; -- { serverError ALTER_OF_COLUMN_IS_FORBIDDEN }
ALTER TABLE replacing DROP COLUMN v; -- { serverError ALTER_OF_COLUMN_IS_FORBIDDEN }
ALTER TABLE replacing CLEAR COLUMN d; -- { serverError ALTER_OF_COLUMN_IS_FORBIDDEN }
ALTER TABLE replacing MODIFY COLUMN v UInt64;
ALTER TABLE replacing MODIFY COLUMN v UInt32; -- { serverError ALTER_OF_COLUMN_IS_FORBIDDEN }
ALTER TABLE replacing MODIFY COLUMN v Int64; -- { serverError ALTER_OF_COLUMN_IS_FORBIDDEN }
ALTER TABLE replacing MODIFY COLUMN v String; -- { serverError ALTER_OF_COLUMN_IS_FORBIDDEN }
ALTER TABLE replacing MODIFY COLUMN v DateTime; -- { serverError ALTER_OF_COLUMN_IS_FORBIDDEN }
ALTER TABLE replacing MODIFY COLUMN v DEFAULT 6, MODIFY COLUMN d UInt8 COMMENT 'q';
ALTER TABLE replacing MODIFY COLUMN d UInt16; -- { serverError ALTER_OF_COLUMN_IS_FORBIDDEN }
SHOW CREATE TABLE replacing;
CREATE TABLE versioned (k Int32, s Int8, v UInt32) ENGINE = VersionedCollapsingMergeTree(s, v) ORDER BY k;
ALTER TABLE versioned RENAME COLUMN s TO t; -- { serverError ALTER_OF_COLUMN_IS_FORBIDDEN }
ALTER TABLE versioned DROP COLUMN s; -- { serverError ALTER_OF_COLUMN_IS_FORBIDDEN }
ALTER TABLE versioned MODIFY COLUMN s Int16; -- { serverError ALTER_OF_COLUMN_IS_FORBIDDEN }
ALTER TABLE versioned MODIFY COLUMN v UInt64;
ALTER TABLE versioned MODIFY COLUMN v Int64; -- { serverError ALTER_OF_COLUMN_IS_FORBIDDEN }
CREATE TABLE summing (k Int32, a Int32, b Int32, c Int32) ENGINE = SummingMergeTree((a, b)) ORDER BY k;
ALTER TABLE summing RENAME COLUMN b TO d; -- { serverError ALTER_OF_COLUMN_IS_FORBIDDEN }
ALTER TABLE summing DROP COLUMN a; -- { serverError ALTER_OF_COLUMN_IS_FORBIDDEN }
ALTER TABLE summing CLEAR COLUMN a;
ALTER TABLE summing MODIFY COLUMN a Int64, RENAME COLUMN c TO d;
CREATE TABLE projected (k Int32, a Int32, b Int32, c Int32, PROJECTION p (SELECT a, sum(b) GROUP BY a), PROJECTION q (SELECT k, c ORDER BY c)) ENGINE = MergeTree ORDER BY k;
ALTER TABLE projected MODIFY COLUMN a Int64; -- { serverError ALTER_OF_COLUMN_IS_FORBIDDEN }
ALTER TABLE projected MODIFY COLUMN b Int64; -- { serverError CANNOT_CONVERT_TYPE }
ALTER TABLE projected MODIFY COLUMN c Int64;
ALTER TABLE projected DROP COLUMN b; -- { serverError UNKNOWN_IDENTIFIER }
CREATE TABLE fed (k Int32, a Int32, b Int32) ENGINE = MergeTree ORDER BY k;
CREATE MATERIALIZED VIEW feeds (k Int32, a Int32) ENGINE = MergeTree ORDER BY k AS SELECT k, a FROM fed;
ALTER TABLE fed DROP COLUMN a; -- { serverError ALTER_OF_COLUMN_IS_FORBIDDEN }
ALTER TABLE fed DROP COLUMN b;
ALTER TABLE feeds MODIFY QUERY SELECT k, a, 5 AS c FROM fed; -- { serverError NO_SUCH_COLUMN_IN_TABLE }
ALTER TABLE feeds MODIFY QUERY SELECT k FROM fed;
INSERT INTO fed VALUES (3, 4);
SELECT * FROM feeds;
CREATE TABLE filled (k Int32, a Int32, c Int32) ENGINE = MergeTree ORDER BY k;
CREATE MATERIALIZED VIEW fills TO filled AS SELECT k, a FROM fed;
ALTER TABLE fills MODIFY QUERY SELECT k, a, 5 AS c, 6 AS nowhere FROM fed;
INSERT INTO fed VALUES (5, 6);
SELECT * FROM filled;
-- What is allowed in one ALTER, and at all.
CREATE TABLE one (k Int32, a Int32, b Int32 DEFAULT 4, INDEX i a TYPE minmax) ENGINE = MergeTree ORDER BY k;
INSERT INTO one VALUES (1, 2, 3);
ALTER TABLE one RENAME COLUMN a TO c, MODIFY COLUMN c Int64; -- { serverError NOT_IMPLEMENTED }
ALTER TABLE one MODIFY COLUMN a Int64, RENAME COLUMN a TO c; -- { serverError NOT_IMPLEMENTED }
ALTER TABLE one ADD COLUMN z DEFAULT 5; -- { serverError BAD_ARGUMENTS }
ALTER TABLE one ADD COLUMN y MATERIALIZED k + 1; -- { serverError BAD_ARGUMENTS }
ALTER TABLE one ALTER COLUMN a Int8; -- { clientError SYNTAX_ERROR }
ALTER TABLE one ALTER COLUMN a SET DEFAULT 5; -- { clientError SYNTAX_ERROR }
ALTER TABLE one ALTER COLUMN b REMOVE DEFAULT, ALTER COLUMN b TYPE Int16 DEFAULT 5 COMMENT 'x' AFTER k;
SET allow_non_metadata_alters = 0;
ALTER TABLE one MODIFY COLUMN b Int64; -- { serverError ALTER_OF_COLUMN_IS_FORBIDDEN }
ALTER TABLE one DROP COLUMN b; -- { serverError ALTER_OF_COLUMN_IS_FORBIDDEN }
ALTER TABLE one RENAME COLUMN b TO c; -- { serverError ALTER_OF_COLUMN_IS_FORBIDDEN }
ALTER TABLE one DROP INDEX i; -- { serverError ALTER_OF_COLUMN_IS_FORBIDDEN }
ALTER TABLE one MODIFY TTL toDateTime(k) + INTERVAL 100 YEAR; -- { serverError ALTER_OF_COLUMN_IS_FORBIDDEN }
ALTER TABLE one ADD COLUMN n Int32, MODIFY COLUMN b DEFAULT 8, COMMENT COLUMN a 'q';
ALTER TABLE one UPDATE a = 3 WHERE 1;
SET allow_non_metadata_alters = 1;
SELECT * FROM one;
SET alter_sync = 0, mutations_sync = 0;
ALTER TABLE one RENAME COLUMN b TO c;
ALTER TABLE one RENAME COLUMN c TO d;
ALTER TABLE one RENAME COLUMN d TO e;
SELECT e FROM one;
SET alter_sync = 2, mutations_sync = 2;
CREATE INDEX i5 ON one (a); -- { serverError INCORRECT_QUERY }
CREATE UNIQUE INDEX i6 ON one (a) TYPE minmax; -- { serverError NOT_IMPLEMENTED }
SET allow_create_index_without_type = 1, create_index_ignore_unique = 1;
CREATE INDEX i5 ON one (a);
CREATE UNIQUE INDEX i6 ON one (a) TYPE minmax;
CREATE INDEX i7 ON one (a ASC, k DESC) TYPE set(5);
CREATE INDEX i8 ON one (a + 1) TYPE minmax GRANULARITY 3;
SHOW CREATE TABLE one;
-- Tables of the old syntax have few of these.
SET allow_deprecated_syntax_for_merge_tree = 1;
CREATE TABLE old (d Date, k Int32, a Int32) ENGINE = MergeTree(d, k, 8192);
ALTER TABLE old ADD INDEX i a TYPE minmax; -- { serverError BAD_ARGUMENTS }
CREATE INDEX i ON old (a) TYPE minmax; -- { serverError BAD_ARGUMENTS }
ALTER TABLE old ADD PROJECTION p (SELECT a, count() GROUP BY a); -- { serverError BAD_ARGUMENTS }
ALTER TABLE old MODIFY ORDER BY (k, a); -- { serverError BAD_ARGUMENTS }
ALTER TABLE old MODIFY TTL d + INTERVAL 1000 YEAR; -- { serverError BAD_ARGUMENTS }
ALTER TABLE old MODIFY SETTING merge_with_ttl_timeout = 3; -- { serverError BAD_ARGUMENTS }
ALTER TABLE old ADD COLUMN z Int32, ADD CONSTRAINT c CHECK k > 0;
ALTER TABLE old ADD INDEX i a TYPE minmax; -- { serverError BAD_ARGUMENTS }
INSERT INTO old VALUES ('2020-01-01', 1, 2, 3);
SELECT * FROM old;
