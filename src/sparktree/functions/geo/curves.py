"""Curves that fill space: the places of points on those of Morton and Hilbert, and back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.functions.core.byte_spans import Words
from sparktree.functions.core.byte_texts import U
from sparktree.functions.core.declare import Argument, Call, Rule, function
from sparktree.functions.core.number_types import is_native, is_unsigned
from sparktree.kernel import sql
from sparktree.kernel.connection import ArrowFunction, arrow_function, whole
from sparktree.kernel.sql import Sql
from sparktree.types import UINT64, Tuple, Type

_LEVELS = 32  # of Hilbert's curve: bits of a coordinate


@dataclass(frozen=True, slots=True)
class Curve:
    """A curve: how many coordinates its points may have, and what a mask may do to them.

    `to_code` makes one number of columns of coordinates, `to_point` the columns of the number;
    `widen` and `narrow` change a coordinate by the number of a mask.
    """

    name: str
    most: int
    masks: tuple[int, int]
    to_code: Callable[[list[Words]], Words]
    to_point: Callable[[Words, int], list[Words]]
    widen: Callable[[Words, int], Words]
    narrow: Callable[[Words, int], Words]
    too_many: str


# --- Morton: the bits of the coordinates in turn --------------------------------------------------


def _spread(values: Words, step: int, first: int) -> Words:
    """The lowest bits, each so many places behind the one before."""
    out = np.zeros_like(values)
    for bit in range(64 // step):
        out |= ((values >> U(bit)) & U(1)) << U(bit * step + first)
    return out


def _gather(codes: Words, step: int, first: int) -> Words:
    """The bits that `_spread` has spread."""
    out = np.zeros_like(codes)
    for bit in range(64 // step):
        out |= ((codes >> U(bit * step + first)) & U(1)) << U(bit)
    return out


def _morton(columns: list[Words]) -> Words:
    parts = [_spread(column, len(columns), place) for place, column in enumerate(columns)]
    return np.asarray(np.bitwise_or.reduce(parts), np.uint64)


def _morton_point(codes: Words, count: int) -> list[Words]:
    return [_gather(codes, count, place) for place in range(count)]


# --- Hilbert: always to a neighbour ---------------------------------------------------------------


def _hilbert(columns: list[Words]) -> Words:
    if len(columns) == 1:
        return columns[0]
    y, x = (column.copy() for column in columns)
    outside = (x | y) >> U(_LEVELS) > 0
    codes = np.zeros_like(x)
    for level in reversed(range(_LEVELS)):
        right, up = ((v >> U(level)) & U(1) for v in (x, y))
        codes = codes << U(2) | (U(3) * right ^ up)
        x, y = _turned(x, y, right, up, (U(1) << U(level)) - U(1))
    return np.where(outside, U(0), codes)


def _hilbert_point(codes: Words, count: int) -> list[Words]:
    if count == 1:
        return [codes]
    x, y = np.zeros_like(codes), np.zeros_like(codes)
    for level in range(_LEVELS):
        quarter = codes >> U(2 * level)
        right = (quarter >> U(1)) & U(1)
        up = (quarter ^ right) & U(1)
        x, y = _turned(x, y, right, up, (U(1) << U(level)) - U(1))
        x, y = x | right << U(level), y | up << U(level)
    return [y, x]


def _turned(x: Words, y: Words, right: Words, up: Words, side: np.uint64) -> tuple[Words, Words]:
    """The point as the quarter sees it: lower ones are turned, one of them upside down."""
    upside_down = (up == 0) & (right == 1)
    x, y = (np.where(upside_down, side - (v & side), v & side) for v in (x, y))
    return np.where(up == 0, y, x), np.where(up == 0, x, y)


def _shift_left(values: Words, bits: int) -> Words:
    return values << U(bits)


def _shift_right(values: Words, bits: int) -> Words:
    return values >> U(bits)


CURVES = (
    Curve(
        "morton",
        8,
        (1, 8),
        _morton,
        _morton_point,
        lambda values, ratio: _spread(values, ratio, ratio - 1),
        lambda values, ratio: _gather(values, ratio, ratio - 1),
        "max: 8",
    ),
    Curve(
        "hilbert",
        2,
        (0, 32),
        _hilbert,
        _hilbert_point,
        _shift_left,
        _shift_right,
        "should be not more than 2 dimensions",
    ),
)


def _register(curve: Curve) -> tuple[ArrowFunction, ArrowFunction]:
    """The kernel functions that encode points and decode numbers."""

    @arrow_function(f"st_{curve.name}_encode", ("UBIGINT[]", "UTINYINT[]"), "UBIGINT")
    def encode(points: pa.ChunkedArray, masks: pa.ChunkedArray) -> pa.Array:
        lists = whole(points)
        if not len(lists):
            return pa.array([], pa.uint64())
        ratios = np.asarray(whole(masks).flatten()).reshape(len(lists), -1)
        flat = np.asarray(lists.flatten()).reshape(len(lists), -1)
        columns = [_by_mask(curve.widen, v, m) for v, m in zip(flat.T, ratios.T, strict=True)]
        return pa.array(curve.to_code(columns))

    @arrow_function(f"st_{curve.name}_decode", ("UBIGINT", "UTINYINT[]"), "UBIGINT[]")
    def decode(codes: pa.ChunkedArray, masks: pa.ChunkedArray) -> pa.Array:
        values = np.asarray(whole(codes))
        if not len(values):
            return pa.array([], pa.list_(pa.uint64()))
        ratios = whole(masks)[0].as_py()
        columns = [
            curve.narrow(column, ratio)
            for column, ratio in zip(curve.to_point(values, len(ratios)), ratios, strict=True)
        ]
        ends = np.arange(len(values) + 1, dtype=np.int32) * len(ratios)
        return pa.ListArray.from_arrays(ends, np.column_stack(columns).ravel())

    return encode, decode


def _by_mask(change: Callable[[Words, int], Words], values: Words, masks: np.ndarray) -> Words:
    """The values changed by the mask of their row; mostly there is one for all."""
    out = values.copy()
    for mask in np.unique(masks):
        rows = masks == mask
        out[rows] = change(values[rows], int(mask))
    return out


# --- declarations ---------------------------------------------------------------------------------


def _is_coordinate(type_: Type) -> bool:
    return is_native(type_) and is_unsigned(type_)


def _check_native(name: str, type_: Type, where: str) -> None:
    if not _is_coordinate(type_):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"Illegal type {type_} of argument{where} for function {name}, should be a native UInt",
        )


def _encode_type(curve: Curve) -> Rule:
    name = f"{curve.name}Encode"

    def returns(arguments: Sequence[Argument]) -> Type:
        first = arguments[0].type if arguments else None
        masked = isinstance(first, Tuple)
        numbers = arguments[1:] if masked else arguments
        if not arguments:
            raise Error(
                Code.TOO_FEW_ARGUMENTS_FOR_FUNCTION,
                f"At least one UInt argument is required for function {name}",
            )
        if curve.name == "hilbert" and not masked:  # there the types are looked at first
            for argument in numbers:
                _check_native(name, argument.type, "")
        if len(numbers) > curve.most:
            raise Error(
                Code.TOO_MANY_ARGUMENTS_FOR_FUNCTION,
                f"Illegal number of UInt arguments of function {name}, {curve.too_many}",
            )
        if isinstance(first, Tuple):
            _check_mask(curve, name, arguments[0], first, len(numbers))
        for argument in numbers:
            _check_native(name, argument.type, "")
        return UINT64

    return returns


def _check_mask(curve: Curve, name: str, mask: Argument, type_: Tuple, count: int) -> None:
    if len(type_.of) != count:
        raise Error(
            Code.ARGUMENT_OUT_OF_BOUND,
            f"Illegal argument {type_} for function {name}, tuple size should be equal to number"
            " of UInt arguments",
        )
    for element in type_.of:
        _check_native(name, element, " in tuple")
    if mask.is_constant:
        low, high = curve.masks
        if not all(low <= ratio <= high for ratio in _numbers(mask)):
            raise Error(
                Code.ARGUMENT_OUT_OF_BOUND,
                f"Illegal argument {type_} of function {name}, should be a number in range"
                f" {low}-{high}",
            )


def _numbers(argument: Argument) -> list[int]:
    """The numbers of a constant tuple."""
    value = argument.value
    assert isinstance(value, dict) and isinstance(argument.type, Tuple)
    if not all(_is_coordinate(type_) for type_ in argument.type.of):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT, f"Illegal type {argument.type} of a mask: not of numbers"
        )
    return [int(number) for number in value.values()]


def _neutral(curve: Curve) -> int:
    """The number of a mask that changes nothing."""
    return curve.masks[0]


def _list(values: Sequence[Sql], kernel: str) -> Sql:
    return sql.cast(sql.array(*values), f"{kernel}[]")


def _encode(curve: Curve, encode: ArrowFunction) -> Callable[[Call], Sql]:
    def lower(call: Call) -> Sql:
        first = call.inner(0)
        if isinstance(first, Tuple):
            numbers = call.sqls[1:]
            masks = [sql.field(call[0], i + 1) for i in range(len(numbers))]
        else:
            numbers, masks = call.sqls, [Sql(str(_neutral(curve)))] * len(call)
        made = encode(_list(numbers, "UBIGINT"), _list(masks, "UTINYINT"))
        return sql.case((sql.any_of(sql.is_null(n) for n in numbers), sql.NULL), otherwise=made)

    return lower


def _ratios(curve: Curve, name: str, argument: Argument) -> list[int]:
    """What the first argument of a decoding function says: a number of coordinates or a mask."""
    low, high = curve.masks
    if not argument.is_constant:
        raise _illegal_column(name, argument.type, "a constant (UInt or Tuple)")
    if isinstance(argument.type, Tuple):
        ratios = _numbers(argument)
        wrong = [ratio for ratio in ratios if not low <= ratio <= high]
        if wrong:
            raise Error(
                Code.ARGUMENT_OUT_OF_BOUND,
                f"Illegal argument {wrong[0]} in tuple for function {name}, should be a number in"
                f" range {low}-{high}",
            )
    elif _is_coordinate(argument.type.inner):
        count = int(argument.value)  # type: ignore[call-overload]
        ratios = [_neutral(curve)] * min(count, curve.most + 1)
    else:
        raise _illegal_column(name, argument.type, "UInt or Tuple")
    if not 1 <= len(ratios) <= curve.most:
        raise Error(
            Code.ARGUMENT_OUT_OF_BOUND,
            f"Illegal first argument for function {name}, should be a number in range"
            f" 1-{curve.most} or a Tuple of such size",
        )
    return ratios


def _illegal_column(name: str, type_: Type, wanted: str) -> Error:
    return Error(
        Code.ILLEGAL_COLUMN, f"Illegal column type {type_} for function {name}, should be {wanted}"
    )


def _decode_type(curve: Curve) -> Rule:
    name = f"{curve.name}Decode"

    def returns(arguments: Sequence[Argument]) -> Type:
        count = len(_ratios(curve, name, arguments[0]))
        if not _is_coordinate(arguments[1].type):
            raise _illegal_column(name, arguments[1].type, "a native UInt")
        return Tuple((UINT64,) * count)

    return returns


def _decode(curve: Curve, decode: ArrowFunction) -> Callable[[Call], Sql]:
    def lower(call: Call) -> Sql:
        assert isinstance(call.result.inner, Tuple)
        row = call.result.inner
        ratios = _ratios(curve, call.name, call.arguments[0])
        masks = _list([Sql(str(ratio)) for ratio in ratios], "UTINYINT")
        found = decode(sql.cast(call[1], "UBIGINT"), masks)
        return sql.let(
            found, lambda v: row.pack(*(Sql(f"{v}[{i + 1}]") for i in range(len(ratios))))
        )

    return lower


def _declare(curve: Curve, shown: tuple[str, str], points: tuple[str, str]) -> None:
    title = curve.name.title()
    there, back = _register(curve)
    encode, decode = _encode(curve, there), _decode(curve, back)
    encode.__doc__ = (
        f"The place on the {title} curve of a point with whole coordinates; a tuple before them"
        " widens their ranges."
    )
    decode.__doc__ = (
        f"The point at a place on the {title} curve, by the number of its coordinates or the tuple"
        " that widened their ranges."
    )
    function(
        f"{curve.name}Encode", args=(0, None), returns=_encode_type(curve),
        example=(f"{curve.name}Encode({shown[0]})", shown[1]),
    )(encode)  # fmt: skip
    function(
        f"{curve.name}Decode", args=2, returns=_decode_type(curve),
        nulls="guard", example=(f"{curve.name}Decode({points[0]})", points[1]),
    )(decode)  # fmt: skip


_declare(CURVES[0], ("1, 2, 3", "53"), ("3, 53", "(1,2,3)"))
_declare(CURVES[1], ("3, 4", "31"), ("2, 31", "(3,4)"))
