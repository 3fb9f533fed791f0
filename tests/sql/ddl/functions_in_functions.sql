-- What calls of lambdas with names stand for.
CREATE FUNCTION st_again AS (x) -> if(x > 0, st_again(x - 1), 0); -- { serverError CANNOT_CREATE_RECURSIVE_FUNCTION }
CREATE FUNCTION st_two AS (x) -> st_one(x) + 1;
CREATE FUNCTION st_one AS (x) -> st_two(x);
SELECT st_two(1); -- { serverError UNSUPPORTED_METHOD }
SELECT st_one(st_two(1)); -- { serverError UNSUPPORTED_METHOD }
WITH x -> f(x) AS f SELECT f(1); -- { serverError UNSUPPORTED_METHOD }
WITH x -> g(x) AS f, x -> f(x) AS g SELECT f(1); -- { serverError UNSUPPORTED_METHOD }
CREATE FUNCTION st_twice AS (x, x) -> x; -- { serverError BAD_ARGUMENTS }
CREATE FUNCTION st_next AS (x) -> x + 1;
SELECT st_next(st_next(1)), arrayMap(st_next, [1, 2]) AS y;
CREATE FUNCTION st_added AS (arr, y) -> arrayMap(x -> x + y, arr);
SELECT st_added([1], x), st_added([1, 2], x + __x) FROM (SELECT 5 AS x, 7 AS __x);
CREATE FUNCTION st_below AS (q) -> (SELECT max(number) FROM numbers(10) WHERE number < q);
SELECT st_below(4);
CREATE FUNCTION st_place AS (p, o) -> row_number() OVER (PARTITION BY p ORDER BY o);
SELECT number, st_place(number % 2, -number) AS w FROM numbers(4) ORDER BY number;
CREATE FUNCTION st_level AS (l, x) -> quantileExact(l)(x);
SELECT st_level(0.5, number) FROM numbers(5);
CREATE FUNCTION st_squared AS (x) -> (x + 1 AS y) * y;
SELECT st_squared(2), st_squared(3);
CREATE FUNCTION st_filtered AS (x) -> count() FILTER (WHERE x > 2);
SELECT st_filtered(number) FROM numbers(5);
DROP FUNCTION st_two;
DROP FUNCTION st_one;
DROP FUNCTION st_next;
DROP FUNCTION st_added;
DROP FUNCTION st_below;
DROP FUNCTION st_place;
DROP FUNCTION st_level;
DROP FUNCTION st_squared;
DROP FUNCTION st_filtered;
