"""Maps of numbers: sums of the values of every key, series of keys without gaps."""

from __future__ import annotations

from sparktree.errors import Code, Error
from sparktree.functions.aggregates.basic import sum_type
from sparktree.functions.arrays.maps import as_type, key, map_at, value
from sparktree.functions.core import lists
from sparktree.functions.core.convert_numbers import number
from sparktree.functions.core.declare import Argument, Arguments, Call, function, illegal_type
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import NULL_TYPE, Array, Float, Integer, Map, Tuple, Type, remove_nullable


def _sum_type(arguments: Arguments) -> Type:
    name, types = arguments.function, [a.type for a in arguments]
    if NULL_TYPE in types:
        return NULL_TYPE
    if not isinstance(types[0], Map | Tuple):
        raise Error(Code.ILLEGAL_TYPE_OF_ARGUMENT, f"{name} only accepts maps")
    of_maps = isinstance(types[0], Map)
    if not all(isinstance(type_, Map if of_maps else Tuple) for type_ in types):
        kind = "maps" if of_maps else "map tuples"
        message = f"{name} accepts at least two {kind}"
        raise Error(Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH, message)
    pairs = [_pairs(name, type_) for type_ in types]
    keys, values = pairs[0].key, sum_type([Argument(pairs[0].value)], ())
    for other in pairs[1:]:
        _check_alike(name, keys, values, other)
    return Map(keys, values) if of_maps else Tuple((Array(keys), Array(values)))


def _check_alike(name: str, keys: Type, values: Type, other: Map) -> None:
    """Keys have one type, and the sums of values too."""
    summed = sum_type([Argument(other.value)], ())
    if other.key != keys:
        message = f"Expected same {keys} type for all keys in {name}"
    elif isinstance(summed, Float) != isinstance(values, Float):
        message = f"All value types in {name} should be either or float or integer"
    elif summed != values:
        message = f"All value types in {name} should be promotable to {values}, got {summed}"
    else:
        return
    raise Error(Code.ILLEGAL_TYPE_OF_ARGUMENT, message)


def _pairs(name: str, type_: Type) -> Map:
    if isinstance(type_, Map):
        return type_
    if isinstance(type_, Tuple) and len(type_.of) == 2:
        keys, values = type_.of
        if isinstance(keys, Array) and isinstance(values, Array):
            return Map(keys.of, values.of)
    message = f"Each tuple in {name} arguments should consist of two arrays"
    raise Error(Code.ILLEGAL_TYPE_OF_ARGUMENT, message)


def _combine(name: str, sign: str, doc: str, example: str) -> None:
    def lower(call: Call) -> Sql:
        if call.result == NULL_TYPE:
            return sql.NULL
        result = _pairs(name, call.result)
        maps = [as_type(call, i, result) for i in range(len(call))]
        joined = sql.call("list_concat", *maps)
        keys = sql.call("list_sort", sql.call("list_distinct", lists.transform(joined, key)))

        def total(wanted: Sql) -> Sql:
            sums = [_sum_of_key(m, wanted, result.value) for m in maps]
            return (
                number(sql.op(sign, *sums), Integer(128, True), result.value)
                if isinstance(result.value, Integer)
                else sql.op(sign, *sums)
            )

        pairs = lists.transform(keys, lambda k: sql.struct(k, total(k)))
        if isinstance(call.result, Tuple):
            return sql.bound(
                pairs, lambda p: sql.struct(lists.transform(p, key), lists.transform(p, value))
            )
        return pairs

    lower.__doc__ = doc
    function(
        name, args=(2, None), returns=_sum_type, nulls="own",
        example=(f"{name}(map('a', 3), map('a', 2))", example),
    )(lower)  # fmt: skip


def _sum_of_key(pairs: Sql, wanted: Sql, type_: Type) -> Sql:
    """The sum of the values of a key."""
    same = lists.filtered(pairs, lambda p: sql.op("=", key(p), wanted))
    summed = sql.call("list_sum", lists.transform(same, value))
    kernel = "HUGEINT" if isinstance(type_, Integer) else type_.kernel
    return sql.coalesce(sql.cast(summed, kernel), sql.cast(0, kernel))


_combine("mapAdd", "+", "The sums of the values of every key.", "{'a':5}")
_combine("mapSubtract", "-", "The differences of the values of every key.", "{'a':1}")


# --- without gaps -------------------------------------------------------------------------------


def _series_type(arguments: Arguments) -> Type:
    first, *others = (a.type for a in arguments)
    if isinstance(first, Array):
        if not others or not isinstance(others[0], Array):
            raise Error(
                Code.BAD_ARGUMENTS,
                "Function mapPopulateSeries if array argument is passed as key, additional array"
                " argument as value must be passed",
            )
        sides, most = (first.of, others[0].of), others[1:]
        result: Type = Tuple((first, others[0]))
    else:
        map_ = map_at(arguments.function, arguments)
        sides, most, result = (map_.key, map_.value), others[:1], map_
    for type_ in (*sides, *(remove_nullable(m) for m in most)):
        if not isinstance(type_, Integer):
            raise illegal_type(arguments.function, type_)
    return result


_WHOLE = Integer(128, True)


@function(
    "mapPopulateSeries",
    args=(1, 3),
    returns=_series_type,
    nulls="own",
    example=("mapPopulateSeries(map(1, 10, 3, 30))", "{1:10,2:0,3:30}"),
)
def map_populate_series(call: Call) -> Sql:
    """The map, or the arrays of keys and values, with all whole keys from the least to the last."""
    if isinstance(call.result, Map):
        type_, pairs = call.result, call[0]
        return sql.bound(pairs, lambda p: _populated(call, 1, p, type_))
    keys, values = (t for t in (call.type(0), call.type(1)) if isinstance(t, Array))
    type_ = Map(keys.of, values.of)
    message = "Function mapPopulateSeries key and value array should have same amount of elements"
    failed = lists.failing(Code.BAD_ARGUMENTS, message, type_.kernel)
    same = sql.op("=", lists.size(call[0]), lists.size(call[1]))
    pairs = sql.cast(sql.call("list_zip", call[0], call[1]), type_.kernel)
    made = sql.bound(
        sql.case((same, pairs), otherwise=failed), lambda p: _populated(call, 2, p, type_)
    )
    return sql.bound(made, lambda p: sql.struct(lists.transform(p, key), lists.transform(p, value)))


def _populated(call: Call, last: int, pairs: Sql, type_: Map) -> Sql:
    """The pairs of all keys; the argument at `last` may say where they end."""
    assert isinstance(type_.key, Integer)
    key_type, keys = type_.key, lists.transform(pairs, key)
    least = number(sql.call("list_min", keys), key_type, _WHOLE)
    most = number(sql.call("list_max", keys), key_type, _WHOLE)
    if len(call) > last:
        given = call.inner(last)
        assert isinstance(given, Integer)
        most = number(call[last], given, _WHOLE)
    places = lists.transform(
        Sql(f"range(0, CAST(greatest({most} - {least} + 1, 0) AS BIGINT))"),
        lambda n: number(Sql(f"(CAST({n} AS HUGEINT) + {least})"), _WHOLE, key_type),
    )
    found = lists.transform(
        places,
        lambda k: sql.struct(
            k,
            sql.coalesce(value(Sql(f"{pairs}[list_position({keys}, {k})]")), type_.value.zero()),
        ),
    )
    return sql.coalesce(found, pairs)
