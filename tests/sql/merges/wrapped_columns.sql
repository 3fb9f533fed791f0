-- Every engine of the family with numbers and keys in other wrappings than plain ones.
SET allow_suspicious_low_cardinality_types = 1, allow_suspicious_types_in_order_by = 1, flatten_nested = 1;
DROP TABLE IF EXISTS summed;
CREATE TABLE summed (k LowCardinality(String), a LowCardinality(UInt32), b LowCardinality(Nullable(Int64)), c LowCardinality(Float64), d Nullable(Decimal(38, 2)), e Int256, f Bool, g BFloat16, h LowCardinality(Int128), i LowCardinality(Date), j LowCardinality(String)) ENGINE = SummingMergeTree ORDER BY k;
INSERT INTO summed VALUES ('x', 2, NULL, 1.5, 1.25, -5, false, 1.5, 7, '2020-01-01', 'p'), ('y', 1, 1, 0, NULL, 3, true, 1, 1, '2020-01-01', 'q');
INSERT INTO summed VALUES ('x', 3, 4, 0.25, 2, 7, true, 2.25, -9, '2020-01-02', 'r'), ('y', 1, -1, 0, NULL, -3, false, 0, 1, '2020-01-01', 'q');
SELECT * FROM summed FINAL ORDER BY k FORMAT Vertical;
SELECT a, h FROM summed FINAL ORDER BY k;
OPTIMIZE TABLE summed FINAL;
SELECT * FROM summed ORDER BY k FORMAT Vertical;
DROP TABLE summed;
CREATE TABLE summed (k UInt8, v LowCardinality(Int32), w LowCardinality(Nullable(Int32))) ENGINE = SummingMergeTree ORDER BY k;
-- Rows of zeros go while they are inserted; what its own function combines is never a zero.
INSERT INTO summed VALUES (1, 2, 3), (1, -2, -3), (2, 0, 0), (3, 1, NULL), (3, -1, NULL), (4, 0, NULL);
SELECT * FROM summed ORDER BY k;
DROP TABLE summed;
CREATE TABLE summed (k UInt8, v SimpleAggregateFunction(sum, UInt64), w UInt8) ENGINE = SummingMergeTree ORDER BY k;
INSERT INTO summed VALUES (1, 0, 0), (1, 0, 0), (2, 1, 0);
SELECT * FROM summed ORDER BY k;
DROP TABLE summed;
SELECT 'maps';
CREATE TABLE summed (k UInt8, pairMap Nested(id LowCardinality(String), other UInt8, v LowCardinality(UInt32))) ENGINE = SummingMergeTree ORDER BY k;
INSERT INTO summed VALUES (1, ['a'], [1], [1]); INSERT INTO summed VALUES (1, ['a', 'b'], [1, 2], [1, 3]);
SELECT 'LowCardinality', pairMap.id, pairMap.v FROM summed FINAL;
DROP TABLE summed;
CREATE TABLE summed (k UInt8, pairMap Nested(id DateTime('UTC'), other UInt8, v LowCardinality(UInt32))) ENGINE = SummingMergeTree ORDER BY k;
INSERT INTO summed VALUES (1, [1], [1], [1]); INSERT INTO summed VALUES (1, [1, 2], [1, 2], [1, 3]);
SELECT 'DateTime', pairMap.id, pairMap.v FROM summed FINAL;
DROP TABLE summed;
CREATE TABLE summed (k UInt8, pairMap Nested(id Bool, otherType Bool, v LowCardinality(UInt32))) ENGINE = SummingMergeTree ORDER BY k;
INSERT INTO summed VALUES (1, [true], [true], [1]); INSERT INTO summed VALUES (1, [true, false], [true, false], [1, 3]);
SELECT 'Bool', pairMap.id, pairMap.v FROM summed FINAL;
DROP TABLE summed;
CREATE TABLE summed (k UInt8, pairMap Nested(id UInt8, v Int256)) ENGINE = SummingMergeTree ORDER BY k;
INSERT INTO summed VALUES (1, [1], [-5]); INSERT INTO summed VALUES (1, [1, 2, 3], [-5, 3, 0]);
SELECT 'Int256', pairMap.id, pairMap.v FROM summed FINAL;
DROP TABLE summed;
CREATE TABLE summed (k UInt8, pairMap Nested(id UInt8, v Nullable(Int32))) ENGINE = SummingMergeTree ORDER BY k;
INSERT INTO summed VALUES (1, [1], [1]); INSERT INTO summed VALUES (1, [1, 2, 3], [1, NULL, 0]);
SELECT 'Nullable', pairMap.id, pairMap.v FROM summed FINAL;
DROP TABLE summed;
SELECT 'versions';
DROP TABLE IF EXISTS newest;
CREATE TABLE newest (k UInt8, v Time, w UInt8) ENGINE = ReplacingMergeTree(v) ORDER BY k;
INSERT INTO newest VALUES (1, '00:00:02', 1); INSERT INTO newest VALUES (1, '00:00:01', 2), (2, '00:00:02', 1), (2, '00:00:01', 2);
SELECT * FROM newest FINAL ORDER BY k; OPTIMIZE TABLE newest FINAL; SELECT * FROM newest ORDER BY k; DROP TABLE newest;
CREATE TABLE newest (k UInt8, v SimpleAggregateFunction(max, UInt64), w UInt8) ENGINE = ReplacingMergeTree(v) ORDER BY k;
INSERT INTO newest VALUES (1, 2, 1); INSERT INTO newest VALUES (1, 1, 2), (2, 2, 1), (2, 1, 2);
SELECT * FROM newest FINAL ORDER BY k; OPTIMIZE TABLE newest FINAL; SELECT * FROM newest ORDER BY k; DROP TABLE newest;
CREATE TABLE newest (k UInt8, v LowCardinality(String)) ENGINE = ReplacingMergeTree(v) ORDER BY k; -- { serverError BAD_TYPE_OF_FIELD }
CREATE TABLE newest (k UInt8, v LowCardinality(Nullable(UInt8))) ENGINE = ReplacingMergeTree(v) ORDER BY k; -- { serverError BAD_TYPE_OF_FIELD }
CREATE TABLE newest (k UInt8, v UInt8, gone Bool) ENGINE = ReplacingMergeTree(v, gone) ORDER BY k;
INSERT INTO newest VALUES (1, 1, false), (2, 1, false), (3, 1, true); INSERT INTO newest VALUES (1, 2, true);
SELECT * FROM newest FINAL ORDER BY k; SELECT k FROM newest FINAL; OPTIMIZE TABLE newest FINAL; SELECT * FROM newest ORDER BY k; DROP TABLE newest;
CREATE TABLE newest (k UInt8, s SimpleAggregateFunction(any, Int8)) ENGINE = CollapsingMergeTree(s) ORDER BY k;
INSERT INTO newest VALUES (1, 1), (2, 1); INSERT INTO newest VALUES (1, -1); SELECT * FROM newest FINAL ORDER BY k; OPTIMIZE TABLE newest FINAL; SELECT * FROM newest; DROP TABLE newest;
CREATE TABLE newest (k UInt8, s LowCardinality(Int8)) ENGINE = CollapsingMergeTree(s) ORDER BY k; -- { serverError BAD_TYPE_OF_FIELD }
CREATE TABLE newest (k SimpleAggregateFunction(max, UInt64)) ENGINE = AggregatingMergeTree ORDER BY k; -- { serverError DATA_TYPE_CANNOT_BE_USED_IN_KEY }
CREATE TABLE newest (k SimpleAggregateFunction(max, UInt64), v UInt8) ENGINE = MergeTree ORDER BY (v, k + 1);
DROP TABLE newest;
