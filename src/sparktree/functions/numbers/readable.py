"""Numbers for people: sizes, quantities, durations, bars; and the sizes of values."""

from __future__ import annotations

import math
from collections.abc import Sequence

from sparktree.errors import Code, Error
from sparktree.functions.core.byte_encodings import Kernel
from sparktree.functions.core.clickhouse_bytes import width
from sparktree.functions.core.constant_arguments import unsigned_constant, wrong
from sparktree.functions.core.declare import Arguments, Call, function, illegal_type
from sparktree.functions.core.text_arguments import Takes, check_text, kernel_argument
from sparktree.functions.core.text_functions import bad, refusal, text_function
from sparktree.functions.dates.intervals import FRACTIONS, SECONDS
from sparktree.functions.strings.basic import length_in_bytes
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import (
    STRING,
    UINT8,
    UINT64,
    Array,
    Interval,
    LowCardinality,
    Map,
    Nothing,
    Nullable,
    String,
    Tuple,
    Type,
)
from sparktree.types.number_text import float_text
from sparktree.types.text_settings import DEFAULTS

_BINARY = ("B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB", "ZiB", "YiB")
_DECIMAL = ("B", "KB", "MB", "GB", "TB", "PB", "EB", "ZB", "YB")
_WORDS = ("", "thousand", "million", "billion", "trillion", "quadrillion", "quintillion",
          "sextillion", "septillion", "octillion", "nonillion", "decillion", "undecillion",
          "duodecillion", "tredecillion", "quattuordecillion", "quindecillion", "sexdecillion",
          "septendecillion", "octodecillion", "novemdecillion", "vigintillion")  # fmt: skip


def _scaled(value: float, base: int, units: Sequence[str]) -> bytes:
    index = 0
    while index + 1 < len(units) and abs(value) >= base:
        value /= base
        index += 1
    shown = f"{value:.2f}" if math.isfinite(value) else str(value)
    return f"{shown} {units[index]}".rstrip(" ").encode()


def readable_size(value: float) -> str:
    """A number of bytes with a binary unit."""
    return _scaled(value, 1024, _BINARY).decode()


def _kernel_scaled(base: int, units: Sequence[str]) -> Kernel:
    """As `_scaled`: a branch for each unit."""

    def lower(call: Call, value: Sql, *rest: Sql) -> Sql:
        digits = unsigned_constant(call.arguments[1]) if rest else 2

        def shown(v: Sql, index: int) -> Sql:
            pattern = f"%.{digits}f {units[index]}".rstrip()
            return sql.call("printf", sql.string(pattern), Sql(f"{v}{f' / {base}.0' * index}"))

        def choose(v: Sql) -> Sql:
            last = len(units) - 1
            limits = (Sql(f"abs({v}) < {base ** (index + 1)}.0") for index in range(last))
            branches = [(limit, shown(v, index)) for index, limit in enumerate(limits)]
            return sql.case(
                (sql.is_null(v), sql.NULL),
                (Sql(f"isnan({v})"), sql.string(f"nan {units[0]}".rstrip())),
                *branches,
                otherwise=shown(v, last),
            )

        return sql.let(value, choose)

    return lower


def _readable_type(arguments: Arguments) -> Type:
    """A text; the second argument is the number of digits behind the point."""
    if len(arguments) > 1 and arguments[1].type != UINT8:
        raise wrong(arguments.function, 1, arguments[1], "precision", "const UInt8")
    return STRING


def _size(
    name: str, base: int, units: Sequence[str], doc: str, shown: str, alias: str = ""
) -> None:
    text_function(
        name, (Takes.NUMBER,), _readable_type, optional=(Takes.ANYTHING,), doc=doc,
        kernel=_kernel_scaled(base, units), constant_arguments=(1,),
        any_case_aliases=(alias,) if alias else (), example=(f"{name}(192851925)", shown),
    )  # fmt: skip


_size(
    "formatReadableSize",
    1024,
    _BINARY,
    "A size in bytes with a binary unit, with two digits behind the point or as many as given.",
    "183.92 MiB",
    "FORMAT_BYTES",
)
_size(
    "formatReadableDecimalSize", 1000, _DECIMAL, "A size in bytes with a decimal unit.", "192.85 MB"
)
_size(
    "formatReadableQuantity", 1000, _WORDS, "A number with a word for its size.", "192.85 million"
)

_UNITS: tuple[tuple[str, float], ...] = (
    ("years", 31536000), ("months", 2635200), ("days", 86400), ("hours", 3600), ("minutes", 60),
    ("seconds", 1), ("milliseconds", 1e-3), ("microseconds", 1e-6), ("nanoseconds", 1e-9),
)  # fmt: skip
_NAMES = [name for name, _ in _UNITS]


def _unit(call: Call, position: int, which: str, default: str) -> int:
    name = str(call.value(position)) if len(call) > position else default
    if name not in _NAMES:
        raise bad(
            f"Unexpected value of {which} unit argument ({name}) for function"
            f" formatReadableTimeDelta, the only allowed values are: {', '.join(_NAMES)}"
        )
    return _NAMES.index(name)


def _kernel_delta(call: Call, value: Sql, *_: Sql) -> Sql:
    """How often each unit fits, from the largest on, in what the others left."""
    first, last = _unit(call, 1, "maximum", "years"), _unit(call, 2, "minimum", "seconds")
    if first > last:
        raise bad(
            f"Explicitly specified value of minimum unit argument ({_NAMES[last]}) for function"
            " formatReadableTimeDelta must not be greater than maximum unit value"
            f" ({_NAMES[first]})"
        )
    units = _UNITS[first : last + 1]

    def shown(v: Sql) -> Sql:
        name, size = units[0]
        huge = float_text(Sql(f"floor(abs({v}) / {size})"), DEFAULTS)
        return sql.case(
            (sql.is_null(v), sql.NULL),
            (Sql(f"NOT isfinite({v})"), float_text(v, DEFAULTS)),
            otherwise=sql.op(
                "||",
                sql.case((sql.op("<", v, 0), sql.string("-")), otherwise=sql.string("")),
                sql.case(
                    (Sql(f"{v} + 1 = {v}"), sql.op("||", huge, sql.string(f" {name}"))),
                    otherwise=_pieces(Sql(f"abs({v})"), units, ()),
                ),
            ),
        )

    return sql.let(value, shown)


def _pieces(rest: Sql, units: Sequence[tuple[str, float]], before: tuple[Sql, ...]) -> Sql:
    if not units:
        listed = sql.call("list_filter", sql.array(*before), Sql("lambda p: p IS NOT NULL"))
        return sql.let(listed, _enumerated)
    name, size = units[0]
    if size < 1:  # what is left is a little off
        rest = Sql(f"(round({rest}, 9) + 1e-12)")
    count = Sql(f"floor({rest} / {size})")

    def counted(c: Sql) -> Sql:
        cases = [
            (sql.op("=", c, 1), sql.string(f"1 {name[:-1]}")),
            (sql.op(">", c, 0), sql.call("printf", sql.string(f"%.0f {name}"), c)),
        ]
        if name == "seconds":  # shown also if there are none, as long as nothing else is
            nothing = sql.is_null(sql.coalesce(*before, sql.NULL))
            cases.append((nothing, sql.string("0 seconds")))
        piece = sql.case(*cases)
        return sql.let(
            Sql(f"({rest} - {c} * {size})"), lambda r: _pieces(r, units[1:], (*before, piece))
        )

    return sql.let(count, counted)


def _enumerated(pieces: Sql) -> Sql:
    """`a, b and c`."""
    joined = Sql(f"array_to_string({pieces}[:-2], ', ') || ' and ' || {pieces}[-1]")
    return sql.case(
        (Sql(f"len({pieces}) > 1"), joined),
        otherwise=sql.coalesce(sql.item(pieces, 1), sql.string("")),
    )


_INTERVALS = {**SECONDS, **{unit: 10.0**-digits for unit, digits in FRACTIONS.items()}}


def _delta_type(arguments: Arguments) -> Type:
    type_ = arguments[0].type
    if not isinstance(type_, Interval):
        check_text(arguments, (Takes.NUMBER,))
    elif type_.unit not in _INTERVALS:
        raise bad("Not possible to get precise number of seconds in non-precise interval")
    return STRING


def _delta(call: Call, value: Sql, *units: Sql) -> Sql:
    type_ = call.inner(0)
    if isinstance(type_, Interval):
        seconds = sql.op("*", sql.cast(value, "DOUBLE"), Sql(repr(_INTERVALS[type_.unit])))
    else:
        seconds = kernel_argument(Takes.NUMBER, value, type_)
    return _kernel_delta(call, seconds, *units)


text_function(
    "formatReadableTimeDelta",
    (Takes.ANYTHING,),
    _delta_type,
    optional=(Takes.TEXT, Takes.TEXT),
    kernel=_delta,
    constant_arguments=(1, 2),
    doc="Seconds as years, months, days and so on.",
    example=("formatReadableTimeDelta(3661)", "1 hour, 1 minute and 1 second"),
)

_NUMBER = r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|[+-]?(?i:inf|nan)"
_READABLE = rf"^({_NUMBER})\s*(\S*)([\s\S]*)$"
_FACTORS = {unit.lower(): 1024**i for i, unit in enumerate(_BINARY)} | {
    unit.lower(): 1000**i for i, unit in enumerate(_DECIMAL)
}
_HEAD = "Invalid expression for function parseReadableSize - "


def _readable_size(wrong: Sql | None = None) -> Kernel:
    """The bytes of a size; for what is none the given kernel SQL, or the error that says why."""

    def lower(call: Call, text: Sql) -> Sql:
        number, unit, rest = (
            sql.call("regexp_extract", text, sql.string(_READABLE), part) for part in (1, 2, 3)
        )
        factor = sql.case(
            *(
                (sql.op("=", sql.call("lower", unit), sql.string(known)), Sql(f"{factor}.0"))
                for known, factor in _FACTORS.items()
            )
        )
        value = sql.try_cast(number, "DOUBLE")
        size = sql.call("ceil", sql.op("*", value, factor))
        refusals: tuple[tuple[Sql, Code, str, Sql], ...] = (
            (
                sql.call("regexp_matches", text, sql.string("^\\s")),
                Code.CANNOT_PARSE_INPUT_ASSERTION_FAILED,
                "Leading whitespace is not allowed",
                text,
            ),
            (
                sql.is_null(value),
                Code.CANNOT_PARSE_NUMBER,
                "Unable to parse readable size numeric component",
                text,
            ),
            (
                sql.op("NOT", sql.call("isfinite", value)),
                Code.BAD_ARGUMENTS,
                "Invalid numeric component",
                number,
            ),
            (sql.op("<", value, 0), Code.BAD_ARGUMENTS, "Negative sizes are not allowed", number),
            (sql.is_null(factor), Code.CANNOT_PARSE_TEXT, "Unknown readable size unit", unit),
            (
                sql.op("<>", rest, sql.string("")),
                Code.UNEXPECTED_DATA_AFTER_PARSED_VALUE,
                "Found trailing characters after readable size string",
                text,
            ),
            (
                Sql(f"{size} >= {1 << 64}.0"),
                Code.BAD_ARGUMENTS,
                "Result is too big for output type",
                text,
            ),
        )
        cases = (
            (when, wrong or refusal(code, f'{_HEAD}{reason} ("', shown, '")'))
            for when, code, reason, shown in refusals
        )
        return sql.case(*cases, otherwise=sql.cast(size, "UBIGINT"))

    return lower


text_function(
    "parseReadableSize",
    (Takes.STRING,),
    UINT64,
    kernel=_readable_size(),
    odd=_readable_size(),
    refuses_default=True,
    doc="The bytes of a size with a unit.",
    example=("parseReadableSize('1 KiB')", "1024"),
)
text_function(
    "parseReadableSizeOrZero",
    (Takes.STRING,),
    UINT64,
    kernel=_readable_size(sql.cast(0, "UBIGINT")),
    odd=_readable_size(sql.cast(0, "UBIGINT")),
    doc="As parseReadableSize, but 0 for what is no size.",
    example=("parseReadableSizeOrZero('x')", "0"),
)
text_function(
    "parseReadableSizeOrNull",
    (Takes.STRING,),
    lambda a: Nullable(UINT64),
    kernel=_readable_size(sql.NULL),
    odd=_readable_size(sql.NULL),
    doc="As parseReadableSize, but NULL for what is no size.",
    example=("parseReadableSizeOrNull('x')", "\\N"),
)


_WIDTH = Sql("80.0")


def _kernel_bar(call: Call, value: Sql, low: Sql, high: Sql, size: Sql = _WIDTH) -> Sql:
    empty = Sql(f"({value} <= {low} OR NOT isfinite({value}))")
    part = Sql(f"({value} - {low}) * {size} / ({high} - {low})")
    length = sql.case((sql.op(">=", value, high), size), otherwise=part)

    def drawn(v: Sql) -> Sql:
        eighths = Sql(f"CAST(trunc(({v} - trunc({v})) * 8) AS BIGINT)")
        edge = sql.case(
            (sql.op("=", eighths, 0), sql.string("")),
            otherwise=Sql(f"substring('▏▎▍▌▋▊▉', {eighths}, 1)"),
        )
        return sql.op("||", Sql(f"repeat('█', CAST(trunc({v}) AS BIGINT))"), edge)

    wrong = refusal(Code.ARGUMENT_OUT_OF_BOUND, "Max_width argument must be >= 1 and <= 1000")
    misfit = Sql(f"({size} < 1 OR {size} > 1000)")
    return sql.case((misfit, wrong), (empty, sql.string("")), otherwise=sql.let(length, drawn))


text_function(
    "bar",
    (Takes.NUMBER, Takes.NUMBER, Takes.NUMBER),
    STRING,
    optional=(Takes.NUMBER,),
    kernel=_kernel_bar,
    constant_arguments=(1, 2, 3),
    doc="A bar as long as a value is between two others.",
    example=("bar(5, 0, 10, 10)", "█████"),
)


# --- the size of values -------------------------------------------------------------------


def value_bytes(value: Sql, type_: Type) -> Sql:
    """How many bytes a value takes in memory; 0 if its type does not tell."""
    try:
        return _byte_size(value, type_)
    except Error:
        return Sql("0")


def _byte_size(value: Sql, type_: Type) -> Sql:
    if isinstance(type_, LowCardinality):
        return _byte_size(value, type_.of)
    if isinstance(type_, Nullable):
        if isinstance(type_.of, Nothing):
            return Sql("1")
        inner = _byte_size(value, type_.of)
        return sql.op("+", 1, sql.coalesce(inner, _byte_size(type_.of.default(), type_.of)))
    if isinstance(type_, String):
        return sql.op("+", length_in_bytes(value), 8)
    if isinstance(type_, Tuple):
        sizes = [_byte_size(sql.field(value, i), t) for i, t in enumerate(type_.of, 1)]
        return sql.op("+", *sizes) if len(sizes) > 1 else sizes[0] if sizes else Sql("0")
    if isinstance(type_, Map):
        return _byte_size(value, type_.form)
    if isinstance(type_, Array):
        each = type_.map(value, lambda item: sql.cast(_byte_size(item, type_.of), "BIGINT"))
        return sql.op("+", 8, sql.coalesce(sql.call("list_sum", each), 0))
    size = width(type_)
    if size is None:
        raise illegal_type("byteSize", type_)
    return Sql(str(size))


@function(
    "byteSize",
    args=(0, None),
    returns=UINT64,
    nulls="own",
    low_cardinality=False,
    takes_nothing=True,
    example=("byteSize(1, 'abc')", "12"),
)
def byte_size(call: Call) -> Sql:
    """How many bytes the values take in memory."""
    sizes = [_byte_size(value, call.type(i)) for i, value in enumerate(call.sqls)]
    total = sql.op("+", *sizes) if len(sizes) > 1 else sizes[0] if sizes else Sql("0")
    return sql.cast(total, "UBIGINT")
