"""Window functions: which there are, their types and their frames."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from sparktree.errors import Code, Error, not_implemented
from sparktree.functions.core.declare import QueryContext, wrong_arity
from sparktree.kernel.sql import Sql
from sparktree.planner.analysis.analyze import ExpressionAnalyser, WindowAnalyser
from sparktree.planner.analysis.collation import collation
from sparktree.planner.analysis.derivative import derivative_sql, derivative_type
from sparktree.planner.analysis.frames import typed_frame
from sparktree.planner.analysis.scope import Scope
from sparktree.planner.casting import cast_to
from sparktree.planner.expr import (
    AggregateUse,
    Constant,
    Expr,
    RowNumber,
    SortItem,
    WindowFrame,
    WindowUse,
    children,
    is_constant,
    is_window,
    walk,
)
from sparktree.planner.lower import fold
from sparktree.planner.variants import check_key
from sparktree.registry import Registry
from sparktree.sql import ast, column_name
from sparktree.types import (
    FLOAT64,
    INT64,
    UINT64,
    Decimal,
    Integer,
    Map,
    Type,
    Variant,
    least_supertype,
    remove_low_cardinality,
)


@dataclass(frozen=True, slots=True)
class WindowFunction:
    """A function that only windows have."""

    name: str
    kernel: str
    returns: Callable[[Sequence[Expr]], Type]
    arity: tuple[int, int]
    doc: str
    any_case: bool = False
    alias_of: str = ""  # ClickHouse's own name, of which this one is a second spelling
    fills: bool = False  # lag and lead: the third argument fills what lies outside
    frame: bool = True
    inside: bool = False  # sees only rows of its frame, which the kernel's function does not
    lower: Callable[[Sequence[Expr], Sequence[Sql], str], Sql] | None = None  # over a window


WINDOW_FUNCTIONS: Registry[str, WindowFunction] = Registry()


def _first(args: Sequence[Expr]) -> Type:
    return args[0].type


for _declared in (
    WindowFunction(
        "row_number",
        "row_number",
        lambda a: UINT64,
        (0, 0),
        "Number of the row, from 1.",
        True,
        frame=False,
    ),
    WindowFunction("rank", "rank", lambda a: UINT64, (0, 0), "Rank with gaps.", True, frame=False),
    WindowFunction(
        "dense_rank",
        "dense_rank",
        lambda a: UINT64,
        (0, 0),
        "Rank without gaps.",
        True,
        frame=False,
        alias_of="denseRank",
    ),
    WindowFunction(
        "percent_rank",
        "percent_rank",
        lambda a: FLOAT64,
        (0, 0),
        "Rank as a share.",
        True,
        frame=False,
        alias_of="percentRank",
    ),
    WindowFunction(
        "cume_dist",
        "cume_dist",
        lambda a: FLOAT64,
        (0, 0),
        "Share of rows up to this one.",
        frame=False,
    ),
    WindowFunction(
        "ntile", "ntile", lambda a: UINT64, (1, 1), "Number of the row's bucket.", True, frame=False
    ),
    WindowFunction(
        "nth_value", "nth_value", _first, (2, 2), "Value of the n-th row of the frame.", True
    ),
    WindowFunction(
        "lag", "lag", _first, (1, 3), "Value of an earlier row.", True, fills=True, frame=False
    ),
    WindowFunction(
        "lead", "lead", _first, (1, 3), "Value of a later row.", True, fills=True, frame=False
    ),
    WindowFunction(
        "lagInFrame",
        "lag",
        _first,
        (1, 3),
        "Value of an earlier row of the frame.",
        fills=True,
        frame=False,
        inside=True,
    ),
    WindowFunction(
        "leadInFrame",
        "lead",
        _first,
        (1, 3),
        "Value of a later row of the frame.",
        fills=True,
        frame=False,
        inside=True,
    ),
    WindowFunction(
        "nonNegativeDerivative",
        "",
        derivative_type,
        (2, 3),
        "Growth of a metric per second, or per interval; never negative.",
        frame=False,
        lower=derivative_sql,
    ),
):
    WINDOW_FUNCTIONS.add(_declared.name, _declared)
    if _declared.alias_of:
        WINDOW_FUNCTIONS.add(_declared.alias_of, _declared)


def find_window(name: str) -> WindowFunction | None:
    """The window function of that name."""
    found = WINDOW_FUNCTIONS.get(name)
    if found is None:
        lower = WINDOW_FUNCTIONS.get(name.lower())
        found = lower if lower is not None and lower.any_case else None
    return found


_NUMBERED = ("rowNumberInAllBlocks", "rowNumberInBlock")
_COUNTED = (*_NUMBERED, "blockSize")


@dataclass(slots=True)
class Windows(WindowAnalyser):
    """The named windows of one SELECT."""

    named: dict[str, ast.Window] = field(default_factory=dict)

    def use(self, analyser: ExpressionAnalyser, node: ast.Function) -> Expr:
        """The typed window call."""
        window = self._definition(node.over)
        partition = tuple(analyser.expr(e) for e in analyser.listed(window.partition_by))
        for key in partition:
            check_key(key.type, "GROUP BY", analyser.context)
        order = tuple(sort_item(analyser, item) for item in window.order_by)
        frame = typed_frame(window.frame, order, analyser.expr, analyser.context)
        declared = find_window(node.name)
        if declared is not None and node.nulls == "RESPECT":
            raise not_implemented(f"Function {node.name} does not support RESPECT NULLS")
        if declared is not None:
            args = self._arguments(analyser, declared, node)
            _check_frame(declared, frame, order)
            type_ = declared.returns(args)
            use = WindowUse(type_, declared.name, None, args, partition, order, frame)
        else:
            aggregate = analyser.aggregate(node)
            if aggregate is None:
                unknown = Error(
                    Code.UNKNOWN_AGGREGATE_FUNCTION,
                    f"Aggregate function with name '{node.name}' does not exist."
                    f" In scope {analyser.scope.text}",
                )
                raise analyser.unknown_function(node, unknown)
            use = WindowUse(aggregate.type, node.name, aggregate, (), partition, order, frame)
        if any(is_window(e) for child in children(use) for e in walk(child)):
            raise Error(
                Code.ILLEGAL_AGGREGATION,
                f"A window function is found inside another window function {node.name} in query",
            )
        return use

    def knows(self, name: str) -> bool:
        """Whether it is a function that only windows have."""
        return find_window(name) is not None

    def counts_rows(self, node: ast.Function) -> bool:
        """Whether it is a scalar function that numbers or counts all rows."""
        return node.name == "blockSerializedSize" or (node.name in _COUNTED and not node.args)

    def count_of_rows(self, analyser: ExpressionAnalyser, node: ast.Function) -> Expr:
        """The number of a row, from 0, or what all rows are together."""
        if node.name in _NUMBERED:
            number = RowNumber(UINT64, "row_number", None, (), (), (), None)
            return cast_to(analyser.call("minus", [number, Constant(UINT64, 1)]), UINT64)
        counted = ast.Function("count", ())
        if node.name == "blockSerializedSize":
            counted = ast.Function("sum", (ast.Function("_serializedSize", node.args),))
        aggregate = analyser.aggregate(counted)
        assert aggregate is not None
        return RowNumber(UINT64, counted.name, aggregate, (), (), (), None)

    def _arguments(
        self, analyser: ExpressionAnalyser, declared: WindowFunction, node: ast.Function
    ) -> tuple[Expr, ...]:
        args = [analyser.expr(arg) for arg in node.args]
        least, most = declared.arity
        if not least <= len(args) <= most:
            raise wrong_arity(declared.name, len(args), least, most)
        if declared.lower is not None:
            return tuple(args)
        if declared.name == "ntile":
            _check_buckets(args[0])
        if declared.fills and len(args) == 3:
            args[2] = _filling(args[2], args[0].type)
        if declared.fills and len(args) == 1:
            args.append(Constant(UINT64, 1))
        if len(args) > 1:
            _check_offset(declared, args[1], analyser.context)
            args[1] = cast_to(args[1], INT64)
        return tuple(args)

    def _definition(self, over: ast.Window | str | None) -> ast.Window:
        if isinstance(over, str):
            return self._named(over)
        assert over is not None
        if over.base is None:
            return over
        base = self._named(over.base)
        _check_derived(over, base)
        return ast.Window(None, base.partition_by, over.order_by or base.order_by, over.frame)

    def _named(self, name: str) -> ast.Window:
        if name not in self.named:
            raise Error(Code.BAD_ARGUMENTS, f"Window '{name}' does not exist")
        return self._definition(self.named[name])


def named_windows(windows: Sequence[tuple[str, ast.Window]], scope: Scope) -> dict[str, ast.Window]:
    """The windows of a WINDOW clause by their names."""
    named: dict[str, ast.Window] = {}
    for name, window in windows:
        if name in named:
            message = f"Window '{name}' is already defined. In scope {scope.text}"
            raise Error(Code.BAD_ARGUMENTS, message)
        named[name] = window
    return named


def _check_derived(over: ast.Window, base: ast.Window) -> None:
    """A window that extends another may only add what that does not say."""
    derived = f"Derived window definition of '{over.base}' is not allowed to override"
    if over.partition_by:
        raise Error(Code.BAD_ARGUMENTS, f"{derived} PARTITION BY")
    if over.order_by and base.order_by:
        raise Error(Code.BAD_ARGUMENTS, f"{derived} a non-empty ORDER BY")
    if base.frame is not None:
        message = f"Parent window '{over.base}' is not allowed to define a frame"
        raise Error(Code.BAD_ARGUMENTS, message)


def _filling(value: Expr, type_: Type) -> Expr:
    types = f"the argument type '{type_}' and the default value type '{value.type}'"
    try:
        common = least_supertype((value.type, type_))
    except Error as error:
        raise Error(Code.BAD_ARGUMENTS, f"There is no supertype for {types}") from error
    if not _alike(common, type_):
        message = f"The supertype '{common}' for {types} is not the same as the argument type"
        raise Error(Code.BAD_ARGUMENTS, message)
    return cast_to(value, type_)


def _alike(one: Type, other: Type) -> bool:
    """Whether types are equal, Decimals of one width and scale whatever their precision."""
    if isinstance(one.inner, Decimal) and isinstance(other.inner, Decimal):
        same = (one.inner.bits, one.inner.scale) == (other.inner.bits, other.inner.scale)
        return same and one.nullable == other.nullable
    return remove_low_cardinality(one) == remove_low_cardinality(other)


def _check_buckets(number: Expr) -> None:
    if not isinstance(number.type, Integer) or number.type.signed or number.type.bits > 64:
        raise Error(
            Code.BAD_ARGUMENTS,
            "'ntile' argument type must be an unsigned integer (not larger than 64-bit), got"
            f" {number.type}",
        )
    if not is_constant(number):
        raise Error(Code.BAD_ARGUMENTS, "Argument of 'ntile' function must be a constant")


def _check_offset(declared: WindowFunction, offset: Expr, context: QueryContext) -> None:
    least = 0 if declared.fills else 1
    if not is_constant(offset):
        return
    value = fold(offset, context).value
    if not isinstance(value, int) or value < least:
        raise Error(
            Code.BAD_ARGUMENTS,
            f"The offset for function {declared.name} must be in ({least}, {2**63 - 1}],"
            f" {value} given",
        )


def _check_frame(
    declared: WindowFunction, frame: WindowFrame | None, order: Sequence[SortItem]
) -> None:
    if frame is not None and declared.name in ("lag", "lead"):
        raise Error(
            Code.BAD_ARGUMENTS,
            f"Window function '{declared.name}' does not expect window frame to be explicitly"
            " specified",
        )
    if declared.name == "ntile":
        unfit = not order or (frame is not None and not _is_whole(frame))
    else:
        unfit = frame is not None and frame.unit != "RANGE"
        unfit = unfit and declared.name in ("percent_rank", "cume_dist")
    if unfit:
        raise Error(
            Code.BAD_ARGUMENTS, f"Unsupported window frame type for function '{declared.name}'"
        )


def _is_whole(frame: WindowFrame) -> bool:
    """Whether the frame is the whole partition."""
    return all(b.offset is None and not b.current for b in (frame.start, frame.end))


def sort_item(analyser: ExpressionAnalyser, item: ast.OrderItem) -> SortItem:
    """An element of ORDER BY, typed; NULLs go last unless said otherwise."""
    if len(analyser.listed([item.expression])) != 1:
        raise not_implemented(
            f"Expression ORDER BY {column_name(item.expression)} is not supported, matcher"
            " expression can only contain single column"
        )
    expr = analyser.expr(item.expression)
    check_key(expr.type, "ORDER BY", analyser.context)
    sortable = expr.type.comparable or isinstance(expr.type, Map | Variant)
    if not sortable and not isinstance(expr, AggregateUse):
        raise Error(Code.ILLEGAL_TYPE_OF_ARGUMENT, f"Values of type {expr.type} cannot be sorted.")
    locale = collation(item.collate, expr.type)
    return SortItem(expr, item.descending, bool(item.nulls_first), locale)
