"""JOIN in FROM: its keys, its other conditions, and what its columns are called."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from sparktree.errors import Code, Error, not_implemented
from sparktree.planner.analysis.analyser import Numbers
from sparktree.planner.analysis.analyze import ExpressionAnalyser
from sparktree.planner.analysis.join_conditions import (
    Conditions,
    FromRows,
    OnAnalyser,
    check_asof,
    common_type,
    narrower,
)
from sparktree.planner.analysis.scope import Scope, TableScope
from sparktree.planner.casting import cast_to
from sparktree.planner.environment import Environment
from sparktree.planner.expr import (
    Column,
    Constant,
    Expr,
    columns_of,
    is_constant,
    transform,
)
from sparktree.planner.join_algorithms import Shape, refusal, written_kind
from sparktree.planner.nodes import (
    Filter,
    Join,
    JoinKind,
    Limit,
    Node,
    OneRow,
    Project,
    Scan,
    Sort,
)
from sparktree.settings.joins import ALGORITHMS
from sparktree.sql import ast, column_name
from sparktree.types import STRING, Type, make_nullable

_MEET = ("INNER", "SEMI", "RIGHT SEMI")  # kinds that show only rows that have met
_FILLS_LEFT = ("RIGHT", "FULL", "RIGHT ANTI", "RIGHT SEMI")
_FILLS_RIGHT = ("LEFT", "FULL", "ANTI", "ASOF LEFT", "SEMI")
_SHOWS_RIGHT = ("RIGHT", "RIGHT SEMI", "RIGHT ANTI")


@dataclass(slots=True)
class JoinAnalyser:
    """Makes the node and the names of one join."""

    environment: Environment
    numbers: Numbers
    scope: Scope
    expressions: Callable[[Scope], ExpressionAnalyser]
    item: ast.Join
    left: FromRows
    right: FromRows

    def totals(self, node: Join) -> Node | None:
        """The totals of both sides side by side; a side without totals shows its constants, and
        defaults of all other columns."""
        if self.left.totals is None and self.right.totals is None:
            return None
        merged = tuple((new, node.keys[i][0]) for new, i in node.merged)
        columns = (*node.columns, *((new, old) for new, old in merged if isinstance(old, Column)))
        left, right = self._one_row(self.left), self._one_row(self.right)
        return Join(left, right, "CROSS", (), None, columns)

    def _one_row(self, side: FromRows) -> Node:
        if side.totals is not None:
            return side.totals
        call = self.expressions(self.scope).call
        return Project(
            OneRow(),
            tuple(
                (
                    c,
                    _constant(side.node, c)
                    or call("defaultValueOfTypeName", [Constant(STRING, str(c.type))]),
                )
                for c in side.columns()
            ),
        )

    def join(self) -> tuple[Join, list[TableScope]]:
        """The joined rows and the tables that they show."""
        if self.item.natural:
            self.item = self._natural()
        self.item = self._strict()
        any_left = self._takes_any_right()
        kind, any_ = join_kind(self.item, any_left)
        self._check_aliases()
        using = self._using(kind) if self.item.using else []
        conditions = self._using_keys(using) if using else self._on(kind, any_)
        if self.item.strictness == "ASOF":
            check_asof(self.item, conditions)
        use_nulls = self.environment.settings.join_use_nulls
        if len(self.right.tables) == 1 and (declared := self.right.tables[0].join) is not None:
            declared.check(self.item, conditions.keys, use_nulls)
        columns: list[tuple[Column, Column]] = []
        null_left = use_nulls and kind in _FILLS_LEFT
        null_right = use_nulls and kind in _FILLS_RIGHT
        lefts = [self._output_scope(t, null_left, columns) for t in self.left.tables]
        rights = [self._output_scope(t, null_right, columns) for t in self.right.tables]
        merged = self._merged(using, kind, lefts, rights)
        node = Join(
            self.left.node, self.right.node, kind, tuple(conditions.keys),
            self._all_hold(conditions.others), tuple(columns), any_, any_left,
            conditions.inequality, use_nulls,
            tuple((c, i) for i, c in enumerate(merged.values())) if kind == "FULL" else (),
            conditions.keyless, self._refused(conditions),
        )  # fmt: skip
        tables = [*lefts, *rights]
        if not merged:
            return node, tables
        for table in tables:
            table.covered |= merged.keys() & table.named.keys()
        bare: dict[str, Column | None] = dict.fromkeys(merged if kind in _SHOWS_RIGHT else ())
        if kind == "FULL":
            bare |= {name: t.columns[name] for t in lefts for name in merged if name in t.columns}
        return node, [TableScope(None, None, None, merged, of_join=True, bare=bare), *tables]

    def _refused(self, conditions: Conditions) -> Error | None:
        """Why none of the algorithms that the query allows can do the join, if it names some."""
        allowed = self.environment.settings.join_algorithm
        right = self.right.tables[0]
        if allowed == ALGORITHMS or self.item.kind == "CROSS" or right.join is not None:
            return None
        shape = conditions.shape
        if self.item.using:
            shape = Shape(keys=conditions.keys, keyed=True)
        shape.kind = written_kind(self.item)
        shape.stored = isinstance(self.right.node, Scan) and right.prewhere
        return refusal(shape, allowed, column_name(self.item.on) if self.item.on else "")

    def _check_aliases(self) -> None:
        """Refuse two tables under one alias."""
        aliases = [t.alias for t in (*self.left.tables, *self.right.tables) if t.alias is not None]
        for alias in aliases:
            if aliases.count(alias) > 1:
                raise Error(
                    Code.MULTIPLE_EXPRESSIONS_FOR_ALIAS,
                    f"Multiple table expressions with same alias {alias}."
                    f" In scope {self.scope.text}",
                )
        if self.item.kind != "PASTE":
            return
        tables = (*self.left.tables, *self.right.tables)
        names = [n for t in tables if t.alias is None and t.name is None for n in t.columns]
        if len(names) > len(set(names)):
            raise Error(
                Code.BAD_ARGUMENTS,
                "Name of columns and aliases should be unique for this query (you can add/change"
                " aliases to avoid duplication) While processing ' PASTE JOIN ...'",
            )

    def _strict(self) -> ast.Join:
        """The join with ALL or ANY, which a setting may say instead of the query."""
        if self.item.strictness is not None or self.item.kind in ("CROSS", "PASTE"):
            return self._any(self.item)
        default = self.environment.settings.join_default_strictness
        if not default:
            raise Error(
                Code.EXPECTED_ALL_OR_ANY,
                "Expected ANY or ALL in JOIN section, because setting (join_default_strictness)"
                " is empty",
            )
        return self._any(replace(self.item, strictness="ANY" if default == "ANY" else "ALL"))

    def _any(self, item: ast.Join) -> ast.Join:
        """What ANY means: once it took one row at the right for each row at the left."""
        once = self.environment.settings.any_join_distinct_right_table_keys
        if once and item.strictness == "ANY" and item.kind == "INNER":
            return replace(item, strictness="SEMI", kind="LEFT")
        return item

    def _takes_any_right(self) -> bool:
        """Whether it does so in a join that shows all rows at the right."""
        once = self.environment.settings.any_join_distinct_right_table_keys
        return once and self.item.strictness == "ANY" and self.item.kind in ("RIGHT", "FULL")

    def _natural(self) -> ast.Join:
        """NATURAL JOIN with its columns written out; without any it is a CROSS JOIN."""
        theirs = {name for table in self.right.tables for name in table.columns}
        ours = dict.fromkeys(name for table in self.left.tables for name in table.columns)
        shared = tuple(ast.Identifier((name,)) for name in ours if name in theirs)
        if not shared:
            return replace(self.item, kind="CROSS", natural=False)
        return replace(self.item, using=shared, natural=False)

    def _all_hold(self, others: Sequence[Expr]) -> Expr | None:
        rest: Expr | None = None
        for other in others:
            analyser = self.expressions(self.scope)
            rest = other if rest is None else analyser.call("and", [rest, other])
        return rest

    def _output_scope(
        self, table: TableScope, nullable: bool, columns: list[tuple[Column, Column]]
    ) -> TableScope:
        """The table's columns as the join shows them."""

        def shown(name: str, column: Column) -> Column:
            type_ = make_nullable(column.type) if nullable else column.type
            new = self.numbers.column(name, type_)
            columns.append((new, column))
            return new

        return TableScope(
            table.alias,
            table.name,
            table.database,
            {n: shown(n, c) for n, c in table.columns.items()},
            {n: shown(n, c) for n, c in table.hidden.items()},
            table.unreadable,
            set(table.covered),
            table.repeated,
            table.of_join,
            table.by_paths,
            set(table.elements),
            set(table.shadowed),
            prewhere=table.prewhere,
        )

    def _on(self, kind: JoinKind, any_: bool) -> Conditions:
        if self.item.on is None:
            return Conditions()
        tables = [*self.left.tables, *self.right.tables]
        analyser = self.expressions(joined(self.scope, tables))
        return OnAnalyser(analyser, self.left, self.right, kind, any_).conditions(self.item.on)

    # --- USING ----------------------------------------------------------------------------

    def _using(self, kind: JoinKind) -> list[tuple[str, Column, Column]]:
        """The columns of USING, both sides in one type from here on."""
        found = []
        for node in self.item.using:
            self._once(node)
            name = node.parts[-1] if isinstance(node, ast.Identifier) else column_name(node)
            left, right = self._using_column(node, self.left), self._using_column(node, self.right)
            shown = narrower(left.type, right.type) if kind in _MEET else None
            for side, column in ((self.left, left), (self.right, right)):
                if shown is not None:
                    self._only_fitting(side, column, shown)
            common = shown or common_type(left.type, right.type)
            left = self._as_type(self.left, name, left, common)
            right = self._as_type(self.right, name, right, common)
            found.append((name, left, right))
        return found

    def _only_fitting(self, side: FromRows, column: Column, type_: Type) -> None:
        """The rows whose value the type holds; others meet no row of the other side."""
        call = self.expressions(self.scope).call
        cast = call("accurateCastOrNull", [column, Constant(STRING, str(type_.inner))])
        side.node = Filter(side.node, call("isNotNull", [cast]))

    def _once(self, node: ast.Expression) -> None:
        if self.item.using.count(node) > 1:
            shown = column_name(node)
            message = f"JOIN identifier '{shown}' appears more than once in USING clause"
            raise Error(Code.BAD_ARGUMENTS, message)

    def _using_column(self, node: ast.Expression, side: FromRows) -> Column:
        if not isinstance(node, ast.Identifier):
            raise Error(
                Code.BAD_ARGUMENTS,
                f"JOIN USING clause expected identifier, got {column_name(node)}",
            )
        scope = joined(self.scope, side.tables)
        named = scope.column(node.parts)
        if named is None and scope.own_alias(node.parts[-1]) is not None:
            raise Error(
                Code.UNKNOWN_IDENTIFIER,
                f"JOIN USING identifier '{column_name(node)}' cannot be resolved from table"
                " expression, but an alias of that name is present in SELECT list."
                f" In scope {scope.text}",
            )
        found = named[0] if named and not named[1] else self.expressions(scope).expr(node)
        if not isinstance(found, Column):
            raise Error(
                Code.UNSUPPORTED_METHOD,
                f"JOIN USING takes columns of both tables, not {column_name(node)}",
            )
        return found

    def _as_type(self, side: FromRows, name: str, column: Column, common: Type) -> Column:
        if column.type == common:
            return column
        new = self.numbers.column(name, common)
        side.with_column(name, new, cast_to(column, common))
        return new

    def _using_keys(self, using: Sequence[tuple[str, Column, Column]]) -> Conditions:
        pairs: list[tuple[Expr, Expr]] = [(left, right) for _, left, right in using]
        if self.item.strictness != "ASOF":
            return Conditions(pairs)
        left, right = pairs.pop()
        if not pairs:
            raise not_implemented(
                "ASOF join with hash algorithm needs at least one equi-join column"
            )
        return Conditions(pairs, inequality=(">=", left, right))

    def _merged(
        self,
        using: Sequence[tuple[str, Column, Column]],
        kind: JoinKind,
        lefts: Sequence[TableScope],
        rights: Sequence[TableScope],
    ) -> dict[str, Column]:
        """What the plain name of a USING column means: the side that always has a value, or in a
        FULL join whichever has one."""
        merged = {}
        for name, _, _ in using:
            at_left = next(t.named[name] for t in lefts if name in t.named)
            at_right = next(t.named[name] for t in rights if name in t.named)
            if kind == "FULL":
                merged[name] = self.numbers.column(name, at_left.type)
            else:
                merged[name] = at_right if kind in _SHOWS_RIGHT else at_left
        return merged


def joined(scope: Scope, tables: list[TableScope]) -> Scope:
    """A scope in which the tables can be named."""
    return Scope(
        parent=scope,
        tables=tables,
        node=scope.node,
        aliases=dict(scope.aliases),
        with_expressions=dict(scope.with_expressions),
    )


def _constant(node: Node, column: Column) -> Expr | None:
    """The value that a subquery gives a column in all its rows."""
    while isinstance(node, Filter | Sort | Limit):
        node = node.input
    if not isinstance(node, Project):
        return None
    value = next((expr for made, expr in node.columns if made.id == column.id), None)
    if value is None:
        return None
    below = {i: _constant(node.input, read) for i, read in columns_of(value).items()}
    value = transform(value, lambda e: below.get(e.id) if isinstance(e, Column) else None)
    return value if is_constant(value) else None


def join_kind(item: ast.Join, any_left: bool = False) -> tuple[JoinKind, bool]:
    """The kind of join and whether it takes any one match only."""
    if item.kind == "CROSS":
        return "CROSS", False
    if item.strictness == "ANY" and item.kind == "FULL" and not any_left:
        raise not_implemented("ANY FULL JOINs are not implemented")
    if item.strictness == "ASOF":
        return ("ASOF LEFT" if item.kind == "LEFT" else "ASOF"), False
    if item.strictness in ("SEMI", "ANTI"):
        side = "RIGHT " if item.kind == "RIGHT" else ""
        return f"{side}{item.strictness}", False  # type: ignore[return-value]
    return item.kind, item.strictness == "ANY"
