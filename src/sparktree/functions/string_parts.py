"""Parts of strings, repetition, padding and trimming."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.functions.declare import Argument, Call, function
from sparktree.functions.hash_arrays import Texts
from sparktree.functions.text_functions import (
    ASCII,
    Kernel,
    back,
    text_function,
    utf8,
)
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.sql import Sql
from sparktree.kernel.text import escape_array
from sparktree.types import (
    STRING,
    Integer,
    Type,
)


def slice_of(size: int, offset: int, length: int | None) -> slice:
    """What substring takes of `size` items: a negative offset counts from the end, a negative
    length leaves out that many at the end."""
    if offset == 0:
        return slice(0, 0)
    start = offset - 1 if offset > 0 else size + offset
    end = size
    if length is not None:
        end = start + length if length >= 0 else size + length
    start = max(start, 0)
    return slice(start, max(end, start))


def _substring(data: bytes, offset: int, length: int | None = None) -> bytes:
    return data[slice_of(len(data), offset, length)]


def _substring_utf8(data: bytes, offset: int, length: int | None = None) -> bytes:
    text = utf8(data)
    return back(text[slice_of(len(text), offset, length)])


def _kernel_substring(call: Call, text: Sql, offset: Sql, length: Sql | None = None) -> Sql:
    """As `slice_of`, in the kernel's characters; numbers are kept where they cannot overflow."""
    size = Sql(f"length({text})")
    first = _small(offset)
    begin = sql.case((f"{first} > 0", f"{first} - 1"), otherwise=f"{size} + {first}")
    end = size
    if length is not None:
        count = _small(length)
        end = sql.case((f"{count} >= 0", f"{begin} + {count}"), otherwise=f"{size} + {count}")
    start = f"greatest({begin}, 0)"
    part = sql.call(
        "substring",
        text,
        f"least({start}, {size}) + 1",
        f"greatest(least({end}, {size}) - {start}, 0)",
    )
    return sql.case((sql.op("=", offset, "0"), "''"), otherwise=part)


def _small(number: Sql) -> Sql:
    return Sql(f"greatest(least({number}, {1 << 31}), -{1 << 31})")


text_function(
    "substring",
    "si|i",
    STRING,
    _substring,
    kernel=_kernel_substring,
    plain=ASCII,
    any_case=True,
    aliases=("substr", "mid", "byteSlice"),
    doc="The bytes from an offset (from 1, or from the end if negative), as many as wanted.",
    example=("substring('hello', 2, 3)", "ell"),
)
text_function(
    "substringUTF8",
    "ti|i",
    STRING,
    _substring_utf8,
    kernel=_kernel_substring,
    doc="As substring, in characters.",
    example=("substringUTF8('héllo', 2, 2)", "él"),
)


def _left(items: Sequence[object], count: int) -> slice:
    return slice(0, count) if count >= 0 else slice(0, max(len(items) + count, 0))


def _right(items: Sequence[object], count: int) -> slice:
    return slice(max(len(items) - count, 0), None) if count >= 0 else slice(-count, None)


def _declare_side(name: str, take: Callable[[Sequence[object], int], slice], side: str) -> None:
    def of_bytes(data: bytes, count: int) -> bytes:
        return data[take(data, count)]

    def of_text(data: bytes, count: int) -> bytes:
        text = utf8(data)
        return back(text[take(text, count)])

    def kernel(call: Call, text: Sql, count: Sql) -> Sql:
        size = f"length({text})"
        return sql.call(name, text, f"greatest(least({count}, {size}), -{size})")

    doc = f"Some bytes at the {side}; a negative count leaves out that many at the other end."
    shown = "he" if name == "left" else "lo"
    text_function(
        name, "si", STRING, of_bytes, kernel=kernel, plain=ASCII, any_case=True, doc=doc,
        example=(f"{name}('hello', 2)", shown),
    )  # fmt: skip
    text_function(
        f"{name}UTF8",
        "ti",
        STRING,
        of_text,
        kernel=kernel,
        doc=f"As {name}, in characters.",
        example=(f"{name}UTF8('hello', 2)", shown),
    )


_declare_side("left", _left, "start")
_declare_side("right", _right, "end")


def _substring_index(data: bytes, delimiter: bytes, count: int) -> bytes:
    if not delimiter or count == 0:
        return b""
    pieces = data.split(delimiter)
    return delimiter.join(pieces[:count] if count > 0 else pieces[count:])


def _kernel_index(call: Call, text: Sql, delimiter: Sql, count: Sql) -> Sql | None:
    if not call.value(1):
        return None
    pieces = sql.call("string_split", text, delimiter)
    first = sql.call("list_slice", pieces, "1", sql.call("greatest", count, "0"))
    last = Sql(f"{pieces}[least({count}, -1):]")
    taken = sql.case((sql.op("<", count, "0"), last), otherwise=first)
    return sql.call("array_to_string", taken, delimiter)


text_function(
    "substringIndex",
    "tsi",
    STRING,
    _substring_index,
    kernel=_kernel_index,
    any_case_aliases=("SUBSTRING_INDEX",),
    constant_arguments=(1,),
    doc="The text before the n-th delimiter, or behind the n-th from the end.",
    example=("substringIndex('a.b.c', '.', 2)", "a.b"),
)
text_function(
    "substringIndexUTF8",
    "tsi",
    STRING,
    _substring_index,
    kernel=_kernel_index,
    constant_arguments=(1,),
    doc="As substringIndex, for a delimiter of one character.",
    example=("substringIndexUTF8('a·b·c', '·', 2)", "a·b"),
)


# --- repetition and padding ---------------------------------------------------------------

_MOST_REPEATS = 1_000_000


def _repeat(data: bytes, count: int) -> bytes:
    if count > _MOST_REPEATS:
        raise Error(
            Code.TOO_LARGE_STRING_SIZE,
            f"Too many times to repeat ({count}), maximum is: {_MOST_REPEATS}",
        )
    return data * count


def _kernel_repeat(call: Call, text: Sql, count: Sql) -> Sql:
    """Too great a number is left to the function that refuses it."""
    refused = sql.call("st_repeat_2", text, count)
    fits = sql.op("<=", count, str(_MOST_REPEATS))
    return sql.case((fits, sql.call("repeat", text, count)), otherwise=refused)


text_function(
    "repeat",
    "ti",
    STRING,
    _repeat,
    kernel=_kernel_repeat,
    any_case=True,
    doc="The text some times in a row.",
    example=("repeat('ab', 3)", "ababab"),
)
text_function(
    "space",
    "i",
    STRING,
    lambda n: _repeat(b" ", n),
    kernel=lambda call, n: _kernel_repeat(call, Sql("' '"), n),
    any_case=True,
    doc="Some spaces.",
    example=("concat('[', space(2), ']')", "[  ]"),
)


_LONGEST_PADDED = 16_777_216


def _padding(length: int, pad: Sequence[object]) -> int:
    if length < 0:
        raise Error(
            Code.INDEX_OF_POSITIONAL_ARGUMENT_IS_OUT_OF_RANGE,
            f"New padded length ({length}) is negative",
        )
    if length > _LONGEST_PADDED:
        raise Error(
            Code.TOO_LARGE_STRING_SIZE,
            f"New padded length ({length}) is too big, maximum is: {_LONGEST_PADDED}",
        )
    return length


def _left_pad(data: bytes, length: int, pad: bytes = b" ") -> bytes:
    missing = _padding(length, pad) - len(data)
    pad = pad or b" "
    return (pad * (missing // len(pad) + 1))[:missing] + data if missing > 0 else data[:length]


def _right_pad(data: bytes, length: int, pad: bytes = b" ") -> bytes:
    missing = _padding(length, pad) - len(data)
    pad = pad or b" "
    return data + (pad * (missing // len(pad) + 1))[:missing] if missing > 0 else data[:length]


def _left_pad_utf8(data: bytes, length: int, pad: bytes = b" ") -> bytes:
    text, fill = utf8(data), utf8(pad) or " "
    missing = _padding(length, fill) - len(text)
    if missing <= 0:
        return back(text[:length])
    return back((fill * (missing // len(fill) + 1))[:missing] + text)


def _right_pad_utf8(data: bytes, length: int, pad: bytes = b" ") -> bytes:
    text, fill = utf8(data), utf8(pad) or " "
    missing = _padding(length, fill) - len(text)
    if missing <= 0:
        return back(text[:length])
    return back(text + (fill * (missing // len(fill) + 1))[:missing])


def _kernel_pad(name: str, kernel: str) -> Kernel:
    """Lengths that are refused are left to the function that does so."""

    def pad(call: Call, text: Sql, length: Sql, fill: Sql = _SPACE) -> Sql | None:
        if len(call) > 2 and not call.arguments[2].is_constant:
            return None
        filling = _SPACE if len(call) > 2 and not call.value(2) else fill
        padded = sql.call(kernel, text, sql.cast(length, "INTEGER"), filling)
        refused = sql.call(f"st_{name}_3", text, length, filling)
        fits = Sql(f"({length} BETWEEN 0 AND {_LONGEST_PADDED})")
        return sql.case((fits, padded), (sql.is_null(text), sql.NULL), otherwise=refused)

    return pad


_SPACE = Sql("' '")
text_function(
    "leftPad",
    "si|t",
    STRING,
    _left_pad,
    kernel=_kernel_pad("leftPad", "lpad"),
    plain=ASCII,
    any_case_aliases=("lpad",),
    constant_arguments=(2,),
    doc="The text filled up at the start to a number of bytes, or cut to it.",
    example=("leftPad('abc', 5, '*')", "**abc"),
)
text_function(
    "rightPad",
    "si|t",
    STRING,
    _right_pad,
    kernel=_kernel_pad("rightPad", "rpad"),
    plain=ASCII,
    any_case_aliases=("rpad",),
    constant_arguments=(2,),
    doc="The text filled up at the end to a number of bytes, or cut to it.",
    example=("rightPad('abc', 5, '*')", "abc**"),
)
text_function(
    "leftPadUTF8",
    "si|t",
    STRING,
    _left_pad_utf8,
    kernel=_kernel_pad("leftPadUTF8", "lpad"),
    constant_arguments=(2,),
    doc="As leftPad, in characters.",
    example=("leftPadUTF8('é', 3, '*')", "**é"),
)
text_function(
    "rightPadUTF8",
    "si|t",
    STRING,
    _right_pad_utf8,
    kernel=_kernel_pad("rightPadUTF8", "rpad"),
    constant_arguments=(2,),
    doc="As rightPad, in characters.",
    example=("rightPadUTF8('é', 3, '*')", "é**"),
)


def _declare_trim(
    name: str, strip: Callable[[bytes, bytes], bytes], kernel: str, alias: str, side: str
) -> None:
    def trim(call: Call, text: Sql, characters: Sql = _SPACE) -> Sql:
        return sql.call(kernel, text, characters)

    shown = {"trimLeft": "a ", "trimRight": " a", "trimBoth": "a"}[name]
    text_function(
        name, "s|s", STRING, lambda s, c=b" ": strip(s, c), kernel=trim, plain=ASCII,
        aliases=(alias,),
        doc=f"The text without spaces (or other characters) at {side}.",
        example=(f"concat('[', {name}(' a '), ']')", f"[{shown}]"),
    )  # fmt: skip


_declare_trim("trimLeft", bytes.lstrip, "ltrim", "ltrim", "the start")
_declare_trim("trimRight", bytes.rstrip, "rtrim", "rtrim", "the end")
_declare_trim("trimBoth", bytes.strip, "trim", "trim", "both ends")


# --- numbers of characters ----------------------------------------------------------------


def _char_type(arguments: Sequence[Argument]) -> Type:
    for argument in arguments:
        if not hasattr(argument.type, "bits"):
            raise Error(
                Code.ILLEGAL_TYPE_OF_ARGUMENT,
                f"Illegal type {argument.type} of argument of function char, must be Int, UInt or"
                " Float number",
            )
    return STRING


@arrow_function("st_char", ("BIGINT[]",), "VARCHAR")
def _char(codes: pa.ChunkedArray) -> pa.Array:
    lists = whole(codes)
    data = (lists.flatten().to_numpy(zero_copy_only=False) & 255).astype(np.uint8)
    ends = np.cumsum(lists.value_lengths().fill_null(0).to_numpy(), dtype=np.int32)
    bounds = np.concatenate([np.zeros(1, np.int32), ends])
    buffers = [None, pa.py_buffer(bounds), pa.py_buffer(data)]
    return escape_array(pa.Array.from_buffers(pa.binary(), len(lists), buffers))


@function(
    "char",
    family="strings",
    args=(1, None),
    returns=_char_type,
    any_case=True,
    example=("char(72, 105)", "Hi"),
)
def char(call: Call) -> Sql:
    """The bytes with these numbers."""
    values = [
        sql.cast(v if isinstance(call.inner(i), Integer) else sql.call("trunc", v), "BIGINT")
        for i, v in enumerate(call.sqls)
    ]
    nulls = sql.any_of(sql.is_null(v) for v in call.sqls)
    return sql.case((nulls, sql.NULL), otherwise=sql.call("st_char", sql.array(*values)))


@arrow_function("st_ascii", ("VARCHAR",), "INTEGER")
def _ascii(column: pa.ChunkedArray) -> pa.Array:
    texts = Texts.of(whole(column))
    return pa.array(np.where(texts.sizes > 0, texts.byte(0), 0).astype(np.int32))


text_function(
    "ascii",
    "s",
    lambda a: Integer(32, True),
    fast=lambda call, slow: sql.call("st_ascii", call[0]),
    result_kernel="INTEGER",
    any_case=True,
    doc="The number of the first byte.",
    example=("ascii('a')", "97"),
)
