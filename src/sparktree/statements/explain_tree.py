"""EXPLAIN PLAN: the steps of a query as ClickHouse shows them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sparktree.engines.projections.exact_count import NAME as EXACT_COUNT
from sparktree.engines.projections.minmax_count import NAME as MINMAX_COUNT
from sparktree.engines.projections.minmax_count import STATISTICS
from sparktree.functions.core.declare import QueryContext
from sparktree.planner.expr import Column, Expr, SortItem, columns_of
from sparktree.planner.nodes import (
    Aggregate,
    ArrayJoin,
    Distinct,
    Fill,
    Filter,
    Join,
    Limit,
    LimitBy,
    Node,
    OneRow,
    Project,
    Query,
    Scan,
    SetOperation,
    Sort,
    Totals,
    Window,
    produced,
)
from sparktree.planner.optimizing import optimized
from sparktree.planner.optimizing.cardinality import Estimator
from sparktree.planner.optimizing.pushdown import substituted
from sparktree.planner.scan_reports import Considered, PartsRead, ReadOrder
from sparktree.planner.scans import Scans
from sparktree.settings.query import QuerySettings
from sparktree.sql.statements.other import Explain
from sparktree.statements.explain_drawing import Step, rows_of
from sparktree.statements.explain_indexes import (
    considered_lines,
    enabled,
    index_lines,
    merge_tree_json,
)
from sparktree.statements.explain_text import Texts, Written
from sparktree.statements.limits import readable

_TRIVIAL = "Optimized trivial count"
_TOTALS = "Mode: after_having_exclusive"
_IMPLICIT = (MINMAX_COUNT, EXACT_COUNT, STATISTICS)


def steps(
    statement: Explain,
    query: Query,
    scans: Scans,
    context: QueryContext,
    rows: Mapping[int, int] | None = None,
) -> tuple[str, Step]:
    """The steps of a planned query, and the text of its columns; of one that ran, with its nodes
    optimized, the rows that they gave are known by their id()."""
    is_optimized = enabled(statement, "optimize", default=True)
    made = _Steps(statement, scans, context.settings, is_optimized, Estimator(context), rows)
    node = query.root
    if is_optimized and rows is None:
        node = optimized(node, context)
    root = made.visit(node, {c.id for c in query.columns})
    if made.texts.sets:
        root = Step("CreatingSets", "Create sets before main query execution", (), (root,))
    return made.texts.listed(query.columns), root


@dataclass(slots=True)
class _Steps:
    """Makes steps of relational nodes; columns get their texts on the way up."""

    statement: Explain
    scans: Scans
    settings: QuerySettings
    optimized: bool
    estimator: Estimator
    rows: Mapping[int, int] | None = None  # that nodes gave, if the query ran
    texts: Texts = field(default_factory=Texts)
    named: dict[int, int] = field(default_factory=dict)  # the places at which columns are named

    def visit(self, node: Node, needed: set[int]) -> Step:
        """The steps of a node that must give the needed columns."""
        step: Step = _VISITORS[type(node)](self, node, needed)
        step = self._counted(node, step)
        if step.header:
            return step
        given = [c for c in produced(node).values() if c.id in needed]
        header = tuple((self.texts.text(c), str(c.type)) for c in given)
        return replace(step, header=header)

    def _counted(self, node: Node, step: Step) -> Step:
        """The step with the rows of its node; of a projection they are those below."""
        if isinstance(node, Project):
            return step
        rows = None if self.rows is None else self.rows.get(id(node))
        if rows is None and not self._estimates:
            return step
        return replace(step, estimated=self.estimator.size(node).rows, rows=rows)

    @property
    def _estimates(self) -> bool:
        return enabled(self.statement, "estimates")

    def below(self, node: Node, needed: set[int], *exprs: Expr) -> Step:
        """The steps of an input, which also gives what expressions read."""
        given = produced(node).keys()
        self._name(*exprs)
        return self.visit(node, (needed | set(columns_of(*exprs))) & given)

    def _name(self, *exprs: Expr) -> None:
        """Remember in which order a query names columns: tables are shown to give them so."""
        for number in columns_of(*exprs):
            self.named.setdefault(number, len(self.named))

    # --- rows of tables -------------------------------------------------------------------

    def one_row(self, node: OneRow, needed: set[int]) -> Step:
        return Step("ReadFromSystemOne")

    def scan(self, node: Scan, needed: set[int], prewhere: Sequence[Expr] = ()) -> Step:
        source = node.source
        first = columns_of(*prewhere)
        last = len(self.named)
        read = sorted(node.columns, key=lambda c: (c.id not in first, self.named.get(c.id, last)))
        names = [c.name for c in read if c.id in needed]
        header = tuple((c.name, str(c.type)) for c in read if c.id in needed)
        if not _has_parts(node):
            output = (f"Output: {', '.join(names)}",)
            return Step(_reading(source.name), "", output, header=header)
        reads = list(self._reads(node, names, prewhere))
        if len(reads) != 1:
            return Step("Union", "", (), tuple(reads), header)
        return replace(reads[0], header=header)

    def _reads(self, node: Scan, names: Sequence[str], prewhere: Sequence[Expr]) -> Iterator[Step]:
        """What is read of the table's own rows, and of a projection."""
        report = self.scans.report(node.source)
        if report is None or report.of_table is None or not report.of_table.all_parts:
            yield Step("ReadNothing", "Read from NullSource")
            return
        projection = report.projection
        if projection is None or report.of_table.parts:
            order = report.order if projection is None and self.optimized else None
            read_type = "Default" if order is None else order.read_type
            lines = self._prewhere(prewhere)
            yield self._read(report.of_table, names, node, lines, read_type, report.considered)
        if projection is not None and projection.name in _IMPLICIT:
            yield Step("ReadFromPreparedSource", projection.name)
        elif projection is not None:
            yield self._read(projection, projection.columns or names, node)

    def _prewhere(self, conditions: Sequence[Expr]) -> tuple[str, ...]:
        if not conditions:
            return ()
        return "Prewhere filter", f"Prewhere filter column:  {self.texts.all_of(conditions)}"

    def _read(
        self,
        read: PartsRead,
        names: Sequence[str],
        node: Scan,
        prewhere: Sequence[str] = (),
        read_type: str = "Default",
        considered: Sequence[Considered] = (),
    ) -> Step:
        details = [
            f"Read type: {read_type}",
            f"Parts: {read.parts} | Granules: {read.marks}",
            f"Output: {', '.join(names)}",
            *prewhere,
        ]
        if enabled(self.statement, "indexes"):
            details += index_lines(read)
        if enabled(self.statement, "projections") and considered:
            details += ["Projections:", *(f"  {line}" for line in considered_lines(considered))]
        json = merge_tree_json(self.statement, read, node.columns, considered)
        return Step("ReadFromMergeTree", read.name, tuple(details), json=json)

    def filter(self, node: Filter, needed: set[int]) -> Step:
        conditions = [node.condition]
        below = node.input
        while isinstance(below, Filter):
            conditions.append(below.condition)
            below = below.input
        conditions.reverse()
        self._name(*conditions)
        wanted = (needed | set(columns_of(*conditions))) & produced(below).keys()
        if isinstance(below, Scan) and self._moves(below):
            self.texts.columns |= {c.id: _named(c) for c in below.columns}
            return self.scan(below, needed & wanted, conditions)
        inner = self.visit(below, wanted)
        shown = self.texts.both(conditions)
        if inner.kind == "TotalsHaving":
            return replace(inner, details=(f"Filter column: {shown}", _TOTALS))
        clause = _filtering(below)
        if not self.optimized and isinstance(below, Scan):
            clause = "WHERE"
        return Step("Filter", clause, (f"Filter column: {shown}",), (inner,))

    def _moves(self, scan: Scan) -> bool:
        """Whether conditions are decided while the table is read."""
        if not _has_parts(scan) or not self.optimized:
            return False
        if not self.settings.optimize_move_to_prewhere:
            return False
        order = self._order_of(scan)
        return order is None or order.read_type == "Default"

    def _order_of(self, node: Node | None) -> ReadOrder | None:
        """How a scan follows the ordering of the query."""
        report = self.scans.report(node.source) if isinstance(node, Scan) else None
        return None if report is None else report.order

    # --- rows one by one ------------------------------------------------------------------

    def project(self, node: Project, needed: set[int]) -> Step:
        wanted = [(c, e) for c, e in node.columns if c.id in needed]
        inner = self.below(node.input, set(), *(e for _, e in wanted))
        for column, expr in wanted:
            self.texts.columns[column.id] = self.texts.written(expr)
        return replace(inner, header=())

    def array_join(self, node: ArrayJoin, needed: set[int]) -> Step:
        inner = self.below(node.input, needed, *(e for _, e in node.arrays))
        arrays = self.texts.listed(e for _, e in node.arrays)
        word = "LEFT ARRAY JOIN" if node.left else "ARRAY JOIN"
        return Step("ArrayJoin", "ARRAY JOIN", (f"{word} {arrays}",), (inner,))

    # --- rows that meet -------------------------------------------------------------------

    def aggregate(self, node: Aggregate, needed: set[int]) -> Step:
        uses = [(c, u) for c, u in node.aggregates if c.id in needed]
        exprs = [*(e for _, e in node.keys), *(u for _, u in uses)]
        inner = self.below(node.input, set(), *exprs)
        for column, expr in (*node.keys, *uses):
            self.texts.columns[column.id] = self.texts.written(expr)
        keys = self.texts.listed(e for _, e in node.keys)
        calls = self.texts.listed(c for c, _ in uses)
        details = [f"Keys: {keys}".rstrip(), f"Aggregates: {calls}".rstrip()]
        if inner.kind == "ReadFromPreparedSource" and inner.description != STATISTICS:
            trivial = not node.keys and calls == "count()" and isinstance(node.input, Scan)
            prepared = replace(inner, description=_TRIVIAL) if trivial else inner
            return Step("MergingAggregated", "", tuple(details), (prepared,))
        step = Step("Aggregating", "", (*details, "Skip merging: 0"), (inner,))
        if node.totals is not None:
            return Step("TotalsHaving", "", ("Filter column: ", _TOTALS), (step,))
        if node.sets and node.subtotals:
            ranked = [len(one) for one in node.sets]
            chain = len(set(ranked)) == len(ranked)
            return Step("Rollup" if chain else "Cube", "", (), (step,))
        return step

    def totals(self, node: Totals, needed: set[int]) -> Step:
        return self.visit(node.input, needed)

    def sort(self, node: Sort, needed: set[int], limit: int | None = None) -> Step:
        exprs = [item.expr for item in node.items]
        below = node.input
        if isinstance(below, Distinct):  # the second time among rows that are in order
            inner = self.below(below.input, needed | {c.id for c in below.columns}, *exprs)
            columns = f"Columns: {self.texts.listed(below.columns)}"
            first = Step("Distinct", "Preliminary DISTINCT", (columns,), (inner,), inner.header)
            ordered = self._sorting(node.items, first, limit)
            kept = (columns, "Preserve input order: 1")
            return Step("Distinct", "DISTINCT", kept, (ordered,), sorting=ordered.sorting)
        return self._sorting(node.items, self.below(below, needed, *exprs), limit, below)

    def _sorting(
        self, items: Sequence[SortItem], inner: Step, limit: int | None, below: Node | None = None
    ) -> Step:
        order = self._order_of(_source(below)) if self.optimized else None
        followed = 0 if order is None else order.followed
        whole = self.texts.order(items)
        details = [f"Sort description: {whole}"]
        if followed:
            prefix = self.texts.order(items[:followed])
            inner = _read_in_order(inner, prefix)
            details = [f"Prefix sort description: {prefix}", f"Result sort description: {whole}"]
        details += [f"Limit {limit}"] if limit is not None else []
        title = "Sorting for ORDER BY"
        return Step("Sorting", title, tuple(details), (inner,), inner.header, sorting=whole)

    def limit(self, node: Limit, needed: set[int]) -> Step:
        limited = () if node.limit is None else (f"Limit {node.limit}",)
        details = (*limited, f"Offset {node.offset}")
        kind = "Limit" if node.limit is not None else "Offset"
        below = node.input
        if not isinstance(below, Sort):
            inner = self.visit(below, needed)
            return Step(kind, "preliminary LIMIT" if kind == "Limit" else "", details, (inner,))
        plain = isinstance(node.limit, int) and isinstance(node.offset, int) and not node.ties
        count = None
        if plain and node.limit is not None and node.limit >= 0 and node.offset >= 0:
            count = int(node.limit + node.offset)
        late = self._late(node, below, needed) if count is not None else {}
        ordered = self.sort(below, needed - late.keys(), count)
        step = Step("Limit", "preliminary LIMIT", details, (ordered,), ordered.header)
        if not late:
            return step
        self.texts.columns |= {number: self.texts.written(expr) for number, expr in late.items()}
        names = dict.fromkeys(c.name for c in columns_of(*late.values()).values())
        lines = (f"Lazily read columns: {', '.join(names)}",)
        reading = Step("LazilyReadFromMergeTree", "", lines, ())
        return Step("JoinLazyColumnsStep", "", (), (step, reading))

    def _late(self, node: Limit, sort: Sort, needed: set[int]) -> dict[int, Expr]:
        """The columns that are made only for the rows of the result, of those of the table."""
        settings = self.settings
        most = settings.query_plan_max_limit_for_lazy_materialization
        wanted = settings.query_plan_optimize_lazy_materialization and self.optimized
        if not wanted or int(node.limit or 0) > most:
            return {}
        found: dict[int, Expr] = {c.id: c for c in produced(sort.input).values() if c.id in needed}
        first = [item.expr for item in sort.items]
        below = sort.input
        while isinstance(below, Filter | Project):
            if isinstance(below, Filter):
                first.append(below.condition)
            else:
                values = {c.id: e for c, e in below.columns}
                first = [substituted(expr, values) for expr in first]
                found = {number: substituted(expr, values) for number, expr in found.items()}
            below = below.input
        if not isinstance(below, Scan) or not _has_parts(below):
            return {}
        early = columns_of(*first).keys()
        return {
            number: expr
            for number, expr in found.items()
            if columns_of(expr) and columns_of(expr).keys().isdisjoint(early)
        }

    def limit_by(self, node: LimitBy, needed: set[int]) -> Step:
        inner = self.below(node.input, needed, *node.keys, *(i.expr for i in node.order))
        lines = (
            f"Columns: {self.texts.listed(node.keys)}",
            f"Length {node.limit}",
            f"Offset {node.offset}",
        )
        return Step("LimitBy", "", lines, (inner,))

    def distinct(self, node: Distinct, needed: set[int]) -> Step:
        inner = self.visit(node.input, needed | {c.id for c in node.columns})
        columns = (f"Columns: {self.texts.listed(node.columns)}",)
        first = Step("Distinct", "Preliminary DISTINCT", columns, (inner,), inner.header)
        return Step("Distinct", "DISTINCT", columns, (first,))

    def fill(self, node: Fill, needed: set[int]) -> Step:
        inner = self.visit(node.input, needed | {c.id for c in node.columns})
        filled = [
            f"{self.texts.text(one.column)} {'DESC' if one.descending else 'ASC'} WITH FILL"
            for one in node.fills
        ]
        text = ", ".join(filled)
        return Step("Filling", "", (text,), (inner,), sorting=text)

    def window(self, node: Window, needed: set[int]) -> Step:
        uses = [(c, u) for c, u in node.windows if c.id in needed]
        step = self.below(node.input, needed, *(u for _, u in uses))
        windows: dict[str, list[tuple[Column, Any]]] = {}
        for column, use in uses:
            windows.setdefault(self.texts.window(use), []).append((column, use))
        for text, of in windows.items():
            use = of[0][1]
            items = (*map(SortItem, use.partition_by), *use.order_by)
            if items:
                order = self.texts.order(items)
                line, title = f"Sort description: {order}", f"Sorting for window '{text}'"
                step = Step("Sorting", title, (line,), (step,), step.header, sorting=order)
            for column, one in of:
                self.texts.columns[column.id] = self.texts.written(one)
            calls = self.texts.listed(column for column, _ in of)
            lines = (f"Window: ({text})", f"Functions: {calls}")
            step = Step("Window", f"Window step for window '{text}'", lines, (step,))
        return step

    def join(self, node: Join, needed: set[int]) -> Step:
        pairs = [*node.keys, *([node.inequality[1:]] if node.inequality else [])]
        shown = [(own, side) for own, side in node.columns if own.id in needed]
        other = () if node.condition is None else (node.condition,)
        sides = []
        for number, side in enumerate((node.left, node.right)):
            given = produced(side).keys()
            exprs = [pair[number] for pair in pairs]
            wanted = {of.id for _, of in shown} | set(columns_of(*exprs, *other))
            sides.append(self.visit(side, wanted & given))
        for own, of in shown:
            self.texts.columns[own.id] = self.texts.written(of)
        for column, number in node.merged:
            self.texts.columns[column.id] = self.texts.written(node.keys[number][0])
        lines = [_kind(node), *self._join_rows(node, sides)]
        keys = [f"{self.texts.text(a)} = {self.texts.text(b)}" for a, b in node.keys]
        if node.inequality:
            operator, left, right = node.inequality
            keys.append(f"{self.texts.text(left)} {operator} {self.texts.text(right)}")
        keys += [self.texts.text(one) for one in other]
        lines += [f"Join conditions: {' AND '.join(keys)}"] if keys else []
        for word, step in zip(("left", "right"), sides, strict=True):
            lines.append(f"Input ({word}): {', '.join(name for name, _ in step.header)}".rstrip())
        return Step("Join", "JOIN FillRightFirst", tuple(lines), tuple(sides))

    def _join_rows(self, node: Join, sides: Sequence[Step]) -> list[str]:
        """The rows that a join is thought to give and to read; and did."""
        known = node.estimated
        if known is None:
            return []
        given = [rows_of(side) for side in sides]
        gave = None if self.rows is None else self.rows.get(id(node))
        actual = "" if gave is None else f" · actual {readable(gave)}"
        lines = [f"Output rows: estimated {readable(round(known.rows))}{actual}"]
        guesses = (known.left, known.right)
        for word, guess, rows in zip(("Left", "Right"), guesses, given, strict=True):
            actual = "" if rows is None else f" · rows {readable(rows)}"
            lines.append(f"{word}: rows estimated {readable(round(guess))}{actual}")
        return lines

    def set_operation(self, node: SetOperation, needed: set[int]) -> Step:
        steps = []
        for root, exprs in node.inputs:
            steps.append(self.below(root, set(), *exprs))
        for column, expr in zip(node.columns, node.inputs[0][1], strict=True):
            self.texts.columns[column.id] = self.texts.written(expr)
        if node.operator != "UNION":
            return Step("IntersectOrExcept", "", (), tuple(steps))
        if not node.distinct:
            return Step("Union", "", (), tuple(steps))
        columns = (f"Columns: {self.texts.listed(node.columns)}",)
        each = tuple(Step("Distinct", "Preliminary DISTINCT", columns, (one,)) for one in steps)
        return Step("Distinct", "DISTINCT", columns, (Step("Union", "", (), each),))


def _kind(node: Join) -> str:
    """A join's type and strictness."""
    words = node.kind.split()
    strictness = next((word for word in ("SEMI", "ANTI", "ASOF") if word in words), "ALL")
    side = next((word for word in words if word != strictness), "LEFT")
    if node.kind == "ASOF":
        side = "INNER"
    return f"Type: {side.lower()} | Strictness: {'any' if node.any else strictness.lower()}"


def _named(column: Column) -> Written:
    return Written(column.name)


def _source(node: Node | None) -> Node | None:
    """What is below projections and conditions."""
    while isinstance(node, Filter | Project | ArrayJoin):
        node = node.input
    return node


def _has_parts(scan: Scan) -> bool:
    return scan.source.traits.granularity is not None


def _read_in_order(step: Step, order: str) -> Step:
    """The steps above a table that is read in order, and that order."""
    if step.kind == "ReadFromMergeTree":
        return replace(step, sorting=order)
    inputs = [_read_in_order(below, order) for below in step.inputs[:1]]
    return replace(step, inputs=(*inputs, *step.inputs[1:]), sorting=order)


def _filtering(below: Node) -> str:
    """Which clause a condition was, as far as its place tells."""
    if isinstance(below, Aggregate):
        return "HAVING"
    if isinstance(below, Window):
        return "QUALIFY"
    return "(WHERE + Change column names to column identifiers)" if isinstance(below, Scan) else ""


def _reading(name: str) -> str:
    """The step that reads a table of the system or of a function."""
    words = name.replace("system.", "System_").replace("_", " ").split(" ")
    if name in ("numbers", "one", "primes", "zeros"):
        words.insert(0, "System")
    return f"ReadFrom{''.join(w[:1].upper() + w[1:] for w in words)}"


_VISITORS: dict[type[Node], Callable[..., Step]] = {
    OneRow: _Steps.one_row,
    Scan: _Steps.scan,
    Filter: _Steps.filter,
    Project: _Steps.project,
    ArrayJoin: _Steps.array_join,
    Aggregate: _Steps.aggregate,
    Totals: _Steps.totals,
    Sort: _Steps.sort,
    Limit: _Steps.limit,
    LimitBy: _Steps.limit_by,
    Distinct: _Steps.distinct,
    Fill: _Steps.fill,
    Window: _Steps.window,
    Join: _Steps.join,
    SetOperation: _Steps.set_operation,
}
