"""Integers, floats, decimals and booleans."""

from __future__ import annotations

from dataclasses import dataclass, field

import pyarrow as pa

from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types.base import Plain, Type

_KERNEL_INTEGERS = {8: "TINYINT", 16: "SMALLINT", 32: "INTEGER", 64: "BIGINT", 128: "HUGEINT"}
_MIDDLE = 1 << 127
# One constant: the kernel would join the two of a sum into one that overflows.
_LEAST = sql.cast(Sql(f"'{-_MIDDLE}'"), "HUGEINT")


@dataclass(frozen=True, slots=True)
class Number(Type):
    """Anything that arithmetic works on."""


@dataclass(frozen=True, slots=True)
class Integer(Number):
    """Int8 to Int256 and UInt8 to UInt256.

    256-bit values are 32 bytes, big-endian with the sign bit flipped, so that the kernel's byte
    order is their order; their arithmetic is in functions/numbers/wide.py.
    """

    bits: int
    signed: bool
    # A UInt64 of a literal that is no greater than Int64's greatest meets signed numbers as Int64.
    can_be_signed: bool = field(default=False, compare=False)

    def __str__(self) -> str:
        return f"{'' if self.signed else 'U'}Int{self.bits}"

    @property
    def minimum(self) -> int:
        """The least value."""
        return -(1 << (self.bits - 1)) if self.signed else 0

    @property
    def maximum(self) -> int:
        """The greatest value."""
        return (1 << (self.bits - self.signed)) - 1

    @property
    def wide(self) -> bool:
        """Whether the kernel has no integer of this size."""
        return self.bits == 256

    @property
    def kernel(self) -> str:
        if self.wide:
            return "BLOB"
        return f"{'' if self.signed else 'U'}{_KERNEL_INTEGERS[self.bits]}"

    @property
    def storage(self) -> pa.DataType:
        if self.bits >= 128:
            return pa.binary(self.bits // 8)
        return getattr(pa, f"{'' if self.signed else 'u'}int{self.bits}")()

    @property
    def stored_as_is(self) -> bool:
        return self.bits != 128

    def to_storage(self, value: Sql) -> Sql:
        if self.bits != 128:
            return value
        unsigned = _to_unsigned(value) if self.signed else value
        return sql.call(
            "unhex", sql.call("lpad", sql.call("to_hex", unsigned), 32, sql.string("0"))
        )

    def from_storage(self, value: Sql) -> Sql:
        if self.bits != 128:
            return value
        unsigned = sql.cast(sql.op("||", sql.string("0x"), sql.call("hex", value)), "UHUGEINT")
        return _to_signed(unsigned) if self.signed else unsigned

    def default(self) -> Sql:
        return self.literal(0)

    def literal(self, value: int) -> Sql:
        """A constant of this type."""
        if self.wide:
            return Sql(f"unhex('{wide_bytes(value, self.signed).hex()}')")
        return sql.cast(sql.integer(value), self.kernel)

    def wrap(self, value: int) -> int:
        """The value modulo this type's range, as ClickHouse's arithmetic wraps."""
        value &= (1 << self.bits) - 1
        return value - (1 << self.bits) if self.signed and value >> (self.bits - 1) else value


def wide_bytes(value: int, signed: bool) -> bytes:
    """The 32 bytes of a 256-bit integer, in the order of their values."""
    return ((value + (1 << 255 if signed else 0)) & ((1 << 256) - 1)).to_bytes(32, "big")


def wide_value(data: bytes, signed: bool) -> int:
    """The 256-bit integer of its 32 bytes."""
    return int.from_bytes(data, "big") - (1 << 255 if signed else 0)


# The kernel may compute both branches of a CASE (inside of lists it does): neither may raise.
def _to_unsigned(value: Sql) -> Sql:
    negative = sql.cast(sql.op("-", sql.call("least", value, -1), _LEAST), "UHUGEINT")
    positive = sql.op("+", sql.try_cast(value, "UHUGEINT"), sql.cast(_MIDDLE, "UHUGEINT"))
    return sql.case((sql.op("<", value, 0), negative), otherwise=positive)


def _to_signed(value: Sql) -> Sql:
    middle = sql.cast(_MIDDLE, "UHUGEINT")
    positive = sql.cast(sql.op("-", sql.call("greatest", value, middle), middle), "HUGEINT")
    negative = sql.op("+", sql.try_cast(value, "HUGEINT"), _LEAST)
    return sql.case((sql.op(">=", value, middle), positive), otherwise=negative)


@dataclass(frozen=True, slots=True)
class Float(Number):
    """Float32, Float64 and BFloat16 (kept as the Float32 of the same value)."""

    bits: int

    def __str__(self) -> str:
        return "BFloat16" if self.bits == 16 else f"Float{self.bits}"

    @property
    def kernel(self) -> str:
        return "DOUBLE" if self.bits == 64 else "FLOAT"

    @property
    def storage(self) -> pa.DataType:
        return pa.float64() if self.bits == 64 else pa.float32()

    def default(self) -> Sql:
        return sql.cast(0, self.kernel)


@dataclass(frozen=True, slots=True)
class Decimal(Number):
    """Decimal(P, S); above 38 digits the unscaled value is kept like an Int256."""

    precision: int
    scale: int
    # What is computed may have more digits than its type says, as many as ClickHouse's own form.
    room: int = field(default=0, compare=False, kw_only=True)

    def __str__(self) -> str:
        return f"Decimal({self.precision}, {self.scale})"

    @property
    def digits(self) -> int:
        """How many digits values may have in the kernel."""
        return max(self.precision, self.room)

    @property
    def wide(self) -> bool:
        """Whether the kernel has no decimal of this precision."""
        return self.precision > 38

    @property
    def bits(self) -> int:
        """The width of ClickHouse's own form."""
        return next(b for b, p in ((32, 9), (64, 18), (128, 38), (256, 76)) if self.precision <= p)

    @property
    def kernel(self) -> str:
        return "BLOB" if self.wide else f"DECIMAL({self.digits},{self.scale})"

    @property
    def storage(self) -> pa.DataType:
        return pa.binary(32) if self.wide else pa.decimal128(self.digits, self.scale)

    def default(self) -> Sql:
        if self.wide:
            return Sql(f"unhex('{wide_bytes(0, True).hex()}')")
        return sql.cast(0, self.kernel)


@dataclass(frozen=True, slots=True)
class Bool(Plain, Number):
    """true and false; in arithmetic a UInt8."""

    text = "Bool"
    kernel_form = "BOOLEAN"
    stored_form = pa.bool_()
    default_value = "false"


@dataclass(frozen=True, slots=True)
class Interval(Plain, Number):
    """A number of units, e.g. IntervalDay."""

    kernel_form = "BIGINT"
    stored_form = pa.int64()
    default_value = "CAST(0 AS BIGINT)"
    unit: str

    def __str__(self) -> str:
        return f"Interval{self.unit}"


INTERVAL_UNITS = (
    "Nanosecond",
    "Microsecond",
    "Millisecond",
    "Second",
    "Minute",
    "Hour",
    "Day",
    "Week",
    "Month",
    "Quarter",
    "Year",
)

INT8, INT16, INT32, INT64 = (Integer(bits, True) for bits in (8, 16, 32, 64))
UINT8, UINT16, UINT32, UINT64 = (Integer(bits, False) for bits in (8, 16, 32, 64))
INT128, INT256 = Integer(128, True), Integer(256, True)
UINT128, UINT256 = Integer(128, False), Integer(256, False)
FLOAT32, FLOAT64, BFLOAT16 = Float(32), Float(64), Float(16)
BOOL = Bool()


def is_wide(type_: Type) -> bool:
    """Whether the kernel has no numbers of this size: they are bytes there."""
    return isinstance(type_, Integer | Decimal) and type_.wide
