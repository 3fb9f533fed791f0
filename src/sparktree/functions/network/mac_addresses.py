"""MAC addresses as numbers and texts."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from sparktree.functions.core.byte_texts import Texts, U
from sparktree.functions.core.declare import Arguments, Call, Rule, function, illegal_type
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.sql import Sql
from sparktree.types import STRING, UINT64, Type

_LONGEST = 17  # bytes of a whole address: 01:02:03:04:05:06
_DIGITS = np.full(256, 0xFF, np.uint64)  # ClickHouse does not check: others count as 0xFF
for _number, _digit in enumerate("0123456789abcdef"):
    _DIGITS[[ord(_digit), ord(_digit.upper())]] = _number


@arrow_function("st_mac", ("VARCHAR", "INTEGER"), "UBIGINT")
def _parse(column: pa.ChunkedArray, pairs: pa.ChunkedArray) -> pa.Array:
    """The first pairs of digits, with any byte between them; 0 if the text is of no such size."""
    array = whole(column)
    if not len(array):
        return pa.array([], pa.uint64())
    count = whole(pairs)[0].as_py()
    texts = Texts.of(array)
    known = (texts.sizes >= count * 3 - 1) & (texts.sizes <= _LONGEST)
    found = texts.take(known)
    number = np.zeros(len(found.sizes), np.uint64)
    for pair in range(count):
        for place in (pair * 3, pair * 3 + 1):
            number = number << U(4) | _DIGITS[found.byte(place)]
    out = np.zeros(len(array), np.uint64)
    out[known] = number
    return pa.array(out)


def _only(wanted: Type, result: Type) -> Rule:
    def returns(arguments: Arguments) -> Type:
        if arguments[0].type != wanted:
            raise illegal_type(arguments.function, arguments[0].type)
        return result

    return returns


@function(
    "MACNumToString",
    returns=_only(UINT64, STRING),
    example=("MACNumToString(149809441867716)", "88:40:3A:91:07:C4"),
)
def mac_num_to_string(call: Call) -> Sql:
    """The text of a MAC address given as a number."""
    low = sql.op("&", call[0], (1 << 48) - 1)
    digits = sql.call("lpad", sql.call("to_hex", low), 12, sql.string("0"))
    return sql.call(
        "regexp_replace",
        digits,
        sql.string("(..)(..)(..)(..)(..)(..)"),
        sql.string("\\1:\\2:\\3:\\4:\\5:\\6"),
    )


@function(
    "MACStringToNum",
    returns=_only(STRING, UINT64),
    example=("MACStringToNum('01:02:03:04:05:06')", "1108152157446"),
)
def mac_string_to_num(call: Call) -> Sql:
    """The number of a MAC address in text; 0 for another size."""
    return _parse(call[0], 6)


@function(
    "MACStringToOUI",
    returns=_only(STRING, UINT64),
    example=("MACStringToOUI('00:50:56:12:34:56')", "20566"),
)
def mac_string_to_oui(call: Call) -> Sql:
    """The number of the first three bytes of a MAC address, which tell the maker."""
    return _parse(call[0], 3)
