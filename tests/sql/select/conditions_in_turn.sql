-- AND and OR ask in turn: what fails on some rows is not asked where the conditions before it decide.
CREATE TABLE sc (k UInt64, s String, n Nullable(UInt8)) ENGINE = MergeTree ORDER BY k;
INSERT INTO sc SELECT number, if(number % 3 = 0, 'x', toString(number)), if(number % 5 = 0, NULL, number % 2) FROM numbers(100);
SELECT number = 0 OR intDiv(10, number) > 1, number != 0 AND intDiv(10, number) > 1 FROM numbers(3);
SELECT count() FROM sc WHERE s != 'x' AND toUInt32(s) > 50;
SELECT count() FROM sc WHERE s = 'x' OR toUInt32(s) > 50;
SELECT count() FROM sc WHERE k > 5 AND s != 'x' AND toUInt32(s) > 50 AND intDiv(100, toUInt32(s) - 50) > 1;
SELECT count() FROM sc PREWHERE s != 'x' WHERE toUInt32(s) > 50;
SELECT count() FROM (SELECT * FROM sc WHERE s != 'x') WHERE toUInt32(s) > 50;
SELECT countIf(s != 'x' AND toUInt32(s) > 50), sumIf(1, s = 'x' OR toUInt32(s) > 50) FROM sc;
SELECT DISTINCT n AND (s = 'x' OR toUInt8(s) > 50) AS z, n OR (s != 'x' AND toUInt8(s) > 50) AS y FROM sc ORDER BY z, y;
SELECT count() FROM sc WHERE toUInt32(s) > 50; -- { serverError CANNOT_PARSE_TEXT }
SELECT toBFloat16(1) AND 1; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT -toBFloat16(1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
DROP TABLE sc;
