"""system.session_log, and that no secret is in any log."""

import pytest

import sparktree
from sparktree.engines.storage.client import Client

_SECRETS = (
    "CREATE USER ann IDENTIFIED BY 'hidden1'",
    "CREATE USER OR REPLACE ann IDENTIFIED WITH sha256_password BY 'hidden2'",
    "ALTER USER ann ADD IDENTIFIED WITH double_sha1_password BY 'hidden3'",
    "ALTER USER ann IDENTIFIED WITH sha256_hash BY 'hidden4'",
    "CREATE NAMED COLLECTION nc AS secret_access_key = 'hidden5', url = 'http://localhost:1/x'",
    "ALTER NAMED COLLECTION nc SET secret_access_key = 'hidden6'",
    "SELECT * FROM s3('http://localhost:1/b/x.csv', 'key', 'hidden7', 'CSV', 'a Int8')",
    "CREATE TABLE t (a Int8) ENGINE = S3('http://localhost:1/b/x.csv', 'key', 'hidden8', 'CSV')",
    "CREATE USER eve IDENTIFIED WITH nothing BY 'hidden9'",
    "SELECT * FROM url('http://user:hidden11@localhost:1/x', CSV, 'a Int8')",
    "SELECT * FROM url('http://localhost:1/x', CSV, 'a Int8', headers('X' = 'hidden12'))",
    "CREATE TABLE w (a Int8) ENGINE = URL('http://user:hidden13@localhost:1/x', CSV)",
    "SELECT a FROM w",
    "SELECT length(encrypt('aes-128-ecb', 'hidden14', 'hidden1515151515'))",
    "SELECT tryDecrypt('aes-128-ecb', 'hidden16', 'hidden1717171717')",
    "SELECT * FROM remote('localhost:1', db.t, 'user', 'hidden18')",
    "SELECT * FROM remoteSecure('localhost:1', 'db', 't', 'user', 'hidden19')",
    "SELECT * FROM mysql('localhost:1', 'db', 't', 'user', 'hidden20')",
    "EXPLAIN SYNTAX SELECT * FROM s3('http://localhost:1/x', 'key', 'hidden21', 'CSV', 'a Int8')",
)


_SHOWN = (
    "SHOW ACCESS",
    "SHOW CREATE USER ann",
    "SELECT * FROM system.named_collections",
    "SELECT * FROM system.query_log",
    "SELECT * FROM system.session_log",
    "SELECT * FROM system.errors",
    "SELECT * FROM system.tables WHERE database = 'default'",
    "SELECT * FROM system.users",
    "SELECT * FROM system.processes",
)


def test_logins_are_logged(engine: sparktree.Engine) -> None:
    engine.script(
        "CREATE ROLE r; CREATE SETTINGS PROFILE p SETTINGS limit = 7;"
        "CREATE USER ann IDENTIFIED BY 'a' SETTINGS PROFILE 'p'; GRANT r TO ann"
    )
    client = Client("HTTP", "10.0.0.1", 77, http_agent="curl")
    with pytest.raises(sparktree.Error):
        engine.login("ann", "wrong", client.address, client=client)
    with pytest.raises(sparktree.Error):
        engine.login("nobody", "wrong", client.address, client=client)
    session = engine.login("ann", "a", client.address, client=client)
    session.close()
    session.close()
    shown = engine.query(
        "SELECT type, user, auth_type, profiles, roles, settings, client_address, client_port,"
        " interface, client_name, failure_reason != '' FROM system.session_log"
        " ORDER BY event_time_microseconds"
    ).text()
    place = "::ffff:10.0.0.1\t77\tHTTP\tcurl"
    assert shown == (
        f"LoginFailure\tann\t\\N\t[]\t[]\t[]\t{place}\t1\n"
        f"LoginFailure\tnobody\t\\N\t[]\t[]\t[]\t{place}\t1\n"
        f"LoginSuccess\tann\tsha256_password\t['p']\t['r']\t[('limit','7')]\t{place}\t0\n"
        f"Logout\tann\t\\N\t[]\t[]\t[]\t{place}\t0\n"
    )
    pairs = "SELECT uniqExact(auth_id) FROM system.session_log WHERE type != 'LoginFailure'"
    assert engine.query(pairs).text() == "1\n"


def test_only_who_was_granted_it_reads_the_log(engine: sparktree.Engine) -> None:
    engine.query("CREATE USER ann")
    with pytest.raises(sparktree.Error, match=r"the grant SELECT ON system\.session_log"):
        engine.login("ann").query("SELECT count() FROM system.session_log")


@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Security#8")
def test_secrets_are_nowhere(engine: sparktree.Engine) -> None:
    texts = []
    for statement in _SECRETS:
        try:
            texts.append(engine.query(statement).text())
        except sparktree.Error as error:
            texts.append(str(error))
    with pytest.raises(sparktree.Error) as failure:
        engine.login("ann", "hidden10")
    texts.append(str(failure.value))
    texts += [engine.query(query).text() for query in _SHOWN]
    found = [text for text in texts if "hidden" in text]
    assert not found, found
