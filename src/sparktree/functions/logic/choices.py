"""One value out of several: greatest, least, clamp, transform, CASE with an expression."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import reduce

from sparktree.errors import Code, Error
from sparktree.functions.core.common_types import unmixed_type
from sparktree.functions.core.convert import convert
from sparktree.functions.core.declare import Argument, Arguments, Call, QueryContext, Rule, function
from sparktree.functions.core.number_types import common_number
from sparktree.functions.core.text_functions import refusal
from sparktree.functions.logic.comparison import common_type, compare
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import (
    NULL_TYPE,
    UUID,
    Array,
    Bool,
    Date,
    DateTime,
    DateTime64,
    Decimal,
    FixedString,
    Float,
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
    remove_low_cardinality,
)
from sparktree.types.base import typed_null
from sparktree.types.literal import literal


def _numbers(types: Sequence[Type]) -> bool:
    return all(isinstance(t.inner, Integer | Float | Decimal | Bool) for t in types)


def _null_counts(context: QueryContext) -> bool:
    """Whether NULL among the values makes the result NULL, as it was once."""
    return context.settings.least_greatest_legacy_null_behavior


def common_of(
    arguments: Sequence[Argument], common: Callable[[list[Type]], Type] = unmixed_type
) -> Type:
    """The type that values fit among which NULL does not count."""
    types = [a.type for a in arguments if not isinstance(a.type.inner, Nothing)]
    if not types:
        return NULL_TYPE
    found = common([t.inner for t in types])
    return make_nullable(found) if any(a.type.nullable for a in arguments) else found


def _extreme_type(name: str) -> Rule:
    def returns(arguments: Sequence[Argument]) -> Type:
        context = arguments[0].context
        missing = any(isinstance(a.type.inner, Nothing) for a in arguments)
        if missing and context and _null_counts(context):
            return NULL_TYPE
        # Two numbers are compared as such, unless NULL may be among them.
        nullable = any(a.type.nullable for a in arguments)
        return common_of(arguments, unmixed_type if nullable else common)

    def common(plain: list[Type]) -> Type:
        named = any(isinstance(t, Decimal | Bool) for t in plain)
        if _numbers(plain) and len(plain) == 2 and (named or plain[0] != plain[1]):
            return common_number(name, *plain)
        return unmixed_type(plain)

    return returns


def _extreme(name: str, doc: str, example: str) -> None:
    def lower(call: Call) -> Sql:
        if call.result == NULL_TYPE:
            return sql.NULL
        values = [
            convert(call[i], call.type(i), make_nullable(call.result), call.context.zone)
            for i in range(len(call))
            if call.type(i) != NULL_TYPE
        ]
        plain = not any(call.type(i).nullable for i in range(len(call)))
        found = _chosen_value(name, call.result.inner, values, plain)
        if not _null_counts(call.context):
            return found
        return sql.case((sql.any_of(map(sql.is_null, values)), sql.NULL), otherwise=found)

    lower.__doc__ = doc
    function(
        name, args=(1, None), returns=_extreme_type(name), nulls="own", any_case=True,
        low_cardinality=True, example=(f"{name}(1, 2)", example),
    )(lower)  # fmt: skip


def _chosen_value(name: str, type_: Type, values: list[Sql], plain: bool) -> Sql:
    if isinstance(type_, Float):
        return _of_two(name, *values) if plain and len(values) == 2 else _floats(name, values)
    keys = [type_.order_key(value) for value in values]
    if keys == values:
        return sql.call(name, *values)
    return _by_keys(name, values, keys)


def _of_two(name: str, first: Sql, second: Sql) -> Sql:
    """The second number, unless the first is truly less (or greater): with NaN none is."""
    truly = [sql.op("NOT", sql.call("isnan", side)) for side in (first, second)]
    compared = sql.op(">" if name == "greatest" else "<", first, second)
    return sql.case((sql.all_of([*truly, compared]), first), otherwise=second)


def _floats(name: str, values: list[Sql]) -> Sql:
    """NaN gives way to any number."""
    numbers = [sql.case((Sql(f"NOT isnan({v})"), v)) for v in values]
    return sql.coalesce(sql.call(name, *numbers), *values)


def _by_keys(name: str, values: list[Sql], keys: list[Sql]) -> Sql:
    operator = ">=" if name == "greatest" else "<="
    pairs = list(zip(values, keys, strict=True))

    def better(one: tuple[Sql, Sql], two: tuple[Sql, Sql]) -> tuple[Sql, Sql]:
        wins = Sql(f"{two[1]} IS NULL OR {one[1]} {operator} {two[1]}")
        return sql.case((wins, one[0]), otherwise=two[0]), sql.case(
            (wins, one[1]), otherwise=two[1]
        )

    return reduce(better, pairs)[0]


_extreme("greatest", "The greatest of the values; NULL does not count.", "2")
_extreme("least", "The least of the values; NULL does not count.", "1")


def _clamp_type(arguments: Sequence[Argument]) -> Type:
    if any(a.type == NULL_TYPE for a in arguments):
        return NULL_TYPE
    return unmixed_type(a.type for a in arguments)


@function(
    "clamp",
    args=3,
    returns=_clamp_type,
    nulls="own",
    low_cardinality=True,
    refuses_default=True,
    example=("clamp(5, 1, 3)", "3"),
)
def clamp(call: Call) -> Sql:
    """The value, or the nearer of two bounds."""
    if call.result == NULL_TYPE:
        return typed_null(NULL_TYPE.kernel)
    value, low, high = (
        convert(call[i], call.type(i), call.result, call.context.zone) for i in range(3)
    )
    turned = refusal(
        Code.BAD_ARGUMENTS,
        f"The minimum value cannot be greater than the maximum value for function {call.name}",
    )
    kept = sql.call("least", sql.call("greatest", value, low), high)
    clamped = sql.case((sql.op(">", low, high), turned), otherwise=kept)
    nulls = [sql.is_null(call[i]) for i in range(3) if call.type(i).nullable]
    return sql.case((sql.any_of(nulls), sql.NULL), otherwise=clamped) if nulls else clamped


# --- transform ----------------------------------------------------------------------------------


def _parts(arguments: Sequence[Argument]) -> tuple[Array, Array]:
    found = [remove_low_cardinality(a.type) for a in arguments[1:3]]
    for place, type_ in enumerate(found, 2):
        if not isinstance(type_, Array):
            raise Error(
                Code.ILLEGAL_TYPE_OF_ARGUMENT,
                f"Unexpected type {type_} of argument {place} of function transform, must be array"
                " of source values to transform from",
            )
    source, target = found
    assert isinstance(source, Array) and isinstance(target, Array)
    return source, target


def _transform_type(arguments: Sequence[Argument]) -> Type:
    source, target = _parts(arguments)
    _check_matchable(arguments[0].type.inner, source.of.inner)
    rest = arguments[3].type if len(arguments) > 3 else arguments[0].type
    try:
        return least_supertype((target.of, rest))
    except Error as error:
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT, f"Function transform has no result: {error.message}"
        ) from error


@function(
    "transform",
    args=(3, 4),
    refuses_null=True,
    returns=_transform_type,
    nulls="own",
    constant_arguments=(1, 2),
    low_cardinality=True,
    takes_nothing=True,
    example=("transform(1, [1, 2], ['a', 'b'], '?')", "a"),
)
def transform(call: Call) -> Sql:
    """The value replaced: by the element at the place where the first array has it."""
    source, target = _parts(call.arguments)
    known, shown = call.value(1), call.value(2)
    assert isinstance(known, list) and isinstance(shown, list)
    if known and len(known) != len(shown):
        raise Error(
            Code.BAD_ARGUMENTS,
            f"Second and third arguments of function {call.name} must be arrays of same size",
        )
    rest = 3 if len(call) > 3 else 0
    otherwise = convert(call[rest], call.type(rest), call.result, call.context.zone)
    if call.type(0) == NULL_TYPE or not known:
        return otherwise
    branches = [
        (_equal(call, source.of, one), convert(literal(target.of, two), target.of, call.result))
        for one, two in zip(known, shown, strict=True)
    ]
    return sql.case(*branches, otherwise=otherwise)


def _equal(call: Call, type_: Type, value: object) -> Sql:
    if value is None:
        if not call.type(0).nullable:
            raise Error(
                Code.CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN,
                f"Cannot convert NULL value to non-Nullable type {call.type(0)}",
            )
        return sql.is_null(call[0])
    if isinstance(value, float) and math.isnan(value) and isinstance(call.inner(0), Integer):
        raise Error(Code.CANNOT_CONVERT_TYPE, "Unexpected nan to integer conversion")
    return known_matching(call, call[0], call.type(0), literal(type_, value), type_)


def _check_matchable(type_: Type, other: Type) -> None:
    """Containers are found among values of their own type alone."""
    if isinstance(type_, Array | Tuple | Map) and type_ != other:
        raise Error(Code.TYPE_MISMATCH, f"Type mismatch: {type_} is not found among {other}")


def known_matching(call: Call, left: Sql, a: Type, right: Sql, b: Type) -> Sql:
    """As `matching` for a constant on the right. ClickHouse takes it as a value of the left type,
    but leaves it out where the two forms, as it keeps them, are not equal: days are numbers."""
    types = (a.inner, b.inner)
    texts = [isinstance(type_, String | FixedString) for type_ in types]
    if all(texts):
        return sql.op("=", left, right)
    unlike = texts[1] or (isinstance(types[0], IPv4) and isinstance(types[1], Integer | Float))
    if unlike and isinstance(types[0], IPv4 | IPv6 | UUID | DateTime64 | Decimal):
        raise Error(Code.BAD_TYPE_OF_FIELD, f"Cannot compare {types[0]} with {types[1]}")
    days = [isinstance(type_, Date) for type_ in types]
    moments = [isinstance(type_, Date | DateTime) for type_ in types]
    if (moments[0] and texts[1]) or (all(moments) and days[0] != days[1]):
        return sql.is_null(convert(right, types[1], types[0], call.context.zone))
    return matching(call, left, a, right, b)


def matching(call: Call, left: Sql, a: Type, right: Sql, b: Type) -> Sql:
    """As `equal`; beside texts and days a number stands for its text, or for the day."""
    types = (a.inner, b.inner)
    if isinstance(types[1], Integer | Float) and isinstance(types[0], String | Date | DateTime):
        right = convert(right, b, make_nullable(types[0]) if b.nullable else types[0])
        return equal(call, left, a, right, types[0])
    if isinstance(types[0], Integer | Float) and isinstance(types[1], Date | DateTime):
        left = convert(left, a, make_nullable(types[1]) if a.nullable else types[1])
        return equal(call, left, types[1], right, b)
    return equal(call, left, a, right, b)


def equal(call: Call, left: Sql, a: Type, right: Sql, b: Type) -> Sql:
    """Whether two values of any types are equal, as a kernel BOOLEAN."""
    common_type(a.inner, b.inner, "equals")
    pair = replace(call, name="equals", arguments=(Argument(a), Argument(b)), sqls=(left, right))
    return compare(pair, "=")


# --- CASE x WHEN --------------------------------------------------------------------------------


def _case_type(arguments: Arguments) -> Type:
    if len(arguments) % 2 or len(arguments) < 4:
        raise Error(
            Code.BAD_ARGUMENTS,
            f"Number of arguments for function {arguments.function} must be even, as the last one"
            " is what is given otherwise",
        )
    for argument in arguments[1:-1:2]:
        _check_matchable(arguments[0].type.inner, argument.type.inner)
    return least_supertype(a.type for a in [*arguments[2::2], arguments[-1]])


@function(
    "caseWithExpression",
    args=(1, None),
    too_few=Code.TOO_FEW_ARGUMENTS_FOR_FUNCTION,
    returns=_case_type,
    nulls="own",
    aliases=("caseWithExpr",),
    low_cardinality=True,
    example=("caseWithExpression(1, 1, 'a', 'b')", "a"),
)
def case_with_expression(call: Call) -> Sql:
    """CASE x WHEN a THEN ... ELSE ... END; NULL is equal to NULL."""
    last = len(call) - 1

    def result(position: int) -> Sql:
        return convert(call[position], call.type(position), call.result, call.context.zone)

    branches = [(_matches(call, i), result(i + 1)) for i in range(1, last, 2)]
    return sql.case(*branches, otherwise=result(last))


def _matches(call: Call, position: int) -> Sql:
    nulls = [sql.is_null(call[i]) if call.type(i).nullable else sql.FALSE for i in (0, position)]
    both = sql.op("AND", *nulls)
    if NULL_TYPE in (call.type(0), call.type(position)):
        return both
    constant = all(a.is_constant for a in call.arguments[1:-1])
    match = known_matching if constant else matching
    same = match(call, call[0], call.type(0), call[position], call.type(position))
    if not (call.type(0).nullable and call.type(position).nullable):
        return same
    return sql.op("OR", both, sql.coalesce(same, False))
