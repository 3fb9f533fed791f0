"""Division by words gives what Python's integers give."""

import random

import numpy as np
import pytest

from sparktree.types.wide_division import Words, divided


def _words(numbers: list[int], width: int) -> Words:
    data = b"".join(number.to_bytes(4 * width, "little") for number in numbers)
    return np.frombuffer(data, "<u4").reshape(-1, width).astype(np.uint64)


def _number(choice: random.Random, bits: int) -> int:
    """A number of up to so many bits; some just below, at or above a power of two."""
    size = choice.randint(1, bits)
    odd = [choice.getrandbits(size), (1 << size) - 1 - choice.getrandbits(3), 1 << (size - 1)]
    return abs(choice.choice(odd))


@pytest.mark.parametrize("width", [3, 8, 16])
def test_quotients_and_remainders_of_numbers_of_every_length(width: int) -> None:
    choice = random.Random(width)
    left = [_number(choice, 32 * width) for _ in range(5000)]
    right = [max(_number(choice, 32 * width), 1) for _ in left]
    quotients, rests = divided(_words(left, width), _words(right, width))
    pairs = [divmod(a, b) for a, b in zip(left, right, strict=True)]
    assert (quotients == _words([quotient for quotient, _ in pairs], width)).all()
    assert (rests == _words([rest for _, rest in pairs], width)).all()


def test_no_rows_are_divided() -> None:
    quotients, rests = divided(_words([], 8), _words([], 8))
    assert quotients.shape == rests.shape == (0, 8)
