-- What clients ask when they connect, whether a table has a column, the time of day.
DROP VIEW IF EXISTS asked_view;
DROP TABLE IF EXISTS asked;
CREATE TABLE asked (a UInt8, b UInt8 ALIAS a + 1, c UInt8 MATERIALIZED 3) ENGINE = MergeTree ORDER BY a;
CREATE VIEW asked_view AS SELECT a, 1 AS z FROM asked;
SELECT hasColumnInTable(currentDatabase(), 'asked', 'a'), hasColumnInTable(currentDatabase(), 'asked', 'b'), hasColumnInTable(currentDatabase(), 'asked', 'c'), hasColumnInTable(currentDatabase(), 'asked', 'd'), hasColumnInTable(currentDatabase(), 'asked_view', 'z'), hasColumnInTable('system', 'one', 'dummy');
SELECT toTypeName(hasColumnInTable('system', 'one', 'dummy')), hasColumnInTable(NULL, 'one', 'x');
SELECT count() FROM asked WHERE hasColumnInTable('system', 'one', 'x') OR a = 1;
SELECT hasColumnInTable('system', 'nope', 'x'); -- { serverError UNKNOWN_TABLE }
SELECT hasColumnInTable('no_such_database', 'nope', 'x'); -- { serverError UNKNOWN_DATABASE }
SELECT hasColumnInTable('', 'one', 'x'); -- { serverError UNKNOWN_DATABASE }
SELECT hasColumnInTable('system', 'one', 1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT hasColumnInTable('system', 'one', materialize('x')); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT hasColumnInTable('system', 'one'); -- { serverError NUMBER_OF_ARGUMENTS_DOESNT_MATCH }
DROP VIEW asked_view;
DROP TABLE asked;
SELECT unnest([1, 2]), number FROM numbers(2);
SELECT UNNEST(['a', 'b']) AS x, count() FROM numbers(3) GROUP BY x ORDER BY x;
SELECT unnest(1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT globalNotNullIn(1, (1, 2)), globalNotNullIn(3, (1, 2)), notNullIn(NULL, (1, 2));
SELECT toTypeName(displayName()), connectionId(), connection_id(), initialQueryStartTime() = now(), toTypeName(initial_query_start_time());
SELECT length(currentSchemas(true)), currentSchemas(false) = [currentDatabase()], toTypeName(current_schemas(true)), currentSchemas(NULL);
SELECT currentSchemas(1); -- { serverError ILLEGAL_TYPE_OF_ARGUMENT }
SELECT currentRoles(), enabledRoles(), defaultRoles(), currentProfiles(), enabledProfiles(), defaultProfiles(), shardNum(), shardCount(), toTypeName(shardNum());
SELECT @@version_comment, @@max_allowed_packet, @@transaction_isolation, @@unknown, toTypeName(globalVariable('version')), toTypeName(globalVariable('x'));
SELECT globalVariable(1); -- { serverError BAD_ARGUMENTS }
SELECT pgGetUserById(10), pg_get_userbyid(NULL), pgTableIsVisible(5), toTypeName(pg_table_is_visible(1));
SELECT toTypeName(localtime()), abs(toInt32(localtime()) - toInt32(toTime(now()))) < 3, toTypeName(nowInBlock64()), toTypeName(nowInBlock64(3, 'Asia/Tokyo')), abs(dateDiff('second', now(), nowInBlock64())) < 60;
SELECT nowInBlock64(10); -- { serverError ARGUMENT_OUT_OF_BOUND }
SELECT name, is_aggregate, alias_to FROM system.functions WHERE name IN ('in', 'unnest', 'lag', 'dense_rank', 'denseRank', 'row_number', 'arrayJoin', 'hasColumnInTable') ORDER BY name;
