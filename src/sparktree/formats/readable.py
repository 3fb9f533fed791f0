"""Large numbers in words: quantities and sizes."""

from __future__ import annotations

from sparktree.types.base import Type
from sparktree.types.numeric import Decimal, Float, Integer

_UNITS = ("", " thousand", " million", " billion", " trillion", " quadrillion", " quintillion",
          " sextillion", " septillion", " octillion", " nonillion", " decillion", " undecillion",
          " duodecillion", " tredecillion", " quattuordecillion", " quindecillion",
          " sexdecillion", " septendecillion", " octodecillion", " novemdecillion",
          " vigintillion")  # fmt: skip
# Numbers of that size are hashes and identifiers rather than quantities.
_HASHES = (1e17, 2e19)
_NO_FIXED_POINT = 1e21


def readable_quantity(value: float) -> str:
    """12345678 as `12.35 million`."""
    unit = 0
    while abs(value) >= 1000 and unit < len(_UNITS) - 1:
        value /= 1000
        unit += 1
    shown = f"{value:.2f}" if abs(value) < _NO_FIXED_POINT else repr(value).replace("e+", "e")
    return shown + _UNITS[unit]


_BYTES = ("B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB")


def readable_size(size: float) -> str:
    """12345678 as `11.77 MiB`."""
    unit = 0
    while size >= 1024 and unit < len(_BYTES) - 1:
        size /= 1024
        unit += 1
    return f"{size:.2f} {_BYTES[unit]}"


def number_tip(type_: Type, text: str, threshold: int) -> str:
    """` -- 12.35 million` for a number above the threshold, else nothing."""
    if not threshold or not isinstance(type_.inner, Integer | Float | Decimal):
        return ""
    try:
        value = float(text)
    except ValueError:
        return ""
    size = abs(value)
    if not threshold < size < float("inf") or _HASHES[0] < size < _HASHES[1]:
        return ""
    return f" -- {readable_quantity(value)}"
