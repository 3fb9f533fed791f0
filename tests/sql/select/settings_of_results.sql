-- Settings that change what a query means.
CREATE TABLE t (x UInt8) ENGINE = MergeTree ORDER BY x;
INSERT INTO t SELECT number FROM numbers(10);
SELECT x FROM t ORDER BY x SETTINGS limit = 2;
SELECT x FROM t ORDER BY x DESC LIMIT 5 OFFSET 1 SETTINGS limit = 3, offset = 1;
SELECT x FROM t ORDER BY x DESC LIMIT 2 SETTINGS limit = 10;
SELECT x FROM t ORDER BY x SETTINGS offset = 8;
SELECT x FROM t ORDER BY x SETTINGS limit = -1;
SELECT 100 AS x UNION ALL SELECT x FROM t ORDER BY x SETTINGS limit = 1;
SELECT x % 2 AS k, count() FROM t GROUP BY k WITH TOTALS ORDER BY k SETTINGS limit = 1;
SELECT x FROM t ORDER BY x SETTINGS additional_result_filter = 'x = 3 OR x = 5';
SELECT x FROM t ORDER BY x LIMIT 2 SETTINGS additional_result_filter = 'x != 1';
SELECT x FROM t SETTINGS additional_result_filter = 'y = 1'; -- { serverError UNKNOWN_IDENTIFIER }
SELECT x FROM t SETTINGS additional_result_filter = 'x +'; -- { serverError SYNTAX_ERROR }
SELECT x FROM t ORDER BY x SETTINGS additional_table_filters = {'t' : 'x > 7', 'u' : 'y'};
SELECT a.x, b.x FROM t AS a JOIN t AS b ON a.x = b.x SETTINGS additional_table_filters = {'a' : 'x = 9'};
SELECT number FROM system.numbers LIMIT 2 SETTINGS additional_table_filters = {'system.numbers' : 'number > 3'};
SET additional_table_filters = {'t' : 'x = 1'};
SELECT x FROM t WHERE x IN (SELECT x FROM t);
SELECT value FROM system.settings WHERE name = 'additional_table_filters';
SET additional_table_filters = {};
SELECT count() FROM t;
-- Aggregates of no rows.
SELECT sum(x), min(x), sumIf(x, x > 1), count(), uniq(x) FROM t WHERE 0 SETTINGS aggregate_functions_null_for_empty = 1;
SELECT x % 2 AS k, sumIf(x, x > 100), toTypeName(sum(x)), toTypeName(sumState(x)) FROM t GROUP BY k ORDER BY k SETTINGS aggregate_functions_null_for_empty = 1;
SELECT count() FROM t WHERE 0 SETTINGS empty_result_for_aggregation_by_empty_set = 1;
SELECT count() FROM t SETTINGS empty_result_for_aggregation_by_empty_set = 1;
SELECT 1 AS k, count() FROM t WHERE 0 GROUP BY k SETTINGS empty_result_for_aggregation_by_constant_keys_on_empty_set = 0;
SELECT 1 AS k, count() FROM t WHERE 0 GROUP BY k;
-- What words mean.
SELECT x % 2 AS a, x % 3 AS b, grouping(a, b) FROM t GROUP BY CUBE(a, b) ORDER BY ALL LIMIT 4 SETTINGS force_grouping_standard_compatibility = 0;
SELECT count(DISTINCT x), toTypeName(count(DISTINCT x)) FROM t SETTINGS count_distinct_implementation = 'groupArray';
SELECT count() FROM t AS a JOIN (SELECT 1 AS x FROM numbers(3)) AS b USING x SETTINGS join_default_strictness = 'ANY';
SELECT count() FROM t AS a JOIN (SELECT 1 AS x FROM numbers(3)) AS b USING x;
SELECT count() FROM t AS a JOIN t AS b USING x SETTINGS join_default_strictness = ''; -- { serverError EXPECTED_ALL_OR_ANY }
SELECT 1 SETTINGS join_default_strictness = 'SOME'; -- { serverError UNKNOWN_JOIN }
