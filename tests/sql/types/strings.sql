SELECT length('é'), lengthUTF8('é'), upper('abc'), lower('ABC'), reverse('abc');
SELECT substring('hello', 2, 3), position('hello', 'l'), concat('a', 'b', 'c'), 'a' || 'b';
SELECT 'a\tb\nc\\d', '\x41\0B';
SELECT toFixedString('ab', 4) AS f, length(f), toTypeName(f);
SELECT '\xff' < 'a', hex('\xff\0');
SELECT splitByChar(',', 'a,b,c'), arrayStringConcat(['x', 'y'], '-'), replaceAll('aXbX', 'X', '-');
SELECT 'abc' LIKE 'a%', 'abc' ILIKE 'A_C', match('abc', '^a.c$');
SELECT empty(''), notEmpty('a'), trim('  a '), leftPad('7', 3, '0');
