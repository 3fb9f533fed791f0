-- More than nine groups, groups that took no part, and matches that are empty.
SELECT extractGroups('abcdefghijkl', '(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)(k)(l)'), extractGroups('a(bcdefghijk', '(?P<x>a)[(](?:b)(c)(d)(e)(f)(g)(h)(i)(\\()?(?i:J)(k)?(b)?(c)?');
SELECT extractAllGroupsHorizontal('abcdefghijkl', '(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)(k)(l)'), extractAllGroupsVertical('abcdefghijklabcdefghijkl', '(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)(k)(l)');
SELECT regexpExtract('abcdefghijkl', '(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)(k)(l)', 11), REGEXP_SUBSTR('abcdefghijkl', '(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)(k)(l)', materialize(12)), regexpExtract('ab', '(x)?(a)(y)?', 1);
SELECT replaceRegexpOne('abcdefghijkl', '(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)(k)(l)', '\\10-\\9-\\0');
SELECT * FROM format(Regexp, 'a UInt8, b UInt8, c UInt8, d UInt8, e UInt8, f UInt8, g UInt8, h UInt8, i UInt8, j UInt8, k UInt8', '1 2 3 4 5 6 7 8 9 10 11') SETTINGS format_regexp = '(.*) (.*) (.*) (.*) (.*) (.*) (.*) (.*) (.*) (.*) (.*)';
SELECT extractGroups('aab', '(a)|(b)'), extractAllGroups('aab', '(a)|(b)'), extractAllGroupsHorizontal(materialize('aab'), '(a)|(b)');
SELECT extractAllGroups('abc', '(x?)'), extractAllGroupsHorizontal('abc', '(x?)'), extractAllGroupsVertical('abc', '(x?)(y*)'), extractAllGroups('', '(x?)');
SELECT extractAllGroups('x', '(x*)'), extractAllGroups('axx', '(x*)'), extractAllGroupsVertical('xxax', '(x*?)(a)?'), extractAllGroups('baa', '^(a?)'), extractAllGroups('a b', '\\b(.?)'), extractAllGroups('Ab', '(?i)(B?)');
SELECT extractAllGroups('привет', '(.?)'), extractAllGroups(x, '(x?)') FROM values('x Nullable(String)', ('ax'), (NULL), (''));
SELECT extractAll('abxc', 'x?'), extractAll('', 'x?'), extractAll('xxab', '(x*)'), extractAll('xxab', 'x(x*)'), extractAll('foo bar', '\\bf?');
SELECT splitByRegexp('x*', 'axbxxc'), splitByRegexp('x*', 'xxab'), splitByRegexp('b|$', 'abc'), splitByRegexp('b*', x) FROM values('x String', ('bbab'), (''));
