"""Numbers in arrays: sums, means, differences, and any aggregate function over an array."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from sparktree.errors import Code, Error
from sparktree.functions.aggregates.basic import sum_type, summand
from sparktree.functions.aggregates.combinators import resolution
from sparktree.functions.aggregates.declare import (
    Agg,
    Aggregate,
    AggregateCall,
    filled,
    levels,
    result_type,
    skipped,
    unknown_aggregate,
)
from sparktree.functions.aggregates.parameters import parameter_value
from sparktree.functions.aggregates.states.function_types import state_type
from sparktree.functions.arrays.higher_order import Rows, declare, has_lambda
from sparktree.functions.core import lists
from sparktree.functions.core.convert import convert
from sparktree.functions.core.convert_numbers import number
from sparktree.functions.core.declare import Argument, Arguments, Call, function, on_dictionary
from sparktree.functions.core.doubles import to_double
from sparktree.functions.core.number_types import sum_type as pair_type
from sparktree.functions.core.text_arguments import is_text
from sparktree.functions.numbers import decimals
from sparktree.functions.numbers.arithmetic import integers
from sparktree.functions.numbers.wide import wide_sum
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import (
    FLOAT64,
    INT128,
    NULL_TYPE,
    Array,
    Bool,
    Decimal,
    Float,
    Integer,
    LowCardinality,
    Nothing,
    String,
    Tuple,
    Type,
    inside_low_cardinality,
    remove_low_cardinality,
)


def _numbers(type_: Type) -> Type:
    inner = type_.inner
    if type_.nullable or not isinstance(inner, Integer | Float | Decimal | Bool):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"array aggregation function cannot be performed on type {type_}",
        )
    return inner


def _value(call: Call) -> Type:
    """The type of the numbers: of the lambda's values, or of the elements."""
    if has_lambda(call.arguments):
        return call.type(0).inner
    type_ = call.inner(0)
    assert isinstance(type_, Array)
    return type_.of.inner


def _sum_type(arrays: list[Argument], value: Type) -> Type:
    return sum_type([Argument(_numbers(value))], ())


def in_sum_type(values: Sql, type_: Type) -> Sql:
    """The kernel's sum of a list as ClickHouse's sum of the type."""
    result = sum_type([Argument(type_)], ())
    if isinstance(result, Integer) and result.bits > 64:
        wide = Integer(256, result.signed)
        given = lists.transform(values, lambda v: number(v, type_, wide))
        signed = sql.TRUE if result.signed else sql.FALSE
        total = sql.coalesce(wide_sum(given, signed), wide.default())
        return number(total, wide, result)
    total = sql.call("list_sum", lists.transform(values, lambda v: summand(v, type_)))
    if isinstance(result, Integer) and result.bits == 64:
        total = number(total, INT128, result)
    return sql.coalesce(sql.cast(total, result.kernel), result.default())


def _sum(call: Call, rows: Rows) -> Sql:
    return in_sum_type(rows.mapped(), _value(call))


def _average(call: Call, rows: Rows) -> Sql:
    type_ = _value(call)
    if isinstance(type_, Integer) and type_.bits == 64:  # their sum wraps
        return sql.bound(rows.mapped(), lambda values: _mean_of_sum(values, type_))
    floats = lists.transform(rows.mapped(), lambda v: to_double(v, type_))
    return sql.coalesce(sql.call("list_avg", floats), sql.cast(0, "DOUBLE"))


def _mean_of_sum(values: Sql, type_: Type) -> Sql:
    total = to_double(in_sum_type(values, type_), sum_type([Argument(type_)], ()))
    count = sql.call("len", values)
    return sql.case(
        (sql.op(">", count, 0), sql.op("/", total, count)), otherwise=sql.cast(0, "DOUBLE")
    )


def _product(call: Call, rows: Rows) -> Sql:
    type_ = _value(call)
    if isinstance(type_, Integer):
        return sql.bound(rows.mapped(), lambda values: _product_of_integers(values, type_))
    return _product_of_floats(rows.mapped(), type_)


def _product_of_floats(values: Sql, type_: Type) -> Sql:
    floats = lists.transform(values, lambda v: to_double(v, type_))
    return sql.coalesce(sql.call("list_product", floats), sql.cast(0, "DOUBLE"))


_EXACT = 2**53  # integers below it are floats too


def _product_of_integers(values: Sql, type_: Integer) -> Sql:
    """The product of integers wraps as their sum does; of few and small ones none does."""
    result = sum_type([Argument(type_)], ())
    wide = lists.transform(values, lambda v: number(v, type_, result))
    product = lists.reduced(wide, lambda known, item: _pair("multiply", known, item, result))
    wrapped = to_double(product, result)
    floats = _product_of_floats(values, type_)
    return sql.let(
        floats, lambda known: sql.case((Sql(f"abs({known}) < {_EXACT}"), known), otherwise=wrapped)
    )


def _extreme(kernel: str) -> Callable[[Call, Rows], Sql]:
    def lower(call: Call, rows: Rows) -> Sql:
        values, type_ = rows.mapped(), _value(call)
        found = sql.call(f"list_{kernel}", values)
        if isinstance(type_, Float):  # NaN counts only where there is nothing else
            numbers = lists.filtered(values, lambda v: sql.op("NOT", sql.call("isnan", v)))
            found = sql.coalesce(sql.call(f"list_{kernel}", numbers), found)
        return found if call.result.nullable else sql.coalesce(found, call.result.default())

    return lower


def _extreme_type(arrays: list[Argument], value: Type) -> Type:
    if isinstance(value.inner, Nothing):
        _numbers(value)
    return remove_low_cardinality(value)


declare(
    "arraySum",
    _sum_type,
    _sum,
    "The sum of the elements or of the lambda's values.",
    ("arraySum([1, 2])", "3"),
)


def _float_type(arrays: list[Argument], value: Type) -> Type:
    if is_text(value.inner):
        raise Error(Code.ILLEGAL_COLUMN, f"Unexpected column of {value} for an array aggregation")
    _numbers(value)
    return FLOAT64


declare(
    "arrayAvg",
    _float_type,
    _average,
    "The mean of the elements or of the lambda's values.",
    ("arrayAvg([1, 2])", "1.5"),
)
declare(
    "arrayProduct",
    _float_type,
    _product,
    "The product of the elements or of the lambda's values.",
    ("arrayProduct([2, 3])", "6"),
)
declare(
    "arrayMin",
    _extreme_type,
    _extreme("min"),
    "The least of the elements or of the lambda's values.",
    ("arrayMin([1, 2])", "1"),
)
declare(
    "arrayMax",
    _extreme_type,
    _extreme("max"),
    "The greatest of the elements or of the lambda's values.",
    ("arrayMax([1, 2])", "2"),
)


# --- running ------------------------------------------------------------------------------------


def _running_type(arrays: list[Argument], value: Type) -> Type:
    return Array(sum_type([Argument(_numbers(value))], ()))


def _running(call: Call, rows: Rows) -> Sql:
    type_ = _value(call)

    def sums(values: Sql) -> Sql:
        return lists.transform_at(values, lambda _, n: in_sum_type(Sql(f"{values}[1:{n}]"), type_))

    return sql.bound(rows.mapped(), sums)


def _not_negative(call: Call, rows: Rows) -> Sql:
    type_ = _value(call)
    result = sum_type([Argument(type_)], ())
    wide = lists.transform(
        rows.mapped(), lambda v: sql.cast(number(_plain(v, type_), type_, result), result.kernel)
    )
    kernel = f"{result.kernel}[]"

    def grown(state: Sql, item: Sql) -> Sql:
        last = sql.coalesce(sql.item(state, -1), result.default())
        total = sql.call("greatest", result.default(), _pair("plus", last, item, result))
        return sql.cast(sql.call("list_append", state, total), kernel)

    return lists.reduced(wide, grown, sql.cast(Sql("[]"), kernel))


def _plain(value: Sql, type_: Type) -> Sql:
    return sql.cast(value, "UTINYINT") if isinstance(type_, Bool) else value


def _difference_type(arrays: list[Argument], value: Type) -> Type:
    inner = _numbers(value)
    return Array(pair_type("minus", inner, inner, signed=True))


def _pair(name: str, left: Sql, right: Sql, type_: Type) -> Sql:
    """The sum, difference or product of two values of a type; integers wrap."""
    operator = {"plus": "+", "minus": "-", "multiply": "*"}[name]
    if isinstance(type_, Integer):
        return integers(name, operator, left, type_, right, type_, type_)
    if isinstance(type_, Decimal):
        return decimals.operate(name, left, type_, right, type_, type_)
    return sql.op(operator, left, right)


def _differences(call: Call, rows: Rows) -> Sql:
    assert isinstance(call.result, Array)
    type_, element = _value(call), call.result.of
    wide = lists.transform(rows.mapped(), lambda v: convert(v, type_, element))
    zero = element.default()

    def steps(values: Sql) -> Sql:
        return lists.transform_at(
            values,
            lambda v, n: sql.case(
                (sql.op("=", n, 1), zero),
                otherwise=_pair("minus", v, Sql(f"{values}[{n} - 1]"), element),
            ),
        )

    return sql.bound(wide, steps)


declare(
    "arrayCumSum",
    _running_type,
    _running,
    "The sums of the elements up to each of them.",
    ("arrayCumSum([1, 2, 3])", "[1,3,6]"),
)
declare(
    "arrayCumSumNonNegative",
    _running_type,
    _not_negative,
    "Running sums that never fall below zero.",
    ("arrayCumSumNonNegative([1, -5, 3])", "[1,0,3]"),
)
declare(
    "arrayDifference",
    _difference_type,
    _differences,
    "The differences from element to element.",
    ("arrayDifference([1, 2, 4])", "[0,1,2]"),
)


# --- any aggregate ------------------------------------------------------------------------------


def _named(function: str, text: str) -> tuple[str, tuple[object, ...]]:
    """The name and the parameters of `quantile(0.5)`."""
    if not text:
        raise Error(
            Code.BAD_ARGUMENTS,
            f"First argument for function {function} (name of aggregate function) cannot be empty",
        )
    name, opened, rest = text.partition("(")
    if not opened or not rest.endswith(")"):
        return text, ()
    if not name or rest == ")":
        raise Error(
            Code.BAD_ARGUMENTS,
            f"{text} doesn't look like aggregate function name in function {function}",
        )
    return name, tuple(parameter_value(p.strip()) for p in rest[:-1].split(","))


def _reduced(
    name: str, arguments: Sequence[Argument], arrays: int
) -> tuple[str, tuple[object, ...], list[Argument]]:
    type_ = arguments[0].type if name == "arrayReduce" else arguments[0].type.inner
    if not isinstance(type_, String):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"First argument for function {name} must be constant string: name of aggregate"
            " function",
        )
    called, values = _named(name, str(arguments[0].value))
    called = resolution.canonical(called)
    elements = [
        Argument(lists.array_at(name, arguments, i).of) for i in range(arrays, len(arguments))
    ]
    return called, values, elements


def _aggregate(
    name: str, called: str, values: tuple[object, ...], elements: list[Argument]
) -> AggregateCall:
    found = resolution.split(called)
    if found is None:
        raise unknown_aggregate(called)
    declared, state = _derived(called)
    declared.check(len(elements), len(values))
    result = result_type(declared, elements, values)
    if state:
        name = called.removesuffix("State")
        result = state_type(name, values, [e.type for e in elements])
    return AggregateCall(called, tuple(elements), values, (), result)


def _derived(called: str) -> tuple[Aggregate, bool]:
    """The aggregate with all its suffixes applied, and whether its state is wanted."""
    found = resolution.split(called)
    assert found is not None
    declared, suffixes = found
    state = bool(suffixes) and suffixes[-1] == "State"
    for suffix in suffixes[:-1] if state else suffixes:
        derive = resolution.COMBINATORS[suffix].derive
        if derive is None:
            raise Error(
                Code.NOT_IMPLEMENTED, f"The combinator -{suffix} is not supported over arrays."
            )
        declared = derive(declared)
    return declared, state


def _over(call: Call, blank: AggregateCall, rows: Sql, count: int) -> Sql:
    """The aggregate over the rows of a list, as a subquery; that of bare NULLs is NULL."""
    if blank.result == NULL_TYPE:
        return sql.NULL
    declared, state = _derived(blank.name)
    fields = tuple(lists.fields(sql.name("_r"), count))
    inner = AggregateCall(
        blank.name, blank.arguments, blank.parameters, fields, blank.result, call.context.zone
    )
    parts = _in_lists(declared, inner, rows)
    if parts is not None and (state or declared.final is not None):
        assert declared.final is not None
        return declared.pack(parts) if state else filled(declared.final(inner, parts), inner.result)
    return levels(declared, inner, state=state).over(f"(SELECT unnest({rows}) AS _r)")


# Aggregates that the kernel also has over lists: no subquery is needed, which no lambda may have.
_OF_LISTS = ("sum", "min", "max", "any_value", "first", "last", "bit_and", "bit_or", "bit_xor")


def _in_lists(declared: Aggregate, call: AggregateCall, rows: Sql) -> tuple[Sql, ...] | None:
    """The partial values by functions over lists, if all of them have one."""
    if declared.partial is None:
        return None
    where = skipped(declared, call)
    found = [_in_list(agg, rows, where) for agg in declared.partial(call)]
    parts = tuple(part for part in found if part is not None)
    return parts if len(parts) == len(found) else None


def _in_list(agg: Agg, rows: Sql, where: list[Sql]) -> Sql | None:
    conditions = [*where, *([Sql(agg.condition)] if agg.condition else [])]
    kept = rows
    if conditions:
        kept = sql.call("list_filter", rows, sql.function(["_r"], sql.all_of(conditions)))
    if agg.order_by or len(agg.args) != 1 or agg.name not in ("count", "list", *_OF_LISTS):
        return None
    if agg.args[0] == "*":
        return sql.call("len", kept)
    values = sql.call("list_transform", kept, sql.function(["_r"], Sql(agg.args[0])))
    if agg.distinct:
        values = sql.call("list_distinct", values)
    if agg.name == "count":
        values = Sql(f"len(list_filter({values}, lambda _c: _c IS NOT NULL))")
    elif agg.name != "list":
        values = sql.call("list_aggregate", values, sql.string(agg.name))
    return Sql(agg.around.replace("{}", values))


def _reduce_type(arguments: Arguments) -> Type:
    return _aggregate(arguments.function, *_reduced(arguments.function, arguments, 1)).result


@function(
    "arrayReduce",
    args=(2, None),
    too_few=Code.TOO_FEW_ARGUMENTS_FOR_FUNCTION,
    returns=_reduce_type,
    nulls="own",
    low_cardinality=False,
    constant_arguments=(0,),
    refuses_null=True,
    takes_nothing=True,
    example=("arrayReduce('max', [1, 2, 3])", "3"),
)
def array_reduce(call: Call) -> Sql:
    """An aggregate function over the elements of arrays."""
    blank = _aggregate(call.name, *_reduced(call.name, call.arguments, 1))
    rows = lists.zipped(call.name, call.sqls[1:])
    return _over(call, blank, rows, len(call) - 1)


def _started(arguments: Sequence[Argument]) -> AggregateCall:
    if len(arguments) < 2:
        raise Error(
            Code.BAD_ARGUMENTS, "Function initializeAggregation requires at least 2 arguments"
        )
    named = isinstance(remove_low_cardinality(arguments[0].type), String)
    if not arguments[0].is_constant or not named:
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            "First argument for function initializeAggregation must be constant string:"
            " name of aggregate function",
        )
    called, values = _named("initializeAggregation", str(arguments[0].value))
    given = [replace(a, type=remove_low_cardinality(a.type)) for a in arguments[1:]]
    return _aggregate("initializeAggregation", called, values, given)


def _started_type(arguments: Sequence[Argument]) -> Type:
    result = _started(arguments).result
    low = on_dictionary(arguments) and inside_low_cardinality(result)
    return LowCardinality(result) if low else result


@function(
    "initializeAggregation",
    args=(0, None),
    returns=_started_type,
    nulls="own",
    low_cardinality=False,
    refuses_null=True,
    takes_nothing=True,
    example=("initializeAggregation('sum', 3)", "3"),
)
def initialize_aggregation(call: Call) -> Sql:
    """An aggregate function over the values of one row."""
    rows = lists.zipped(call.name, [sql.array(value) for value in call.sqls[1:]])
    return _over(call, _started(call.arguments), rows, len(call) - 1)


def _ranges_type(arguments: Arguments) -> Type:
    ranges = remove_low_cardinality(arguments[1].type)
    pair = ranges.of if isinstance(ranges, Array) else ranges
    if not isinstance(pair, Tuple) or not all(isinstance(t, Integer) for t in pair.of):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"Second argument of function {arguments.function} must be an array of tuples of a"
            f" start and a length, got {ranges}",
        )
    return Array(_aggregate(arguments.function, *_reduced(arguments.function, arguments, 2)).result)


@function(
    "arrayReduceInRanges",
    args=(3, None),
    returns=_ranges_type,
    nulls="own",
    low_cardinality=False,
    constant_arguments=(0,),
    refuses_null=True,
    takes_nothing=True,
    example=("arrayReduceInRanges('sum', [(1, 2)], [1, 2, 3])", "[3]"),
)
def array_reduce_in_ranges(call: Call) -> Sql:
    """An aggregate function over pieces of arrays, given as (start, length)."""
    blank = _aggregate(call.name, *_reduced(call.name, call.arguments, 2))
    rows = lists.zipped(call.name, call.sqls[2:])
    start = "(CASE WHEN _g.f1 < 0 THEN len(_a) + _g.f1 + 1 ELSE _g.f1 END)"
    piece = Sql(f"_a[greatest(1, {start}):{start} + _g.f2 - 1]")
    value = _over(call, blank, piece, len(call) - 2)
    numbered = (
        f"(SELECT unnest({call[1]}) AS _g, generate_subscripts({call[1]}, 1) AS _n, {rows} AS _a)"
    )
    return Sql(f"(SELECT list(_v ORDER BY _n) FROM (SELECT _n, {value} AS _v FROM {numbered}))")
