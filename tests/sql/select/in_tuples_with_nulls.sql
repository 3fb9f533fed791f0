-- Found by random queries: NULL inside a tuple on the left of IN, NULL against NaN, literals beside expressions.
CREATE TABLE keys (k Int32, s String) ENGINE = MergeTree ORDER BY k;
CREATE TABLE rows (id UInt8, nk Nullable(Int32), ns Nullable(String)) ENGINE = MergeTree ORDER BY id;
INSERT INTO keys VALUES (1, 'a'), (0, ''), (2, 'b');
INSERT INTO rows VALUES (1, 1, 'a'), (2, NULL, 'a'), (3, 1, NULL), (4, NULL, NULL), (5, 2, 'b'), (6, 2, 'a');
SELECT id, (nk, ns) IN (SELECT k, s FROM keys) AS found, toTypeName(found) FROM rows ORDER BY id;
SELECT id, (nk, ns) NOT IN (SELECT k, s FROM keys) FROM rows ORDER BY id;
SELECT id FROM rows WHERE (nk, ns) IN (SELECT k, s FROM keys) ORDER BY id;
SELECT id, nk IN (SELECT k FROM keys), (nk, id) IN (SELECT k, k FROM keys) FROM rows ORDER BY id;
SELECT id, nk = nan, nk != nan, nk < nan FROM rows ORDER BY id;
SELECT toTypeName(ifNull(toFloat32(1), 2.5)), toTypeName(coalesce(toNullable(1), toFloat64(2), 'a'));
CREATE TABLE mixed (d Date, m Map(String, Int32), i Int128, x Decimal(38, 20)) ENGINE = MergeTree ORDER BY d;
INSERT INTO mixed VALUES (toDate(0) + 1, {'a': 1}, -170141183460469231731687303715884105728, 0.12345678901234567891);
SELECT * FROM mixed;
