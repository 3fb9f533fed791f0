"""How users are made, changed, moved and dropped by statements, and log in by several methods."""

import pytest

import sparktree


def _may(engine: sparktree.Engine, user: str, password: str) -> bool:
    try:
        engine.login(user, password).query("SELECT 1")
    except sparktree.Error as error:
        assert error.name == "AUTHENTICATION_FAILED"
        return False
    return True


def test_any_of_several_methods_lets_a_user_in(engine: sparktree.Engine) -> None:
    engine.query("CREATE USER ann IDENTIFIED BY 'one', sha256_password BY 'two'")
    assert [_may(engine, "ann", word) for word in ("one", "two", "three", "")] == [
        True, True, False, False,
    ]  # fmt: skip
    engine.query("ALTER USER ann ADD IDENTIFIED WITH double_sha1_password BY 'three'")
    assert all(_may(engine, "ann", word) for word in ("one", "two", "three"))
    engine.query("ALTER USER ann RESET AUTHENTICATION METHODS TO NEW")
    assert [_may(engine, "ann", word) for word in ("one", "two", "three")] == [False, False, True]
    engine.query("ALTER USER ann IDENTIFIED BY 'four'")
    assert [_may(engine, "ann", word) for word in ("three", "four")] == [False, True]
    with pytest.raises(sparktree.Error, match="'no_password' cannot be used with other"):
        engine.query("CREATE USER bob IDENTIFIED WITH no_password, sha256_password BY 'x'")
    assert engine.query("SHOW USERS").text() == "ann\ndefault\n"


def test_hashes_and_nothing_else_are_kept(engine: sparktree.Engine) -> None:
    engine.query(
        "CREATE USER ann IDENTIFIED WITH double_sha1_hash"
        " BY '2E1A5F2E5DCCF1D16ED8E2D9E7AEE1E1A1D0BD9B'"
    )
    assert not _may(engine, "ann", "x")
    engine.query("CREATE USER bob IDENTIFIED WITH sha256_password BY 'visible'")
    kept = [one.payload for one in engine.services.catalog.objects.all("user")]
    assert len(kept) == 2
    assert not any("visible" in text for text in kept)
    shown = engine.query("SHOW CREATE USER bob").text()
    assert shown == "CREATE USER bob IDENTIFIED WITH sha256_password\n"


def test_passwords_are_of_no_use_after_their_last_day(engine: sparktree.Engine) -> None:
    engine.query(
        "CREATE USER ann IDENTIFIED BY 'old' VALID UNTIL '2020-01-01',"
        " sha256_password BY 'new' VALID UNTIL '2100-01-01'"
    )
    assert [_may(engine, "ann", word) for word in ("old", "new")] == [False, True]
    engine.query("ALTER USER ann VALID UNTIL '2021-01-01'")
    assert not _may(engine, "ann", "new")
    engine.query("ALTER USER ann VALID UNTIL 'infinity'")
    assert all(_may(engine, "ann", word) for word in ("old", "new"))


@pytest.mark.parametrize(
    ("kind", "name", "rest"),
    [
        ("USER", "x", ""),
        ("ROLE", "x", ""),
        ("QUOTA", "x", "FOR INTERVAL 1 HOUR MAX queries = 1"),
        ("SETTINGS PROFILE", "x", "SETTINGS limit = 1"),
        ("ROW POLICY", "x ON d.t", "USING 1"),
    ],
)
def test_all_kinds_are_made_replaced_renamed_moved_and_dropped(
    kind: str, name: str, rest: str, engine: sparktree.Engine
) -> None:
    tables = {"USER": "users", "ROLE": "roles", "QUOTA": "quotas",
              "SETTINGS PROFILE": "settings_profiles", "ROW POLICY": "row_policies"}  # fmt: skip
    column = "short_name" if kind == "ROW POLICY" else "name"
    asked = f"SELECT id FROM system.{tables[kind]} WHERE {column} = '{{}}'"

    def ids(wanted: str) -> str:
        return engine.query(asked.format(wanted)).text()

    engine.query(f"CREATE {kind} {name} {rest}")
    first = ids("x")
    assert first
    with pytest.raises(sparktree.Error, match="ACCESS_ENTITY_ALREADY_EXISTS"):
        engine.query(f"CREATE {kind} {name}")
    engine.query(f"CREATE {kind} IF NOT EXISTS {name}")
    engine.query(f"CREATE {kind} OR REPLACE {name} {rest}")
    engine.query(f"MOVE {kind} {name} TO local_directory")
    with pytest.raises(sparktree.Error, match="Access storage with name nowhere is not found"):
        engine.query(f"MOVE {kind} {name} TO nowhere")
    engine.query(f"ALTER {kind} {name} RENAME TO y")
    assert (ids("x"), bool(ids("y"))) == ("", True)
    other = name.replace("x", "y", 1)
    engine.query(f"DROP {kind} {other}")
    engine.query(f"DROP {kind} IF EXISTS {other}")
    for statement in (f"DROP {kind} {other}", f"ALTER {kind} {other} RENAME TO z"):
        with pytest.raises(sparktree.Error, match="There is no"):
            engine.query(statement)
    assert ids("y") == ""
