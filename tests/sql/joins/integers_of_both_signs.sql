-- Keys that no integer type holds together: values meet by what they are, not by their bits.
CREATE TABLE l (k Int64, s Int16, n Nullable(Int64)) ENGINE = MergeTree ORDER BY k;
CREATE TABLE r (k UInt64, s UInt64, n UInt64) ENGINE = MergeTree ORDER BY k;
INSERT INTO l VALUES (-5, -5, NULL), (7, 7, 7), (9, 9, -9);
INSERT INTO r VALUES (18446744073709551611, 18446744073709551611, 7), (7, 7, 18446744073709551607), (8, 8, 0);
SELECT l.k, r.k, toTypeName(l.k), toTypeName(r.k) FROM l JOIN r ON l.k = r.k ORDER BY l.k;
SELECT l.k, r.k FROM l LEFT JOIN r ON l.k = r.k ORDER BY l.k;
SELECT l.k, r.k FROM l FULL JOIN r ON l.s = r.s ORDER BY l.k, r.k;
SELECT l.n, r.n FROM l JOIN r ON l.n = r.n;
SELECT k, toTypeName(k) FROM l JOIN r USING k;
SELECT s, toTypeName(s) FROM l SEMI JOIN r USING s;
SELECT n, toTypeName(n) FROM l JOIN r USING n;
SELECT k FROM l LEFT JOIN r USING k; -- { serverError NO_COMMON_TYPE }
SELECT l.k FROM l ASOF JOIN r ON l.s = r.s AND l.k >= r.k; -- { serverError NO_COMMON_TYPE }
SELECT l.k FROM l JOIN (SELECT toFloat64(7) AS k) AS f ON l.k = f.k; -- { serverError NO_COMMON_TYPE }
SELECT has([toUInt64(5)], toInt64(5)), has([toUInt64(18446744073709551611)], toInt64(-5)), indexOf([toInt64(-5), 5], toUInt64(5)), countEqual([toUInt64(5)], toInt64(5));
DROP TABLE l;
DROP TABLE r;
