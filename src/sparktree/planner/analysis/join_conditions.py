"""ON of a JOIN: its keys, and its other conditions in the places where they can be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from sparktree.errors import Code, Error, not_implemented
from sparktree.planner.analysis.analyze import ExpressionAnalyser
from sparktree.planner.analysis.rewriting import check_place
from sparktree.planner.analysis.scope import TableScope
from sparktree.planner.casting import cast_to
from sparktree.planner.expr import Call, Column, Constant, Expr, columns_of, is_constant
from sparktree.planner.join_algorithms import Shape, no_keys
from sparktree.planner.lower import fold
from sparktree.planner.nodes import ArrayJoin, Filter, JoinKind, Node, Project
from sparktree.sql import ast, column_name
from sparktree.types import (
    NULL_TYPE,
    UINT8,
    UUID,
    Array,
    Bool,
    Date,
    DateTime,
    DateTime64,
    Decimal,
    Enum,
    FixedString,
    Integer,
    IPv4,
    IPv6,
    Map,
    Nothing,
    String,
    Tuple,
    Type,
    least_supertype,
    make_nullable,
)

_INEQUALITIES = {"greaterOrEquals": ">=", "greater": ">", "lessOrEquals": "<=", "less": "<"}
_FLIPPED = {">=": "<=", ">": "<", "<=": ">=", "<": ">"}
# Kinds in which a condition on rows of one side may choose among them before they meet others.
_FILTERS_LEFT = ("INNER", "RIGHT", "SEMI", "RIGHT SEMI", "RIGHT ANTI", "ASOF")
_FILTERS_RIGHT = ("INNER", "LEFT", "SEMI", "RIGHT SEMI", "ANTI", "ASOF", "ASOF LEFT")
_OUTER = ("LEFT", "RIGHT", "FULL")
# Types of which a value is equal to its like alone, to whatever compares them.
_PLAIN = (
    *(Bool, Date, DateTime, DateTime64, Decimal, Enum, FixedString, Integer, IPv4, IPv6),
    *(String, UUID),
)


@dataclass(slots=True)
class FromRows:
    """The rows of FROM, or of one input of a join there, and the tables that names may mean."""

    node: Node
    tables: list[TableScope]
    totals: Node | None = None  # the row of totals beside the rows
    elements: list[Column] = field(default_factory=list)  # of arrayJoin() in ON

    @property
    def table(self) -> TableScope:
        """The only table."""
        (table,) = self.tables
        return table

    def columns(self) -> list[Column]:
        """Every column that can be named."""
        found = [c for t in self.tables for c in (*t.columns.values(), *t.hidden.values())]
        return list({c.id: c for c in found}.values())

    def ids(self) -> set[int]:
        """The numbers of the columns."""
        return {c.id for c in (*self.columns(), *self.elements)}

    def with_column(self, name: str, new: Column, value: Expr) -> None:
        """The side with a column shown as another value."""
        shown = (*((c, c) for c in self.columns()), (new, value))
        self.node = Project(self.node, shown)
        if self.totals is not None:
            self.totals = Project(self.totals, shown)
        table = next(t for t in self.tables if name in t.named)
        (table.columns if name in table.columns else table.hidden)[name] = new


@dataclass(slots=True)
class Conditions:
    """What a pair of rows must satisfy."""

    keys: list[tuple[Expr, Expr]] = field(default_factory=list)
    others: list[Expr] = field(default_factory=list)
    inequality: tuple[str, Expr, Expr] | None = None
    keyless: str | None = None  # see nodes.Join
    shape: Shape = field(default_factory=Shape)


@dataclass(slots=True)
class OnAnalyser:
    """Takes ON apart; conditions on one side alone are put on its rows where that is the same."""

    analyser: ExpressionAnalyser  # knows the columns of both sides
    left: FromRows
    right: FromRows
    kind: JoinKind
    any: bool

    def conditions(self, on: ast.Expression) -> Conditions:
        """What ON asks of two rows."""
        condition = self.analyser.expr(on)
        check_place(condition, on, "JOIN TREE")
        self._multiply()
        _check_condition(condition, on)
        found = Conditions()
        own: list[Expr] = []
        for part in self._parts(condition):
            pair = key_pair(part, self.left.ids(), self.right.ids())
            if pair is not None:
                found.keys.append(same_type(*pair, equal=True))
            elif not self._moved(part, own):
                found.others.append(part)
        found.shape = self._shape(found, own)
        if self.kind in ("ASOF", "ASOF LEFT"):
            self._asof(found)
        elif not found.keys:
            self._without_keys(found, own, on)
        return found

    def _shape(self, found: Conditions, own: Sequence[Expr]) -> Shape:
        """What algorithms ask of a join."""
        left, right = self.left.ids(), self.right.ids()
        read = [(part, columns_of(part).keys()) for part in found.others]
        both = [part for part, ids in read if ids & left and ids & right]
        apart = [part for part in both if not self._keeps_apart(part)]
        sides = {"left" if columns_of(part).keys() <= left else "right" for part in own}
        asof = self.kind in ("ASOF", "ASOF LEFT")
        return Shape(
            keys=list(found.keys),
            keyed=asof or bool(found.keys) or len(apart) < len(both),
            alternatives=any(self._alternatives(part) for part in apart),
            inequalities=sum(self._compared(part) is not None for part in apart),
            mixed=bool(apart) and not asof,
            conditioned_sides=sides,
        )

    def _parts(self, condition: Expr) -> list[Expr]:
        """The parts of AND, tuples taken apart, without those that are always true."""
        found = []
        for part in conjuncts(condition):
            if is_constant(part):
                if fold(part, self.analyser.context).value:
                    continue
                return [part]
            found += self._elements(part)
        return found

    def _elements(self, part: Expr) -> list[Expr]:
        """`(a, b) = (c, d)` as an equality for each element."""
        pair = part.args if isinstance(part, Call) and part.function.name == "equals" else ()
        lists = [e.args for e in pair if isinstance(e, Call) and e.function.name == "tuple"]
        if len(lists) != 2 or len(lists[0]) != len(lists[1]):
            return [part]
        return [self.analyser.call("equals", [a, b]) for a, b in zip(*lists, strict=True)]

    def _multiply(self) -> None:
        """The rows of a side once for each element of an arrayJoin() over its columns."""
        for column, array in self.analyser.array_joins:
            read = columns_of(array).keys()
            side = next((s for s in (self.left, self.right) if read <= s.ids()), None)
            if side is None or (not read and self.kind != "INNER"):
                raise not_implemented(
                    "Function arrayJoin is not supported in JOIN ON for columns of both tables,"
                    " nor for constants in a join that is not INNER."
                )
            side.node = ArrayJoin(side.node, ((column, array),))
            side.elements.append(column)

    def _moved(self, part: Expr, own: list[Expr]) -> bool:
        """Whether the condition is put on the rows of the one side that it reads."""
        read = columns_of(part).keys()
        for side, kinds in ((self.left, _FILTERS_LEFT), (self.right, _FILTERS_RIGHT)):
            if read and read <= side.ids():
                own.append(part)
                if self.kind in kinds:
                    side.node = Filter(side.node, part)
                    return True
        return False

    # --- joins without equal keys -----------------------------------------------------------

    def _without_keys(self, found: Conditions, own: Sequence[Expr], on: ast.Expression) -> None:
        if self.any and self.kind == "INNER" and not found.others:
            # Each row is used once: that of constant keys.
            found.keys.append((Constant(UINT8, 1), Constant(UINT8, 1)))
        refused = self._needs_keys(found.others) or (self.any and bool(own))
        if not refused or (self.kind == "INNER" and not self.any):
            return
        if self.any or self.kind not in _OUTER:
            raise no_keys(column_name(on))
        found.keyless = column_name(on)

    def _needs_keys(self, others: Sequence[Expr]) -> bool:
        """Whether rows that have no equal keys can meet only by trying all pairs."""
        if all(is_constant(e) or isinstance(e.type.inner, Nothing) for e in others):
            return False
        if any(self._keeps_apart(part) or self._alternatives(part) for part in others):
            return False
        separable = [part for part in others if self._compared(part) is not None]
        return self.any or len(separable) < 2

    def _keeps_apart(self, part: Expr) -> bool:
        """Whether only rows with equal values meet, NULL being a value too."""
        left, right = self.left.ids(), self.right.ids()
        return key_pair(part, left, right, "isNotDistinctFrom") is not None

    def _alternatives(self, part: Expr) -> bool:
        """Whether it is an OR in which every alternative has keys."""
        if not isinstance(part, Call) or part.function.name != "or":
            return False
        left, right = self.left.ids(), self.right.ids()
        return all(
            is_constant(one) or any(key_pair(p, left, right) for p in conjuncts(one))
            for one in part.args
        )

    def _compared(self, part: Expr) -> tuple[str, Expr, Expr] | None:
        """An inequality between the left and the right side."""
        operator = _INEQUALITIES.get(part.function.name) if isinstance(part, Call) else None
        if operator is None or not isinstance(part, Call):
            return None
        first, second = part.args
        a, b = columns_of(first).keys(), columns_of(second).keys()
        if a and b and a <= self.left.ids() and b <= self.right.ids():
            return operator, first, second
        if a and b and a <= self.right.ids() and b <= self.left.ids():
            return _FLIPPED[operator], second, first
        return None

    # --- ASOF -------------------------------------------------------------------------------

    def _asof(self, found: Conditions) -> None:
        compared = [(part, self._compared(part)) for part in found.others]
        inequalities = [c for _, c in compared if c is not None]
        rest = [part for part, c in compared if c is None]
        if len(inequalities) != 1:
            raise Error(
                Code.INVALID_JOIN_ON_EXPRESSION,
                "ASOF join does not support multiple inequality predicates in JOIN ON expression"
                if inequalities
                else "ASOF join requires one inequality predicate (<, <=, > or >=) in the JOIN ON"
                " expression, in addition to the equality predicates",
            )
        operator, first, second = inequalities[0]
        for part in rest:
            if not columns_of(part).keys() <= self.left.ids():
                raise Error(
                    Code.INVALID_JOIN_ON_EXPRESSION,
                    "Non equi condition from JOIN ON section is supported only for ALL"
                    " INNER/LEFT/FULL/RIGHT JOINs",
                )
            # A row of the left side that is not meant finds no partner.
            first = self.analyser.call("if", [part, first, Constant(NULL_TYPE, None)])
        found.others = []
        found.inequality = (operator, *same_type(first, second))


def check_asof(item: ast.Join, found: Conditions) -> None:
    """Refuse kinds and types that ASOF does not know."""
    if item.kind not in ("INNER", "LEFT"):
        raise not_implemented("Wrong ASOF JOIN type. Only ASOF and LEFT ASOF joins are supported")
    assert found.inequality is not None
    type_ = found.inequality[1].type.inner
    if isinstance(type_, String | FixedString | Array | Map | Tuple):
        raise Error(Code.BAD_TYPE_OF_FIELD, f"ASOF join not supported for type: {type_}")
    if not found.keys:
        raise not_implemented("ASOF join with hash algorithm needs at least one equi-join column")


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


def conjuncts(expr: Expr) -> list[Expr]:
    """The parts of an AND."""
    if isinstance(expr, Call) and expr.function.name == "and":
        return [part for arg in expr.args for part in conjuncts(arg)]
    return [expr]


def key_pair(
    expr: Expr, left: set[int], right: set[int], function: str = "equals"
) -> tuple[Expr, Expr] | None:
    """The two sides of an equality between expressions over the left and the right columns."""
    if not isinstance(expr, Call) or expr.function.name != function:
        return None
    first, second = expr.args
    a, b = columns_of(first).keys(), columns_of(second).keys()
    if a and b and a <= left and b <= right:
        return first, second
    if a and b and a <= right and b <= left:
        return second, first
    return None


def same_type(left: Expr, right: Expr, *, equal: bool = False) -> tuple[Expr, Expr]:
    """Both sides in one type, so that equal values are equal."""
    if left.type.inner == right.type.inner:
        return left, right
    common = (equal and wider(left.type, right.type)) or common_type(left.type, right.type)
    return cast_to(left, common), cast_to(right, common)


def comparable(left: Expr, right: Expr) -> tuple[Expr, Expr] | None:
    """Both sides of an equality in one type by which rows can be looked up; None if that would ask
    something else of them."""
    types = left.type.inner, right.type.inner
    if not all(isinstance(type_, _PLAIN) for type_ in types):
        return None
    if types[0] != types[1] and not all(isinstance(type_, Integer) for type_ in types):
        return None
    return same_type(left, right, equal=True)


def wider(left: Type, right: Type) -> Type | None:
    """The integer that tells signed values from unsigned ones, which none of ClickHouse's does."""
    a, b = left.inner, right.inner
    if not _no_integer_for(a, b):
        return None
    bits = 2 * max(getattr(t, "bits", 0) for t in (a, b))
    wide = Integer(bits, True) if bits <= 256 else None
    return make_nullable(wide) if wide and (left.nullable or right.nullable) else wide


def narrower(left: Type, right: Type) -> Type | None:
    """The integer that USING shows of rows that have met: what both sides can hold fits it."""
    a, b = left.inner, right.inner
    if not _no_integer_for(a, b):
        return None
    assert isinstance(a, Integer) and isinstance(b, Integer)
    found = min((a, b), key=lambda t: (t.bits, t.signed))
    return make_nullable(found) if left.nullable or right.nullable else found


def _no_integer_for(left: Type, right: Type) -> bool:
    """Whether these are integers, and no type of ClickHouse holds the values of both."""
    if not (isinstance(left, Integer) and isinstance(right, Integer)):
        return False
    unsigned = max((t.bits for t in (left, right) if not t.signed), default=0)
    signed = max((t.bits for t in (left, right) if t.signed), default=0)
    return signed > 0 and signed <= unsigned and unsigned in (64, 256)


def common_type(left: Type, right: Type) -> Type:
    """The type in which both sides are compared."""
    return left if left == right else least_supertype((left, right))
