"""Members of objects inside of rows that are columns: {"n": {"s": 1}} for the column `n.s`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.formats.header import names_of
from sparktree.formats.json_shape import expected
from sparktree.formats.options import FormatOptions, Header

_SPACE = re.compile(r"\s*")
_DECODER = json.JSONDecoder(strict=False)


@dataclass(frozen=True, slots=True)
class NestedKeys:
    """Keys whose objects hold columns, if input_format_import_nested_json asks for that."""

    names: frozenset[str]
    folded: bool  # whether their case does not matter
    options: FormatOptions

    @classmethod
    def of(cls, columns: Header, options: FormatOptions) -> NestedKeys:
        """What stands before the first dot in names of columns."""
        folded = names_of(columns, options).folded
        found: set[str] = set()
        if options.settings.input_format_import_nested_json:
            for name, _ in columns:
                outer, _, inner = name.partition(".")
                if outer and inner:
                    found.add(outer.lower() if folded else outer)
        return cls(frozenset(found), folded, options)

    def flat(self, texts: pa.Array, row: int) -> pa.Array:
        """Rows without such objects: their members are members of the row, `n.s`."""
        if not self.names:
            return texts
        found = []
        for number, text in enumerate(texts.to_pylist(), row + 1):
            try:
                found.append(self._flat(text, number))
            except Error as error:
                self.options.refuse(number, error)
        return pa.array(found, pa.string())

    def _flat(self, text: str, row: int) -> str:
        try:
            return "{" + ",".join(self._pieces(text, row)) + "}"
        except (ValueError, IndexError):
            return text  # no object: who checks the rows says what is wrong
        except RecursionError as error:
            message = f"JSON is nested too deeply: (at row {row})"
            raise Error(Code.TOO_DEEP_RECURSION, message) from error

    def _pieces(self, text: str, row: int) -> Iterator[str]:
        for name, key, begin, end in _members(text, _after_space(text, 0)):
            if (name.lower() if self.folded else name) not in self.names:
                yield f'"{key}":{text[begin:end]}'
                continue
            if text[begin] != "{":
                raise expected("{", text[begin:], f"(at row {row})\n")
            for _, inner, first, last in _members(text, begin):
                yield f'"{key}.{inner}":{text[first:last]}'


def _members(text: str, place: int) -> Iterator[tuple[str, str, int, int]]:
    """Of the object there: keys, as they are and as they are written, and where values are."""
    if text[place] != "{":
        raise ValueError
    place = _after_space(text, place + 1)
    while text[place] != "}":
        name, end = _DECODER.raw_decode(text, place)
        key = text[place + 1 : end - 1]
        colon = _after_space(text, end)
        if not isinstance(name, str) or text[colon] != ":":
            raise ValueError
        begin = _after_space(text, colon + 1)
        _, end = _DECODER.raw_decode(text, begin)
        yield name, key, begin, end
        place = _after_space(text, end)
        if text[place] == ",":
            place = _after_space(text, place + 1)
        elif text[place] != "}":
            raise ValueError


def _after_space(text: str, place: int) -> int:
    found = _SPACE.match(text, place)
    return found.end() if found else place
