"""Checksums of texts: CRC32, CRC32IEEE, CRC64."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from sparktree.functions.core.byte_texts import Texts
from sparktree.functions.core.text_arguments import Takes
from sparktree.functions.core.text_functions import text_function
from sparktree.kernel.connection import ArrowFunction, arrow_function, whole
from sparktree.types import UINT32, UINT64


def _crc_table(polynomial: int) -> list[int]:
    table = []
    for byte in range(256):
        value = byte
        for _ in range(8):
            value = (value >> 1) ^ (polynomial if value & 1 else 0)
        table.append(value)
    return table


def _declare_crc(kernel: str, polynomial: int, bits: int, *, inverted: bool) -> ArrowFunction:
    """A checksum of all texts at once, byte by byte."""
    made = np.uint32 if bits == 32 else np.uint64
    table = np.array(_crc_table(polynomial), np.uint64)
    mask = np.uint64((1 << bits) - 1 if inverted else 0)

    @arrow_function(kernel, ("VARCHAR",), "UINTEGER" if bits == 32 else "UBIGINT")
    def checksum(column: pa.ChunkedArray) -> pa.Array:
        texts = Texts.of(whole(column))
        values = np.full(len(texts.sizes), mask, np.uint64)
        for step in range(int(texts.sizes.max(initial=0))):
            active = texts.sizes > step
            value = values[active]
            byte = texts.take(active).byte(step)
            values[active] = (value >> np.uint64(8)) ^ table[(value ^ byte) & np.uint64(255)]
        return pa.array((values ^ mask).astype(made))

    return checksum


_CRC32 = _declare_crc("st_crc32", 0xEDB88320, 32, inverted=True)
_CRC32_IEEE = _declare_crc("st_crc32_ieee", 0xEDB88320, 32, inverted=False)
_CRC64 = _declare_crc("st_crc64", 0xC96C5795D7870F42, 64, inverted=False)


text_function(
    "CRC32",
    (Takes.TEXT,),
    UINT32,
    whole=lambda call: _CRC32(call[0]),
    any_case=True,
    doc="The CRC-32 checksum as of zlib.",
    example=("CRC32('hello')", "907060870"),
)
text_function(
    "CRC32IEEE",
    (Takes.TEXT,),
    UINT32,
    whole=lambda call: _CRC32_IEEE(call[0]),
    any_case=True,
    doc="The CRC-32 checksum with the initial value 0.",
    example=("CRC32IEEE('abc')", "3395655888"),
)
text_function(
    "CRC64",
    (Takes.TEXT,),
    UINT64,
    whole=lambda call: _CRC64(call[0]),
    any_case=True,
    doc="The CRC-64 checksum of ECMA.",
    example=("CRC64('abc')", "14276787454831668577"),
)
