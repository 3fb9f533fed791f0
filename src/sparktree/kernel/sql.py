"""Kernel SQL, built from pieces: every piece is complete, so that pieces nest without thought.

The constructors below are the only place that quotes names and literals or adds parentheses.
"""

import re
from collections.abc import Callable, Iterable
from zlib import crc32

# Functions that cost less than putting their result into a list would.
_CHEAP = frozenset({
    "abs", "cast", "day", "dayofweek", "dayofyear", "epoch", "floor", "hour", "isodow", "length",
    "make_date", "make_timestamp", "minute", "month", "quarter", "second", "strlen",
    "struct_extract", "to_timestamp", "trunc", "try_cast", "year",
})  # fmt: skip
_CALLED = re.compile(r"([A-Za-z_]\w*)\(")
_MOST_REPEATED = 240
_MOST_WRITTEN = 2000  # characters of a value that is repeated all the same
_CHAIN = 8  # texts that are joined one after the other


class Sql(str):
    """A complete kernel expression: it may stand as an argument or an operand as it is."""

    __slots__ = ()


NULL = Sql("NULL")
TRUE = Sql("true")
FALSE = Sql("false")


def quote_name(name: str) -> str:
    """A name in double quotes."""
    return '"' + name.replace('"', '""') + '"'


def name(*parts: str) -> Sql:
    """A column or a qualified column."""
    return Sql(".".join(quote_name(part) for part in parts))


def string(value: str) -> Sql:
    """A string literal."""
    return Sql("'" + value.replace("'", "''") + "'")


def is_text(value: str) -> bool:
    """Whether it is a string literal."""
    return _TEXT.fullmatch(value) is not None


_TEXT = re.compile(r"'(?:[^']|'')*'")


def integer(value: int) -> Sql:
    """A number literal; a negative one in parentheses, so that `-` never meets another operator."""
    return Sql(str(value)) if value >= 0 else Sql(f"({value})")


def call(function: str, *args: str) -> Sql:
    """`function(args)`."""
    return Sql(f"{function}({', '.join(args)})")


def op(operator: str, *operands: str) -> Sql:
    """Operands joined by an infix operator, or one operand behind a prefix operator."""
    if len(operands) == 1:
        return Sql(f"({operator} {operands[0]})")
    return Sql("(" + f" {operator} ".join(operands) + ")")


def texts(*pieces: str) -> Sql:
    """Texts side by side, joined half by half: a chain of many takes the kernel long to plan."""
    if len(pieces) <= _CHAIN:
        return op("||", *pieces) if len(pieces) > 1 else Sql(pieces[0])
    half = len(pieces) // 2
    return op("||", texts(*pieces[:half]), texts(*pieces[half:]))


def cast(value: str, kernel_type: str) -> Sql:
    """A conversion that raises where it does not fit."""
    return Sql(f"CAST({value} AS {kernel_type})")


def try_cast(value: str, kernel_type: str) -> Sql:
    """A conversion that gives NULL where it does not fit."""
    return Sql(f"TRY_CAST({value} AS {kernel_type})")


def case(*branches: tuple[str, str], otherwise: str = NULL) -> Sql:
    """`CASE WHEN condition THEN value ... ELSE otherwise END`."""
    whens = " ".join(f"WHEN {condition} THEN {value}" for condition, value in branches)
    return Sql(f"(CASE {whens} ELSE {otherwise} END)")


def is_null(value: str) -> Sql:
    """`value IS NULL`."""
    return Sql(f"({value} IS NULL)")


def coalesce(*values: str) -> Sql:
    """The first that is not NULL."""
    return call("coalesce", *values)


def all_of(conditions: Iterable[str]) -> Sql:
    """The conjunction; true for none."""
    listed = list(conditions)
    if not listed:
        return TRUE
    return Sql(listed[0]) if len(listed) == 1 else op("AND", *listed)


def all_in_turn(conditions: Iterable[str]) -> Sql:
    """The conjunction; what may raise is asked only where the conditions before it hold."""
    listed = list(conditions)
    return _in_turn("AND", FALSE, listed) if listed else TRUE


def any_in_turn(conditions: Iterable[str]) -> Sql:
    """The disjunction; what may raise is asked only where no condition before it holds."""
    listed = list(conditions)
    return _in_turn("OR", TRUE, listed) if listed else FALSE


def _in_turn(operator: str, decided: Sql, conditions: list[str]) -> Sql:
    """The kernel asks in the order that it likes, and of a whole column what CASE does not keep."""
    raising = (i for i, c in enumerate(conditions) if i and may_raise(c))
    place = next(raising, len(conditions))
    before = op(operator, *conditions[:place]) if place > 1 else Sql(conditions[0])
    if place == len(conditions):
        return before
    rest = _in_turn(operator, decided, conditions[place:])

    def asked(known: Sql) -> Sql:
        open_ = op("IS DISTINCT FROM", known, decided)
        return op(operator, known, case((open_, rest), otherwise=decided))

    return asked(before) if len(before) <= _MOST_REPEATED else let(before, asked)


def may_raise(condition: str) -> bool:
    """Whether the text calls what raises errors: the kernel's own, or functions over arrays."""
    return _RAISES.search(condition) is not None


_RAISES = re.compile(r"\b(?:error|st_\w+)\(")


def any_of(conditions: Iterable[str]) -> Sql:
    """The disjunction; false for none."""
    listed = list(conditions)
    if not listed:
        return FALSE
    return Sql(listed[0]) if len(listed) == 1 else op("OR", *listed)


def function(parameters: Iterable[str], body: str) -> Sql:
    """A lambda for the kernel's list functions."""
    return Sql(f"lambda {', '.join(quote_name(p) for p in parameters)}: {body}")


def array(*items: str) -> Sql:
    """A list of the items."""
    return Sql(f"[{', '.join(items)}]")


def struct(*fields: str) -> Sql:
    """A tuple: fields are named f1, f2, ... because the kernel ignores case in names."""
    return Sql("{" + ", ".join(f"'f{i}': {field}" for i, field in enumerate(fields, 1)) + "}")


def field(value: str, position: int) -> Sql:
    """The field of a tuple, counted from 1."""
    return Sql(f"struct_extract({value}, 'f{position}')")


def let(value: str, body: Callable[[Sql], Sql]) -> Sql:
    """`body(value)` with the value computed once: a list of one element stands for LET.

    The kernel finds by itself what is repeated outside of CASE, and does it faster.
    """
    if is_simple(value) or _is_cheap(value):
        return body(Sql(value))
    return _bound(value, body)


def short(value: str, body: Callable[[Sql], Sql]) -> Sql:
    """`body(value)` with the value written once if it is long: calls that repeat their argument
    and stand inside of each other would grow without measure."""
    return body(Sql(value)) if len(value) <= _MOST_WRITTEN else _bound(value, body)


def _bound(value: str, body: Callable[[Sql], Sql]) -> Sql:
    variable = f"_v{crc32(value.encode()):x}"  # one name for one value: lets may nest
    return Sql(f"list_transform([{value}], {function([variable], body(name(variable)))})[1]")


def clamped(value: str, low: str | None, high: str | None = None) -> Sql:
    """The value, or the end of the range that it is beyond. NULL stays NULL: of the kernel's
    greatest and least it would become an end."""

    def bounded(v: Sql) -> Sql:
        ends = ((">", high), ("<", low))
        return case(*((op(sign, v, end), end) for sign, end in ends if end), otherwise=v)

    return let(value, bounded)


def _is_cheap(value: str) -> bool:
    if len(value) > _MOST_REPEATED or "[" in value or "lambda" in value or "SELECT" in value:
        return False
    return all(called.lower() in _CHEAP for called in _CALLED.findall(value))


def is_simple(value: str) -> bool:
    """Whether computing the value again costs nothing: a column or a short literal."""
    return len(value) <= 40 and not any(c in value for c in "( ")
