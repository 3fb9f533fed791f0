"""Counts of different values: exact, or exact up to 65536 values and estimated above.

uniq thins out the hashes as ClickHouse does, and gives its numbers for integers and strings. The
others keep the least 65536 hashes (k minimum values): how densely they lie below the greatest of
them tells how many different values there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sparktree.errors import Code, Error
from sparktree.functions.aggregates.declare import (
    Agg,
    Aggregate,
    AggregateCall,
    Printer,
    aggregate,
    integer_parameter,
)
from sparktree.functions.core.declare import FUNCTIONS, Argument, Call, QueryContext, Value
from sparktree.functions.hashes import uniq_sample
from sparktree.functions.hashes.any_values import hash64, unsigned_bits
from sparktree.functions.hashes.uniq_sample import uniq_hash, uniq_merged, uniq_size
from sparktree.kernel import sql
from sparktree.kernel.connection import ArrowFunction
from sparktree.kernel.sql import Sql
from sparktree.types import STRING, UINT32, UINT64, Array, Nothing, Tuple, Type, Variant
from sparktree.types.to_text import to_text

_KEPT = uniq_sample.KEPT
_FEW = 1000  # so many hashes the kernel tells apart as quickly as numpy does
_SPACE = float(1 << 64)


def different(call: AggregateCall) -> Sql:
    """The arguments as one value to compare."""
    values = [_value(call.type(i), call[i]) for i in range(len(call))]
    return values[0] if len(values) == 1 else sql.struct(*values)


def _value(type_: Type, value: Sql) -> Sql:
    """A Variant, whose NULL counts too, as the text of its value behind the place of its type."""
    if not isinstance(type_, Variant):
        return value
    texts = type_.choose(
        value, lambda t, own: sql.op("||", sql.string(f"{type_.of.index(t)} "), to_text(t, own))
    )
    return sql.coalesce(texts, sql.string(""))


def different_type(call: AggregateCall) -> Type:
    """The type of the value to compare."""
    types = tuple(STRING if isinstance(a.type, Variant) else a.type.inner for a in call.arguments)
    return types[0] if len(types) == 1 else Tuple(types)


# --- exact --------------------------------------------------------------------------------------


def _exact(call: AggregateCall, printer: Printer) -> Sql:
    value = different(call)
    counted = value if printer.distinct else f"DISTINCT {value}"
    return sql.cast(printer("count", counted), "UBIGINT")


aggregate(
    Aggregate(
        "uniqExact",
        UINT64,
        (1, None),
        states=lambda call: (Array(different_type(call)),),
        partial=lambda call: (Agg("list", (different(call),), distinct=True),),
        merge=lambda call, parts: (Agg("list", (parts[0],), around="list_distinct(flatten({}))"),),
        final=lambda call, parts: sql.cast(sql.coalesce(sql.call("len", parts[0]), 0), "UBIGINT"),
        whole=_exact,
        doc="The exact number of different values.",
        example=("uniqExact(number % 3)", "3"),
        keeps_null=False,
        of_null="default",
        meets=True,
        plain_distinct=True,
    )
)


# --- estimated ----------------------------------------------------------------------------------

_CITY = FUNCTIONS["cityHash64"]


def word(call: AggregateCall, value: Sql) -> Sql:
    """Eight bytes that stand for a value, the same in every version: its bits, or its hash."""
    type_ = different_type(call)
    if isinstance(type_, Nothing):
        return sql.cast(0, "UBIGINT")
    bits = unsigned_bits(value, type_, extended=True)
    if bits is not None:
        return bits
    return _CITY.lower(
        Call(_CITY.name, (Argument(type_),), UINT64, QueryContext(), (value,), lambda i: value)
    )


def _words(call: AggregateCall, hashed: ArrowFunction) -> Agg:
    """The hashes of the different values: values are compared first, so that few are hashed."""
    each = hashed(word(call, sql.name("_x")))
    around = f"list_transform({{}}, {sql.function(['_x'], each)})"
    return Agg("list", (different(call),), distinct=True, around=around)


# --- uniq: a sample of hashes that are divisible by a power of two -------------------------------


def _thinned(call: AggregateCall) -> tuple[Agg, ...]:
    agg = _words(call, uniq_hash)
    few = f"list_prepend(0::UINTEGER, list_distinct({agg.around}))"
    many = uniq_merged(Sql(f"[list_prepend(0::UINTEGER, {agg.around})]"))
    around = f"(CASE WHEN len({{}}) <= {_FEW} THEN {few} ELSE {many} END)"
    return (replace(agg, around=around),)


def _thinned_together(call: AggregateCall, parts: tuple[Sql, ...]) -> tuple[Agg, ...]:
    full = "list_max(list_transform({}, lambda _s: _s[1])) = 0"
    joined = "flatten(list_transform({}, lambda _s: _s[2:]))"
    few = f"{full} AND list_sum(list_transform({{}}, lambda _s: len(_s))) <= {_FEW}"
    whole = f"list_prepend(0::UINTEGER, list_distinct({joined}))"
    around = f"(CASE WHEN {few} THEN {whole} ELSE {uniq_merged(Sql('{}'))} END)"
    return (Agg("list", parts[:1], around=around, condition=f"{parts[0]} IS NOT NULL"),)


def _thinned_size(call: AggregateCall, parts: tuple[Sql, ...]) -> Sql:
    count = sql.cast(Sql(f"len({parts[0]}) - 1"), "UBIGINT")
    found = sql.case((Sql(f"{parts[0]}[1] = 0"), count), otherwise=uniq_size(parts[0]))
    return sql.case((sql.is_null(parts[0]), Sql("0::UBIGINT")), otherwise=found)


aggregate(
    Aggregate(
        "uniq",
        UINT64,
        (1, None),
        states=lambda call: (Array(UINT32),),  # the degree of thinning, and the hashes
        partial=_thinned,
        merge=_thinned_together,
        final=_thinned_size,
        doc="About how many different values there are; exact up to 65536.",
        example=("uniq(number % 3)", "3"),
        keeps_null=False,
        of_null="default",
    )
)


# --- the least hashes -----------------------------------------------------------------------------


def _hashes(call: AggregateCall) -> tuple[Agg, ...]:
    agg = _words(call, hash64)
    return (replace(agg, around=f"list_sort(list_distinct({agg.around}))[1:{_KEPT}]"),)


def _least(call: AggregateCall, parts: tuple[Sql, ...]) -> tuple[Agg, ...]:
    around = f"list_sort(list_distinct(flatten({{}})))[1:{_KEPT}]"
    return (Agg("list", parts[:1], around=around),)


def _estimate(call: AggregateCall, parts: tuple[Sql, ...]) -> Sql:
    count = sql.coalesce(sql.call("len", parts[0]), 0)
    greatest = sql.cast(sql.item(parts[0], _KEPT), "DOUBLE")
    guess = Sql(f"CAST(round({_KEPT - 1} / ({greatest} / {_SPACE!r})) AS UBIGINT)")
    exact = (sql.op("<", count, _KEPT), sql.cast(count, "UBIGINT"))
    if call.result.nullable:
        return sql.case((sql.op("=", count, 0), sql.NULL), exact, otherwise=guess)
    return sql.case(exact, otherwise=guess)


def _combined_type(arguments: Sequence[Argument], parameters: Sequence[Value]) -> Type:
    if parameters and not 12 <= integer_parameter("uniqCombined", parameters[0]) <= 20:
        raise Error(
            Code.ARGUMENT_OUT_OF_BOUND,
            "Parameter for aggregate function uniqCombined is out of range: [12, 20].",
        )
    return UINT64


for _name in ("uniqCombined", "uniqCombined64", "uniqHLL12"):
    aggregate(
        Aggregate(
            _name,
            _combined_type,
            (1, None),
            states=lambda call: (Array(UINT64),),
            partial=_hashes,
            merge=_least,
            final=_estimate,
            doc="About how many different values there are; exact up to 65535.",
            example=(f"{_name}(number % 3)", "3"),
            keeps_null="Combined" in _name,
            of_null="null" if "Combined" in _name else "default",
            parameters=(0, 1) if "Combined" in _name else (0, 0),
        )
    )


def _limit(parameters: Sequence[Value]) -> int:
    limit = integer_parameter("uniqUpTo", parameters[0]) if parameters else 5
    if not 0 <= limit <= 100:
        raise Error(
            Code.ARGUMENT_OUT_OF_BOUND,
            "Too large parameter for aggregate function uniqUpTo. Maximum: 100",
        )
    return limit


def _some_words(call: AggregateCall) -> Agg:
    agg = _words(call, hash64)
    return replace(agg, around=f"({agg.around})[1:{_limit(call.parameters) + 1}]")


def _up_to(call: AggregateCall, parts: tuple[Sql, ...]) -> Sql:
    count = sql.coalesce(sql.call("len", parts[0]), 0)
    return sql.cast(Sql(f"least({count}, {_limit(call.parameters) + 1})"), "UBIGINT")


aggregate(
    Aggregate(
        "uniqUpTo",
        UINT64,
        (1, None),
        states=lambda call: (Array(UINT64),),
        partial=lambda call: (_some_words(call),),
        merge=lambda call, parts: (
            Agg(
                "list",
                parts,
                around=f"list_distinct(flatten({{}}))[1:{_limit(call.parameters) + 1}]",
            ),
        ),
        final=_up_to,
        doc="The number of different values, if it is not greater than the parameter.",
        example=("uniqUpTo(3)(number)", "4"),
        keeps_null=False,
        of_null="default",
        parameters=(0, 1),
    )
)
