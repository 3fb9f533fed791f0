"""Arrays cut, turned and filled up."""

from __future__ import annotations

from collections.abc import Sequence

from sparktree.errors import Code, Error
from sparktree.functions.core import lists
from sparktree.functions.core.constant_arguments import wrong
from sparktree.functions.core.convert_numbers import number
from sparktree.functions.core.declare import Argument, Arguments, Call, function, illegal_type
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import (
    INT64,
    Array,
    Bool,
    Decimal,
    Float,
    Integer,
    Nothing,
    Type,
    least_supertype,
    remove_low_cardinality,
)


@function(
    "arrayPopBack",
    returns=lists.same_array,
    example=("arrayPopBack([1, 2])", "[1]"),
)
def array_pop_back(call: Call) -> Sql:
    """The array without its last element."""
    return sql.bound(call[0], lambda v: Sql(f"{v}[1:len({v}) - 1]"))


@function(
    "arrayPopFront",
    returns=lists.same_array,
    example=("arrayPopFront([1, 2])", "[2]"),
)
def array_pop_front(call: Call) -> Sql:
    """The array without its first element."""
    return Sql(f"{call[0]}[2:]")


@function(
    "arrayReverse",
    returns=lists.same_array,
    example=("arrayReverse([1, 2])", "[2,1]"),
)
def array_reverse(call: Call) -> Sql:
    """The array from its end to its start."""
    return sql.call("list_reverse", call[0])


def _slice_type(arguments: Arguments) -> Type:
    for place, argument in enumerate(arguments[1:], 1):
        if not isinstance(argument.type.inner, Integer | Bool | Nothing):
            raise Error(
                Code.ILLEGAL_TYPE_OF_ARGUMENT,
                f"Argument {place} for function {arguments.function} must be integer but it has"
                f" type {argument.type}",
            )
    return lists.same_array(arguments)


def _position(call: Call, position: int, otherwise: int) -> Sql:
    """A place in an array, wrapped around at 64 bits and not too great to compute with."""
    type_ = call.inner(position)
    if isinstance(type_, Nothing):
        return Sql(str(otherwise))
    wrapped = sql.coalesce(number(call[position], type_, INT64), otherwise)
    return Sql(f"greatest(least({wrapped}, {1 << 40}), -{1 << 40})")


@function(
    "arraySlice",
    args=(2, 3),
    returns=_slice_type,
    nulls="own",
    example=("arraySlice([1, 2, 3], 2)", "[2,3]"),
)
def array_slice(call: Call) -> Sql:
    """The elements from a place on; negative places and lengths count from the end."""

    def cut(value: Sql) -> Sql:
        count = f"len({value})"
        offset = _position(call, 1, 1)
        empty = call.result.default()
        start = f"(CASE WHEN {offset} > 0 THEN {offset} ELSE {count} + {offset} + 1 END)"
        end = count
        if len(call) == 3:
            length = _position(call, 2, 1 << 40)
            ahead = f"({start} + {length} - 1)"
            end = f"(CASE WHEN {length} >= 0 THEN {ahead} ELSE {count} + {length} END)"
        piece = Sql(f"{value}[greatest(1, {start}):{end}]")
        none = Sql(f"{offset} = 0 OR {end} < greatest(1, {start})")
        return sql.case((none, empty), otherwise=piece)

    return sql.bound(call[0], cut)


def _resized_type(arguments: Arguments) -> Type:
    element = lists.array_at(arguments.function, arguments, 0).of
    if not isinstance(remove_low_cardinality(arguments[1].type), Integer | Float | Decimal | Bool):
        raise wrong(arguments.function, 1, arguments[1], "size", "Number")
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
    if len(call) > 2:
        fill = lists.as_element(call, 2, element)
    elif isinstance(element, Nothing):
        message = "Cannot get value from Nothing"
        fill = lists.failing(Code.NOT_IMPLEMENTED, message, element.kernel)
    else:
        fill = element.zero()
    wanted = number(call[1], call.inner(1), INT64)
    size = Sql(f"abs(greatest({wanted}, -{(1 << 63) - 1}))")

    def resized(value: Sql) -> Sql:
        more = lists.transform(
            Sql(f"range(greatest(0, {lists.array_size(size)} - len({value})))"),
            lambda _: fill,
        )
        back = Sql(f"list_concat({value}, {more})[1:{wanted}]")
        front = Sql(f"list_concat({more}, {value}[greatest(1, len({value}) + {wanted} + 1):])")
        return sql.case((sql.op(">=", wanted, 0), back), otherwise=front)

    return sql.bound(lists.as_array(call, 0, element), resized)


def _moved(name: str, doc: str, example: str, *, left: bool, around: bool) -> None:
    def returns(arguments: Sequence[Argument]) -> Type:
        type_ = lists.array_at(name, arguments, 0)
        steps = arguments[1].type.inner
        if not isinstance(steps, Integer) or steps.bits > 64:
            raise illegal_type(name, arguments[1].type)
        if isinstance(type_.of, Nothing) and not around:
            raise Error(Code.NOT_IMPLEMENTED, f"Function {name} is not implemented for {type_}")
        return type_

    def lower(call: Call) -> Sql:
        assert isinstance(call.result, Array)
        element = call.result.of
        fill = lists.as_element(call, 2, element) if len(call) > 2 else element.zero()
        wanted = number(call[1], call.inner(1), INT64)
        if call.inner(1) == INT64:  # the least number has no opposite
            message = f"Shift number {INT64.minimum} is out of range"
            failed = lists.failing(Code.VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE, message, "BIGINT")
            wanted = sql.case((sql.op("=", wanted, INT64.minimum), failed), otherwise=wanted)
        if call.type(1).nullable:
            wanted = sql.coalesce(wanted, 0)
        steps = wanted if left else sql.op("-", wanted)

        def moved(value: Sql) -> Sql:
            count = Sql(f"len({value})")
            if around:
                turn = f"((({steps} % {count}) + {count}) % {count})"
                turned = Sql(f"list_concat({value}[{turn} + 1:], {value}[1:{turn}])")
                return sql.case((sql.op("=", count, 0), value), otherwise=turned)
            some = f"least(abs({steps}), {count})"
            more = lists.transform(Sql(f"range({some})"), lambda _: fill)
            ahead = Sql(f"list_concat({value}[{some} + 1:], {more})")
            behind = Sql(f"list_concat({more}, {value}[1:{count} - {some}])")
            return sql.case((sql.op(">=", steps, 0), ahead), otherwise=behind)

        return sql.bound(call[0], moved)

    lower.__doc__ = doc
    arity = (2, 2) if around else (2, 3)
    function(
        name,
        args=arity,
        returns=returns,
        nulls="own",
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
