-- LIKE with an escape character of its own; offsets and lengths that wrap; names of Enums as texts.
SELECT 'a%b' LIKE 'a!%b' ESCAPE '!', 'axb' LIKE 'a!%b' ESCAPE '!', 'A%B' ILIKE 'a!%b' ESCAPE '!', notLike('a%b', 'a!%b', '!'), like('a!b', 'a!!b', '!'), like('a\\b', 'a\\b', '!');
SELECT like('a%b', materialize('a!%b'), '!'), like('a!b', materialize('a!!b'), '!'), like('a_b', materialize('a#_b'), '#'), like('a', 'a', NULL);
SELECT like('a', 'b', 'ab'); -- { serverError BAD_ARGUMENTS }
SELECT like('a', 'b', 5); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT like('a', 'b', materialize('!')); -- { serverError ILLEGAL_COLUMN }
SELECT like('a!x', 'a!x', '!'); -- { serverError CANNOT_PARSE_ESCAPE_SEQUENCE }
SELECT like('a!', materialize('a!'), '!'); -- { serverError CANNOT_PARSE_ESCAPE_SEQUENCE }
SELECT substring('hello', toUInt64(18446744073709551615), 3), substring('hello', 2, 2.5), left('hello', toUInt64(18446744073709551615)), right('hello', 2.5), overlay('hello', 'XX', toUInt64(18446744073709551615));
SELECT substring('hello', 2, toInt64(-9223372036854775808)); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT substringIndex('a.b.c', 'ab', 2); -- { serverError BAD_ARGUMENTS }
WITH CAST('abab', 'Enum8(\'abab\' = 1, \'b\' = 2)') AS e SELECT substring(e, 2, 2), position(e, 'b'), locate('b', e), countSubstrings(e, 'ab'), hasToken(e, 'abab'), substring(materialize(e), 1, 1);
