"""Random SELECTs over the random tables, such that their answer is one set of rows.

No clause depends on an order that the query does not say: aggregates are those of sets, LIMIT
stands behind ORDER BY ALL, windows order by the unique id, ANY joins show only the left side.
"""

from dataclasses import dataclass

from hypothesis import strategies as st

from tests.fuzz.tables import NAMES

INTS, TEXTS = ("k", "v", "id", "nk"), ("s", "ns", "ls")
_JOINS = ("INNER", "LEFT", "RIGHT", "FULL", "LEFT SEMI", "LEFT ANTI", "RIGHT SEMI", "RIGHT ANTI")
_KEYS = [("k", "k"), ("k", "nk"), ("nk", "nk"), ("s", "s"), ("s", "ns"), ("ls", "s"), ("id", "v")]
_AGGREGATES = [
    *("count()", "sum({i})", "min({i})", "max({t})", "avg({i})", "uniqExact({t})", "count({i})"),
    *("countIf({c})", "sumIf({i}, {c})", "arraySort(groupArray({i}))", "any(1)", "min({t})"),
    *("arraySort(groupUniqArray({t}))", "quantileExact(0.5)({i})", "count(DISTINCT {t})"),
    *("argMin({t}, ({i}, {t}))", "max({i}) - min({i})", "sum({i} * 2) + 1", "groupBitXor({i})"),
    *("round(stddevPop({i}), 6)", "sumMap(map({i}, 1))", "avgOrNull({i})", "minIf({i}, {c})"),
]
_WINDOWS = [
    "row_number() OVER (PARTITION BY {p} ORDER BY id)",
    "sum(v) OVER (PARTITION BY {p} ORDER BY id)",
    "sum(v) OVER (PARTITION BY {p})",
    "rank() OVER (PARTITION BY {p} ORDER BY {o})",
    "dense_rank() OVER (ORDER BY {o} DESC)",
    "count() OVER (ORDER BY {o})",
    "max(v) OVER (PARTITION BY {p} ORDER BY id ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING)",
    "lagInFrame(v, 1, -9) OVER (PARTITION BY {p} ORDER BY id)",
    "leadInFrame(s) OVER (PARTITION BY {p} ORDER BY id ROWS BETWEEN CURRENT ROW AND 1 FOLLOWING)",
    "min(k) OVER (ORDER BY k RANGE BETWEEN 1 PRECEDING AND CURRENT ROW)",
    "first_value(v) OVER (PARTITION BY {p} ORDER BY id)",
    "ntile(2) OVER (PARTITION BY {p} ORDER BY id)",
    "lag(v, 2, -9) OVER (PARTITION BY {p} ORDER BY id)",
    "lead(s) OVER (ORDER BY id)",
    "nth_value(v, 2) OVER (PARTITION BY {p} ORDER BY id {f})",
    "last_value(v) OVER (PARTITION BY {p} ORDER BY id {f})",
    "sum(v) OVER (PARTITION BY {p} ORDER BY id {f})",
    "arraySort(groupArray(k) OVER (ORDER BY id {f}))",
    "avg(v) OVER (ORDER BY id {f})",
    "uniqExact(s) OVER (PARTITION BY {p} ORDER BY id {f})",
    "count() OVER (ORDER BY v RANGE BETWEEN 5 PRECEDING AND 1 FOLLOWING)",
    "max(id) OVER (ORDER BY k DESC RANGE BETWEEN CURRENT ROW AND 1 FOLLOWING)",
    "percent_rank() OVER (PARTITION BY {p} ORDER BY {o})",
    "cume_dist() OVER (PARTITION BY {p} ORDER BY {o})",
]
_FRAMES = (
    "ROWS BETWEEN 2 PRECEDING AND 1 PRECEDING",
    "ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING",
    "ROWS BETWEEN CURRENT ROW AND 2 FOLLOWING",
    "ROWS UNBOUNDED PRECEDING",
    "RANGE BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING",
    "RANGE BETWEEN 2 PRECEDING AND 1 FOLLOWING",
)


@dataclass(frozen=True)
class Scope:
    """The names that expressions may use, by what they are."""

    ints: tuple[str, ...]
    texts: tuple[str, ...]
    subqueries: bool = True


@dataclass(frozen=True)
class Statement:
    """A query, and whether the order of its rows is part of the answer."""

    sql: str
    ordered: bool = False


def _one(draw: st.DrawFn, *choices: str) -> str:
    return draw(st.sampled_from(choices))


def integer(draw: st.DrawFn, scope: Scope) -> str:
    """An expression over integers."""
    pattern = _one(
        draw, "{a}", "{a}", "{a} + 1", "{a} % 3", "{a} + {b}", "ifNull({a}, -1)", "length({t})",
        "if({a} > 0, {b}, 0)", "-{a}", "abs({a})", "{a} * {b}", "intDiv({a}, 2)",
    )  # fmt: skip
    return _filled(draw, pattern, scope)


def text(draw: st.DrawFn, scope: Scope) -> str:
    """An expression over strings."""
    pattern = _one(
        draw, "{t}", "{t}", "upper({t})", "concat({t}, 'x')", "toString({a})",
        "substring({t}, 1, 1)", "ifNull({t}, '?')", "if({a} > 0, {t}, 'n')",
    )  # fmt: skip
    return _filled(draw, pattern, scope)


def _filled(draw: st.DrawFn, pattern: str, scope: Scope) -> str:
    return pattern.format(
        a=_one(draw, *scope.ints), b=_one(draw, *scope.ints), t=_one(draw, *scope.texts)
    )


def condition(draw: st.DrawFn, scope: Scope, depth: int = 1) -> str:
    """A condition; with subqueries where the scope allows them."""
    if depth and draw(st.integers(0, 2)) == 0:
        left, right = condition(draw, scope, 0), condition(draw, scope, 0)
        return _one(draw, f"({left} AND {right})", f"({left} OR {right})", f"(NOT ({left}))")
    patterns = [
        *("{i} > 0", "{i} = {j}", "{t} = 'a'", "{t} != {u}", "{a} IN (0, 1)", "{t} IN ('a', '')"),
        *("{a} IS NULL", "{t} IS NOT NULL", "{i} BETWEEN 0 AND 5", "{t} LIKE '%a%'", "{a} <= 2"),
        *("({a}, {t}) IN ((1, 'a'), (0, ''))", "{a} NOT IN (1)", "1", "{t} < 'b'"),
    ]
    if scope.subqueries:
        table = _one(draw, *NAMES)
        patterns += [
            f"{{a}} IN (SELECT k FROM {table} WHERE v > 0)",
            f"{{a}} NOT IN (SELECT nk FROM {table})",
            f"({{a}}, {{t}}) IN (SELECT k, s FROM {table})",
            f"{{a}} > (SELECT avg(v) FROM {table})",
            f"{{t}} = (SELECT max(s) FROM {table})",
            f"{{a}} IN {table}_keys",
        ][:5]
    return _one(draw, *patterns).format(
        i=integer(draw, scope),
        j=integer(draw, scope),
        a=_one(draw, *scope.ints),
        t=_one(draw, *scope.texts),
        u=_one(draw, *scope.texts),
    )


def source(draw: st.DrawFn) -> tuple[str, Scope]:
    """FROM: a table, a subquery or a join of two, and what it shows."""
    kind = _one(draw, "table", "table", "subquery", "join", "join", "using", "arrays", "three")
    first, second = _one(draw, *NAMES), _one(draw, *NAMES)
    plain = Scope(INTS, TEXTS)
    if kind == "table":
        return first, plain
    if kind == "subquery":
        where = f" WHERE {condition(draw, plain)}" if draw(st.booleans()) else ""
        order = _one(draw, "", " ORDER BY id LIMIT 5", " ORDER BY id DESC LIMIT 1 BY k")
        return f"(SELECT * FROM {first}{where}{order})", plain
    if kind == "using":
        how = _one(draw, "INNER", "LEFT", "RIGHT", "FULL")
        column = _one(draw, "k", "s", "nk", "k, s", "ls, nk")
        return f"{first} AS l {how} JOIN {second} AS r USING ({column})", _sides("l", "r")
    if kind == "arrays":
        how, array = _one(draw, "", "LEFT "), _one(draw, "a", "a AS e", "range(k + 1) AS e")
        shown = "a" if array == "a" else "e"
        return f"{first} {how}ARRAY JOIN {array}", Scope((*INTS, shown), TEXTS)
    if kind == "three":
        return _three(draw, first, second)
    return _join(draw, first, second)


def _three(draw: st.DrawFn, first: str, second: str) -> tuple[str, Scope]:
    """Three tables; what the second lacks is NULL or a default in the third condition."""
    one, other = (_one(draw, "INNER", "LEFT", "RIGHT", "FULL") for _ in range(2))
    third, side = _one(draw, *NAMES), _one(draw, "l", "r")
    (a, b), (c, d) = (draw(st.sampled_from(_KEYS)) for _ in range(2))
    joined = f"{first} AS l {one} JOIN {second} AS r ON l.{a} = r.{b}"
    return f"{joined} {other} JOIN {third} AS x ON {side}.{c} = x.{d}", _sides("l", "r", "x")


def _join(draw: st.DrawFn, first: str, second: str) -> tuple[str, Scope]:
    how = _one(draw, *_JOINS, "ANY LEFT", "ANY RIGHT", "CROSS")
    if how == "CROSS":
        return f"{first} AS l CROSS JOIN {second} AS r", _sides("l", "r")
    keys = draw(st.lists(st.sampled_from(_KEYS), min_size=1, max_size=2, unique=True))
    on = " AND ".join(f"l.{a} = r.{b}" for a, b in keys)
    if draw(st.integers(0, 3)) == 0:
        on += _one(draw, " AND l.v > r.v", " AND r.v > 0", " AND l.id != r.id")
    shown = _sides("l", "r")
    if how in ("LEFT SEMI", "LEFT ANTI", "ANY LEFT"):
        shown = _sides("l")
    elif how in ("RIGHT SEMI", "RIGHT ANTI", "ANY RIGHT"):
        shown = _sides("r")
    return f"{first} AS l {how} JOIN {second} AS r ON {on}", shown


def _sides(*names: str) -> Scope:
    ints = tuple(f"{side}.{name}" for side in names for name in INTS)
    texts = tuple(f"{side}.{name}" for side in names for name in TEXTS)
    return Scope(ints, texts)


def _where(draw: st.DrawFn, scope: Scope) -> str:
    return f" WHERE {condition(draw, scope)}" if draw(st.booleans()) else ""


def _items(draw: st.DrawFn, scope: Scope) -> list[str]:
    makers = draw(st.lists(st.sampled_from((integer, text)), min_size=1, max_size=3))
    return [make(draw, scope) for make in makers]


def plain(draw: st.DrawFn) -> Statement:
    """Rows: computed, filtered, distinct, ordered, cut."""
    shown, scope = source(draw)
    items = ", ".join(_items(draw, scope))
    query = f"SELECT {_one(draw, '', 'DISTINCT ')}{items} FROM {shown}{_where(draw, scope)}"
    return _ordered(draw, query)


def _ordered(draw: st.DrawFn, query: str) -> Statement:
    kind = draw(st.integers(0, 4))
    if kind == 0:
        return Statement(query)
    order = _one(draw, "", " DESC", " NULLS FIRST", " DESC NULLS FIRST")
    limit = _one(
        draw, "", "", " LIMIT 3", " LIMIT 2 OFFSET 1", " LIMIT 1, 2", " LIMIT 0", " LIMIT -2",
        " LIMIT 3 WITH TIES", " OFFSET 2", " LIMIT 2 BY ALL",
    )  # fmt: skip
    return Statement(f"{query} ORDER BY ALL{order}{limit}", ordered=True)


def grouped(draw: st.DrawFn) -> Statement:
    """Groups: with keys or without, with ROLLUP, CUBE, GROUPING SETS, HAVING."""
    shown, scope = source(draw)
    keys = list(dict.fromkeys(_items(draw, scope)[:2])) if draw(st.integers(0, 4)) else []
    count = draw(st.integers(1, 3))
    patterns = [draw(st.sampled_from(_AGGREGATES)) for _ in range(count)]
    found = [_aggregate(draw, pattern, scope) for pattern in patterns]
    query = f"SELECT {', '.join([*keys, *found])} FROM {shown}{_where(draw, scope)}"
    if keys:
        listed = ", ".join(keys)
        query += " GROUP BY " + _one(
            draw, listed, listed, f"{listed} WITH ROLLUP", f"{listed} WITH CUBE",
            f"GROUPING SETS (({listed}), ({keys[0]}), ())",
            f"GROUPING SETS (({keys[-1]}), ({listed}))",
            f"{listed} WITH TOTALS", "ALL",
        )  # fmt: skip
        something = f" HAVING count() > 0 AND {found[0]} IS NOT NULL"
        query += _one(draw, "", " HAVING count() > 1", something)
    return _ordered(draw, query)


def _aggregate(draw: st.DrawFn, pattern: str, scope: Scope) -> str:
    simple = Scope(scope.ints, scope.texts, subqueries=False)
    return pattern.format(
        i=_one(draw, *scope.ints), t=_one(draw, *scope.texts), c=condition(draw, simple, 0)
    )


def windowed(draw: st.DrawFn) -> Statement:
    """Window functions over one table."""
    scope = Scope(INTS, TEXTS)
    count = draw(st.integers(1, 2))
    patterns = [draw(st.sampled_from(_WINDOWS)) for _ in range(count)]
    found = [
        p.format(
            p=_one(draw, "k", "s", "nk", "ls, k"),
            o=_one(draw, "k", "s, k", "nk", "d"),
            f=_one(draw, *_FRAMES),
        )
        for p in patterns
    ]
    where = _where(draw, scope)
    qualify = f" QUALIFY {found[0]} > 1" if draw(st.integers(0, 4)) == 0 else ""
    if found[0].startswith(("lead", "arraySort")):
        qualify = ""
    query = f"SELECT id, {', '.join(found)} FROM {_one(draw, *NAMES)}{where}{qualify}"
    return _ordered(draw, query)


def combined(draw: st.DrawFn) -> Statement:
    """Set operations over the same columns of several tables."""
    items = _one(draw, "k", "k, s", "nk, ns", "v % 3", "s", "ls, k", "toString(k)")
    operators = ("UNION ALL", "UNION DISTINCT", "INTERSECT", "EXCEPT", "INTERSECT DISTINCT")
    scope = Scope(INTS, TEXTS)
    first, *rest = (
        f"SELECT {items} FROM {_one(draw, *NAMES)}{_where(draw, scope)}"
        for _ in range(draw(st.integers(2, 3)))
    )
    query = first
    for part in rest:
        query += f" {_one(draw, *operators)} {part}"
    wrapped = _one(draw, "SELECT * FROM ({})", "SELECT count() FROM ({})", "{}")
    return Statement(wrapped.format(query))


def common(draw: st.DrawFn) -> Statement:
    """WITH: a query that is read once or twice."""
    inner = grouped if draw(st.booleans()) else plain
    statement = inner(draw)
    shape = _one(
        draw,
        "WITH c AS ({q}) SELECT count() FROM c",
        "WITH c AS ({q}) SELECT * FROM c",
        "WITH c AS ({q}) SELECT count() FROM c AS x, c AS y",
        "SELECT * FROM ({q}) AS c UNION ALL SELECT * FROM ({q}) AS e",
    )
    return Statement(shape.format(q=statement.sql))


def filled(draw: st.DrawFn) -> Statement:
    """Rows of groups with those between them."""
    scope = Scope(INTS, TEXTS)
    key = _one(draw, "k", "v", "d", "intDiv(v, 2)", "nk")
    way = _one(draw, "", " DESC")
    bounds = " FROM -3 TO 6" if key == "k" and not way and draw(st.booleans()) else ""
    step = _one(draw, "", f" STEP {'-' if way else ''}2")
    interpolated = _one(draw, "", " INTERPOLATE (c)", " INTERPOLATE (c AS c + 1)")
    query = f"SELECT {key} AS g, count() AS c, min(s) FROM {_one(draw, *NAMES)}"
    query += f"{_where(draw, scope)} GROUP BY g ORDER BY g{way} WITH FILL{bounds}{step}"
    return Statement(query + interpolated + _one(draw, "", " LIMIT 4"), ordered=True)


def filled_twice(draw: st.DrawFn) -> Statement:
    """Rows between rows by two columns, maybe with one between or before that has no gaps."""
    keys = _one(draw, "k;v", "v;k", "nk;v", "intDiv(v, 2);k", "k;nk")
    first, _, second = keys.partition(";")
    bounds = (" FROM -1", " TO 4", " FROM -1 TO 4", "")
    fills = [
        f"{name} WITH FILL{_one(draw, *bounds)}{_one(draw, '', ' STEP 2')}" for name in ("g", "h")
    ]
    order = _one(draw, "{}, {}, m", "{}, m, {}", "m % 2, {}, {}, m")
    query = f"SELECT {first} AS g, {second} AS h, min(id) AS m FROM {_one(draw, *NAMES)}"
    query += f"{_where(draw, Scope(INTS, TEXTS))} GROUP BY g, h ORDER BY {order.format(*fills)}"
    grouped = f" SETTINGS use_with_fill_by_sorting_prefix = {_one(draw, '0', '1')}"
    return Statement(query + grouped, ordered=True)


def by_limit(draw: st.DrawFn) -> Statement:
    """The first rows of each group."""
    scope = Scope(INTS, TEXTS)
    keys = ", ".join(_items(draw, scope))
    count = _one(draw, "1", "2", "1 OFFSET 1", "1, 2")
    query = f"SELECT id, {keys} FROM {_one(draw, *NAMES)}{_where(draw, scope)} ORDER BY id"
    return Statement(f"{query} LIMIT {count} BY {keys}{_one(draw, '', ' LIMIT 3')}", ordered=True)


_SHAPES = (
    plain,
    plain,
    grouped,
    grouped,
    windowed,
    windowed,
    combined,
    common,
    filled,
    filled_twice,
    by_limit,
)


@st.composite
def selects(draw: st.DrawFn) -> Statement:
    """Any of the shapes."""
    return draw(st.sampled_from(_SHAPES))(draw)
