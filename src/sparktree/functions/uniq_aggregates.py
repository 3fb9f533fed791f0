"""Counts of different values: exact, or exact up to 65536 values and estimated above.

The estimate keeps the least 65536 hashes (k minimum values): how densely they lie below the
greatest of them tells how many different values there are.
"""

from __future__ import annotations

from collections.abc import Sequence

from sparktree.errors import Code, Error
from sparktree.functions.aggregates import Agg, Aggregate, AggregateCall, Printer, aggregate
from sparktree.functions.declare import Value
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import UINT64, Array, Tuple, Type

_KEPT = 65536
_SPACE = float(1 << 64)


def different(call: AggregateCall) -> Sql:
    """The arguments as one value to compare."""
    return call[0] if len(call) == 1 else sql.struct(*call.sqls)


def different_type(call: AggregateCall) -> Type:
    """The type of the value to compare."""
    types = tuple(a.type.inner for a in call.arguments)
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
        final=lambda call, parts: sql.cast(sql.coalesce(sql.call("len", parts[0]), "0"), "UBIGINT"),
        whole=_exact,
        doc="The exact number of different values.",
        example=("uniqExact(number % 3)", "3"),
        keeps_null=False,
        meets=True,
        plain_distinct=True,
    )
)


# --- estimated ----------------------------------------------------------------------------------


def _hashes(call: AggregateCall) -> tuple[Agg, ...]:
    value = sql.call("hash", *call.sqls)
    # Not min(value, n): the kernel would reserve room for all n in every group.
    return (Agg("list", (value,), distinct=True, around=f"list_sort({{}})[1:{_KEPT}]"),)


def _least(call: AggregateCall, parts: tuple[Sql, ...]) -> tuple[Agg, ...]:
    around = f"list_sort(list_distinct(flatten({{}})))[1:{_KEPT}]"
    return (Agg("list", parts[:1], around=around),)


def _estimate(call: AggregateCall, parts: tuple[Sql, ...]) -> Sql:
    count = sql.coalesce(sql.call("len", parts[0]), "0")
    greatest = sql.cast(Sql(f"{parts[0]}[{_KEPT}]"), "DOUBLE")
    guess = f"CAST(round({_KEPT - 1} / ({greatest} / {_SPACE!r})) AS UBIGINT)"
    exact = (sql.op("<", count, str(_KEPT)), sql.cast(count, "UBIGINT"))
    if call.result.nullable:
        return sql.case((sql.op("=", count, "0"), sql.NULL), exact, otherwise=guess)
    return sql.case(exact, otherwise=guess)


for _name, _doc in {
    "uniq": "About how many different values there are; exact up to 65535.",
    "uniqCombined": "About how many different values there are; exact up to 65535.",
    "uniqCombined64": "About how many different values there are; exact up to 65535.",
    "uniqHLL12": "About how many different values there are; exact up to 65535.",
}.items():
    aggregate(
        Aggregate(
            _name,
            UINT64,
            (1, None),
            states=lambda call: (Array(UINT64),),
            partial=_hashes,
            merge=_least,
            final=_estimate,
            doc=_doc,
            example=(f"{_name}(number % 3)", "3"),
            keeps_null="Combined" in _name,
            parameters=(0, 1) if "Combined" in _name else (0, 0),
        )
    )


def _limit(parameters: Sequence[Value]) -> int:
    limit = int(str(parameters[0])) if parameters else 10
    if limit > 100:
        raise Error(
            Code.ARGUMENT_OUT_OF_BOUND,
            "Too large parameter for aggregate function uniqUpTo. Maximum: 100",
        )
    return limit


def _up_to(call: AggregateCall, parts: tuple[Sql, ...]) -> Sql:
    count = sql.coalesce(sql.call("len", parts[0]), "0")
    return sql.cast(f"least({count}, {_limit(call.parameters) + 1})", "UBIGINT")


aggregate(
    Aggregate(
        "uniqUpTo",
        UINT64,
        (1, None),
        states=lambda call: (Array(UINT64),),
        partial=lambda call: (
            Agg(
                "list",
                (sql.call("hash", *call.sqls),),
                distinct=True,
                around=f"({{}})[1:{_limit(call.parameters) + 1}]",
            ),
        ),
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
        parameters=(0, 1),
    )
)
