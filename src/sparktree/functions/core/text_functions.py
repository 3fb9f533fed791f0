"""How functions of strings are declared: by kernel SQL, which may call functions over arrays.

    text_function(
        "leftUTF8", (Takes.STRING, Takes.INTEGER), STRING, kernel=lambda call, s, n: ..., odd=WHOLE,
        doc="...",
    )

`takes` says what the arguments may be (`text_arguments.Takes`); those that are `optional` may be
left out; with `more` any others may follow, which mean nothing. `kernel` gives kernel SQL for the
usual rows: those whose texts are UTF-8 (`plain=TEXT`), or ASCII, where a byte is a character
(`plain=ASCII`). `odd` tells how the others are computed: by the same SQL over another form of the
texts (LATIN, WHOLE), by a function over arrays (`by_arrays`), or by SQL of its own. `whole` is SQL
for all rows alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TypeVar, Unpack

from sparktree.errors import Code, Error
from sparktree.functions.core.byte_encodings import Form, Kernel
from sparktree.functions.core.convert import convert
from sparktree.functions.core.declare import (
    Argument,
    Arguments,
    Call,
    Rule,
    function,
)
from sparktree.functions.core.family import Row, RowOptions
from sparktree.functions.core.text_arguments import Takes, check_text, is_text, kernel_argument
from sparktree.kernel import sql
from sparktree.kernel.connection import ArrowFunction
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Piece, Sql
from sparktree.kernel.text import PATTERN, has_escapes
from sparktree.types import (
    STRING,
    Array,
    Enum,
    Type,
    make_nullable,
)

ASCII, TEXT = "ascii", "text"
Part = TypeVar("Part")
Whole = Callable[[Call], Sql]
Result = Type | Rule


def text_function(
    name: str,
    takes: Sequence[Takes],
    result: Result,
    *,
    optional: Sequence[Takes] = (),
    more: bool = False,
    doc: str,
    example: tuple[str, str],
    whole: Whole | None = None,
    kernel: Kernel | None = None,
    odd: Form | Kernel | None = None,
    plain: str = TEXT,
    **options: Unpack[RowOptions],
) -> None:
    """Declare a function of strings by kernel SQL, for all rows or for the usual ones."""
    by_caller = whole or kernel
    assert by_caller is not None
    all_taken = (*takes, *optional)

    def returns(arguments: Arguments) -> Type:
        check_text(arguments, all_taken)
        return result if isinstance(result, Type) else result(arguments)

    def lower(call: Call) -> Sql:
        if len(call) > len(all_taken):
            return _without_more(call, len(all_taken), lower)
        call = _named(call)
        arguments = [
            kernel_argument(taken, value, call.inner(i))
            for i, (taken, value) in enumerate(zip(all_taken, call.sqls, strict=False))
        ]
        if whole is not None:
            return whole(call)
        assert kernel is not None
        others = odd.kernel(kernel) if isinstance(odd, Form) else odd
        return by_kernel(call, arguments, kernel, others, plain)

    lower.__doc__, lower.__module__ = doc, by_caller.__module__
    function(
        name, args=(len(takes), None if more else len(all_taken)), returns=returns, example=example,
        **options,
    )(lower)  # fmt: skip


def text_family(
    whole: Callable[[Part, Call], Sql],
    *,
    takes: Sequence[Takes],
    returns: Result,
    rows: Iterable[Row[Part]],
) -> None:
    """Declare functions of strings that are alike as a table, as `Family` does it for others."""

    def declare(one: Row[Part]) -> None:
        def by_part(call: Call) -> Sql:
            return whole(one.kernel, call)

        by_part.__module__ = whole.__module__
        arguments, shown = one.example
        example = (f"{one.name}({arguments})", shown)
        text_function(
            one.name, takes, returns, whole=by_part, doc=one.doc, example=example, **one.options
        )

    for one in rows:
        declare(one)


def _without_more(call: Call, count: int, lower: Callable[[Call], Sql]) -> Sql:
    """The call of its first arguments; of the others only NULL counts."""
    more = range(count, len(call))
    nulls = [sql.is_null(call[place]) for place in more if call.type(place).nullable]
    made = lower(replace(call, arguments=call.arguments[:count], sqls=call.sqls[:count]))
    return sql.case((sql.any_of(nulls), sql.NULL), otherwise=made) if nulls else made


def _named(call: Call) -> Call:
    """The call with the names of its Enums."""
    for place, argument in enumerate(call.arguments):
        type_ = argument.type.inner
        if isinstance(type_, Enum):
            text = convert(call[place], type_, STRING, call.context.zone)
            named = replace(
                argument, type=make_nullable(STRING) if argument.type.nullable else STRING
            )
            call = replace(
                call,
                arguments=(*call.arguments[:place], named, *call.arguments[place + 1 :]),
                sqls=(*call.sqls[:place], text, *call.sqls[place + 1 :]),
            )
    return call


def is_odd(value: Sql, plain: str = TEXT) -> Sql:
    """Whether a text has bytes that are not UTF-8, or (for ASCII) not ASCII."""
    other = sql.op("<>", sql.call("strlen", value), sql.call("length", value))
    if plain == ASCII:
        return other
    return sql.all_of([other, sql.call("regexp_matches", value, sql.string(PATTERN))])


def is_plain(argument: Argument, plain: str = TEXT) -> bool:
    """Whether a constant has only bytes that the kernel takes for what they are."""
    values = argument.value if isinstance(argument.value, list | tuple) else [argument.value]
    texts = [str(value) for value in values if value is not None]
    return all(text.isascii() if plain == ASCII else not has_escapes(text) for text in texts)


def by_arrays(function_: ArrowFunction, *more: Piece) -> Kernel:
    """By a function over whole arrays, which may take more than the arguments."""
    return lambda call, *values: function_(*values, *more)


def by_kernel(
    call: Call, arguments: Sequence[Sql], kernel: Kernel, others: Kernel | None, plain: str
) -> Sql:
    """Kernel SQL for the rows whose texts are plain, other SQL for the others."""

    def choose(values: tuple[Sql, ...]) -> Sql:
        odd = _odd_rows(call, values, plain)
        quick = kernel(call, *values) if odd is not None else None
        cases = [
            (sql.is_null(v), sql.NULL)
            for v, a in zip(values, call.arguments, strict=True)
            if a.type.nullable
        ]
        if quick is None or odd:
            other = others and others(call, *values)
            assert other, f"{call.name} says nothing of texts that are odd"
            if quick is None:
                quick = other
            elif odd:
                cases.append((sql.any_of(odd), other))
        return sql.case(*cases, otherwise=quick) if cases else quick

    def bind(bound: tuple[Sql, ...]) -> Sql:
        if len(bound) == len(arguments):
            return choose(bound)
        return sql.let(arguments[len(bound)], lambda v: bind((*bound, v)))

    return bind(())


def _odd_rows(call: Call, values: tuple[Sql, ...], plain: str) -> list[Sql] | None:
    """Conditions for rows that the kernel cannot take; None if it can take none of them."""
    odd = []
    for value, argument in zip(values, call.arguments, strict=True):
        type_ = argument.type.inner
        listed = isinstance(type_, Array)
        if not is_text(type_) and not listed:
            continue
        if argument.is_constant:
            if not is_plain(argument, plain):
                return None
        elif listed:
            odd.append(is_odd(sql.call("array_to_string", value, sql.string("")), plain))
        else:
            odd.append(is_odd(value, plain))
    return odd


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
    def of_digits(cls, value: Sql, digits: Sql) -> Bytes:
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


def refusal(code: Code, *pieces: str | Sql) -> Sql:
    """The kernel's error for a row: the pieces of its message are texts or kernel SQL."""
    texts = [p if isinstance(p, Sql) else sql.string(p) for p in (raising(code, ""), *pieces)]
    return sql.call("error", sql.call("concat", *texts))


def back(text: str) -> bytes:
    """The bytes of text in which surrogates stand for what was not UTF-8."""
    return text.encode("utf-8", "surrogateescape")
