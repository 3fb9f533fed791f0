"""Arrays: made, joined, cut, searched."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sparktree.errors import Code, Error
from sparktree.functions import lists
from sparktree.functions.convert import convert
from sparktree.functions.declare import Argument, Call, function, illegal_type
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import (
    DATE,
    DATETIME,
    FLOAT32,
    FLOAT64,
    STRING,
    UINT8,
    UINT64,
    Array,
    Integer,
    Map,
    Type,
    least_supertype,
    make_nullable,
)

# --- made ---------------------------------------------------------------------------------------


def _range_type(arguments: Sequence[Argument]) -> Type:
    for argument in arguments:
        if not isinstance(argument.type.inner, Integer):
            raise illegal_type("range", argument.type)
    return Array(least_supertype(a.type.inner for a in arguments))


_RANGE_ELEMENTS = 500_000_000
_ARRAY_ELEMENTS = 1 << 30


def _within_64_bits(value: Sql) -> Sql:
    """A number as a BIGINT, what is greater as the greatest."""
    return sql.coalesce(sql.try_cast(value, "BIGINT"), f"{(1 << 63) - 1}::BIGINT")


def _bounded_range(start: str, end: str, step: str = "1") -> Sql:
    """The kernel's range, unless it would have too many elements.

    The test is part of an argument: the kernel computes constant calls before it looks at a CASE.
    """
    message = f"A call to function range would produce more than {_RANGE_ELEMENTS} array elements"
    failed = lists.failing(Code.ARGUMENT_OUT_OF_BOUND, message, "BIGINT")
    size = f"(({end})::HUGEINT - ({start})::HUGEINT) // ({step})"
    bounded = sql.case((f"{size} > {_RANGE_ELEMENTS}", failed), otherwise=Sql(end))
    return sql.call("range", start, bounded, step)


def _array_size(count: Sql) -> Sql:
    message = f"Too large array size, maximum: {_ARRAY_ELEMENTS}"
    return lists.at_most(count, _ARRAY_ELEMENTS, Code.TOO_LARGE_ARRAY_SIZE, message)


@function("range", args=(1, 3), returns=_range_type, example=("range(1, 6, 2)", "[1,3,5]"))
def range_(call: Call) -> Sql:
    """The numbers from the first argument (or 0) to the last, without the last."""
    assert isinstance(call.result, Array)
    numbers = [_within_64_bits(value) for value in call.sqls]
    if len(numbers) == 1:
        message = "A call to function range overflows, only support positive values when only end is provided"  # noqa: E501
        failed = lists.failing(Code.ARGUMENT_OUT_OF_BOUND, message, "BIGINT[]")
        listed = _bounded_range("0", numbers[0])
        if isinstance(call.inner(0), Integer) and call.inner(0).signed:  # type: ignore[attr-defined]
            listed = sql.case((f"{numbers[0]} < 0", failed), otherwise=listed)
    elif len(numbers) == 2:
        listed = _bounded_range(*numbers)
    else:
        message = "A call to function range underflows, the 3rd argument step can't be less or equal to zero"  # noqa: E501
        failed = lists.failing(Code.ARGUMENT_OUT_OF_BOUND, message, "BIGINT[]")
        listed = sql.case((f"{numbers[2]} = 0", failed), otherwise=_bounded_range(*numbers))
    return sql.cast(listed, call.result.kernel)


def _filled_type(arguments: Sequence[Argument]) -> Type:
    if not isinstance(arguments[0].type.inner, Integer):
        raise illegal_type("arrayWithConstant", arguments[0].type)
    return Array(arguments[1].type)


@function(
    "arrayWithConstant",
    args=2,
    returns=_filled_type,
    nulls="own",
    example=("arrayWithConstant(3, 1)", "[1,1,1]"),
)
def array_with_constant(call: Call) -> Sql:
    """An array of so many equal elements."""
    count = _array_size(sql.cast(call[0], "BIGINT"))
    return lists.transform(sql.call("range", count), lambda _: call[1])


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


def _same_array(name: str) -> Callable[[Sequence[Argument]], Type]:
    return lambda arguments: lists.array_at(name, arguments, 0)


@function(
    "emptyArrayToSingle",
    returns=_same_array("emptyArrayToSingle"),
    example=("emptyArrayToSingle(emptyArrayUInt8())", "[0]"),
)
def empty_array_to_single(call: Call) -> Sql:
    """The array, or one default value if it has no elements."""
    assert isinstance(call.result, Array)
    single = sql.array(call.result.of.default())
    return lists.once(call[0], lambda v: sql.case((f"len({v}) = 0", single), otherwise=v))


# --- joined -------------------------------------------------------------------------------------


def _joined_type(arguments: Sequence[Argument]) -> Type:
    return Array(lists.common_element("arrayConcat", arguments, range(len(arguments))))


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


def _pushed(name: str) -> Callable[[Sequence[Argument]], Type]:
    def returns(arguments: Sequence[Argument]) -> Type:
        element = lists.array_at(name, arguments, 0).of
        return Array(least_supertype((element, arguments[1].type)))

    return returns


@function(
    "arrayPushBack",
    args=2,
    returns=_pushed("arrayPushBack"),
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
    returns=_pushed("arrayPushFront"),
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


# --- cut ----------------------------------------------------------------------------------------


@function(
    "arrayPopBack", returns=_same_array("arrayPopBack"), example=("arrayPopBack([1, 2])", "[1]")
)
def array_pop_back(call: Call) -> Sql:
    """The array without its last element."""
    return lists.once(call[0], lambda v: Sql(f"{v}[1:len({v}) - 1]"))


@function(
    "arrayPopFront", returns=_same_array("arrayPopFront"), example=("arrayPopFront([1, 2])", "[2]")
)
def array_pop_front(call: Call) -> Sql:
    """The array without its first element."""
    return Sql(f"{call[0]}[2:]")


@function(
    "arrayReverse", returns=_same_array("arrayReverse"), example=("arrayReverse([1, 2])", "[2,1]")
)
def array_reverse(call: Call) -> Sql:
    """The array from its end to its start."""
    return sql.call("list_reverse", call[0])


@function(
    "arraySlice",
    args=(2, 3),
    returns=_same_array("arraySlice"),
    nulls="own",
    example=("arraySlice([1, 2, 3], 2)", "[2,3]"),
)
def array_slice(call: Call) -> Sql:
    """The elements from a place on; negative places and lengths count from the end."""

    def cut(value: Sql) -> Sql:
        count = f"len({value})"
        offset = sql.cast(sql.coalesce(call[1], "1"), "BIGINT")
        empty = call.result.default()
        start = f"(CASE WHEN {offset} > 0 THEN {offset} ELSE {count} + {offset} + 1 END)"
        end = count
        if len(call) == 3:
            length = sql.cast(sql.coalesce(call[2], str(1 << 40)), "BIGINT")
            ahead = f"({start} + {length} - 1)"
            end = f"(CASE WHEN {length} >= 0 THEN {ahead} ELSE {count} + {length} END)"
        piece = Sql(f"{value}[greatest(1, {start}):{end}]")
        none = f"{offset} = 0 OR {end} < greatest(1, {start})"
        return sql.case((none, empty), otherwise=piece)

    return lists.once(call[0], cut)


def _resized_type(arguments: Sequence[Argument]) -> Type:
    element = lists.array_at("arrayResize", arguments, 0).of
    return Array(least_supertype((element, arguments[2].type)) if len(arguments) > 2 else element)


@function(
    "arrayResize",
    refuses_null=True,
    args=(2, 3),
    returns=_resized_type,
    nulls="own",
    example=("arrayResize([1], 3)", "[1,0,0]"),
)
def array_resize(call: Call) -> Sql:
    """The array cut or filled up to a size; a negative size works at the start."""
    assert isinstance(call.result, Array)
    element = call.result.of
    fill = lists.as_element(call, 2, element) if len(call) > 2 else element.default()
    wanted = sql.cast(call[1], "BIGINT")

    def resized(value: Sql) -> Sql:
        more = lists.transform(
            Sql(f"range(greatest(0, {_array_size(Sql(f'abs({wanted})'))} - len({value})))"),
            lambda _: fill,
        )
        back = f"list_concat({value}, {more})[1:{wanted}]"
        front = f"list_concat({more}, {value}[greatest(1, len({value}) + {wanted} + 1):])"
        return sql.case((f"{wanted} >= 0", back), otherwise=front)

    return lists.once(lists.as_array(call, 0, element), resized)


def _moved(name: str, doc: str, example: str, *, left: bool, around: bool) -> None:
    def returns(arguments: Sequence[Argument]) -> Type:
        type_ = lists.array_at(name, arguments, 0)
        if not isinstance(arguments[1].type.inner, Integer):
            raise illegal_type(name, arguments[1].type)
        return type_

    def lower(call: Call) -> Sql:
        assert isinstance(call.result, Array)
        element = call.result.of
        fill = lists.as_element(call, 2, element) if len(call) > 2 else element.default()
        wanted = sql.cast(call[1], "BIGINT")
        if call.type(1).nullable:
            wanted = sql.coalesce(wanted, "0")
        steps = wanted if left else sql.op("-", wanted)

        def moved(value: Sql) -> Sql:
            count = f"len({value})"
            if around:
                turn = f"((({steps} % {count}) + {count}) % {count})"
                turned = f"list_concat({value}[{turn} + 1:], {value}[1:{turn}])"
                return sql.case((f"{count} = 0", value), otherwise=turned)
            some = f"least(abs({steps}), {count})"
            more = lists.transform(Sql(f"range({some})"), lambda _: fill)
            ahead = f"list_concat({value}[{some} + 1:], {more})"
            behind = f"list_concat({more}, {value}[1:{count} - {some}])"
            return sql.case((f"{steps} >= 0", ahead), otherwise=behind)

        return lists.once(call[0], moved)

    lower.__doc__ = doc
    arity = (2, 2) if around else (2, 3)
    function(
        name,
        args=arity,
        returns=returns,
        nulls="own",
        family="arrays",
        example=(f"{name}([1, 2, 3], 1)", example),
    )(lower)


_moved(
    "arrayRotateLeft",
    "The array with its first elements at the end.",
    "[2,3,1]",
    left=True,
    around=True,
)
_moved(
    "arrayRotateRight",
    "The array with its last elements at the start.",
    "[3,1,2]",
    left=False,
    around=True,
)
_moved(
    "arrayShiftLeft",
    "The array moved to the left, filled up at the end.",
    "[2,3,0]",
    left=True,
    around=False,
)
_moved(
    "arrayShiftRight",
    "The array moved to the right, filled up at the start.",
    "[0,1,2]",
    left=False,
    around=False,
)


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
    return least_supertype((type_.of, arguments[1].type))


def _found(name: str, result: Type) -> Callable[[Sequence[Argument]], Type]:
    def returns(arguments: Sequence[Argument]) -> Type:
        if isinstance(arguments[0].type.inner, Map) and name == "has":
            return result
        searched(name, arguments)
        return result

    return returns


def _sides(call: Call) -> tuple[Sql, Sql]:
    """The array and the wanted value, comparable."""
    type_ = call.inner(0)
    if isinstance(type_, Map):
        keys = lists.transform(call[0], lambda pair: sql.field(pair, 1))
        return keys, lists.as_element(call, 1, type_.key)
    common = make_nullable(searched(call.name, call.arguments))
    return lists.as_array(call, 0, common), lists.as_element(call, 1, common)


@function(
    "has",
    refuses_null=True,
    args=2,
    returns=_found("has", UINT8),
    nulls="own",
    condition=True,
    example=("has([1, 2], 2)", "1"),
)
def has(call: Call) -> Sql:
    """Whether the array has the element, or the map the key."""
    return lists.among(*_sides(call))


@function(
    "indexOf",
    refuses_null=True,
    args=2,
    returns=_found("indexOf", UINT64),
    nulls="own",
    aliases=("indexOfAssumeSorted",),
    example=("indexOf([5, 6], 6)", "2"),
)
def index_of(call: Call) -> Sql:
    """The place of the first element equal to the value, or 0."""
    array, value = _sides(call)
    return sql.cast(sql.coalesce(sql.call("list_position", array, value), "0"), "UBIGINT")


@function(
    "countEqual",
    refuses_null=True,
    args=2,
    returns=_found("countEqual", UINT64),
    nulls="own",
    example=("countEqual([1, 2, 2], 2)", "2"),
)
def count_equal(call: Call) -> Sql:
    """The number of elements equal to the value."""
    array, value = _sides(call)
    same = lists.filtered(array, lambda item: Sql(f"({item} IS NOT DISTINCT FROM {value})"))
    return sql.cast(lists.size(same), "UBIGINT")


def _without_type(arguments: Sequence[Argument]) -> Type:
    searched("arrayRemove", arguments)
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
    common = make_nullable(searched(call.name, call.arguments))
    value = lists.as_element(call, 1, common)

    def other(item: Sql) -> Sql:
        turned = convert(item, call.result.of, common, call.context.zone)  # type: ignore[attr-defined]
        return Sql(f"({turned} IS DISTINCT FROM {value})")

    return lists.filtered(call[0], other)


@function(
    "notHas",
    args=2,
    returns=_found("notHas", UINT8),
    nulls="own",
    condition=True,
    example=("notHas([1, 2], 3)", "1"),
)
def not_has(call: Call) -> Sql:
    """Whether the array lacks the element."""
    return sql.op("NOT", lists.among(*_sides(call)))


def _both(call: Call) -> tuple[Sql, Sql]:
    types = [t for t in (call.type(0), call.type(1)) if not lists.is_empty_type(t)]
    common = least_supertype(types) if types else call.type(0)
    assert isinstance(common, Array)
    return lists.as_array(call, 0, common.of), lists.as_array(call, 1, common.of)


def _two_arrays(name: str) -> Callable[[Sequence[Argument]], Type]:
    def returns(arguments: Sequence[Argument]) -> Type:
        lists.common_element(name, arguments, (0, 1))
        return UINT8

    return returns


@function(
    "hasAny",
    args=2,
    returns=_two_arrays("hasAny"),
    condition=True,
    example=("hasAny([1], [1, 2])", "1"),
)
def has_any(call: Call) -> Sql:
    """Whether the arrays have an element in common."""
    left, right = _both(call)
    return sql.op(">", lists.size(lists.filtered(right, lambda v: lists.among(left, v))), "0")


@function(
    "hasAll",
    args=2,
    returns=_two_arrays("hasAll"),
    condition=True,
    example=("hasAll([1, 2], [1])", "1"),
)
def has_all(call: Call) -> Sql:
    """Whether the first array has all elements of the second."""
    left, right = _both(call)
    missing = lists.filtered(right, lambda v: sql.op("NOT", lists.among(left, v)))
    return sql.op("=", lists.size(missing), "0")


@function(
    "hasSubstr",
    args=2,
    returns=_two_arrays("hasSubstr"),
    condition=True,
    example=("hasSubstr([1, 2, 3], [2, 3])", "1"),
)
def has_substr(call: Call) -> Sql:
    """Whether the second array's elements stand in the first one after the other."""
    left, right = _both(call)

    def inside(a: Sql, b: Sql) -> Sql:
        piece = lists.filtered_at(
            a, lambda _, place: Sql(f"({a}[{place}:{place} + len({b}) - 1] = {b})")
        )
        return sql.op("OR", f"len({b}) = 0", f"len({piece}) > 0")

    return lists.once(left, lambda a: lists.once(right, lambda b: inside(a, b)))
