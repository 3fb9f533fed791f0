"""WITH FILL as kernel SQL: rows in one place, the missing values of every group beside them.

A fill column's values lie on a grid: FROM (or the group's first value), then step by step. Rows
are made for the values of the grid that no row has, before TO, or else before the last row's. Of
several fill columns each is filled inside the groups of those before it. Where the rows of a gap
depend on more than the rows around it, a walk makes them one after the other (see `fill_walk`).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.planner.expr import Column, Expr, columns_of
from sparktree.planner.fragment import Fragment
from sparktree.planner.lower import Lowering
from sparktree.planner.nodes import Count, Fill, FillColumn, Sort
from sparktree.planner.physical.fill_walk import Grid, Walk
from sparktree.planner.physical.planner import Demand, Planner, visits
from sparktree.types import Date, Float, Integer, remove_nullable

_EPOCH = "DATE '1970-01-01'"


@visits(Fill)
def visit(planner: Planner, node: Fill, demand: Demand) -> Fragment:
    """The rows with those that were missing, in order."""
    below = node.input.input if isinstance(node.input, Sort) else node.input
    own = {c.id for c in node.columns}
    inner = planner.meet(planner.visit(below, Demand(own)), ())
    text = Filling(planner.lowering, node).text(inner.sql)
    return inner.over(f"SELECT * FROM ({text})")


@dataclass(slots=True)
class Filling:
    """The SQL of one Fill node, a chain of common tables."""

    lowering: Lowering
    node: Fill
    tables: list[str] = field(default_factory=list)

    def text(self, inner: str) -> str:
        """All rows in order."""
        numbers = [
            f"{_number(sql.name(f.column.kernel_name), f)} AS f{i}"
            for i, f in enumerate(self.node.fills)
        ]
        order = self.lowering.order_by(self.node.order)
        rows = f"SELECT *, {', '.join(numbers)}, row_number() OVER (ORDER BY {order}) AS rn,"
        self._add("rows0", f"{rows} false AS made, true AS live FROM ({inner})")
        if self.node.walks:
            self._walked()
        else:
            for level, fill in enumerate(self.node.fills):
                self._grid(level, fill)
                self._add(f"rows{level + 1}", self._rows(level, fill, self._keys(level)))
            self._ordered()
        self._gaps()
        shown = self._output_items()
        return f"WITH RECURSIVE {', '.join(self.tables)} SELECT {shown} ORDER BY o"

    def _add(self, name: str, text: str, columns: str = "") -> None:
        kind = "" if columns else "MATERIALIZED "
        self.tables.append(f"{name}{columns} AS {kind}({text})")

    # --- one fill column ------------------------------------------------------------------

    def _grid(self, level: int, fill: FillColumn) -> None:
        keys = self._keys(level)
        listed = ", ".join(keys)
        last = "min" if fill.descending else "max"
        group = f" GROUP BY {listed}" if keys else ""
        spans = (
            f"SELECT {f'{listed}, ' if keys else ''}first(f{level} ORDER BY rn) AS head,"
            f" {last}(f{level}) AS tail, coalesce(bool_or(made), false) AS cell"
            f" FROM rows{level} WHERE live{group}"
        )
        if keys and not level:  # without any rows there is one group
            defaults = ", ".join(c.type.zero() for c in self._prefix())
            none = f"SELECT {defaults}, NULL, NULL, false WHERE NOT EXISTS (FROM rows0)"
            spans = f"{spans} UNION ALL {none}"
        self._add(f"span{level}", spans)
        if isinstance(fill.step, int):
            self._counted_grid(level, fill, fill.step)
        else:
            self._stepped_grid(level, fill)

    def _keys(self, level: int) -> list[str]:
        """The columns whose values make a group that is filled on its own."""
        prefix = [c.kernel_name for c in self._prefix()]
        return [*prefix, *(f"f{i}" for i in range(level))]

    def _prefix(self) -> list[Column]:
        return [i.expr for i in self.node.prefix if isinstance(i.expr, Column)]

    def _start(self, fill: FillColumn) -> str:
        return "head" if fill.start is None else _literal(fill.start)

    def _inside(self, fill: FillColumn, value: str) -> str:
        """Whether a value of the grid comes before the end."""
        before, upto = (">", ">=") if fill.descending else ("<", "<=")
        if fill.end is not None:
            return f"{value} {before} {_literal(fill.end)}"
        if fill.stale is not None:
            return f"{value} {before} {self._stale(fill, 'tail')}"
        single = "false" if fill.start is None else f"{value} = {_literal(fill.start)}"
        return f"CASE WHEN tail IS NULL THEN cell AND {single} ELSE {value} {upto} tail END"

    def _counted_grid(self, level: int, fill: FillColumn, length: int) -> None:
        start, step = self._start(fill), _literal(length)
        end = "coalesce(tail, head)"
        if fill.end is not None:
            end = _literal(fill.end)
        elif fill.stale is not None:
            end = self._stale(fill, "tail")
        elif fill.start is not None:
            end = f"coalesce(tail, {start})"
        count = f"greatest(({end} - {start}) // {step} + 1, 0)"
        counted = f"SELECT *, unnest(range(0, ({count})::BIGINT)) AS k FROM span{level}"
        values = f"SELECT * EXCLUDE (k), {start} + k * {step} AS g FROM ({counted})"
        self._add(f"grid{level}", f"SELECT * FROM ({values}) WHERE {self._inside(fill, 'g')}")

    def _stepped_grid(self, level: int, fill: FillColumn) -> None:
        """Steps of months, or of fractions: each from the value before it."""
        begin = f"SELECT *, {self._start(fill)} AS g FROM span{level}"
        step = f"SELECT * EXCLUDE (g), {self._after(fill, fill.step, 'g')} AS g"
        names = ", ".join([*self._keys(level), "head", "tail", "cell", "g"])
        inside = self._inside(fill, "g")
        self._add(
            f"grid{level}",
            f"SELECT * FROM ({begin}) WHERE {inside} UNION ALL"
            f" SELECT * FROM ({step} FROM grid{level}) WHERE {inside}",
            f"({names})",
        )

    def _after(self, fill: FillColumn, step: Count | Expr, number: str) -> str:
        """A number of the grid a step further."""
        if not isinstance(step, Expr):
            return f"({number} + {_literal(step)})"
        names: dict[object, Sql] = {fill.column.id: _value(Sql(number), fill.column)}
        return _number(replace(self.lowering, names=names).value(step), fill)

    def _stale(self, fill: FillColumn, number: str) -> str:
        assert fill.stale is not None
        return self._after(fill, fill.stale, number)

    def _rows(self, level: int, fill: FillColumn, keys: list[str]) -> str:
        """The rows so far, which of them lie on the grid, and new ones for the rest of it."""
        same = sql.all_of(
            [
                *(Sql(f"own.{k} IS NOT DISTINCT FROM grid.{k}") for k in keys),
                Sql(f"own.f{level} = grid.g"),
            ]
        )
        kept = f"SELECT * FROM rows{level}"
        if level + 1 < len(self.node.fills):
            on = f"EXISTS (SELECT 1 FROM grid{level} AS grid WHERE {same})"
            kept = f"SELECT own.* REPLACE (own.live AND {on} AS live) FROM rows{level} AS own"
            kept = f"SELECT * FROM ({kept})"
        if fill.start is not None:
            kept += " WHERE NOT made"
        elif level:
            kept = f"SELECT * REPLACE (live OR made AS live) FROM ({kept})"
        new = ", ".join([*keys, f"g AS f{level}", "true AS made", "true AS live"])
        missing = f"SELECT {new} FROM {self._fresh(level, fill, keys)} AS grid WHERE NOT EXISTS"
        missing += f" (SELECT 1 FROM rows{level} AS own WHERE {same} AND NOT own.made)"
        return f"{kept} UNION ALL BY NAME {missing}"

    def _fresh(self, level: int, fill: FillColumn, keys: list[str]) -> str:
        """The grid; with STALENESS only where a row lies not too far before."""
        if fill.stale is None:
            return f"grid{level}"
        word, before = ("min", ">") if fill.descending else ("max", "<")
        direction = "DESC" if fill.descending else "ASC"
        listed = ", ".join(keys)
        both = ", ".join([*keys, f"f{level} AS g", f"f{level} AS base"])
        made = ", ".join([*keys, "g", "NULL AS base"])
        together = (
            f"SELECT {both} FROM rows{level} WHERE live UNION ALL SELECT {made} FROM grid{level}"
        )
        part = f"PARTITION BY {listed} " if keys else ""
        over = f"OVER ({part}ORDER BY g {direction} RANGE UNBOUNDED PRECEDING)"
        known = f"SELECT *, {word}(base) {over} AS tail FROM ({together})"
        fresh = f"base IS NULL AND g {before} {self._stale(fill, 'tail')}"
        return f"(SELECT * FROM ({known}) WHERE {fresh})"

    # --- a walk ---------------------------------------------------------------------------

    def _walked(self) -> None:
        """All rows in their order, made step by step."""
        keys = self._keys(0)
        group = f"(PARTITION BY {', '.join(keys)} ORDER BY rn)" if keys else "(ORDER BY rn)"
        numbers = ", ".join(f"f{i} AS r{i}" for i in range(len(self.node.fills)))
        self._add(
            "line",
            f"SELECT rn, {numbers}, row_number() OVER {group} = 1 AS opens,"
            f" lead(rn) OVER {group} IS NULL AS closes FROM rows0",
        )
        walk = Walk([self._walk_grid(fill) for fill in self.node.fills])
        self._add("walk", walk.text(), walk.columns)
        prefix = {c.id: c for c in self._prefix()}
        items = [
            f"CASE WHEN place > 0 THEN {c.kernel_name} ELSE {c.type.zero()} END"
            f" AS {c.kernel_name}" if c.id in prefix else c.kernel_name
            for c in self.node.columns
        ]  # fmt: skip
        last, step = len(self.node.fills) - 1, self.node.fills[-1].step
        steps = f"walk.f{last} - (times - 1 - nth) * {step}" if isinstance(step, int) else ""
        made = [f"walk.f{i}" for i in range(last)] + [f"{steps or f'walk.f{last}'} AS f{last}"]
        shown = "SELECT *, unnest(range(times)) AS nth FROM walk WHERE shows > 0"
        self._add(
            "numbered",
            f"SELECT {', '.join(items + made)}, shows = 1 AS made,"
            f" row_number() OVER (ORDER BY o, nth) AS o FROM ({shown}) AS walk"
            " LEFT JOIN rows0 ON rows0.rn = walk.place",
        )

    def _walk_grid(self, fill: FillColumn) -> Grid:
        return Grid(
            "DOUBLE" if isinstance(remove_nullable(fill.column.type), Float) else "HUGEINT",
            fill.descending,
            "NULL" if fill.start is None else _literal(fill.start),
            "NULL" if fill.end is None else _literal(fill.end),
            lambda number: self._after(fill, fill.step, number),
            not isinstance(fill.step, Expr),
            None if fill.stale is None else lambda number: self._stale(fill, number),
        )

    # --- all rows -------------------------------------------------------------------------

    def _ordered(self) -> None:
        """Rows with their numbers."""
        order = []
        if self.node.prefix:
            order.append(self.lowering.order_by(self.node.prefix))
        for i, fill in enumerate(self.node.fills):
            direction = "DESC" if fill.descending else "ASC"
            nulls = "FIRST" if fill.nulls_first else "LAST"
            order.append(f"f{i} {direction} NULLS {nulls}")
        order.append("rn NULLS FIRST")
        rows = f"rows{len(self.node.fills)}"
        self._add("numbered", f"SELECT *, row_number() OVER (ORDER BY {', '.join(order)}) AS o"
                  f" FROM {rows}")  # fmt: skip

    def _gaps(self) -> None:
        """The rows of one gap share the number of the row before it."""
        gap = "count(*) FILTER (WHERE NOT made) OVER (ORDER BY o ROWS UNBOUNDED PRECEDING)"
        self._add("gaps", f"SELECT *, {gap} AS gap FROM numbered")
        number = "row_number() OVER (PARTITION BY gap ORDER BY o) - CASE WHEN gap = 0 THEN 0 ELSE 1"
        self._add("whole", f"SELECT {self._values()}, made, o, gap, {number} END AS k FROM gaps")

    def _values(self) -> str:
        """The columns; made rows have their fill and prefix columns, and defaults."""
        fills = {f.column.id: i for i, f in enumerate(self.node.fills)}
        prefix = {c.id for c in self._prefix()}
        items = []
        for column in self.node.columns:
            name, default = column.kernel_name, column.type.zero()
            if column.id in prefix:
                items.append(name)
                continue
            made: str = default
            if column.id in fills:
                place = fills[column.id]
                value = _value(sql.name(f"f{place}"), column)
                made = sql.case((Sql(f"f{place} IS NULL"), default), otherwise=value)
            items.append(f"CASE WHEN made THEN {made} ELSE {name} END AS {name}")
        return ", ".join(items)

    def _output_items(self) -> str:
        changed = self.node.interpolated
        if not changed:
            return "* EXCLUDE (made, o, gap, k) FROM whole"
        if all(expr == column for column, expr in changed):
            items = [
                f"CASE WHEN NOT made OR gap > 0 THEN first_value({c.kernel_name}) OVER"
                f" (PARTITION BY gap ORDER BY o) ELSE {c.type.zero()} END AS {c.kernel_name}"
                for c, _ in changed
            ]
            return f"* EXCLUDE (made, o, gap, k) REPLACE ({', '.join(items)}) FROM whole"
        return self._computed()

    def _computed(self) -> str:
        """Interpolated by expressions over the row before: the n-th rows of all gaps at once."""
        changed = dict(self.node.interpolated)
        read = columns_of(*changed.values())
        state = {c.id: c for c in (*changed, *read.values())}.values()
        names = [c.kernel_name for c in state]
        first = ", ".join(["gap", "k", *names])
        defaults = ", ".join(["0", "0", *(c.type.zero() for c in state)])
        over = replace(self.lowering, names={c.id: Sql(f"past.{c.kernel_name}") for c in state})
        following = ", ".join(
            over.value(changed[c]) if c in changed else f"whole.{c.kernel_name}" for c in state
        )
        self._add(
            "computed",
            f"(SELECT {first} FROM whole WHERE NOT made UNION ALL SELECT {defaults}) UNION ALL"
            f" SELECT whole.gap, whole.k, {following} FROM computed AS past JOIN whole"
            " ON whole.gap = past.gap AND whole.k = past.k + 1 AND whole.made",
            f"({first})",
        )
        items = ", ".join(f"computed.{c.kernel_name} AS {c.kernel_name}" for c in changed)
        return (
            f"whole.* EXCLUDE (made, o, gap, k) REPLACE ({items}) FROM whole"
            " JOIN computed ON whole.gap = computed.gap AND whole.k = computed.k"
        )


def _literal(number: Count) -> str:
    return f"{number!r}::DOUBLE" if isinstance(number, float) else f"{number}::HUGEINT"


def _number(value: str, fill: FillColumn) -> str:
    """A kernel value of the column as a number of the grid."""
    type_ = remove_nullable(fill.column.type)
    if isinstance(type_, Date):
        return f"({value} - {_EPOCH})::HUGEINT"
    return f"({value})::{'DOUBLE' if isinstance(type_, Float) else 'HUGEINT'}"


def _value(number: Sql, column: Column) -> Sql:
    """A number of the grid as a kernel value; integers wrap around."""
    type_ = remove_nullable(column.type)
    if isinstance(type_, Date):
        return Sql(f"({_EPOCH} + ({number})::INTEGER)")
    if isinstance(type_, Integer) and type_.bits <= 64:
        size, low = f"{2**type_.bits}::HUGEINT", f"{-type_.minimum}::HUGEINT"
        number = Sql(f"((({number} + {low}) % {size} + {size}) % {size} - {low})")
    return sql.cast(number, type_.kernel)
