"""Aggregates whose result is made of the values themselves: groupArray and its kin."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from sparktree.errors import Code, Error
from sparktree.functions.aggregates.basic import list_total, sum_type
from sparktree.functions.aggregates.declare import (
    Agg,
    Aggregate,
    AggregateCall,
    aggregate,
    illegal_argument,
    integer_parameter,
)
from sparktree.functions.aggregates.group_numbers import answer, register
from sparktree.functions.aggregates.kinds import ANYTHING, DECIMALS, UNSIGNED, Kinds, kinds
from sparktree.functions.aggregates.list_states import PAIR_LISTS, VALUE_LISTS
from sparktree.functions.aggregates.reservoir import reservoir_places, sample_places
from sparktree.functions.core.convert import convert
from sparktree.functions.core.declare import Argument, Value
from sparktree.functions.core.doubles import from_double, to_double
from sparktree.functions.core.list_rows import ListRows
from sparktree.functions.core.list_tables import sums_from_start
from sparktree.functions.core.lists import transform, unique
from sparktree.functions.hashes.hash_order import INTERSECTIONS, in_group_order, in_order
from sparktree.kernel import sql
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.types import (
    DATETIME,
    FLOAT64,
    STRING,
    UINT8,
    UINT64,
    Array,
    Bool,
    DateTime,
    Decimal,
    Float,
    Integer,
    String,
    Type,
)
from sparktree.types.literal import literal
from sparktree.types.read_text import read_value
from sparktree.types.reading import Context

Parts = tuple[Sql, ...]
Final = Callable[[AggregateCall, Sql], Sql]


def limit_of(name: str, parameters: Sequence[Value]) -> int | None:
    """The greatest number of elements, the first parameter."""
    if not parameters:
        return None
    limit = integer_parameter(name, parameters[0], Code.BAD_ARGUMENTS)
    if not 0 < limit <= UINT64.maximum:
        raise Error(
            Code.BAD_ARGUMENTS,
            f"Parameter for aggregate function {name} should be positive number",
        )
    return limit


def _first(limit: int | None) -> str:
    return "{}" if limit is None else f"({{}})[1:{limit}]"


def _arrays(name: str) -> Callable[[Sequence[Argument], Sequence[Value]], Type]:
    def returns(arguments: Sequence[Argument], parameters: Sequence[Value]) -> Type:
        limit_of(name, parameters)
        return Array(arguments[0].type)

    return returns


def without_zone(type_: Type) -> Type:
    """A moment of which ClickHouse forgets the time zone."""
    return DATETIME if isinstance(type_, DateTime) else type_


def _unique_type(arguments: Sequence[Argument], parameters: Sequence[Value]) -> Type:
    limit_of("groupUniqArray", parameters)
    return Array(without_zone(arguments[0].type))


def _listed(call: AggregateCall) -> tuple[Type, ...]:
    return (Array(call.inner(0)),)


def _declare(
    name: str,
    doc: str,
    example: tuple[str, str],
    final: Final,
    *,
    returns: Callable[[Sequence[Argument], Sequence[Value]], Type] | None = None,
    parameters: tuple[int, int | None] = (0, 1),
    distinct: bool = False,
    around: Callable[[AggregateCall], str] = lambda call: "{}",
    any_case_aliases: tuple[str, ...] = (),
    takes: tuple[Kinds, ...] = (),
    arity: tuple[int, int] = (1, 1),
    excess: Code = Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
    lacking: Code = Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
) -> None:
    """An aggregate of all the values in a list."""
    unique = "list_distinct(flatten({}))" if distinct else "flatten({})"

    def partial(call: AggregateCall) -> tuple[Agg, ...]:
        return (Agg("list", (call[0],), distinct=distinct, around=around(call)),)

    def merge(call: AggregateCall, parts: Parts) -> tuple[Agg, ...]:
        return (Agg("list", parts[:1], around=around(call).replace("{}", unique)),)

    aggregate(
        Aggregate(
            name,
            returns or _arrays(name),
            arity,
            states=_listed,
            partial=partial,
            merge=merge,
            final=lambda call, parts: final(call, parts[0]),
            doc=doc,
            example=example,
            any_case_aliases=any_case_aliases,
            parameters=parameters,
            takes=takes,
            excess=excess,
            lacking=lacking,
        )
    )


_declare(
    "groupArray",
    "The values as an array.",
    ("groupArray(3)(number)", "[0,1,2]"),
    lambda call, part: part,
    around=lambda call: _first(limit_of("groupArray", call.parameters)),
    any_case_aliases=("array_agg",),
)
_declare(
    "groupUniqArray",
    "The different values as an array.",
    ("groupUniqArray(number % 1)", "[0]"),
    lambda call, part: in_group_order(part, call.inner(0)),
    returns=_unique_type,
    distinct=True,
    around=lambda call: _first(limit_of("groupUniqArray", call.parameters)),
)


def _ring(call: AggregateCall, parts: Parts) -> Sql:
    """ClickHouse keeps the last values in a ring: the n-th lies at place n modulo the size."""
    limit = limit_of("groupArrayLast", call.parameters)
    assert limit is not None
    last, count = parts
    turn = f"(CAST({count} AS BIGINT) % {limit})"
    whole = Sql(f"list_concat({last}[{limit} - {turn} + 1:], {last}[1:{limit} - {turn}])")
    return sql.case((sql.op(">", count, limit), whole), otherwise=last)


aggregate(
    Aggregate(
        "groupArrayLast",
        _arrays("groupArrayLast"),
        (1, 1),
        states=lambda call: (Array(call.inner(0)), UINT64),
        partial=lambda call: (
            Agg("list", (call[0],), around=f"({{}})[-{limit_of('', call.parameters)}:]"),
            Agg("count", (call[0],)),
        ),
        merge=lambda call, parts: (
            Agg("list", parts[:1], around=f"flatten({{}})[-{limit_of('', call.parameters)}:]"),
            Agg("sum", parts[1:]),
        ),
        final=_ring,
        doc="The last values as an array.",
        example=("groupArrayLast(5)(number)", "[5,6,7,8,9]"),
        parameters=(1, 1),
        lacking=Code.BAD_ARGUMENTS,
    )
)


def _ordered(call: AggregateCall, part: Sql) -> Sql:
    key = call.inner(0).order_key(sql.name("_x"))
    rows = f"(SELECT unnest({part}) AS _x)"
    limit = limit_of("groupArraySorted", call.parameters)
    return Sql(f"(SELECT list(_x ORDER BY {key})[1:{limit}] FROM {rows})")


_declare(
    "groupArraySorted",
    "The least values in order.",
    ("groupArraySorted(3)(10 - number)", "[1,2,3]"),
    _ordered,
    parameters=(1, 1),
    lacking=Code.BAD_ARGUMENTS,
)


# --- moving sums --------------------------------------------------------------------------------


_MOVED = DECIMALS | kinds("enum")


def _moving_type(arguments: Sequence[Argument], parameters: Sequence[Value]) -> Type:
    limit_of("groupArrayMovingSum", parameters)
    return Array(sum_type(arguments, ()))


def _average_type(arguments: Sequence[Argument], parameters: Sequence[Value]) -> Type:
    limit_of("groupArrayMovingAvg", parameters)
    type_ = arguments[0].type
    return Array(sum_type(arguments, ()) if isinstance(type_, Decimal) else FLOAT64)


def _window_sums(call: AggregateCall, part: Sql, type_: Type) -> tuple[Sql, str]:
    """The sum of the last values at every place, and how many values a window has."""
    limit = limit_of(call.name, call.parameters)
    size = f"len({part})" if limit is None else str(limit)
    window = Sql(f"{part}[greatest(1, _n - {size} + 1):_n]")
    return list_total(window, type_), size


def _moved(columns: list[ListRows], options: list[str]) -> ListRows:
    """Sums of the last values as ClickHouse has them: differences of sums from the first value."""
    (lists,) = columns
    sums, rows = sums_from_start(lists), lists.rows
    longest = int(lists.sizes.max(initial=0))
    window = np.full(len(sums), min(int(options[0]), longest)) if options[0] else lists.sizes[rows]
    places = np.arange(len(sums))
    beyond = places - lists.starts[rows] >= window
    found = sums - np.where(beyond, sums[np.where(beyond, places - window, 0)], 0.0)
    if options[1]:
        found = found / (float(options[0]) if options[0] else window)
    return ListRows(found, lists.sizes)


_MOVED_FLOATS = register("moving", 1, _moved)


def _of_floats(call: AggregateCall, part: Sql, *, mean: bool) -> Sql:
    limit = limit_of(call.name, call.parameters)
    return answer(_MOVED_FLOATS, [part], [limit or "", "mean" if mean else ""])


def _moving_sum(call: AggregateCall, part: Sql) -> Sql:
    if isinstance(call.inner(0), Float):
        return _of_floats(call, as_floats(part, call.inner(0)), mean=False)
    total, _ = _window_sums(call, part, call.inner(0))
    return sql.call("list_transform", part, sql.function(["_x", "_n"], total))


def _moving_average(call: AggregateCall, part: Sql) -> Sql:
    type_ = call.inner(0)
    if not isinstance(type_, Decimal):
        return _of_floats(call, as_floats(part, type_), mean=True)  # sums of integers would wrap
    summed = sum_type([Argument(type_)], ())
    total, size = _window_sums(call, part, type_)
    body = from_double(Sql(f"({to_double(total, summed)} / {size})"), summed)
    return sql.call("list_transform", part, sql.function(["_x", "_n"], body))


_declare(
    "groupArrayMovingSum",
    "The sums of the last values at every place.",
    ("groupArrayMovingSum(2)(number)", "[0,1,3,5,7,9,11,13,15,17]"),
    _moving_sum,
    returns=_moving_type,
    takes=(_MOVED,),
)
_declare(
    "groupArrayMovingAvg",
    "The means of the last values at every place.",
    ("groupArrayMovingAvg(2)(number)", "[0,0.5,1.5,2.5,3.5,4.5,5.5,6.5,7.5,8.5]"),
    _moving_average,
    returns=_average_type,
    takes=(_MOVED,),
)


# --- samples ------------------------------------------------------------------------------------


def _sampled(call: AggregateCall, part: Sql) -> Sql:
    limit = limit_of("groupArraySample", call.parameters)
    seed = limit_of("groupArraySample", call.parameters[1:])
    size = sql.cast(sql.call("len", part), "BIGINT")
    assert limit is not None
    if seed is None:  # an argument that differs from row to row: each group draws for itself
        places = sample_places(size, limit, Sql("CAST(random() * 1e9 AS BIGINT)"))
    else:
        places = reservoir_places(size, limit, sql.cast(seed, "UBIGINT"))
    some = transform(places, lambda place: sql.item(part, place))
    return sql.case((Sql(f"len({part}) > {limit}"), some), otherwise=part)


_declare(
    "groupArraySample",
    "So many of the values, chosen by chance.",
    ("length(groupArraySample(3)(number))", "3"),
    _sampled,
    parameters=(1, 2),
)


# --- texts --------------------------------------------------------------------------------------


def _separator(parameters: Sequence[Value]) -> tuple[str, int | None]:
    """The text between values, and how many there may be."""
    if parameters and not isinstance(parameters[0], str):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            "First parameter for aggregate function groupConcat should be string",
        )
    most = None
    if len(parameters) > 1:
        most = integer_parameter("groupConcat", parameters[1], Code.BAD_ARGUMENTS)
    return str(parameters[0]) if parameters else "", most


def _concat_type(arguments: Sequence[Argument], parameters: Sequence[Value]) -> Type:
    _separator(parameters)
    return STRING


def _concatenated(call: AggregateCall, part: Sql) -> Sql:
    separator, most = _separator(call.parameters)
    limit = "" if most is None else f"[1:{most}]"
    type_ = call.inner(0)
    texts = Array(type_).map(part, lambda item: convert(item, type_, STRING, call.zone))
    return sql.call("array_to_string", Sql(f"{texts}{limit}"), sql.string(separator))


_declare(
    "groupConcat",
    "The values as one text, with a separator between them.",
    ("groupConcat(',')(number)", "0,1,2,3,4,5,6,7,8,9"),
    _concatenated,
    returns=_concat_type,
    parameters=(0, 2),
    excess=Code.TOO_MANY_ARGUMENTS_FOR_FUNCTION,
    any_case_aliases=("group_concat", "string_agg"),
)


# --- by place -----------------------------------------------------------------------------------


def _placed_type(arguments: Sequence[Argument], parameters: Sequence[Value]) -> Type:
    name = "groupArrayInsertAt"
    if parameters and parameters[0] is not None:
        _filler(arguments[0].type, parameters[0])
    if len(parameters) > 1 and integer_parameter(name, parameters[1]) > _MOST_PLACES:
        message = f"Too large array size (maximum: {_MOST_PLACES})"
        raise Error(Code.TOO_LARGE_ARRAY_SIZE, message)
    return Array(arguments[0].type)


_MOST_PLACES = (1 << 24) - 1


def _filler(type_: Type, value: Value) -> Value:
    """What stands at places that no row names; an integer must fit its type."""
    if not isinstance(type_, Integer):
        if isinstance(value, str) and not isinstance(type_, String):
            read_value(type_, value, Context("UTC"))  # its error says what is wrong
        return value
    if isinstance(value, str):
        try:
            value = int(value)
        except ValueError:
            message = f"Cannot convert string {value!r} to type {type_}"
            raise Error(Code.TYPE_MISMATCH, message) from None
    if not isinstance(value, int) or not type_.minimum <= value <= type_.maximum:
        message = f"Cannot convert parameter of groupArrayInsertAt ({value}) to type {type_}"
        raise Error(Code.CANNOT_CONVERT_TYPE, message)
    return value


def _filled_with(type_: Type, value: Value, zone: str) -> Sql:
    if isinstance(value, str) and not isinstance(type_, String):
        return convert(sql.string(value), STRING, type_, zone)
    return sql.cast(literal(type_, value), type_.kernel)


def _placed(call: AggregateCall, parts: Parts) -> Sql:
    type_ = call.inner(0)
    fill = type_.default()
    if call.parameters and call.parameters[0] is not None:
        fill = _filled_with(type_, _filler(type_, call.parameters[0]), call.zone)
    message = raising(Code.TOO_LARGE_ARRAY_SIZE, "Too large array size: a position is too great")
    places = Array(call.inner(1)).map(
        parts[0],
        lambda row: sql.let(
            to_double(sql.field(row, 2), call.inner(1)),
            lambda place: sql.case(
                (
                    sql.op(">=", place, _MOST_PLACES),
                    Sql(f"CAST(error({sql.string(message)}) AS BIGINT)"),
                ),
                otherwise=sql.cast(place, "BIGINT"),
            ),
        ),
    )
    size = Sql(f"CAST(list_max({places}) AS BIGINT) + 1")
    if len(call.parameters) > 1:
        size = Sql(str(integer_parameter("groupArrayInsertAt", call.parameters[1])))
    found = sql.field(Sql(f"{parts[0]}[list_position({places}, _i)]"), 1)
    value = sql.function(["_i"], sql.coalesce(found, fill))
    return sql.call("list_transform", sql.call("range", size), value)


aggregate(
    Aggregate(
        "groupArrayInsertAt",
        _placed_type,
        (2, 2),
        **PAIR_LISTS,
        final=_placed,
        doc="An array with every value at the place that the second argument says.",
        example=("groupArrayInsertAt(number, number)", "[0,1,2,3,4,5,6,7,8,9]"),
        parameters=(0, 2),
        takes=(ANYTHING, UNSIGNED),
        excess=Code.TOO_MANY_ARGUMENTS_FOR_FUNCTION,
    )
)


# --- common elements ------------------------------------------------------------------------------


def _intersect_type(arguments: Sequence[Argument], parameters: Sequence[Value]) -> Type:
    if not isinstance(arguments[0].type, Array):
        raise illegal_argument("groupArrayIntersect", arguments[0].type)
    return arguments[0].type


def _intersection(call: AggregateCall, parts: Parts) -> Sql:
    # NULL is an element like others; list_count does not count it.
    also = "list_contains(_b, _x) OR (_x IS NULL AND len(_b) > list_count(_b))"
    common = f"lambda _a, _b: list_filter(_a, lambda _x: {also})"
    once = sql.call("list_sort", unique(Sql(f"list_reduce({parts[0]}, {common})")))
    array = call.inner(0)
    assert isinstance(array, Array)
    plain = isinstance(array.of, Integer | Float)
    shown = in_order(once, array.of, INTERSECTIONS) if plain else once
    return sql.case((Sql(f"len({parts[0]}) > 0"), shown))


aggregate(
    Aggregate(
        "groupArrayIntersect",
        _intersect_type,
        (1, 1),
        **VALUE_LISTS,
        final=_intersection,
        doc="The elements that all the arrays have.",
        example=("groupArrayIntersect([number, 1])", "[1]"),
        none_allowed=Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
    )
)


# --- bits ---------------------------------------------------------------------------------------


def _bit_call(kernel: str, value: Sql, type_: Type) -> Agg:
    if not isinstance(type_, Integer) or not type_.wide:
        return Agg(kernel, (value,))
    bits, back = f"CAST({value} AS BIT)", "CAST({} AS BLOB)"
    if type_.signed:  # whose highest bit is kept turned around
        sign = f"CAST(unhex('80{'00' * 31}') AS BIT)"
        bits, back = f"xor({bits}, {sign})", f"CAST(xor({{}}, {sign}) AS BLOB)"
    return Agg(kernel, (bits,), around=back)


def _bits_of(call: AggregateCall) -> Sql:
    return sql.cast(call[0], "UTINYINT") if isinstance(call.inner(0), Bool) else call[0]


def _bits(name: str, kernel: str, doc: str, example: str) -> None:
    def returns(arguments: Sequence[Argument], parameters: Sequence[Value]) -> Type:
        if isinstance(arguments[0].type, Bool):
            return UINT8
        if not isinstance(arguments[0].type, Integer):
            raise illegal_argument(name, arguments[0].type)
        return arguments[0].type

    def number_type(call: AggregateCall) -> Type:
        return returns([Argument(call.inner(0))], ())

    def empty(call: AggregateCall, value: Sql) -> Sql:
        type_ = number_type(call)
        if kernel != "bit_and" or call.result.nullable or not isinstance(type_, Integer):
            return value
        return sql.coalesce(value, type_.literal(-1 if type_.signed else type_.maximum))

    aggregate(
        Aggregate(
            name,
            returns,
            (1, 1),
            states=lambda call: (number_type(call),),
            partial=lambda call: (_bit_call(kernel, _bits_of(call), call.inner(0)),),
            merge=lambda call, parts: (_bit_call(kernel, parts[0], call.inner(0)),),
            final=lambda call, parts: empty(call, parts[0]),
            doc=doc,
            example=(f"{name}(number)", example),
            any_case_aliases=(kernel.upper(),),
        )
    )


_bits("groupBitAnd", "bit_and", "The bits that all the values have.", "0")
_bits("groupBitOr", "bit_or", "The bits that some value has.", "15")
_bits("groupBitXor", "bit_xor", "The bits that an odd number of values has.", "1")


def as_floats(part: Sql, type_: Type) -> Sql:
    """A list of numbers as DOUBLEs."""
    if isinstance(type_, Float) and type_.bits == 64:
        return part
    return Array(type_).map(part, lambda item: to_double(item, type_))
