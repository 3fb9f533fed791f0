"""Numbers from text, as ClickHouse reads them, with its errors."""

from __future__ import annotations

import ctypes
import re
import struct

from sparktree.errors import Code, Error
from sparktree.types.base import Type
from sparktree.types.numeric import INT64, Decimal, Float, Integer, wide_bytes
from sparktree.types.reading import Context, Read, failure

_MOST = 3.4028234663852886e38  # the greatest Float32
CHECKED_BITS = 64  # wider integers wrap always
_INTEGER = re.compile(r"([+-]*)([0-9]*)")
_FLOAT = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_WORDS = re.compile(r"([+-]?)(infinity|inf|nan)", re.IGNORECASE | re.ASCII)
_DECIMAL = re.compile(r"([+-]?)([0-9]*)([.0-9]*)(?:[eE]([+-]?[0-9]+))?")
MOST_EXPONENT = (1 << 31) - 1


def read_integer(type_: Type, text: str, context: Context) -> Read:
    """An integer; what does not fit wraps around, unless the context checks."""
    assert isinstance(type_, Integer)
    if not text:
        raise failure(Code.ATTEMPT_TO_READ_AFTER_EOF, "Attempt to read after eof", type_)
    match = _INTEGER.match(text)
    assert match is not None
    signs, digits = match.groups()
    if "-" in signs and not type_.signed:
        raise failure(Code.CANNOT_PARSE_NUMBER, "Unsigned type must not contain '-' symbol", type_)
    if len(signs) > 1:
        message = "Cannot parse number with multiple sign (+/-) characters"
        raise failure(Code.CANNOT_PARSE_NUMBER, message, type_)
    if signs and not digits:
        message = "Cannot parse number without any digits"
        raise failure(Code.CANNOT_PARSE_NUMBER, message, type_)
    number = int(signs + (digits or "0"))
    checked = context.checked and type_.bits <= CHECKED_BITS
    if checked and not type_.minimum <= number <= type_.maximum:
        raise failure(Code.CANNOT_PARSE_NUMBER, f"Value {number} is out of range", type_)
    return Read(_kernel_integer(type_, number), match.end())


def _kernel_integer(type_: Integer, number: int) -> str:
    wrapped = type_.wrap(number)
    return wide_bytes(wrapped, type_.signed).hex() if type_.wide else str(wrapped)


def read_interval(type_: Type, text: str, context: Context) -> Read:
    """A number of units."""
    return read_integer(INT64, text, context)


def read_float(type_: Type, text: str, context: Context) -> Read:
    """A float; too great is infinite, BFloat16 is cut, not rounded."""
    assert isinstance(type_, Float)
    word = _WORDS.match(text)
    match = _FLOAT.match(text) or word
    if match is None:
        message = f"Cannot read floating point value here: {text}"
        raise failure(Code.CANNOT_PARSE_NUMBER, message, type_)
    value = float(match.group())
    if type_.bits == 16:
        value = cut_to_bfloat16(value)
    shown = match.group() if type_.bits == 32 and not word else repr(value)
    return Read(shown, match.end())


def cut_to_bfloat16(value: float) -> float:
    """The BFloat16 towards zero."""
    below_infinity = abs(value) < 2.0**128
    single = ctypes.c_float(max(min(value, _MOST), -_MOST) if below_infinity else value)
    bits = struct.unpack("<I", bytes(single))[0]
    cut: float = struct.unpack("<f", struct.pack("<I", bits & 0xFFFF0000))[0]
    return cut


def read_decimal(type_: Type, text: str, context: Context) -> Read:
    """A decimal; digits beyond the scale are cut."""
    assert isinstance(type_, Decimal)
    if not text:
        raise Error(Code.ATTEMPT_TO_READ_AFTER_EOF, "Attempt to read after eof")
    match = _DECIMAL.match(text)
    assert match is not None
    sign, whole, rest, exponent = match.groups()
    odd_exponent = text[match.end() :].lower() in ("e", "e+", "e-")
    if odd_exponent or abs(int(exponent or 0)) > MOST_EXPONENT:
        raise Error(Code.CANNOT_PARSE_NUMBER, "Cannot parse exponent while reading decimal")
    limit = most_digits(type_, context)
    digits = whole.lstrip("0")
    if len(digits) > limit:
        message = f"Too many digits ({len(digits)} > {limit}) in decimal value"
        raise Error(Code.ARGUMENT_OUT_OF_BOUND, message)
    fraction = rest.replace(".", "")[: limit - len(digits)].rstrip("0")
    power = int(exponent or 0) - len(fraction)
    digits += fraction
    unscaled = _shifted(int(digits or "0"), power + type_.scale)
    if len(digits) + power > limit - type_.scale or unscaled >= 10**type_.precision:
        raise Error(
            Code.ARGUMENT_OUT_OF_BOUND,
            f"Decimal value is too big: {len(digits)} digits were read: '{digits}'e{power}. "
            f"Expected to read decimal with scale {type_.scale} and precision {type_.precision}",
        )
    number = -unscaled if sign == "-" else unscaled
    return Read(_kernel_decimal(type_, number), match.end())


def most_digits(type_: Decimal, context: Context) -> int:
    """The digits that are read of a decimal: elsewhere than in fields as many as its form has."""
    return type_.precision if context.field else {32: 9, 64: 18, 128: 38, 256: 76}[type_.bits]


def _shifted(digits: int, power: int) -> int:
    size: int = 10 ** min(abs(power), 5000)  # a power that great is zero or too great anyway
    return digits * size if power >= 0 else digits // size


def _kernel_decimal(type_: Decimal, number: int) -> str:
    if type_.wide:
        return wide_bytes(number, True).hex()
    digits = str(abs(number)).zfill(type_.scale + 1)
    point = len(digits) - type_.scale
    sign = "-" if number < 0 else ""
    return f"{sign}{digits[:point]}.{digits[point:]}" if type_.scale else f"{sign}{digits}"
