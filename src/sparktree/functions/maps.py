"""Maps: made, taken apart, searched, combined, with lambdas over their pairs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from sparktree.errors import Code, Error
from sparktree.functions import lists
from sparktree.functions.basic_aggregates import sum_type
from sparktree.functions.common_types import chosen_type
from sparktree.functions.convert import convert
from sparktree.functions.convert_numbers import number
from sparktree.functions.declare import (
    Argument,
    Call,
    find,
    function,
    illegal_type,
    wrong_arity,
)
from sparktree.functions.higher_order import check_condition, has_lambda
from sparktree.functions.text_functions import is_text
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
    Tuple,
    Type,
    Variant,
    least_supertype,
    make_nullable,
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


def _as(call: Call, position: int, type_: Type) -> Sql:
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
        sql.struct(_as(call, i, call.result.key), _as(call, i + 1, call.result.value))
        for i in range(0, len(call), 2)
    ]
    return sql.array(*pairs) if pairs else call.result.default()


def _arrays_type(arguments: Sequence[Argument]) -> Type:
    keys, values = (lists.array_at("mapFromArrays", arguments, i) for i in (0, 1))
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
        _compared_as(side_of(arguments), arguments[1].type)
        return UINT8

    def lower(call: Call) -> Sql:
        side = side_of(call.arguments)
        if call.type(1) == NULL_TYPE:
            return sql.FALSE
        common, zone = _compared_as(side, call.type(1)), call.context.zone
        wanted = _as(call, 1, make_nullable(common) if call.type(1).nullable else common)
        known = lists.transform(call[0], lambda pair: convert(of(pair), side, common, zone))
        found = lists.among(known, wanted)
        return sql.coalesce(found, "false") if call.type(1).nullable else found

    lower.__doc__ = doc
    wanted = "'a'" if place == 1 else "1"
    function(
        name, args=2, returns=returns, condition=True, nulls="own", family="maps",
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
        some = sql.op(">", lists.size(found), "0")
        return sql.case((sql.is_null(call[1]), sql.NULL), otherwise=some)

    def returns(arguments: Sequence[Argument]) -> Type:
        type_ = map_at(name, arguments)
        if arguments[1].type == NULL_TYPE:
            return NULL_TYPE
        side = type_.key if "Key" in name else type_.value
        for asked in (side, arguments[1].type):
            if not is_text(asked.inner):
                raise illegal_type(name, asked)
        if extract:
            return type_
        return make_nullable(UINT8) if arguments[1].type.nullable else UINT8

    lower.__doc__ = doc
    function(
        name, args=2, returns=returns, condition=not extract, nulls="own", family="maps",
        low_cardinality=True,
        example=(f"{name}(map('a', 'a'), 'a%')", "{'a':'a'}" if extract else "1"),
    )(lower)  # fmt: skip


_likes("mapContainsKeyLike", key, "Whether some key is like the pattern.", extract=False)
_likes("mapContainsValueLike", value, "Whether some value is like the pattern.", extract=False)
_likes("mapExtractKeyLike", key, "The pairs whose key is like the pattern.", extract=True)
_likes("mapExtractValueLike", value, "The pairs whose value is like the pattern.", extract=True)


# --- combined -----------------------------------------------------------------------------------


def _joined_type(name: str) -> Callable[[Sequence[Argument]], Type]:
    def returns(arguments: Sequence[Argument]) -> Type:
        maps = [map_at(name, arguments, i) for i in range(len(arguments))]
        return Map(least_supertype(m.key for m in maps), least_supertype(m.value for m in maps))

    return returns


def _one_type(name: str, types: Iterable[Type]) -> Type:
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


def _updated_type(arguments: Sequence[Argument]) -> Type:
    maps = [map_at("mapUpdate", arguments, i) for i in range(len(arguments))]
    keys = _one_type("mapUpdate", (m.key for m in maps))
    return Map(keys, _one_type("mapUpdate", (m.value for m in maps)))


@function(
    "mapConcat",
    args=(1, None),
    returns=_joined_type("mapConcat"),
    nulls="own",
    example=("mapConcat(map('a', 1), map('b', 2))", "{'a':1,'b':2}"),
)
def map_concat(call: Call) -> Sql:
    """The pairs of the maps one after the other."""
    return sql.call("list_concat", *(_as(call, i, call.result) for i in range(len(call))))


@function(
    "mapUpdate",
    args=2,
    returns=_updated_type,
    nulls="own",
    example=("mapUpdate(map('a', 1), map('a', 2))", "{'a':2}"),
)
def map_update(call: Call) -> Sql:
    """The first map with values of the second for the keys that it has."""
    new = _as(call, 1, call.result)

    def updated(old: Sql, changes: Sql) -> Sql:
        keys = lists.transform(changes, key)
        known = lists.transform(old, key)
        replaced = lists.transform(
            old,
            lambda p: sql.coalesce(Sql(f"{changes}[list_position({keys}, {key(p)})]"), p),
        )
        added = lists.filtered(changes, lambda p: sql.op("NOT", lists.among(known, key(p))))
        return sql.call("list_concat", replaced, added)

    first = _as(call, 0, call.result)
    return lists.once(first, lambda old: lists.once(new, lambda changes: updated(old, changes)))


def _sum_type(name: str) -> Callable[[Sequence[Argument]], Type]:
    def returns(arguments: Sequence[Argument]) -> Type:
        first, *others = (a.type for a in arguments)
        maps = all(isinstance(type_, Map) or type_ == NULL_TYPE for type_ in others)
        if isinstance(first, Map) and not maps:
            raise Error(Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH, f"{name} accepts at least two maps")
        pairs = [_pairs(name, a.type) for a in arguments]
        keys = _one_type(name, (p.key for p in pairs))
        values = sum_type([Argument(_one_type(name, (p.value for p in pairs)))], ())
        if isinstance(arguments[0].type, Tuple):
            return Tuple((Array(keys), Array(values)))
        return Map(keys, values)

    return returns


def _pairs(name: str, type_: Type) -> Map:
    if isinstance(type_, Map):
        return type_
    if isinstance(type_, Tuple) and len(type_.of) == 2:
        keys, values = type_.of
        if isinstance(keys, Array) and isinstance(values, Array):
            return Map(keys.of, values.of)
    raise illegal_type(name, type_)


def _combine(name: str, sign: str, doc: str, example: str) -> None:
    def lower(call: Call) -> Sql:
        result = _pairs(name, call.result)
        maps = [_as(call, i, result) for i in range(len(call))]
        joined = sql.call("list_concat", *maps)
        keys = sql.call("list_sort", sql.call("list_distinct", lists.transform(joined, key)))

        def total(wanted: Sql) -> Sql:
            sums = [_one(m, wanted, result.value) for m in maps]
            return (
                number(sql.op(sign, *sums), Integer(128, True), result.value)
                if isinstance(result.value, Integer)
                else sql.op(sign, *sums)
            )

        pairs = lists.transform(keys, lambda k: sql.struct(k, total(k)))
        if isinstance(call.result, Tuple):
            return lists.once(
                pairs, lambda p: sql.struct(lists.transform(p, key), lists.transform(p, value))
            )
        return pairs

    lower.__doc__ = doc
    function(
        name, args=(2, None), returns=_sum_type(name), nulls="own", family="maps",
        example=(f"{name}(map('a', 3), map('a', 2))", example),
    )(lower)  # fmt: skip


def _one(pairs: Sql, wanted: Sql, type_: Type) -> Sql:
    """The sum of the values of a key."""
    same = lists.filtered(pairs, lambda p: sql.op("=", key(p), wanted))
    summed = sql.call("list_sum", lists.transform(same, value))
    kernel = "HUGEINT" if isinstance(type_, Integer) else type_.kernel
    return sql.coalesce(sql.cast(summed, kernel), sql.cast("0", kernel))


_combine("mapAdd", "+", "The sums of the values of every key.", "{'a':5}")
_combine("mapSubtract", "-", "The differences of the values of every key.", "{'a':1}")


def _series_type(arguments: Sequence[Argument]) -> Type:
    given = arguments[0].type
    if isinstance(given, Array):
        raise Error(
            Code.BAD_ARGUMENTS,
            "Function mapPopulateSeries takes a map, or arrays of keys and values",
        )
    type_ = map_at("mapPopulateSeries", arguments)
    if not isinstance(type_.key, Integer):
        raise illegal_type("mapPopulateSeries", type_)
    return type_


@function(
    "mapPopulateSeries",
    args=(1, 2),
    returns=_series_type,
    nulls="own",
    example=("mapPopulateSeries(map(1, 10, 3, 30))", "{1:10,2:0,3:30}"),
)
def map_populate_series(call: Call) -> Sql:
    """The map with all whole keys between the least and the greatest."""
    assert isinstance(call.result, Map)
    type_ = call.result

    def filled(pairs: Sql) -> Sql:
        keys = lists.transform(pairs, key)
        least = f"CAST(list_min({keys}) AS BIGINT)"
        most = (
            f"CAST(list_max({keys}) AS BIGINT)" if len(call) == 1 else sql.cast(call[1], "BIGINT")
        )
        places = sql.cast(f"range({least}, {most} + 1)", f"{type_.key.kernel}[]")
        found = lists.transform(
            places,
            lambda k: sql.struct(
                k,
                sql.coalesce(
                    value(Sql(f"{pairs}[list_position({keys}, {k})]")), type_.value.default()
                ),
            ),
        )
        return sql.coalesce(found, pairs)

    return lists.once(call[0], filled)


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
            return sql.op("<>", found, "0")

        return lower(call, body)

    lowered.__doc__ = doc
    function(
        name, args=(least, None), returns=result, nulls="own", family="maps", condition=condition,
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
    lambda call, body: sql.op(">", lists.size(lists.filtered(_last(call), body)), "0"),
    "Whether the lambda gives true for some pair.",
    ("mapExists((k, v) -> v = 1, map('a', 1))", "1"),
    condition=True,
)
_with_lambda(
    "mapAll",
    lambda m, b: UINT8,
    lambda call, body: sql.op(
        "=", lists.size(lists.filtered(_last(call), lambda p: sql.op("NOT", body(p)))), "0"
    ),
    "Whether the lambda gives true for all pairs.",
    ("mapAll((k, v) -> v = 1, map('a', 1))", "1"),
    condition=True,
)


def _sorted(*, descending: bool) -> Callable[[Call, Callable[[Sql], Sql]], Sql]:
    def lower(call: Call, body: Callable[[Sql], Sql]) -> Sql:
        keyed = lists.transform(_last(call), lambda p: Sql(f"{{'k': {body(p)}, 'v': {p}}}"))
        word = "DESC" if descending else "ASC"
        ordered = sql.call("list_sort", keyed, f"'{word}'")
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
        name, args=(1, None), returns=returns, nulls="own", family="maps",
        lambda_parameters=lambda arguments: _pair_types(arguments[-1:]), low_cardinality=False,
        example=(f"{name}(2, map('b', 1, 'a', 2))", example),
    )(lower)  # fmt: skip


_partial("mapPartialSort", descending=False, example="{'a':2,'b':1}")
_partial("mapPartialReverseSort", descending=True, example="{'b':1,'a':2}")
