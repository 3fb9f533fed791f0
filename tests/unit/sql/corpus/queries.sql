-- One statement a line; each is printed as ClickHouse prints it.
SELECT a, b from t as x final sample 1/10 offset 2 left join u using a prewhere 1 where 2 and 3 or 4 group by a,b with totals having 5 window w as (partition by 1 order by 2 rows between 1 preceding and current row) qualify 6 order by a desc nulls first with fill from 1 to 2 step 1, b collate 'en' interpolate (x as x+1) limit 1 offset 2 by c limit 3,4 settings a=1,b='x'
SELECT a FROM t1, t2 AS b, t3 c
SELECT 1 FROM a JOIN b ON a.x=b.x LEFT OUTER JOIN c USING (x,y) CROSS JOIN d ASOF JOIN e ON 1 SEMI LEFT JOIN f ON 1 LEFT ANTI JOIN g ON 1 ANY INNER JOIN h ON 1 GLOBAL ALL FULL OUTER JOIN i ON 1 PASTE JOIN j RIGHT ANY JOIN k ON 1 INNER JOIN l ON 1
SELECT 1 FROM a ARRAY JOIN b AS c, d LEFT ARRAY JOIN e
WITH 1 AS x, y AS (SELECT 2) SELECT x
WITH RECURSIVE y AS (SELECT 2 UNION ALL SELECT 3), z(a,b) AS (SELECT 1) SELECT x
SELECT 1 UNION ALL SELECT 2 UNION DISTINCT SELECT 3
SELECT 1 UNION SELECT 2 EXCEPT SELECT 3 INTERSECT SELECT 4
(SELECT 1) UNION ALL (SELECT 2 ORDER BY 1)
(SELECT 1)
SELECT * FROM (SELECT 1 UNION ALL SELECT 2) AS t
SELECT * FROM numbers(10) AS n, (SELECT 1) x LIMIT 10
FROM t SELECT a
SELECT TOP 5 a FROM t
SELECT TOP 5 WITH TIES a FROM t ORDER BY a
SELECT DISTINCT ON (a, b) c FROM t
SELECT DISTINCT a FROM t LIMIT 5 OFFSET 3
SELECT a FROM t ORDER BY ALL DESC LIMIT 1 WITH TIES
SELECT a FROM t GROUP BY ALL
SELECT a FROM t GROUP BY ROLLUP(a,b)
SELECT a FROM t GROUP BY a WITH CUBE WITH TOTALS
SELECT a FROM t GROUP BY GROUPING SETS ((a), (a,b), (), b)
SELECT a FROM t ORDER BY a OFFSET 5 ROW FETCH NEXT 3 ROWS WITH TIES
SELECT a FROM t LIMIT 1 BY ALL
SELECT a FROM t LIMIT 1, 2 BY a, b
SELECT a FROM t WHERE a IN (SELECT 1) AND b = (SELECT 2)
SELECT a FROM db.t AS x (c, d)
SELECT a AS b, (SELECT 1) AS c FROM t INTO OUTFILE 'f' FORMAT CSV SETTINGS a = 1
SELECT a FROM t FORMAT JSON
INSERT INTO t VALUES (1,2)
INSERT INTO t (a, b) SELECT 1, 2
INSERT INTO t SETTINGS a=1 FORMAT CSV
INSERT INTO FUNCTION file('x') PARTITION BY a SELECT 1
INSERT INTO t WITH 1 AS x SELECT x
CREATE TABLE IF NOT EXISTS db.t ON CLUSTER c (a UInt8 DEFAULT 1 COMMENT 'x' CODEC(ZSTD(1), LZ4) TTL d + INTERVAL 1 DAY, b Nullable(String) MATERIALIZED x+1, c ALIAS 3, d String EPHEMERAL, INDEX i a TYPE minmax GRANULARITY 3, PROJECTION p (SELECT a ORDER BY b), CONSTRAINT q CHECK a > 1, PRIMARY KEY (a)) ENGINE = MergeTree() PARTITION BY toYYYYMM(d) ORDER BY (a,b) SAMPLE BY x TTL d + INTERVAL 1 DAY DELETE WHERE 1, d TO DISK 'x' SETTINGS a=1, b='x' COMMENT 'hi'
CREATE TABLE t AS s
CREATE TABLE t (a int unsigned not null, b string null) ENGINE Memory AS SELECT 1
CREATE TABLE t ENGINE = MergeTree(d, (a,b), 8192)
SELECT a FROM t1 AS x INNER JOIN (SELECT b FROM t2 WHERE c = (SELECT max(d) FROM t3)) AS y ON x.a = y.b AND x.c > 1 LEFT JOIN t4 USING (a, b) WHERE x.a IN (SELECT 1 UNION ALL SELECT 2) ORDER BY a
SELECT 1 UNION ALL (SELECT 2 UNION DISTINCT SELECT 3)
(SELECT 1 UNION ALL SELECT 2) UNION DISTINCT SELECT 3
(SELECT 1 UNION ALL SELECT 2) EXCEPT SELECT 3
SELECT 1 EXCEPT SELECT 2 EXCEPT SELECT 3
SELECT 1 INTERSECT SELECT 2 UNION ALL SELECT 3
SELECT 1 EXCEPT (SELECT 2 INTERSECT SELECT 3)
SELECT 1 INTERSECT (SELECT 2 UNION ALL SELECT 3)
SELECT 1 EXCEPT ALL SELECT 2 INTERSECT DISTINCT SELECT 3
SELECT * FROM (SELECT 1 EXCEPT SELECT 2)
SELECT * FROM ((SELECT 1) UNION ALL (SELECT 2))
SELECT ((SELECT 1)), (((SELECT 1)) + 1)
WITH t AS (SELECT 1 AS x), (SELECT 2) AS y, x -> x + 1 AS f SELECT f(x) + y FROM t
WITH t AS MATERIALIZED (SELECT 1) SELECT * FROM t
WITH RECURSIVE t AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM t WHERE n < 5) SELECT * FROM t
SELECT a, b FROM t ORDER BY a ASC NULLS LAST, b DESC WITH FILL FROM 1 TO 10 STEP 2 STALENESS 3 INTERPOLATE
SELECT a FROM t ORDER BY a WITH FILL INTERPOLATE (b, c AS c + 1)
SELECT a FROM t SAMPLE 0.1
SELECT a FROM t SAMPLE 1000000
SELECT a FROM t SAMPLE 1/10 OFFSET 1/2
SELECT a FROM t FINAL WHERE a
SELECT a FROM t AS x FINAL SAMPLE 1 / 2 ARRAY JOIN arr AS y
SELECT a FROM t ARRAY JOIN [1, 2] AS x, arrayEnumerate(b) AS n
SELECT a FROM t LEFT ARRAY JOIN b JOIN c ON 1
SELECT * FROM a GLOBAL ANY LEFT JOIN b USING x
SELECT * FROM a, b, c WHERE a.x = b.x
SELECT * FROM a CROSS JOIN b
SELECT * FROM a ASOF LEFT JOIN b ON a.x = b.x AND a.t >= b.t
SELECT * FROM a LEFT SEMI JOIN b ON a.x = b.x RIGHT ANTI JOIN c USING y
SELECT sum(a) OVER w1, sum(b) OVER w2 FROM t WINDOW w1 AS (PARTITION BY a), w2 AS (w1 ORDER BY b)
SELECT a FROM t GROUP BY a, b WITH ROLLUP WITH TOTALS HAVING count() > 1
SELECT a FROM t GROUP BY GROUPING SETS ((a))
SELECT a FROM t GROUP BY CUBE(a)
SELECT count() FROM t GROUP BY ()
SELECT a FROM t LIMIT 10 OFFSET 5 SETTINGS max_threads = 1
SELECT a FROM t LIMIT 1 OFFSET 2 BY a LIMIT 3
SELECT a FROM t OFFSET 3
SELECT a FROM t ORDER BY a LIMIT 3 WITH TIES
SELECT a FROM t FORMAT Null
SELECT DISTINCT a, b FROM t
SELECT DISTINCT ON (a) a, b FROM t ORDER BY b
SELECT a.* EXCEPT (b), c.* REPLACE (d + 1 AS d) FROM a, c
SELECT * APPLY(x -> x * 2) APPLY(sum) FROM t
SELECT COLUMNS('^a') EXCEPT (b, c), COLUMNS(a, b) APPLY toString FROM t
SELECT t.COLUMNS('x') FROM t
SELECT if(a > 1, 'x', 'y') AS z, count(*) AS cnt FROM t WHERE NOT (a AND b) OR (c AND NOT d) GROUP BY z HAVING cnt > 1
SELECT a FROM file('x.csv', 'CSV', 'a Int8')
SELECT a FROM s3('x', format = 'CSV') AS t
SELECT a FROM remote('localhost', view(SELECT 1 AS a))
SELECT a FROM view(SELECT 1 AS a, 2 AS b)
SELECT a FROM merge('db', '^t')
SELECT 1 -- comment
SELECT /* c */ 1, # not
SELECT 1 # comment
SELECT 1 AS `a b`, `a b` + 1, "q"
SELECT CAST(a AS Nullable(Decimal(10, 2))), a::Array(Tuple(x UInt8, y Nullable(String)))
SELECT toDate('2020-01-01') + INTERVAL 1 DAY - INTERVAL 2 MONTH
SELECT arrayMap((x, y) -> x + y, [1], [2]), arrayFilter(x -> x > 1 AND x < 5, a)
SELECT a[1][2].3, a.b.c[1], (a, b).1, f(x)[1], [1,2,3][2]
SELECT -a * b, -(a * b), - a + - b, a - -1, a - -b, -1 * a, (-1) * a, a * -1, 2 - -2
SELECT NOT a, NOT (a), NOT a = 1, NOT (a = 1), (NOT a) = 1, NOT NOT a, NOT -a
SELECT a AND b AND c OR d AND e, (a AND b) AND c, a AND (b OR c), a OR b OR (c OR d)
SELECT a || b || c, (a || b) || c, a || (b + c)
SELECT a = 1 = 2, a < b = c, a + b < c * d, a % b * c, a / b / c, a - b + c
SELECT a IN (1, 2) AND b, NOT a IN (1), a NOT IN (1) OR b, (a IN (1)) = 1, a IN (b) IN (c)
SELECT a LIKE 'x' ESCAPE 'y'
SELECT a BETWEEN 1 AND 2 AND b BETWEEN 3 AND 4, a BETWEEN b + 1 AND c - 1 OR d, NOT a NOT BETWEEN 1 AND 2
SELECT CASE WHEN a THEN 1 WHEN b THEN 2 ELSE 3 END + 1, CASE a WHEN 1 THEN 'x' END AS q
SELECT a IS NULL OR b IS NOT NULL, (a IS NULL) + 1, a IS NULL = 1, a + 1 IS NULL
SELECT EXISTS(SELECT 1) AND NOT EXISTS(SELECT 2), exists(SELECT 1 FROM t WHERE a)
SELECT a > ALL(SELECT b FROM t), a = ANY(SELECT b), a != ANY(SELECT 1), a < SOME(SELECT 1)
SELECT tuple(), tuple(1), (1,), (a,), ((1, 2), 3), [(1, 2), (3, 4)], [[], [1]], map('a', [1])
SELECT {a:UInt8}, {b:Array(String)} AS x, {c:Nullable(DateTime64(3))}
SELECT 1;
SELECT 1;;
SELECT count() FILTER (WHERE a > 1), sum(b) FILTER (WHERE c) OVER w, avg(DISTINCT d)
SELECT a FROM t WHERE (a, b) IN (SELECT 1, 2) AND (a, b) = (1, 2)
SELECT now64(3), toDateTime64('x', 3, 'UTC'), toDecimal32(1.5, 2), 1.5::Decimal(3, 1), '1.5'::Decimal(3,1)
SELECT DATE '2020-01-01', TIMESTAMP '2020-01-01 00:00:00', date, timestamp, date('x'), DATE(x), timestamp(x)
SELECT left(a, 1), right(a, 2), replace(a, b, c), format('{}', a), any(x), all, interval, values, key
SELECT extract(a, '\\d'), extract(day FROM a), trim(BOTH 'x' FROM a), trim(a), substring(a, 1, 2), position(a, b), position(a IN b)
SELECT a AS date, b AS interval, c AS all FROM t
SELECT a b, c d FROM t e
SELECT f(a) g, 1 h, 'x' i FROM t
SELECT quantileExactWeighted(0.5)(a, b), topK(3)(a), groupArraySorted(5)(x), quantiles(0.1, 0.9)(x)
SELECT dictGet('d', 'a', tuple(1)), joinGet('j', 'a', 1)
SELECT a FROM t PREWHERE b WHERE c
SELECT sum(x) OVER (ORDER BY y ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING), sum(x) OVER (PARTITION BY z ORDER BY y RANGE BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING), rank() OVER (ORDER BY y DESC)
SELECT a FROM t QUALIFY row_number() OVER (PARTITION BY b ORDER BY c) = 1
SELECT t.a, db.t.b, t.`c d` FROM db.t
SELECT 1 AS x, x + 1 AS y, y * 2
SELECT number % 3 AS k, groupArray(number) FROM numbers(10) GROUP BY k ORDER BY k LIMIT 2
SELECT (a -> a + 1)
SELECT x'4142', b'0101', 0xFF, 0b101, 1e10, 1E-3, 1.e3, .5e1
SELECT 1 IN (1, 2, 3), 1 NOT IN (SELECT 2), 'a' IN ('a', 'b'), (1, 'a') IN ((1, 'a'), (2, 'b')), 1 IN [1, 2], a IN (b, c)
SELECT a FROM t WHERE a GLOBAL NOT IN (SELECT 1)
SELECT materialize(1) AS a, a IS NOT DISTINCT FROM NULL, a <=> 1, a IS DISTINCT FROM 2
SELECT a FROM t1 FULL JOIN t2 ON t1.a = t2.a AND (t1.b = 1 OR t2.b = 2)
SELECT 'a' AS x UNION ALL SELECT 'b' ORDER BY x LIMIT 1
SELECT * FROM t WHERE d >= '2020-01-01' AND d < toDate('2020-02-01') AND NOT isNull(e) AND e != '' AND f[1] = 2 AND g.1 > 3
CREATE TABLE t (a String, INDEX i a TYPE text(tokenizer = 'default'), INDEX j a TYPE vector_similarity('hnsw', 'L2Distance', 3), INDEX k a TYPE minmax) ENGINE = MergeTree ORDER BY a
CREATE TABLE t (a Int8 PRIMARY KEY, b Int8 PRIMARY KEY) ENGINE = MergeTree
CREATE TABLE t (a Int8, PRIMARY KEY (a, b))
CREATE TABLE t (a Int8, PRIMARY KEY a) ENGINE = MergeTree ORDER BY a
CREATE VIEW v AS SELECT 1 COMMENT 'x'
CREATE VIEW v AS SELECT 1 AS a COMMENT 'x'
CREATE TABLE t ENGINE = MergeTree ORDER BY a COMMENT 'x' AS SELECT 1 AS a
CREATE TABLE t (a Int8) ENGINE = MergeTree ORDER BY a AS SELECT 1 AS a COMMENT 'x'
ALTER TABLE t UPDATE a = 1, b = (SELECT 2) WHERE c IN (SELECT 3), DELETE WHERE 1
ALTER TABLE t ADD PROJECTION p (SELECT a, b ORDER BY a, b), MODIFY QUERY SELECT a, b FROM t
CREATE MATERIALIZED VIEW v (a Int8) ENGINE = MergeTree ORDER BY a POPULATE AS SELECT a FROM t
INSERT INTO t (a) WITH x AS (SELECT 1) SELECT * FROM x
WITH x AS (SELECT 1) INSERT INTO t SELECT * FROM x
EXPLAIN PLAN SELECT a, b FROM t
EXPLAIN AST INSERT INTO t VALUES (1)
SHOW CREATE TABLE db.t FORMAT Vertical
CREATE TABLE t (a Int8 CODEC(Delta, ZSTD(3)), b Decimal(10,2) CODEC(NONE), c LowCardinality(String) DEFAULT 'x' COMMENT 'it''s') ENGINE = ReplacingMergeTree(a) ORDER BY (a, b) PARTITION BY (toYYYYMM(d), a % 10)
CREATE TABLE t (a DateTime('UTC'), b DateTime64(3, 'Europe/Berlin'), c AggregateFunction(uniq, UInt64), d AggregateFunction(quantiles(0.5, 0.9), Float64), e SimpleAggregateFunction(sum, Double), f FixedString(16)) ENGINE = AggregatingMergeTree ORDER BY tuple()
CREATE TABLE t (a UInt8, INDEX i (a, b) TYPE minmax, INDEX j lower(s) TYPE ngrambf_v1(3, 256, 2, 0) GRANULARITY 2) ENGINE = MergeTree ORDER BY (a, lower(s))
CREATE TABLE t (a UInt8) ENGINE = Distributed(cluster, db, t, rand())
CREATE TABLE t (a UInt8) ENGINE = ReplicatedMergeTree('/clickhouse/{shard}/t', '{replica}') ORDER BY a
CREATE TABLE t (a UInt8) ENGINE = Null
CREATE TABLE `db 1`.`t-2` (`a b` UInt8) ENGINE = Log
CREATE TABLE t (a Nullable(Int8) DEFAULT NULL, b Array(Tuple(x Int8, y String)) DEFAULT [(1, 'a')], c Int8 DEFAULT a + 1, d DEFAULT now(), e MATERIALIZED toDate(d)) ENGINE = Memory
SELECT formatRow('CSV', a), grouping(a), interval FROM t
SELECT a FROM t WHERE a = 1 SETTINGS x = 'a', y = 1.5, z = true, w = -1
OPTIMIZE TABLE t FINAL DEDUPLICATE
KILL MUTATION WHERE database = 'a' AND table = 'b'
GRANT SELECT, INSERT ON db.* TO u
SET max_threads = 8, format_csv_delimiter = ';'
CREATE TABLE t (a Tuple(Int8, String), b Tuple(x Int8), c Nested(x Int8, y Tuple(p Int8, q Tuple(r Int8, s Int8))), d Map(String, Tuple(x Int8, y Int8)), e Array(Array(Int8)), f JSON(a UInt8, b.c String), g Enum8('a' = 1, 'b' = 2), h Variant(Int8, String)) ENGINE = Memory
ALTER TABLE t ADD COLUMN a Tuple(x Int8, y Int8), MODIFY COLUMN b Nested(x Int8)
SELECT a::Tuple(x Int8, y Int8) FROM t
