"""Functions over Variants: called for each type of the values, as ClickHouse does by default."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from sparktree.errors import Code, Error
from sparktree.functions.core.declare import FUNCTIONS, Function, QueryContext
from sparktree.planner.expr import Call, Constant, Expr
from sparktree.sql import ast
from sparktree.types import (
    NULL_TYPE,
    STRING,
    UINT8,
    Array,
    Bool,
    FixedString,
    LowCardinality,
    String,
    Type,
    Variant,
    least_supertype,
    make_nullable,
    no_common_type,
    remove_low_cardinality,
    remove_nullable,
    variant,
)

TypedCall = Callable[[Function, tuple[Expr, ...], QueryContext], Expr]

_COMPARISONS = ("equals", "notEquals", "less", "greater", "lessOrEquals", "greaterOrEquals")
# What says that a function does not take a type; other errors are errors of the query.
_MISMATCHES = (
    Code.ILLEGAL_TYPE_OF_ARGUMENT,
    Code.TYPE_MISMATCH,
    Code.CANNOT_CONVERT_TYPE,
    Code.NO_COMMON_TYPE,
)


def of_each_type(
    function: Function, args: tuple[Expr, ...], context: QueryContext, typed_call: TypedCall
) -> Expr | None:
    """The call made for each type of its first Variant; None if the function sees to Variants."""
    place = next((i for i, arg in enumerate(args) if isinstance(arg.type, Variant)), None)
    if place is None or function.nulls == "own" or function.takes_variants:
        return None
    if function.name in _COMPARISONS and not _compares(context):
        return None
    whole = args[place]
    assert isinstance(whole.type, Variant)
    results = [
        _result(function, (*args[:place], field, *args[place + 1 :]), context, typed_call)
        for field in _fields(whole, whole.type)
    ]
    type_ = _result_type([result.type for result in results])
    return Call(type_, FUNCTIONS["_variantEach"], (whole, *results))


def check_key(type_: Type, clause: str, context: QueryContext) -> None:
    """ILLEGAL_COLUMN for keys of ORDER BY or GROUP BY with Variants, unless a setting allows it."""
    setting = f"allow_suspicious_types_in_{clause.lower().replace(' ', '_')}"
    if not holds_variant(type_) or context.settings.is_on(setting):
        return
    raise Error(
        Code.ILLEGAL_COLUMN,
        f"Data types Variant/Dynamic are not allowed in {clause} keys, because it can lead to"
        " unexpected results. Consider using a subcolumn with a specific data type instead (for"
        " example 'column.Int64' or 'json.some.path.:Int64' if its a JSON path subcolumn) or"
        f" casting this column to a specific data type. Set setting {setting} = 1 in order to"
        " allow it",
    )


def check_selected(node: ast.Expression, expr: Expr) -> None:
    """ClickHouse has no literal with a Variant: `[1, 'a']` is refused as a column of SELECT."""
    node = node.expression if isinstance(node, ast.Aliased) else node
    if isinstance(expr.type, Array) and isinstance(expr.type.of, Variant) and _is_literal(node):
        raise no_common_type(expr.type.of.of)


def _is_literal(node: ast.Expression) -> bool:
    """Whether the parser reads one value: arrays hold no tuples then, and tuples no arrays."""
    if isinstance(node, ast.Function) and node.name in ("array", "tuple") and node.operator:
        inner = (a for a in node.args if isinstance(a, ast.Function))
        return all(map(_is_literal, node.args)) and all(a.name == node.name for a in inner)
    return isinstance(node, ast.Literal)


_TEXTS = (String, FixedString)


def check_suspicious(type_: Type, context: QueryContext) -> None:
    """No Variant of types that are alike, no dictionary of numbers, unless a setting allows it."""
    dictionary = "allow_suspicious_low_cardinality_types"
    numbers = isinstance(type_, LowCardinality) and not isinstance(type_.inner, _TEXTS)
    if numbers and not context.settings.is_on(dictionary):
        raise Error(
            Code.SUSPICIOUS_TYPE_FOR_LOW_CARDINALITY,
            f"Creating columns of type {type_} is prohibited by default due to expected"
            f" negative impact on performance. It can be enabled with the `{dictionary}` setting",
        )
    if isinstance(type_, Variant) and not context.settings.allow_suspicious_variant_types:
        for one, two in combinations((t for t in type_.of if not isinstance(t, Bool)), 2):
            _check_alike(type_, one, two)
    for child in type_.children():
        check_suspicious(child, context)


def _check_alike(type_: Variant, one: Type, two: Type) -> None:
    try:
        common = least_supertype((one, two))
    except Error:
        return
    raise Error(
        Code.ILLEGAL_COLUMN,
        f"Cannot create column with type '{type_}' because variants '{one}' and '{two}' have"
        " similar types and working with values of these types may lead to ambiguity. Consider"
        f" using common single variant '{common}' instead of these 2 variants or set setting"
        " allow_suspicious_variant_types = 1 in order to allow it",
    )


def holds_variant(type_: Type) -> bool:
    """Whether the type is a Variant or made of one."""
    return isinstance(type_, Variant) or any(map(holds_variant, type_.children()))


def _compares(context: QueryContext) -> bool:
    return context.settings.use_variant_default_implementation_for_comparisons


def _fields(whole: Expr, type_: Variant) -> list[Expr]:
    field = FUNCTIONS["_variantField"]
    return [
        Call(member, field, (whole, Constant(UINT8, number)))
        for number, member in enumerate(type_.of, 1)
    ]


def _result(
    function: Function, args: tuple[Expr, ...], context: QueryContext, typed_call: TypedCall
) -> Expr:
    """The call for one type; what it does not take is NULL, or an error when it comes."""
    try:
        return typed_call(function, args, context)
    except Error as error:
        if error.code not in _MISMATCHES:
            raise
        if not context.settings.variant_throw_on_type_mismatch:
            return Constant(NULL_TYPE, None)
        name, message = error.code.name, error.message
        texts = (Constant(STRING, name), Constant(STRING, message))
        return Call(NULL_TYPE, FUNCTIONS["_variantMismatch"], texts)


def _result_type(types: list[Type]) -> Type:
    """One type for all, or the Variant of them."""
    solid = [remove_nullable(remove_low_cardinality(t)) for t in types if t != NULL_TYPE]
    if not solid:
        return NULL_TYPE
    if all(t == solid[0] for t in solid):
        return make_nullable(solid[0])
    flat = (m for t in solid for m in (t.of if isinstance(t, Variant) else (t,)))
    return variant(flat)
