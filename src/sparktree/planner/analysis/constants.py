"""Constants out of their text: literals and query parameters."""

from __future__ import annotations

from dataclasses import replace

from sparktree.errors import Code, Error
from sparktree.functions.core.declare import QueryContext
from sparktree.kernel import sql
from sparktree.kernel.constants import evaluate
from sparktree.kernel.text import escape
from sparktree.planner.expr import Constant
from sparktree.sql import ast
from sparktree.types import (
    BOOL,
    FLOAT64,
    INT64,
    NULL_TYPE,
    STRING,
    Array,
    Date,
    Enum,
    FixedString,
    Integer,
    Map,
    String,
    Tuple,
    Type,
    parse_type,
)
from sparktree.types.escapes import unescaped
from sparktree.types.from_text import Fields


def literal_type(node: ast.Literal) -> Type:
    """The type of a literal."""
    value = node.value
    if value is None:
        return NULL_TYPE
    if isinstance(value, bool):
        return BOOL
    if isinstance(value, str):
        return STRING
    if isinstance(value, float):
        return FLOAT64
    return integer_type(value)


def integer_type(value: int) -> Integer:
    """The smallest integer type that holds the value."""
    for bits in (8, 16, 32, 64, 128, 256):
        for signed in (False, True):
            candidate = Integer(bits, signed)
            if (value < 0) == signed and candidate.minimum <= value <= candidate.maximum:
                return replace(candidate, can_be_signed=bits == 64 and value <= INT64.maximum)
    raise Error(Code.ARGUMENT_OUT_OF_BOUND, f"The number {value} fits no integer type.")


# What is said of text behind a value.
_INCOMPLETE = (Code.CANNOT_PARSE_TEXT, Code.CANNOT_PARSE_INPUT_ASSERTION_FAILED)


def _check_end(type_: Type, text: str) -> None:
    """Refuse a field that ends too early, or before its text does."""
    if isinstance(type_, Integer) and not text:
        raise Error(Code.ATTEMPT_TO_READ_AFTER_EOF, "Attempt to read after eof")
    longest = 10 if isinstance(type_, Date) else len(text)
    end = min(longest, *(len(text.partition(mark)[0]) for mark in "\t\n"))
    if end < len(text):
        message = f"only {end} of {len(text)} bytes was parsed"
        raise Error(Code.CANNOT_PARSE_INPUT_ASSERTION_FAILED, message)


def typed_parameter(node: ast.QueryParameter, text: str | None, context: QueryContext) -> Constant:
    """The value of a parameter out of its text, which is a field of TabSeparated."""
    type_ = parse_type(node.type)
    if text is None or (text == "\\N" and type_.nullable):
        return Constant(type_, None)
    written = sql.string(escape(text.encode()))
    if isinstance(type_.inner, String | FixedString | Enum):
        written = unescaped(written)
    try:
        _check_end(type_.inner, text)
        return Constant(type_, evaluate(Fields(context.zone).value(type_.inner, written)))
    except Error as error:
        what = f"alue {text} cannot be parsed as {type_} for query parameter '{node.name}'"
        if error.code in _INCOMPLETE and not isinstance(type_.inner, Map | Tuple | Array):
            raise Error(
                Code.BAD_QUERY_PARAMETER,
                f"V{what} because it isn't parsed completely: {error.message}",
            ) from error
        raise Error(error.code, f"{error.message}: v{what}") from error
