DROP FUNCTION IF EXISTS sparktree_linear;
CREATE FUNCTION sparktree_linear AS (x, k, b) -> k * x + b;
SELECT sparktree_linear(2, 3, 4);
SELECT sparktree_linear(number, 2, 1) FROM numbers(3);
CREATE FUNCTION sparktree_linear AS x -> x; -- { serverError FUNCTION_ALREADY_EXISTS }
CREATE FUNCTION IF NOT EXISTS sparktree_linear AS x -> x;
CREATE OR REPLACE FUNCTION sparktree_linear AS x -> x * 10;
SELECT sparktree_linear(2);
SELECT name, create_query FROM system.functions WHERE origin = 'SQLUserDefined' AND name = 'sparktree_linear';
CREATE FUNCTION plus AS x -> x; -- { serverError FUNCTION_ALREADY_EXISTS }
CREATE FUNCTION sparktree_bad AS 1; -- { serverError BAD_ARGUMENTS }
DROP FUNCTION sparktree_linear;
DROP FUNCTION sparktree_linear; -- { serverError UNKNOWN_FUNCTION }
