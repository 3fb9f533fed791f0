"""Arrays: made, joined, searched."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sparktree.errors import Code, Error
from sparktree.functions.core import lists
from sparktree.functions.core.common_types import unmixed_type
from sparktree.functions.core.convert import convert
from sparktree.functions.core.convert_numbers import number
from sparktree.functions.core.declare import Argument, Arguments, Call, Rule, function, illegal_type
from sparktree.functions.logic.comparison import common_type, compare
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import (
    DATE,
    DATETIME,
    FLOAT32,
    FLOAT64,
    INT64,
    STRING,
    UINT8,
    UINT64,
    Array,
    Bool,
    FixedString,
    Float,
    Integer,
    Interval,
    IPv4,
    Map,
    Nothing,
    String,
    Type,
    least_supertype,
    make_nullable,
    remove_low_cardinality,
)

# --- made ---------------------------------------------------------------------------------------


def _range_type(arguments: Arguments) -> Type:
    for argument in arguments:
        if not isinstance(argument.type.inner, Integer | Bool):
            raise illegal_type(arguments.function, argument.type)
    return Array(least_supertype(a.type.inner for a in arguments))


def _range_bound(call: Call, position: int) -> Sql:
    """A number of a range as a BIGINT, what is greater as the greatest; NULL is an error."""
    type_ = call.inner(position)
    if isinstance(type_, Integer) and type_.bits > 64:
        raise Error(
            Code.ILLEGAL_COLUMN,
            "Illegal columns of arguments of function range, the function only implemented for"
            " unsigned/signed integers up to 64 bit",
        )
    within = sql.coalesce(sql.try_cast(call[position], "BIGINT"), Sql(f"{(1 << 63) - 1}::BIGINT"))
    if not call.type(position).nullable:
        return within
    failed = lists.failing(
        Code.BAD_ARGUMENTS,
        f"Illegal (null) value column {call.type(position)} of argument of function range",
        "BIGINT",
    )
    return sql.case((sql.is_null(call[position]), failed), otherwise=within)


_RANGE_ELEMENTS = 500_000_000


def _bounded_range(start: sql.Piece, end: Sql, step: sql.Piece = 1) -> Sql:
    """The kernel's range, unless it would have too many elements.

    The test is part of an argument: the kernel computes constant calls before it looks at a CASE.
    """
    message = f"A call to function range would produce more than {_RANGE_ELEMENTS} array elements"
    failed = lists.failing(Code.ARGUMENT_OUT_OF_BOUND, message, "BIGINT")
    size = Sql(f"(({end})::HUGEINT - ({start})::HUGEINT) // ({step})")
    bounded = sql.case((sql.op(">", size, _RANGE_ELEMENTS), failed), otherwise=end)
    return sql.call("range", start, bounded, step)


@function(
    "range", args=(1, 3), returns=_range_type, nulls="own", example=("range(1, 6, 2)", "[1,3,5]")
)
def range_(call: Call) -> Sql:
    """The numbers from the first argument (or 0) to the last, without the last."""
    assert isinstance(call.result, Array)
    numbers = [_range_bound(call, position) for position in range(len(call))]
    if len(numbers) == 1:
        message = "A call to function range overflows, only support positive values when only end is provided"  # noqa: E501
        failed = lists.failing(Code.ARGUMENT_OUT_OF_BOUND, message, "BIGINT[]")
        listed = _bounded_range(0, numbers[0])
        if isinstance(call.inner(0), Integer) and call.inner(0).signed:  # type: ignore[attr-defined]
            listed = sql.case((sql.op("<", numbers[0], 0), failed), otherwise=listed)
    elif len(numbers) == 2:
        listed = _bounded_range(*numbers)
    else:
        message = "A call to function range underflows, the 3rd argument step can't be less or equal to zero"  # noqa: E501
        failed = lists.failing(Code.ARGUMENT_OUT_OF_BOUND, message, "BIGINT[]")
        listed = sql.case((sql.op("=", numbers[2], 0), failed), otherwise=_bounded_range(*numbers))
    return sql.cast(listed, call.result.kernel)


def _filled_type(arguments: Arguments) -> Type:
    count = remove_low_cardinality(arguments[0].type)
    whole = isinstance(count, Bool) or (isinstance(count, Integer) and count.bits <= 64)
    if not whole and not isinstance(count, Float):
        raise illegal_type(arguments.function, arguments[0].type)
    return Array(remove_low_cardinality(arguments[1].type))


@function(
    "arrayWithConstant",
    args=2,
    returns=_filled_type,
    nulls="own",
    refuses_null=True,
    example=("arrayWithConstant(3, 1)", "[1,1,1]"),
)
def array_with_constant(call: Call) -> Sql:
    """An array of so many equal elements."""
    count = number(call[0], call.inner(0), INT64)
    negative = lists.failing(
        Code.TOO_LARGE_ARRAY_SIZE, "The size of an array cannot be negative", "BIGINT"
    )
    size = sql.let(
        count, lambda n: sql.case((sql.op("<", n, 0), negative), otherwise=lists.array_size(n))
    )
    return lists.transform(sql.call("range", size), lambda _: call[1])


_EMPTY: tuple[tuple[str, Type], ...] = (
    *((f"{'' if s else 'U'}Int{b}", Integer(b, s)) for b in (8, 16, 32, 64) for s in (True, False)),
    ("Float32", FLOAT32),
    ("Float64", FLOAT64),
    ("Date", DATE),
    ("DateTime", DATETIME),
    ("String", STRING),
)


def _empty(name: str, type_: Type) -> None:
    def lower(call: Call) -> Sql:
        return call.result.default()

    lower.__doc__ = f"An array of {name} without elements."
    function(
        f"emptyArray{name}", args=0, returns=Array(type_), example=(f"emptyArray{name}()", "[]")
    )(lower)


for _name, _type in _EMPTY:
    _empty(_name, _type)


@function(
    "emptyArrayToSingle",
    returns=lists.same_array,
    example=("emptyArrayToSingle(emptyArrayUInt8())", "[0]"),
)
def empty_array_to_single(call: Call) -> Sql:
    """The array, or one default value if it has no elements."""
    assert isinstance(call.result, Array)
    single = sql.array(call.result.of.zero())
    return sql.bound(call[0], lambda v: sql.case((Sql(f"len({v}) = 0"), single), otherwise=v))


# --- joined -------------------------------------------------------------------------------------


def _joined_type(arguments: Arguments) -> Type:
    return Array(lists.common_element(arguments.function, arguments, range(len(arguments))))


@function(
    "arrayConcat",
    args=(1, None),
    returns=_joined_type,
    nulls="own",
    example=("arrayConcat([1], [2, 3])", "[1,2,3]"),
)
def array_concat(call: Call) -> Sql:
    """The arrays one after the other."""
    assert isinstance(call.result, Array)
    element = call.result.of
    return sql.call("list_concat", *(lists.as_array(call, i, element) for i in range(len(call))))


def _pushed(arguments: Arguments) -> Type:
    element = lists.array_at(arguments.function, arguments, 0).of
    return Array(unmixed_type((element, arguments[1].type)))


@function(
    "arrayPushBack",
    args=2,
    returns=_pushed,
    nulls="own",
    example=("arrayPushBack([1], 2)", "[1,2]"),
)
def array_push_back(call: Call) -> Sql:
    """The array with one more element at its end."""
    assert isinstance(call.result, Array)
    element = call.result.of
    return sql.call(
        "list_append", lists.as_array(call, 0, element), lists.as_element(call, 1, element)
    )


@function(
    "arrayPushFront",
    args=2,
    returns=_pushed,
    nulls="own",
    example=("arrayPushFront([1], 0)", "[0,1]"),
)
def array_push_front(call: Call) -> Sql:
    """The array with one more element at its start."""
    assert isinstance(call.result, Array)
    element = call.result.of
    return sql.call(
        "list_prepend", lists.as_element(call, 1, element), lists.as_array(call, 0, element)
    )


@function(
    "arrayFlatten",
    returns=lambda a: _flat(a[0].type),
    any_case_aliases=("flatten",),
    example=("arrayFlatten([[1], [2, 3]])", "[1,2,3]"),
)
def array_flatten(call: Call) -> Sql:
    """The elements of arrays in arrays as one array."""
    value, type_ = call[0], call.inner(0)
    while isinstance(type_, Array) and isinstance(type_.of, Array):
        value, type_ = sql.call("flatten", value), type_.of
    return value


def _flat(type_: Type) -> Type:
    if not isinstance(type_, Array):
        raise illegal_type("arrayFlatten", type_)
    while isinstance(type_.of, Array):
        type_ = type_.of
    return type_


# --- searched -----------------------------------------------------------------------------------


def searched(name: str, arguments: Sequence[Argument]) -> Type:
    """The type in which elements and the wanted value are compared."""
    type_ = arguments[0].type.inner
    if not isinstance(type_, Array):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"First argument for function {name} must be an array, map or JSON. Actual {type_}",
        )
    if lists.is_empty_type(type_):
        return arguments[1].type
    element, wanted = type_.of.inner, arguments[1].type.inner
    if not isinstance(wanted, Nothing) and isinstance(element, Interval) != isinstance(
        wanted, Interval
    ):
        raise Error(
            Code.NO_COMMON_TYPE, f"There is no supertype for types {element}, {wanted} in {name}"
        )
    if isinstance(element, Integer) and isinstance(wanted, Integer):
        found = common_type(element, wanted, name)  # also where no type holds both
        return make_nullable(found) if type_.of.nullable or arguments[1].type.nullable else found
    return least_supertype((type_.of, arguments[1].type))


def check_addresses(name: str, array: Argument, wanted: Argument) -> None:
    """ClickHouse compares elements of constants as it keeps them: addresses are no numbers."""
    element = array.type.inner.of.inner if isinstance(array.type.inner, Array) else array.type
    pair = (element, wanted.type.inner)
    address = [isinstance(type_, IPv4) for type_ in pair]
    number = any(isinstance(type_, Integer | Float) for type_ in pair)
    if array.is_constant and any(address) and number:
        message = f"Cannot compare {pair[0]} with {pair[1]} in function {name}"
        raise Error(Code.BAD_TYPE_OF_FIELD, message)


def _search_rule(result: Type) -> Rule:
    def returns(arguments: Arguments) -> Type:
        name = arguments.function
        map_ = arguments[0].type.inner
        if isinstance(map_, Map) and name in ("has", "notHas"):
            least_supertype((map_.key, arguments[1].type))
            return result
        searched(name, arguments)
        check_addresses(name, *arguments)
        return result

    return returns


def _sides(call: Call) -> tuple[Sql, Sql, list[Sql]]:
    """The array and the wanted value, comparable, and what lets it be found."""
    type_ = call.inner(0)
    if isinstance(type_, Map):
        common = make_nullable(least_supertype((type_.key, call.type(1))))
        zone = call.context.zone
        keys = lists.transform(
            call[0], lambda pair: convert(sql.field(pair, 1), type_.key, common, zone)
        )
        value = lists.as_element(call, 1, common)
        return keys, value, lists.findable(value, common)
    common = make_nullable(searched(call.name, call.arguments))
    value = lists.as_element(call, 1, common)
    return lists.as_array(call, 0, common), value, lists.findable(value, common)


def _has(call: Call) -> Sql:
    array, value, conditions = _sides(call)
    return sql.all_of([*conditions, lists.among(array, value)])


@function(
    "has",
    refuses_null=True,
    args=2,
    returns=_search_rule(UINT8),
    nulls="own",
    condition=True,
    example=("has([1, 2], 2)", "1"),
)
def has(call: Call) -> Sql:
    """Whether the array has the element, or the map the key."""
    return _has(call)


@function(
    "indexOf",
    refuses_null=True,
    args=2,
    returns=_search_rule(UINT64),
    nulls="own",
    aliases=("indexOfAssumeSorted",),
    example=("indexOf([5, 6], 6)", "2"),
)
def index_of(call: Call) -> Sql:
    """The place of the first element equal to the value, or 0."""
    array, value, conditions = _sides(call)
    place = sql.call("list_position", array, value)
    if conditions:
        place = sql.case((sql.all_of(conditions), place), otherwise=sql.NULL)
    return sql.cast(sql.coalesce(place, 0), "UBIGINT")


@function(
    "countEqual",
    refuses_null=True,
    args=2,
    returns=_search_rule(UINT64),
    nulls="own",
    example=("countEqual([1, 2, 2], 2)", "2"),
)
def count_equal(call: Call) -> Sql:
    """The number of elements equal to the value."""
    array, value, conditions = _sides(call)

    def equal(item: Sql) -> Sql:
        return sql.all_of([*conditions, Sql(f"({item} IS NOT DISTINCT FROM {value})")])

    same = lists.filtered(array, equal)
    return sql.cast(lists.size(same), "UBIGINT")


def _without_type(arguments: Arguments) -> Type:
    try:
        searched(arguments.function, arguments)
    except Error as error:
        array, value = (argument.type.inner for argument in arguments)
        sides = (array.of.inner if isinstance(array, Array) else array, value)
        text = any(isinstance(side, String | FixedString) for side in sides)
        if error.code != Code.NO_COMMON_TYPE or text:
            raise
        common_type(*sides, "notEquals")
    return arguments[0].type


@function(
    "arrayRemove",
    refuses_null=True,
    args=2,
    returns=_without_type,
    nulls="own",
    any_case_aliases=("array_remove",),
    example=("arrayRemove([1, 2, 1], 1)", "[2]"),
)
def array_remove(call: Call) -> Sql:
    """The array without the elements equal to the value."""
    assert isinstance(call.result, Array)
    try:
        common = make_nullable(searched(call.name, call.arguments))
    except Error:  # no type holds both, but they can be compared
        element = Argument(call.result.of)
        pair = replace(call, name="equals", arguments=(element, call.arguments[1]))

        def differs(item: Sql) -> Sql:
            same = compare(replace(pair, sqls=(item, call[1])), "=")
            return Sql(f"({same} IS DISTINCT FROM true)")

        return lists.filtered(call[0], differs)
    value = lists.as_element(call, 1, common)

    def other(item: Sql) -> Sql:
        turned = convert(item, call.result.of, common, call.context.zone)  # type: ignore[attr-defined]
        return Sql(f"({turned} IS DISTINCT FROM {value})")

    return lists.filtered(call[0], other)


@function(
    "notHas",
    refuses_null=True,
    args=2,
    returns=_search_rule(UINT8),
    nulls="own",
    condition=True,
    example=("notHas([1, 2], 3)", "1"),
)
def not_has(call: Call) -> Sql:
    """Whether the array lacks the element, or the map the key."""
    return sql.op("NOT", _has(call))


def _both(call: Call) -> tuple[Sql, Sql, Type]:
    types = [t for t in (call.type(0), call.type(1)) if not lists.is_empty_type(t)]
    common = least_supertype(types) if types else call.type(0)
    assert isinstance(common, Array)
    return lists.as_array(call, 0, common.of), lists.as_array(call, 1, common.of), common.of


def _two_arrays(arguments: Arguments) -> Type:
    lists.common_element(arguments.function, arguments, (0, 1))
    return UINT8


@function(
    "hasAny",
    args=2,
    returns=_two_arrays,
    condition=True,
    example=("hasAny([1], [1, 2])", "1"),
)
def has_any(call: Call) -> Sql:
    """Whether the arrays have an element in common."""
    left, right, type_ = _both(call)

    def shared(value: Sql) -> Sql:
        return sql.all_of([*lists.findable(value, type_), lists.among(left, value)])

    return sql.op(">", lists.size(lists.filtered(right, shared)), 0)


@function(
    "hasAll",
    args=2,
    returns=_two_arrays,
    condition=True,
    example=("hasAll([1, 2], [1])", "1"),
)
def has_all(call: Call) -> Sql:
    """Whether the first array has all elements of the second."""
    left, right, type_ = _both(call)

    def absent(value: Sql) -> Sql:
        found = sql.all_of([*lists.findable(value, type_), lists.among(left, value)])
        return sql.op("NOT", found)

    missing = lists.filtered(right, absent)
    return sql.op("=", lists.size(missing), 0)


@function(
    "hasSubstr",
    args=2,
    returns=_two_arrays,
    condition=True,
    example=("hasSubstr([1, 2, 3], [2, 3])", "1"),
)
def has_substr(call: Call) -> Sql:
    """Whether the second array's elements stand in the first one after the other."""
    left, right, _ = _both(call)

    def inside(a: Sql, b: Sql) -> Sql:
        piece = lists.filtered_at(
            a, lambda _, place: Sql(f"({a}[{place}:{place} + len({b}) - 1] = {b})")
        )
        return sql.op("OR", Sql(f"len({b}) = 0"), Sql(f"len({piece}) > 0"))

    return sql.bound(left, lambda a: sql.bound(right, lambda b: inside(a, b)))
