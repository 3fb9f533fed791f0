"""Rows of JSON, before their values are read: are they objects with good keys, or whole arrays."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.formats.header import Spelled, names_of
from sparktree.formats.options import FormatOptions, Header
from sparktree.kernel import sql
from sparktree.kernel.connection import kernel
from sparktree.types.base import Type


@dataclass(frozen=True, slots=True)
class Shape:
    """What every row must look like: an object, or an array of `width` values if compact."""

    compact: bool
    columns: Header
    width: int
    options: FormatOptions
    spelled: Spelled = field(default_factory=dict)

    @property
    def names(self) -> list[str]:
        """The keys that mean columns."""
        return [name for i, (own, _) in enumerate(self.columns) for name in self._spelled(i, own)]

    def _spelled(self, number: int, own: str) -> list[str]:
        return self.spelled.get(number) or [own]

    @property
    def columns_by_key(self) -> dict[str, Type]:
        """What becomes of the keys that mean columns."""
        spelled = (self._spelled(i, own) for i, (own, _) in enumerate(self.columns))
        types = (type_ for _, type_ in self.columns)
        return {name: t for names, t in zip(spelled, types, strict=True) for name in names}

    @property
    def opening(self) -> str:
        """The sign that a row begins with."""
        return "[" if self.compact else "{"

    def bad(self, texts: pa.Array) -> list[int]:
        """The places of rows that look otherwise."""
        fits = self._array() if self.compact else self._object()
        return rows_where(texts, f"CASE WHEN json_valid(t0) THEN NOT ({fits}) ELSE true END")

    def _array(self) -> str:
        if self.options.settings.input_format_json_compact_allow_variable_number_of_columns:
            return "json_type(t0) = 'ARRAY'"
        return f"json_type(t0) = 'ARRAY' AND json_array_length(t0) = {self.width}"

    def _object(self) -> str:
        known = ", ".join(map(sql.string, self.names))
        own = f"list_filter(json_keys(t0), lambda k: k IN ({known}))"
        fits = f"json_type(t0) = 'OBJECT' AND len({own}) = len(list_distinct({own}))"
        if not self.options.settings.input_format_skip_unknown_fields:
            fits += f" AND len({own}) = len(json_keys(t0))"
        return fits

    def checked(self, texts: pa.Array, row: int) -> pa.Array:
        """The rows that look right; others are errors, or left out."""
        bad = self.bad(texts)
        for place in bad:
            number = row + place + 1
            self.options.refuse(number, self.error(texts[place].as_py(), number))
        return texts.take(pa.array(np.delete(np.arange(len(texts)), bad))) if bad else texts

    def error(self, text: str, row: int) -> Error:
        """What is wrong with a row."""
        where = f"(at row {row})\n"
        if not text.startswith(self.opening):
            return expected(self.opening, text, where)
        try:
            found = json.loads(text, object_pairs_hook=list)
        except ValueError:
            message = f"Cannot parse JSON object: {text[:1000]}: {where}"
            return Error(Code.INCORRECT_DATA, message)
        if self.compact:
            return expected("," if len(found) < self.width else "]", text, where)
        keys, names = [key for key, _ in found], set(self.names)
        twice = next((key for key in keys if key in names and keys.count(key) > 1), None)
        other = next((key for key in keys if key not in names), None)
        what, key = ("Unknown", other) if twice is None else ("Duplicate", twice)
        return Error(
            Code.INCORRECT_DATA,
            f"{what} field found while parsing JSONEachRow format: {key}: {where}",
        )


_KEY = re.compile(rb'"([^"\\]*)"\s*:')


def spellings(text: bytes, columns: Header, options: FormatOptions) -> Spelled:
    """The keys of a text that mean columns, where case does not matter."""
    names = names_of(columns, options)
    if not names.folded:
        return {}
    return names.spellings(key.decode("utf-8", "replace") for key in set(_KEY.findall(text)))


def spellings_in(texts: pa.Array, columns: Header, options: FormatOptions) -> Spelled:
    """The same of rows, as the kernel has them."""
    data = texts.buffers()[2]
    return spellings(data, columns, options) if data is not None else {}


def expected(sign: str, text: str, where: str) -> Error:
    """Another sign should be at the beginning of the text."""
    return Error(
        Code.CANNOT_PARSE_INPUT_ASSERTION_FAILED,
        f"Cannot parse input: expected '{sign}' before: '{text[:1000]}': {where}",
    )


def rows_where(texts: pa.Array, condition: str) -> list[int]:
    """Where a condition over the texts t0 holds."""
    with kernel() as cursor:
        cursor.register("texts", pa.table({"t0": texts}))
        found = cursor.sql(f"SELECT CAST({condition} AS UTINYINT) AS f FROM texts")
        flags = found.to_arrow_table().column(0)
    return list(np.flatnonzero(flags.to_numpy()).tolist())
