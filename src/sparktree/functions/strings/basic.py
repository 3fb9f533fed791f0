"""Strings as bytes and as characters: length, case, order, concatenation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.errors import Code, Error
from sparktree.functions.core.byte_encodings import LATIN, WHOLE
from sparktree.functions.core.columns import binary_of, bounds_of, column_function
from sparktree.functions.core.convert import convert
from sparktree.functions.core.declare import (
    Argument,
    Arguments,
    Call,
    Rule,
    function,
    illegal_type,
    wrong_arity,
)
from sparktree.functions.core.text_arguments import Takes, is_text
from sparktree.functions.core.text_functions import if_ascii, is_odd, same_text, text_function
from sparktree.functions.strings.capitals import initcap_utf8
from sparktree.kernel import sql
from sparktree.kernel.connection import ArrowFunction, arrow_function, whole
from sparktree.kernel.sql import Sql
from sparktree.kernel.text import JOINT, escape_array, unescape_array
from sparktree.types import (
    STRING,
    UINT8,
    UINT64,
    UUID,
    Array,
    FixedString,
    IPv4,
    IPv6,
    Map,
    Nothing,
    String,
    Tuple,
    Type,
    least_supertype,
)

# --- length -------------------------------------------------------------------------------


def _sized(result: Type) -> Rule:
    def returns(arguments: Arguments) -> Type:
        name = arguments.function
        type_ = arguments[0].type
        addresses = () if name == "length" else (UUID, IPv4, IPv6)
        if not is_text(type_) and not isinstance(type_, (Array, Map, *addresses)):
            raise illegal_type(name, type_)
        return result

    return returns


def _byte_count(text: Sql) -> Sql:
    return sql.cast(sql.call("strlen", text), "UBIGINT")


@arrow_function("st_length", ("VARCHAR",), "UBIGINT")
def length_in_bytes(texts: pa.ChunkedArray) -> pa.Array:
    return pc.binary_length(unescape_array(whole(texts))).cast(pa.uint64())


@function(
    "length",
    returns=_sized(UINT64),
    any_case=True,
    aliases=("OCTET_LENGTH", "CARDINALITY"),
    example=("length('é')", "2"),
)
def length(call: Call) -> Sql:
    """The number of bytes of a string, of elements of an array or a map."""
    type_ = call.inner(0)
    if isinstance(type_, Array | Map):
        return sql.cast(sql.call("len", call[0]), "UBIGINT")
    if isinstance(type_, FixedString):
        size = sql.cast(type_.size, "UBIGINT")
        return sql.case((sql.is_null(call[0]), sql.NULL), otherwise=size)
    return sql.let(
        call[0], lambda v: sql.case((is_odd(v), length_in_bytes(v)), otherwise=_byte_count(v))
    )


def _is_empty(call: Call) -> Sql:
    type_ = call.inner(0)
    if isinstance(type_, Array | Map):
        return sql.op("=", sql.call("len", call[0]), 0)
    return sql.op("=", call[0], type_.default())


@function("empty", returns=_sized(UINT8), condition=True, example=("empty('')", "1"))
def empty(call: Call) -> Sql:
    """Whether a string, an array or a map is empty, or a UUID or an address is zero."""
    return _is_empty(call)


@function("notEmpty", returns=_sized(UINT8), condition=True, example=("notEmpty('a')", "1"))
def not_empty(call: Call) -> Sql:
    """The opposite of empty."""
    return sql.op("NOT", _is_empty(call))


def _first_bytes(call: Call, text: Sql) -> Sql:
    """How many bytes of a text may begin a character."""
    firsts = sql.call(
        "regexp_replace", text, sql.string("[\\x{80}-\\x{BF}]"), sql.string(""), sql.string("g")
    )
    return sql.cast(sql.call("length", firsts), "UBIGINT")


text_function(
    "lengthUTF8", (Takes.TEXT,), UINT64,
    kernel=lambda call, v: sql.cast(sql.call("length", v), "UBIGINT"),
    odd=LATIN.kernel(_first_bytes),
    doc="The number of characters.", example=("lengthUTF8('é')", "1"),
    any_case_aliases=("CHAR_LENGTH", "CHARACTER_LENGTH"),
)  # fmt: skip


# --- case ---------------------------------------------------------------------------------


@arrow_function("st_lower", ("VARCHAR",), "VARCHAR")
def lower_bytes(texts: pa.ChunkedArray) -> pa.Array:
    return pc.ascii_lower(whole(texts))


@arrow_function("st_upper", ("VARCHAR",), "VARCHAR")
def _upper(texts: pa.ChunkedArray) -> pa.Array:
    return pc.ascii_upper(whole(texts))


def _text_type(arguments: Arguments) -> Type:
    if not is_text(arguments[0].type):
        raise illegal_type(arguments.function, arguments[0].type)
    return arguments[0].type


@function(
    "lower",
    returns=_text_type,
    any_case=True,
    aliases=("lcase",),
    example=("lower('ABC')", "abc"),
)
def lower(call: Call) -> Sql:
    """ASCII letters in lower case; other characters stay."""
    return lower_bytes(call[0])


@function(
    "upper",
    returns=_text_type,
    any_case=True,
    aliases=("ucase",),
    example=("upper('abc')", "ABC"),
)
def upper(call: Call) -> Sql:
    """ASCII letters in upper case; other characters stay."""
    return _upper(call[0])


def _no_fixed_string(arguments: Sequence[Argument]) -> Type:
    if isinstance(arguments[0].type, FixedString):
        raise Error(
            Code.BAD_ARGUMENTS,
            "Functions lowerUTF8 and upperUTF8 cannot work with FixedString argument",
        )
    return STRING


def _utf8_case(
    name: str, change: Callable[[str], str], doc: str, example: tuple[str, str]
) -> ArrowFunction:
    others = column_function(f"st_{name}", change)

    def whole(call: Call) -> Sql:
        return if_ascii(call[0], lambda v: sql.call(change.__name__, v), others)

    text_function(name, (Takes.TEXT,), _no_fixed_string, doc=doc, example=example, whole=whole)
    return others


LOWER_UTF8 = _utf8_case(
    "lowerUTF8", str.lower, "All letters in lower case.", ("lowerUTF8('ÉA')", "éa")
)
_utf8_case("upperUTF8", str.upper, "All letters in upper case.", ("upperUTF8('éa')", "ÉA"))


@arrow_function("st_initcap", ("VARCHAR",), "VARCHAR")
def _initcap_bytes(texts: pa.ChunkedArray) -> pa.Array:
    """A letter is in upper case behind what is neither a letter nor a digit."""
    lowered = unescape_array(pc.ascii_lower(whole(texts).fill_null("")))
    data, bounds = bounds_of(lowered)
    letter = (data >= ord("a")) & (data <= ord("z"))
    inside = letter | ((data >= ord("0")) & (data <= ord("9")))
    begins = np.ones(len(data), np.bool_)
    begins[1:] = ~inside[:-1]
    begins[bounds[:-1][np.diff(bounds) > 0]] = True
    return escape_array(binary_of(data - 32 * (letter & begins).astype(np.uint8), bounds))


_fold = column_function("st_fold", str.casefold)
text_function(
    "initcap",
    (Takes.TEXT,),
    same_text,
    whole=lambda call: _initcap_bytes(call[0]),
    any_case=True,
    doc="The first letter of every word in upper case, the others in lower case (ASCII).",
    example=("initcap('hello wORLD')", "Hello World"),
)
text_function(
    "initcapUTF8",
    (Takes.TEXT,),
    _no_fixed_string,
    whole=lambda call: if_ascii(call[0], _initcap_bytes, initcap_utf8),
    doc="As initcap, for all letters.",
    example=("initcapUTF8('élan vital')", "Élan Vital"),
)
text_function(
    "caseFoldUTF8",
    (Takes.STRING_COLUMN,),
    STRING,
    whole=lambda call: if_ascii(call[0], lambda v: sql.call("lower", v), _fold),
    doc="The text without differences of case.",
    example=("caseFoldUTF8('Straße')", "strasse"),
)


# --- order --------------------------------------------------------------------------------


@arrow_function("st_reverse", ("VARCHAR",), "VARCHAR")
def _reverse(texts: pa.ChunkedArray) -> pa.Array:
    """The bytes of all texts backwards are the texts backwards, the last one first."""
    data, bounds = bounds_of(unescape_array(whole(texts).fill_null("")))
    backwards = binary_of(np.ascontiguousarray(data[::-1]), (bounds[-1] - bounds)[::-1])
    return escape_array(backwards.take(pa.array(np.arange(len(backwards))[::-1])))


@arrow_function("st_reverse_utf8", ("VARCHAR",), "VARCHAR")
def _reverse_characters(texts: pa.ChunkedArray) -> pa.Array:
    return pc.utf8_reverse(whole(texts))


def _reversed_type(arguments: Arguments) -> Type:
    type_ = arguments[0].type
    if isinstance(type_, Tuple):
        return Tuple(type_.of[::-1], type_.names and type_.names[::-1])
    if not is_text(type_) and not isinstance(type_, Array):
        raise illegal_type(arguments.function, type_)
    return type_


@function("reverse", returns=_reversed_type, any_case=True, example=("reverse('abc')", "cba"))
def reverse(call: Call) -> Sql:
    """The bytes of a string, the elements of an array or of a tuple backwards."""
    result = call.result.inner
    if isinstance(result, Tuple):
        count = len(result.of)
        return result.pack(*(sql.field(call[0], count - i) for i in range(count)))
    if isinstance(call.inner(0), Array):
        return sql.call("list_reverse", call[0])
    return if_ascii(call[0], lambda v: sql.call("reverse", v), lambda v: _reverse(v))


text_function(
    "reverseUTF8",
    (Takes.STRING_COLUMN,),
    STRING,
    odd=WHOLE,
    kernel=lambda call, v: _reverse_characters(v),
    doc="The characters backwards.",
    example=("reverseUTF8('aé')", "éa"),
)


# --- joining ------------------------------------------------------------------------------


@arrow_function("st_canonical", ("VARCHAR",), "VARCHAR")
def _canonical(texts: pa.ChunkedArray) -> pa.Array:
    """The way to bytes and back: two halves of a character that met become one."""
    return escape_array(unescape_array(whole(texts)))


def joined(pieces: Sequence[Sql], may_split: Sequence[bool]) -> Sql:
    """The texts in a row; a character whose halves may meet there is healed."""
    text = sql.op("||", *pieces) if len(pieces) > 1 else pieces[0]
    meets = any(a and b for a, b in pairwise(may_split))
    if not meets:
        return text

    def heal(v: Sql) -> Sql:
        plain = sql.op("=", sql.call("strlen", v), sql.call("length", v))
        found = sql.call("regexp_matches", v, sql.string(JOINT))
        healed = sql.case((found, _canonical(v)), otherwise=v)
        return sql.case((plain, v), otherwise=healed)

    return sql.let(text, heal)


def _may_split(argument: Argument) -> bool:
    """Whether a value may begin or end inside a character, or complete one: no ASCII does."""
    if not is_text(argument.type.inner):
        return False
    if not argument.is_constant:
        return True
    text = str(argument.value or "")
    return not text or not text.isascii()


def as_text(call: Call, position: int) -> Sql:
    """An argument of any type as its text."""
    type_ = call.inner(position)
    return (
        call[position]
        if is_text(type_)
        else convert(call[position], type_, STRING, call.context.zone)
    )


def _concat_type(arguments: Sequence[Argument]) -> Type:
    if arguments and all(isinstance(a.type, Array) for a in arguments):
        return least_supertype(a.type for a in arguments)
    return STRING


def _concat(call: Call) -> Sql:
    if not len(call):
        return sql.string("")
    if isinstance(call.result.inner, Array):
        zone = call.context.zone
        parts = [convert(v, call.type(i), call.result, zone) for i, v in enumerate(call.sqls)]
        return sql.op("||", *parts) if len(parts) > 1 else parts[0]
    texts = [as_text(call, i) for i in range(len(call))]
    return joined(texts, [_may_split(a) for a in call.arguments])


@function(
    "concat",
    args=(0, None),
    returns=_concat_type,
    any_case=True,
    example=("concat('a', 1, 'b')", "a1b"),
)
def concat(call: Call) -> Sql:
    """The texts of all arguments in a row; arrays are joined to one array."""
    return _concat(call)


def _injective_type(arguments: Arguments) -> Type:
    if len(arguments) == 1:
        raise wrong_arity(arguments.function, 1, 2, None, Code.TOO_FEW_ARGUMENTS_FOR_FUNCTION)
    return _concat_type(arguments)


@function(
    "concatAssumeInjective",
    args=(0, None),
    returns=_injective_type,
    example=("concatAssumeInjective('a', 'b')", "ab"),
)
def concat_assume_injective(call: Call) -> Sql:
    """As concat."""
    return _concat(call)


def _separated(call: Call) -> Sql:
    pieces, splits = [], []
    for position in range(1, len(call)):
        if position > 1:
            pieces.append(call[0])
            splits.append(_may_split(call.arguments[0]))
        pieces.append(as_text(call, position))
        splits.append(_may_split(call.arguments[position]))
    return joined(pieces, splits) if pieces else sql.string("")


def _separated_type(arguments: Sequence[Argument]) -> Type:
    if not is_text(arguments[0].type):
        raise illegal_type("concatWithSeparator", arguments[0].type)
    return STRING


@function(
    "concatWithSeparator",
    args=(1, None),
    constant_arguments=(0,),
    returns=_separated_type,
    any_case_aliases=("concat_ws",),
    example=("concatWithSeparator(',', 'a', 'b')", "a,b"),
)
def concat_with_separator(call: Call) -> Sql:
    """The texts of the other arguments with the first one between them."""
    return _separated(call)


@function(
    "concatWithSeparatorAssumeInjective",
    args=(1, None),
    constant_arguments=(0,),
    returns=_separated_type,
    example=("concatWithSeparatorAssumeInjective(',', 'a', 'b')", "a,b"),
)
def concat_with_separator_assume_injective(call: Call) -> Sql:
    """As concatWithSeparator."""
    return _separated(call)


def _array_concat_type(arguments: Arguments) -> Type:
    if not isinstance(arguments[0].type, Array):
        raise illegal_type(arguments.function, arguments[0].type)
    if len(arguments) > 1 and not isinstance(arguments[1].type, String):
        raise illegal_type(arguments.function, arguments[1].type)
    return STRING


@function(
    "arrayStringConcat",
    args=(1, 2),
    returns=_array_concat_type,
    constant_arguments=(1,),
    any_case_aliases=("array_to_string",),
    example=("arrayStringConcat(['a', 'b'], ',')", "a,b"),
)
def array_string_concat(call: Call) -> Sql:
    """The elements of an array as one text, with a separator between them; NULLs are left out."""
    type_ = call.inner(0)
    assert isinstance(type_, Array)
    if isinstance(type_.of, Nothing):
        return sql.case((sql.is_null(call[0]), sql.NULL), otherwise=sql.string(""))
    separator = call[1] if len(call) > 1 else sql.string("")
    values = call[0]
    if type_.of.nullable:
        values = sql.call("list_filter", values, sql.function(["_x"], Sql('"_x" IS NOT NULL')))
    if not is_text(type_.of.inner):
        values = type_.map(values, lambda v: convert(v, type_.of.inner, STRING, call.context.zone))
    return sql.call("array_to_string", values, separator)
