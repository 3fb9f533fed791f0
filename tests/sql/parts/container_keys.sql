-- Rows whose partition values are equal arrays, tuples and NULLs meet in one part.
CREATE TABLE containers (a Array(UInt8), t Tuple(UInt8, String), n Array(Nullable(String)), d Array(Array(UInt8)), v Nullable(UInt8))
ENGINE = MergeTree PARTITION BY (a, t, n, d, v) ORDER BY tuple() SETTINGS allow_nullable_key = 1;
INSERT INTO containers SELECT range(number % 3), (number % 2, toString(number % 2)), [NULL, if(number % 2, 'x', NULL)], [range(number % 2), []], if(number % 2, NULL, 1) FROM numbers(3000);
SELECT partition, partition_id, rows FROM system.parts WHERE database = currentDatabase() AND table = 'containers' AND active ORDER BY partition;
CREATE TABLE lists (d Array(Array(UInt8))) ENGINE = MergeTree PARTITION BY d ORDER BY tuple();
INSERT INTO lists VALUES ([]), ([[]]), ([[], []]), ([[1]]), ([[1], []]), ([[], [1]]), ([[1, 1]]), ([[1], [1]]), ([]), ([[1, 1]]);
SELECT partition, rows FROM system.parts WHERE database = currentDatabase() AND table = 'lists' AND active ORDER BY partition;
