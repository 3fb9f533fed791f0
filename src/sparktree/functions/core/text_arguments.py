"""What arguments of functions of strings may be, and the form in which the kernel takes them."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto

from sparktree.errors import Code, Error
from sparktree.functions.core.convert_numbers import number
from sparktree.functions.core.declare import Arguments, illegal_type
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import (
    INT64,
    UINT8,
    Array,
    Bool,
    Decimal,
    FixedString,
    Float,
    Integer,
    Nothing,
    String,
    Type,
)
from sparktree.types import Enum as EnumType


class Takes(Enum):
    """What an argument may be."""

    TEXT = auto()  # a String or a FixedString
    STRING = auto()  # a String; a FixedString is refused for its type
    STRING_COLUMN = auto()  # a String; a FixedString is refused as a column
    ONLY_COLUMN = auto()  # as STRING_COLUMN, but a FixedString too if it alone is no constant
    TEXT_OR_ENUM = auto()
    STRING_COLUMN_OR_ENUM = auto()
    TEXTS = auto()  # an array of strings
    INTEGER = auto()  # of up to 64 bits
    ANY_INTEGER = auto()  # of any size
    WRAPPED = auto()  # an integer of up to 64 bits, by those bits
    ANY_WRAPPED = auto()  # an integer of any size, by its lowest 64 bits
    WRAPPED_OR_FLOAT = auto()
    NUMBER = auto()
    ANYTHING = auto()  # what the function checks by itself


_NO_FIXED_STRING = {Takes.STRING_COLUMN, Takes.STRING_COLUMN_OR_ENUM}
_ENUMS = {Takes.TEXT_OR_ENUM, Takes.STRING_COLUMN_OR_ENUM}
_TEXTS = {Takes.TEXT, Takes.STRING, Takes.ONLY_COLUMN, *_NO_FIXED_STRING, *_ENUMS}
_WRAPPED = {Takes.WRAPPED, Takes.ANY_WRAPPED, Takes.WRAPPED_OR_FLOAT}
_MOST = (1 << 63) - 1


def is_text(type_: Type) -> bool:
    """Whether the type is a string."""
    return isinstance(type_, String | FixedString)


def _fits(takes: Takes, type_: Type) -> bool:
    if takes is Takes.ANYTHING:
        return True
    if takes in _TEXTS:
        if isinstance(type_, EnumType):
            return takes in _ENUMS
        return is_text(type_) and (takes is not Takes.STRING or isinstance(type_, String))
    if takes is Takes.TEXTS:
        return isinstance(type_, Array) and is_text(type_.of.inner)
    if takes in (Takes.ANY_INTEGER, Takes.ANY_WRAPPED):
        return isinstance(type_, Integer | Bool)
    if takes is Takes.NUMBER:
        return isinstance(type_, Integer | Float | Decimal | Bool)
    if takes is Takes.WRAPPED_OR_FLOAT and isinstance(type_, Float):
        return True
    return isinstance(type_, Bool) or (isinstance(type_, Integer) and type_.bits <= 64)


def check_text(arguments: Arguments, takes: Sequence[Takes]) -> None:
    """ILLEGAL_TYPE_OF_ARGUMENT for the first argument that is not what it may be."""
    for taken, argument in zip(takes, arguments, strict=False):
        if not _fits(taken, argument.type):
            raise illegal_type(arguments.function, argument.type)
        alone = [a for a in arguments if not a.is_constant] == [argument]
        refused = taken in _NO_FIXED_STRING or (taken is Takes.ONLY_COLUMN and not alone)
        if refused and isinstance(argument.type, FixedString):
            raise Error(
                Code.ILLEGAL_COLUMN,
                f"Illegal column {argument.type} of argument of function {arguments.function}",
            )


def kernel_argument(takes: Takes, value: Sql, type_: Type) -> Sql:
    """The argument in the form that the kernel takes."""
    if takes in _WRAPPED:
        return number(value, UINT8 if isinstance(type_, Bool) else type_, INT64)
    if takes in (Takes.INTEGER, Takes.ANY_INTEGER, Takes.NUMBER):
        wide = isinstance(type_, Integer) and type_.wide
        plain = number(value, type_, INT64) if wide else value
        return sql.cast(plain, "DOUBLE") if takes is Takes.NUMBER else _integer(plain, type_)
    if takes is Takes.TEXTS:
        empty = isinstance(type_, Array) and isinstance(type_.of, Nothing)
        return sql.cast(Sql("[]") if empty else value, "VARCHAR[]")
    return value


def _integer(value: Sql, type_: Type) -> Sql:
    """An integer as a BIGINT: those that are too great as the greatest."""
    if isinstance(type_, Integer) and type_.bits in (64, 128) and not type_.signed:
        value = sql.case((sql.op(">", value, _MOST), _MOST), otherwise=value)
    return sql.cast(value, "BIGINT")
