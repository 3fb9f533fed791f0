"""Forms: fields, and files that are external tables, read piece by piece."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import BinaryIO, cast

from sparktree.errors import Code, Error

_PIECE = 1 << 18
_IN_MEMORY = 1 << 20  # bytes of a file before it goes to disk
_LONGEST_HEAD = 1 << 16
_BOUNDARY = re.compile(r'boundary="?([^";,]+)"?', re.IGNORECASE)
_NAME = re.compile(r'[;\s]name="((?:[^"\\]|\\.)*)"')


@dataclass(slots=True)
class Form:
    """What a form holds: texts, and files by their names."""

    fields: list[tuple[str, str]] = field(default_factory=list)
    files: dict[str, BinaryIO] = field(default_factory=dict)


def boundary_of(content_type: str) -> bytes | None:
    """What separates the parts of a form; None if it is none."""
    if not content_type.lower().startswith("multipart/form-data"):
        return None
    found = _BOUNDARY.search(content_type)
    if found is None:
        raise _wrong("it names no boundary")
    return found[1].encode("latin-1")


def read_form(read: Callable[[int], bytes], boundary: bytes, most: int) -> Form:
    """The parts of a form; a part with the name of a file is a file."""
    source, form = _Parts(read, b"\r\n--" + boundary, most), Form()
    source.skip_preamble()
    while source.has_part():
        disposition = source.head().get("content-disposition", "")
        found = _NAME.search(disposition)
        if found is None:
            raise _wrong("a part has no name")
        name = re.sub(r"\\(.)", r"\1", found[1])
        held = cast(BinaryIO, tempfile.SpooledTemporaryFile(_IN_MEMORY))  # noqa: SIM115
        source.body(held)
        held.seek(0)
        if "filename=" in disposition:
            form.files[name] = held
        else:
            form.fields.append((name, held.read().decode("utf-8", "surrogateescape")))
    return form


class _Parts:
    """Cuts a stream at its boundaries."""

    def __init__(self, read: Callable[[int], bytes], mark: bytes, most: int) -> None:
        self._read, self._mark, self._most = read, mark, most
        self._held = b"\r\n"  # the first boundary stands at the beginning of a line, too
        self._taken = 0

    def _more(self) -> None:
        piece = self._read(_PIECE)
        self._taken += len(piece)
        if self._most and self._taken > self._most:
            raise Error(
                Code.QUERY_IS_TOO_LARGE,
                f"The form is larger than http_max_multipart_form_data_size: {self._most}",
            )
        if not piece:
            raise _wrong("it ends in the middle of a part")
        self._held += piece

    def skip_preamble(self) -> None:
        """Go behind the first boundary."""
        while self._mark not in self._held:
            self._held = self._held[-len(self._mark) :]
            self._more()
        self._held = self._held.partition(self._mark)[2]

    def has_part(self) -> bool:
        """Whether another part follows the boundary; its line is passed over."""
        while len(self._held) < 2 or (self._held[:2] != b"--" and b"\r\n" not in self._held):
            self._more()
        if self._held[:2] == b"--":
            return False
        self._held = self._held.partition(b"\r\n")[2]
        return True

    def head(self) -> dict[str, str]:
        """The headers of a part, by names in lower case."""
        while b"\r\n\r\n" not in self._held:
            if len(self._held) > _LONGEST_HEAD:
                raise _wrong("the head of a part is too long")
            self._more()
        head, _, self._held = self._held.partition(b"\r\n\r\n")
        lines = head.decode("utf-8", "surrogateescape").split("\r\n")
        pairs = (line.partition(":") for line in lines)
        return {name.strip().lower(): value.strip() for name, _, value in pairs}

    def body(self, out: BinaryIO) -> None:
        """Write what stands before the next boundary, and go behind that."""
        while (place := self._held.find(self._mark)) < 0:
            kept = len(self._mark) - 1
            out.write(self._held[:-kept])
            self._held = self._held[-kept:]
            self._more()
        out.write(self._held[:place])
        self._held = self._held[place + len(self._mark) :]


def _wrong(why: str) -> Error:
    return Error(Code.BAD_REQUEST_PARAMETER, f"Cannot read the form: {why}")
