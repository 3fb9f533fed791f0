"""What a constant of a text search tells about the tokens that a match must hold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_TOKEN = re.compile(rb"[0-9A-Za-z\x80-\xff]+")
_META = re.compile(r"[\\^$.|?*+()\[\]{}]")


@dataclass(frozen=True, slots=True)
class Segment:
    """Text that a match must hold; anchored where the value's text begins or ends with it."""

    text: bytes
    at_start: bool = False
    at_end: bool = False


def whole(text: str) -> list[Segment]:
    """The value is exactly the text."""
    return [Segment(text.encode(), True, True)]


def inside(text: str) -> list[Segment]:
    """The value holds the text somewhere."""
    return [Segment(text.encode())]


def of_like(pattern: str) -> list[Segment]:
    """The fixed pieces of a LIKE pattern."""
    return list(_like_pieces(pattern))


def _like_pieces(pattern: str) -> Iterator[Segment]:
    piece: list[str] = []
    start = True
    position = 0
    while position < len(pattern):
        char = pattern[position]
        if char in "%_":
            if piece:
                yield Segment("".join(piece).encode(), at_start=start)
            piece, start = [], False
        else:
            if char == "\\" and position + 1 < len(pattern):
                position += 1
                char = pattern[position]
            piece.append(char)
        position += 1
    if piece or start:
        yield Segment("".join(piece).encode(), at_start=start, at_end=True)


def of_match(pattern: str) -> list[Segment]:
    """The fixed pieces of a regular expression, if it is made of plain text and `.*` alone."""
    at_start, at_end = pattern.startswith("^"), pattern.endswith("$")
    body = pattern[at_start : len(pattern) - at_end]
    pieces = body.split(".*")
    if any(_META.search(piece) for piece in pieces):
        return []
    last = len(pieces) - 1
    return [
        Segment(piece.encode(), at_start and i == 0, at_end and i == last)
        for i, piece in enumerate(pieces)
        if piece
    ]


def tokens_of(segment: Segment) -> list[bytes]:
    """The tokens that surely are tokens of the value, too."""
    found = []
    for match in _TOKEN.finditer(segment.text):
        open_start = match.start() == 0 and not segment.at_start
        open_end = match.end() == len(segment.text) and not segment.at_end
        if not open_start and not open_end:
            found.append(match.group())
    return found


def ngrams_of(segment: Segment, size: int) -> list[bytes]:
    """The n-grams of the text."""
    text = segment.text
    return [text[i : i + size] for i in range(len(text) - size + 1)]
