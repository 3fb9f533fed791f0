"""Maps: made, taken apart, searched, combined, with lambdas over their pairs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from sparktree.errors import Code, Error
from sparktree.functions.arrays.basic import check_addresses, searched
from sparktree.functions.arrays.higher_order import check_condition, has_lambda
from sparktree.functions.core import lists
from sparktree.functions.core.common_types import chosen_type
from sparktree.functions.core.convert import convert
from sparktree.functions.core.declare import (
    Argument,
    Arguments,
    Call,
    find,
    function,
    illegal_type,
    wrong_arity,
)
from sparktree.functions.core.text_arguments import is_text
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import (
    NOTHING,
    NULL_TYPE,
    UINT8,
    Array,
    Bool,
    Integer,
    Map,
    Nothing,
    String,
    Tuple,
    Type,
    Variant,
    least_supertype,
    make_nullable,
    no_common_type,
    remove_nullable,
)
from sparktree.types.base import typed_null


def map_at(name: str, arguments: Sequence[Argument], position: int = 0) -> Map:
    """The map type of an argument, or the error."""
    type_ = arguments[position].type
    if not isinstance(type_, Map):
        raise illegal_type(name, type_, position)
    return type_


def key(pair: Sql) -> Sql:
    """The key of a pair."""
    return sql.field(pair, 1)


def value(pair: Sql) -> Sql:
    """The value of a pair."""
    return sql.field(pair, 2)


def as_type(call: Call, position: int, type_: Type) -> Sql:
    return convert(call[position], call.type(position), type_, call.context.zone)


# --- made ---------------------------------------------------------------------------------------


def _map_key(type_: Type) -> Type:
    """The type of keys, which cannot be NULL."""
    if type_.nullable and not isinstance(type_, Variant):
        raise Error(
            Code.BAD_ARGUMENTS, f"Map cannot have a key of type {type_}: Nullable is not allowed"
        )
    return type_


def _map_type(arguments: Sequence[Argument]) -> Type:
    if len(arguments) % 2:
        raise Error(
            Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
            f"Function map requires even number of arguments, but {len(arguments)} given",
        )
    if not arguments:
        return Map(NOTHING, NOTHING)
    keys = _map_key(chosen_type((a.type for a in arguments[::2]), arguments))
    return Map(keys, chosen_type((a.type for a in arguments[1::2]), arguments))


@function(
    "map",
    args=(0, None),
    returns=_map_type,
    nulls="own",
    low_cardinality=False,
    takes_nothing=True,
    example=("map('a', 1, 'b', 2)", "{'a':1,'b':2}"),
)
def map_(call: Call) -> Sql:
    """Keys and values as a map."""
    assert isinstance(call.result, Map)
    pairs = [
        sql.struct(as_type(call, i, call.result.key), as_type(call, i + 1, call.result.value))
        for i in range(0, len(call), 2)
    ]
    return sql.array(*pairs) if pairs else call.result.default()


def _arrays_type(arguments: Arguments) -> Type:
    """A map counts as the array of its pairs."""
    forms = [replace(a, type=a.type.form) if isinstance(a.type, Map) else a for a in arguments]
    keys, values = (lists.array_at(arguments.function, forms, i) for i in (0, 1))
    return Map(_map_key(keys.of), values.of)


@function(
    "mapFromArrays",
    aliases=("MAP_FROM_ARRAYS",),
    args=2,
    returns=_arrays_type,
    nulls="own",
    low_cardinality=False,
    example=("mapFromArrays(['a'], [1])", "{'a':1}"),
)
def map_from_arrays(call: Call) -> Sql:
    """An array of keys and an array of values as a map."""
    message = "Key and value arrays should have same amount of elements"
    failed = lists.failing(Code.SIZES_OF_ARRAYS_DONT_MATCH, message, call.result.kernel)
    same = sql.op("=", lists.size(call[0]), lists.size(call[1]))
    pairs = sql.cast(sql.call("list_zip", call[0], call[1]), call.result.kernel)
    return sql.case((same, pairs), otherwise=failed)


# --- taken apart --------------------------------------------------------------------------------


@function(
    "mapKeys",
    returns=lambda a: Array(map_at("mapKeys", a).key),
    nulls="own",
    example=("mapKeys(map('a', 1))", "['a']"),
)
def map_keys(call: Call) -> Sql:
    """The keys of a map."""
    return lists.transform(call[0], key)


@function(
    "mapValues",
    returns=lambda a: Array(map_at("mapValues", a).value),
    nulls="own",
    example=("mapValues(map('a', 1))", "[1]"),
)
def map_values(call: Call) -> Sql:
    """The values of a map."""
    return lists.transform(call[0], value)


# --- searched -----------------------------------------------------------------------------------


def _compared_as(side: Type, wanted: Type) -> Type:
    """The type in which keys, or values, and what is looked for are compared."""
    return least_supertype([side, wanted if side.nullable else remove_nullable(wanted)])


def _contains(
    name: str, of: Callable[[Sql], Sql], place: int, doc: str, aliases: tuple[str, ...]
) -> None:
    def side_of(arguments: Sequence[Argument]) -> Type:
        type_ = map_at(name, arguments)
        return type_.key if place == 1 else type_.value

    def returns(arguments: Sequence[Argument]) -> Type:
        side = side_of(arguments)
        array = Argument(Array(side), arguments[0].is_constant)
        searched(name, (array, arguments[1]))  # for what cannot be compared
        check_addresses(name, array, arguments[1])
        _compared_as(side, arguments[1].type)
        return UINT8

    def lower(call: Call) -> Sql:
        side = side_of(call.arguments)
        if call.type(1) == NULL_TYPE and not side.nullable:
            return sql.FALSE
        common, zone = _compared_as(side, call.type(1)), call.context.zone
        wanted = as_type(call, 1, make_nullable(common) if call.type(1).nullable else common)
        known = lists.transform(call[0], lambda pair: convert(of(pair), side, common, zone))
        found = lists.among(known, wanted)
        return sql.coalesce(found, False) if call.type(1).nullable else found

    lower.__doc__ = doc
    wanted = "'a'" if place == 1 else "1"
    function(
        name, args=2, returns=returns, condition=True, nulls="own",
        aliases=aliases, refuses_null=True, example=(f"{name}(map('a', 1), {wanted})", "1"),
    )(lower)  # fmt: skip


_contains("mapContainsKey", key, 1, "Whether the map has the key.", ("mapContains",))
_contains("mapContainsValue", value, 2, "Whether the map has the value.", ())


def _like(call: Call, text: Sql) -> Sql:
    """Whether a text is like the pattern, by the function `like`."""
    like = find("like")
    assert like is not None
    inner = Call(
        "like",
        (Argument(_string_side(call)), call.arguments[1]),
        UINT8,
        call.context,
        (text, call[1]),
        call.conditions,
    )
    return like.lower(inner)


def _string_side(call: Call) -> Type:
    type_ = map_at(call.name, call.arguments)
    return type_.key if "Key" in call.name else type_.value


def _likes(name: str, of: Callable[[Sql], Sql], doc: str, *, extract: bool) -> None:
    def lower(call: Call) -> Sql:
        if call.result == NULL_TYPE:
            return typed_null(NULL_TYPE.kernel)
        found = lists.filtered(call[0], lambda pair: _like(call, of(pair)))
        if extract:
            return found
        some = sql.op(">", lists.size(found), 0)
        return sql.case((sql.is_null(call[1]), sql.NULL), otherwise=some)

    def returns(arguments: Sequence[Argument]) -> Type:
        type_ = map_at(name, arguments)
        if arguments[1].type == NULL_TYPE:
            return NULL_TYPE
        side = type_.key if "Key" in name else type_.value
        if not is_text(side.inner):
            raise illegal_type(name, side)
        if not isinstance(arguments[1].type.inner, String):
            raise illegal_type(name, arguments[1].type)
        if extract:
            return type_
        return make_nullable(UINT8) if arguments[1].type.nullable else UINT8

    lower.__doc__ = doc
    function(
        name, args=2, returns=returns, condition=not extract, nulls="own",
        low_cardinality=True,
        example=(f"{name}(map('a', 'a'), 'a%')", "{'a':'a'}" if extract else "1"),
    )(lower)  # fmt: skip


_likes("mapContainsKeyLike", key, "Whether some key is like the pattern.", extract=False)
_likes("mapContainsValueLike", value, "Whether some value is like the pattern.", extract=False)
_likes("mapExtractKeyLike", key, "The pairs whose key is like the pattern.", extract=True)
_likes("mapExtractValueLike", value, "The pairs whose value is like the pattern.", extract=True)


# --- combined -----------------------------------------------------------------------------------


def _map_or_pairs(name: str, arguments: Sequence[Argument], position: int) -> Map:
    """The map type of an argument; beside maps an array of pairs is one."""
    type_ = arguments[position].type
    if not isinstance(type_, Array) or not any(isinstance(a.type, Map) for a in arguments):
        return map_at(name, arguments, position)
    if not isinstance(type_.of, Tuple) or len(type_.of.of) != 2:
        raise no_common_type([a.type for a in arguments])
    return Map(*type_.of.of)


def _joined_type(arguments: Arguments) -> Type:
    maps = [_map_or_pairs(arguments.function, arguments, i) for i in range(len(arguments))]
    return Map(least_supertype(m.key for m in maps), least_supertype(m.value for m in maps))


def one_type(name: str, types: Iterable[Type]) -> Type:
    """The type that keys, or values, of several maps have in common."""
    types = list(types)
    if any(isinstance(type_, Nothing) for type_ in types):
        raise Error(Code.ILLEGAL_TYPE_OF_ARGUMENT, f"Maps of function {name} have no types")
    try:
        return least_supertype(types)
    except Error as error:
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT, f"Maps of function {name} differ: {error.message}"
        ) from error


def _updated_type(arguments: Arguments) -> Type:
    maps = [map_at(arguments.function, arguments, i) for i in range(len(arguments))]
    keys = one_type(arguments.function, (m.key for m in maps))
    return Map(keys, one_type(arguments.function, (m.value for m in maps)))


@function(
    "mapConcat",
    args=(1, None),
    returns=_joined_type,
    nulls="own",
    example=("mapConcat(map('a', 1), map('b', 2))", "{'a':1,'b':2}"),
)
def map_concat(call: Call) -> Sql:
    """The pairs of the maps one after the other."""
    return sql.call("list_concat", *(as_type(call, i, call.result) for i in range(len(call))))


@function(
    "mapUpdate",
    args=2,
    returns=_updated_type,
    nulls="own",
    example=("mapUpdate(map('a', 1), map('a', 2))", "{'a':2}"),
)
def map_update(call: Call) -> Sql:
    """The first map with values of the second for the keys that it has."""
    new = as_type(call, 1, call.result)

    def updated(old: Sql, changes: Sql) -> Sql:
        keys = lists.transform(changes, key)
        known = lists.transform(old, key)
        replaced = lists.transform(
            old,
            lambda p: sql.coalesce(Sql(f"{changes}[list_position({keys}, {key(p)})]"), p),
        )
        added = lists.filtered(changes, lambda p: sql.op("NOT", lists.among(known, key(p))))
        return sql.call("list_concat", replaced, added)

    first = as_type(call, 0, call.result)
    return sql.bound(first, lambda old: sql.bound(new, lambda changes: updated(old, changes)))


# --- lambdas ------------------------------------------------------------------------------------


def _pair_types(arguments: Sequence[Argument]) -> tuple[Type, ...]:
    maps = [a for a in arguments if a.parameters is None]
    if not maps:
        raise Error(Code.ILLEGAL_TYPE_OF_ARGUMENT, "The map of the lambda function is missing")
    type_ = map_at("mapApply", maps)
    return type_.key, type_.value


def _only_map(name: str, arguments: Sequence[Argument]) -> Map:
    """The type of a map that is the only argument besides a lambda."""
    for position, argument in enumerate(arguments[1:], 1):
        raise illegal_type(name, argument.type, position)
    return map_at(name, arguments)


def _with_lambda(
    name: str,
    returns: Callable[[Map, Type], Type],
    lower: Callable[[Call, Callable[[Sql], Sql]], Sql],
    doc: str,
    example: tuple[str, str],
    *,
    conditional: bool = True,
    condition: bool = False,
    least: int = 2,
) -> None:
    def result(arguments: Sequence[Argument]) -> Type:
        if conditional:
            check_condition(name, arguments)
        plain = [a for a in arguments if a.parameters is None]
        return returns(_only_map(name, plain), arguments[0].type)

    def lowered(call: Call) -> Sql:
        def body(pair: Sql) -> Sql:
            if not has_lambda(call.arguments):
                return key(pair)
            found = call.body(0)(key(pair), value(pair))
            if not conditional or isinstance(call.type(0).inner, Bool):
                return found
            return sql.op("<>", found, 0)

        return lower(call, body)

    lowered.__doc__ = doc
    function(
        name, args=(least, None), returns=result, nulls="own", condition=condition,
        lambda_parameters=_pair_types, low_cardinality=False, example=example,
    )(lowered)  # fmt: skip


def _applied(map_: Map, body: Type) -> Type:
    if not isinstance(body, Tuple) or len(body.of) != 2:
        raise Error(
            Code.BAD_ARGUMENTS,
            "Expression for function mapApply must return a tuple of two elements",
        )
    return Map(body.of[0], body.of[1])


def _last(call: Call) -> Sql:
    return call[len(call) - 1]


_with_lambda(
    "mapFilter",
    lambda m, b: m,
    lambda call, body: lists.filtered(_last(call), body),
    "The pairs for which the lambda gives true.",
    ("mapFilter((k, v) -> v > 1, map('a', 1, 'b', 2))", "{'b':2}"),
)
_with_lambda(
    "mapApply",
    _applied,
    lambda call, body: lists.transform(_last(call), body),
    "The lambda's pairs for all pairs.",
    ("mapApply((k, v) -> (k, v * 2), map('a', 1))", "{'a':2}"),
    conditional=False,
)
_with_lambda(
    "mapExists",
    lambda m, b: UINT8,
    lambda call, body: sql.op(">", lists.size(lists.filtered(_last(call), body)), 0),
    "Whether the lambda gives true for some pair.",
    ("mapExists((k, v) -> v = 1, map('a', 1))", "1"),
    condition=True,
)
_with_lambda(
    "mapAll",
    lambda m, b: UINT8,
    lambda call, body: sql.op(
        "=", lists.size(lists.filtered(_last(call), lambda p: sql.op("NOT", body(p)))), 0
    ),
    "Whether the lambda gives true for all pairs.",
    ("mapAll((k, v) -> v = 1, map('a', 1))", "1"),
    condition=True,
)


def _sorted(*, descending: bool) -> Callable[[Call, Callable[[Sql], Sql]], Sql]:
    def lower(call: Call, body: Callable[[Sql], Sql]) -> Sql:
        keyed = lists.transform(_last(call), lambda p: Sql(f"{{'k': {body(p)}, 'v': {p}}}"))
        word = "DESC" if descending else "ASC"
        ordered = sql.call("list_sort", keyed, Sql(f"'{word}'"))
        return lists.transform(ordered, lambda item: Sql(f"struct_extract({item}, 'v')"))

    return lower


_with_lambda(
    "mapSort",
    lambda m, b: m,
    _sorted(descending=False),
    "The pairs in the order of their keys or of the lambda's values.",
    ("mapSort(map('b', 1, 'a', 2))", "{'a':2,'b':1}"),
    conditional=False,
    least=1,
)
_with_lambda(
    "mapReverseSort",
    lambda m, b: m,
    _sorted(descending=True),
    "The pairs in the opposite order of their keys or of the lambda's values.",
    ("mapReverseSort(map('a', 2, 'b', 1))", "{'b':1,'a':2}"),
    conditional=False,
    least=1,
)


# --- partly sorted ------------------------------------------------------------------------------


def _partial(name: str, *, descending: bool, example: str) -> None:
    """A map wholly sorted is one whose first pairs are in order."""
    order = _sorted(descending=descending)

    def returns(arguments: Sequence[Argument]) -> Type:
        limit, *maps = [a for a in arguments if a.parameters is None]
        if not maps and isinstance(limit.type, Map):
            raise wrong_arity(name, len(arguments), 2, None)
        if not isinstance(remove_nullable(limit.type), Integer | Bool):
            raise Error(
                Code.ILLEGAL_TYPE_OF_ARGUMENT,
                f"The limit of function {name} must be an integer. Found {limit.type} instead.",
            )
        if not maps:
            raise illegal_type(name, limit.type, 1)
        return _only_map(name, maps)

    def lower(call: Call) -> Sql:
        by_lambda = has_lambda(call.arguments)
        return order(call, lambda p: call.body(0)(key(p), value(p)) if by_lambda else key(p))

    lower.__doc__ = "The first pairs as sorted by keys or by a lambda; the others in some order."
    function(
        name, args=(1, None), returns=returns, nulls="own",
        lambda_parameters=lambda arguments: _pair_types(arguments[-1:]), low_cardinality=False,
        example=(f"{name}(2, map('b', 1, 'a', 2))", example),
    )(lower)  # fmt: skip


_partial("mapPartialSort", descending=False, example="{'a':2,'b':1}")
_partial("mapPartialReverseSort", descending=True, example="{'b':1,'a':2}")
