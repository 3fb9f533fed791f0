-- States and Decimals over windows, ties behind LIMIT BY, transformers of * one after the other, names of matchers.
CREATE TABLE ev (id UInt32, u LowCardinality(String), n Nullable(Int32), tags Array(String), t Tuple(a Int16, b String), f Float64, d Date, dec Decimal(12, 3), e Enum8('new' = 1, 'paid' = 2), ts DateTime('UTC')) ENGINE = MergeTree ORDER BY id;
SYSTEM STOP MERGES ev;
INSERT INTO ev SELECT number, ['ann', 'bob', 'cy'][number % 3 + 1], if(number % 4 = 1, NULL, toInt32(number) - 3), arrayMap(x -> concat('t', toString(x)), range(number % 4)), (number - 5, toString(number % 2)), if(number % 3 = 0, nan, number / 8), toDate('2024-01-01') + number, number * 1.125, if(number % 2, 'new', 'paid'), toDateTime('2024-01-01 00:00:00', 'UTC') + number * 60 FROM numbers(4);
INSERT INTO ev SELECT number, ['ann', 'bob', 'cy'][number % 3 + 1], if(number % 4 = 1, NULL, toInt32(number) - 3), arrayMap(x -> concat('t', toString(x)), range(number % 4)), (number - 5, toString(number % 2)), if(number % 3 = 0, nan, number / 8), toDate('2024-01-01') + number, number * 1.125, if(number % 2, 'new', 'paid'), toDateTime('2024-01-01 00:00:00', 'UTC') + number * 60 FROM numbers(4, 4);
CREATE TABLE us (u LowCardinality(String), name Nullable(String), k Int64) ENGINE = MergeTree ORDER BY u;
INSERT INTO us VALUES ('ann', 'Ann', 1), ('bob', NULL, 2), ('ann', 'Anna', 3), ('dee', 'Dee', 4);
SELECT id, countMerge(s) OVER (ORDER BY id), sumMerge(q) OVER (ORDER BY id ROWS 1 PRECEDING), uniqExactMerge(uq) OVER (), quantileExactMerge(0.5)(me) OVER (ORDER BY id), finalizeAggregation(sumMergeState(q) OVER (ORDER BY id)) FROM (SELECT id, countState() AS s, sumState(dec) AS q, uniqExactState(u) AS uq, quantileExactState(0.5)(id) AS me FROM ev GROUP BY id) ORDER BY id LIMIT 4;
SELECT id, finalizeAggregation(sumState(id) OVER (ORDER BY id)), finalizeAggregation(avgState(dec) OVER (PARTITION BY e ORDER BY id)), finalizeAggregation(groupArrayState(u) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND 1 PRECEDING)), finalizeAggregation(minStateIf(id, e = 'new') OVER (ORDER BY id)) FROM ev ORDER BY id LIMIT 4;
SELECT sumMerge(s) FROM (SELECT sumState(id) OVER (PARTITION BY u) AS s FROM ev);
SELECT nonNegativeDerivative(dec, ts, INTERVAL 1 HOUR) OVER (ORDER BY ts) FROM ev ORDER BY id LIMIT 3;
SELECT u FROM ev ORDER BY u LIMIT 1 BY u LIMIT 2 WITH TIES;
SELECT u FROM ev ORDER BY u LIMIT 2 BY u LIMIT 3 OFFSET 1 WITH TIES;
SELECT id FROM ev ORDER BY id LIMIT 2 WITH TIES OFFSET 1; -- { clientError SYNTAX_ERROR }
SELECT DISTINCT ON (u) u FROM ev ORDER BY u LIMIT 2 WITH TIES; -- { clientError LIMIT_BY_WITH_TIES_IS_NOT_SUPPORTED }
SELECT COLUMNS('id') + COLUMNS('id'), tuple(*), greatest(COLUMNS(id, k) APPLY toInt32) FROM (SELECT id, u, id AS k FROM ev) WHERE id = 2 FORMAT TSVWithNames;
SELECT us.COLUMNS(u, k) EXCEPT k, COLUMNS(us.u, ev.u) FROM ev JOIN us USING u WHERE id < 2 ORDER BY ALL FORMAT TSVWithNames;
SELECT * APPLY (x -> concat(toString(x), '!')) EXCEPT k FROM us ORDER BY ALL FORMAT TSVWithNames;
SELECT * REPLACE (k + 1 AS k) REPLACE (k * 100 AS k) EXCEPT (k, name) APPLY toString FROM us ORDER BY ALL FORMAT TSVWithNames;
SELECT * APPLY (toString) REPLACE ('q' AS k) EXCEPT STRICT (k) FROM us; -- { serverError BAD_ARGUMENTS }
SELECT toTypeName(CAST((1, 2, 3), 'Tuple(keys UInt8, values UInt8, Top UInt8)')), toTypeName(CAST([(1, 2)], 'Nested(top UInt8, b UInt8)'));
SELECT CAST((1, 2), 'Tuple(null UInt8, b UInt8)'); -- { serverError BAD_ARGUMENTS }
SELECT * FROM (SELECT 1 AS a UNION ALL SELECT 1, 2); -- { serverError TYPE_MISMATCH }
SELECT 1 IN (SELECT 1 INTERSECT SELECT 1, 2); -- { serverError TYPE_MISMATCH }
EXPLAIN SYNTAX SELECT id AS x FROM ev WHERE x IN (1, 2) AND NOT x AND (x, u) IN ((1, 'a'), (2, 'b'));
SELECT e.k, (SELECT count() FROM ev WHERE ev.id < e.k), EXISTS (SELECT 1 FROM ev WHERE ev.id = e.k * 3) FROM us AS e ORDER BY k;
SELECT e.nope FROM ev; -- { serverError UNKNOWN_IDENTIFIER }
SELECT t.nope FROM ev; -- { serverError UNKNOWN_IDENTIFIER }
SELECT id, n FROM ev ORDER BY [n, id] DESC;
SELECT id, n FROM ev ORDER BY (n, id) NULLS FIRST LIMIT 3;
SELECT id, f FROM ev ORDER BY [f] DESC, id;
SELECT id FROM ev ORDER BY [(n, f)] DESC, id;
SELECT id, lagInFrame(u, 1, 'q') OVER (ORDER BY id), lag(u, 1, 'z') OVER (ORDER BY id) FROM ev ORDER BY id LIMIT 3;
SELECT x FROM ev ARRAY JOIN tags AS x, tags AS x; -- { serverError BAD_ARGUMENTS }
SELECT id FROM ev ASOF JOIN us USING u; -- { serverError NOT_IMPLEMENTED }
