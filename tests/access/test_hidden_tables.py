"""What a user may not know of shows in no error: a table without a visible column is refused before
anything else is said of a query, in ClickHouse's words."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import sparktree
from tests.access.clickhouse import oracle_with, users_xml
from tests.oracle import Oracle, OracleError

SETUP = (
    "CREATE DATABASE hidden",
    "CREATE DATABASE db1",
    "CREATE TABLE hidden.t (aaa Int32, bbbb String, n Nested(x Int8)) ENGINE = MergeTree"
    " ORDER BY aaa",
    "CREATE TABLE hidden.m (aaa Int32) ENGINE = Memory",
    "CREATE VIEW hidden.v AS SELECT 1 AS one",
    "CREATE MATERIALIZED VIEW hidden.mv ENGINE = MergeTree ORDER BY aaa AS"
    " SELECT aaa FROM hidden.t",
    "CREATE TABLE db1.p (aaa Int32, bbbb String, n Tuple(u Int8, w Int8)) ENGINE = MergeTree"
    " ORDER BY aaa",
    "CREATE TABLE db1.q (k Int32) ENGINE = MergeTree ORDER BY k",
    "CREATE VIEW db1.over AS SELECT aaa FROM hidden.t",
    "CREATE VIEW db1.trusted SQL SECURITY NONE AS SELECT aaa FROM hidden.t",
)
GRANTS = (
    "SELECT(aaa) ON db1.p",
    "SELECT ON db1.q",
    "SELECT ON db1.over",
    "SELECT ON db1.trusted",
)
STATEMENTS = (
    "SELECT zzz FROM hidden.t",
    'select ZZZ from `hidden`."t" as x where x.bbbb = 1',
    "SELECT 1 IN hidden.t",
    "SELECT (1, 2) IN (hidden.t)",
    "SELECT zzz FROM db1.q, hidden.t",
    "SELECT k FROM db1.q JOIN hidden.t ON k = zzz",
    "SELECT b.zzz FROM db1.q AS a JOIN hidden.t AS b USING (k)",
    "SELECT COLUMNS('zz') FROM hidden.t",
    "SELECT * EXCEPT (zzz) FROM hidden.t",
    "SELECT zzz FROM (SELECT zz FROM hidden.t)",
    "SELECT k FROM db1.q WHERE k IN (SELECT * FROM hidden.t)",
    "SELECT nofunc(aaa) FROM hidden.t",
    "SELECT aaa + bbbb FROM hidden.t",
    "SELECT * FROM hidden.t FINAL",
    "SELECT * FROM hidden.m FINAL",
    "SELECT * FROM hidden.m SAMPLE 0.1",
    "SELECT aaa FROM hidden.m PREWHERE aaa = 1",
    "SELECT zzz FROM hidden.v",
    "SELECT aaa, one FROM hidden.v",
    "SELECT zzz FROM hidden.mv",
    "SELECT aaa FROM hidden.mv",
    "SELECT aaa FROM db1.over",
    "SELECT zzz FROM db1.trusted",
    "SELECT count() FROM db1.trusted",
    "SELECT bbbc FROM db1.p",
    "SELECT p.bbbc FROM db1.p",
    "SELECT n.v FROM db1.p",
    "SELECT COLUMNS('zz') FROM db1.p",
    "DESCRIBE (SELECT zz FROM hidden.t)",
    "EXPLAIN SELECT zz FROM hidden.t",
    "EXPLAIN QUERY TREE SELECT zz FROM hidden.t",
    "EXPLAIN indexes = 1 SELECT zz FROM hidden.t",
    "WITH x AS (SELECT zz FROM hidden.t) SELECT * FROM x",
    "SELECT 1 UNION ALL SELECT zz FROM hidden.t",
    "SELECT (SELECT zz FROM hidden.t)",
    "CREATE TEMPORARY TABLE x AS SELECT zz FROM hidden.t",
    "INSERT INTO db1.q SELECT zz FROM hidden.t",
    "SELECT * FROM hidden.tt",
    "SELECT * FROM hiddn.t",
    "SELECT * FROM db1.qq",
)


@pytest.fixture(scope="module")
def theirs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder: Path = tmp_path_factory.mktemp("clickhouse")
    admin = users_xml({"default": ["GRANT ALL ON *.* WITH GRANT OPTION"]})
    with oracle_with(admin, folder, keep=True) as oracle:
        for statement in SETUP:
            oracle.query(statement)
    found = {}
    grants = [f"GRANT {grant}" for grant in GRANTS]
    with oracle_with(users_xml({"default": grants}), folder, keep=True) as oracle:
        for statement in STATEMENTS:
            try:
                oracle.query(statement)
                found[statement] = ""
            except OracleError as error:
                found[statement] = str(error).split("(version")[0].strip()
    return found


@pytest.fixture(scope="module")
def user(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sparktree.session.Session]:
    with sparktree.connect(tmp_path_factory.mktemp("hidden")) as engine:
        engine.script(";".join(SETUP))
        engine.query("CREATE USER someone")
        for grant in GRANTS:
            engine.query(f"GRANT {grant} TO someone")
        yield engine.login("someone")


@pytest.mark.parametrize("statement", STATEMENTS)
def test_errors_tell_nothing_of_what_is_hidden(
    statement: str, user: sparktree.session.Session, theirs: dict[str, str]
) -> None:
    ours = ""
    try:
        user.query(statement).text()
    except sparktree.Error as error:
        ours = str(error).replace("someone: ", "default: ")
    assert ours == theirs[statement]


def test_completions_name_only_what_is_seen(user: sparktree.session.Session) -> None:
    words = "SELECT word, belongs FROM system.completions WHERE context = '{}' AND {} ORDER BY ALL"
    seen = user.query(words.format("table", "belongs IN ('db1', 'hidden')")).rows()
    assert seen == [("over", "db1"), ("p", "db1"), ("q", "db1"), ("trusted", "db1")]
    assert user.query(words.format("database", "word IN ('db1', 'hidden')")).rows() == [
        ("db1", None)
    ]
    assert user.query(words.format("column", "belongs = 'p'")).rows() == [("aaa", "p")]
    assert user.query(words.format("column", "belongs IN ('t', 'm', 'v', 'mv')")).rows() == []


@pytest.mark.parametrize(
    ("context", "word"),
    [
        ("function", "toStartOfMonth"), ("table function", "numbers"), ("keyword", "PREWHERE"),
        ("setting", "max_threads"), ("merge tree setting", "index_granularity"),
        ("format", "JSONEachRow"), ("data type", "LowCardinality"), ("policy", "default"),
        ("table engine", "ReplacingMergeTree"), ("column", "dummy"), ("database", "system"),
        ("aggregate function combinator pair", "sumIf"), ("table", "one"),
    ],
)  # fmt: skip
def test_completions_are_those_of_clickhouse(
    context: str, word: str, user: sparktree.session.Session, oracle: Oracle
) -> None:
    query = f"SELECT * FROM system.completions WHERE context = '{context}' AND word = '{word}'"
    ours = user.engine.query(f"{query} ORDER BY ALL").bytes()
    assert ours == oracle.query(f"{query} ORDER BY ALL")


_SECRETLY = (
    "CREATE DATABASE hushed",
    "CREATE TABLE hushed.silent (quiet Int32, d Date, mute String DEFAULT 'x',"
    " INDEX whisper mute TYPE bloom_filter, PROJECTION undertone (SELECT quiet ORDER BY quiet),"
    " CONSTRAINT stillness CHECK quiet > 0) ENGINE = MergeTree PARTITION BY d ORDER BY quiet"
    " TTL d + INTERVAL 100 YEAR",
    "INSERT INTO hushed.silent (quiet, d) VALUES (1, '2020-01-01'), (2, '2020-01-02')",
    "ALTER TABLE hushed.silent UPDATE mute = 'y' WHERE quiet = 1 SETTINGS mutations_sync = 1",
    "ALTER TABLE hushed.silent DELETE WHERE throwIf(quiet = 2) = 0 SETTINGS mutations_sync = 0",
    "ALTER TABLE hushed.silent DETACH PARTITION '2020-01-02'",
    "CREATE VIEW hushed.noiseless AS SELECT quiet FROM hushed.silent",
    "CREATE MATERIALIZED VIEW hushed.soundless ENGINE = MergeTree ORDER BY quiet AS"
    " SELECT quiet FROM hushed.silent",
    "CREATE TABLE hushed.tacit (quiet Int32) ENGINE = MergeTree ORDER BY quiet",
    "DROP TABLE hushed.tacit",
    "CREATE ROW POLICY wordless ON hushed.silent USING quiet = 1 TO ALL",
    "CREATE USER unheard GRANTEES NONE",
    "CREATE ROLE unsaid",
    "GRANT SELECT ON hushed.silent TO unheard",
    "CREATE QUOTA unspoken TO unheard",
    "CREATE SETTINGS PROFILE untold SETTINGS max_threads = 3",
    "CREATE NAMED COLLECTION unnamed_one AS silent_key = 'mute'",
)
_WORDS = ("hushed", "silent", "quiet", "mute", "whisper", "undertone", "stillness", "noiseless",
          "soundless", "tacit", "wordless", "unheard", "unsaid", "unspoken", "untold",
          "unnamed_one")  # fmt: skip


def test_system_tables_tell_nothing_of_what_is_hidden(tmp_path: Path) -> None:
    with sparktree.connect(tmp_path) as engine:
        for statement in _SECRETLY:
            engine.query(statement)
        engine.query("SYSTEM FLUSH LOGS")
        engine.query("CREATE USER anybody")
        session = engine.login("anybody")
        names = engine.query(
            "SELECT database, name FROM system.tables"
            " WHERE database IN ('system', 'information_schema') ORDER BY ALL"
        ).rows()
        told: dict[str, list[str]] = {}
        refused = set()
        for database, name in names:
            query = f"SELECT * FROM {database}.{name} LIMIT 100000 FORMAT TSV"
            try:
                text = session.query(query).text()
            except sparktree.Error as error:
                refused.add(name)
                text = str(error)
            if found := [word for word in _WORDS if word in text]:
                told[f"{database}.{name}"] = found
        assert not told
        assert len(names) - len(refused) > 80, refused
