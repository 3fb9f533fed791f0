"""Typed expressions as text, the way EXPLAIN prints them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from sparktree.planner.expr import (
    AggregateUse,
    Call,
    Column,
    Constant,
    Expr,
    GroupingUse,
    InSet,
    Lambda,
    SetTable,
    SortItem,
    Variable,
    WindowUse,
)
from sparktree.types import quoted

_OR, _AND, _NOT, _COMPARED, _SUM, _PRODUCT, _SIGNED, _SOLID = range(8)
# Operators as ClickHouse's EXPLAIN writes them, and how tightly they bind.
_BINARY = {
    "or": (" OR ", _OR), "and": (" AND ", _AND), "equals": (" = ", _COMPARED),
    "notEquals": (" != ", _COMPARED), "less": (" < ", _COMPARED), "greater": (" > ", _COMPARED),
    "lessOrEquals": (" <= ", _COMPARED), "greaterOrEquals": (" >= ", _COMPARED),
    "like": (" LIKE ", _COMPARED), "notLike": (" NOT LIKE ", _COMPARED),
    "ilike": (" ILIKE ", _COMPARED), "notILike": (" NOT ILIKE ", _COMPARED),
    "plus": (" + ", _SUM), "minus": (" \N{MINUS SIGN} ", _SUM), "concat": (" || ", _SUM),
    "multiply": (" * ", _PRODUCT), "divide": (" / ", _PRODUCT), "modulo": (" MOD ", _PRODUCT),
    "intDiv": (" DIV ", _PRODUCT),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Written:
    """An expression as text, and how tightly it is bound."""

    text: str
    level: int = _SOLID

    def inside(self, level: int) -> str:
        """The text among others that are bound so tightly."""
        return f"({self.text})" if self.level < level else self.text


@dataclass(slots=True)
class Texts:
    """What the numbered columns of a query stand for, and the subqueries of IN by their numbers."""

    columns: dict[int, Written] = field(default_factory=dict)
    sets: list[SetTable] = field(default_factory=list)

    def text(self, expr: Expr) -> str:
        """The expression with operators where EXPLAIN has them."""
        return self.written(expr).text

    def listed(self, exprs: Iterable[Expr]) -> str:
        """Expressions behind one another."""
        return ", ".join(map(self.text, exprs))

    def both(self, conditions: Sequence[Expr]) -> str:
        """Conditions that must all hold."""
        return self.text(conditions[0]) if len(conditions) == 1 else self.all_of(conditions)

    def all_of(self, conditions: Sequence[Expr]) -> str:
        """The same, each so written that another may follow."""
        return self._joined("and", conditions).text

    def order(self, items: Iterable[SortItem]) -> str:
        """An ordering."""
        return ", ".join(f"{self.text(i.expr)} {'DESC' if i.descending else 'ASC'}" for i in items)

    def window(self, use: WindowUse) -> str:
        """What stands in the brackets of OVER."""
        parts = [f"PARTITION BY {self.listed(use.partition_by)}"] if use.partition_by else []
        parts += [f"ORDER BY {self.order(use.order_by)}"] if use.order_by else []
        return " ".join(parts)

    def written(self, expr: Expr) -> Written:
        """The text of a typed expression."""
        if isinstance(expr, Column):
            return self.columns.get(expr.id, Written(expr.name))
        return _WRITERS[type(expr)](self, expr)

    def _joined(self, name: str, args: Iterable[Expr]) -> Written:
        word, level = _BINARY[name]
        return Written(word.join(self.written(arg).inside(level) for arg in args), level)

    def _called(
        self, name: str, args: Iterable[Expr], parameters: Iterable[object] = ()
    ) -> Written:
        given = f"({', '.join(map(_literal, parameters))})" if parameters else ""
        return Written(f"{name}{given}({self.listed(args)})")

    def _constant(self, expr: Constant) -> Written:
        return Written(_literal(expr.value))

    def _call(self, expr: Call) -> Written:
        name, args = expr.function.name, expr.args
        if name in _BINARY and len(args) > 1:
            return self._joined(name, args)
        if name in ("not", "negate"):
            word, level = ("NOT ", _NOT) if name == "not" else ("-", _SIGNED)
            return Written(f"{word}{self.written(args[0]).inside(level)}", level)
        if name in ("CAST", "_CAST") and isinstance(args[1], Constant):
            return Written(f"CAST({self.text(args[0])} AS {args[1].value})")
        if name in ("arrayElement", "tupleElement"):
            subject, place = self.written(args[0]).inside(_SOLID), self.text(args[1])
            return Written(
                f"{subject}[{place}]" if name == "arrayElement" else f"{subject}.{place}"
            )
        return self._called(name, args)

    def _lambda(self, expr: Lambda) -> Written:
        names = ", ".join(one.name for one in expr.parameters)
        head = names if len(expr.parameters) == 1 else f"({names})"
        return Written(f"{head} -> {self.text(expr.body)}")

    def _variable(self, expr: Variable) -> Written:
        return Written(expr.name)

    def _aggregate(self, expr: AggregateUse) -> Written:
        condition = () if expr.condition is None else (expr.condition,)
        return self._called(expr.name, (*expr.args, *condition), expr.parameters)

    def _grouping(self, expr: GroupingUse) -> Written:
        return self._called("grouping", expr.keys)

    def _window(self, expr: WindowUse) -> Written:
        own = expr.args if expr.aggregate is None else expr.aggregate.args
        return Written(f"{self._called(expr.name, own).text} OVER ({self.window(expr)})")

    def _in(self, expr: InSet) -> Written:
        value = expr.value
        if expr.table is None:
            values = f"({self.listed(expr.values)})"
        else:
            if expr.table not in self.sets:
                self.sets.append(expr.table)
            values = f"subquery{self.sets.index(expr.table) + 1}"
            while isinstance(value, Call) and value.function.name == "_CAST":
                value = value.args[0]  # to the type of the set
        word = "NOT IN" if expr.negated else "IN"
        return Written(f"{self.written(value).inside(_COMPARED)} {word} {values}", _COMPARED)


_WRITERS: dict[type[Expr], Callable[..., Written]] = {
    Constant: Texts._constant,
    Call: Texts._call,
    Lambda: Texts._lambda,
    Variable: Texts._variable,
    AggregateUse: Texts._aggregate,
    GroupingUse: Texts._grouping,
    WindowUse: Texts._window,
    InSet: Texts._in,
}


def _literal(value: object) -> str:
    if value is None:
        return "NULL"
    if isinstance(value, list):
        return f"[{', '.join(map(_literal, value))}]"
    if isinstance(value, dict):  # a tuple, by the names of its elements
        value = tuple(value.values())
    if isinstance(value, tuple):
        return f"({', '.join(map(_literal, value))})"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int | float) else quoted(str(value))
