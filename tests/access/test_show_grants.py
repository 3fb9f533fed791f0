"""Rights as GRANT and REVOKE make them and SHOW GRANTS shows them, beside ClickHouse."""

import random
from pathlib import Path

import pytest

import sparktree
from sparktree.access.privileges import GRANTABLE, PRIVILEGES, SOURCES, flags, parameter
from tests.access.clickhouse import oracle_with, users_xml

_EVERYTHING = ["GRANT ALL ON *.* WITH GRANT OPTION"]
_CASES = {
    "columns": [
        "GRANT SELECT(a), SELECT(b), INSERT ON d.t",
        "GRANT ALTER UPDATE(x) ON e.f",
        "GRANT SELECT(a, b), INSERT(b, c) ON d.u",
    ],
    "groups": ["GRANT ALTER ON d.*", "GRANT CREATE, DROP ON z.*", "GRANT SHOW ON y.*"],
    "prefixes": [
        "GRANT ALL ON foo*.*",
        "GRANT SELECT ON db.pre*",
        "REVOKE SELECT ON db.prefix*",
        "GRANT INSERT ON db.prefix_one",
        "REVOKE INSERT ON foobar.*",
    ],
    "sources": ["GRANT S3, FILE ON *.*", "GRANT SOURCES ON *.*", "REVOKE URL ON *.*"],
    "others": [
        "GRANT NAMED COLLECTION ON nc",
        "GRANT SHOW NAMED COLLECTIONS ON nc2",
        "GRANT CREATE USER ON u*",
        "GRANT TABLE ENGINE ON MergeTree",
        "GRANT SET DEFINER ON u1",
        "GRANT dictGet ON x.y",
        "GRANT KILL QUERY, SYSTEM FLUSH LOGS ON *.*",
    ],
    "partial": [
        "GRANT SELECT, INSERT ON db1.*",
        "REVOKE SELECT(s) ON db1.t1",
        "GRANT CREATE TABLE ON db2.* WITH GRANT OPTION",
        "REVOKE CREATE TABLE ON db2.t",
    ],
    "but_access": [
        "GRANT ALL ON *.*",
        "REVOKE ACCESS MANAGEMENT ON *.*",
        "REVOKE NAMED COLLECTION ADMIN ON *.*",
    ],
    "option": [
        "GRANT SELECT ON *.* WITH GRANT OPTION",
        "REVOKE GRANT OPTION FOR SELECT ON db.*",
        "GRANT SELECT ON db.t WITH GRANT OPTION",
    ],
    "nothing": ["GRANT SELECT ON db.*", "REVOKE SELECT ON db.*"],
}


def _random(seed: int) -> list[str]:
    """A few statements about few names, so that they meet."""
    choice = random.Random(seed).choice
    # What may be passed on ClickHouse does not always show where names begin alike.
    prefixes = seed % 2 == 0
    usual = [
        p.name
        for p in PRIVILEGES
        if p.level and p.name not in (*SOURCES, "SOURCES") and parameter(flags(p.name)) is None
    ]
    found = []
    for _ in range(8):
        name = choice(["SELECT", "INSERT", "SHOW", "ALTER", "ALL", "CREATE", choice(usual)])
        bits = flags(name)
        places = ["*.*"]
        if bits & GRANTABLE[1]:
            places += ["a.*", "ab.*", "a*.*"] if prefixes else ["a.*", "b.*"]
        if bits & GRANTABLE[2] and name != "ALL":  # there ClickHouse grants more than it is told
            places += ["a.t", "ab.t", "a.tt", "a.t*"] if prefixes else ["a.t", "b.t", "a.u"]
        place = choice(places)
        columns = choice(["", "(x)", "(x, y)"])
        if place not in ("a.t", "ab.t", "a.tt", "b.t", "a.u") or bits & ~GRANTABLE[3]:
            columns = ""
        verb = choice(["GRANT", "GRANT", "REVOKE"])
        passed = verb == "GRANT" and not prefixes
        option = choice(["", " WITH GRANT OPTION"]) if passed else ""
        found.append(f"{verb} {name}{columns} ON {place}{option}")
    return found


_ALL_CASES = {**_CASES, **{f"random{seed}": _random(seed) for seed in range(60)}}


@pytest.fixture(scope="module")
def clickhouse(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """SHOW GRANTS of every case."""
    folder: Path = tmp_path_factory.mktemp("users")
    users = {"default": _EVERYTHING, **_ALL_CASES}
    with oracle_with(users_xml(users), folder) as oracle:
        return {
            name: oracle.text(f"SHOW GRANTS FOR {name}", "TSVRaw").splitlines()
            for name in _ALL_CASES
        }


@pytest.fixture(scope="module")
def engine(shared_engine: sparktree.Engine) -> sparktree.Engine:
    return shared_engine


@pytest.mark.parametrize("case", _ALL_CASES)
def test_what_is_granted_is_shown(
    case: str, engine: sparktree.Engine, clickhouse: dict[str, list[str]]
) -> None:
    engine.query(f"CREATE USER OR REPLACE {case}")
    for statement in _ALL_CASES[case]:
        verb, option, rest = statement.partition(" WITH GRANT OPTION")
        word = "TO" if statement.startswith("GRANT") else "FROM"
        engine.query(f"{verb} {word} {case}{option}{rest}")
    shown = engine.query(f"SHOW GRANTS FOR {case}", format="TSVRaw").text().splitlines()
    assert shown == clickhouse[case]


def test_reading_and_writing_are_granted_apart(engine: sparktree.Engine) -> None:
    """As ClickHouse does with enable_read_write_grants; without, it widens both to FILE."""
    engine.query("CREATE USER OR REPLACE one_way")
    engine.query("GRANT READ ON S3 TO one_way")
    engine.query("GRANT WRITE ON FILE TO one_way")
    shown = engine.query("SHOW GRANTS FOR one_way").text()
    assert shown == "GRANT WRITE ON FILE TO one_way\nGRANT READ ON S3 TO one_way\n"
