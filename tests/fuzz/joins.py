"""Random joins of two to eight tables, such that their answer is one set of rows.

Tables meet by commas and WHERE or by JOINs of all kinds; conditions share keys among alternatives
of OR, ask for rows by EXISTS and IN, or compare with what subqueries compute, correlated or not.
"""

from collections.abc import Iterator, Sequence

from hypothesis import strategies as st

from tests.fuzz.checks import SPREAD
from tests.fuzz.compare import Pair
from tests.fuzz.selects import Statement
from tests.fuzz.tables import NAMES

_KEYS = [
    ("k", "k"), ("k", "k"), ("id", "id"), ("s", "s"), ("k", "nk"), ("nk", "nk"), ("v", "id"),
    ("ns", "s"), ("ls", "ls"), ("d", "d"), ("id", "v"), ("ns", "ns"),
]  # fmt: skip
_KINDS = (
    "INNER", "INNER", "LEFT", "RIGHT", "FULL", "LEFT SEMI", "LEFT ANTI", "ANY LEFT", "RIGHT SEMI",
    "RIGHT ANTI", "ASOF", "ASOF LEFT",
)  # fmt: skip
# Kinds whose rows show one side only, as any partner will do, or there is none.
_ONLY_LEFT = ("LEFT SEMI", "LEFT ANTI", "ANY LEFT")
_ONLY_RIGHT = ("RIGHT SEMI", "RIGHT ANTI")
_USING = ("k", "id", "s, k", "nk", "ls", "ns, k")
_OWN = ("{a}.v > 0", "{a}.k IN (0, 1, 2)", "{a}.nk IS NOT NULL", "{a}.s != 'b'", "{a}.f < 2", "1")
_BETWEEN = ("{a}.v >= {b}.v", "{a}.id != {b}.id", "{a}.k + {b}.k > 1", "{a}.s <= {b}.s")
# How one question is asked: joins as they are written, in invented orders, with the sides in the
# other places, and over several tasks.
WAYS: dict[str, dict[str, object]] = {
    "as written": {
        "query_plan_optimize_join_order_limit": 0,
        "query_plan_join_swap_table": "false",
    },
    "by statistics": {},
    "another order": {
        "query_plan_optimize_join_order_randomize": 7,
        "query_plan_join_swap_table": "true",
    },
    "one more order": {"query_plan_optimize_join_order_randomize": 23},
    "small sides first": {
        "join_runtime_filter_min_probe_rows": 1,
        "query_plan_optimize_join_order_randomize": 11,
    },
    "several tasks": {**SPREAD, "query_plan_optimize_join_order_randomize": 5},
}


def _one(draw: st.DrawFn, *choices: str) -> str:
    return draw(st.sampled_from(choices))


def _equal(draw: st.DrawFn, a: str, b: str) -> str:
    first, second = draw(st.sampled_from(_KEYS))
    return f"{a}.{first} = {b}.{second}"


def _condition(draw: st.DrawFn, names: Sequence[str]) -> str:
    """A condition on the tables: their own values, pairs of them, alternatives, subqueries."""
    a, b = _one(draw, *names), _one(draw, *names)
    kind = draw(st.integers(0, 10))
    own, other = _one(draw, *_OWN).format(a=a), _one(draw, *_OWN).format(a=b)
    if kind < 3:
        return own
    if kind < 4:
        return _one(draw, *_BETWEEN).format(a=a, b=b)
    if kind < 6:
        shared = _equal(draw, a, b)
        return f"(({shared} AND {own}) OR ({shared} AND {other} AND {a}.v < 50))"
    table = _one(draw, *NAMES)
    if kind < 8:
        word = _one(draw, "EXISTS", "NOT EXISTS")
        more = _one(draw, "", f" AND y.id != {a}.id", f" AND y.v > {b}.v", " AND y.v > 0")
        return f"{word} (SELECT 1 FROM {table} AS y WHERE {_equal(draw, 'y', a)}{more})"
    if kind < 9:
        word = _one(draw, "IN", "NOT IN")
        return f"{a}.k {word} (SELECT k FROM {table} WHERE v > 0)"
    use = _one(draw, "max(y.v)", "sum(y.id)", "avg(y.v)", "min(y.k)")
    more = _one(draw, "", " AND y.v >= 0")
    if kind == 10:
        clause = f" WHERE {more.removeprefix(' AND ')}" if more else ""
        return f"{a}.v {_one(draw, '<', '>=')} (SELECT {use} FROM {table} AS y{clause})"
    key = _one(draw, f"y.k = {a}.k", f"y.s = {a}.s", f"y.id = {a}.id")
    return f"{a}.v {_one(draw, '<', '>=')} (SELECT {use} FROM {table} AS y WHERE {key}{more})"


def _commas(draw: st.DrawFn, names: Sequence[str], tables: Sequence[str]) -> tuple[str, list[str]]:
    """FROM with commas, and the equalities that belong to it."""
    keys = []
    for number in range(1, len(names)):
        near = names[draw(st.integers(0, number - 1))]
        # With many tables there would be many pairs of rows, were the keys not those of one row.
        few = number > 4
        keys.append(f"{near}.id = {names[number]}.id" if few else _equal(draw, near, names[number]))
    if draw(st.booleans()):
        keys.append(_equal(draw, _one(draw, *names), _one(draw, *names)))
    items = [f"{table} AS {name}" for table, name in zip(tables, names, strict=True)]
    return ", ".join(items), list(draw(st.permutations(keys)))


def _joins(draw: st.DrawFn, names: Sequence[str], tables: Sequence[str]) -> tuple[str, list[str]]:
    """FROM with JOINs, and the names that can be shown."""
    text, shown = f"{tables[0]} AS {names[0]}", [names[0]]
    for number, (table, name) in enumerate(zip(tables[1:], names[1:], strict=True)):
        kind = _one(draw, *_KINDS)
        near = _one(draw, *shown)
        text += f" {kind} JOIN {table} AS {name}"
        if number == 0 and not kind.startswith("ASOF") and draw(st.integers(0, 4)) == 0:
            text += f" USING ({_one(draw, *_USING)})"
        else:
            text += f" ON {_on(draw, kind, near, name, few=number > 3)}"
        if kind in _ONLY_RIGHT:
            shown = [name]
        elif kind not in _ONLY_LEFT:
            shown.append(name)
    return text, shown


def _on(draw: st.DrawFn, kind: str, near: str, name: str, *, few: bool) -> str:
    """What makes rows partners, but few; of those that are near, `id` tells which is nearest."""
    on = f"{near}.id = {name}.id" if few else _equal(draw, near, name)
    if kind.startswith("ASOF"):
        operator = _one(draw, "<", "<=", ">", ">=")
        return f"{on} AND {near}.{_one(draw, 'id', 'v', 'k')} {operator} {name}.id"
    if draw(st.integers(0, 3)) == 0:
        on += " AND " + _one(draw, *_OWN).format(a=name)
    return on


def _shown(draw: st.DrawFn, names: Sequence[str]) -> str:
    items = [
        _one(draw, f"sum({name}.id)", f"min({name}.s)", f"max({name}.v)", f"count({name}.nk)")
        for name in names
    ]
    return ", ".join(["count()", *items])


@st.composite
def joins(draw: st.DrawFn) -> Statement:
    """A question over several tables."""
    count = draw(st.sampled_from((2, 2, 3, 3, 4, 4, 5, 6, 7, 8)))
    names = [f"x{number}" for number in range(count)]
    tables = [
        _one(draw, *NAMES, "(SELECT * FROM t1 WHERE v > 1000)" if draw(st.booleans()) else "t0")
        for _ in names
    ]
    where: list[str] = []
    if draw(st.integers(0, 2)):
        from_, where = _commas(draw, names, tables)
    else:
        from_, names = _joins(draw, names, tables)
    where += [_condition(draw, names) for _ in range(draw(st.integers(0, 3)))]
    clause = f" WHERE {' AND '.join(where)}" if where else ""
    if draw(st.integers(0, 3)):
        return Statement(f"SELECT {_shown(draw, names)} FROM {from_}{clause}")
    items = ", ".join(f"{name}.id, {name}.s" for name in names)
    if draw(st.integers(0, 2)) == 0:
        table, name = _one(draw, *NAMES), _one(draw, *names)
        use = _one(draw, "count()", "max(y.v)", "sum(y.id)")
        items += f", (SELECT {use} FROM {table} AS y WHERE {_equal(draw, 'y', name)}) AS c"
    return Statement(f"SELECT {items} FROM {from_}{clause} ORDER BY ALL LIMIT 20", ordered=True)


def join_differences(pair: Pair, statements: Sequence[Statement]) -> Iterator[tuple[str, str]]:
    """How joins differ from ClickHouse, in whatever way they are made."""
    for statement in statements:
        for way, settings in WAYS.items():
            asked = {**settings, "max_execution_time": 60}
            found = pair.difference(statement.sql, ordered=statement.ordered, settings=asked)
            if found is not None:
                yield f"{way}: {statement.sql}", f"{way}: {found}"
                break
