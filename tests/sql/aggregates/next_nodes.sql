-- Tags: tasks
-- sequenceNextNode: what follows a chain of events, or precedes it.
DROP TABLE IF EXISTS next_nodes;
CREATE TABLE next_nodes (t DateTime('UTC'), u UInt8, e String, n Nullable(String)) ENGINE = MergeTree ORDER BY u;
INSERT INTO next_nodes SELECT toDateTime('2024-01-01 00:00:00', 'UTC') + cityHash64(number) % 10000, number % 37, char(65 + cityHash64(number, 1) % 4), if(number % 11 = 0, NULL, char(65 + cityHash64(number, 1) % 4)) FROM numbers(500);
SELECT sequenceNextNode('forward', 'head')(t, e, 1, e = 'A') FROM next_nodes; -- { serverError UNKNOWN_AGGREGATE_FUNCTION }
SET allow_experimental_funnel_functions = 1;
SELECT u, sequenceNextNode('forward', 'head')(t, e, e = 'A', e = 'A', e = 'B') AS a, sequenceNextNode('forward', 'head')(t, e, 1) AS b, sequenceNextNode('backward', 'tail')(t, e, e = 'A', e = 'A') AS c, sequenceNextNode('forward', 'first_match')(t, e, 1, e = 'B', e = 'C') AS d, sequenceNextNode('forward', 'last_match')(t, e, e != 'C', e = 'B') AS f, sequenceNextNode('backward', 'first_match')(t, e, 1, e = 'B', e = 'C') AS g, sequenceNextNode('backward', 'last_match')(t, e, 1, e = 'B', e = 'A') AS h FROM next_nodes GROUP BY u ORDER BY u;
SELECT u, sequenceNextNode('forward', 'first_match')(t, n, 1, n = 'B') AS a, sequenceNextNodeIf('forward', 'first_match')(toUInt32(t), e, 1, e = 'B', e > 'A') AS b, toTypeName(a) FROM next_nodes GROUP BY u ORDER BY u;
SELECT sequenceNextNodeMerge('forward', 'first_match')(s) FROM (SELECT sequenceNextNodeState('forward', 'first_match')(t, e, 1, e = 'B', e = 'C') AS s FROM next_nodes GROUP BY u);
SELECT sequenceNextNode('forward', 'head')(t, e, 1, e = 'A') FROM next_nodes WHERE u > 100;
SELECT sequenceNextNode('forward')(t, e, 1, 1) FROM next_nodes; -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT sequenceNextNode('backward', 'head')(t, e, 1, 1) FROM next_nodes; -- { serverError BAD_ARGUMENTS }
SELECT sequenceNextNode('sideward', 'head')(t, e, 1, 1) FROM next_nodes; -- { serverError BAD_ARGUMENTS }
SELECT sequenceNextNode('forward', 'first_match')(t, e, 1) FROM next_nodes; -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
SELECT sequenceNextNode('forward', 'head')(t, u, 1, 1) FROM next_nodes; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT sequenceNextNode('forward', 'head')(e, e, 1, 1) FROM next_nodes; -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
DROP TABLE next_nodes;
