"""Variant: values of one of several types."""

from __future__ import annotations

from sparktree.errors import Code, Error
from sparktree.functions.core.convert import convert
from sparktree.functions.core.declare import Arguments, Call, function
from sparktree.kernel import sql
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.types import NULL_TYPE, Array, Enum, String, Type, Variant, make_nullable


def _illegal(name: str, expected: str, type_: Type) -> Error:
    return Error(
        Code.ILLEGAL_TYPE_OF_ARGUMENT,
        f"A value of illegal type was provided as 1st argument 'variant' to function '{name}'."
        f" Expected: {expected}, got: {type_}",
    )


def _variant_of(type_: Type) -> Variant | None:
    """The Variant in a column, which may be one of arrays."""
    while isinstance(type_, Array):
        type_ = type_.of
    return type_ if isinstance(type_, Variant) else None


def element_place(type_: Variant, name: str) -> int | None:
    """The place, from 1, of a type in a Variant."""
    names = [str(t) for t in type_.of]
    return names.index(name) + 1 if name in names else None


def _element_type(arguments: Arguments) -> Type:
    column = arguments[0].type
    found = _variant_of(column)
    if found is None:
        raise _illegal(arguments.function, "Variant or Array of Variant", column)
    name = arguments[1].value if isinstance(arguments[1].type, String) else None
    if not isinstance(name, str):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"The second argument of function {arguments.function} must be a constant String with"
            " the name of a type",
        )
    place = element_place(found, name)
    if place is not None:
        return _like(column, make_nullable(found.of[place - 1]))
    if len(arguments) > 2:
        return arguments[2].type
    raise Error(Code.ILLEGAL_TYPE_OF_ARGUMENT, f"{found} doesn't contain variant with type {name}")


def _like(column: Type, element: Type) -> Type:
    return Array(_like(column.of, element)) if isinstance(column, Array) else element


@function(
    "variantElement",
    args=(2, 3),
    returns=_element_type,
    nulls="own",
    refuses_null=True,
    constant_arguments=(1,),
    example=("variantElement('a'::Variant(String, UInt64), 'String')", "a"),
)
def variant_element(call: Call) -> Sql:
    """The value, if it is of the named type; NULL, or the empty array or map, if it is not."""
    column = call.type(0)
    found = _variant_of(column)
    assert found is not None
    place = element_place(found, str(call.value(1)))
    return call[2] if place is None else _element(column, call[0], place)


def _element(column: Type, value: Sql, place: int) -> Sql:
    if isinstance(column, Array):
        of = column.of
        return column.map(value, lambda item: _element(of, item, place))
    assert isinstance(column, Variant)
    member, field = column.of[place - 1], sql.field(value, place)
    solid = not make_nullable(member).nullable
    return sql.coalesce(field, member.default()) if solid else field


def _names_type(arguments: Arguments) -> Type:
    type_ = arguments[0].type
    if not isinstance(type_, Variant):
        raise _illegal(arguments.function, "Variant", type_)
    named = ((str(member), place) for place, member in enumerate(type_.of))
    return Enum(8, (("None", -1), *named))


@function(
    "variantType",
    returns=_names_type,
    nulls="own",
    refuses_null=True,
    example=("variantType('a'::Variant(String, UInt64))", "String"),
)
def variant_type(call: Call) -> Sql:
    """The name of the value's type; None for NULL."""
    type_ = call.type(0)
    assert isinstance(type_, Variant)
    places = (
        (type_.has(call[0], place), Sql(str(place - 1))) for place in range(1, len(type_.of) + 1)
    )
    return sql.cast(sql.case(*places, otherwise=-1), call.result.kernel)


# --- what the planner makes of functions over Variants -------------------------------------------


@function("_variantField", args=2, returns=NULL_TYPE, nulls="own")
def variant_field(call: Call) -> Sql:
    """The value of the type at a place, where the Variant holds one; the planner knows the type."""
    return sql.field(call[0], int(str(call.value(1))))


@function("_variantMismatch", args=2, returns=NULL_TYPE, nulls="own", folds=False)
def variant_mismatch(call: Call) -> Sql:
    """The error, by its name and message, of a type that a function does not take."""
    code, message = (str(call.value(i)) for i in (0, 1))
    return sql.call("error", sql.string(raising(Code[code], message)))


@function("_variantEach", args=(2, None), returns=NULL_TYPE, nulls="own")
def variant_each(call: Call) -> Sql:
    """The result for the type of the value: the arguments behind it are those of each type."""
    type_ = call.type(0)
    assert isinstance(type_, Variant)

    def result(position: int) -> Sql:
        if call.type(position) == NULL_TYPE:
            return sql.cast(call[position], call.result.kernel)
        return convert(call[position], call.type(position), call.result, call.context.zone)

    chosen = sql.case(*((type_.has(call[0], i), result(i)) for i in range(1, len(call))))
    return chosen if call.result.nullable else sql.coalesce(chosen, call.result.default())
