"""A random structure of columns, for generateRandom() without one."""

from __future__ import annotations

from random import Random

_MOST_COLUMNS = 16
_MOST_ELEMENTS = 4
_DEEPEST = 2
_LEAVES = (
    *(f"{sign}Int{bits}" for sign in ("", "U") for bits in (8, 16, 32, 64, 128, 256)),
    "Float32", "Float64", "Bool", "String", "FixedString(16)", "UUID", "IPv4", "IPv6",
    "Date", "Date32", "DateTime", "DateTime64(3)", "Decimal(9, 2)", "Decimal(38, 10)",
    "Enum8('a' = 1, 'b' = 2)", "LowCardinality(String)",
)  # fmt: skip
_KEYS = ("String", "UInt32", "Int64", "Date", "UUID", "LowCardinality(String)")


def random_structure(seed: int) -> str:
    """The columns that a seed stands for, always the same: `c1 UInt8, c2 Array(String)`."""
    random = Random(seed)
    count = random.randint(1, _MOST_COLUMNS)
    return ", ".join(f"c{i} {_type(random, _DEEPEST)}" for i in range(1, count + 1))


def _type(random: Random, depth: int) -> str:
    kind = random.randrange(10) if depth else 9
    if kind == 0:
        return f"Array({_type(random, depth - 1)})"
    if kind == 1:
        return f"Map({random.choice(_KEYS)}, {_type(random, depth - 1)})"
    if kind == 2:
        elements = [_type(random, depth - 1) for _ in range(random.randint(1, _MOST_ELEMENTS))]
        return f"Tuple({', '.join(f'e{i} {t}' for i, t in enumerate(elements, 1))})"
    leaf = random.choice(_LEAVES)
    return f"Nullable({leaf})" if kind == 3 and not leaf.startswith("Low") else leaf
