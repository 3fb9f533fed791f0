"""How many cells of a terminal a text takes."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_ASCII = re.compile(r"[\x20-\x7e]*")
_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
TAB_STOP = 8
_EMOJI = 0x1F000
_CJK_AGAIN = 0x20000
_PIECE = re.compile("(?s).[\U0010ff80-\U0010ffff]|(.)")
_BAD_BYTE = re.compile("(?s).[\U0010ff80-\U0010ffff]")  # such bytes take no cell


@lru_cache(maxsize=4096)
def cells(character: str) -> int:
    """The width of one character."""
    code = ord(character)
    if code < 0x20 or code == 0x7F:
        return 0
    if unicodedata.category(character) in ("Mn", "Me", "Cf", "Cc", "Zl", "Zp"):
        return 0
    if unicodedata.east_asian_width(character) not in "WF":
        return 1
    # Emoji became wide in Unicode 9 only; ClickHouse counts them as they were before.
    return 1 if _EMOJI <= code < _CJK_AGAIN or 0x2300 <= code < 0x2E80 else 2


def text_width(text: str, prefix: int = 0) -> int:
    """The width of a text that starts `prefix` cells from the left, which matters for tabs."""
    if _ASCII.fullmatch(text):
        return len(text)
    width = 0
    for character in _BAD_BYTE.sub("", text):
        width += TAB_STOP - (prefix + width) % TAB_STOP if character == "\t" else cells(character)
    return width


def cut_to_width(text: str, limit: int) -> str:
    """The beginning of a text that fits into some cells."""
    if _ASCII.fullmatch(text):
        return text[:limit]
    width = 0
    for match in _PIECE.finditer(text):
        width += cells(match[1]) if match[1] else 0
        if width > limit:
            return text[: match.start()]
    return text


def cut_name(name: str, limit: int, least_cut: int, ellipsis: str) -> str:
    """A column's name with its middle cut out if it is too long; plain names stay whole."""
    if not limit or _IDENTIFIER.fullmatch(name) or text_width(name) <= limit + least_cut:
        return name
    head = limit // 2
    return name[:head] + ellipsis + name[len(name) - (limit - head - 1) :]
