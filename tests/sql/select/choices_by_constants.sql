-- A choice by constants takes its branch even if the others make no sense.
SELECT if(1, 1, nosuch);
SELECT if(0, nosuchf(1), 2);
SELECT if(1, number, [1] + 1) FROM numbers(2);
SELECT multiIf(1, 2, 0, 3, [1] + 1);
SELECT multiIf(number = 1, nosuch, 0, 2, 3) FROM numbers(2); -- { serverError UNKNOWN_IDENTIFIER }
SELECT CASE WHEN 0 THEN 1::Int256 - 1.5 ELSE 2.5 END;
SELECT if(number = 1, 1, [1] + 1) FROM numbers(2); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
-- A large literal meets signed numbers as Int64.
SELECT [5000000000, -1] AS x, toTypeName(x);
SELECT if(number = 1, 5000000000, -1) AS x, toTypeName(x) FROM numbers(2) ORDER BY x;
SELECT map('a', 5000000000, 'b', -1) AS x, toTypeName(x);
SELECT toTypeName(5000000000), toTypeName([18446744073709551615, 1]);
-- Calendars begin in 1970, seconds wrap.
SELECT subtractYears(toDateTime('1973-01-01 00:00:05', 'UTC'), 7), subtractDays(toDateTime('1970-01-01 00:00:05', 'UTC'), 7);
SELECT rowNumberInAllBlocks(), number FROM numbers(3);
SELECT '2014-06-06'::Date - '2013-04-29 17:31:44'::DateTime('UTC'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
