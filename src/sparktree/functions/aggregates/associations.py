"""How much one value tells of another: Cramér's V, contingency, Theil's U, information value."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sparktree.errors import Code
from sparktree.functions.aggregates.declare import (
    Agg,
    Aggregate,
    AggregateCall,
    aggregate,
    illegal_argument,
)
from sparktree.functions.aggregates.kinds import ANYTHING, kinds
from sparktree.functions.aggregates.various import over_rows
from sparktree.functions.core.declare import Argument, Value
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import FLOAT64, UINT8, UINT64, Array, Bool, Type

# Over the counts of pairs: _n rows, _p different first and _q different second values,
# _phi the mean square contingency, _ha the entropy of the first, _hab that given the second.
_CRAMER = "sqrt(_phi / (least(_p, _q) - 1))"
_CORRECTED = (
    "sqrt(greatest(0, _phi - (_p - 1) * (_q - 1) / (_n - 1)) / (least("
    "_p - pow(_p - 1, 2) / (_n - 1), _q - pow(_q - 1, 2) / (_n - 1)) - 1))"
)
# A side with one value tells nothing, exactly.
_ONE = "least(count(DISTINCT _a), count(DISTINCT _b)) = 1"
_CONTINGENCY = "CASE WHEN _n < 2 THEN 'nan' ELSE sqrt(_phi / (1 + _phi)) END"
_THEIL = "CASE WHEN _n < 2 THEN 'nan' WHEN _ha = 0 THEN 0 ELSE (_hab - _ha) / -_ha END"


def _query(value: str) -> Callable[[AggregateCall, str], Sql]:
    def query(call: AggregateCall, rows: str) -> Sql:
        pairs = (
            f"(SELECT _r.f1 AS _a, _r.f2 AS _b, count(*)::DOUBLE AS _c FROM {rows} GROUP BY ALL)"
        )
        margins = (
            "(SELECT *, sum(_c) OVER (PARTITION BY _a) AS _ca,"
            f" sum(_c) OVER (PARTITION BY _b) AS _cb, sum(_c) OVER () AS _t FROM {pairs})"
        )
        measured = (
            "(SELECT max(_t) AS _n, count(DISTINCT _a)::DOUBLE AS _p,"
            " count(DISTINCT _b)::DOUBLE AS _q,"
            f" CASE WHEN {_ONE} THEN 0 WHEN count(DISTINCT _a) = max(_t)"
            " THEN count(DISTINCT _b) - 1 WHEN count(DISTINCT _b) = max(_t)"
            " THEN count(DISTINCT _a) - 1"
            " ELSE greatest(0, sum(_c * _c / (_ca * _cb)) - 1) END AS _phi,"
            " -sum(_c / _t * ln(_ca / _t)) AS _ha, -sum(_c / _t * ln(_c / _cb)) AS _hab"
            f" FROM {margins})"
        )
        empty = "NULL" if call.result.nullable else "'nan'"
        return Sql(
            f"(SELECT CASE WHEN coalesce(_n, 0) = 0 THEN {empty}"
            f" ELSE coalesce({value}, 'nan'::DOUBLE) END FROM {measured})"
        )

    return query


for _name, _value, _doc, _shown in (
    ("cramersV", _CRAMER, "Cramér's V of two values, from 0 to 1.", "1"),
    ("cramersVBiasCorrected", _CORRECTED, "Cramér's V with its bias corrected.", "1"),
    ("contingency", _CONTINGENCY, "The contingency coefficient of two values.", "0.707107"),
    ("theilsU", _THEIL, "Theil's U: how much the second value tells of the first.", "1"),
):
    over_rows(
        _name,
        lambda arguments, parameters: FLOAT64,
        (2, 2),
        _query(_value),
        _doc,
        (f"round({_name}(number % 2, number % 2), 6)", _shown),
        takes=(ANYTHING - kinds("tuple", "map"),),
        refused=Code.NOT_IMPLEMENTED,
    )


# --- information value ----------------------------------------------------------------------------


def _value_type(arguments: Sequence[Argument], parameters: Sequence[Value]) -> Type:
    for argument in arguments:
        if argument.type != UINT8 and not isinstance(argument.type, Bool):
            raise illegal_argument("categoricalInformationValue", argument.type)
    return Array(FLOAT64)


def _counts(call: AggregateCall) -> tuple[Agg, ...]:
    """How many rows have the tag or not, and how many of both kinds are in each category."""
    *categories, tag = (f"CAST({value} AS BOOLEAN)" for value in call.sqls)
    sides = (tag, f"NOT {tag}")
    conditions = [*sides, *(f"{c} AND {side}" for c in categories for side in sides)]
    return tuple(Agg("count", ("*",), condition=condition) for condition in conditions)


def _information(call: AggregateCall, parts: tuple[Sql, ...]) -> Sql:
    tagged, others, *rest = (f"CAST({part} AS DOUBLE)" for part in parts)
    values = []
    for inside, outside in zip(rest[::2], rest[1::2], strict=True):
        p, q = f"({inside} / {tagged})", f"({outside} / {others})"
        values.append(Sql(f"coalesce(({p} - {q}) * ln({p} / {q}), CAST('nan' AS DOUBLE))"))
    return sql.array(*values)


aggregate(
    Aggregate(
        "categoricalInformationValue",
        _value_type,
        (2, None),
        states=lambda call: (UINT64,) * (2 * len(call.arguments)),
        partial=_counts,
        merge=lambda call, parts: tuple(Agg("sum", (part,)) for part in parts),
        final=_information,
        doc="How much each category tells of the tag, the last argument.",
        example=("categoricalInformationValue(number % 2 = 1, number % 4 < 2)", "[0]"),
        of_null="default",
    )
)
