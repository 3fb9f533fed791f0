CREATE TABLE t (d Date, k UInt32, s String, v Nullable(Int32), f Float64) ENGINE = MergeTree PARTITION BY d ORDER BY (k, s);
INSERT INTO t VALUES ('2024-01-01', 1, 'a', 10, 1.5), ('2024-01-01', 2, 'b', NULL, -2), ('2024-01-02', 1, 'a', 30, 0), ('2024-01-02', 3, 'c', NULL, 7.25), ('2024-01-03', 2, 'b', -5, 100);
SELECT k AS x, x + 1 AS y, y * 2 AS z FROM t ORDER BY x, f;
SELECT k + 1 AS k FROM t ORDER BY k, f;
SELECT k + 1 AS k FROM t WHERE k = 3 ORDER BY f;
SELECT k * 2 AS kk FROM t WHERE kk > 2 ORDER BY kk, f;
SELECT k FROM t WHERE (k * 2 AS kk) > 2 AND kk < 6 ORDER BY kk, f;
SELECT (k + 1 AS a) + a AS b, a FROM t ORDER BY b, f;
SELECT sum(k) AS k FROM t;
SELECT sum(k) AS total, total / count() AS mean FROM t;
SELECT k AS g, count() AS c FROM t GROUP BY g HAVING c > 1 ORDER BY g;
SELECT k % 2 AS g, sum(f) AS total FROM t GROUP BY g HAVING total > 0 ORDER BY total DESC;
SELECT k % 2 AS g, g + 1, count() FROM t GROUP BY g ORDER BY g;
SELECT k % 2 + 1, count() FROM t GROUP BY k % 2 ORDER BY 1;
SELECT k + 1, k + 2, count() FROM t GROUP BY k ORDER BY k;
SELECT upper(s) AS u, count() FROM t GROUP BY u ORDER BY u;
SELECT s AS k, k FROM t ORDER BY k, f;
SELECT s AS k, t.k FROM t ORDER BY k, f;
SELECT t.s AS f, t.f FROM t ORDER BY t.f;
SELECT 1 AS one, one + one AS two, two * two;
SELECT a FROM (SELECT k AS a FROM t) ORDER BY a;
SELECT x.a, x.b FROM (SELECT k AS a, s AS b FROM t) AS x ORDER BY x.a, x.b;
SELECT a + 1 AS a FROM (SELECT k AS a FROM t) WHERE a > 1 ORDER BY a;
SELECT t1.k, t1.s FROM t AS t1 WHERE t1.k = 1 ORDER BY t1.d;
SELECT `t`.`k` AS `the key` FROM t ORDER BY `the key` LIMIT 1 FORMAT TSVWithNames;
SELECT k, k AS k2, k + k2 FROM t ORDER BY k2, f LIMIT 2 FORMAT TSVWithNamesAndTypes;
SELECT 1 AS a, 2 AS a; -- { serverError MULTIPLE_EXPRESSIONS_FOR_ALIAS }
SELECT a + 1 AS b, b + 1 AS a; -- { serverError UNKNOWN_IDENTIFIER }
SELECT count() AS c FROM t WHERE c > 1; -- { serverError ILLEGAL_AGGREGATION }
SELECT nothing FROM t; -- { serverError UNKNOWN_IDENTIFIER }
SELECT t.nothing FROM t; -- { serverError UNKNOWN_IDENTIFIER }
SELECT other.k FROM t; -- { serverError UNKNOWN_IDENTIFIER }
SELECT k AS x FROM t ORDER BY x + 1 DESC, f LIMIT 3;
SELECT k, -f AS neg FROM t ORDER BY neg;
SELECT if(k > 1, 'big', 'small') AS size, count() FROM t GROUP BY size ORDER BY size;
SELECT max(k) - min(k) AS spread FROM t HAVING spread > 1;
SELECT max(k) AS m FROM t HAVING m > 5;
SELECT k FROM t HAVING k > 1 ORDER BY k, f;
SELECT count() FROM t HAVING count() = 5;
SELECT s FROM t GROUP BY s HAVING sum(k) > 2 AND max(f) > 5 ORDER BY s;
SELECT d AS day, sum(f) OVER (PARTITION BY day) AS total FROM t ORDER BY day, total;
WITH k + 1 AS next SELECT next, next * 2 FROM t ORDER BY next, f;
WITH 10 AS limit_value SELECT k FROM t WHERE f < limit_value ORDER BY k, f;
WITH (SELECT max(k) FROM t) AS top SELECT k, top FROM t WHERE k = top;
SELECT (SELECT max(k) AS m FROM t) AS m2, m2 + 1;
SELECT x -> x + 1 AS f; -- { serverError BAD_ARGUMENTS }
