"""What a constant of a text search tells about the tokens that a match must hold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_TOKEN = re.compile(rb"[0-9A-Za-z\x80-\xff]+")
_COUNT = r"(?:[*+?]|\{\d+(?:,\d*)?\})"
_REPEATED = re.compile(_COUNT + "+")
_CLASS = r"\[\^?\]?(?:\[:\w+:\]|\\.|[^\]\\])*\]"
_REGEXP = re.compile(
    rf"(?P<plain>[^\\^$.|?*+()\[\]{{}}]|\\[^0-9A-Za-z])"
    rf"|(?P<other>(?:\\[dDwWsSbB]|\.|{_CLASS}){_COUNT}*)"
    r"|(?P<group>\()|(?P<end>\$)|(?P<unsure>.)",
    re.DOTALL,
)
_INSIDE = re.compile(rf"\\.|{_CLASS}|.", re.DOTALL)


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
    """The fixed pieces that every match of a regular expression holds; none if it is not sure."""
    at_start = pattern.startswith("^")
    pieces: list[str] = [""]
    position = int(at_start)
    while position < len(pattern):
        found = _REGEXP.match(pattern, position)
        if found is None:
            return []
        position = found.end()
        kind, text = str(found.lastgroup), found.group()
        if kind == "end" and position == len(pattern):
            return _segments(pieces, at_start, at_end=True)
        if kind in ("end", "unsure"):
            return []
        if kind == "plain":
            pieces[-1] += text[-1]
        elif kind == "group":
            position = _behind_group(pattern, position)
            if not position:
                return []
        if kind != "plain":
            pieces.append("")
            continue
        repeated = _REPEATED.match(pattern, position)
        if repeated is not None:
            if not repeated.group().startswith("+"):  # it may be missing
                pieces[-1] = pieces[-1][:-1]
            position = repeated.end()
            pieces.append("")
    return _segments(pieces, at_start, at_end=False)


def _segments(pieces: list[str], at_start: bool, at_end: bool) -> list[Segment]:
    last = len(pieces) - 1
    return [
        Segment(piece.encode(), at_start and i == 0, at_end and i == last)
        for i, piece in enumerate(pieces)
        if piece
    ]


def _behind_group(pattern: str, position: int) -> int:
    """Where a group that has begun ends; 0 if it changes how the rest is read."""
    depth = 1
    if pattern.startswith("?", position) and not pattern.startswith("?:", position):
        return 0
    while depth and position < len(pattern):
        found = _INSIDE.match(pattern, position)
        if found is None:
            return 0
        position = found.end()
        depth += {"(": 1, ")": -1}.get(found.group(), 0)
    repeated = _REPEATED.match(pattern, position)
    return 0 if depth else repeated.end() if repeated else position


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
