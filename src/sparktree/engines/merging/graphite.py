"""GraphiteMergeTree: of each time the newest value, and coarser times the older they are."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.engines.definition.expressions import TableExpressions
from sparktree.engines.definition.table import TableDefinition
from sparktree.engines.merging.grouped import SOURCE, Combined, grouped
from sparktree.engines.merging.rollup import ALL, PLAIN, Pattern, Rollup, load_rollup
from sparktree.engines.writing.sorted_block import Rows, SortedBlock
from sparktree.errors import Code, Error, not_implemented
from sparktree.functions.core import zones
from sparktree.kernel import sql
from sparktree.kernel.connection import kernel, whole
from sparktree.kernel.sql import Sql
from sparktree.parts.sorting import sort_order
from sparktree.parts.storage import as_type
from sparktree.planner.environment import Environment
from sparktree.planner.expr import columns_of
from sparktree.sql import ast, format_query
from sparktree.types import FLOAT64, DateTime, Float, Integer, String

Flags = npt.NDArray[np.bool_]
_NONE = -1
_DAY = 86_400


@dataclass(frozen=True, slots=True)
class Graphite:
    """`GraphiteMergeTree('section')`, as of a moment."""

    rollup: Rollup
    now: int
    zone: str
    functions: tuple[tuple[str, str], ...]  # by their text: kernel SQL over values and groups
    meets: int | None  # by how many keys the rows of one metric are equal

    @property
    def needs(self) -> tuple[str, ...]:
        """The columns of the rollup."""
        return self.rollup.path, self.rollup.time, self.rollup.value, self.rollup.version

    @property
    def shows(self) -> tuple[str, int] | None:
        """FINAL shows all rows."""
        return None

    def __call__(self, block: SortedBlock, *, final: bool) -> pa.Table:
        """One row for each metric and rounded time."""
        rows = block.rows.combine_chunks()
        if not rows.num_rows:
            return rows
        paths = whole(rows[self.rollup.path].cast(pa.string())).dictionary_encode()
        codes = paths.indices.to_numpy(zero_copy_only=False).astype(np.int64)
        retentions, functions = (chosen[codes] for chosen in self._rules(paths.dictionary))
        times = rows[self.rollup.time].cast(pa.int64()).to_numpy()
        rounded = self._rounded(times, retentions)
        moved = np.concatenate([[True], codes[1:] != codes[:-1]])
        firsts = _starts(moved, rounded)
        newest = self._newest(rows, _starts(moved, times))
        groups = np.searchsorted(firsts, newest, side="right") - 1
        lasts = newest[np.append(np.flatnonzero(np.diff(groups)), len(newest) - 1)]
        made = rows.take(pa.array(firsts))
        made = _with(made, self.rollup.time, pa.array(rounded[firsts]))
        made = _with(made, self.rollup.version, rows[self.rollup.version].take(pa.array(lasts)))
        values = self._values(rows, newest, groups, functions[firsts], lasts)
        made = _with(made, self.rollup.value, values)
        return _in_order(made, np.cumsum(moved)[firsts], rounded[firsts])

    # --- which rules ----------------------------------------------------------------------

    def _rules(self, paths: pa.Array) -> tuple[Rows, Rows]:
        """For each path the patterns of its times and of its values; _NONE without any."""
        count, patterns = len(paths), self.rollup.patterns
        times, values, first = (np.full(count, _NONE, dtype=np.int64) for _ in range(3))
        done = np.zeros(count, dtype=bool)
        for number, (pattern, matches) in enumerate(
            zip(patterns, self._matches(paths), strict=True)
        ):
            open_ = matches & ~done
            if pattern.is_whole:
                # As a default it only completes what a pattern before it left open.
                alone = open_ if pattern.regexp else open_ & (first == _NONE)
                times[alone] = values[alone] = number
                done |= alone
                open_ = open_ & ~alone
            known = open_ & (first != _NONE)
            for other in set(first[known].tolist()):
                pair = known & (first == other)
                mine, its = _kind(pattern), _kind(patterns[other])
                if mine == its:
                    continue
                times[pair] = other if its == "times" else number
                values[pair] = number if its == "times" else other
                done |= pair
            if pattern.regexp:
                first[open_ & (first == _NONE)] = number
        return times, values

    def _matches(self, paths: pa.Array) -> list[Flags]:
        """Which paths each pattern is for."""
        tagged: Flags = pc.match_substring(paths, "?").to_numpy(zero_copy_only=False)
        tests = [
            f"regexp_matches(path, {sql.string(p.regexp)}) AS m{i}"
            for i, p in enumerate(self.rollup.patterns)
            if p.regexp
        ]
        found: dict[str, Flags] = {}
        if tests:
            with kernel() as cursor:
                cursor.register(SOURCE, pa.table({"path": paths}))
                table = cursor.sql(f"SELECT {', '.join(tests)} FROM {SOURCE}").to_arrow_table()
                cursor.unregister(SOURCE)
            found = {name: table[name].to_numpy().astype(bool) for name in table.column_names}
        everywhere = np.ones(len(paths), dtype=bool)
        return [
            found.get(f"m{i}", everywhere) & self._kind_of(pattern, tagged)
            for i, pattern in enumerate(self.rollup.patterns)
        ]

    def _kind_of(self, pattern: Pattern, tagged: Flags) -> Flags:
        if not self.rollup.is_typed or pattern.rule_type == ALL:
            return np.ones(len(tagged), dtype=bool)
        return ~tagged if pattern.rule_type == PLAIN else tagged

    # --- times ----------------------------------------------------------------------------

    def _rounded(self, times: Rows, rules: Rows) -> Rows:
        precision = np.ones(len(times), dtype=np.int64)
        for number in set(rules.tolist()) - {_NONE}:
            mine = rules == number
            # From the youngest to the oldest, so that the oldest has the last word.
            for retention in reversed(self.rollup.patterns[number].retentions):
                precision[mine & (self.now - times >= retention.age)] = retention.precision
        days = self._days(times)
        rounded: Rows = days + (times - days) // precision * precision
        return rounded

    def _days(self, times: Rows) -> Rows:
        """The beginnings of the days, from which steps are counted."""
        if zones.is_utc(self.zone):
            return times - times % _DAY
        day = zones.start_of_day(zones.day(Sql("t"), self.zone), self.zone)
        with kernel() as cursor:
            cursor.register(SOURCE, pa.table({"t": times}))
            found = cursor.sql(f"SELECT {day} AS d FROM {SOURCE}").to_arrow_table()
            cursor.unregister(SOURCE)
        days: Rows = found["d"].to_numpy().astype(np.int64)
        return days

    # --- values ---------------------------------------------------------------------------

    def _newest(self, rows: pa.Table, starts: Rows) -> Rows:
        """Of each metric and time the row with the greatest version, of those the last one."""
        lasts = np.append(starts[1:], rows.num_rows) - 1
        if len(starts) == rows.num_rows:
            return lasts
        same = np.repeat(np.arange(len(starts)), np.diff(np.append(starts, rows.num_rows)))
        order = sort_order([(pa.array(same), False), (whole(rows[self.rollup.version]), False)])
        return lasts if order is None else order[lasts].astype(np.int64)

    def _values(
        self, rows: pa.Table, newest: Rows, groups: Rows, functions: Rows, lasts: Rows
    ) -> pa.Array:
        """The function of each group over its newest values; the last one without a function."""
        column = rows[self.rollup.value]
        values = column.take(pa.array(lasts)).to_numpy().astype(np.float64)
        queries = dict(self.functions)
        for number in set(functions.tolist()) - {_NONE}:
            mine = np.isin(groups, np.flatnonzero(functions == number))
            given = {"m0": column.take(pa.array(newest[mine])), "__group": pa.array(groups[mine])}
            with kernel() as cursor:
                cursor.register(SOURCE, pa.table(given))
                text = queries[self.rollup.patterns[number].function]
                found = cursor.sql(text).to_arrow_table()
                cursor.unregister(SOURCE)
            values[functions == number] = found["o0"].to_numpy()
        return pa.array(values)


def _kind(pattern: Pattern) -> str:
    if pattern.is_whole:
        return "both"
    return "values" if pattern.function else "times"


def _starts(moved: Flags, values: Rows) -> Rows:
    """Where another metric or another value begins."""
    starts: Rows = np.flatnonzero(moved | np.concatenate([[True], values[1:] != values[:-1]]))
    return starts


def _with(rows: pa.Table, name: str, values: pa.Array | pa.ChunkedArray) -> pa.Table:
    place = rows.schema.get_field_index(name)
    kind = rows.schema.field(place).type
    chunked = values if isinstance(values, pa.ChunkedArray) else pa.chunked_array([values])
    return rows.set_column(place, name, as_type(chunked, kind, name))


def _in_order(rows: pa.Table, metrics: Rows, times: Rows) -> pa.Table:
    """Coarser times need not be multiples of finer ones, so that two may change their order."""
    order = np.lexsort((times, metrics))
    return rows if (np.diff(order) > 0).all() else rows.take(pa.array(order))


# --- made of a table's definition ----------------------------------------------------------


def graphite(definition: TableDefinition, environment: Environment, _: Collection[str]) -> Graphite:
    """The rule of a table, as the configuration is now."""
    rollup = load_rollup(
        section_name(definition), environment.configuration(section_name(definition))
    )
    texts = dict.fromkeys(p.function for p in rollup.patterns if p.function)
    functions = tuple((text, _query(text, rollup, environment)) for text in texts)
    context = environment.context
    zone = context.server_zone or context.zone
    return Graphite(rollup, int(context.now), zone, functions, _meets(definition, rollup))


def section_name(definition: TableDefinition) -> str:
    """The engine's parameter."""
    (argument,) = definition.parameters
    if not isinstance(argument, ast.Literal) or not isinstance(argument.value, str):
        raise Error(
            Code.BAD_ARGUMENTS,
            "Last parameter of GraphiteMergeTree must be the name (in single quotes) of the element"
            " in configuration file with the Graphite options",
        )
    return argument.value


def _query(text: str, rollup: Rollup, environment: Environment) -> str:
    pattern = Pattern(ALL, "", text, ())
    expressions = TableExpressions.over(environment, [("x", FLOAT64)])
    if not isinstance(expressions.analyse(pattern.call).type.inner, Float | Integer):
        raise not_implemented(
            f"Aggregate function {pattern.call.name} isn't supported in GraphiteMergeTree"
        )
    combined = [Combined("x", FLOAT64, pattern.call)]
    return grouped(environment, [("x", FLOAT64)], combined).sql


def _meets(definition: TableDefinition, rollup: Rollup) -> int | None:
    names = [format_query(node, one_line=True) for node in definition.primary_key]
    return names.index(rollup.path) + 1 if rollup.path in names else None


def check_graphite(definition: TableDefinition, environment: Environment) -> None:
    """Refuse sections and columns with which no merge could work."""
    rollup = graphite(definition, environment, ()).rollup
    wanted: Sequence[tuple[str, tuple[type, ...], str]] = (
        (rollup.path, (String,), "String"),
        (rollup.time, (DateTime,), "DateTime"),
        (rollup.value, (Float,), "Float64"),
        (rollup.version, (Integer, DateTime), "an integer or DateTime"),
    )
    for name, types, shown in wanted:
        column = definition.by_name.get(name)
        if column is None or not column.stored:
            raise Error(
                Code.NO_SUCH_COLUMN_IN_TABLE,
                f"Column {name} of the Graphite options does not exist in table declaration.",
            )
        if column.type.nullable or not isinstance(column.type.inner, types):
            raise not_implemented(
                f"Column {name} of GraphiteMergeTree must be {shown}, not {column.type}."
            )
    expressions = TableExpressions.over(environment, definition.readable())
    for item in definition.sorting_key:
        typed = expressions.analyse(item.expression)
        computed = not isinstance(item.expression, ast.Identifier)
        if computed and rollup.time in {c.name for c in columns_of(typed).values()}:
            raise not_implemented(
                "A sorting key of GraphiteMergeTree that is computed from the time is not built."
            )
