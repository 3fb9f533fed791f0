-- SETTINGS of a subquery are for itself and for what is inside of it, not for the query around it.
SELECT 'join', * FROM (SELECT a.number, b.number FROM numbers(2) AS a LEFT JOIN numbers(1) AS b ON a.number = b.number SETTINGS join_use_nulls = 1) ORDER BY 2;
SELECT 'outside', s.number, toTypeName(s.number) FROM numbers(2) AS n LEFT JOIN (SELECT number FROM numbers(1) SETTINGS join_use_nulls = 1) AS s ON n.number = s.number ORDER BY n.number;
SELECT 'sets', x, 1 IN (NULL), NULL IN (NULL) FROM (SELECT NULL IN (NULL) AS x SETTINGS transform_null_in = 1);
SELECT 'inherited', * FROM (SELECT * FROM (SELECT NULL IN (NULL) AS x) SETTINGS transform_null_in = 1);
SELECT 'inner', * FROM (SELECT * FROM (SELECT NULL IN (NULL) AS x SETTINGS transform_null_in = 0) SETTINGS transform_null_in = 1);
SELECT 'scalar', (SELECT NULL IN (NULL) SETTINGS transform_null_in = 1), (SELECT NULL IN (NULL));
SELECT 'IN', 1 IN (SELECT NULL IN (NULL) SETTINGS transform_null_in = 1);
SELECT 'lambda', arrayMap(x -> x IN (NULL), [NULL]), y FROM (SELECT arrayMap(x -> x IN (NULL), [NULL]) AS y SETTINGS transform_null_in = 1);
SELECT 'aggregate', * FROM (SELECT sum(number) AS x FROM numbers(10) WHERE number > 100 SETTINGS aggregate_functions_null_for_empty = 1);
WITH c AS (SELECT sum(number) AS x FROM numbers(10) WHERE number > 100 SETTINGS aggregate_functions_null_for_empty = 1) SELECT 'WITH', x, (SELECT x FROM c) FROM c;
SELECT 'type', toTypeName(x), toTypeName(CAST(toNullable(1) AS Int8)) FROM (SELECT CAST(toNullable(1) AS Int8) AS x SETTINGS cast_keep_nullable = 1);
SELECT 'function', splitByChar(',', 'a,b,c', 2) AS a, * FROM (SELECT splitByChar(',', 'a,b,c', 2) AS b SETTINGS splitby_max_substrings_includes_remaining_string = 1);
SELECT 'function of a column', splitByChar(',', s, 2), b FROM (SELECT concat('a,b,', toString(number)) AS s, splitByChar(',', s, 2) AS b FROM numbers(2) SETTINGS splitby_max_substrings_includes_remaining_string = 1) ORDER BY s;
SELECT 'filter from outside', b FROM (SELECT concat('a,b,', toString(number)) AS s, splitByChar(',', s, 2) AS b FROM numbers(3) SETTINGS splitby_max_substrings_includes_remaining_string = 1) WHERE b[2] = 'b,2';
SELECT 'groups', b, count() FROM (SELECT splitByChar(',', concat('a,b,', toString(number % 2)), 2) AS b FROM numbers(5) SETTINGS splitby_max_substrings_includes_remaining_string = 1) GROUP BY b ORDER BY b;
SELECT 'getSetting', getSetting('max_threads'), x FROM (SELECT getSetting('max_threads') AS x SETTINGS max_threads = 3) SETTINGS max_threads = 2;
SELECT 'limit', * FROM (SELECT number FROM numbers(5) SETTINGS limit = 2, offset = 1);
SELECT 'limit of LIMIT', * FROM (SELECT number FROM numbers(5) LIMIT 4 SETTINGS limit = 2, offset = 1);
SELECT 'limit of UNION', * FROM (SELECT number FROM numbers(5) UNION ALL SELECT 7 SETTINGS limit = 2) ORDER BY number;
SELECT 'UNION', * FROM (SELECT NULL IN (NULL) AS x UNION ALL SELECT NULL IN (NULL) SETTINGS transform_null_in = 1) ORDER BY x;
SELECT NULL IN (NULL) SETTINGS transform_null_in = 1 UNION ALL SELECT NULL IN (NULL);
SELECT NULL IN (NULL) UNION ALL SELECT NULL IN (NULL) SETTINGS transform_null_in = 1;
SELECT 'zone', toString(x) FROM (SELECT toDateTime(0) AS x SETTINGS session_timezone = 'Asia/Tokyo') SETTINGS session_timezone = 'UTC';
SELECT 'no setting', * FROM (SELECT 1 SETTINGS nosuch = 2);
SELECT 'no value', * FROM (SELECT 1 SETTINGS max_threads = 'abc');
SELECT 'read', count() FROM (SELECT number FROM numbers(5) SETTINGS max_rows_to_read = 2); -- { serverError TOO_MANY_ROWS }
SELECT 1 SETTINGS nosuch = 2; -- { serverError UNKNOWN_SETTING }
