-- count of rows with a condition: FILTER, combinators and asterisks that stand for nothing.
create table j (a Int8, b UInt8, n Nullable(Int8)) engine=MergeTree order by a;
insert into j values (1,1,null),(2,0,3),(3,1,4);
select count(j.*) from j; -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
select count(* except (b, n)), count(* except (a, b)) from j;
select count(*) filter (where b) as c, countIf(*, b), countOrNull(*), countIfOrNull(*, a > 5) from j;
select a % 2 as p, count(*) filter (where b), sum(a) filter (where n is null) from j group by p order by p;
select count(*) over () as c, count(*) filter (where b) over (order by a) as d from j order by a;
select countIf(*) from j; -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
select count(columns('n')) from j;
select count(distinct *), countDistinct(*) from j;
select countMerge(s) from (select countState(*) as s from j);
select countSubstrings('aa', 'a');
select countEqual([1,2,1], 1);
drop table j;
