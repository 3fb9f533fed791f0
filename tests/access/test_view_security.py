"""DEFINER and SQL SECURITY of views: with whose rights they read, beside ClickHouse."""

import re
from pathlib import Path

import pytest

import sparktree
from tests.access.clickhouse import oracle_with, users_xml
from tests.oracle import OracleError

# bob may read a column and fill a table; default may do everything.
_USERS = users_xml(
    {
        "default": ["GRANT ALL ON *.* WITH GRANT OPTION"],
        "bob": ["GRANT SELECT(x) ON default.t", "GRANT INSERT(x), SELECT(x) ON default.filled"],
        "ann": ["GRANT SELECT ON default.t"],
    }
)
_VIEW = "CREATE VIEW {} DEFINER = {} SQL SECURITY DEFINER AS SELECT {} FROM t"
_FILLING = (
    "CREATE MATERIALIZED VIEW {} TO filled DEFINER = {} SQL SECURITY DEFINER AS SELECT {} FROM t"
)
_STATEMENTS = (
    "CREATE TABLE t (x Int8, y Int8) ENGINE = MergeTree ORDER BY x",
    "CREATE TABLE filled (x Int8) ENGINE = MergeTree ORDER BY x",
    "INSERT INTO t VALUES (1, 2)",
    _VIEW.format("good", "bob", "x"),
    _VIEW.format("bad", "bob", "x, y"),
    _VIEW.format("worse", "nobody", "x"),
    "SELECT * FROM good",
    "SELECT * FROM bad",
    "SELECT x FROM bad",
    "CREATE VIEW over SQL SECURITY INVOKER AS SELECT * FROM good",
    "SELECT * FROM over",
    "CREATE VIEW open SQL SECURITY NONE AS SELECT * FROM t",
    "SELECT * FROM open",
    "SELECT count() FROM bad",
    "EXPLAIN SYNTAX SELECT x FROM good",
    "CREATE VIEW mine SQL SECURITY DEFINER AS SELECT y FROM t",
    "SHOW CREATE TABLE mine",
    "CREATE VIEW short DEFINER = bob AS SELECT x FROM t",
    "SHOW CREATE TABLE short",
    "CREATE VIEW named DEFINER = CURRENT_USER SQL SECURITY DEFINER AS SELECT x FROM t",
    "SHOW CREATE TABLE named",
    "ALTER TABLE named MODIFY SQL SECURITY INVOKER",
    "SHOW CREATE TABLE named",
    "ALTER TABLE named MODIFY DEFINER = ann SQL SECURITY DEFINER",
    "SHOW CREATE TABLE named",
    "ALTER TABLE named MODIFY DEFINER = nobody SQL SECURITY DEFINER",
    "ALTER TABLE named MODIFY SQL SECURITY NONE",
    "SHOW CREATE TABLE named",
    "ALTER TABLE t MODIFY SQL SECURITY NONE",
    "SELECT name, definer FROM system.tables WHERE database = 'default' ORDER BY name",
    _FILLING.format("feeds", "bob", "x"),
    "INSERT INTO t VALUES (3, 4)",
    "SELECT * FROM filled",
    "SELECT * FROM feeds",
    _FILLING.format("reads", "bob", "y AS x"),
    "INSERT INTO t VALUES (5, 6)",
    "DROP TABLE reads",
    _FILLING.format("writes", "ann", "x"),
    "INSERT INTO t VALUES (7, 8)",
    "SELECT * FROM writes",
    "DROP TABLE writes",
    "INSERT INTO t VALUES (9, 9)",
    "CREATE MATERIALIZED VIEW m TO filled SQL SECURITY INVOKER AS SELECT x FROM t",
    "CREATE MATERIALIZED VIEW m TO filled SQL SECURITY NONE AS SELECT x FROM t",
    "SHOW CREATE TABLE m",
)


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> sparktree.Engine:
    folder = tmp_path_factory.mktemp("security")
    (folder / "users.xml").write_text(_USERS)
    config = folder / "config.xml"
    config.write_text("<clickhouse><users_config>users.xml</users_config></clickhouse>")
    return sparktree.connect(folder / "data", config=str(config))


def test_views_read_with_the_rights_of_their_definers(
    engine: sparktree.Engine, tmp_path: Path
) -> None:
    wrong = []
    with oracle_with(_USERS, tmp_path) as oracle:
        for statement in _STATEMENTS:
            try:
                theirs = oracle.text(statement, "TSVRaw")
            except OracleError as error:
                theirs = _first(str(error))
            try:
                ours = engine.query(statement, format="TSVRaw").text()
            except sparktree.Error as error:
                ours = _first(str(error))
            if ours != theirs:
                wrong.append((statement, ours, theirs))
    assert not wrong, "\n".join(map(str, wrong))
    # of an INSERT that a view behind the table refuses nothing is left (ClickHouse keeps a part)
    assert engine.query("SELECT x FROM filled ORDER BY x").text() == "3\n9\n"
    assert engine.query("SELECT x FROM t ORDER BY x").text() == "1\n3\n9\n"


def _first(text: str) -> str:
    """An error without what ClickHouse adds of where it happened."""
    text = re.sub(r": while (pushing to view|executing).*?(?=\. \()", "", text)
    return re.sub(r"^.*(Code: \d+)", r"\1", text, flags=re.DOTALL)


def _users(engine: sparktree.Engine, name: str, *grants: str) -> sparktree.session.Session:
    engine.query(f"CREATE USER OR REPLACE {name}")
    for one in grants:
        engine.query(f"GRANT {one} TO {name}")
    return engine.login(name)


def test_who_may_read_the_view_needs_no_more(tmp_path: Path) -> None:
    with sparktree.connect(tmp_path / "data") as engine:
        engine.script(
            "CREATE DATABASE d; CREATE TABLE d.t (x Int8, y Int8) ENGINE = MergeTree ORDER BY x;"
            "INSERT INTO d.t VALUES (1, 2), (3, 4);"
            "CREATE USER owner; GRANT SELECT ON d.t TO owner;"
            "CREATE VIEW d.v DEFINER = owner SQL SECURITY DEFINER AS SELECT x FROM d.t;"
            "CREATE VIEW d.o SQL SECURITY NONE AS SELECT x FROM d.t;"
            "CREATE VIEW d.i SQL SECURITY INVOKER AS SELECT x FROM d.t;"
            "CREATE VIEW d.p DEFINER = owner SQL SECURITY DEFINER"
            " AS SELECT x FROM d.t WHERE x > {a:Int8}"
        )
        reader = _users(engine, "reader", *(f"SELECT ON d.{view}" for view in "voip"))
        assert reader.query("SELECT x FROM d.v ORDER BY x").text() == "1\n3\n"
        assert reader.query("SELECT x FROM d.o ORDER BY x").text() == "1\n3\n"
        assert reader.query("SELECT x FROM d.p(a = 1)").text() == "3\n"
        denied = r"reader: Not enough privileges.* SELECT\(x\) ON d\.t|grant SELECT ON d\.t"
        with pytest.raises(sparktree.Error, match=denied):
            reader.query("SELECT x FROM d.i")
        with pytest.raises(sparktree.Error, match="ACCESS_DENIED"):
            reader.query("SELECT v.x FROM d.v AS v JOIN d.t AS t ON v.x = t.x")
        # the rows that the definer may see
        engine.query("CREATE ROW POLICY few ON d.t USING x = 1 TO owner")
        assert reader.query("SELECT x FROM d.v").text() == "1\n"
        assert reader.query("SELECT x FROM d.o ORDER BY x").text() == "1\n3\n"
        # what the definer loses, readers of the view lose
        engine.query("REVOKE SELECT ON d.t FROM owner")
        with pytest.raises(sparktree.Error, match="owner: Not enough privileges"):
            reader.query("SELECT x FROM d.v")
        with pytest.raises(sparktree.Error, match="HAVE_DEPENDENT_OBJECTS"):
            engine.query("DROP USER owner")
        assert engine.query("SHOW USERS").text().split() == [
            "default", "owner", "reader",
        ]  # fmt: skip


def test_what_a_definer_asks_for(tmp_path: Path) -> None:
    with sparktree.connect(tmp_path / "data") as engine:
        engine.script(
            "CREATE DATABASE d; CREATE TABLE d.t (x Int8) ENGINE = MergeTree ORDER BY x;"
            "CREATE USER owner"
        )
        own = ("CREATE VIEW ON d.*", "SELECT ON d.t")
        maker = _users(engine, "maker", *own)
        for clause, missing in (
            ("DEFINER = owner SQL SECURITY DEFINER", "SET DEFINER ON owner"),
            ("SQL SECURITY NONE", r"ALLOW SQL SECURITY NONE ON \*\.\*"),
        ):
            with pytest.raises(sparktree.Error, match=f"the grant {missing}"):
                maker.query(f"CREATE VIEW d.v {clause} AS SELECT x FROM d.t")
        maker.query("CREATE VIEW d.v SQL SECURITY DEFINER AS SELECT x FROM d.t")
        assert "DEFINER = maker" in engine.query("SHOW CREATE TABLE d.v").text()
        with pytest.raises(sparktree.Error, match="the grant ALTER VIEW MODIFY SQL SECURITY"):
            maker.query("ALTER TABLE d.v MODIFY SQL SECURITY INVOKER")
        changer = _users(engine, "changer", "ALTER VIEW MODIFY SQL SECURITY ON d.v")
        with pytest.raises(sparktree.Error, match="the grant SET DEFINER ON owner"):
            changer.query("ALTER TABLE d.v MODIFY DEFINER = owner SQL SECURITY DEFINER")
        engine.query("GRANT SET DEFINER ON owner TO changer")
        changer.query("ALTER TABLE d.v MODIFY DEFINER = owner SQL SECURITY DEFINER")
        assert "DEFINER = owner" in engine.query("SHOW CREATE TABLE d.v").text()


def test_the_configuration_may_ask_for_a_definer(tmp_path: Path) -> None:
    config = tmp_path / "config.xml"
    config.write_text(
        "<clickhouse><ignore_empty_sql_security_in_create_view_query>0"
        "</ignore_empty_sql_security_in_create_view_query></clickhouse>"
    )
    with sparktree.connect(tmp_path / "data", config=str(config)) as engine:
        engine.script(
            "CREATE TABLE t (x Int8) ENGINE = MergeTree ORDER BY x; CREATE USER ann;"
            "CREATE VIEW v AS SELECT x FROM t;"
            "CREATE MATERIALIZED VIEW m ENGINE = MergeTree ORDER BY x AS SELECT x FROM t;"
            "SET default_normal_view_sql_security = 'DEFINER', default_view_definer = 'ann';"
            "CREATE VIEW w AS SELECT x FROM t"
        )
        shown = engine.query("SELECT name, definer FROM system.tables WHERE name IN ('v', 'm', 'w')"
                             " ORDER BY name").text()  # fmt: skip
        assert shown == "m\tdefault\nv\t\nw\tann\n"
        assert "SQL SECURITY INVOKER" in engine.query("SHOW CREATE TABLE v").text()
