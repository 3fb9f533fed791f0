"""ClickHouse's 128-bit SipHash (2-4 rounds), for the few values that name partitions and keys."""

_MASK = (1 << 64) - 1


def _rotated(value: int, bits: int) -> int:
    return ((value << bits) | (value >> (64 - bits))) & _MASK


def _round(v0: int, v1: int, v2: int, v3: int) -> tuple[int, int, int, int]:
    v0 = (v0 + v1) & _MASK
    v1 = _rotated(v1, 13) ^ v0
    v0 = _rotated(v0, 32)
    v2 = (v2 + v3) & _MASK
    v3 = _rotated(v3, 16) ^ v2
    v0 = (v0 + v3) & _MASK
    v3 = _rotated(v3, 21) ^ v0
    v2 = (v2 + v1) & _MASK
    v1 = _rotated(v1, 17) ^ v2
    return v0, v1, _rotated(v2, 32), v3


def siphash128(data: bytes, key: tuple[int, int] = (0, 0)) -> bytes:
    """The 16 bytes of the hash, in the order in which ClickHouse prints them."""
    first, second = key
    state = (
        0x736F6D6570736575 ^ first,
        0x646F72616E646F6D ^ second,
        0x6C7967656E657261 ^ first,
        0x7465646279746573 ^ second,
    )
    padded = data + bytes(7 - len(data) % 8) + bytes([len(data) & 0xFF])
    for start in range(0, len(padded), 8):
        word = int.from_bytes(padded[start : start + 8], "little")
        v0, v1, v2, v3 = state
        v0, v1, v2, v3 = _round(*_round(v0, v1, v2, v3 ^ word))
        state = (v0 ^ word, v1, v2, v3)
    v0, v1, v2, v3 = state
    v2 ^= 0xFF
    for _ in range(4):
        v0, v1, v2, v3 = _round(v0, v1, v2, v3)
    return (v0 ^ v1).to_bytes(8, "little") + (v2 ^ v3).to_bytes(8, "little")
