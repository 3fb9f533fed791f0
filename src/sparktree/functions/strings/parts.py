"""Parts of strings, repetition, padding and trimming."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.functions.core.byte_encodings import LATIN, WHOLE, Kernel
from sparktree.functions.core.byte_texts import Texts
from sparktree.functions.core.convert_numbers import number
from sparktree.functions.core.declare import Argument, Arguments, Call, Rule, function
from sparktree.functions.core.text_arguments import Takes
from sparktree.functions.core.text_functions import ASCII, refusal, text_function
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.sql import Sql
from sparktree.kernel.text import escape_array, unescape
from sparktree.types import INT64, STRING, Bool, Float, Integer, Type


def kernel_substring(call: Call, text: Sql, offset: Sql, length: Sql | None = None) -> Sql:
    """What substring takes: a negative offset counts from the end, a negative length leaves out
    that many at the end; numbers are kept where they cannot overflow."""
    size = Sql(f"length({text})")
    first = _small(offset)
    begin = sql.case(
        (sql.op(">", first, 0), sql.op("-", first, 1)), otherwise=sql.op("+", size, first)
    )
    end = size
    if length is not None:
        count = _small(length)
        end = sql.case(
            (sql.op(">=", count, 0), sql.op("+", begin, count)), otherwise=sql.op("+", size, count)
        )
        end = _unless_lowest(length, end)
    start = f"greatest({begin}, 0)"
    part = sql.call(
        "substring",
        text,
        Sql(f"least({start}, {size}) + 1"),
        Sql(f"greatest(least({end}, {size}) - {start}, 0)"),
    )
    return sql.case((sql.op("=", offset, 0), sql.string("")), otherwise=part)


def _unless_lowest(length: Sql, value: Sql) -> Sql:
    """The value; the lowest length of all is an error."""
    words = "Overflow in length argument of substring-like function: -9223372036854775808"
    refused = refusal(Code.ARGUMENT_OUT_OF_BOUND, words)
    return sql.case((Sql(f"{length} = {INT64.literal(INT64.minimum)}"), refused), otherwise=value)


def _small(number: Sql) -> Sql:
    return Sql(f"greatest(least({number}, {1 << 31}), -{1 << 31})")


text_function(
    "substring",
    (Takes.TEXT_OR_ENUM, Takes.WRAPPED_OR_FLOAT),
    STRING,
    optional=(Takes.WRAPPED_OR_FLOAT,),
    kernel=kernel_substring,
    odd=LATIN,
    plain=ASCII,
    any_case=True,
    aliases=("substr", "mid", "byteSlice"),
    doc="The bytes from an offset (from 1, or from the end if negative), as many as wanted.",
    example=("substring('hello', 2, 3)", "ell"),
)
text_function(
    "substringUTF8",
    (Takes.STRING, Takes.WRAPPED_OR_FLOAT),
    STRING,
    optional=(Takes.WRAPPED_OR_FLOAT,),
    kernel=kernel_substring,
    odd=WHOLE,
    doc="As substring, in characters.",
    example=("substringUTF8('héllo', 2, 2)", "él"),
)


def _declare_side(name: str, side: str) -> None:
    def kernel(call: Call, text: Sql, count: Sql) -> Sql:
        size = f"length({text})"
        taken = Sql(f"greatest(least({count}, {size}), -{size})")
        return sql.call(name, text, _unless_lowest(count, taken))

    doc = f"Some bytes at the {side}; a negative count leaves out that many at the other end."
    shown = "he" if name == "left" else "lo"
    text_function(
        name, (Takes.TEXT, Takes.WRAPPED_OR_FLOAT), STRING,
        kernel=kernel, odd=LATIN, plain=ASCII, any_case=True, doc=doc,
        example=(f"{name}('hello', 2)", shown),
    )  # fmt: skip
    text_function(
        f"{name}UTF8",
        (Takes.STRING, Takes.WRAPPED_OR_FLOAT),
        STRING,
        kernel=kernel,
        odd=WHOLE,
        doc=f"As {name}, in characters.",
        example=(f"{name}UTF8('hello', 2)", shown),
    )


_declare_side("left", "start")
_declare_side("right", "end")


def _kernel_index(call: Call, text: Sql, delimiter: Sql, count: Sql) -> Sql:
    pieces = sql.call("string_split", text, delimiter)
    first = sql.call("list_slice", pieces, 1, sql.call("greatest", count, 0))
    last = Sql(f"{pieces}[least({count}, -1):]")
    taken = sql.case((sql.op("<", count, 0), last), otherwise=first)
    joined = sql.call("array_to_string", taken, delimiter)
    type_ = call.inner(2)
    if not isinstance(type_, Integer) or type_.signed or type_.bits < 64:
        return joined
    words = ("Arguments for count value ", sql.cast(call[2], "VARCHAR"), " is out of range")
    far = refusal(Code.VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE, *words)
    return sql.case((sql.op(">", call[2], INT64.maximum), far), otherwise=joined)


def _index_type(size: Callable[[str], int]) -> Rule:
    def returns(arguments: Arguments) -> Type:
        name = arguments.function
        if arguments[1].is_constant and size(str(arguments[1].value)) != 1:
            raise Error(
                Code.BAD_ARGUMENTS,
                f"Argument delim for function {name} should be a single character,"
                f" got {arguments[1].value}",
            )
        return STRING

    return returns


text_function(
    "substringIndex",
    (Takes.STRING, Takes.STRING, Takes.INTEGER),
    _index_type(lambda text: len(unescape(text))),
    kernel=_kernel_index,
    odd=LATIN,
    any_case_aliases=("SUBSTRING_INDEX",),
    constant_arguments=(1,),
    doc="The text before the n-th delimiter, or behind the n-th from the end.",
    example=("substringIndex('a.b.c', '.', 2)", "a.b"),
)
text_function(
    "substringIndexUTF8",
    (Takes.STRING, Takes.STRING, Takes.INTEGER),
    _index_type(len),
    kernel=_kernel_index,
    odd=LATIN,
    constant_arguments=(1,),
    doc="As substringIndex, for a delimiter of one character.",
    example=("substringIndexUTF8('a·b·c', '·', 2)", "a·b"),
)


# --- repetition and padding ---------------------------------------------------------------

_MOST_REPEATS = 1_000_000


def _kernel_repeat(call: Call, text: Sql, count: Sql) -> Sql:
    number = sql.cast(count, "VARCHAR")
    refused = refusal(
        Code.TOO_LARGE_STRING_SIZE,
        "Too many times to repeat (",
        number,
        f"), maximum is: {_MOST_REPEATS}",
    )
    fits = sql.op("<=", count, _MOST_REPEATS)
    return sql.case((fits, sql.call("repeat", text, count)), otherwise=refused)


text_function(
    "repeat",
    (Takes.STRING, Takes.ANY_INTEGER),
    STRING,
    kernel=_kernel_repeat,
    odd=LATIN,
    any_case=True,
    doc="The text some times in a row.",
    example=("repeat('ab', 3)", "ababab"),
)


def _space_type(arguments: Sequence[Argument]) -> Type:
    type_ = arguments[0].type
    if isinstance(type_, Integer) and type_.bits > 64:
        raise Error(Code.ILLEGAL_COLUMN, f"Illegal column {type_} of function space")
    return STRING


text_function(
    "space",
    (Takes.ANY_INTEGER,),
    _space_type,
    kernel=lambda call, n: _kernel_repeat(call, Sql("' '"), n),
    any_case=True,
    doc="Some spaces.",
    example=("concat('[', space(2), ']')", "[  ]"),
)


_LONGEST_PADDED = 16_777_216


def _kernel_pad(kernel: str) -> Kernel:
    def pad(call: Call, text: Sql, length: Sql, fill: Sql = _SPACE) -> Sql:
        filling = _SPACE if len(call) > 2 and not call.value(2) else fill
        padded = sql.call(kernel, text, sql.cast(length, "INTEGER"), filling)
        shown = sql.cast(length, "VARCHAR")
        negative = refusal(
            Code.INDEX_OF_POSITIONAL_ARGUMENT_IS_OUT_OF_RANGE,
            "New padded length (",
            shown,
            ") is negative",
        )
        too_long = refusal(
            Code.TOO_LARGE_STRING_SIZE,
            "New padded length (",
            shown,
            f") is too big, maximum is: {_LONGEST_PADDED}",
        )
        return sql.case(
            (sql.is_null(text), sql.NULL),
            (sql.op("<", length, 0), negative),
            (sql.op(">", length, _LONGEST_PADDED), too_long),
            otherwise=padded,
        )

    return pad


_SPACE = Sql("' '")
text_function(
    "leftPad",
    (Takes.TEXT, Takes.ANY_WRAPPED),
    STRING,
    optional=(Takes.STRING,),
    kernel=_kernel_pad("lpad"),
    odd=LATIN,
    plain=ASCII,
    any_case_aliases=("lpad",),
    constant_arguments=(2,),
    doc="The text filled up at the start to a number of bytes, or cut to it.",
    example=("leftPad('abc', 5, '*')", "**abc"),
)
text_function(
    "rightPad",
    (Takes.TEXT, Takes.ANY_WRAPPED),
    STRING,
    optional=(Takes.STRING,),
    kernel=_kernel_pad("rpad"),
    odd=LATIN,
    plain=ASCII,
    any_case_aliases=("rpad",),
    constant_arguments=(2,),
    doc="The text filled up at the end to a number of bytes, or cut to it.",
    example=("rightPad('abc', 5, '*')", "abc**"),
)
text_function(
    "leftPadUTF8",
    (Takes.TEXT, Takes.ANY_WRAPPED),
    STRING,
    optional=(Takes.STRING,),
    kernel=_kernel_pad("lpad"),
    odd=WHOLE,
    constant_arguments=(2,),
    doc="As leftPad, in characters.",
    example=("leftPadUTF8('é', 3, '*')", "**é"),
)
text_function(
    "rightPadUTF8",
    (Takes.TEXT, Takes.ANY_WRAPPED),
    STRING,
    optional=(Takes.STRING,),
    kernel=_kernel_pad("rpad"),
    odd=WHOLE,
    constant_arguments=(2,),
    doc="As rightPad, in characters.",
    example=("rightPadUTF8('é', 3, '*')", "é**"),
)


def _declare_trim(name: str, kernel: str, alias: str, side: str) -> None:
    def trim(call: Call, text: Sql, characters: Sql = _SPACE) -> Sql:
        return sql.call(kernel, text, characters)

    shown = {"trimLeft": "a ", "trimRight": " a", "trimBoth": "a"}[name]
    text_function(
        name, (Takes.TEXT,), STRING, optional=(Takes.TEXT,),
        kernel=trim, odd=LATIN, plain=ASCII, aliases=(alias,),
        constant_arguments=(1,),
        doc=f"The text without spaces (or other characters) at {side}.",
        example=(f"concat('[', {name}(' a '), ']')", f"[{shown}]"),
    )  # fmt: skip


_declare_trim("trimLeft", "ltrim", "ltrim", "the start")
_declare_trim("trimRight", "rtrim", "rtrim", "the end")
_declare_trim("trimBoth", "trim", "trim", "both ends")


# --- numbers of characters ----------------------------------------------------------------


def _char_type(arguments: Arguments) -> Type:
    for argument in arguments:
        if not isinstance(argument.type, Integer | Float | Bool):
            raise Error(
                Code.ILLEGAL_TYPE_OF_ARGUMENT,
                f"Illegal type {argument.type} of argument of function {arguments.function}, must"
                " be Int, UInt or Float number",
            )
        if isinstance(argument.type, Integer) and argument.type.bits > 64:
            raise Error(
                Code.ILLEGAL_COLUMN,
                f"Illegal column {argument.type} of argument of function {arguments.function}",
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
    args=(1, None),
    returns=_char_type,
    too_few=Code.TOO_FEW_ARGUMENTS_FOR_FUNCTION,
    any_case=True,
    example=("char(72, 105)", "Hi"),
)
def char(call: Call) -> Sql:
    """The bytes with these numbers."""
    values = [number(v, call.inner(i), INT64) for i, v in enumerate(call.sqls)]
    nulls = sql.any_of(sql.is_null(v) for v in call.sqls)
    return sql.case((nulls, sql.NULL), otherwise=_char(sql.array(*values)))


@arrow_function("st_ascii", ("VARCHAR",), "INTEGER")
def _ascii(column: pa.ChunkedArray) -> pa.Array:
    texts = Texts.of(whole(column))
    return pa.array(np.where(texts.sizes > 0, texts.byte(0), 0).astype(np.int32))


text_function(
    "ascii",
    (Takes.TEXT,),
    lambda a: Integer(32, True),
    whole=lambda call: _ascii(call[0]),
    any_case=True,
    doc="The number of the first byte.",
    example=("ascii('a')", "97"),
)
