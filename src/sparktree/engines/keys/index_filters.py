"""Filters as indexes see them: hints as the conditions in them, equal tuples element by element,
columns that are expressions as these, and without what no row can change."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from sparktree.engines.keys.constants import tuple_columns
from sparktree.errors import Error
from sparktree.functions.core.declare import QueryContext
from sparktree.planner.analysis.join_conditions import conjuncts
from sparktree.planner.calls import call, is_null_constant
from sparktree.planner.expr import Call, Column, Constant, Expr, InSet, Lambda, is_constant
from sparktree.planner.lower import fold
from sparktree.types import Integer, Tuple, Type, remove_low_cardinality, remove_nullable

# Functions that give their first argument back, if it is no NULL.
_SAME = ("assumeNotNull", "coalesce", "ifNull", "materialize", "toNullable")
# Functions that compare as others do, where no value is NULL.
_PLAIN = {"isNotDistinctFrom": "equals", "isDistinctFrom": "notEquals"}


def for_indexes(
    filters: Sequence[Expr],
    context: QueryContext,
    aliases: Mapping[int, Expr] | None = None,
    keys: Collection[Expr] = (),
) -> tuple[Expr, ...]:
    """What must hold for rows that are looked for; it may say less than the filters.

    `aliases` are the columns that stand for expressions, `keys` what indexes know as it is.
    """
    seen = _ForIndexes(context, aliases or {}, frozenset(keys))
    return tuple(part for one in filters for part in conjuncts(seen.condition(one)))


def is_never(condition: Expr) -> bool:
    """Whether no row can meet the condition."""
    return isinstance(condition, Constant) and not condition.value


def is_always(condition: Expr) -> bool:
    """Whether every row meets the condition."""
    return isinstance(condition, Constant) and bool(condition.value)


@dataclass(frozen=True, slots=True)
class _ForIndexes:
    context: QueryContext
    aliases: Mapping[int, Expr]
    keys: frozenset[Expr]
    open: set[int] = field(default_factory=set)  # the columns that are being replaced

    def condition(self, expr: Expr) -> Expr:
        """A condition that must hold, as indexes see it."""
        return self._without_hints(self.plain(expr))

    def _without_hints(self, expr: Expr) -> Expr:
        if not isinstance(expr, Call):
            return expr
        name = expr.function.name
        if name in ("and", "or"):
            return call(name, [self._without_hints(arg) for arg in expr.args], self.context)
        if name == "indexHint" and expr.args:
            return self._all([self._without_hints(arg) for arg in expr.args])
        if name == "equals":
            left, right = expr.args
            pairs = list(_pairs(left, right, self.context))
            if len(pairs) > 1:
                return self._all([call("equals", pair, self.context) for pair in pairs])
        return expr

    def _all(self, parts: Sequence[Expr]) -> Expr:
        return parts[0] if len(parts) == 1 else call("and", parts, self.context)

    def plain(self, expr: Expr) -> Expr:
        """An expression that has the same value (or NULL) for every row."""
        if expr in self.keys:
            return expr
        if isinstance(expr, Column):
            return self._behind(expr)
        if isinstance(expr, InSet):
            return self._among(replace(expr, value=self.plain(expr.value)))
        if not isinstance(expr, Call):
            return expr
        try:
            if is_constant(expr):
                return fold(expr, self.context)
            return self._reduced(self._with_plain_arguments(expr))
        except Error:
            return expr  # what raises for its constants raises for its rows

    def _behind(self, column: Column) -> Expr:
        """The expression that an ALIAS column stands for."""
        value = self.aliases.get(column.id)
        if value is None or column.id in self.open:
            return column
        self.open.add(column.id)
        found = self.plain(value)
        self.open.discard(column.id)
        return found

    def _among(self, expr: InSet) -> Expr:
        """IN, known if its value and its set are constants."""
        known = is_constant(expr.value) and expr.table is None
        return fold(expr, self.context) if known else expr

    def _with_plain_arguments(self, expr: Call) -> Call:
        args = tuple(a if isinstance(a, Lambda) else self.plain(a) for a in expr.args)
        if args == expr.args:
            return expr
        if [a.type for a in args] == [a.type for a in expr.args] or expr.function.name == "_CAST":
            return replace(expr, args=args)
        made = call(expr.function.name, args, self.context)
        return made if isinstance(made, Call) else expr

    def _reduced(self, expr: Call) -> Expr:
        name, args = expr.function.name, expr.args
        if name == "_null":
            return Constant(expr.type, None)
        if name == "if" or name == "multiIf":
            return self._chosen(expr)
        if name in _SAME and not args[0].type.nullable and _alike(args[0].type, expr.type):
            return args[0]
        if (
            name == "_CAST"
            and not args[0].type.nullable
            and _solid(args[0].type) == _solid(expr.type)
        ):
            return args[0]
        if name in _PLAIN and not any(arg.type.nullable for arg in args):
            return call(_PLAIN[name], args, self.context)
        return expr

    def _chosen(self, expr: Call) -> Expr:
        """The branch that a constant condition chooses."""
        *pairs, last = expr.args
        for condition, value in zip(pairs[::2], pairs[1::2], strict=True):
            if not isinstance(condition, Constant):
                return expr
            if condition.value:
                return value if _alike(value.type, expr.type) else expr
        return last if _alike(last.type, expr.type) else expr


def _solid(type_: Type) -> Type:
    return remove_nullable(remove_low_cardinality(type_))


def _alike(one: Type, other: Type) -> bool:
    """Whether a value of one type compares as the same value of the other."""
    first, second = _solid(one), _solid(other)
    return first == second or (isinstance(first, Integer) and isinstance(second, Integer))


def _pairs(left: Expr, right: Expr, context: QueryContext) -> Iterator[tuple[Expr, Expr]]:
    """The elements that must be equal where two tuples are, of tuples in tuples too."""
    ours, theirs = _elements(left, context), _elements(right, context)
    if ours is None or theirs is None or len(ours) != len(theirs):
        yield left, right
        return
    for one, other in zip(ours, theirs, strict=True):
        yield from _pairs(one, other, context)


def _elements(expr: Expr, context: QueryContext) -> list[Expr] | None:
    """The elements of a tuple; of none with NULL, which has rules of its own there."""
    if isinstance(expr, Call) and expr.function.name == "tuple":
        items: list[Expr] | None = list(expr.args)
    elif is_constant(expr) and isinstance(expr.type, Tuple):
        items = tuple_columns(expr, context)
    else:
        return None
    return None if items is None or any(map(is_null_constant, items)) else items
