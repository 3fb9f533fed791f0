"""JOIN in FROM: its keys, its other conditions, and what its columns are called."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from sparktree.errors import Code, Error, not_implemented
from sparktree.planner.analyze import ExpressionAnalyser, Numbers
from sparktree.planner.casting import cast_to
from sparktree.planner.environment import Environment
from sparktree.planner.expr import Call, Column, Constant, Expr, columns_of, is_constant
from sparktree.planner.nodes import Join, JoinKind, Node, OneRow, Project
from sparktree.planner.rewriting import check_place
from sparktree.planner.scope import Scope, TableScope
from sparktree.sql import ast, column_name
from sparktree.types import STRING, UINT8, Bool, Nothing, Type, least_supertype, make_nullable

_FILLS_LEFT = ("RIGHT", "FULL", "RIGHT ANTI", "RIGHT SEMI")
_FILLS_RIGHT = ("LEFT", "FULL", "ANTI", "ASOF LEFT", "SEMI")
_SHOWS_RIGHT = ("RIGHT", "RIGHT SEMI", "RIGHT ANTI")
_INEQUALITIES = {"greaterOrEquals": ">=", "greater": ">", "lessOrEquals": "<=", "less": "<"}
_FLIPPED = {">=": "<=", ">": "<", "<=": ">=", "<": ">"}


@dataclass(slots=True)
class Side:
    """One input of a join."""

    node: Node
    tables: list[TableScope]
    totals: Node | None = None

    def columns(self) -> list[Column]:
        """Every column that can be named."""
        found = [c for t in self.tables for c in (*t.columns.values(), *t.hidden.values())]
        return list({c.id: c for c in found}.values())

    def ids(self) -> set[int]:
        """The numbers of the columns."""
        return {c.id for c in self.columns()}

    def with_column(self, name: str, new: Column, value: Expr) -> None:
        """The side with a column shown as another value."""
        kept = tuple((c, c) for c in self.columns())
        self.node = Project(self.node, (*kept, (new, value)))
        table = next(t for t in self.tables if name in t.columns)
        table.columns[name] = new


@dataclass(slots=True)
class Conditions:
    """What a pair of rows must satisfy."""

    keys: list[tuple[Expr, Expr]] = field(default_factory=list)
    others: list[Expr] = field(default_factory=list)
    inequality: tuple[str, Expr, Expr] | None = None


def _check_condition(condition: Expr, written: ast.Expression) -> None:
    """Refuse ON with something that is no condition."""
    if isinstance(condition, Column):
        raise Error(
            Code.INVALID_JOIN_ON_EXPRESSION,
            f"JOIN ON {column_name(written)} join expression expected function",
        )
    inner = condition.type.inner
    truth = isinstance(inner, Bool | Nothing) or inner == UINT8
    if is_constant(condition) and not truth:
        raise Error(
            Code.INVALID_JOIN_ON_EXPRESSION,
            f"Wrong type {condition.type} of JOIN expression {column_name(written)}",
        )


@dataclass(slots=True)
class JoinAnalyser:
    """Makes the node and the names of one join."""

    environment: Environment
    numbers: Numbers
    scope: Scope
    expressions: Callable[[Scope], ExpressionAnalyser]
    item: ast.Join
    left: Side
    right: Side

    def totals(self, node: Join) -> Node | None:
        """The totals of both sides side by side; a side without totals shows defaults."""
        if self.left.totals is None and self.right.totals is None:
            return None
        merged = tuple((new, node.keys[i][0]) for new, i in node.merged)
        columns = (*node.columns, *((new, old) for new, old in merged if isinstance(old, Column)))
        left, right = self._one_row(self.left), self._one_row(self.right)
        return Join(left, right, "CROSS", (), None, columns)

    def _one_row(self, side: Side) -> Node:
        if side.totals is not None:
            return side.totals
        call = self.expressions(self.scope).call
        return Project(
            OneRow(),
            tuple(
                (c, call("defaultValueOfTypeName", [Constant(STRING, str(c.type))]))
                for c in side.columns()
            ),
        )

    def join(self) -> tuple[Join, list[TableScope]]:
        """The joined rows and the tables that they show."""
        if self.item.natural:
            self.item = self._natural()
        self.item = self._strict()
        kind, any_ = join_kind(self.item)
        self._check_aliases()
        using = self._using() if self.item.using else []
        conditions = self._using_keys(using) if using else self._on(kind)
        use_nulls = bool(self.environment.setting("join_use_nulls"))
        if len(self.right.tables) == 1 and (declared := self.right.tables[0].join) is not None:
            declared.check(self.item, conditions.keys, use_nulls)
        columns: list[tuple[Column, Column]] = []
        null_left = use_nulls and kind in _FILLS_LEFT
        null_right = use_nulls and kind in _FILLS_RIGHT
        lefts = [self._shown(t, null_left, columns) for t in self.left.tables]
        rights = [self._shown(t, null_right, columns) for t in self.right.tables]
        merged = self._merged(using, kind, lefts, rights)
        node = Join(
            self.left.node, self.right.node, kind, tuple(conditions.keys),
            self._rest(conditions.others), tuple(columns), any_, conditions.inequality, use_nulls,
            tuple((c, i) for i, c in enumerate(merged.values())) if kind == "FULL" else (),
        )  # fmt: skip
        tables = [*lefts, *rights]
        if not merged:
            return node, tables
        for table in tables:
            table.covered |= merged.keys() & table.columns.keys()
        return node, [TableScope(None, None, None, merged, made=True), *tables]

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
            return self.item
        default = str(self.environment.setting("join_default_strictness"))
        if not default:
            raise Error(
                Code.EXPECTED_ALL_OR_ANY,
                "Expected ANY or ALL in JOIN section, because setting (join_default_strictness)"
                " is empty",
            )
        return replace(self.item, strictness="ANY" if default == "ANY" else "ALL")

    def _natural(self) -> ast.Join:
        """NATURAL JOIN with its columns written out; without any it is a CROSS JOIN."""
        theirs = {name for table in self.right.tables for name in table.columns}
        ours = dict.fromkeys(name for table in self.left.tables for name in table.columns)
        shared = tuple(ast.Identifier((name,)) for name in ours if name in theirs)
        if not shared:
            return replace(self.item, kind="CROSS", natural=False)
        return replace(self.item, using=shared, natural=False)

    def _rest(self, others: Sequence[Expr]) -> Expr | None:
        rest: Expr | None = None
        for other in others:
            analyser = self.expressions(self.scope)
            rest = other if rest is None else analyser.call("and", [rest, other])
        return rest

    def _shown(
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
            table.made,
            table.by_paths,
        )

    # --- ON -------------------------------------------------------------------------------

    def _on(self, kind: JoinKind) -> Conditions:
        found = Conditions()
        if self.item.on is None:
            return found
        tables = [*self.left.tables, *self.right.tables]
        analyser = self.expressions(joined(self.scope, tables))
        condition = analyser.expr(self.item.on)
        check_place(condition, self.item.on, "JOIN TREE")
        if analyser.array_joins:
            raise not_implemented("Function arrayJoin is not supported in JOIN ON.")
        _check_condition(condition, self.item.on)
        for conjunct in conjuncts(condition):
            pair = key_pair(conjunct, self.left.ids(), self.right.ids())
            if pair is None:
                found.others.append(conjunct)
            else:
                found.keys.append(_same_type(*pair))
        if self.item.strictness == "ASOF":
            self._asof(found)
        return found

    def _asof(self, found: Conditions) -> None:
        if len(found.others) != 1 or _inequality(found.others[0]) is None:
            raise Error(
                Code.INVALID_JOIN_ON_EXPRESSION,
                "ASOF JOIN needs exactly one inequality beside its equalities.",
            )
        call = found.others.pop()
        assert isinstance(call, Call)
        first, second = call.args
        operator = _INEQUALITIES[call.function.name]
        if not columns_of(first).keys() <= self.left.ids():
            first, second, operator = second, first, _FLIPPED[operator]
        found.inequality = (operator, *_same_type(first, second))

    # --- USING ----------------------------------------------------------------------------

    def _using(self) -> list[tuple[str, Column, Column]]:
        """The columns of USING, both sides in one type from here on."""
        found = []
        for node in self.item.using:
            name = node.parts[-1] if isinstance(node, ast.Identifier) else column_name(node)
            left, right = self._using_column(node, self.left), self._using_column(node, self.right)
            common = _common_type(left.type, right.type)
            left = self._as_type(self.left, name, left, common)
            right = self._as_type(self.right, name, right, common)
            found.append((name, left, right))
        return found

    def _using_column(self, node: ast.Expression, side: Side) -> Column:
        found = self.expressions(joined(self.scope, side.tables)).expr(node)
        if not isinstance(found, Column):
            raise Error(
                Code.UNSUPPORTED_METHOD,
                f"JOIN USING takes columns of both tables, not {column_name(node)}",
            )
        return found

    def _as_type(self, side: Side, name: str, column: Column, common: Type) -> Column:
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
            at_left = next(t.columns[name] for t in lefts if name in t.columns)
            at_right = next(t.columns[name] for t in rights if name in t.columns)
            if kind == "FULL":
                merged[name] = self.numbers.column(name, at_left.type)
            else:
                merged[name] = at_right if kind in _SHOWS_RIGHT else at_left
        return merged


def joined(scope: Scope, tables: list[TableScope]) -> Scope:
    """A scope in which the tables can be named."""
    return Scope(parent=scope, tables=tables, text=scope.text, aliases=dict(scope.aliases))


def join_kind(item: ast.Join) -> tuple[JoinKind, bool]:
    """The kind of join and whether it takes any one match only."""
    if item.kind == "CROSS":
        return "CROSS", False
    if item.strictness == "ASOF" and item.kind not in ("INNER", "LEFT"):
        raise not_implemented("Wrong ASOF JOIN type. Only ASOF and LEFT ASOF joins are supported")
    if item.strictness == "ANY" and item.kind == "FULL":
        raise not_implemented("ANY FULL JOINs are not implemented")
    if item.strictness == "ASOF":
        return ("ASOF LEFT" if item.kind == "LEFT" else "ASOF"), False
    if item.strictness in ("SEMI", "ANTI"):
        side = "RIGHT " if item.kind == "RIGHT" else ""
        return f"{side}{item.strictness}", False  # type: ignore[return-value]
    return item.kind, item.strictness == "ANY"


def conjuncts(expr: Expr) -> list[Expr]:
    """The parts of an AND."""
    if isinstance(expr, Call) and expr.function.name == "and":
        return [part for arg in expr.args for part in conjuncts(arg)]
    return [expr]


def _inequality(expr: Expr) -> str | None:
    return _INEQUALITIES.get(expr.function.name) if isinstance(expr, Call) else None


def key_pair(expr: Expr, left: set[int], right: set[int]) -> tuple[Expr, Expr] | None:
    """The two sides of an equality between expressions over the left and the right columns."""
    if not isinstance(expr, Call) or expr.function.name != "equals":
        return None
    first, second = expr.args
    a, b = columns_of(first).keys(), columns_of(second).keys()
    if a and b and a <= left and b <= right:
        return first, second
    if a and b and a <= right and b <= left:
        return second, first
    return None


def _same_type(left: Expr, right: Expr) -> tuple[Expr, Expr]:
    """Both sides in one type, so that equal values are equal."""
    if left.type.inner == right.type.inner:
        return left, right
    common = _common_type(left.type, right.type)
    return cast_to(left, common), cast_to(right, common)


def _common_type(left: Type, right: Type) -> Type:
    return left if left == right else least_supertype((left, right))
