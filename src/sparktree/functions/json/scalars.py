"""JSON values as texts that types with spellings of their own are read from: days, moments, enums.

A number is not what its digits say in such a text: of a moment it is seconds, of an enum the
number of a name.
"""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.errors import Code
from sparktree.functions.core.byte_spans import Flags, Places
from sparktree.functions.json.numbers import Floats, Kind, flags
from sparktree.functions.json.tape import Tape
from sparktree.functions.json.writing import raw
from sparktree.kernel.errors import raising
from sparktree.types import Date, DateTime, DateTime64, Decimal, Enum, Type

DAY_SIZE = 10  # the longest text of a day; a clock behind it is not taken
_MOST_SECONDS = (1 << 32) - 1
_YEAR_0, _YEAR_10000 = -62167219200, 253402300800  # the seconds where the years of texts begin, end
_MICROSECONDS = 10**6
_MOST_INTEGER, _MOST_SCALED = float(1 << 63), float(1 << 127)


def texts(tape: Tape, values: Places, type_: Type) -> tuple[pa.Array, Flags]:
    """The texts that the type is read from, in a binary array, and which values have one."""
    if isinstance(type_, Enum):
        return _names(tape, values, type_)
    strings = tape.is_kind(values, Kind.STRING, Kind.BIG)
    numbers = tape.is_kind(values, Kind.INT, Kind.UINT, Kind.DOUBLE)
    fits = strings | numbers
    found = raw(tape, np.where(fits, values, -1), bare=True)
    if isinstance(type_, Decimal):
        _check_range(tape, values[numbers], type_)
    elif isinstance(type_, Date):
        fits &= np.asarray(pc.binary_length(found)) <= DAY_SIZE
    elif isinstance(type_, DateTime | DateTime64) and numbers.any():
        moments, known = _moments(tape, values[numbers], type_)
        found = pc.replace_with_mask(found, pa.array(numbers), moments)
        fits[numbers] = known
    return found, fits


def _reals(tape: Tape, values: Places) -> Floats:
    """Numbers as floats; those that are too large for Int64 as the least of them."""
    kinds, bits = tape.kinds[values], tape.numbers[values]
    found = np.where(kinds == Kind.DOUBLE, bits.view(np.float64), 0.0)
    whole = kinds == Kind.INT
    found[whole] = bits[whole].view(np.int64)
    found[kinds == Kind.UINT] = _MOST_INTEGER
    return np.asarray(found, np.float64)


def _check_range(tape: Tape, numbers: Places, type_: Decimal) -> None:
    """A number that has too many digits is an error; a text is not."""
    if (np.abs(_reals(tape, numbers)) >= 10.0 ** (type_.precision - type_.scale)).any():
        message = f"Decimal convert overflow: a number of JSON is not in the range of {type_}"
        raise ValueError(raising(Code.DECIMAL_OVERFLOW, message))


def _names(tape: Tape, values: Places, type_: Enum) -> tuple[pa.Array, Flags]:
    """Strings that are names, and the names of integers."""
    names = pa.array([name.encode("utf-8", "surrogateescape") for name, _ in type_.values])
    strings = tape.is_kind(values, Kind.STRING, Kind.BIG)
    found = raw(tape, np.where(strings, values, -1), bare=True)
    fits = strings & flags(pc.is_in(found, names))
    integers = tape.is_kind(values, Kind.INT)
    if integers.any():
        given = pa.array(tape.numbers[values[integers]].view(np.int64))
        places = pc.index_in(given, pa.array([number for _, number in type_.values], pa.int64()))
        found = pc.replace_with_mask(found, pa.array(integers), names.take(places).fill_null(b""))
        fits[integers] = flags(places.is_valid())
    return found, fits


def _moments(tape: Tape, values: Places, type_: DateTime | DateTime64) -> tuple[pa.Array, Flags]:
    """Numbers of seconds as moments of UTC, and which there are."""
    seconds = _reals(tape, values)
    if isinstance(type_, DateTime):
        micros = np.clip(np.trunc(seconds), 0, _MOST_SECONDS).astype(np.int64) * _MICROSECONDS
        known = seconds < _MOST_SCALED
    else:
        known = np.abs(seconds) < _MOST_INTEGER / 10**type_.precision
        inside = np.clip(seconds, _YEAR_0, _YEAR_10000 - 1)
        # What is less than a tick is cut away; microseconds are all that is told of a fraction.
        ticks = 10 ** min(type_.precision, 6)
        micros = np.trunc(inside * ticks).astype(np.int64) * (_MICROSECONDS // ticks)
    moments = pa.array(micros).cast(pa.timestamp("us")).cast(pa.string())
    return pc.binary_join_element_wise(moments, "Z", "").cast(pa.binary()), known
