-- NaN is neither less nor greater: of two arguments the second stays.
SELECT least(1, nan), greatest(1, nan), least(nan, 1), greatest(nan, 1), LEAST(toFloat32(2), nan, 1), Greatest(2, nan, 1), least(nan, nan);
SELECT least(x, 2), greatest(x, 2), least(2, x), greatest(2, x) FROM (SELECT arrayJoin([nan, 1., 3.]) AS x);
SELECT least(toNullable(nan), 1), greatest(NULL, nan), least(1, toNullable(nan), 5), least(toNullable(1), nan), least(nan, toNullable(1.5)), greatest(2.5, CAST(NULL, 'Nullable(Float64)'));
-- Truth of floats.
SELECT 1 AND inf, 0 OR nan, nan AND 1, 1 OR inf, NOT inf, NOT nan, xor(1, inf), inf AND 0;
SELECT 1 AND 2.5; -- { serverError CANNOT_CONVERT_TYPE }
-- Only aggregates are concerned.
SELECT 1 FROM numbers(2) SETTINGS empty_result_for_aggregation_by_empty_set = 1;
SELECT count() FROM numbers(0) SETTINGS empty_result_for_aggregation_by_empty_set = 1;
SELECT count() + 1 FROM numbers(2) SETTINGS empty_result_for_aggregation_by_empty_set = 1;
SELECT number AS N FROM numbers(3) WHERE N IN (SELECT number FROM numbers(2)) SETTINGS empty_result_for_aggregation_by_empty_set = 1;
-- Comments of C++.
SELECT 1 // + 2
+ 3, 6 / 3, 'a//b' // the end
;
-- Filters of wide integers.
SELECT count() FROM numbers(3) WHERE toInt128(1); -- { serverError ILLEGAL_TYPE_OF_COLUMN_FOR_FILTER }
SELECT count() FROM numbers(3) WHERE toUInt256(number); -- { serverError ILLEGAL_TYPE_OF_COLUMN_FOR_FILTER }
SELECT count() FROM numbers(3) HAVING toInt128(1); -- { serverError ILLEGAL_TYPE_OF_COLUMN_FOR_FILTER }
SELECT count() FROM numbers(3) WHERE toNullable(toInt64(number));
-- Structures.
SELECT * FROM values('x UInt8 NULL, y String NOT NULL, z ALIAS x + 1', (1, 'a'), (NULL, 'b'));
SELECT *, toTypeName(x) FROM format(CSV, 'x Int32 NULL, y String', '1,a\n\\N,b');
-- Another spelling of x -> x + 1.
SELECT * APPLY lambda(tuple(x), x + 1), * APPLY (lambda(tuple(x), x + 2)) APPLY toString FROM numbers(2);
-- Keys are shown by their place in the key.
DROP TABLE IF EXISTS keyed, keyless;
CREATE TABLE keyed (c UInt8, a UInt8, b String, INDEX i upper(b) TYPE minmax) ENGINE = MergeTree ORDER BY (b, upper(b), a);
CREATE TABLE keyless (c UInt16, b String) ENGINE = MergeTree ORDER BY ();
SHOW KEYS FROM keyed;
Show Indexes From keyless;
INSERT INTO keyed VALUES (1, 2, 'x');
INSERT INTO keyless VALUES (1, 'y');
SELECT count() FROM merge('', '^keyed$');
-- PREWHERE over several tables takes columns that all of them have in one type.
SELECT b FROM merge(currentDatabase(), '^key(ed|less)$') PREWHERE b = 'x';
SELECT b FROM merge(currentDatabase(), '^key(ed|less)$') PREWHERE b = 'x' AND c = 1; -- { serverError ILLEGAL_PREWHERE }
SELECT b FROM merge(currentDatabase(), '^keyed$') PREWHERE c = 1;
SELECT b FROM merge(currentDatabase(), '^keyed$') PREWHERE _table = 'keyed'; -- { serverError ILLEGAL_PREWHERE }
SELECT b FROM keyed PREWHERE _table = 'keyed';
DROP TABLE keyed, keyless;
