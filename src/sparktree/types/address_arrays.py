"""The texts of UUIDs and addresses, made for whole arrays."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

_Places = npt.NDArray[np.int64]

_DIGITS = np.frombuffer(b"0123456789abcdef", np.uint8)


def uuid_texts(rows: npt.NDArray[np.uint8]) -> pa.Array:
    """UUIDs of 16 bytes each in text."""
    count = len(rows)
    digits = _DIGITS[np.stack([rows >> 4, rows & 15], axis=2).reshape(count, 32)]
    lines = np.insert(digits, [8, 12, 16, 20], ord("-"), axis=1)
    made = pa.FixedSizeBinaryArray.from_buffers(
        pa.binary(36), count, [None, pa.py_buffer(np.ascontiguousarray(lines))]
    )
    return made.cast(pa.binary()).cast(pa.string())


def ipv4_texts(numbers: pa.Array) -> pa.Array:
    """The four bytes of each address with points between them."""
    parts = [
        pc.bit_wise_and(pc.shift_right(numbers, pa.scalar(shift, numbers.type)), 255)
        for shift in (24, 16, 8, 0)
    ]
    return pc.binary_join_element_wise(*(part.cast(pa.string()) for part in parts), ".")


_GROUPS = 8  # of 16 bits in an address
_NOTHING, _GAP = 2 << 16, (2 << 16) + 1  # behind the numbers of groups, without and with a colon


@lru_cache(maxsize=1)
def _pieces() -> pa.Array:
    """What a text is made of: groups, groups behind a colon, nothing, and zeros left out."""
    groups = [f"{number:x}" for number in range(1 << 16)]
    return pa.array([*groups, *(f":{group}" for group in groups), "", "::"])


def ipv6_texts(rows: npt.NDArray[np.uint8]) -> pa.Array:
    """Addresses of 16 bytes each, the highest first: the longest zeros are left out."""
    groups = np.ascontiguousarray(rows).view(">u2").astype(np.int64)
    starts, sizes = _longest_zeros(groups)
    columns, behind_group = [], np.zeros(len(groups), np.bool_)
    for place in range(_GROUPS):
        left_out = (sizes > 1) & (place >= starts) & (place < starts + sizes)
        shown = groups[:, place] + (behind_group << 16)
        zeros = np.where(place == starts, _GAP, _NOTHING)
        columns.append(_pieces().take(pa.array(np.where(left_out, zeros, shown))))
        behind_group = ~left_out
    return pc.binary_join_element_wise(*columns, "")


def _longest_zeros(groups: npt.NDArray[np.int64]) -> tuple[_Places, _Places]:
    """Where the first of the longest runs of zeros begins in each address, and its length."""
    run, starts, sizes = (np.zeros(len(groups), np.int64) for _ in range(3))
    for place in range(_GROUPS):
        run = np.where(groups[:, place] == 0, run + 1, 0)
        longer = run > sizes
        sizes = np.where(longer, run, sizes)
        starts = np.where(longer, place + 1 - run, starts)
    return starts, sizes
