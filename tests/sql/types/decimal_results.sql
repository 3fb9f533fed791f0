-- The types of arithmetic with decimals: an integer leaves a decimal its precision, two decimals have that of the wider form.
SELECT toTypeName(toDecimal32(1, 2) * 2), toTypeName(toDecimal64(1, 2) * 2), toTypeName(CAST('1', 'Decimal(10, 2)') * 2), toTypeName(2 * CAST('1', 'Decimal(5, 2)')), toTypeName(CAST('1', 'Decimal(5, 2)') + 1000000::UInt64), toTypeName(CAST('1', 'Decimal(5, 2)') - toInt256(1)), toTypeName(CAST('1', 'Decimal(20, 2)') / 3), toTypeName(3 / CAST('1', 'Decimal(5, 2)')), toTypeName(CAST('1', 'Decimal(5, 2)') % 3), toTypeName(CAST('1', 'Decimal(40, 2)') * 3);
SELECT toTypeName(CAST('1', 'Decimal(5, 2)') * CAST('1', 'Decimal(5, 2)')), toTypeName(CAST('1', 'Decimal(5, 2)') + CAST('1', 'Decimal(10, 3)')), toTypeName(CAST('1', 'Decimal(5, 2)') + 0.5), toTypeName(CAST('1', 'Decimal(5, 2)') * toFloat32(1)), toTypeName(CAST('1', 'Decimal(5, 2)') + true), toTypeName(CAST('1', 'Decimal(20, 2)') / CAST('1', 'Decimal(5, 1)')), toTypeName(negate(CAST('1', 'Decimal(5, 2)'))), toTypeName(CAST('1', 'Nullable(Decimal(5, 2))') * 2);
SELECT toTypeName(greatest(CAST('1', 'Decimal(5, 2)'), 2)), toTypeName(greatest(CAST('1', 'Decimal(5, 2)'), CAST('1', 'Decimal(5, 2)'))), toTypeName(least(CAST('1', 'Decimal(10, 2)'), CAST('1', 'Decimal(5, 3)'))), greatest(CAST('1', 'Decimal(5, 2)'), 100000);
-- Values have room for as many digits as the form of the type, whatever its precision.
SELECT CAST('999.99', 'Decimal(5, 2)') * 100 AS x, toTypeName(x), x + 1, toString(x), x / 3, sum(x), max(x), groupArray(x) FROM numbers(2);
SELECT materialize(CAST('99999999.99', 'Decimal(10, 2)')) * 100 AS x, toTypeName(x), [x, x], (x, 1), if(x > 1, x, 0::Decimal(10, 2));
SELECT CAST('999.99', 'Decimal(5, 2)') * 10000000; -- { serverError DECIMAL_OVERFLOW }
CREATE TABLE d (k UInt8, p Decimal(10, 2), q UInt32) ENGINE = MergeTree ORDER BY k;
INSERT INTO d VALUES (1, 1.5, 2), (2, 99999999.99, 1000);
INSERT INTO d SELECT k + 2, p * 2, q FROM d WHERE k = 1;
SELECT k, p * q AS s, toTypeName(s), p + q, p * CAST(2, 'Decimal(5, 1)') FROM d ORDER BY k;
SELECT sum(p * q), max(p * q), toTypeName(max(p * q)), uniqExact(p * q) FROM d;
SELECT p * q AS s, count() FROM d GROUP BY s ORDER BY s;
SELECT a.k, b.k FROM d AS a JOIN d AS b ON a.p * 2 = b.p ORDER BY a.k;
SELECT p * 100 FROM d ORDER BY p * 100 DESC FORMAT JSONEachRow;
SELECT p * 100 AS x FROM d ORDER BY k FORMAT RowBinary;
