"""Kernel SQL, built from pieces: every piece is complete, so that pieces nest without thought.

The constructors below are the only place that quotes names and literals or adds parentheses.
"""

import re
import threading
from collections.abc import Callable, Iterable
from typing import Self

# Functions that cost less than putting their result into a list would.
_CHEAP = frozenset({
    "abs", "cast", "day", "dayofweek", "dayofyear", "epoch", "floor", "hour", "isodow", "length",
    "make_date", "make_timestamp", "minute", "month", "quarter", "second", "strlen",
    "struct_extract", "to_timestamp", "trunc", "try_cast", "year",
})  # fmt: skip
_MOST_REPEATED = 240
_MOST_WRITTEN = 2000  # characters of a value that is repeated all the same
_CHAIN = 8  # texts that are joined one after the other


class Sql(str):
    """A complete kernel expression: it may stand as an argument or an operand as it is.

    What the constructors below make has the fields of its pieces. `Sql("...")` is for what they do
    not say: such text is read once, for the functions that it calls.
    """

    __slots__ = ("dear", "raises")
    dear: bool  # whether computing it costs more than keeping its value
    raises: bool  # whether it calls what raises errors: the kernel's own, or functions over arrays

    def __new__(cls, text: str, *, dear: bool | None = None, raises: bool | None = None) -> Self:
        made = super().__new__(cls, text)
        made.dear = _is_dear(text) if dear is None else dear
        made.raises = _RAISES.search(text) is not None if raises is None else raises
        return made


_CALLED = re.compile(r"([A-Za-z_]\w*)\(")
_RAISES = re.compile(r"\b(?:error|st_\w+)\(")


def _is_dear(text: str) -> bool:
    if len(text) <= 40 and "(" not in text and " " not in text:
        return False  # a column or a short literal
    if len(text) > _MOST_REPEATED or "[" in text or "lambda" in text or "SELECT" in text:
        return True
    return any(called.lower() not in _CHEAP for called in _CALLED.findall(text))


# What a constructor takes: a piece, or a number or truth value that stands for its literal.
Piece = Sql | int


def _made(text: str, pieces: Iterable[Sql], *, dear: bool = False, raises: bool = False) -> Sql:
    """The text with the fields of the pieces that it is made of."""
    for piece in pieces:
        if piece.dear:
            dear = True
        if piece.raises:
            raises = True
    made = str.__new__(Sql, text)
    made.dear = dear
    made.raises = raises
    return made


def _pieces(given: Iterable[Piece]) -> list[Sql]:
    return [piece if isinstance(piece, Sql) else integer(piece) for piece in given]


NULL = Sql("NULL")
TRUE = Sql("true")
FALSE = Sql("false")


def quote_name(name: str) -> str:
    """A name in double quotes."""
    return '"' + name.replace('"', '""') + '"'


def name(*parts: str) -> Sql:
    """A column or a qualified column."""
    return _made(".".join(map(quote_name, parts)), ())


def string(value: str) -> Sql:
    """A string literal."""
    return _made("'" + value.replace("'", "''") + "'", ())


def is_text(value: str) -> bool:
    """Whether it is a string literal."""
    return _TEXT.fullmatch(value) is not None


_TEXT = re.compile(r"'(?:[^']|'')*'")


def integer(value: int) -> Sql:
    """A number literal; a negative one in parentheses, so that `-` never meets another operator.
    A truth value is one too."""
    if isinstance(value, bool):
        return TRUE if value else FALSE
    return _made(str(value) if value >= 0 else f"({value})", ())


def call(function: str, *args: Piece, raises: bool = False) -> Sql:
    """`function(args)`."""
    pieces = _pieces(args)
    text = f"{function}({', '.join(pieces)})"
    return _made(
        text,
        pieces,
        dear=function not in _CHEAP,
        raises=raises or function == "error",
    )


def op(operator: str, *operands: Piece) -> Sql:
    """Operands joined by an infix operator, or one operand behind a prefix operator."""
    pieces = _pieces(operands)
    if len(pieces) == 1:
        return _made(f"({operator} {pieces[0]})", pieces)
    return _made("(" + f" {operator} ".join(pieces) + ")", pieces)


def texts(*pieces: Sql) -> Sql:
    """Texts side by side, joined half by half: a chain of many takes the kernel long to plan."""
    if len(pieces) <= _CHAIN:
        return op("||", *pieces) if len(pieces) > 1 else pieces[0]
    half = len(pieces) // 2
    return op("||", texts(*pieces[:half]), texts(*pieces[half:]))


def cast(value: Piece, kernel_type: str) -> Sql:
    """A conversion that raises where it does not fit."""
    return _converted("CAST(", value, kernel_type)


def try_cast(value: Piece, kernel_type: str) -> Sql:
    """A conversion that gives NULL where it does not fit."""
    return _converted("TRY_CAST(", value, kernel_type)


def _converted(opening: str, value: Piece, kernel_type: str) -> Sql:
    piece = value if isinstance(value, Sql) else integer(value)
    made = str.__new__(Sql, opening + piece + " AS " + kernel_type + ")")
    # The items of lists and structs are converted one by one.
    made.dear = piece.dear or not kernel_type.isalnum()
    made.raises = piece.raises
    return made


def case(*branches: tuple[Piece, Piece], otherwise: Piece = NULL) -> Sql:
    """`CASE WHEN condition THEN value ... ELSE otherwise END`."""
    pieces = _pieces([piece for branch in branches for piece in branch] + [otherwise])
    whens = " ".join(f"WHEN {pieces[i]} THEN {pieces[i + 1]}" for i in range(0, len(pieces) - 1, 2))
    return _made(f"(CASE {whens} ELSE {pieces[-1]} END)", pieces)


def is_null(value: Sql) -> Sql:
    """`value IS NULL`."""
    return _made(f"({value} IS NULL)", (value,))


def is_known(value: Sql) -> Sql:
    """`value IS NOT NULL`."""
    return _made(f"({value} IS NOT NULL)", (value,))


def coalesce(*values: Piece) -> Sql:
    """The first that is not NULL."""
    return call("coalesce", *values)


def all_of(conditions: Iterable[Sql]) -> Sql:
    """The conjunction; true for none."""
    listed = list(conditions)
    if not listed:
        return TRUE
    return listed[0] if len(listed) == 1 else op("AND", *listed)


def all_in_turn(conditions: Iterable[Sql]) -> Sql:
    """The conjunction; what may raise is asked only where the conditions before it hold."""
    listed = list(conditions)
    return _in_turn("AND", FALSE, listed) if listed else TRUE


def any_in_turn(conditions: Iterable[Sql]) -> Sql:
    """The disjunction; what may raise is asked only where no condition before it holds."""
    listed = list(conditions)
    return _in_turn("OR", TRUE, listed) if listed else FALSE


def _in_turn(operator: str, decided: Sql, conditions: list[Sql]) -> Sql:
    """The kernel asks in the order that it likes, and of a whole column what CASE does not keep."""
    raising = (i for i, c in enumerate(conditions) if i and c.raises)
    place = next(raising, len(conditions))
    before = op(operator, *conditions[:place]) if place > 1 else conditions[0]
    if place == len(conditions):
        return before
    rest = _in_turn(operator, decided, conditions[place:])

    def asked(known: Sql) -> Sql:
        open_ = op("IS DISTINCT FROM", known, decided)
        return op(operator, known, case((open_, rest), otherwise=decided))

    return asked(before) if len(before) <= _MOST_REPEATED else let(before, asked)


def any_of(conditions: Iterable[Sql]) -> Sql:
    """The disjunction; false for none."""
    listed = list(conditions)
    if not listed:
        return FALSE
    return listed[0] if len(listed) == 1 else op("OR", *listed)


def function(parameters: Iterable[str], body: Sql) -> Sql:
    """A lambda for the kernel's list functions, whose parameters have these names."""
    return _made(f"lambda {', '.join(map(quote_name, parameters))}: {body}", (body,), dear=True)


def closure(body: Callable[..., Sql], parameters: int = 1) -> Sql:
    """A lambda whose parameters have names that no lambda around it has: what stands in `body` may
    name the parameters of those, and is made while `body` runs."""
    depth = _around.depth
    names = [f"_v{depth + number}" for number in range(parameters)]
    _around.depth = depth + parameters
    try:
        return function(names, body(*map(name, names)))
    finally:
        _around.depth = depth


class _Around(threading.local):
    """How many names the lambdas have that are being made."""

    depth = 0


_around = _Around()


def array(*items: Piece) -> Sql:
    """A list of the items."""
    pieces = _pieces(items)
    return _made(f"[{', '.join(pieces)}]", pieces, dear=True)


def struct(*fields: Piece) -> Sql:
    """A tuple: fields are named f1, f2, ... because the kernel ignores case in names."""
    pieces = _pieces(fields)
    named = ", ".join(f"'f{i}': {piece}" for i, piece in enumerate(pieces, 1))
    return _made("{" + named + "}", pieces)


def field(value: Sql, position: int) -> Sql:
    """The field of a tuple, counted from 1."""
    return _made(f"struct_extract({value}, 'f{position}')", (value,))


def item(values: Sql, position: Piece) -> Sql:
    """The item of a list, counted from 1."""
    pieces = _pieces((values, position))
    return _made(f"{pieces[0]}[{pieces[1]}]", pieces, dear=True)


def let(value: Sql, body: Callable[[Sql], Sql]) -> Sql:
    """`body(value)` with the value computed once: a list of one element stands for LET.

    The kernel finds by itself what is repeated outside of CASE, and does it faster.
    """
    repeated = not value.dear and len(value) <= _MOST_REPEATED
    return body(value) if repeated else bound(value, body)


_COLUMN = re.compile(r'"?\w+"?')


def short(value: Sql, body: Callable[[Sql], Sql]) -> Sql:
    """`body(value)` with the value written once if it is long: calls that repeat their argument
    and stand inside of each other would grow without measure."""
    return body(value) if len(value) <= _MOST_WRITTEN else bound(value, body)


def bound(value: Sql, body: Callable[[Sql], Sql]) -> Sql:
    """As `let`, but whatever is not a column is computed before, constants too: the kernel makes
    calls with constants also where a CASE says that they are not to be made."""
    if _COLUMN.fullmatch(value):
        return body(value)
    return item(call("list_transform", array(value), closure(body)), 1)


def clamped(value: Sql, low: Piece | None, high: Piece | None = None) -> Sql:
    """The value, or the end of the range that it is beyond. NULL stays NULL: of the kernel's
    greatest and least it would become an end."""

    def bounded(v: Sql) -> Sql:
        ends = ((">", high), ("<", low))
        return case(
            *((op(sign, v, end), end) for sign, end in ends if end is not None), otherwise=v
        )

    return let(value, bounded)
