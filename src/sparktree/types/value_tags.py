"""ClickHouse's numbers for the kinds of values, as its hash of a partition's key has them."""

from sparktree.types.base import Type
from sparktree.types.numeric import Bool, Integer, Interval
from sparktree.types.texts import Enum, IPv4
from sparktree.types.times import Date, DateTime, Time

NULL, UINT64, INT64, FLOAT64 = 0, 1, 2, 3
STRING, ARRAY, TUPLE, MAP, IPV4 = 16, 17, 18, 26, 30
DECIMALS = {32: 19, 64: 20, 128: 21, 256: 23}  # by bits
# Integers beyond 64 bits, by bits and whether they have a sign.
WIDE = {(128, False): 4, (128, True): 5, (256, False): 24, (256, True): 25}


def is_integral(type_: Type) -> bool:
    """Whether ClickHouse holds the value as a 64-bit integer."""
    if isinstance(type_, Integer):
        return type_.bits <= 64
    return isinstance(type_, Bool | Date | DateTime | Time | Enum | IPv4 | Interval)
