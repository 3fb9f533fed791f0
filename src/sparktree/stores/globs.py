"""Patterns of paths: `*`, `**`, `?`, `{a,b}`, `{N..M}`; and the `key=value` folders in a path."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from urllib.parse import unquote

from sparktree.errors import Code, Error

_RANGE = re.compile(r"(\d+)\.\.(\d+)")
_MOST_OPTIONS = 100_000
_WILD = re.compile(r"\*\*|\*|\?")
_ANY_FOLDERS = "(?:.*/)?"


@dataclass(frozen=True, slots=True)
class Choice:
    """Options in braces; `number` tells them from others of the pattern."""

    number: int
    options: tuple[str, ...]

    @property
    def is_wild(self) -> bool:
        """Whether options have wildcards of their own."""
        return any(_WILD.search(option) for option in self.options)


Piece = str | Choice  # text that may hold wildcards, or a choice


@dataclass(frozen=True)
class Segment:
    """What stands between two `/` of a pattern."""

    pieces: tuple[Piece, ...]

    @cached_property
    def regex(self) -> str:
        """A regular expression; options are groups named by their choice."""
        return "".join(_piece_regex(piece) for piece in self.pieces)

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        """The expression, for whole names."""
        return re.compile(self.regex, re.DOTALL)

    @property
    def is_deep(self) -> bool:
        """Whether it may match `/`."""
        return any("**" in piece for piece in self.pieces if isinstance(piece, str))

    @property
    def literal(self) -> str | None:
        """The only name that it means."""
        plain = all(isinstance(p, str) and not _WILD.search(p) for p in self.pieces)
        return "".join(map(str, self.pieces)) if plain else None

    @property
    def prefix(self) -> str:
        """What every name begins with."""
        if not self.pieces or not isinstance(self.pieces[0], str):
            return ""
        return _WILD.split(self.pieces[0])[0]

    @property
    def key(self) -> str | None:
        """The key of `key=value` folders, if every name that it means has that one."""
        name, sign, _ = self.prefix.partition("=")
        return name if sign and name else None

    def names(self, most: int) -> list[str] | None:
        """All names that it means; None if they are more, or without end."""
        if any(p.is_wild if isinstance(p, Choice) else _WILD.search(p) for p in self.pieces):
            return None
        count = 1
        for piece in self.pieces:
            count *= len(piece.options) if isinstance(piece, Choice) else 1
        if count > most:
            return None
        return ["".join(chosen) for chosen in product(*map(_options, self.pieces))]

    def has_value(self, value: str) -> bool:
        """Whether `key=value` is one of its names."""
        return self.compiled.fullmatch(f"{self.key}={value}") is not None


@dataclass(frozen=True)
class Pattern:
    """A path with wildcards."""

    text: str
    segments: tuple[Segment, ...]

    @property
    def is_literal(self) -> bool:
        """Whether it means one file."""
        return all(segment.literal is not None for segment in self.segments)

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        """A regular expression for whole keys; folders `**` may be none at all."""
        *folders, last = self.segments
        begin = "".join(_ANY_FOLDERS if s.pieces == ("**",) else f"{s.regex}/" for s in folders)
        return re.compile(begin + last.regex, re.DOTALL)

    def choices(self) -> Iterator[Choice]:
        """All choices in braces."""
        for segment in self.segments:
            yield from (p for p in segment.pieces if isinstance(p, Choice))

    def keys(self) -> list[str]:
        """The keys that every path has."""
        return list(dict.fromkeys(s.key for s in self.segments[:-1] if s.key is not None))

    @property
    def tells_keys(self) -> bool:
        """Whether no path can have other keys."""
        return all(s.key is not None or s.literal is not None for s in self.segments[:-1]) and not (
            self.segments[-1].is_deep
        )


def _options(piece: Piece) -> tuple[str, ...]:
    return piece.options if isinstance(piece, Choice) else (piece,)


def _piece_regex(piece: Piece) -> str:
    if isinstance(piece, Choice):
        return f"(?P<o{piece.number}>{'|'.join(map(_glob_regex, piece.options))})"
    return _glob_regex(piece)


def _glob_regex(text: str) -> str:
    wild = {"**": ".*", "*": "[^/]*", "?": "[^/]"}
    return "".join(wild.get(p) or re.escape(p) for p in re.split(r"(\*\*|\*|\?)", text))


def parse_pattern(text: str) -> Pattern:
    """The pattern of a text, or BAD_ARGUMENTS."""
    segments: list[list[Piece]] = [[]]
    number = 0
    for piece in _split(text):
        if piece.startswith("{"):
            segments[-1].append(Choice(number, _choice(piece[1:-1], text)))
            number += 1
            continue
        first, *rest = piece.split("/")
        if first:
            segments[-1].append(first)
        segments += [[part] if part else [] for part in rest]
    return Pattern(text, tuple(Segment(tuple(pieces)) for pieces in segments))


def _split(text: str) -> Iterator[str]:
    """The text cut into `{...}` and what is between them."""
    depth = start = 0
    for i, character in enumerate(text):
        if character == "{":
            if depth == 0 and i > start:
                yield text[start:i]
            start = i if depth == 0 else start
            depth += 1
        elif character == "}":
            depth -= 1
            if depth < 0:
                raise _unbalanced(text)
            if depth == 0:
                yield text[start : i + 1]
                start = i + 1
    if depth:
        raise _unbalanced(text)
    if start < len(text):
        yield text[start:]


def _unbalanced(text: str) -> Error:
    return Error(Code.BAD_ARGUMENTS, f"Unbalanced braces in the path '{text}'.")


def _choice(inside: str, text: str) -> tuple[str, ...]:
    """The options of one pair of braces; lists inside them are spread out."""
    numbers = _RANGE.fullmatch(inside)
    if numbers is not None:
        return _range(numbers.group(1), numbers.group(2), text)
    items = _items(inside)
    if len(items) == 1 and ".." in inside and "{" not in inside:
        raise Error(Code.BAD_ARGUMENTS, f"Invalid range '{{{inside}}}' in the path '{text}'.")
    options = [one for item in items for one in _spread(item.strip(" "), text)]
    if not all(options):
        raise Error(
            Code.BAD_ARGUMENTS, f"Empty option in the list '{{{inside}}}' of the path '{text}'."
        )
    return tuple(dict.fromkeys(options))


def _range(first: str, last: str, text: str) -> tuple[str, ...]:
    low, high = int(first), int(last)
    if low > high or high - low >= _MOST_OPTIONS:
        raise Error(
            Code.BAD_ARGUMENTS, f"Invalid range '{{{first}..{last}}}' in the path '{text}'."
        )
    width = max(len(first), len(last)) if first.startswith("0") and len(first) > 1 else 0
    return tuple(str(n).zfill(width) for n in range(low, high + 1))


def _items(inside: str) -> list[str]:
    """The list's elements: cut at commas that are in no braces."""
    items, depth = [""], 0
    for character in inside:
        depth += (character == "{") - (character == "}")
        if character == "," and depth == 0:
            items.append("")
        else:
            items[-1] += character
    return items


def _spread(item: str, text: str) -> list[str]:
    """An element with the choices inside it made."""
    pieces = [list(_choice(p[1:-1], text)) if p.startswith("{") else [p] for p in _split(item)] or [
        [""]
    ]
    return ["".join(chosen) for chosen in product(*pieces)]


def hive_values(path: str) -> dict[str, str]:
    """The values of the `key=value` folders in a path, percent signs decoded."""
    found: dict[str, str] = {}
    for folder in path.split("/")[:-1]:
        key, sign, raw = folder.partition("=")
        if not sign or not key:
            continue
        value = unquote(raw, errors="surrogateescape")
        if found.setdefault(key, value) != value:
            raise Error(
                Code.INCORRECT_DATA,
                f"Path '{path}' to file with enabled hive-style partitioning contains duplicated"
                f" partition key {key} with different values, only unique keys are allowed",
            )
    return found
