"""64-bit hashes of values for Bloom filters, computed over whole arrays; files keep what they made.

Text is hashed as a polynomial of its bytes modulo 2^64, so that prefix sums give the hash of every
piece of a buffer at once.
"""

from functools import lru_cache

import numpy as np
import numpy.typing as npt
import pyarrow as pa

Hashes = npt.NDArray[np.uint64]
_BASE = np.uint64(0x9E3779B97F4A7C15)
_INVERSE = np.uint64(pow(int(_BASE), -1, 1 << 64))


def mixed(words: Hashes) -> Hashes:
    """Words spread over all 64 bits (splitmix64)."""
    with np.errstate(over="ignore"):
        z = words + np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@lru_cache(maxsize=1)
def _powers_up_to(bits: int) -> tuple[Hashes, Hashes]:
    count = 1 << bits
    with np.errstate(over="ignore"):
        rising = np.full(count, _BASE, dtype=np.uint64)
        falling = np.full(count, _INVERSE, dtype=np.uint64)
        rising[0] = falling[0] = 1
        return np.multiply.accumulate(rising), np.multiply.accumulate(falling)


def piece_hashes(
    data: npt.NDArray[np.uint8], starts: npt.NDArray[np.int64], ends: npt.NDArray[np.int64]
) -> Hashes:
    """The hash of each piece `data[start:end]`; the same bytes give the same hash anywhere."""
    rising, falling = _powers_up_to(max(len(data).bit_length(), 12))
    with np.errstate(over="ignore"):
        terms = (data.astype(np.uint64) + np.uint64(1)) * rising[: len(data)]
        sums = np.concatenate([np.zeros(1, np.uint64), np.cumsum(terms, dtype=np.uint64)])
        plain = (sums[ends] - sums[starts]) * falling[starts]
        return mixed(plain ^ ((ends - starts).astype(np.uint64) * _BASE))


def text_buffer(
    array: pa.Array,
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
    """The bytes of a text or binary array without NULLs, and where each value starts (and ends)."""
    array = array.cast(pa.large_binary())
    offsets = np.frombuffer(array.buffers()[1], dtype=np.int64)
    offsets = offsets[array.offset : array.offset + len(array) + 1]
    buffer = array.buffers()[2]
    data = np.frombuffer(buffer, np.uint8) if buffer is not None else np.zeros(0, np.uint8)
    if len(offsets) == 0:
        return data[:0], np.zeros(1, np.int64)
    return data[offsets[0] : offsets[-1]], offsets - offsets[0]


_PIECE = 1 << 22  # bytes hashed in one go


def text_hashes(array: pa.Array) -> Hashes:
    """The hashes of text or binary values."""
    data, offsets = text_buffer(array)
    if len(data) <= _PIECE or len(array) < 2:
        return piece_hashes(data, offsets[:-1], offsets[1:])
    half = len(array) // 2
    return np.concatenate([text_hashes(array.slice(0, half)), text_hashes(array.slice(half))])


def value_hashes(array: pa.Array) -> Hashes:
    """The hashes of stored values without NULLs; equal values have equal hashes."""
    kind = array.type
    if isinstance(kind, pa.BaseExtensionType):
        return value_hashes(array.storage)
    if pa.types.is_dictionary(kind):
        return value_hashes(array.dictionary_decode())
    if pa.types.is_fixed_size_binary(kind):
        return text_hashes(array.cast(pa.binary()))
    if pa.types.is_floating(kind):
        numbers = array.cast(pa.float64()).to_numpy(zero_copy_only=False) + 0.0
        return mixed(numbers.view(np.uint64))
    if pa.types.is_decimal128(kind):
        words = np.frombuffer(array.buffers()[1], dtype=np.uint64).reshape(-1, 2)
        words = words[array.offset : array.offset + len(array)]
        return mixed(words[:, 0] ^ mixed(words[:, 1]))
    if pa.types.is_boolean(kind):
        array = array.cast(pa.uint8())
    elif pa.types.is_date32(kind):
        array = array.cast(pa.int32())
    if pa.types.is_integer(array.type):
        wide = pa.uint64() if pa.types.is_uint64(array.type) else pa.int64()
        return mixed(array.cast(wide).to_numpy(zero_copy_only=False).view(np.uint64))
    return text_hashes(array)
