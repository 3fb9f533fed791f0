"""Parts of strings, repetition, padding and trimming."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sparktree.errors import Code, Error
from sparktree.functions.declare import Argument, Call, function
from sparktree.functions.rows import row_function
from sparktree.functions.text_functions import (
    back,
    if_ascii,
    text_function,
    utf8,
)
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
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


def _fast_substring(call: Call, slow: Sql) -> Sql:
    """The kernel's substring where the offset is a constant from 1 and the length not negative."""
    constants = [a.value if a.is_constant else None for a in call.arguments[1:]]
    numbers = [int(str(c)) if isinstance(c, int) else None for c in constants]
    if any(number is None for number in numbers) or numbers[0] < 1 or numbers[-1] < 0:  # type: ignore[operator]
        return slow
    offset = str(numbers[0])
    rest = [str(number) for number in numbers[1:]]
    if any(int(n) > 1 << 30 for n in (offset, *rest)):
        return slow
    return if_ascii(call[0], lambda v: sql.call("substring", v, offset, *rest), lambda v: slow)


text_function(
    "substring",
    "si|i",
    STRING,
    _substring,
    fast=_fast_substring,
    any_case=True,
    aliases=("substr", "mid", "byteSlice"),
    doc="The bytes from an offset (from 1, or from the end if negative), as many as wanted.",
    example=("substring('hello', 2, 3)", "ell"),
)
text_function(
    "substringUTF8",
    "si|i",
    STRING,
    _substring_utf8,
    fast=_fast_substring,
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

    doc = f"Some bytes at the {side}; a negative count leaves out that many at the other end."
    shown = "he" if name == "left" else "lo"
    text_function(
        name, "si", STRING, of_bytes, any_case=True, doc=doc, example=(f"{name}('hello', 2)", shown)
    )
    text_function(
        f"{name}UTF8",
        "si",
        STRING,
        of_text,
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


text_function(
    "substringIndex",
    "ssi",
    STRING,
    _substring_index,
    any_case_aliases=("SUBSTRING_INDEX",),
    constant_arguments=(1,),
    doc="The text before the n-th delimiter, or behind the n-th from the end.",
    example=("substringIndex('a.b.c', '.', 2)", "a.b"),
)
text_function(
    "substringIndexUTF8",
    "ssi",
    STRING,
    _substring_index,
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


text_function(
    "repeat",
    "si",
    STRING,
    _repeat,
    any_case=True,
    doc="The text some times in a row.",
    example=("repeat('ab', 3)", "ababab"),
)
text_function(
    "space",
    "i",
    STRING,
    lambda n: _repeat(b" ", n),
    any_case=True,
    doc="Some spaces.",
    example=("concat('[', space(2), ']')", "[  ]"),
)


def _padding(length: int, pad: Sequence[object]) -> int:
    if length < 0:
        raise Error(
            Code.INDEX_OF_POSITIONAL_ARGUMENT_IS_OUT_OF_RANGE,
            f"New padded length ({length}) is negative",
        )
    if length > 16_777_216:
        raise Error(
            Code.TOO_LARGE_STRING_SIZE,
            f"New padded length ({length}) is too big, maximum is: 16777216",
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


text_function(
    "leftPad",
    "si|s",
    STRING,
    _left_pad,
    any_case_aliases=("lpad",),
    constant_arguments=(2,),
    doc="The text filled up at the start to a number of bytes, or cut to it.",
    example=("leftPad('abc', 5, '*')", "**abc"),
)
text_function(
    "rightPad",
    "si|s",
    STRING,
    _right_pad,
    any_case_aliases=("rpad",),
    constant_arguments=(2,),
    doc="The text filled up at the end to a number of bytes, or cut to it.",
    example=("rightPad('abc', 5, '*')", "abc**"),
)
text_function(
    "leftPadUTF8",
    "si|s",
    STRING,
    _left_pad_utf8,
    constant_arguments=(2,),
    doc="As leftPad, in characters.",
    example=("leftPadUTF8('é', 3, '*')", "**é"),
)
text_function(
    "rightPadUTF8",
    "si|s",
    STRING,
    _right_pad_utf8,
    constant_arguments=(2,),
    doc="As rightPad, in characters.",
    example=("rightPadUTF8('é', 3, '*')", "é**"),
)


def _declare_trim(
    name: str, strip: Callable[[bytes, bytes], bytes], kernel: str, alias: str, side: str
) -> None:
    def fast(call: Call, slow: Sql) -> Sql:
        return sql.call(kernel, call[0]) if len(call) == 1 else slow

    shown = {"trimLeft": "a ", "trimRight": " a", "trimBoth": "a"}[name]
    text_function(
        name, "s|s", STRING, lambda s, c=b" ": strip(s, c), fast=fast, aliases=(alias,),
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


@row_function("st_char", ("BIGINT[]",), "VARCHAR")
def _char(codes: list[int]) -> bytes:
    return bytes(code & 255 for code in codes)


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
