"""Byte strings behind their lengths: found at once where a walk finds them one by one."""

import random
from collections.abc import Callable, Sequence

import pytest

from sparktree.kernel.byte_shapes import PLAIN_TEXT, whole_values

_MANY = 30_000  # enough for many of them to be looked for at once


def _length(size: int) -> bytes:
    groups = bytearray()
    while size >= 0x80:
        groups.append(size & 0x7F | 0x80)
        size >>= 7
    return bytes([*groups, size])


def _joined(texts: Sequence[bytes]) -> tuple[bytes, list[int]]:
    """The strings behind their lengths, and where each begins."""
    starts, data = [], bytearray()
    for text in texts:
        starts.append(len(data))
        data += _length(len(text)) + text
    return bytes(data), starts


def _letters(chance: random.Random, size: int) -> bytes:
    return bytes(chance.choices(b"abcdefghijklmnopqrstuvwxyz ", k=size))


_KINDS: dict[str, Callable[[random.Random, int], bytes]] = {
    "of one length": lambda chance, _: _letters(chance, 10),
    "of one letter": lambda _, __: b"a" * 48,  # a way from a wrong place never meets the right one
    "of one letter and two lengths": lambda _, number: b"a" * (48 if number % 999 else 3),
    "hostile": lambda _, number: b"\x62" * (97 + 99 * (number % 2)),
    "empty": lambda _, __: b"",
    "short": lambda chance, _: _letters(chance, chance.randint(0, 30)),
    "of two groups": lambda chance, _: _letters(chance, chance.randint(100, 300)),
    "mostly short": lambda chance, n: _letters(chance, 40_000 if n % 9973 == 7 else n % 7),
    "of any bytes": lambda chance, _: chance.randbytes(chance.randint(0, 60)),
    "of high bytes": lambda chance, _: bytes(chance.choices(range(0x80, 0x100), k=20)),
    "of rising lengths": lambda chance, number: chance.randbytes(number // 400),
}


@pytest.mark.parametrize("kind", _KINDS)
def test_all_are_found(kind: str) -> None:
    chance = random.Random(kind)
    texts = [_KINDS[kind](chance, number) for number in range(_MANY)]
    data, starts = _joined(texts)
    found, end = whole_values([PLAIN_TEXT], data, 0, _MANY)
    assert found.tolist() == starts
    assert end == len(data)
    # Other data is in front of them and behind them.
    around = chance.randbytes(77) + data + chance.randbytes(99_999)
    found, end = whole_values([PLAIN_TEXT], around, 77, _MANY)
    assert [place - 77 for place in found.tolist()] == starts
    assert end == 77 + len(data)
    # A part of them is asked for, or has come.
    found, end = whole_values([PLAIN_TEXT], data, 0, _MANY - 5)
    assert found.tolist() == starts[:-5]
    assert end == starts[-5]
    cut = chance.randrange(len(data) // 2, len(data))
    found, end = whole_values([PLAIN_TEXT], data[:cut], 0, _MANY)
    whole = [s for s, behind in zip(starts, [*starts[1:], len(data)], strict=True) if behind <= cut]
    assert found.tolist() == whole
    assert end == (starts[len(whole)] if len(whole) < _MANY else len(data))


@pytest.mark.parametrize("size", (1 << 30, 1 << 40, 1 << 62, (1 << 64) - 1, 1 << 70))
def test_a_wrong_length_ends_what_is_found(size: int) -> None:
    chance = random.Random(size)
    data, starts = _joined([_letters(chance, chance.randint(0, 20)) for _ in range(_MANY)])
    found, end = whole_values([PLAIN_TEXT], data + _length(size) + data, 0, 2 * _MANY)
    assert found.tolist() == starts
    assert end == len(data)
