"""The format of data whose name does not tell it, by how the data begins."""

from __future__ import annotations

import io
import re

from sparktree.errors import Error
from sparktree.formats.format import FORMATS, infer
from sparktree.formats.options import FormatOptions

HEAD = 1 << 16  # bytes that are looked at
_PAIR = re.compile(rb"[^\t=]+=[^\t]*")
_COLUMNS = re.compile(rb'\{\s*"[^"]*"\s*:\s*\[')


def detected(head: bytes, options: FormatOptions) -> str | None:
    """The format of data that begins so, None if it is none that can be told."""
    for format_ in FORMATS.values():
        if format_.magic and head.startswith(format_.magic):
            return format_.name
    whole = head if len(head) < HEAD else head[: head.rfind(b"\n") + 1] or head
    return next((name for name in _likely(whole) if _makes_sense(name, whole, options)), None)


def _likely(head: bytes) -> list[str]:
    """The formats that the data may be of, the most likely ones first."""
    text = head.lstrip()
    line = text.partition(b"\n")[0]
    if text.startswith(b"{"):
        columns = ["JSONColumns"] if _COLUMNS.match(text) else []
        return [*columns, "JSON", "TabSeparated"]
    if text.startswith(b"[{"):
        return ["JSON", "TabSeparated"]
    if text.startswith(b"("):
        return ["Values", "TabSeparated"]
    if all(map(_PAIR.fullmatch, line.split(b"\t"))):
        return ["TSKV", "TabSeparated"]
    if b"\0" in head[:1024] or (head and head[0] < 9):
        return ["Native"]
    return ["CSV", "TabSeparated"] if b"," in line and b"\t" not in line else ["TabSeparated"]


def _makes_sense(name: str, data: bytes, options: FormatOptions) -> bool:
    try:
        infer(name, io.BytesIO(data), options)
    except Error:
        return False
    return True
