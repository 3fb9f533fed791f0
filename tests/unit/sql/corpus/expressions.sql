-- One statement a line; each is printed as ClickHouse prints it.
SELECT -1::Int8, 1::Int8, '1'::Date, [1,2]::Array(Int8), (1,2)::Tuple(Int8,Int8), a::Int8, -a::Int8, CAST(1 AS Int8), CAST(1,'Int8'), cast('x' as String), 1+2::Int8, -1.5::Decimal(10,2)
SELECT t.1, t.1.2, t.a.b, f(x).1, f(x).a, (1,2).1, [1,2], [1,a], (1,2), (1,a), (a), ((a)), (1), tuple(1), tuple(1,2), array(1,2), (1,), x[1], x[1][2]
SELECT x->x+1, (x,y)->x, f(x->x+1, y), lambda(tuple(x), x+1), x -> (y -> x + y)
SELECT case when a then b end, case a when 1 then 2 else 3 end, case when a then b when c then d else e end, a between 1 and 2, a not between 1 and 2 and c, a is null, a is not null, interval 1 day, interval '1' day, interval '1 day 2 hours', interval a+1 month
SELECT a = b, a == b, a != b, a <> b, a <=> b, a is distinct from b, a is not distinct from b, a || b || c, a or b or c, a and b and c, (a or b) and c, a or (b and c), a % b, a mod b, a div b, a like b, a not ilike b, a in (1,2), a not in (select 1), a global in b, a global not in (1), a regexp b
SELECT exists(select 1), not exists(select 1), a = any(select 1), a <> all (select 1), a > any (select 1), a = all(select 1), a<=some(select 1)
SELECT * except a, * except (a,b), * replace (a+1 as b), * apply sum, * apply(sum), * apply(x->x+1), * apply quantile(0.5), columns('a'), columns(a,b), t.*, t.columns('x'), db.t.*, * except strict a, * replace strict a+1 as b, * except('re'), columns('a') except b apply sum, *  replace (a+1 as b, c as d)
SELECT a as b, a b, (a as b)+1, f(a as b), `select`, "a b", `a``b`, `1a`, a.`b c`, 'it''s', 'a\nb\\c\0', 'x\x41', $$here$$, $a$do$a$, {p:String}, {p:Array(UInt8)}, @@version
SELECT 1 as `from`, a.from, date, interval, timestamp, left(a,1), right(b), if(a,b,c), IF(a,b,c), LEFT, replace(a,b,c), format(a), any, all, FROM t
SELECT -1::Int8, [1,2]::Array(Int8), (1,2)::Tuple(Int8,Int8), a::Int8, CAST(1 AS Int8), CAST(1,'Int8'), - 1, -(1), - -1, (1,2), (1,a), [1,a], [1,2], t.1, t.a, interval 1 day, interval '1 day 2 hours', case a when 1 then 2 end, a in (1,2), a in (1), a in 1, a = any(select 1), date '2020-01-01', extract(year from a), not -1, (1,)
SELECT 1 as x, f(x->x+1), * except a, columns('a') apply sum, a is not distinct from b, {p:String}, if(a,b,c), sum(a) over (order by b), a global in b, trim(a), trim(both 'x' from a), substring(a from 1), count(*), count(distinct a), @@x, a <> all(select 1), 1.5::Decimal(3,1), 'x'::String
SELECT +1
SELECT not a, not(a), not (a,b), NOT a = b, NOT a AND b, a ? b : c
SELECT trim(leading 'x' from a), position('a' in b), date '2020-01-01', timestamp '2020-01-01 00:00:00', overlay(a placing b from 1 for 2), ltrim(a), dateadd(day, 1, a), date_diff(day, a, b), dateadd(a, interval 1 day), datediff('day',a,b), date_sub(day,1,a), date_add(interval 1 day, a), timestampadd(hour,1,a), extract(a, 'x'), substring(a, 1), ltrim(a,'x'), rtrim(a), cast(a, 'x'), position(a,b)
SELECT sum(a) filter (where b), any(a) respect nulls, first_value(a) ignore nulls over (partition by b order by c), sum(a) over w, quantile(0.5)(a), sum(distinct a), quantiles(0.5,0.9)(x) over (rows between unbounded preceding and 1 following), sum(a) over (w rows 1 preceding), sum(distinct a, b), count(distinct a, b), f(all a)
SELECT [[1],[2]], [], (), [(1,'a')], map('a',1), a[1].2, a.1[2], a::Int8::Int16, (a,b)::String, x.y::Int8, [a]::String, [1, -2 ]::String, ( 1,NULL)::String, [[1],'x']::X, (1)::Int8
SELECT a+b*c, (a+b)*c, a-(b-c), (a-b)-c, a-b-c, -(a+b), -(-a), not (a and b), (a = b) = c, a = (b = c), (a in b) + 1, (a ? b : c) + 1, (a + b).1, (a + b)[1], (a || b) || c, a || (b || c), (a and b) and c, (- a)::Int8, - a . 1
SELECT a is true, a is not false, a is unknown, a is not unknown, a at time zone 'UTC', t.COLUMNS('x')
SELECT (x, y) -> x + y, f((x, y) -> x), f(x -> x), (x) -> x, f(x -> (x))
SELECT a IN (SELECT 1), (a, b) IN ((1,2),(3,4)), a IN ('x'), a IN [1,2], a IN t, a IN db.t, a IN f(1), a IN ((1,2)), a IN (b), a IN tuple(1), a in (-1), a IN (NULL)
SELECT interval 1 day + a, interval 1 second, interval (1) week, a + interval 5 minute - interval 1 quarter, interval 1 days, interval 1 SQL_TSI_DAY, INTERVAL '2 years'
SELECT if(a, b, c) AS x, `a.b`, `a`.`b.c`, count(), COUNT(*), now() - 1
SELECT a FROM t WHERE a AND NOT b OR c BETWEEN 1 AND 2 AND d
SELECT a BETWEEN 1 AND 2 = 1, a + 1 BETWEEN b AND c, NOT a BETWEEN 1 AND 2, a NOT BETWEEN 1 AND 2
SELECT DISTINCT a, DISTINCT
SELECT grouping(a), a, b FROM t
SELECT a + (b AS c), (a AS c) + b, f(a AS c), [a AS c], (a AS c, b), (a + b) AS d, ((a + b) AS d) * 2, a.1 AS x, (a AS x).1, (SELECT 1) AS y, -(a AS b)
SELECT 12345678901234567890123, 18446744073709551615, -9223372036854775808, -9223372036854775809, 1.0, 1.5e10, 1e-10, 1e20, 1e21, 1e22, 0.1, 123456.789e3, 0x1p3, 00012, 1.10, 100000000000000000000, 1e15, 1e16, 123456789012345678.0
SELECT - 1, -(1), -a, - -1, -1.5, -inf, nan, NULL, true, 0x1F, 0b11, 1e3, 1_000, .5, 5.0, inf, -nan, FALSE
SELECT NOT (1,2), NOT (SELECT 1), NOT [1], -[1], -(1,2), -(SELECT 1), - - a, NOT NOT a, -(-1), -f(x), not f(x), NOT x.1, -x[1]
SELECT a.b.c.d, `a.b`.c, `a`, `A b`, _x, `1`, "дата", `a-b`, `null`, `Distinct`
SELECT [1,2][1], 'a'[1], (a)[1], f(a)[1], (SELECT 1)[1], a[b+1], a[-1], a.b[1], [a,b][1]
SELECT a IN (1), a IN (1,2), a IN (b,c), a IN ((1,2),(3,4)), a IN (f(x)), a IN f(x), a IN (a + 1), a IN [1], a IN [b], a IN tuple(1), a IN (tuple(1)), a IN ((SELECT 1)), a IN ('a'), a IN (1,), (a, b) IN (1), a NOT IN ((1)), a IN ('x' AS y), (a IN b) AS c
SELECT a LIKE 'x' AND b, a || 'x', (a || b) = c, a IS NULL AND b, (a IS NULL) IS NULL, NOT a IS NULL, a = b = c, a + b IS NULL, a::Int8 + 1, (a + 1)::Int8
SELECT *, t.*, COLUMNS('a.*') APPLY toString, * EXCEPT (a) REPLACE (b + 1 AS b) APPLY(max), COLUMNS(a, b), t.COLUMNS(a)
SELECT {a:UInt8} + 1, {b:Identifier}, '\'' || 'a\\b', 'tab\there', 'nul\0', 'é'
SELECT CAST(a AS Enum8('a' = 1, 'b' = 2)), CAST(a AS Tuple(a UInt8, b String)), a::Nested(a UInt8), a::DateTime64(3, 'UTC'), a::AggregateFunction(quantiles(0.5, 0.9), Float64), a::SimpleAggregateFunction(sum, UInt64), a::Map(String, Array(UInt8)), a::FixedString(3), a::DOUBLE PRECISION, a::Enum('x', 'y'), a::JSON(max_dynamic_paths=8, a.b UInt32, SKIP c, SKIP REGEXP 'x'), a::Variant(UInt8, String), a::Dynamic(max_types=3), a::Decimal(10, 2), a::Enum8('a' = -1), a::Tuple(`a b` Int8), a::varchar(10), a::INT UNSIGNED, a::Nullable(Nothing), a::Object('json'), a::Time64(3), a::Array(Tuple(Int8, Int8))
SELECT quantile(0.5)(a) OVER (PARTITION BY a, b ORDER BY c DESC NULLS LAST, d RANGE BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING), f() OVER (), g() OVER w
SELECT now() + INTERVAL 1 DAY, INTERVAL a DAY, INTERVAL -1 DAY, INTERVAL '-1' DAY
SELECT timestamp_diff(day, a, b), TIMESTAMPDIFF('day', a, b), age('day', a, b), extract(week from a), extract(day from a), EXTRACT(dow FROM a)
SELECT extract(epoch from a), extract(isodow from a)
SELECT dictGet('a', 'b', 1), a.b.c(1), -1.0::Float32, 1 :: Int8, (1, 'a')::Tuple(Int8, String), - (1)::Int8, [-1, 'x']::String, [ 1 ]::String
SELECT f(a IN b), f(x, a IN b), [a IN b], (a IN b, 1), f(a NOT IN (1)), f(a LIKE b), f(x, a = b), f(a GLOBAL IN b), f(a IN (1, 2)), f(a IN (SELECT 1)), f((a IN b)), f(a IN b AND c), f(a IN b AS c), quantile(a IN b)(c IN d), a IN b, x -> a IN b, f(x -> a IN b), sum(a) FILTER (WHERE b IN c), CAST(a IN b AS String), (a IN b)::String, CASE WHEN a IN b THEN c IN d END, multiIf(a IN b, 1, 2), a[b IN c], -(a IN b), tuple(a IN b), [(a IN b)]
SELECT ().1, [].1, (()).1, f().1, ([]).1, (a, b).1, ((a, b)).1, (1, 2).1, [1][1], ([1])[1], NOT (1, 2), NOT ((1, 2)), ((1, 2)), ((a, b)), ([1]), ([a]), (('a')), (NULL), (())
SELECT -(1) + 1, - -a + 1, -(-a) + 1, NOT (SELECT 1) AND b, NOT (1, 2) AND c, (NOT a) AND b, -(1)::Int8 + 1, -'a' + 1, -NULL + 1, -true = 1
SELECT (a AS z), f((a AS z)), [(a AS z)], ((a AS z)), (a + b AS z), ((a + b) AS z), (a AS z) + 1, ((a AS z) + 1 AS y), -(a AS z), NOT (a AS z), (a AS z)::Int8, (a AS z).1, (a AS z)[1], x[(a AS z)], (a AS z) IN (1), 1 IN (a AS z)
