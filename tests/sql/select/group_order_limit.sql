CREATE TABLE t (d Date, k UInt32, s String, v Nullable(Int32), f Float64) ENGINE = MergeTree PARTITION BY d ORDER BY (k, s);
INSERT INTO t VALUES ('2024-01-01', 1, 'a', 10, 1.5), ('2024-01-01', 2, 'b', NULL, -2), ('2024-01-02', 1, 'a', 30, 0), ('2024-01-02', 3, 'c', NULL, 7.25), ('2024-01-03', 2, 'b', -5, 100);
CREATE TABLE empty (k UInt32, v Nullable(Int32), s String, a Array(UInt8)) ENGINE = MergeTree ORDER BY k;
SELECT k, s, count() FROM t GROUP BY k, s ORDER BY k, s;
SELECT k, count() FROM t GROUP BY 1 ORDER BY 1;
SELECT k, s, count() FROM t GROUP BY ALL ORDER BY ALL;
SELECT k + length(s) AS x, s, sum(f) FROM t GROUP BY ALL ORDER BY ALL;
SELECT v, count() FROM t GROUP BY v ORDER BY v;
SELECT v, count() FROM t GROUP BY v ORDER BY v NULLS FIRST;
SELECT v IS NULL AS n, count(), sum(v) FROM t GROUP BY n ORDER BY n;
SELECT k, groupArray(s) FROM (SELECT k, s FROM t ORDER BY d, k) GROUP BY k ORDER BY k;
SELECT 1 FROM t GROUP BY k;
SELECT count() FROM t GROUP BY k ORDER BY k;
SELECT k FROM t GROUP BY k ORDER BY count() DESC, k;
SELECT k, sum(f) FROM t GROUP BY k ORDER BY sum(f) DESC;
SELECT k, sum(f) / count() FROM t GROUP BY k ORDER BY max(d), k;
SELECT k, count() FROM t GROUP BY k ORDER BY k DESC LIMIT 1;
SELECT k, count() FROM t WHERE k > 100 GROUP BY k;
SELECT count(), sum(k), max(s), min(d) FROM t WHERE k > 100;
SELECT count() FROM t WHERE k > 100 GROUP BY ();
SELECT count(), sum(k), min(v), max(v), any(s), groupArray(k) FROM empty;
SELECT k, count() FROM empty GROUP BY k;
SELECT sum(k) FROM empty HAVING sum(k) > 0;
SELECT * FROM empty ORDER BY k;
SELECT DISTINCT k FROM empty;
SELECT max(k) OVER () FROM empty;
SELECT toTypeName(k), toTypeName(v) FROM empty;
SELECT k, s, count() FROM t GROUP BY ROLLUP(k, s) ORDER BY k, s, 3;
SELECT k, s, count() FROM t GROUP BY k, s WITH ROLLUP ORDER BY k, s, 3;
SELECT k, s, count() FROM t GROUP BY k, s WITH CUBE ORDER BY k, s, 3;
SELECT k, v, count() FROM t GROUP BY GROUPING SETS ((k, v), (v), ()) ORDER BY k, v, 3;
SELECT k, s, grouping(k), grouping(s), grouping(k, s), count() FROM t GROUP BY GROUPING SETS ((k), (s)) ORDER BY ALL;
SELECT DISTINCT k, s FROM t ORDER BY k, s;
SELECT DISTINCT s FROM t ORDER BY s DESC;
SELECT DISTINCT v FROM t ORDER BY v;
SELECT DISTINCT k % 2 AS x FROM t ORDER BY x;
SELECT DISTINCT k FROM t ORDER BY k LIMIT 2;
SELECT DISTINCT k FROM t ORDER BY k LIMIT 1 OFFSET 1;
SELECT DISTINCT count() FROM t GROUP BY k ORDER BY 1;
SELECT DISTINCT ON (s) s, k FROM t ORDER BY s, k;
SELECT DISTINCT 1, k > 0 FROM t;
SELECT count(DISTINCT k), count(DISTINCT v) FROM t;
SELECT k, f FROM t ORDER BY k DESC, f ASC;
SELECT v, f FROM t ORDER BY v ASC NULLS FIRST, f DESC;
SELECT v, f FROM t ORDER BY v DESC, f;
SELECT v, f FROM t ORDER BY v DESC NULLS FIRST, f;
SELECT v, f FROM t ORDER BY v DESC NULLS LAST, f;
SELECT f FROM t ORDER BY 2; -- { serverError BAD_ARGUMENTS }
SELECT f FROM t ORDER BY -f;
SELECT s FROM t ORDER BY length(s), s DESC, f;
SELECT k, s FROM t ORDER BY (k, s) DESC, f;
SELECT k FROM t ORDER BY f LIMIT 0;
SELECT k FROM t ORDER BY f LIMIT 100;
SELECT k FROM t ORDER BY f LIMIT 2, 2;
SELECT k FROM t ORDER BY f OFFSET 3;
SELECT k FROM t ORDER BY f OFFSET 1 ROW FETCH FIRST 2 ROWS ONLY;
SELECT k FROM t ORDER BY k FETCH FIRST 1 ROWS WITH TIES;
SELECT k FROM t ORDER BY k LIMIT 1 WITH TIES;
SELECT k FROM t ORDER BY k LIMIT 1, 2 WITH TIES;
SELECT k FROM t ORDER BY k DESC LIMIT 2 WITH TIES;
SELECT TOP 2 k FROM t ORDER BY k DESC;
SELECT k, f FROM t ORDER BY k, f LIMIT 1 BY k;
SELECT k, f FROM t ORDER BY k, f LIMIT 1 OFFSET 1 BY k;
SELECT k, f FROM t ORDER BY k, f LIMIT 1, 1 BY k;
SELECT k, s, f FROM t ORDER BY f DESC LIMIT 1 BY k, s LIMIT 2;
SELECT k FROM t ORDER BY k, f LIMIT 1 BY k % 2;
SELECT k, count() AS c FROM t GROUP BY k ORDER BY c DESC, k LIMIT 1 BY c;
SELECT number FROM numbers(10) LIMIT 1 + 1;
SELECT number FROM numbers(10) ORDER BY number LIMIT 'a'; -- { serverError INVALID_LIMIT_EXPRESSION }
SELECT k FROM t GROUP BY s; -- { serverError NOT_AN_AGGREGATE }
SELECT k, sum(f) FROM t; -- { serverError NOT_AN_AGGREGATE }
SELECT sum(k) FROM t GROUP BY sum(k); -- { serverError ILLEGAL_AGGREGATION }
SELECT * FROM t ORDER BY k, f;
SELECT t.* FROM t ORDER BY k, f LIMIT 1;
SELECT *, k + 1 FROM t ORDER BY k, f LIMIT 1;
SELECT * EXCEPT (d, v) FROM t ORDER BY k, f LIMIT 2;
SELECT * EXCEPT d REPLACE (k * 10 AS k) FROM t ORDER BY k, f LIMIT 2;
SELECT * APPLY toString FROM t ORDER BY k, f LIMIT 1;
SELECT COLUMNS('k|s') APPLY max FROM t;
SELECT COLUMNS(k, f) APPLY(x -> x + 1) FROM t ORDER BY k, f LIMIT 1;
SELECT * EXCEPT nothing FROM t FORMAT Null;
SELECT * EXCEPT STRICT nothing FROM t; -- { serverError BAD_ARGUMENTS }
-- Constants are no keys of GROUP BY ALL, and divide no groups beside other keys.
SELECT number % 2 AS a, number % 3 AS b, count() FROM numbers(6) GROUP BY ALL WITH CUBE ORDER BY ALL;
SELECT number % 2 AS a, number % 3 AS b, count() FROM numbers(6) GROUP BY ALL WITH ROLLUP WITH TOTALS ORDER BY ALL;
SELECT number, 1 FROM numbers(3) GROUP BY ALL WITH ROLLUP ORDER BY ALL;
SELECT count() FROM numbers(3) GROUP BY ALL WITH ROLLUP;
SELECT 1 FROM numbers(3) GROUP BY ALL;
SELECT 'c' AS a, count() FROM numbers(0) GROUP BY ALL;
SELECT 1 FROM numbers(3) GROUP BY ALL WITH ROLLUP; -- { serverError NOT_IMPLEMENTED }
SELECT 1 FROM numbers(3) GROUP BY ALL WITH TOTALS; -- { serverError NOT_IMPLEMENTED }
SELECT formatQuerySingleLine('SELECT a, count() FROM t GROUP BY ALL WITH ROLLUP');
SELECT 1 AS one, number % 3 AS k, count() FROM numbers(10) GROUP BY one, k WITH TOTALS ORDER BY k;
SELECT 'a' AS x, grouping(x), count() FROM numbers(3) GROUP BY x, number ORDER BY ALL;
SELECT toDate('2020-01-01') AS d, number % 2 AS k, d + 1, sum(number) FROM numbers(4) GROUP BY d, k HAVING d > '2000-01-01' ORDER BY d, k;
SELECT 'x' AS a, number AS n, count() FROM numbers(0) GROUP BY a, n;
