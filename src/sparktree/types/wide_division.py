"""Division of unsigned numbers of many words, whole columns at a time (Knuth's algorithm D)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Words = npt.NDArray[np.uint64]  # a row for each number, 32 bits in each word, the lowest first
Counts = npt.NDArray[np.int64]

_HALF, _LOW = np.uint64(32), np.uint64(0xFFFFFFFF)


def divided(left: Words, right: Words) -> tuple[Words, Words]:
    """Quotients and remainders of unsigned numbers by others, none of which is zero."""
    quotients, rests = np.zeros_like(left), np.zeros_like(left)
    short = ~right[:, 1:].any(axis=1)
    middle = ~short & ~left[:, 2:].any(axis=1) & ~right[:, 2:].any(axis=1)
    for rows, divide in ((short, _by_word), (middle, _at_once), (~short & ~middle, _by_many)):
        if rows.any():
            quotients[rows], rests[rows] = divide(left[rows], right[rows])
    return quotients, rests


def _by_word(left: Words, right: Words) -> tuple[Words, Words]:
    """By divisors of one word: word by word."""
    quotients, rests = np.empty_like(left), np.zeros_like(left)
    rest, divisors = rests[:, 0], right[:, 0]
    for place in range(left.shape[1] - 1, -1, -1):
        step = rest << _HALF | left[:, place]
        quotients[:, place], rest = step // divisors, step % divisors
    rests[:, 0] = rest
    return quotients, rests


def _at_once(left: Words, right: Words) -> tuple[Words, Words]:
    """Both sides of two words: as the processor does it."""
    a, b = (side[:, 0] | side[:, 1] << _HALF for side in (left, right))
    made = np.zeros_like(left), np.zeros_like(left)
    for found, number in zip(made, (a // b, a % b), strict=True):
        found[:, 0], found[:, 1] = number & _LOW, number >> _HALF
    return made


def _by_many(left: Words, right: Words) -> tuple[Words, Words]:
    """By divisors of several words: a word of the quotients after the other.

    Both sides are moved until the highest bit of the divisors is set. Then the highest words tell
    each word of the quotient, or up to two more than it.
    """
    width = left.shape[1]
    empty = width - 1 - _last_word(right)
    top = np.take_along_axis(right, (width - 1 - empty)[:, None], axis=1)[:, 0]
    bits = np.uint64(32) - np.frexp(top.astype(np.float64))[1].astype(np.uint64)
    divisor = _moved(right, empty, bits, width).astype(np.int64)
    rest = _moved(left, empty, bits, 2 * width).astype(np.int64)
    highest = divisor[-1].view(np.uint64)
    quotients = np.zeros((width, len(left)), np.uint64)
    for place in range(width - 1, -1, -1):
        part = rest[place : place + width + 1]
        front = part[-1].view(np.uint64) << _HALF | part[-2].view(np.uint64)
        guess = np.minimum(front // highest, _LOW)
        if guess.any():
            quotients[place] = _subtracted(part, divisor, guess)
    return quotients.T.copy(), _moved_back(rest[:width].view(np.uint64), empty, bits)


def _last_word(numbers: Words) -> Counts:
    """The place of the highest word that is not zero."""
    return np.asarray(numbers.shape[1] - 1 - np.argmax(numbers[:, ::-1] != 0, axis=1), np.int64)


def _subtracted(part: npt.NDArray[np.int64], divisor: npt.NDArray[np.int64], guess: Words) -> Words:
    """Takes the divisor so many times from a part of the rest; how many times it was there."""
    product = divisor.view(np.uint64) * guess
    part[:-1] -= (product & _LOW).view(np.int64)
    part[1:] -= (product >> _HALF).view(np.int64)
    _carry(part)
    while (missing := part[-1] < 0).any():
        part[:-1] += divisor * missing
        guess = guess - missing
        _carry(part)
    return guess


def _carry(part: npt.NDArray[np.int64]) -> None:
    """Each word within its 32 bits; the highest keeps the sign."""
    for place in range(len(part) - 1):
        part[place + 1] += part[place] >> 32
        part[place] &= 0xFFFFFFFF


def _moved(numbers: Words, by_words: Counts, bits: Words, width: int) -> Words:
    """The numbers moved up by words and bits, as lines of so many words."""
    places = np.arange(width)[:, None] - by_words
    last = numbers.shape[1] - 1
    found = np.take_along_axis(numbers.T, np.clip(places, 0, last), axis=0)
    found[(places < 0) | (places > last)] = 0
    moved = found << bits
    moved[1:] |= found[:-1] >> (_HALF - bits)
    return np.asarray(moved & _LOW)


def _moved_back(lines: Words, by_words: Counts, bits: Words) -> Words:
    """The contrary of `_moved`, for numbers that lost nothing there."""
    higher = np.concatenate([lines[1:], np.zeros_like(lines[:1])])
    moved = (lines >> bits | higher << (_HALF - bits)) & _LOW
    places = np.arange(len(lines))[:, None] + by_words
    found = np.take_along_axis(moved, np.minimum(places, len(lines) - 1), axis=0)
    found[places >= len(lines)] = 0
    return np.ascontiguousarray(found.T)
