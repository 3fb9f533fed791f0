-- Arrays, tuples and maps in text, with separators inside of quotes and without.
SELECT CAST(t, 'Array(String)') FROM (SELECT arrayJoin(['[]', '[\'a\',\'b\']', '[\'a, b\',\'c\']', '[\'it\'\'s\']', '[\'\']', '[ \'a\' , \'b\' ]', '[\'a\\\'b\']', '[\'[x]\',\'(y\']']) AS t);
SELECT CAST(t, 'Array(Int8)') FROM (SELECT arrayJoin(['[]', '[1]', '[1,2]', '[1, 2]', '[ ]', '[-1,+2]']) AS t);
SELECT CAST(t, 'Array(Nullable(String))') FROM (SELECT arrayJoin(['[NULL]', '[\'NULL\',NULL]']) AS t);
SELECT CAST(t, 'Array(Array(UInt8))') FROM (SELECT arrayJoin(['[[1,2],[3]]', '[[]]', '[]']) AS t);
SELECT CAST(t, 'Tuple(UInt8, String)') FROM (SELECT arrayJoin(['(1,\'a\')', '(2, \'b,c\')', '(3,\'\')', '(4,\'x(y\')']) AS t);
SELECT CAST(t, 'Tuple(a DateTime(\'UTC\'), b Float64)') FROM (SELECT arrayJoin(['(\'2024-01-01 10:00:00\',1.5)', '(\'2024-01-01 10:00:00\',-inf)']) AS t);
SELECT CAST(materialize('(1,2,3)'), 'Tuple(UInt8, UInt8)'); -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
SELECT CAST(materialize('(1)'), 'Tuple(UInt8, UInt8)'); -- { serverError CANNOT_PARSE_INPUT_ASSERTION_FAILED }
SELECT CAST(materialize('1,2'), 'Array(UInt8)'); -- { serverError CANNOT_READ_ARRAY_FROM_TEXT }
SELECT * FROM format(TabSeparated, 'm Map(String, UInt8)', $${}
{'a':1}
{'a':1,'b':2}
{'a:b':1}
{'a,b':1,'c':2}
{'{x}':3}
$$);
SELECT CAST(if(number = 1, NULL, '[1]'), 'Nullable(String)') FROM numbers(2);
