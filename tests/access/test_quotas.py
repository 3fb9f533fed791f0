"""Quotas: what is used counts, and what is more than allowed is refused, beside ClickHouse."""

import re
from pathlib import Path

import pytest

import sparktree
from sparktree.engines.storage.client import Client
from tests.access.clickhouse import oracle_with
from tests.oracle import OracleError

_COUNTED = (
    "SELECT queries, query_selects, query_inserts, errors, result_rows, read_rows"
    " FROM system.quota_usage"
)
# What counts and what does not, in the order in which it is run.
_STATEMENTS = (
    "SELECT 1",
    "SELECT * FROM numbers(2)",
    "CREATE TABLE t (x UInt64) ENGINE = MergeTree ORDER BY x",
    "INSERT INTO t VALUES (1), (2)",
    "INSERT INTO t SELECT number FROM numbers(3)",
    "SELECT x FROM t",
    "DESCRIBE TABLE t FORMAT Null",
    "ALTER TABLE t ADD COLUMN y Int8",
    "SET max_threads = 2",
    "SHOW GRANTS FORMAT Null",
    "SHOW ACCESS FORMAT Null",
    "DROP TABLE missing",
    "SELECT 1 UNION ALL SELECT 2",
    "SELECT * FROM (SELECT * FROM numbers(1))",
    "SELECT name FROM system.quotas",
    "OPTIMIZE TABLE t",
    "DROP USER IF EXISTS nobody",
    "DROP TABLE t",
)
_LIMITS = (
    "<queries>2</queries>",
    "<query_selects>1</query_selects>",
    "<query_inserts>1</query_inserts>",
    "<errors>1</errors>",
    "<result_rows>4</result_rows>",
    "<read_rows>9</read_rows>",
    "<written_bytes>20</written_bytes>",
    "<queries_per_normalized_hash>1</queries_per_normalized_hash>",
)
_LIMITED = (
    "CREATE TABLE t (x UInt64) ENGINE = MergeTree ORDER BY x",
    "INSERT INTO t VALUES (1)",
    "INSERT INTO t SELECT number FROM numbers(5)",
    "SELECT x FROM t WHERE throwIf(x < 100)",
    "SELECT x FROM t WHERE throwIf(x < 100)",
    "SELECT x FROM t ORDER BY x LIMIT 3",
    "SELECT x FROM t ORDER BY x LIMIT 4",
    "SELECT x FROM t WHERE x < 7 ORDER BY x",
)


def _users(interval: str, more: str = "") -> str:
    return (
        "<clickhouse><profiles><default/></profiles>"
        f"<quotas><default>{more}<interval><duration>31556952</duration>{interval}</interval>"
        "</default></quotas><users><default><password></password><networks><ip>::/0</ip></networks>"
        "<profile>default</profile><quota>default</quota><access_management>1</access_management>"
        "</default></users></clickhouse>"
    )


def _opened(folder: Path, users: str) -> sparktree.Engine:
    (folder / "users.xml").write_text(users)
    config = folder / "config.xml"
    config.write_text("<clickhouse><users_config>users.xml</users_config></clickhouse>")
    return sparktree.connect(folder / "data", config=str(config))


def test_quotas_count_what_clickhouse_counts(tmp_path: Path) -> None:
    users = _users("<queries>1000</queries>")
    wrong = []
    with _opened(tmp_path, users) as engine, oracle_with(users, tmp_path / "theirs") as oracle:
        for statement in _STATEMENTS:
            try:
                oracle.query(statement)
            except OracleError as error:
                assert "missing" in statement, error
            try:
                engine.query(statement).text()
            except sparktree.Error:
                assert "missing" in statement
            ours, theirs = engine.query(_COUNTED).text(), oracle.text(_COUNTED)
            if ours != theirs:
                wrong.append((statement, ours, theirs))
    assert not wrong, "\n".join(map(str, wrong))


@pytest.mark.parametrize("interval", _LIMITS)
def test_too_much_is_refused_as_in_clickhouse(interval: str, tmp_path: Path) -> None:
    users = _users(interval)
    answers = []
    with _opened(tmp_path, users) as engine, oracle_with(users, tmp_path / "theirs") as oracle:
        for statement in _LIMITED:
            if "throwIf" in statement and "read_rows" in interval:
                continue  # how much it reads until it fails is not said
            try:
                theirs = oracle.text(statement)
            except OracleError as error:
                theirs = str(error)
            try:
                ours = engine.query(statement).text()
            except sparktree.Error as error:
                ours = str(error)
            answers.append((statement, _plain(ours), _plain(theirs)))
    wrong = [answer for answer in answers if answer[1] != answer[2]]
    assert not wrong, "\n".join(map(str, wrong))
    assert any("QUOTA_EXCEEDED" in ours for _, ours, _ in answers)


def _plain(text: str) -> str:
    """Without what differs in the words of functions and in how much a query happens to read."""
    text = re.sub(
        r"(Value passed to 'throwIf' function is non-zero).*", r"\1", text, flags=re.DOTALL
    )
    return re.sub(r"(read_rows|result_rows|written_bytes) = \d+/", r"\1 = /", text)


def test_a_refused_insert_leaves_nothing(tmp_path: Path) -> None:
    with _opened(tmp_path, _users("<written_bytes>20</written_bytes>")) as engine:
        engine.query("CREATE TABLE t (x UInt64) ENGINE = MergeTree ORDER BY x")
        engine.query("INSERT INTO t VALUES (1)")
        with pytest.raises(sparktree.Error, match=r"written_bytes = \d+/20"):
            engine.query("INSERT INTO t SELECT number FROM numbers(100)")
        assert engine.query("SELECT x FROM t").text() == "1\n"


def test_time_is_limited(tmp_path: Path) -> None:
    with _opened(tmp_path, _users("<execution_time>0.2</execution_time>")) as engine:
        query = "SELECT sleepEachRow(0.3) FROM numbers(1)"
        for _ in range(2):
            try:
                engine.query(query).text()
            except sparktree.Error as error:
                assert "execution_time = " in str(error) and "/0.2. Interval" in str(error)
        with pytest.raises(sparktree.Error, match="QUOTA_EXCEEDED"):
            engine.query(query)


def test_quotas_by_statements_hold_for_all_sessions(engine: sparktree.Engine) -> None:
    engine.script(
        "CREATE USER ann; CREATE USER bob; CREATE ROLE r; GRANT r TO ann, bob;"
        "CREATE QUOTA q KEYED BY user_name FOR INTERVAL 10 YEAR MAX queries = 2, errors = 100 TO r"
    )
    query = "SELECT * FROM numbers(1)"
    for _ in range(2):
        engine.login("ann").query(query)
    with pytest.raises(sparktree.Error, match=r"Quota for user `ann` for .* queries = 3/2\."):
        engine.login("ann").query(query)
    engine.login("bob").query(query)
    used = "SELECT quota_key, queries, max_queries, errors FROM system.quotas_usage ORDER BY 1"
    assert engine.query(used).text() == "ann\t3\t2\t1\nbob\t1\t2\t0\n"
    engine.query("ALTER QUOTA q FOR INTERVAL 10 YEAR MAX queries = 5")
    engine.login("ann").query(query)
    assert engine.query(used).text() == "ann\t4\t5\t1\nbob\t1\t5\t0\n"
    engine.query("ALTER QUOTA q FOR INTERVAL 10 YEAR TRACKING ONLY")
    engine.login("ann").query(query)
    engine.query("DROP QUOTA q")
    engine.login("ann").query(query)
    assert engine.query(used).text() == ""


def test_what_was_used_is_forgotten_when_an_interval_ends(engine: sparktree.Engine) -> None:
    engine.script(
        "CREATE USER ann;"
        "CREATE QUOTA q FOR RANDOMIZED INTERVAL 1 HOUR MAX queries = 1,"
        " FOR INTERVAL 1 DAY MAX queries = 100 TO ann"
    )
    clock = engine.services.storage.clock
    session = engine.login("ann")
    clock.ahead -= clock() % 86400 - 100  # both intervals begin before the day is over
    session.query("SELECT * FROM numbers(1)")
    with pytest.raises(sparktree.Error, match=r"for 3600s has been exceeded: queries = 2/1\."):
        session.query("SELECT * FROM numbers(1)")
    clock.ahead += 3600
    session.query("SELECT * FROM numbers(1)")
    used = "SELECT duration, queries FROM system.quotas_usage ORDER BY duration"
    assert engine.query(used).text() == "3600\t1\n86400\t3\n"


@pytest.mark.parametrize(
    ("keyed", "clients"),
    [
        ("ip_address", (Client("HTTP", "10.0.0.1"), Client("HTTP", "10.0.0.2"))),
        (
            "forwarded_ip_address",
            (
                Client("HTTP", forwarded_for="9.9.9.9, 1.1.1.1"),
                Client("HTTP", forwarded_for="2.2.2.2"),
            ),
        ),
        ("client_key", (Client("HTTP", quota_key="a"), Client("HTTP", quota_key="b"))),
        ("client_key, user_name", (Client("HTTP", quota_key="a"), Client("HTTP"))),
    ],
)
def test_quotas_are_kept_apart(
    keyed: str, clients: tuple[Client, Client], engine: sparktree.Engine
) -> None:
    engine.query("CREATE USER ann")
    engine.query(f"CREATE QUOTA q KEYED BY {keyed} FOR INTERVAL 10 YEAR MAX queries = 1 TO ann")
    first, second = (engine.login("ann", client=client) for client in clients)
    first.query("SELECT * FROM numbers(1)")
    with pytest.raises(sparktree.Error, match="QUOTA_EXCEEDED"):
        first.query("SELECT * FROM numbers(1)")
    second.query("SELECT * FROM numbers(1)")
    keys = engine.query("SELECT quota_key FROM system.quotas_usage ORDER BY 1").text().split()
    known = {"10.0.0.1 10.0.0.2", "1.1.1.1 2.2.2.2", "a b", "a ann"}
    assert " ".join(keys) in known


def test_queries_that_differ_in_values_share_a_quota(engine: sparktree.Engine) -> None:
    engine.script(
        "CREATE USER ann;"
        "CREATE QUOTA q KEYED BY normalized_query_hash FOR INTERVAL 10 YEAR MAX queries = 1 TO ann"
    )
    session = engine.login("ann")
    session.query("SELECT * FROM numbers(1)")
    session.query("SELECT number + 1 FROM numbers(1)")
    with pytest.raises(sparktree.Error, match="QUOTA_EXCEEDED"):
        session.query("SELECT * FROM numbers(2)")


def test_a_quota_may_want_a_key(engine: sparktree.Engine) -> None:
    engine.script(
        "CREATE USER ann;"
        "CREATE QUOTA q KEYED BY client_key FOR INTERVAL 1 HOUR MAX queries = 9 TO ann"
    )
    with pytest.raises(sparktree.Error, match="requires a client supplied key"):
        engine.login("ann").query("SELECT * FROM numbers(1)")


def test_guesses_of_passwords_come_to_an_end(engine: sparktree.Engine) -> None:
    engine.script(
        "CREATE USER ann IDENTIFIED BY 'right';"
        "CREATE QUOTA q KEYED BY ip_address FOR INTERVAL 10 YEAR"
        " MAX failed_sequential_authentications = 2 TO ann"
    )
    here, there = Client("HTTP", "10.0.0.1"), Client("HTTP", "10.0.0.2")
    for _ in range(2):
        with pytest.raises(sparktree.Error, match="AUTHENTICATION_FAILED"):
            engine.login("ann", "wrong", here.address, client=here)
    engine.login("ann", "right", here.address, client=here)  # begins to count anew
    for _ in range(3):
        with pytest.raises(sparktree.Error, match="AUTHENTICATION_FAILED"):
            engine.login("ann", "wrong", here.address, client=here)
    with pytest.raises(sparktree.Error, match="QUOTA_EXCEEDED"):
        engine.login("ann", "right", here.address, client=here)
    engine.login("ann", "right", there.address, client=there)


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE QUOTA q KEYED BY nothing FOR INTERVAL 1 HOUR MAX queries = 1",
        "CREATE QUOTA q FOR INTERVAL 1 HOUR MAX nothing = 1",
    ],
)
def test_unknown_keys_and_limits_are_refused(statement: str, engine: sparktree.Engine) -> None:
    with pytest.raises(sparktree.Error, match="SYNTAX_ERROR"):
        engine.query(statement)
    assert engine.query("SHOW QUOTAS").text() == ""
