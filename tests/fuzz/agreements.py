"""One question in two ways that must agree, without another system to ask."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hypothesis import strategies as st

from tests.fuzz.compare import Pair, same
from tests.fuzz.selects import INTS, TEXTS, Scope, Statement, condition, selects
from tests.fuzz.spellings import Respelt
from tests.fuzz.tables import NAMES

# What may only change how fast an answer comes.
OPTIMISATIONS = (
    "optimize_move_to_prewhere",
    "query_plan_optimize_prewhere",
    "use_skip_indexes",
    "optimize_read_in_order",
    "optimize_use_projections",
    "optimize_use_implicit_projections",
    "optimize_aggregation_in_order",
    "query_plan_optimize_lazy_materialization",
    "optimize_trivial_count_query",
    "optimize_distinct_in_order",
    "enable_optimize_predicate_expression",
    "use_statistics",
)
INDEXES = (
    "ALTER TABLE {} ADD INDEX bounds v TYPE minmax GRANULARITY 1",
    "ALTER TABLE {} ADD INDEX few (k, s) TYPE set(3) GRANULARITY 1",
    "ALTER TABLE {} ADD INDEX bloom ns TYPE bloom_filter GRANULARITY 2",
    "ALTER TABLE {} ADD PROJECTION by_value (SELECT * ORDER BY v)",
    "ALTER TABLE {} ADD PROJECTION groups (SELECT k, s, count(), sum(v), max(id) GROUP BY k, s)",
)


@dataclass(frozen=True)
class Halves:
    """A condition over a table."""

    table: str
    condition: str


@dataclass(frozen=True)
class Switched:
    """A query and an optimisation that is turned off and on."""

    statement: Statement
    setting: str


@st.composite
def halves(draw: st.DrawFn) -> Halves:
    """Any condition."""
    return Halves(draw(st.sampled_from(NAMES)), condition(draw, Scope(INTS, TEXTS), 2))


@st.composite
def switched(draw: st.DrawFn) -> Switched:
    """Any query, any optimisation."""
    return Switched(draw(selects()), draw(st.sampled_from(OPTIMISATIONS)))


def half_differences(pair: Pair, asked: Sequence[Halves]) -> Iterator[tuple[str, str]]:
    """The rows of a condition, of its negation and of its NULL are all the rows."""
    for one in asked:
        held = one.condition
        wanted = (held, f"NOT ({held})", f"({held}) IS NULL")
        counts = [pair.ours(f"SELECT count() FROM {one.table} WHERE {w}") for w in wanted]
        every = pair.ours(f"SELECT count() FROM {one.table}")
        if any(answer.error for answer in counts):
            if len({answer.error for answer in counts}) > 1:
                yield held, f"{one.table}: {held}: {[str(answer) for answer in counts]}"
        elif sum(int(answer.text) for answer in counts) != int(every.text):
            shown = [answer.text.strip() for answer in counts]
            yield held, f"{one.table}: {held}: {shown} of {every.text.strip()}"


def switch_differences(pair: Pair, asked: Sequence[Switched]) -> Iterator[tuple[str, str]]:
    """An optimisation changes no answer."""
    for one in asked:
        off, on = (pair.ours(one.statement.sql, {one.setting: value}) for value in (0, 1))
        if not same(off, on, ordered=one.statement.ordered):
            yield f"{one.setting}: {one.statement.sql}", f"off: {off}\n  on:  {on}"


def spelling_differences(pair: Pair, asked: Sequence[Respelt]) -> Iterator[tuple[str, str]]:
    """Another spelling is the same query, here and in ClickHouse."""
    for one in asked:
        first, second = pair.ours(one.statement.sql), pair.ours(one.sql)
        if not same(first, second, ordered=one.statement.ordered):
            shown = f"{one.statement.sql}\n  {first}\n{one.sql}\n  {second}"
            yield one.sql, shown
        elif (found := pair.difference(one.sql, ordered=one.statement.ordered)) is not None:
            yield one.sql, found
