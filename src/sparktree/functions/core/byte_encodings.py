"""Forms of texts in which the kernel's characters are what a function counts, whatever the bytes.

The kernel keeps a byte that is not UTF-8 as two code points (`kernel/text.py`). In the form LATIN
every byte is a character, U+0000 to U+00FF; in the form WHOLE every byte that is not UTF-8 is one,
U+10FF80 to U+10FFFF, and all others are as they were. A function that the kernel computes for usual
texts is so computed for all of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa

from sparktree.functions.core.columns import binary_of, bounds_of
from sparktree.functions.core.declare import Argument, Call
from sparktree.kernel import sql
from sparktree.kernel.connection import ArrowFunction, arrow_function, whole
from sparktree.kernel.sql import Sql
from sparktree.kernel.text import escape_array, unescape, unescape_array
from sparktree.kernel.text_buffers import Bounds, Bytes, single, unsingle
from sparktree.types import Array, FixedString, String, Type

Kernel = Callable[..., Sql | None]
_Recode = Callable[[Bytes, Bounds], tuple[Bytes, Bounds]]


def _latin(data: Bytes, bounds: Bounds) -> tuple[Bytes, Bounds]:
    """Bytes as the characters of their numbers, in UTF-8."""
    high = data >= 0x80
    ends = np.concatenate([[0], np.cumsum(1 + high, dtype=np.int64)])
    out = np.zeros(ends[-1], np.uint8)
    out[ends[:-1]] = np.where(high, 0xC0 | data >> 6, data)
    out[ends[:-1][high] + 1] = 0x80 | data[high] & 0x3F
    return out, ends[bounds]


def _unlatin(data: Bytes, bounds: Bounds) -> tuple[Bytes, Bounds]:
    """The bytes that such characters stand for."""
    following = (data & 0xC0) == 0x80
    (firsts,) = np.nonzero(data >= 0xC0)
    out = data.copy()
    out[firsts] = data[firsts] << 6 | data[firsts + 1] & 0x3F
    kept = np.concatenate([[0], np.cumsum(~following, dtype=np.int64)])
    return out[~following], kept[bounds]


def _recoded(array: pa.Array, recode: _Recode) -> pa.Array:
    """A binary array with all its values recoded; NULL becomes an empty value."""
    return binary_of(*recode(*bounds_of(array.fill_null(b""))))


def _to_latin(texts: pa.Array) -> pa.Array:
    return _recoded(unescape_array(texts), _latin).view(pa.string())


def _from_latin(texts: pa.Array) -> pa.Array:
    return escape_array(_recoded(texts.cast(pa.binary()), _unlatin))


def _to_whole(texts: pa.Array) -> pa.Array:
    return _recoded(texts.cast(pa.binary()), single).view(pa.string())


def _from_whole(texts: pa.Array) -> pa.Array:
    return escape_array(_recoded(texts.cast(pa.binary()), unsingle))


@dataclass(frozen=True, slots=True)
class Recoding:
    """The same change of a text and of the texts of a list, as kernel functions."""

    text: ArrowFunction
    list: ArrowFunction

    def __call__(self, value: Sql, type_: Type) -> Sql:
        """The value changed, if it is a text or a list of texts."""
        if isinstance(type_, String | FixedString):
            return self.text(value)
        of_texts = isinstance(type_, Array) and isinstance(type_.of.inner, String | FixedString)
        return self.list(value) if of_texts else value


def _recoding(name: str, change: Callable[[pa.Array], pa.Array]) -> Recoding:

    def texts(column: pa.ChunkedArray) -> pa.Array:
        return change(whole(column))

    def lists(column: pa.ChunkedArray) -> pa.Array:
        array = whole(column)
        sizes = np.asarray(array.value_lengths().fill_null(0), np.int64)
        ends = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32)
        return pa.ListArray.from_arrays(pa.array(ends), change(array.flatten()))

    return Recoding(
        arrow_function(name, ("VARCHAR",), "VARCHAR")(texts),
        arrow_function(f"{name}_list", ("VARCHAR[]",), "VARCHAR[]")(lists),
    )


@dataclass(frozen=True, slots=True)
class Form:
    """One of the two forms: the kernel functions there and back, and the form of a constant."""

    there: Recoding
    back: Recoding
    of_constant: Callable[[str], str]

    def kernel(self, kernel: Kernel, before: Callable[[Sql], Sql] | None = None) -> Kernel:
        """The same kernel SQL over texts of this form; `before` changes them on the way there."""

        def changed(call: Call, *values: Sql) -> Sql | None:
            first = before or (lambda value: value)
            texts = [
                self._there(first, value, argument)
                for value, argument in zip(values, call.arguments, strict=True)
            ]
            made = kernel(
                replace(call, arguments=tuple(map(self._argument, call.arguments))), *texts
            )
            return None if made is None else self.back(made, call.result.inner)

        return changed

    def _there(self, first: Callable[[Sql], Sql], value: Sql, argument: Argument) -> Sql:
        type_ = argument.type.inner
        if isinstance(type_, Array):
            each = sql.function(["_t"], first(sql.name("_t")))
            value = value if first(value) == value else sql.call("list_transform", value, each)
        elif isinstance(type_, String | FixedString):
            value = first(value)
        return self.there(value, type_)

    def _argument(self, argument: Argument) -> Argument:
        """A constant is asked for its value in this form."""
        if not argument.is_constant:
            return argument
        return replace(argument, compute=lambda: self._constant(argument.value))

    def _constant(self, value: object) -> object:
        if isinstance(value, list | tuple):
            return [self._constant(item) for item in value]
        return self.of_constant(value) if isinstance(value, str) else value


def _latin_constant(text: str) -> str:
    return unescape(text).decode("latin-1")


_PAIR = re.compile("(?s).([\U0010ff80-\U0010ffff])")


def _whole_constant(text: str) -> str:
    return _PAIR.sub(r"\1", text)


LATIN = Form(
    _recoding("st_latin", _to_latin), _recoding("st_unlatin", _from_latin), _latin_constant
)
WHOLE = Form(
    _recoding("st_whole", _to_whole), _recoding("st_unwhole", _from_whole), _whole_constant
)
