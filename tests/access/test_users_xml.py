"""Users of a configuration, beside ClickHouse with the same one."""

import os
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path

import pytest

import sparktree
from tests.access.clickhouse import oracle_with
from tests.oracle import OracleError

_USERS = """
<clickhouse>
<profiles>
  <default>
    <max_block_size>1000</max_block_size>
    <constraints>
      <max_threads><min>1</min><max>4</max></max_threads>
      <max_memory_usage><const/></max_memory_usage>
      <max_rows_to_read><max>100</max></max_rows_to_read>
      <max_bytes_to_read><min>10</min><max>5</max></max_bytes_to_read>
      <totals_mode><disallowed>before_having</disallowed></totals_mode>
      <max_execution_time><min>1.5</min></max_execution_time>
    </constraints>
  </default>
  <careful><profile>default</profile><max_threads>3</max_threads><log_comment>7</log_comment>
    <extremes>1</extremes><join_algorithm>hash</join_algorithm></careful>
  <reader><readonly>1</readonly></reader>
</profiles>
<quotas>
  <default><interval><duration>3600</duration><queries>0</queries></interval></default>
  <few><keyed_by_ip/>
    <interval><randomize>1</randomize><duration>60</duration><queries>9</queries></interval>
    <interval><duration>5400</duration><execution_time>2.5</execution_time></interval></few>
</quotas>
<roles>
  <r1><grants><query>GRANT SELECT ON db1.*</query><query>GRANT r2</query></grants></r1><r2/>
</roles>
<users>
  <default><password></password><networks><ip>::/0</ip></networks><profile>default</profile>
    <quota>default</quota><access_management>1</access_management></default>
  <bob><password>x</password><networks><ip>127.0.0.1</ip><ip>10.0.0.0/8</ip><host>foo</host>
    <host_regexp>^a.*$</host_regexp></networks><profile>reader</profile><quota>few</quota>
    <default_database>d</default_database>
    <databases><d><t><filter>a = 1</filter></t></d></databases></bob>
  <ann><password_double_sha1_hex>e395796d6546b1b65db9d665cd43f0e858dd4303</password_double_sha1_hex>
    <profile>careful</profile><grants><query>GRANT r1, r2</query>
    <query>GRANT SELECT, INSERT ON d.* WITH GRANT OPTION</query>
    <query>REVOKE SELECT ON d.t</query></grants></ann>
  <eve><ssl_certificates><common_name>a</common_name><common_name>b</common_name>
    </ssl_certificates><named_collection_control>1</named_collection_control></eve>
  <dan><no_password/><allow_databases><database>d</database></allow_databases>
    <allow_dictionaries><dictionary>k</dictionary></allow_dictionaries></dan>
  <sha><password_sha256_hex>2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881</password_sha256_hex>
    <access_management>1</access_management><named_collection_control>1</named_collection_control>
    <show_named_collections_secrets>1</show_named_collections_secrets></sha>
</users>
</clickhouse>
"""
_QUERIES = (
    "SHOW ACCESS",
    "SELECT * FROM system.users ORDER BY name",
    "SELECT * FROM system.roles ORDER BY name",
    "SELECT * FROM system.role_grants ORDER BY ALL",
    "SELECT * FROM system.grants ORDER BY ALL",
    "SELECT * FROM system.row_policies ORDER BY ALL",
    "SELECT * FROM system.settings_profiles ORDER BY ALL",
    "SELECT * FROM system.settings_profile_elements ORDER BY ALL",
    "SELECT * FROM system.quotas ORDER BY ALL",
    "SELECT * FROM system.quota_limits ORDER BY ALL",
    "SELECT * FROM system.user_directories",
    "SHOW CREATE SETTINGS PROFILE careful",
    "SHOW CREATE QUOTA few",
    "SHOW GRANTS FOR ann",
    # what is of the configuration does not change by statements
    "CREATE USER x",
    "CREATE ROLE x",
    "CREATE QUOTA x",
    "CREATE SETTINGS PROFILE default",
    "ALTER USER bob RENAME TO bb",
    "DROP USER bob",
    "DROP ROLE r1",
    "DROP QUOTA few",
    "GRANT SELECT ON a.b TO bob",
    "MOVE USER bob TO memory",
    "SHOW USERS",
    # constraints
    "SET max_threads = 5",
    "SET max_threads = 0",
    "SET max_memory_usage = 7",
    "SET max_memory_usage = 0",
    "SET max_rows_to_read = 101",
    "SET max_bytes_to_read = 7",
    "SET max_execution_time = 1",
    "SET totals_mode = 'before_having'",
    "SET max_threads = 4, max_rows_to_read = 99",
    "SELECT * FROM (SELECT getSetting('max_threads') SETTINGS max_threads = 5)",
    "SELECT * FROM (SELECT getSetting('max_memory_usage') SETTINGS max_memory_usage = 5)",
    "SELECT name, value, min, max, disallowed_values, readonly FROM system.settings WHERE name IN"
    " ('max_threads', 'max_memory_usage', 'max_rows_to_read', 'totals_mode', 'readonly',"
    " 'max_execution_time', 'max_block_size') ORDER BY name",
    "SET readonly = 2",
    "SET readonly = 0",
    "SET max_threads = 5",
    "SET max_threads = 3",
    "SELECT name, readonly FROM system.settings WHERE readonly ORDER BY name",
)


def _configured(folder: Path, users: str, more: str = "") -> str:
    (folder / "users.xml").write_text(users)
    config = folder / "config.xml"
    config.write_text(f"<clickhouse><users_config>users.xml</users_config>{more}</clickhouse>")
    return str(config)


_ONLY_XML = "<user_directories><users_xml><path>users.xml</path></users_xml></user_directories>"


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sparktree.Engine]:
    folder = tmp_path_factory.mktemp("users")
    with sparktree.connect(folder / "data", config=_configured(folder, _USERS, _ONLY_XML)) as found:
        yield found


def test_users_are_those_of_clickhouse(engine: sparktree.Engine, tmp_path: Path) -> None:
    session = engine.session()
    wrong = []
    with oracle_with(_USERS, tmp_path) as oracle:
        for query in _QUERIES:
            try:
                theirs = oracle.text(query, "TSVRaw")
            except OracleError as error:
                theirs = str(error)
            try:
                ours = session.query(query, format="TSVRaw").text()
            except sparktree.Error as error:
                ours = str(error)
            if ours != theirs:
                wrong += [query, *unified_diff(ours.splitlines(), theirs.splitlines(), n=0)]
    assert not wrong, "\n".join(wrong)


def _refused(engine: sparktree.Engine, user: str, password: str, address: str | None) -> bool:
    try:
        engine.login(user, password, address)
    except sparktree.Error as error:
        assert error.name == "AUTHENTICATION_FAILED"
        return True
    return False


def test_they_log_in_as_the_configuration_says(engine: sparktree.Engine) -> None:
    assert not _refused(engine, "bob", "x", None)
    assert not _refused(engine, "bob", "x", "10.1.2.3")
    assert _refused(engine, "bob", "x", "11.1.2.3")
    assert _refused(engine, "bob", "y", None)
    assert not _refused(engine, "ann", "qwerty", "11.1.2.3") or _refused(engine, "ann", "", None)
    assert not _refused(engine, "sha", "x", None)
    assert _refused(engine, "sha", "", None)
    assert _refused(engine, "eve", "", None)
    found = engine.login("eve", certificate=frozenset(("CN:a",)))
    assert found.query("SELECT currentUser()").text() == "eve\n"


def test_settings_and_rights_hold(engine: sparktree.Engine) -> None:
    engine.script("CREATE DATABASE d; CREATE TABLE d.t (a Int8) ENGINE = MergeTree ORDER BY a")
    engine.query("INSERT INTO d.t VALUES (1), (2)")
    bob = engine.login("bob", "x")
    assert bob.query("SELECT currentDatabase(), a FROM t").text() == "d\t1\n"
    assert engine.query("SELECT a FROM d.t ORDER BY a").text() == "1\n2\n"
    with pytest.raises(sparktree.Error, match="Cannot execute query in readonly mode"):
        bob.query("INSERT INTO t VALUES (3)")
    with pytest.raises(sparktree.Error, match="Cannot modify 'limit' setting in readonly"):
        bob.query("SELECT 1", {"limit": 2})
    with pytest.raises(sparktree.Error, match="Cannot modify 'extremes' setting in readonly"):
        bob.query("SELECT 1 SETTINGS extremes = 1")


_REFUSED = {
    "<bob/>": "At least one authentication type (one of 'password', 'password_sha256_hex',",
    "<bob><password>secret</password><no_password/></bob>": "Cannot specify multiple authenticat"
    "ion methods for user bob at users.bob. Specify only one authentication method: while parsing"
    " user 'bob' in users configuration file",
    "<bob><password>secret</password><profile>nope</profile></bob>": "Profile nope was not found",
    "<bob><password>secret</password><grants><query>GRANT SELECT ON *.* TO ann</query></grants>"
    "</bob>": "You can't specify grantees in query using config file",
    "<bob><password>secret</password><grants><query>SELECT 1</query></grants></bob>": "Failed to"
    " parse grant query. Error: Syntax error: failed at position 1 (SELECT)",
    "<bob><password>secret</password><access_management>1</access_management><grants/></bob>": "An"
    "y other access control settings can't be specified with `grants`",
    "<bob><password_sha256_hex>secret</password_sha256_hex></bob>": "Cannot read password hash in"
    " hex, check for valid characters [0-9a-fA-F] and length",
    "<bob><password>secret</password><networks><ip>nope</ip></networks></bob>": "Invalid address",
    "<bob><ldap><server>s</server></ldap></bob>": "Authentication by ldap is not supported",
}


@pytest.mark.parametrize("users", _REFUSED)
def test_what_is_wrong_is_refused_at_once(users: str, tmp_path: Path) -> None:
    config = _configured(tmp_path, f"<clickhouse><users>{users}</users></clickhouse>")
    with pytest.raises(sparktree.Error) as failure:
        sparktree.connect(tmp_path / "data", config=config)
    assert _REFUSED[users] in failure.value.message
    assert "secret" not in failure.value.message


def _rewritten(file: Path, text: str) -> None:
    file.write_text(text)
    os.utime(file, ns=(1, 1))  # also where the clock has not moved


def test_it_is_read_anew_while_the_engine_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sparktree.access.users_source._LOOK", 0.0)
    users = "<default><no_password/><access_management>1</access_management></default>"
    config = _configured(tmp_path, f"<clickhouse><users>{users}</users></clickhouse>")
    with sparktree.connect(tmp_path / "data", config=config) as engine:
        assert engine.query("SELECT name FROM system.users ORDER BY name").text() == "default\n"
        (tmp_path / "users.d").mkdir()
        piece = tmp_path / "users.d" / "more.xml"
        _rewritten(
            piece, "<clickhouse><users><ann><password>a</password></ann></users></clickhouse>"
        )
        assert engine.login("ann", "a").query("SELECT 1").text() == "1\n"
        _rewritten(piece, "<clickhouse><users><ann/></users></clickhouse>")
        assert engine.login("ann", "a").query("SELECT 1").text() == "1\n"
        with pytest.raises(sparktree.Error, match="At least one authentication type"):
            engine.query("SYSTEM RELOAD USERS")
        piece.unlink()
        engine.query("SYSTEM RELOAD CONFIG")
        with pytest.raises(sparktree.Error, match="ann: Authentication failed"):
            engine.login("ann", "a")


def test_statements_make_users_beside_it(tmp_path: Path) -> None:
    (tmp_path / "config.yaml").write_text(
        "users:\n  default:\n    password: ''\n    access_management: 1\n"
        "  eva:\n    password: p\n    grants:\n      - query: GRANT SELECT ON db.*\n"
    )
    config = str(tmp_path / "config.yaml")
    with sparktree.connect(tmp_path / "data", config=config) as engine:
        engine.script("CREATE USER x IDENTIFIED BY 'y'; GRANT SELECT ON *.* TO x")
        kept = engine.query("SELECT name, storage FROM system.users ORDER BY name").text()
        assert kept == "default\tusers_xml\neva\tusers_xml\nx\tlocal_directory\n"
        assert engine.login("x", "y").query("SELECT 1").text() == "1\n"
        grants = engine.query("SHOW GRANTS FOR eva").text()
        assert grants == "GRANT SELECT ON db.* TO eva\n"
        with pytest.raises(sparktree.Error, match="already exists in `users_xml`"):
            engine.query("CREATE USER eva")


def test_later_constraints_replace_earlier_ones_or_are_put_over_them(tmp_path: Path) -> None:
    users = """<clickhouse><profiles>
      <base><constraints><max_threads><min>2</min><max>4</max></max_threads></constraints></base>
      <default><profile>base</profile>
        <constraints><max_threads><max>3</max></max_threads></constraints></default></profiles>
      <users><default><no_password/></default></users></clickhouse>"""
    before = (
        "<access_control_improvements><settings_constraints_replace_previous>false"
        "</settings_constraints_replace_previous></access_control_improvements>"
    )
    for more, refused in (("", False), (before, True)):
        config = _configured(tmp_path, users, more)
        with sparktree.connect(config=config) as engine:
            try:
                engine.query("SET max_threads = 1")
            except sparktree.Error as error:
                assert refused and "max_threads shouldn't be less than 2" in str(error)
            else:
                assert not refused
            with pytest.raises(sparktree.Error, match="max_threads shouldn't be greater than 3"):
                engine.query("SET max_threads = 4")


def test_constraints_that_statements_make(tmp_path: Path) -> None:
    with sparktree.connect(tmp_path / "data") as engine:
        engine.script(
            "CREATE ROLE r SETTINGS max_block_size MAX 10 CHANGEABLE_IN_READONLY;"
            "CREATE SETTINGS PROFILE p SETTINGS max_threads MIN 1 MAX 4, readonly = 1 TO r;"
            "CREATE USER u DEFAULT ROLE r SETTINGS log_comment = 'x' CONST"
        )
        session = engine.login("u")
        session.query("SET max_block_size = 7")
        for change, text in (
            ("max_block_size = 11", "max_block_size shouldn't be greater than 10"),
            ("limit = 2", "Cannot modify 'limit' setting in readonly mode"),
            ("log_comment = 'y'", "Cannot modify 'log_comment' setting in readonly mode"),
        ):
            with pytest.raises(sparktree.Error, match=text):
                session.query(f"SET {change}")
        with pytest.raises(sparktree.Error, match="UNKNOWN_SETTING"):
            engine.query("CREATE SETTINGS PROFILE q SETTINGS nope MIN 1")
        with pytest.raises(sparktree.Error, match="CANNOT_PARSE"):
            engine.query("CREATE SETTINGS PROFILE q SETTINGS max_threads MAX 'abc'")
        shown = engine.query("SHOW CREATE ROLE r").text()
        assert shown == "CREATE ROLE r SETTINGS max_block_size MAX 10 CHANGEABLE_IN_READONLY\n"


def test_who_makes_users_gives_them_no_more_than_it_has(tmp_path: Path) -> None:
    with sparktree.connect(tmp_path / "data") as engine:
        engine.script(
            "CREATE USER maker SETTINGS max_threads MAX 4; GRANT CREATE USER ON * TO maker"
        )
        session = engine.login("maker")
        with pytest.raises(sparktree.Error, match="max_threads shouldn't be greater than 4"):
            session.query("CREATE USER other SETTINGS max_threads = 5")
        assert "other" not in engine.query("SHOW USERS").text()
