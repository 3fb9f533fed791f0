-- Functions whose name alone is a call, where no column or alias has it; wrong arguments of unknown functions.
SELECT current_user, currentUser, USER, Session_User, current_database, schema FORMAT TSVWithNames;
SELECT toTypeName(now), toTypeName(CURRENT_TIMESTAMP), toTypeName(localtimestamp), toTypeName(today), toTypeName(Current_Date), toTypeName(curdate), toTypeName(localtime), today = today();
SELECT now FROM (SELECT 1 AS now);
SELECT number AS today, today FROM numbers(2);
SELECT arrayMap(now -> now, [1]), arrayMap(x -> current_user, [1]), (SELECT current_user);
SELECT t.now FROM (SELECT 1 AS a) AS t; -- { serverError UNKNOWN_IDENTIFIER }
SELECT version; -- { serverError UNKNOWN_IDENTIFIER }
SELECT currentuser; -- { serverError UNKNOWN_IDENTIFIER }
DROP TABLE IF EXISTS named_calls;
CREATE TABLE named_calls (x Int8, d Date DEFAULT today, e String DEFAULT current_user) ENGINE = MergeTree ORDER BY x;
INSERT INTO named_calls (x) VALUES (1);
SELECT x, d > '2020-01-01', e FROM named_calls WHERE d <= current_date GROUP BY x, d, e, today ORDER BY current_date;
DROP TABLE named_calls;
SELECT no_such_function(no_such_column); -- { serverError UNKNOWN_IDENTIFIER }
SELECT no_such_function(1 + 'a'); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT no_such_function(no_such_column) OVER (); -- { serverError UNKNOWN_IDENTIFIER }
SELECT no_such_function(x -> x); -- { serverError UNKNOWN_FUNCTION }
SELECT no_such_function(1) OVER (); -- { serverError UNKNOWN_AGGREGATE_FUNCTION }
