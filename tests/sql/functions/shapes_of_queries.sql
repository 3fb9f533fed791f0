-- Queries without their values, and hashes of them.
SELECT normalizeQuery('SELECT 1, 2,3 FROM  t -- c\n WHERE x IN (1,2,  3) AND y = \'a\' AND abc123 = 5 AND f1234(7)'), normalizeQuery(' [1, 2, 3, x] '), normalizeQuery('SELECT `a b`, xyz12345 FROM t'), normalizeQueryKeepNames('SELECT `a b`, xyz12345 FROM t');
SELECT normalizedQueryHash('SELECT 1, 2, 3'), normalizedQueryHash('SELECT 4,5'), normalizedQueryHashKeepNames('SELECT xyz12345'), normalizedQueryHash(''), normalizedQueryHash('SELECT 1, 2, x'), normalizedQueryHash('SELECT -1, -2, x'), normalizedQueryHash(' SELECT f(1) , "a b c" FROM t.x WHERE a = 1 -- end');
SELECT normalizeQuery(''), normalizeQuery('SELECT -1, -2, +3, x'), normalizeQuery('select 1 + 2, 3 , \'a'), normalizeQuery('select $$x$$, a.b.c, (1), 1,');
SELECT normalizeQuery(5); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT normalizeQuery(toFixedString('a',2)); -- { serverError ILLEGAL_COLUMN }
SELECT normalizeQuery(NULL), normalizeQuery(materialize(toLowCardinality('select 1'))), normalizedQueryHash(NULL);
SELECT normalizeQuery('SELECT aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, x1y2z3, ''b'' || x, [1,2], {a:UInt8}, @x, 0x1f, 1e5, tuple(1,\'a\',\'b\' , 2 ) /* c */ ; select 1');
SELECT q, normalizeQuery(q), normalizedQueryHash(q) FROM (SELECT arrayJoin(['select 1', 'SELECT 1,2 , 3 ,4 , a', '1 , , 2', '  ', 'é 1 é', '- 1', '1 -- x', 'x -- y\n', ',1', '1,']) AS q);
-- Dots and digits: what is before a dot decides, also with blanks between.
SELECT q, normalizeQuery(q), normalizeQueryKeepNames(q), normalizedQueryHash(q) FROM (SELECT arrayJoin(['select t.1.5, t . 1.5 x', 'select .5, (.5), a .5 .6', '1.5.3', 't.1e5', 't.1e+5', '1e+5 -1e-5', '1. .5', 't . 1. .5', 'a[1].2.3', '`a`.1, "b".2', 'x.1_000, 1_000', '0x1f, 0b11, t.0x1f', '1abc 1.5x 2', 'a.x\'41\', x\'41\', b\'01\'']) AS q);
SELECT q, normalizeQuery(q), normalizedQueryHashKeepNames(q) FROM (SELECT arrayJoin(['$$a$$.5, $x$ b $x$', '$abc, 1', 'a -- b\n, 1, 2', 'a /* 1, 2 */ 3, 4', 'a /* 1', '1, 2 # 3', '#! c\n1', '1 ! 2', '1 != 2, -3', '1,,2', '1, - , 2', '(1, 2), (-3, +4)', '1, −2, 3', '\'a\' \'b\', \'c', '‘a’, “b c”', 'f123(1), f123 (1), f123', '1 , 2 , ', ' 1']) AS q);
