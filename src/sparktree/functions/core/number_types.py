"""Which number type an operation of two numbers gives, by ClickHouse's rules."""

from __future__ import annotations

from dataclasses import replace

from sparktree.errors import Code, Error
from sparktree.functions.core.declare import illegal_type
from sparktree.types import (
    FLOAT64,
    UINT8,
    UINT32,
    UINT128,
    Bool,
    Decimal,
    Float,
    Integer,
    IPv4,
    IPv6,
    Type,
)

Plain = Integer | Float | Decimal
ADDRESSES: dict[type[Type], Integer] = {IPv4: UINT32, IPv6: UINT128}
DIGITS = {32: 9, 64: 18, 128: 38, 256: 76}


def plain(type_: Type, name: str) -> Plain:
    """The number that an argument is: a Bool is a UInt8, an address a number of its width."""
    if isinstance(type_, Bool):
        return UINT8
    if isinstance(type_, IPv4 | IPv6):
        return ADDRESSES[type(type_)]
    if isinstance(type_, Integer | Float | Decimal):
        return type_
    raise illegal_type(name, type_)


def is_native(type_: Type) -> bool:
    """Whether it is an integer of at most 64 bits, or a Bool."""
    return isinstance(type_, Bool) or (isinstance(type_, Integer) and type_.bits <= 64)


def is_unsigned(type_: Type) -> bool:
    """Whether numbers of the type are whole and never negative."""
    return isinstance(type_, Bool) or (isinstance(type_, Integer) and not type_.signed)


def illegal_pair(name: str, left: Type, right: Type) -> Error:
    """ClickHouse's words for two types that do not go together."""
    return Error(
        Code.ILLEGAL_TYPE_OF_ARGUMENT,
        f"Illegal types {left} and {right} of arguments of function {name}",
    )


def pair(name: str, left: Type, right: Type) -> tuple[Plain, Plain]:
    """Both arguments as the numbers that they are; BFloat16 goes with nothing above 64 bits."""
    kinds = (Integer, Float, Decimal, Bool, IPv4, IPv6)
    if not (isinstance(left, kinds) and isinstance(right, kinds)):
        raise illegal_pair(name, left, right)
    if _beside_addresses(left, right) or _beside_addresses(right, left):
        raise illegal_pair(name, left, right)
    a, b = plain(left, name), plain(right, name)
    for one, other in ((a, b), (b, a)):
        if isinstance(one, Float) and one.bits == 16 and other.bits > 64:
            raise illegal_pair(name, left, right)
    return a, b


def _beside_addresses(address: Type, other: Type) -> bool:
    """Whether an address stands beside what it cannot be computed with."""
    if isinstance(address, IPv6):
        return isinstance(other, Decimal | Float | IPv4)
    return isinstance(address, IPv4) and isinstance(other, Decimal)


def doubled(bits: int) -> int:
    """The width that holds the sum of two such numbers; 64 bits and more stay."""
    return bits * 2 if bits < 64 else bits


def sum_type(name: str, left: Type, right: Type, *, signed: bool = False) -> Type:
    """The type of a sum or product of numbers; a difference is always signed."""
    a, b = pair(name, left, right)
    if isinstance(a, Decimal) or isinstance(b, Decimal):
        return decimal_type(name, a, b)
    bits = max(a.bits, b.bits)
    if isinstance(a, Integer) and isinstance(b, Integer):
        return Integer(doubled(bits), a.signed or b.signed or signed)
    if bits > 64:
        raise illegal_pair(name, left, right)
    return Float(doubled(bits))


def decimal_type(name: str, a: Plain, b: Plain) -> Type:
    """The decimal (or, with a float, the float) that holds the result."""
    if isinstance(a, Float) or isinstance(b, Float):
        return FLOAT64
    bits = max(t.bits for t in (a, b) if isinstance(t, Decimal))
    scales = [t.scale if isinstance(t, Decimal) else 0 for t in (a, b)]
    scale = sum(scales) if name == "multiply" else max(scales)
    if name not in ("plus", "minus", "multiply") and isinstance(a, Decimal):
        scale = _left_scale(scales)
    if scale > DIGITS[bits]:
        raise Error(
            Code.ARGUMENT_OUT_OF_BOUND,
            f"Scale {scale} is out of bounds (max scale: {DIGITS[bits]})",
        )
    if isinstance(a, Decimal) and isinstance(b, Decimal):
        return Decimal(DIGITS[bits], scale)
    own = a if isinstance(a, Decimal) else b
    assert isinstance(own, Decimal)
    return replace(own, room=0 if own.wide else DIGITS[bits])  # of integers it keeps its precision


def _left_scale(scales: list[int]) -> int:
    if scales[0] < scales[1]:
        raise Error(
            Code.ARGUMENT_OUT_OF_BOUND, "Decimal result's scale is less than argument's one"
        )
    return scales[0]


def quotient_type(left: Type, right: Type) -> Type:
    """The type of a division: Float64, or a decimal with the dividend's scale."""
    a, b = pair("divide", left, right)
    if isinstance(a, Decimal) or isinstance(b, Decimal):
        return decimal_type("divide", a, b)
    return FLOAT64


def whole_quotient_type(name: str, left: Type, right: Type) -> Type:
    """The type of a division without fraction: an integer as wide as the dividend."""
    a, b = pair(name, left, right)
    if isinstance(a, Decimal):
        if isinstance(b, Decimal):
            _left_scale([a.scale, b.scale])
        return Integer(a.bits, True)
    return Integer(
        a.bits, not (isinstance(a, Integer) and isinstance(b, Integer)) or a.signed or b.signed
    )


def remainder_type(name: str, left: Type, right: Type, *, positive: bool = False) -> Type:
    """The type of a remainder: as wide as the divisor, signed as the dividend."""
    a, b = pair(name, left, right)
    if isinstance(a, Float) or isinstance(b, Float):
        return FLOAT64
    if isinstance(a, Decimal) or isinstance(b, Decimal):
        return decimal_type(name, a, b)
    if positive or not a.signed:
        return Integer(b.bits, False)
    return Integer(doubled(b.bits), True)


def common_number(name: str, left: Type, right: Type) -> Type:
    """The type that holds either number, for least and greatest."""
    a, b = pair(name, left, right)
    if isinstance(a, Decimal) or isinstance(b, Decimal):
        return decimal_type("plus", a, b)
    integers = [t for t in (a, b) if isinstance(t, Integer)]
    if len(integers) < 2:
        return _common_float(name, a, b, integers)
    if a.signed == b.signed:  # type: ignore[union-attr]
        return a if a.bits >= b.bits else b
    signed = next(t for t in integers if t.signed)
    unsigned = next(t for t in integers if not t.signed)
    if signed.bits > unsigned.bits or signed.bits == unsigned.bits == 64:
        return signed
    if unsigned.bits == 256:
        raise illegal_pair(name, left, right)
    return Integer(unsigned.bits * 2, True)


def _common_float(name: str, a: Plain, b: Plain, integers: list[Integer]) -> Type:
    widest = max((t.bits for t in integers), default=0)
    if widest > 32:
        raise illegal_pair(name, a, b)
    needed = {0: 16, 8: 16, 16: 32, 32: 64}[widest]
    return Float(max(needed, *(t.bits for t in (a, b) if isinstance(t, Float))))
