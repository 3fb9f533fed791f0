-- An error is the same whether it comes at once or after many rows.
DROP TABLE IF EXISTS many;
CREATE TABLE many (a UInt64, b String) ENGINE = MergeTree ORDER BY a;
INSERT INTO many SELECT number, toString(throwIf(number = 900000)) FROM numbers(1000000); -- { serverError FUNCTION_THROW_IF_VALUE_IS_NON_ZERO }
INSERT INTO many SELECT number, toString(toUInt8(if(number = 900000, 'x', '1'))) FROM numbers(1000000); -- { serverError CANNOT_PARSE_TEXT }
SELECT count() FROM many;
INSERT INTO many SELECT number, if(number = 900000, 'x', '1') FROM numbers(1000000);
SELECT sum(toUInt8(b)) FROM many; -- { serverError CANNOT_PARSE_TEXT }
SELECT a, toUInt8(b) FROM many WHERE a % 2 = 0 FORMAT Null; -- { serverError CANNOT_PARSE_TEXT }
SELECT count() FROM many;
DROP TABLE many;
