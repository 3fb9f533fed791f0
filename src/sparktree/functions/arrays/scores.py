"""How good predictions in arrays are: areas under curves, Gini's coefficient; autocorrelation."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.functions.core.declare import Argument, Arguments, Call, function
from sparktree.functions.core.doubles import to_double
from sparktree.functions.core.list_rows import Counts, Floats, ListRows
from sparktree.functions.core.lists import transform
from sparktree.functions.core.text_functions import refusal
from sparktree.kernel import sql
from sparktree.kernel.connection import ArrowFunction, arrow_function, whole
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.types import (
    FLOAT64,
    Array,
    Bool,
    Decimal,
    Enum,
    Float,
    Integer,
    Nothing,
    Tuple,
    Type,
)


class _Curve:
    """The points at which the score changes, from the best to the worst, row by row.

    `before` and `after` are the true and the false positives on both sides of each step.
    """

    def __init__(self, scores: ListRows, labels: ListRows, first: Floats) -> None:
        rows = scores.rows
        order = np.lexsort((-scores.values, rows))
        values, positive = scores.values[order], labels.values[order] > 0
        last = np.ones(len(order), np.bool_)
        last[:-1] = (np.diff(values) != 0) | (np.diff(rows) != 0)
        self.rows = rows[last]
        counts = [_running(flags, rows, scores)[last] for flags in (positive, ~positive)]
        begins = np.ones(len(self.rows), np.bool_)
        begins[1:] = np.diff(self.rows) != 0
        self.after = [count + first[self.rows, i] for i, count in enumerate(counts)]
        self.before = [
            np.where(begins, first[self.rows, i], np.roll(count, 1))
            for i, count in enumerate(self.after)
        ]
        count = len(scores.sizes)
        self.unknown = np.bincount(rows, np.isnan(scores.values), minlength=count) > 0
        self.positives = np.bincount(rows, positive, minlength=count)
        self.negatives = scores.sizes - self.positives

    def total(self, areas: Floats) -> Floats:
        """The sums of the areas of the steps of each row."""
        sums = np.bincount(self.rows, areas, minlength=len(self.positives))
        return np.asarray(sums, np.float64)


def _running(flags: np.ndarray, rows: Counts, lists: ListRows) -> Floats:
    """How many flags are set in a row up to each element."""
    counts = np.concatenate([[0], np.cumsum(flags)])
    return np.asarray(counts[1:] - counts[lists.starts[rows]], np.float64)


def _roc(curve: _Curve, totals: Floats | None, scale: bool) -> Floats:
    steps = curve.after[1] - curve.before[1]
    area = curve.total(steps * (curve.after[0] + curve.before[0]) / 2)
    if scale:
        positives, negatives = (
            (curve.positives, curve.negatives) if totals is None else (totals[:, 2], totals[:, 3])
        )
        known = (positives > 0) & (negatives > 0)
        area = np.where(known, area / np.where(known, positives, 1), np.nan)
        area = area / np.where(known, negatives, 1)
    return area


def _precision_recall(curve: _Curve, totals: Floats | None, scale: bool) -> Floats:
    precision = curve.after[0] / (curve.after[0] + curve.after[1])
    area = curve.total((curve.after[0] - curve.before[0]) * precision)
    positives = curve.positives if totals is None else totals[:, 2]
    return np.where(positives > 0, area / np.maximum(positives, 1), 0.0)


def _register(
    name: str, size: int, area: Callable[[_Curve, Floats | None, bool], Floats]
) -> ArrowFunction:
    @arrow_function(
        f"st_{name}",
        ("DOUBLE[]", "DOUBLE[]", "BOOLEAN", "DOUBLE[]"),
        "DOUBLE",
        handles_null=True,
    )
    def compute(
        scores: pa.ChunkedArray, labels: pa.ChunkedArray, scale: pa.ChunkedArray,
        offsets: pa.ChunkedArray,
    ) -> pa.Array:  # fmt: skip
        left, right, partial = (ListRows.of(column) for column in (scores, labels, offsets))
        if not len(left.sizes):
            return pa.array([], pa.float64())
        if (left.sizes != right.sizes).any():
            raise _bad(f"First two arguments for function {name} must be Arrays of equal sizes")
        totals = None if whole(offsets).null_count else _totals(name, partial, size)
        curve = _Curve(left, right, np.zeros((len(left.sizes), 2)) if totals is None else totals)
        found = area(curve, totals, bool(whole(scale)[0].as_py()))
        return pa.array(np.where(curve.unknown, np.nan, found))

    return compute


def _totals(name: str, partial: ListRows, size: int) -> Floats:
    """What is known of the whole, of which the arrays are a part."""
    what = f"The argument arr_partial_offsets for function {name}"
    if (partial.sizes != size).any():
        raise _bad(f"{what} must contain Arrays of size {size}")
    if (partial.values < 0).any():
        raise _bad(f"{what} must not contain negative values")
    return partial.values.reshape(-1, size)


def _bad(message: str, code: Code = Code.BAD_ARGUMENTS) -> ValueError:
    return ValueError(raising(code, message))


_ROC_AUC = _register("arrayROCAUC", 4, _roc)
_AUC_PR = _register("arrayAUCPR", 3, _precision_recall)


# --- declarations ---------------------------------------------------------------------------------

_ROLES = ("First argument (arr_scores)", "Second argument (arr_labels)")


def _is_number(type_: Type, *, enum: bool = False) -> bool:
    if isinstance(type_, Integer):
        return type_.bits <= 64
    return isinstance(type_, Float | Bool) or (enum and isinstance(type_, Enum))


def _illegal(message: str) -> Error:
    return Error(Code.ILLEGAL_TYPE_OF_ARGUMENT, message)


def _check_arrays(name: str, arguments: Sequence[Argument]) -> None:
    for position, role in enumerate(_ROLES):
        type_ = arguments[position].type
        if not isinstance(type_, Array):
            raise _illegal(f"{role} for function {name} must be of type Array")
        if not _is_number(type_.of, enum=position == 1):
            raise _illegal(f"{role} for function {name} is of type {type_.of}, should be a number")


def _check_offsets(name: str, arguments: Sequence[Argument], position: int) -> None:
    if len(arguments) > position:
        type_ = arguments[position].type
        if not isinstance(type_, Array) or not (
            isinstance(type_.of, Integer) and type_.of.bits <= 64
        ):
            raise _illegal(
                f"Argument {position + 1} (arr_partial_offsets) for function {name} must be of type"
                " Array with native integers"
            )


def _roc_type(arguments: Arguments) -> Type:
    _check_arrays(arguments.function, arguments)
    if len(arguments) > 2 and not (
        isinstance(arguments[2].type, Bool) and arguments[2].is_constant
    ):
        raise _illegal(
            f"Third argument (scale) for function {arguments.function} must be of type const Bool"
        )
    _check_offsets(arguments.function, arguments, 3)
    return FLOAT64


def _pr_type(arguments: Arguments) -> Type:
    _check_arrays(arguments.function, arguments)
    _check_offsets(arguments.function, arguments, 2)
    return FLOAT64


def floats(call: Call, position: int) -> Sql:
    """An array argument as a list of DOUBLE."""
    type_ = call.inner(position)
    assert isinstance(type_, Array)
    of = type_.of.inner
    if isinstance(of, Float | Nothing):
        return sql.cast(call[position], "DOUBLE[]")
    return sql.cast(transform(call[position], lambda v: to_double(v, of)), "DOUBLE[]")


_NO_OFFSETS = sql.cast(sql.NULL, "DOUBLE[]")


@function(
    "arrayROCAUC",
    args=(2, 4),
    returns=_roc_type,
    aliases=("arrayAUC",),
    example=("arrayROCAUC([0.1, 0.4, 0.35, 0.8], [0, 0, 1, 1])", "0.75"),
)
def array_roc_auc(call: Call) -> Sql:
    """The area under the receiver operating characteristic of scores and labels."""
    scale = sql.TRUE if len(call) < 3 or call.value(2) else sql.FALSE
    offsets = floats(call, 3) if len(call) > 3 else _NO_OFFSETS
    return _ROC_AUC(floats(call, 0), floats(call, 1), scale, offsets)


@function(
    "arrayAUCPR",
    args=(2, 3),
    returns=_pr_type,
    aliases=("arrayPRAUC",),
    example=("arrayAUCPR([0.1, 0.4, 0.35, 0.8], [0, 0, 1, 1])", "0.8333333333333333"),
)
def array_auc_pr(call: Call) -> Sql:
    """The area under the curve of precision and recall of scores and labels."""
    offsets = floats(call, 2) if len(call) > 2 else _NO_OFFSETS
    return _AUC_PR(floats(call, 0), floats(call, 1), sql.TRUE, offsets)


# --- Gini's coefficient ---------------------------------------------------------------------------

_LARGEST = 1 << 20
_NUMBERS = Integer | Float | Decimal | Bool


@arrow_function("st_gini", ("DOUBLE[]", "DOUBLE[]"), "STRUCT(f1 DOUBLE, f2 DOUBLE, f3 DOUBLE)")
def _gini(predicted: pa.ChunkedArray, labels: pa.ChunkedArray) -> pa.Array:
    left, right = ListRows.of(predicted), ListRows.of(labels)
    if left.sizes.max(initial=0) > _LARGEST:
        raise _bad(
            "Too large array size in function arrayNormalizedGini, maximum: 1048576",
            Code.TOO_LARGE_ARRAY_SIZE,
        )
    if (left.sizes != right.sizes).any():
        raise _bad(
            "Prediction and label arrays in function arrayNormalizedGini should have same size for"
            " each row",
            Code.ILLEGAL_COLUMN,
        )
    columns = np.zeros((3, len(left.sizes)))
    for size in np.unique(left.sizes):
        rows = left.sizes == size
        columns[:, rows] = _coefficients(*(v.table(rows, int(size)) for v in (left, right)))
    return pa.StructArray.from_arrays([pa.array(c) for c in columns], ["f1", "f2", "f3"])


def _coefficients(scores: Floats, values: Floats) -> list[Floats]:
    """Those of rows of one size."""
    size = scores.shape[1]
    order = np.argsort(scores, axis=1, kind="stable")
    with np.errstate(invalid="ignore", divide="ignore"):
        totals = _last(np.cumsum(values, axis=1))[:, None]
        found, best = (
            np.divide(0.5 * (size + 1) - _last(np.cumsum(np.cumsum(part / totals, 1), 1)), size)
            for part in (np.take_along_axis(values, order, axis=1), np.sort(values, axis=1))
        )
        return [found, best, found / best]


def _last(sums: Floats) -> Floats:
    """The last of the running sums of each row; 0 of none."""
    return sums[:, -1] if sums.shape[1] else np.zeros(len(sums))


def _gini_type(arguments: Arguments) -> Type:
    for argument, place in zip(arguments, ("First", "Second"), strict=True):
        type_ = argument.type
        if not isinstance(type_, Array) or not isinstance(type_.of, _NUMBERS):
            raise _illegal(
                f"{place} argument for function {arguments.function} must be an Array of numeric"
                f" type, got {type_}"
            )
    if not all(isinstance(a.type, Array) and _is_number(a.type.of) for a in arguments):
        raise Error(
            Code.ILLEGAL_COLUMN, f"Illegal column of argument of function {arguments.function}"
        )
    return Tuple((FLOAT64, FLOAT64, FLOAT64))


@function(
    "arrayNormalizedGini",
    args=2,
    returns=_gini_type,
    nulls="guard",
    example=(
        "arrayNormalizedGini([0.9, 0.3, 0.8, 0.7], [6, 1, 0, 2])",
        "(0.18055555555555558,0.2638888888888889,0.6842105263157896)",
    ),
)
def array_normalized_gini(call: Call) -> Sql:
    """Gini's coefficient of the predictions, of the labels, and the first over the second."""
    return _gini(floats(call, 0), floats(call, 1))


# --- autocorrelation ------------------------------------------------------------------------------


@arrow_function("st_autocorrelation", ("DOUBLE[]", "BIGINT"), "DOUBLE[]")
def _autocorrelation(column: pa.ChunkedArray, most: pa.ChunkedArray) -> pa.Array:
    lists = ListRows.of(column)
    rows = lists.rows
    limits = np.asarray(whole(most).fill_null(0), np.int64)
    wanted = np.minimum(lists.sizes, limits)
    ends = np.concatenate([[0], np.cumsum(wanted)])
    out = np.zeros(ends[-1])
    means = lists.total(lists.values) / np.maximum(lists.sizes, 1)
    away = lists.values - means[rows]
    variances = lists.total(away * away)
    behind = lists.starts[rows] + lists.sizes[rows] - np.arange(len(rows))
    with np.errstate(invalid="ignore", divide="ignore"):
        for lag in range(int(wanted.max(initial=0))):
            (firsts,) = np.nonzero(behind > lag)
            products = np.bincount(
                rows[firsts], away[firsts] * away[firsts + lag], minlength=len(lists.sizes)
            )
            asked = wanted > lag
            ratio = np.where(variances == 0, np.nan, products / variances)
            out[ends[:-1][asked] + lag] = ratio[asked]
    return pa.ListArray.from_arrays(ends.astype(np.int32), out)


def _autocorrelation_type(arguments: Sequence[Argument]) -> Type:
    name, type_ = "arrayAutocorrelation", arguments[0].type
    if not isinstance(type_, Array):
        raise _illegal(f"First argument of function {name} must be an array")
    if not isinstance(type_.of, _NUMBERS | Nothing):
        raise _illegal(
            f"Function {name} only accepts arrays of integers, floating-point numbers, or decimals"
        )
    if len(arguments) > 1:
        lag = arguments[1].type
        if not isinstance(lag, Bool) and not (isinstance(lag, Integer) and lag.bits <= 64):
            raise _illegal(
                f"Second argument (max_lag) of function {name} must be an integer (up to 64-bit),"
                f" got {lag}"
            )
    return Array(FLOAT64)


@function(
    "arrayAutocorrelation",
    args=(1, 2),
    returns=_autocorrelation_type,
    example=("arrayAutocorrelation([1, 2, 3, 4, 5])", "[1,0.4,-0.1,-0.4,-0.4]"),
)
def array_autocorrelation(call: Call) -> Sql:
    """How an array correlates with itself, moved by 0, 1, ... places (less than the second one)."""
    if len(call) == 1:
        return _autocorrelation(floats(call, 0), 1 << 62)
    negative = refusal(Code.BAD_ARGUMENTS, "arrayAutocorrelation: max_lag must be non-negative")
    most = sql.cast(sql.call("least", sql.cast(call[1], "HUGEINT"), 1 << 62), "BIGINT")
    limit = sql.case((sql.op("<", call[1], 0), sql.cast(negative, "BIGINT")), otherwise=most)
    return _autocorrelation(floats(call, 0), limit)
