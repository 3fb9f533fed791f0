-- Requirement: MT.Overview.Family
CREATE TABLE r (k Int32, v String) ENGINE = ReplacingMergeTree(v) ORDER BY k; -- { serverError BAD_TYPE_OF_FIELD }
CREATE TABLE r (k Int32, v Nullable(Int8)) ENGINE = ReplacingMergeTree(v) ORDER BY k; -- { serverError BAD_TYPE_OF_FIELD }
CREATE TABLE r (k Int32, v Int8) ENGINE = ReplacingMergeTree(missing) ORDER BY k; -- { serverError NO_SUCH_COLUMN_IN_TABLE }
CREATE TABLE r (k Int32, v Int8, d Int8) ENGINE = ReplacingMergeTree(v, d) ORDER BY k; -- { serverError BAD_TYPE_OF_FIELD }
CREATE TABLE r (k Int32, v Int8) ENGINE = ReplacingMergeTree(v, missing) ORDER BY k; -- { serverError NO_SUCH_COLUMN_IN_TABLE }
CREATE TABLE r (k Int32, v Int8, d UInt8) ENGINE = ReplacingMergeTree(v, d, k) ORDER BY k; -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
CREATE TABLE r (k Int32, v Int8) ENGINE = ReplacingMergeTree(1) ORDER BY k; -- { serverError BAD_ARGUMENTS }
CREATE TABLE r (k Int32, v Int8) ENGINE = CollapsingMergeTree ORDER BY k; -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
CREATE TABLE r (k Int32, v UInt8) ENGINE = CollapsingMergeTree(v) ORDER BY k; -- { serverError BAD_TYPE_OF_FIELD }
CREATE TABLE r (k Int32, v Int8) ENGINE = CollapsingMergeTree(missing) ORDER BY k; -- { serverError NO_SUCH_COLUMN_IN_TABLE }
CREATE TABLE r (k Int32, v Int8) ENGINE = CollapsingMergeTree(1) ORDER BY k; -- { serverError BAD_ARGUMENTS }
CREATE TABLE r (k Int32, v Int8) ENGINE = VersionedCollapsingMergeTree(v) ORDER BY k; -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
CREATE TABLE r (k Int32, v Int8, w String) ENGINE = VersionedCollapsingMergeTree(v, w) ORDER BY k; -- { serverError BAD_TYPE_OF_FIELD }
CREATE TABLE r (k Int32, v Int8) ENGINE = SummingMergeTree((k, v)) ORDER BY k; -- { serverError BAD_ARGUMENTS }
CREATE TABLE r (k Int32, v Int8) ENGINE = SummingMergeTree(missing) ORDER BY k; -- { serverError NO_SUCH_COLUMN_IN_TABLE }
CREATE TABLE r (k Int32, v Int8) ENGINE = SummingMergeTree(v) PARTITION BY v ORDER BY k; -- { serverError BAD_ARGUMENTS }
CREATE TABLE r (k Int32, v Int8, w Int8) ENGINE = SummingMergeTree(v, w) ORDER BY k; -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
CREATE TABLE r (k Int32, v Int8) ENGINE = AggregatingMergeTree(v) ORDER BY k; -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
CREATE TABLE r (k Int32, v Int8, s AggregateFunction(sum, UInt8)) ENGINE = AggregatingMergeTree ORDER BY k; -- { serverError BAD_ARGUMENTS }
CREATE TABLE r (k Int32, v Int8) ENGINE = MergeTree(v) ORDER BY k; -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
CREATE TABLE r (k Int32, v Int8) ENGINE = CoalescingMergeTree(k) ORDER BY k; -- { serverError BAD_ARGUMENTS }
CREATE TABLE r (k Int32, v Int8) ENGINE = NoSuchMergeTree ORDER BY k; -- { serverError UNKNOWN_STORAGE }
SELECT count() FROM system.tables WHERE database = currentDatabase();
CREATE TABLE r (k Int32, v Int8, d UInt8) ENGINE = ReplacingMergeTree(v, d) ORDER BY k;
SELECT engine, engine_full, sorting_key FROM system.tables WHERE database = currentDatabase() AND name = 'r';
OPTIMIZE TABLE r FINAL CLEANUP; -- { serverError SUPPORT_IS_DISABLED }
CREATE TABLE v (k Int32, s Int8, ver UInt8, x String) ENGINE = VersionedCollapsingMergeTree(s, ver) ORDER BY k;
SELECT sorting_key, primary_key, engine_full FROM system.tables WHERE database = currentDatabase() AND name = 'v';
CREATE TABLE m (k Int32) ENGINE = MergeTree ORDER BY k;
OPTIMIZE TABLE m FINAL CLEANUP; -- { serverError CANNOT_ASSIGN_OPTIMIZE }
-- The version says which row is newer; it cannot say too whether it is deleted.
CREATE TABLE e (k UInt32, v UInt8) ENGINE = ReplacingMergeTree(v, v) ORDER BY k; -- { serverError BAD_ARGUMENTS }
-- Signs are 1 and -1.
CREATE TABLE e (k UInt32, s Int8) ENGINE = CollapsingMergeTree(s) ORDER BY k;
INSERT INTO e VALUES (1, 2); -- { serverError INCORRECT_DATA }
INSERT INTO e VALUES (1, 1), (1, 0); -- { serverError INCORRECT_DATA }
INSERT INTO e SETTINGS optimize_on_insert = 0 VALUES (1, 5), (2, 1);
SELECT * FROM e ORDER BY k;
SELECT * FROM e FINAL ORDER BY k;
DROP TABLE e;
