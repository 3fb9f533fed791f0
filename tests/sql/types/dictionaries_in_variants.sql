-- Choices between containers with dictionaries inside and others are Variants without them.
CREATE TABLE v (k Int32, l LowCardinality(Nullable(String)), m LowCardinality(String)) ENGINE = MergeTree ORDER BY k;
INSERT INTO v VALUES (1, 'a', 'b'), (2, NULL, 'c');
SELECT if(k = 1, (0::UInt64, 'a'), (1::Int32, l)) AS x, toTypeName(x) FROM v ORDER BY k;
SELECT if(k = 1, (0::UInt64, 'a'), (1::Int32, m)) AS x, toTypeName(x) FROM v ORDER BY k;
SELECT if(k = 1, [0::UInt64], [(1, m)]) AS x, toTypeName(x) FROM v ORDER BY k;
SELECT if(k = 1, [0::UInt64], [m]) AS x, toTypeName(x) FROM v ORDER BY k;
SELECT if(k = 1, 5, m) AS x, toTypeName(x) FROM v ORDER BY k;
SELECT multiIf(k = 1, 5, k = 2, l, [m]) AS x, toTypeName(x) FROM v ORDER BY k;
SELECT if(0, (0::UInt64, 'a'), (1::Int32, l)) AS x, toTypeName(x) FROM v ORDER BY k;
SELECT if('a' LIKE '%b%', (0::UInt64, 'a'), ((emptyArrayInt32()[-1]), l)) AS x, toTypeName(x) FROM v ORDER BY k;
SELECT if(k = 1, (0::UInt64, 'a'), ((emptyArrayInt32()[-1]), l)) AS x, toTypeName(x) FROM v ORDER BY k;
SELECT if('2' LIKE '%a%', (0::UInt64, 'a'), (1::Int32, 'b')) AS x, toTypeName(x);
SELECT if(k = 7, (0::UInt64, 'a'), (1::Int32, l)) AS x, toTypeName(x) FROM v ORDER BY k;
SELECT if(materialize(0), (0::UInt64, 'a'), (1::Int32, m)) AS x, toTypeName(x) FROM v ORDER BY k;
SELECT coalesce(if(k = 1, NULL, [m]), [5]) AS x, toTypeName(x) FROM v ORDER BY k;
SELECT ifNull(if(k = 1, NULL, m), 5) AS x, toTypeName(x) FROM v ORDER BY k;
SELECT if(k = 1, [m], ['z']) AS x, toTypeName(x) FROM v ORDER BY k;
SELECT if(k = 1, map('a', m), map('a', 5)) AS x, toTypeName(x) FROM v ORDER BY k;
