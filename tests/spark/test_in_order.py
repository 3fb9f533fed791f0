"""ORDER BY keys with LIMIT: how many rows are read, and that they are the right ones."""

import random
from collections.abc import Iterator, Sequence

import pytest

import sparktree

GRANULE = 100


@pytest.fixture(scope="module")
def session(shared_engine: sparktree.Engine) -> Iterator[sparktree.Session]:
    session = shared_engine.session()
    session.query("CREATE DATABASE in_order")
    session.query("USE in_order")
    session.query(
        "CREATE TABLE t (a UInt32, b UInt32, c UInt32) ENGINE = MergeTree ORDER BY (a, b)"
        f" SETTINGS index_granularity = {GRANULE}"
    )
    for shift in (0, 3):
        session.query(
            f"INSERT INTO t SELECT number % 10 + {shift}, number, number * 7 % 1000"
            " FROM numbers(5000)"
        )
    yield session
    session.query("DROP DATABASE in_order")


@pytest.mark.parametrize(
    ("query", "most_granules"),
    [
        ("SELECT * FROM t ORDER BY a LIMIT 10", 1),
        ("SELECT * FROM t ORDER BY a, b LIMIT 150", 2),
        ("SELECT * FROM t ORDER BY a, b LIMIT 10 OFFSET 140", 2),
        ("SELECT * FROM t ORDER BY a DESC, b DESC LIMIT 10", 1),
        ("SELECT * FROM t ORDER BY a, c LIMIT 10", 12),
        ("SELECT * FROM t WHERE a = 5 ORDER BY b LIMIT 10", 6),
        ("SELECT * FROM t WHERE a = 5 ORDER BY b DESC LIMIT 10", 6),
        ("SELECT * FROM t WHERE a >= 5 ORDER BY a LIMIT 10", 6),
        # Conditions on other columns: granule after granule until there are enough rows.
        ("SELECT * FROM t WHERE c < 500 ORDER BY a, b LIMIT 10", 2),
        ("SELECT * FROM t WHERE c < 100 ORDER BY a DESC, b DESC LIMIT 10", 4),
        ("SELECT * FROM t WHERE c < 500 AND a = 5 ORDER BY b LIMIT 10", 8),
        # Groups: all granules of the first ones, found in steps that double.
        ("SELECT a, sum(c) FROM t GROUP BY a ORDER BY a LIMIT 1", 12),
        ("SELECT a, sum(c) FROM t GROUP BY a ORDER BY a DESC LIMIT 2", 24),
        ("SELECT a, b, max(c) FROM t GROUP BY a, b ORDER BY a, b LIMIT 90", 4),
        ("SELECT a, b, max(c) AS m FROM t GROUP BY a, b ORDER BY a, m LIMIT 9", 24),
        ("SELECT a, sum(c) FROM t WHERE c < 500 GROUP BY a ORDER BY a LIMIT 1", 12),
    ],
)
def test_only_the_first_granules_are_read(
    session: sparktree.Session, query: str, most_granules: int
) -> None:
    few = session.query(query)
    all_ = session.query(f"{query} SETTINGS optimize_read_in_order = 0")
    assert few.statistics["rows_read"] <= most_granules * GRANULE
    assert few.statistics["rows_read"] < all_.statistics["rows_read"]


def test_any_groups_are_the_first_ones_if_that_is_asked_for(session: sparktree.Session) -> None:
    query = "SELECT a, sum(c) FROM t GROUP BY a LIMIT 2"
    few = session.query(f"{query} SETTINGS optimize_aggregation_in_order = 1")
    assert few.statistics["rows_read"] <= 24 * GRANULE
    assert few.rows() == session.query(query.replace("LIMIT", "ORDER BY a LIMIT")).rows()
    assert session.query(query).statistics["rows_read"] == 10_000


@pytest.mark.parametrize("query", ["ORDER BY a, b LIMIT 3", "WHERE a = 4 ORDER BY b LIMIT 3"])
def test_explain_names_the_way_of_reading(session: sparktree.Session, query: str) -> None:
    def read_type(text: str) -> str:
        lines = [str(row[0]) for row in session.query(f"EXPLAIN indexes = 1 {text}").rows()]
        return next(line.strip(" │") for line in lines if "Read type" in line)

    assert read_type(f"SELECT * FROM t {query}") == "Read type: InOrder"
    backwards = query.replace("a, b", "a DESC, b DESC").replace("BY b", "BY b DESC")
    assert read_type(f"SELECT * FROM t {backwards}") == "Read type: InReverseOrder"
    off = f"SELECT * FROM t {query} SETTINGS optimize_read_in_order = 0"
    assert read_type(off) == "Read type: Default"


def test_random_orderings_give_the_same_rows(session: sparktree.Session) -> None:
    """Against the same query without the index: the ordered values must be equal."""
    chance = random.Random(7)
    queries = []
    for _ in range(25):
        keys = chance.choice([["a"], ["a", "b"], ["b"], ["a", "c"], ["b", "a"], ["a", "b", "c"]])
        items = ", ".join(f"{key}{chance.choice(['', ' DESC'])}" for key in keys)
        where = chance.choice(
            ["", "WHERE a = 6", "WHERE a > 4", "WHERE a IN (3, 9)", "WHERE c < 100",
             "WHERE a = 5 AND b > 2500", "WHERE a != 3 OR b < 9", "WHERE NOT (a < 11)"]
        )  # fmt: skip
        shown = f"({', '.join(keys)})" if len(keys) > 1 else keys[0]
        limit = chance.choice([1, 5, 120, 900])
        queries.append(f"SELECT {shown} AS x FROM t {where} ORDER BY {items} LIMIT {limit}")
    for setting in (0, 1):
        session.query(f"SET optimize_read_in_order = {setting}")
        found = [session.query(query).rows() for query in queries]
        if setting == 0:
            expected = found
    assert found == expected


@pytest.mark.requirement("MT.Overview.ClusteredIndex")
def test_parts_that_begin_later_are_not_read(session: sparktree.Session) -> None:
    """Twelve parts with the same first key: only the one whose second key comes first is read."""
    session.query(
        "CREATE TABLE months (k UInt32, d Date, s String) ENGINE = MergeTree"
        " PARTITION BY toYYYYMM(d) ORDER BY (k, d)"
        f" SETTINGS index_granularity = {GRANULE}, min_bytes_for_wide_part = 0"
    )
    session.query(
        "INSERT INTO months SELECT number % 50, toDate('2024-01-01') + number % 366,"
        " toString(number) FROM numbers(12000)"
    )
    found = session.query("SELECT d, s FROM months ORDER BY k, d LIMIT 5")
    assert found.text().startswith("2024-01-01")
    assert found.statistics["rows_read"] == GRANULE
    last = session.query("SELECT d FROM months ORDER BY k DESC, d DESC LIMIT 2")
    assert last.statistics["rows_read"] <= GRANULE
    first = session.query("SELECT d FROM months WHERE s LIKE '%7%' ORDER BY k, d LIMIT 5")
    assert first.statistics["rows_read"] <= 2 * GRANULE


KEYS = {
    "i": ("Int16", "toInt16(n % 7 - 3)"),
    "u": ("UInt64", "18446744073709551615 - n % 11"),
    "s": ("String", "toString(n % 13)"),
    "x": ("FixedString(2)", "leftPad(toString(n % 17), 2, '0')"),
    "d": ("Date32", "toDate32('1960-01-01') + n % 5000"),
    "t": ("DateTime64(3)", "toDateTime64(n * 1.5, 3)"),
    "m": ("Decimal(18, 2)", "toDecimal64(n % 19, 2) - 9"),
    "w": ("UInt128", "toUInt128(n % 23) * toUInt128(18446744073709551615)"),
    "g": ("UUID", "reinterpretAsUUID(toFixedString(unhex(leftPad(hex(n * 77), 32, '0')), 16))"),
    "e": ("Enum8('b' = -1, 'a' = 3)", "if(n % 2, 'a', 'b')::Enum8('b' = -1, 'a' = 3)"),
    "p": ("IPv4", "toIPv4(n % 29)"),
    "l": ("LowCardinality(String)", "toString(n % 5)"),
    "o": ("Bool", "n % 2 = 1"),
}


@pytest.mark.parametrize("form", ["min_bytes_for_wide_part = 0", "min_bytes_for_wide_part = 1e9"])
def test_keys_of_every_type_in_both_directions(session: sparktree.Session, form: str) -> None:
    chance = random.Random(form)
    session.query("SET merge_tree_min_rows_for_concurrent_read = 200, max_threads = 2")
    names = chance.sample(sorted(KEYS), len(KEYS))
    for keys in zip(names[::2], names[1::2], strict=False):
        down = [chance.choice([False, True]) for _ in keys]
        order, backwards = _items(keys, down), _items(keys, [not one for one in down])
        _fill_kinds(session, keys, order, form)
        first = f"WHERE {keys[0]} = (SELECT min({keys[0]}) FROM kinds)"
        for items in (order, backwards, f"{order}, c"):
            where = chance.choice(["", "WHERE c % 9 = 1", first])
            limit = chance.choice(["1", "7", "25 OFFSET 30", "700"])
            shown = f"{', '.join(keys)}{', c' if items.endswith('c') else ''}"
            query = f"SELECT {shown} FROM kinds {where} ORDER BY {items} LIMIT {limit}"
            off = f"{query} SETTINGS optimize_read_in_order = 0"
            assert session.query(query).text() == session.query(off).text(), query
    session.query("SET merge_tree_min_rows_for_concurrent_read = DEFAULT, max_threads = DEFAULT")


def _items(keys: Sequence[str], down: Sequence[bool]) -> str:
    return ", ".join(f"{key}{' DESC' * one}" for key, one in zip(keys, down, strict=True))


def _fill_kinds(session: sparktree.Session, keys: Sequence[str], order: str, form: str) -> None:
    """Two parts that overlap."""
    columns = ", ".join(f"{key} {KEYS[key][0]}" for key in keys)
    session.query("DROP TABLE IF EXISTS kinds")
    session.query(
        f"CREATE TABLE kinds ({columns}, c UInt32) ENGINE = MergeTree ORDER BY ({order})"
        f" SETTINGS index_granularity = 20, allow_experimental_reverse_key = 1, {form}"
    )
    made = ", ".join(KEYS[key][1] for key in keys)
    for begin in (0, 150):
        numbers = f"SELECT number + {begin} AS n FROM numbers(300)"
        session.query(f"INSERT INTO kinds SELECT {made}, n FROM ({numbers})")


def test_distinct_with_a_limit_stops_early(session: sparktree.Session) -> None:
    rows = 400_000
    session.query(
        "CREATE TABLE many (a UInt32, b UInt32, s String) ENGINE = MergeTree ORDER BY a"
        " SETTINGS index_granularity = 1024"
    )
    session.query(
        "INSERT INTO many SELECT intDiv(number, 10), number % 7, toString(number % 1000)"
        f" FROM numbers({rows})"
    )

    def asked(query: str, **settings: object) -> tuple[list[str], int]:
        found = session.query(query, settings=settings)
        return sorted(map(str, found.rows())), found.statistics["rows_read"]

    values, read = asked("SELECT DISTINCT a, s FROM many LIMIT 30")
    assert len(set(values)) == 30 and read <= 4 * 1024
    values, read = asked(
        "SELECT DISTINCT s || 'x' FROM many WHERE b = 3 AND s != '5' LIMIT 10 OFFSET 5"
    )
    assert len(set(values)) == 10 and read <= 4 * 1024
    # Fewer values than wanted: everything is read, and nothing is lost.
    every = asked("SELECT DISTINCT b FROM many")[0]
    assert asked("SELECT DISTINCT b FROM many LIMIT 100")[0] == every
    assert asked("SELECT DISTINCT b FROM many WHERE a = 39999 LIMIT 9")[0] == every
    assert asked("SELECT DISTINCT a FROM many WHERE b = 9 LIMIT 9")[0] == []
    assert asked("SELECT count() FROM (SELECT DISTINCT a FROM many LIMIT 20000)")[0] == ["(20000,)"]
    off = asked("SELECT DISTINCT a FROM many LIMIT 3", optimize_distinct_in_order=0)
    assert len(off[0]) == 3 and off[1] == rows
