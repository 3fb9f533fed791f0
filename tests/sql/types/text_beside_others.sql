-- Constant text is read as the type beside it; what it cannot be read as has its own error.
CREATE TABLE p (e Enum8('a' = 1, 'b' = 2), f Float64, s String, l LowCardinality(String), n Nullable(Int32), ne Nullable(Enum8('a' = 1))) ENGINE = MergeTree ORDER BY ();
INSERT INTO p SELECT 'a', 1, '1', '1', 1, 'a';
SELECT e = '7', e < '7', e >= '7', e IN ('7'), e NOT IN ('7'), e <=> '7', NOT (e = '7') FROM p;
SELECT e != '7' FROM p; -- { serverError UNKNOWN_ELEMENT_OF_ENUM }
SELECT '7' != e FROM p; -- { serverError UNKNOWN_ELEMENT_OF_ENUM }
SELECT count() FROM p WHERE ne != ''; -- { serverError UNKNOWN_ELEMENT_OF_ENUM }
SELECT ne != 'a', e != 'b' FROM p;
SELECT f = '1', f = 'nan', f > 'inf' FROM p;
SELECT f = 'a' FROM p; -- { serverError CANNOT_PARSE_NUMBER }
SELECT f = '' FROM p; -- { serverError CANNOT_PARSE_NUMBER }
SELECT 1.5 = 'q'; -- { serverError CANNOT_PARSE_NUMBER }
SELECT f = '7x' FROM p; -- { serverError TYPE_MISMATCH }
SELECT toUInt8(1) = 'a'; -- { serverError TYPE_MISMATCH }
-- Where NULLs are equal, text is equal to text alone.
SELECT s <=> '1', l <=> '1', n <=> 1, n <=> NULL, NULL <=> 'a', toFixedString('a', 2) <=> 'a', (1, 'a') <=> (1, 'a'), e <=> 'a' FROM p;
SELECT s <=> 7 FROM p; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT l <=> 7 FROM p; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT n IS DISTINCT FROM 'a' FROM p; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT (1, 'a') <=> (1, 2); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT toDate('2020-01-01') <=> '2020-01-01'; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT [1] <=> 'x'; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
DROP TABLE p;
