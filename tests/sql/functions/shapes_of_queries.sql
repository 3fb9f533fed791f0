-- Queries without their values, and hashes of them.
SELECT normalizeQuery('SELECT 1, 2,3 FROM  t -- c\n WHERE x IN (1,2,  3) AND y = \'a\' AND abc123 = 5 AND f1234(7)'), normalizeQuery(' [1, 2, 3, x] '), normalizeQuery('SELECT `a b`, xyz12345 FROM t'), normalizeQueryKeepNames('SELECT `a b`, xyz12345 FROM t');
SELECT normalizedQueryHash('SELECT 1, 2, 3'), normalizedQueryHash('SELECT 4,5'), normalizedQueryHashKeepNames('SELECT xyz12345'), normalizedQueryHash(''), normalizedQueryHash('SELECT 1, 2, x'), normalizedQueryHash('SELECT -1, -2, x'), normalizedQueryHash(' SELECT f(1) , "a b c" FROM t.x WHERE a = 1 -- end');
SELECT normalizeQuery(''), normalizeQuery('SELECT -1, -2, +3, x'), normalizeQuery('select 1 + 2, 3 , \'a'), normalizeQuery('select $$x$$, a.b.c, (1), 1,');
SELECT normalizeQuery(5); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT normalizeQuery(toFixedString('a',2)); -- { serverError ILLEGAL_COLUMN }
SELECT normalizeQuery(NULL), normalizeQuery(materialize(toLowCardinality('select 1'))), normalizedQueryHash(NULL);
SELECT normalizeQuery('SELECT aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, x1y2z3, ''b'' || x, [1,2], {a:UInt8}, @x, 0x1f, 1e5, tuple(1,\'a\',\'b\' , 2 ) /* c */ ; select 1');
SELECT q, normalizeQuery(q), normalizedQueryHash(q) FROM (SELECT arrayJoin(['select 1', 'SELECT 1,2 , 3 ,4 , a', '1 , , 2', '  ', 'é 1 é', '- 1', '1 -- x', 'x -- y\n', ',1', '1,']) AS q);
