"""AND, OR, XOR, NOT with SQL's three values."""

from __future__ import annotations

import math

from sparktree.errors import Code, Error
from sparktree.functions.core.declare import Argument, Arguments, Call, function, illegal_type
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import (
    BOOL,
    NULL_TYPE,
    UINT8,
    Bool,
    Float,
    Integer,
    Nothing,
    Type,
    make_nullable,
    remove_low_cardinality,
)


def _returns(arguments: Arguments) -> Type:
    name = arguments.function
    for argument in arguments:
        type_ = argument.type.inner
        odd = isinstance(type_, Integer) and type_.bits > 64
        odd = odd or (isinstance(type_, Float) and type_.bits < 32)
        if odd or not isinstance(type_, Integer | Float | Bool | Nothing):
            raise illegal_type(name, argument.type)
        if name != "not" and isinstance(type_, Float) and argument.is_constant:
            _check_truth(argument)
    result = BOOL if any(_is_truth(name, a.type) for a in arguments) else UINT8
    return make_nullable(result) if any(a.type.nullable for a in arguments) else result


def _check_truth(argument: Argument) -> None:
    """ClickHouse takes a constant float for a Bool, which finite numbers above one are not."""
    value = 0.0 if argument.value is None else float(str(argument.value))
    if math.isfinite(value) and not -1 < value <= 1:
        raise Error(
            Code.CANNOT_CONVERT_TYPE,
            "Cannot convert out of range floating point value to integer type",
        )


def _is_truth(name: str, type_: Type) -> bool:
    """Whether the argument makes the result a Bool; to AND and OR a Nullable one is a number."""
    plain = remove_low_cardinality(type_)
    return isinstance(plain.inner if name == "not" else plain, Bool)


def _many(name: str, doc: str, example: tuple[str, str]) -> None:
    together = sql.all_in_turn if name == "and" else sql.any_in_turn

    def lower(call: Call) -> Sql:
        return together(call.condition(i) for i in range(len(call)))

    lower.__doc__ = doc
    function(
        name, args=(2, None), returns=_returns, condition=True, nulls="own",
        example=example, too_few=Code.TOO_FEW_ARGUMENTS_FOR_FUNCTION,
    )(lower)  # fmt: skip


_many("and", "Whether all arguments are non-zero.", ("and(1, 0)", "0"))
_many("or", "Whether some argument is non-zero.", ("or(1, 0)", "1"))


@function(
    "xor",
    args=(2, None),
    returns=_returns,
    condition=True,
    low_cardinality=False,
    too_few=Code.TOO_FEW_ARGUMENTS_FOR_FUNCTION,
    example=("xor(1, 1)", "0"),
)
def xor(call: Call) -> Sql:
    """Whether an odd number of arguments is non-zero."""
    folded = call.condition(0)
    for position in range(1, len(call)):
        folded = sql.op("<>", folded, call.condition(position))
    return folded


@function(
    "not",
    returns=lambda arguments: NULL_TYPE if arguments[0].type == NULL_TYPE else _returns(arguments),
    condition=True,
    nulls="own",
    low_cardinality=True,
    any_case=True,
    example=("not(0)", "1"),
)
def negation(call: Call) -> Sql:
    """Whether the argument is zero."""
    return sql.op("NOT", call.condition(0))
