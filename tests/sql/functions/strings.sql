-- Texts searched, cut, joined and replaced.
SET session_timezone = 'UTC';
SELECT substring('hello',0), substring('hello',0,2), substring('hello',-10), substring('hello',-10,7), substring('hello',-3,2), substring('hello',2,-1), substring('hello',2,-10), substring('hello',-3,-1), substring('hello',9), substring('hello',1,0), substring('hello',3,100);
SELECT substring(s, 2, 2), hex(substring(s,2,1)), length(s), lengthUTF8(s), lower(s), upperUTF8(s), reverseUTF8(s), left(s,-1) from (select materialize(arrayJoin(['héllo','abc','','ÀΣ','日本語'])) s);
SELECT substringUTF8('héllo',0), substringUTF8('héllo',-3,2), substringUTF8('héllo',2,-1),substringUTF8('héllo',-10,7);
SELECT left('hello',2), left('hello',-2), left('hello',-10), right('hello',2), right('hello',-2), right('hello',-10), right('hello',100), leftUTF8('héllo',-1), rightUTF8('héllo',2);
SELECT leftPad('abc',7,'*'), leftPad('abc',2), leftPad('abc',7,'xy'), rightPad('abc',7,'xy'), leftPad('abc',5,''), leftPadUTF8('é',3,'ü');
SELECT leftPad('abc',-1); -- { serverError INDEX_OF_POSITIONAL_ARGUMENT_IS_OUT_OF_RANGE }
SELECT repeat('ab',3), repeat('ab',0), repeat('ab',-1), toTypeName(repeat('a',1)), space(3);
SELECT toTypeName(lower(toFixedString('AB',2))), toTypeName(reverse(toFixedString('AB',2)));
SELECT toTypeName(substring(toFixedString('AB',2),1)), toTypeName(concat('a')), toTypeName(concat('a',1)), toTypeName(concat(toFixedString('a',1), toFixedString('a',1))), toTypeName(length('a')), toTypeName(position('a','b')), toTypeName(countSubstrings('a','b')), toTypeName(like('a','b')), toTypeName(multiSearchAny('a',['b'])), toTypeName(multiSearchAllPositions('a',['b'])), toTypeName(multiSearchFirstIndex('a',['b'])), toTypeName(char(65)), toTypeName(initcap(toFixedString('a',1)));
SELECT lowerUTF8(toFixedString('AB',2)); -- { serverError BAD_ARGUMENTS }
SELECT trim(both 'ab' from 'abxba'), trimBoth('  a '), trimLeft('xxa','x'), ltrim('  a'), trimBoth(' \t\na '), toTypeName(trim('a')), trim(leading 'x' from 'xxa'), trim(trailing from 'a  '); -- { serverError SYNTAX_ERROR }
SELECT startsWith('abc','a'), toTypeName(startsWith('abc','a')), startsWith(toFixedString('a',3),'a'), startsWithUTF8('é','\xc3'), endsWith([1,2],[2]), startsWith('é','\xc3'), endsWith(toFixedString('a',3),'a');
SELECT replaceAll('aaa','a','bb'), replaceOne('aaa','a','b'), replaceAll('abc','','x'), replaceRegexpAll('hello','l','<\\0>'), replaceRegexpOne('hello','(l)(l)','\\2-\\1'), replaceRegexpAll('abc','^','x'), replaceRegexpAll('abc','','x'), replaceRegexpAll('a\nb','a.b','x'), replaceRegexpAll('abc','b','\\n'), replaceRegexpAll('a','a','x\\\\y');
SELECT translate('abc','ab','xy'), translate('abc','abc','x'), translateUTF8('aéc','éc','xy');
SELECT translate('abc','ab','xyz'); -- { serverError BAD_ARGUMENTS }
SELECT format('{} {}','a','b'), format('{1} {0} {{}}','a','b'), format('{}', 1), format('abc'); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT format('{} {}','a'); -- { serverError BAD_ARGUMENTS }
SELECT format('{','a'); -- { serverError BAD_ARGUMENTS }
SELECT position('abcabc','c'), position('abcabc','c',4), position('abc',''), position('abc','',4), position('abc','',5), position('abc','a',0), positionCaseInsensitive('ABC','b'), positionUTF8('éa','a'), positionCaseInsensitiveUTF8('ÉA','éa'), locate('c','abc'), position('c' in 'abc'), position('éa','a'), position(materialize('éa'),'a');
SELECT countSubstrings('aaaa','aa'), countSubstrings('aaa','a',2), countSubstringsCaseInsensitive('aAa','a'), countSubstrings('abc','');
SELECT 'abc' like 'a%', 'a_c' like 'a\\_c', 'abc' like 'a_c', 'aéc' like 'a_c', 'a\nc' like 'a%c', 'ABC' ilike 'abc', 'ÉA' ilike 'éa', 'a' like '', 'a%b' like 'a\\%b', 'a\\b' like 'a\\\\b', 'axb' not like 'a%', 'AXB' not ilike 'a%', 'a%b_' like '%\\%b\\_';
SELECT s like p, s ilike p from (select arrayJoin(['abc','A%c','a_c']) s, arrayJoin(['a%','a\\%c','A_C','','%']) p);
SELECT match('abc','b'), match('a\nb','a.b'), match('abc','^B'), match('ABC','(?i)b'), match('é','^.$'), match('abc',''), match('a',materialize('b|a'));
SELECT match('abc','('); -- { serverError CANNOT_COMPILE_REGEXP }
SELECT multiMatchAny('abc',['x','b']), multiMatchAnyIndex('abc',['x','b']), multiMatchAllIndices('abc',['a','b']), multiMatchAnyIndex('abc',['x']);
SELECT multiSearchAllPositions('abcabc',['b','c','x']), multiSearchFirstPosition('abc',['c','b']), multiSearchFirstIndex('abc',['x','c','b']), multiSearchAny('abc',['x']), multiSearchAnyCaseInsensitive('abc',['B']), multiSearchAny('abc',['']), multiSearchAllPositionsUTF8('éab',['b']);
SELECT extract('hello 123','[0-9]+'), extract('hello 123','(l+)'), extractAll('a1b22','[0-9]+'), extractAll('a1b22','([a-z])[0-9]'), extractAllGroupsVertical('a=1,b=2','(\\w)=(\\d)'), extractAllGroupsHorizontal('a=1,b=2','(\\w)=(\\d)'), extractGroups('a=1,b=2','(\\w)=(\\d)'), regexpExtract('a=1,b=2','(\\w)=(\\d)',2), regexpExtract('a=1','(\\w)=(\\d)'), regexpExtract('a=1','(\\w)=(\\d)',0), extract('abc','x'), extractAll('abc','x');
SELECT regexpExtract('a=1','(\\w)=(\\d)',3); -- { serverError INDEX_OF_POSITIONAL_ARGUMENT_IS_OUT_OF_RANGE }
SELECT extractAllGroupsVertical('abc','b'); -- { serverError BAD_ARGUMENTS }
SELECT toTypeName(extractAllGroupsVertical('a=1,b=2','(\\w)=(\\d)')), regexpQuoteMeta('a.b[c]\0-:^$'), regexpPosition('abc','b'), regexpPosition('éb','b'), regexpPosition('a','b'), countMatches('aXbX','X'), countMatches('abc',''), countMatchesCaseInsensitive('aA','a');
SELECT hasToken('hello world','world'), hasToken('hello world','wor'), hasTokenCaseInsensitive('Hello','hello'), hasTokenOrNull('a b','a b'), hasToken('a_b','a'), toTypeName(hasTokenOrNull('a','b'));
SELECT hasToken('a','a b'); -- { serverError BAD_ARGUMENTS }
SELECT hasAnyTokens('hello world',['world']), hasAllTokens('a b',['a','c']), hasAnyTokens('a b','c b'), tokens('hello world, a-b é_x'), tokens('abc d','ngrams',3), ngrams('abcd',2), ngrams('é',1), toTypeName(ngrams('a',2)), tokens('a b','array');
SELECT splitByChar(',','a,b,,c'), splitByChar(',',''), splitByString(', ','a, b'), splitByString('','abc'), splitByRegexp('\\d+','a12b3c'), splitByRegexp('','abc'), splitByWhitespace('  a b  c '), splitByNonAlpha('a1,b;c_d'), alphaTokens('ab1c'), splitByChar(',','a,b,c',2), splitByString(',','a,b,c',2), splitByString(',',''), splitByRegexp(',',''), splitByWhitespace(''), splitByChar(',','',1);
SELECT splitByChar('ab','x'); -- { serverError BAD_ARGUMENTS }
SELECT arrayStringConcat(['a','b'],','), arrayStringConcat(['a','b']), arrayStringConcat([1,2],'-'), arrayStringConcat(['a',NULL],','), arrayStringConcat([]), arrayStringConcat(emptyArrayString(),',');
SELECT substringIndex('a.b.c','.',2), substringIndex('a.b.c','.',-2), substringIndex('a.b.c','.',0), substringIndex('abc','.',1);
SELECT concatWithSeparator(',','a','b'), concatWithSeparator(',','a',1), concat(1,'a',[1,2]), concat('a',NULL), concat([1],[2]), concat(), concat_ws('-','x',today()-today()), 'a'||'b'||1;
SELECT concat('\xc3','\xa9')='é', length(concat('\xc3','\xa9')), concat(materialize('\xc3'),materialize('\xa9'))='é', hex(concat(materialize('\xc3'),materialize('\xa9')));
SELECT char_length('é'), OCTET_LENGTH('é'), lcase('A'), length(toFixedString('a',3)), length([1,2]), empty(''), notEmpty([1]), reverse([1,2]), lengthUTF8('\x80a'), empty(toUUID('00000000-0000-0000-0000-000000000000')), lengthUTF8('\xff\xc3\xa9'), length('\xff\xfe'), empty(toIPv4('0.0.0.0'));
SELECT reverse(1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT length(1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT startsWith(1,'a'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT substring(1,1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT hex(reverse('é')), hex(lower('É\xff')), hex(substring('é',1,1)), hex(substring('\xff\xfe\xfd',2,1)), length(reverse('é'));
SELECT char(72,101,108.5,300), hex(char(255,254)), char(0xe9) = '\xe9';
SELECT initcap('hello wORLD a-b 1ab'), initcapUTF8('éa bc'), printf('%d %s %05.2f',5,'a',1.5), printf('%%'), hasSubsequence('garbage','arg'), hasSubsequenceCaseInsensitive('GARBAGE','arg');
SELECT length(NULL), length(toNullable('abc')), toTypeName(length(toNullable('abc'))), lower(toLowCardinality('ABC')) as r, toTypeName(r), toTypeName(length(toLowCardinality('a'))), substring(NULL,1), position(NULL,'a'), toTypeName(concat(toNullable('a'),'b'));
SELECT startsWithCaseInsensitive('Abc','aB'), endsWithCaseInsensitiveUTF8('AÉ','é'), upper('é'), lowerUTF8('ÀΣ'), upperUTF8('ßé'), lowerUTF8('ΑΣ');
