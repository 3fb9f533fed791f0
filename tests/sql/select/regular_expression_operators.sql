-- The operators of PostgreSQL for regular expressions, which bind as comparisons do.
SELECT x, x ~ 'a.c', x !~ 'a.c', x ~* 'A.C', x !~* 'A.C', x~'^a', x!~*'^A' FROM (SELECT arrayJoin(['abc', 'ABC', 'x', '', NULL]) AS x);
SELECT formatQuerySingleLine('select a ~* b, c !~* d, a ~ b = c, a + b ~ c || d, a ~ b ~ c, not a ~ b, a ~ b like c');
SELECT formatQuerySingleLine('select a ~ (b || c) and d in e ~ f, a between b and c ~ d, a is null ~ b, x ~ y ? 1 : 2');
SELECT count() FROM numbers(100) WHERE toString(number) ~ '^1' AND toString(number) !~ '0$';
SELECT normalizeQuery('SELECT a ~ \'x\', b !~* \'y\', $ FROM t'), normalizedQueryHash('a ~ 1') = normalizedQueryHash('a ~ 2');
SELECT ~5; -- { clientError SYNTAX_ERROR }
SELECT 'abc' ~~ 'a%'; -- { clientError SYNTAX_ERROR }
SELECT 'abc' ! 'a'; -- { clientError SYNTAX_ERROR }
