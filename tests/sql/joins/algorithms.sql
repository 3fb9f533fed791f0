-- Joins that none of the algorithms of join_algorithm could do in ClickHouse are refused.
CREATE TABLE a (k UInt32, v String) ENGINE = MergeTree ORDER BY k;
CREATE TABLE b (k UInt32, v String) ENGINE = MergeTree ORDER BY k;
CREATE TABLE c (k UInt32, v String) ENGINE = Memory;
CREATE TABLE j (k UInt32, w String) ENGINE = Join(ANY, LEFT, k);
INSERT INTO a VALUES (1, 'x'), (2, 'y'), (3, 'z'), (4, 'x');
INSERT INTO b VALUES (1, 'x'), (2, 'q'), (5, 'z'), (4, 'w');
INSERT INTO j VALUES (1, 'x');
SELECT count() FROM a LEFT JOIN b ON a.k = b.k AND a.v < b.v SETTINGS join_algorithm = 'hash';
SELECT count() FROM a LEFT JOIN b ON a.k = b.k AND a.v < b.v SETTINGS join_algorithm = 'grace_hash';
SELECT count() FROM a LEFT JOIN b ON a.k = b.k AND a.v < b.v SETTINGS join_algorithm = 'parallel_hash';
SELECT count() FROM a LEFT JOIN b ON a.k = b.k AND a.v < b.v SETTINGS join_algorithm = 'auto'; -- { serverError NOT_IMPLEMENTED }
SELECT count() FROM a LEFT JOIN b ON a.k = b.k AND a.v < b.v SETTINGS join_algorithm = 'partial_merge'; -- { serverError NOT_IMPLEMENTED }
SELECT count() FROM a LEFT JOIN b ON a.k = b.k AND a.v < b.v SETTINGS join_algorithm = 'prefer_partial_merge'; -- { serverError NOT_IMPLEMENTED }
SELECT count() FROM a LEFT JOIN b ON a.k = b.k AND a.v < b.v SETTINGS join_algorithm = 'full_sorting_merge'; -- { serverError NOT_IMPLEMENTED }
SELECT count() FROM a LEFT JOIN b ON a.k = b.k AND a.v < b.v SETTINGS join_algorithm = 'direct'; -- { serverError NOT_IMPLEMENTED }
SELECT count() FROM a LEFT JOIN b ON a.k = b.k AND a.v < b.v SETTINGS join_algorithm = 'ie_join'; -- { serverError NOT_IMPLEMENTED }
SELECT count() FROM a LEFT JOIN b ON a.k = b.k AND a.v < b.v SETTINGS join_algorithm = ''; -- { serverError NOT_IMPLEMENTED }
SELECT count() FROM a INNER JOIN b ON a.k = b.k AND a.v < b.v SETTINGS join_algorithm = 'partial_merge';
SELECT count() FROM a LEFT JOIN b ON a.k = b.k AND a.v < b.v WHERE b.k > 0 SETTINGS join_algorithm = 'partial_merge';
SELECT count() FROM a LEFT JOIN b ON a.k = b.k OR a.v = b.v SETTINGS join_algorithm = 'hash';
SELECT count() FROM a LEFT JOIN b ON a.k = b.k OR a.v = b.v SETTINGS join_algorithm = 'auto';
SELECT count() FROM a LEFT JOIN b ON a.k = b.k OR a.v = b.v SETTINGS join_algorithm = 'partial_merge,hash';
SELECT count() FROM a LEFT JOIN b ON a.k = b.k OR a.v = b.v SETTINGS join_algorithm = 'parallel_hash'; -- { serverError NOT_IMPLEMENTED }
SELECT count() FROM a LEFT JOIN b ON a.k = b.k OR a.v = b.v SETTINGS join_algorithm = 'grace_hash'; -- { serverError NOT_IMPLEMENTED }
SELECT count() FROM a LEFT JOIN b ON a.k = b.k OR a.v = b.v SETTINGS join_algorithm = 'partial_merge'; -- { serverError NOT_IMPLEMENTED }
SELECT count() FROM a LEFT JOIN b ON a.k = b.k OR a.v = b.v SETTINGS join_algorithm = 'full_sorting_merge, direct'; -- { serverError NOT_IMPLEMENTED }
SELECT count() FROM a INNER JOIN b ON a.k < b.k SETTINGS join_algorithm = 'hash';
SELECT count() FROM a INNER JOIN b ON a.k < b.k SETTINGS join_algorithm = 'auto'; -- { serverError INVALID_JOIN_ON_EXPRESSION }
SELECT count() FROM a INNER JOIN b ON a.k < b.k SETTINGS join_algorithm = 'parallel_hash'; -- { serverError INVALID_JOIN_ON_EXPRESSION }
SELECT count() FROM a INNER JOIN b ON a.k < b.k SETTINGS join_algorithm = 'grace_hash'; -- { serverError INVALID_JOIN_ON_EXPRESSION }
SELECT count() FROM a INNER JOIN b ON a.k < b.k SETTINGS join_algorithm = 'ie_join'; -- { serverError INVALID_JOIN_ON_EXPRESSION }
SELECT count() FROM a INNER JOIN b ON a.k < b.k SETTINGS join_algorithm = 'partial_merge'; -- { serverError INVALID_JOIN_ON_EXPRESSION }
SELECT count() FROM a LEFT JOIN b ON a.k < b.k AND a.v > b.v SETTINGS join_algorithm = 'ie_join';
SELECT count() FROM a LEFT JOIN b ON a.k < b.k AND a.v > b.v SETTINGS join_algorithm = 'hash'; -- { serverError INVALID_JOIN_ON_EXPRESSION }
SELECT count() FROM a LEFT JOIN b ON 1 SETTINGS join_algorithm = 'partial_merge';
SELECT count() FROM a ANY INNER JOIN b ON a.k = b.k SETTINGS join_algorithm = 'partial_merge';
SELECT count() FROM a SEMI LEFT JOIN b ON a.k = b.k SETTINGS join_algorithm = 'partial_merge';
SELECT count() FROM a FULL JOIN b ON a.k = b.k SETTINGS join_algorithm = 'partial_merge';
SELECT count() FROM a ANY RIGHT JOIN b ON a.k = b.k SETTINGS join_algorithm = 'partial_merge'; -- { serverError NOT_IMPLEMENTED }
SELECT count() FROM a SEMI RIGHT JOIN b ON a.k = b.k SETTINGS join_algorithm = 'partial_merge'; -- { serverError NOT_IMPLEMENTED }
SELECT count() FROM a ANTI LEFT JOIN b ON a.k = b.k SETTINGS join_algorithm = 'partial_merge'; -- { serverError NOT_IMPLEMENTED }
SELECT count() FROM a ANY RIGHT JOIN b ON a.k = b.k SETTINGS join_algorithm = 'full_sorting_merge';
SELECT count() FROM a FULL JOIN b ON a.k = b.k SETTINGS join_algorithm = 'full_sorting_merge';
SELECT count() FROM a SEMI LEFT JOIN b ON a.k = b.k SETTINGS join_algorithm = 'full_sorting_merge'; -- { serverError NOT_IMPLEMENTED }
SELECT count() FROM a ANTI RIGHT JOIN b ON a.k = b.k SETTINGS join_algorithm = 'full_sorting_merge'; -- { serverError NOT_IMPLEMENTED }
SELECT count() FROM a LEFT JOIN b ON a.k = b.k AND b.v = 'x' SETTINGS join_algorithm = 'full_sorting_merge';
SELECT count() FROM a LEFT JOIN b ON a.k = b.k AND a.v = 'x' SETTINGS join_algorithm = 'full_sorting_merge'; -- { serverError NOT_IMPLEMENTED }
SELECT count() FROM a ANY LEFT JOIN b ON a.k = b.k AND b.v = 'x' SETTINGS join_algorithm = 'full_sorting_merge'; -- { serverError NOT_IMPLEMENTED }
SELECT count() FROM a ASOF JOIN b ON a.v = b.v AND a.k >= b.k SETTINGS join_algorithm = 'full_sorting_merge';
SELECT count() FROM a ASOF JOIN b ON a.v = b.v AND a.k >= b.k SETTINGS join_algorithm = 'partial_merge'; -- { serverError NOT_IMPLEMENTED }
SELECT count() FROM a ASOF JOIN b ON a.v = b.v AND a.k >= b.k SETTINGS join_algorithm = 'grace_hash'; -- { serverError NOT_IMPLEMENTED }
SELECT count() FROM a LEFT JOIN b ON a.k = b.k SETTINGS join_algorithm = 'direct';
SELECT count() FROM a ANTI LEFT JOIN b ON a.k = b.k SETTINGS join_algorithm = 'direct';
SELECT count() FROM a RIGHT JOIN b ON a.k = b.k SETTINGS join_algorithm = 'direct'; -- { serverError NOT_IMPLEMENTED }
SELECT count() FROM a INNER JOIN b ON a.k = b.k AND a.v = b.v SETTINGS join_algorithm = 'direct'; -- { serverError NOT_IMPLEMENTED }
SELECT count() FROM a INNER JOIN b ON a.k + 1 = b.k SETTINGS join_algorithm = 'direct'; -- { serverError NOT_IMPLEMENTED }
SELECT count() FROM a JOIN c ON a.k = c.k SETTINGS join_algorithm = 'direct'; -- { serverError NOT_IMPLEMENTED }
SELECT count() FROM a JOIN (SELECT * FROM b) AS b ON a.k = b.k SETTINGS join_algorithm = 'direct'; -- { serverError NOT_IMPLEMENTED }
SELECT count() FROM a JOIN (SELECT * FROM b) AS b ON a.k = b.k SETTINGS join_algorithm = 'direct,hash';
SELECT count() FROM a ANY LEFT JOIN j USING k SETTINGS join_algorithm = 'ie_join';
SELECT count() FROM a JOIN b USING k SETTINGS join_algorithm = 'ie_join'; -- { serverError NOT_IMPLEMENTED }
SELECT count() FROM a CROSS JOIN b SETTINGS join_algorithm = 'ie_join';
SELECT count() FROM a PASTE JOIN b SETTINGS join_algorithm = 'auto';
SELECT count() FROM a PASTE JOIN b SETTINGS join_algorithm = 'direct'; -- { serverError NOT_IMPLEMENTED }
EXPLAIN SELECT count() FROM a LEFT JOIN b ON a.k = b.k AND a.v < b.v SETTINGS join_algorithm = 'partial_merge'; -- { serverError NOT_IMPLEMENTED }
DESCRIBE (SELECT a.k FROM a LEFT JOIN b ON a.k = b.k AND a.v < b.v) SETTINGS join_algorithm = 'partial_merge';
SELECT 1 SETTINGS join_algorithm = 'hash,HASH'; -- { serverError UNKNOWN_JOIN }
