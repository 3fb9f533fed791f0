"""How functions of strings are declared: by what they do to the bytes of one row.

    text_function("reverse", "s", STRING, lambda s: s[::-1], doc="...", example=(...))

The letters name the arguments: `s` a string, `i` an integer, `n` any number, `b` a truth value,
`S` an array of strings; those after `|` may be left out. `fast` may give kernel SQL for the usual
rows and leave the others to the function in Python; without one, it is for all rows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sparktree.errors import Code, Error
from sparktree.functions.convert_numbers import number
from sparktree.functions.declare import Argument, Call, function, illegal_type
from sparktree.functions.rows import Row, row_function
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import (
    INT64,
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

_KERNEL = {"s": "VARCHAR", "i": "BIGINT", "n": "DOUBLE", "b": "BOOLEAN", "S": "VARCHAR[]"}
_MOST = (1 << 63) - 1

Fast = Callable[[Call, Sql], Sql]
Result = Type | Callable[[Sequence[Argument]], Type]


def is_text(type_: Type) -> bool:
    """Whether the type is a string."""
    return isinstance(type_, String | FixedString)


def _fits(letter: str, type_: Type) -> bool:
    if letter == "s":
        return is_text(type_)
    if letter == "S":
        return isinstance(type_, Array) and (
            is_text(type_.of.inner) or isinstance(type_.of, Nothing)
        )
    if letter == "i":
        return isinstance(type_, Integer | Bool)
    return isinstance(type_, Integer | Float | Decimal | Bool)


def check_text(name: str, arguments: Sequence[Argument], letters: str) -> None:
    """ILLEGAL_TYPE_OF_ARGUMENT for the first argument that is not what its letter says."""
    for letter, argument in zip(letters, arguments, strict=False):
        if not _fits(letter, argument.type):
            raise illegal_type(name, argument.type)


def kernel_argument(letter: str, value: Sql, type_: Type) -> Sql:
    """The argument in the form that the function in Python takes."""
    if letter in "in" and isinstance(type_, Integer) and type_.wide:
        return sql.cast(number(value, type_, INT64), _KERNEL[letter])
    if letter == "i" and isinstance(type_, Integer) and type_.bits >= 64 and not type_.signed:
        fitting = sql.case((sql.op(">", value, str(_MOST)), str(_MOST)), otherwise=value)
        return sql.cast(fitting, "BIGINT")
    if letter == "S" and isinstance(type_, Array) and isinstance(type_.of, Nothing):
        return sql.cast("[]", "VARCHAR[]")
    return value if letter in "sS" else sql.cast(value, _KERNEL[letter])


@dataclass(frozen=True, slots=True)
class Shape:
    """The letters of the arguments and how many may be left out."""

    letters: str
    least: int

    @classmethod
    def of(cls, text: str) -> Shape:
        needed, _, optional = text.partition("|")
        return cls(needed + optional, len(needed))


def text_function(
    name: str,
    shape: str,
    result: Result,
    row: Row | None = None,
    *,
    doc: str,
    example: tuple[str, str],
    family: str = "strings",
    fast: Fast | None = None,
    result_kernel: str = "",
    **options: object,
) -> None:
    """Declare a function of strings by kernel SQL or a function in Python over one row's values."""
    letters, least = (form := Shape.of(shape)).letters, form.least
    kernel = result_kernel or (result.kernel if isinstance(result, Type) else "VARCHAR")
    if row is not None:
        for count in range(least, len(letters) + 1):
            parameters = tuple(_KERNEL[letter] for letter in letters[:count])
            row_function(f"st_{name}_{count}", parameters, kernel)(row)

    def returns(arguments: Sequence[Argument]) -> Type:
        check_text(name, arguments, letters)
        return result if isinstance(result, Type) else result(arguments)

    def lower(call: Call) -> Sql:
        arguments = [
            kernel_argument(letter, value, call.inner(i))
            for i, (letter, value) in enumerate(zip(letters, call.sqls, strict=False))
        ]
        slow = sql.call(f"st_{name}_{len(call)}", *arguments)
        return slow if fast is None else fast(call, slow)

    lower.__doc__ = doc
    function(
        name, args=(least, len(letters)), returns=returns, family=family, example=example,
        **options,  # type: ignore[arg-type]
    )(lower)  # fmt: skip


def if_ascii(value: Sql, fast: Callable[[Sql], Sql], slow: Callable[[Sql], Sql]) -> Sql:
    """Kernel SQL that works on bytes where bytes are characters, and something else where not."""

    def choose(v: Sql) -> Sql:
        plain = sql.op("=", sql.call("strlen", v), sql.call("length", v))
        return sql.case((plain, fast(v)), otherwise=slow(v))

    return sql.let(value, choose)


class Bytes(Sql):
    """Bytes whose hexadecimal digits the kernel can tell by itself, as kernel SQL too."""

    digits: Sql

    @classmethod
    def known(cls, value: Sql, digits: Sql) -> Bytes:
        """The value, with its digits (upper case)."""
        made = cls(value)
        made.digits = digits
        return made


def same_text(arguments: Sequence[Argument]) -> Type:
    """A FixedString stays one of the same size."""
    return arguments[0].type


def bad(message: str) -> Error:
    """BAD_ARGUMENTS."""
    return Error(Code.BAD_ARGUMENTS, message)


def utf8(data: bytes) -> str:
    """Bytes as characters; what is not UTF-8 survives the way there and back."""
    return data.decode("utf-8", "surrogateescape")


def back(text: str) -> bytes:
    """The bytes of `utf8`."""
    return text.encode("utf-8", "surrogateescape")
