"""Kernel SQL that writes a value of any type as ClickHouse's text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import Enum as PythonEnum

from sparktree.errors import not_implemented
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import number_text, string_text, time_text
from sparktree.types.base import Type
from sparktree.types.composite import (
    AggregateFunction,
    Array,
    Map,
    Nested,
    Nothing,
    Nullable,
    Tuple,
    Variant,
    Wrapper,
)
from sparktree.types.numeric import FLOAT64, Bool, Decimal, Float, Integer, Interval
from sparktree.types.parse import AggregateStates
from sparktree.types.text_settings import DEFAULTS, TextSettings
from sparktree.types.texts import UUID, Enum, FixedString, IPv4, IPv6, String
from sparktree.types.times import Date, Date32, DateTime, DateTime64, Time, Time64


class Mode(PythonEnum):
    """Where the text is going; it decides quotes and escapes."""

    PLAIN = "plain"  # toString
    ESCAPED = "escaped"  # TabSeparated
    QUOTED = "quoted"  # inside arrays, and Values
    CSV = "csv"
    JSON = "json"


def to_text(
    type_: Type,
    value: Sql,
    mode: Mode = Mode.PLAIN,
    settings: TextSettings = DEFAULTS,
    *,
    zone: str | None = None,
) -> Sql:
    """The text of a kernel value; NULL stays NULL, for the caller to name."""
    if zone is not None:
        settings = replace(settings, zone=zone)
    if isinstance(type_, Nullable) and isinstance(type_.of, Tuple | Array | Map):
        if mode is Mode.CSV:  # a NULL is one field, so a tuple is, too
            settings = replace(
                settings, output_format_csv_serialize_tuple_into_separate_columns=False
            )
        inner = to_text(type_.of, value, mode, settings)
        return sql.case((sql.is_null(value), sql.NULL), otherwise=inner)
    if isinstance(type_, Wrapper):
        return to_text(type_.of, value, mode, settings)
    return sql.let(value, lambda named: _text(type_, named, mode, settings))


def _text(type_: Type, value: Sql, mode: Mode, settings: TextSettings) -> Sql:
    for kinds, write in _CONTAINERS:
        if isinstance(type_, kinds):
            return write(type_, value, mode, settings)
    if isinstance(type_, Interval) and settings.interval_output_format != "numeric":
        return _quote_word(time_text.interval_text(type_, value, settings), mode)
    for kinds, number in _NUMBERS:
        if isinstance(type_, kinds):
            if mode is Mode.QUOTED and isinstance(type_, Bool):
                return sql.cast(value, "VARCHAR")  # only whole fields have a spelling of their own
            text = number(type_, value, settings)
            return _json_number(type_, value, text, settings) if mode is Mode.JSON else text
    for kinds, word in _WORDS:
        if isinstance(type_, kinds):
            return _quote_word(word(type_, value, settings), mode)
    return _quote_string(_string(type_, value, settings), mode, settings)


def null_text(mode: Mode, settings: TextSettings = DEFAULTS) -> str:
    """How NULL is written."""
    return {
        Mode.ESCAPED: settings.format_tsv_null_representation,
        Mode.CSV: settings.format_csv_null_representation,
        Mode.JSON: "null",
        Mode.QUOTED: "NULL",
        Mode.PLAIN: "ᴺᵁᴸᴸ",
    }[mode]


def to_field(type_: Type, value: Sql, mode: Mode, settings: TextSettings = DEFAULTS) -> Sql:
    """As `to_text`, with NULL written too."""
    text = to_text(type_, value, mode, settings)
    if not type_.nullable:
        return text
    return sql.coalesce(text, sql.string(null_text(mode, settings)))


Number = Callable[[Type, Sql, TextSettings], Sql]


def _integer(type_: Type, value: Sql, settings: TextSettings) -> Sql:
    assert isinstance(type_, Integer)
    return number_text.integer_text(type_, value)


def _float(type_: Type, value: Sql, settings: TextSettings) -> Sql:
    return number_text.float_text(value, settings, single=type_ != FLOAT64)


def _decimal(type_: Type, value: Sql, settings: TextSettings) -> Sql:
    assert isinstance(type_, Decimal)
    return number_text.decimal_text(type_, value, settings)


def _bool(type_: Type, value: Sql, settings: TextSettings) -> Sql:
    yes, no = settings.bool_true_representation, settings.bool_false_representation
    return sql.case((value, sql.string(yes)), (sql.op("NOT", value), sql.string(no)))


def _digits(type_: Type, value: Sql, settings: TextSettings) -> Sql:
    return sql.cast(value, "VARCHAR")


_NUMBERS: tuple[tuple[type[Type] | tuple[type[Type], ...], Number], ...] = (
    (Integer, _integer),
    (Float, _float),
    (Decimal, _decimal),
    (Bool, _bool),
    ((Interval, Nothing), _digits),
)


def _json_number(type_: Type, value: Sql, text: Sql, settings: TextSettings) -> Sql:
    if isinstance(type_, Float):
        return _json_float(type_, value, text, settings)
    if isinstance(type_, Bool):
        return sql.case((value, sql.string("true")), (sql.op("NOT", value), sql.string("false")))
    quote = isinstance(type_, Decimal) and settings.output_format_json_quote_decimals
    if isinstance(type_, Integer | Interval) and getattr(type_, "bits", 64) >= 64:
        quote = settings.output_format_json_quote_64bit_integers
    return sql.op("||", sql.string('"'), text, sql.string('"')) if quote else text


def _json_float(type_: Float, value: Sql, text: Sql, settings: TextSettings) -> Sql:
    """JSON has no nan and inf."""
    in_quotes = sql.op("||", sql.string('"'), text, sql.string('"'))
    quote = type_.bits == 64 and settings.output_format_json_quote_64bit_floats
    text = in_quotes if quote else text
    odd = sql.string('"null"' if quote else "null")
    odd = in_quotes if settings.output_format_json_quote_denormals else odd
    return sql.case((sql.call("isfinite", value), text), (sql.is_known(value), odd))


def _date(type_: Type, value: Sql, settings: TextSettings) -> Sql:
    text = sql.cast(value, "VARCHAR")
    if not isinstance(type_, Date32):
        return text
    year_zero = sql.op(
        "||", sql.string("0000"), Sql(f"substring({text}, 5, 6)")
    )  # one before Christ
    return sql.case((Sql(f"{value} < DATE '0001-01-01'"), year_zero), otherwise=text)


def _datetime(type_: Type, value: Sql, settings: TextSettings) -> Sql:
    assert isinstance(type_, DateTime)
    return time_text.datetime_text(type_, value, settings)


def _datetime64(type_: Type, value: Sql, settings: TextSettings) -> Sql:
    assert isinstance(type_, DateTime64)
    return time_text.datetime64_text(type_, value, settings)


def _time(type_: Type, value: Sql, settings: TextSettings) -> Sql:
    return time_text.time_text(value)


def _time64(type_: Type, value: Sql, settings: TextSettings) -> Sql:
    assert isinstance(type_, Time64)
    return time_text.time64_text(type_, value, settings)


def _ipv4(type_: Type, value: Sql, settings: TextSettings) -> Sql:
    return string_text.ipv4_text(value)


def _ipv6(type_: Type, value: Sql, settings: TextSettings) -> Sql:
    return string_text.ipv6_text(value)


# Texts that never hold a character to escape.
_WORDS: tuple[tuple[type[Type] | tuple[type[Type], ...], Number], ...] = (
    (Date, _date),
    (DateTime, _datetime),
    (DateTime64, _datetime64),
    (Time, _time),
    (Time64, _time64),
    (UUID, _digits),
    (IPv4, _ipv4),
    (IPv6, _ipv6),
)


def _quote_word(text: Sql, mode: Mode) -> Sql:
    quote = {Mode.QUOTED: "'", Mode.CSV: '"', Mode.JSON: '"'}.get(mode)
    return sql.op("||", sql.string(quote), text, sql.string(quote)) if quote else text


def _string(type_: Type, value: Sql, settings: TextSettings) -> Sql:
    if isinstance(type_, String):
        return value
    if isinstance(type_, FixedString):
        trim = settings.output_format_trim_fixed_string
        return sql.call("rtrim", value, sql.string("\0")) if trim else value
    if isinstance(type_, Enum):
        return string_text.enum_text(type_, value)
    raise not_implemented(f"Values of type {type_} have no text.")


def _quote_string(text: Sql, mode: Mode, settings: TextSettings) -> Sql:
    if mode is Mode.ESCAPED:
        return string_text.escaped(text)
    if mode is Mode.QUOTED:
        return string_text.quoted_text(text, settings)
    if mode is Mode.CSV:
        return string_text.csv_quoted(text)
    return string_text.json_quoted(text, settings) if mode is Mode.JSON else text


def _inside(mode: Mode) -> Mode:
    return Mode.JSON if mode is Mode.JSON else Mode.QUOTED


def _whole(text: Sql, mode: Mode) -> Sql:
    """CSV quotes the text of a container as one string; the other modes take it as it is."""
    return string_text.csv_quoted(text) if mode is Mode.CSV else text


def _array(type_: Type, value: Sql, mode: Mode, settings: TextSettings) -> Sql:
    form = type_ if isinstance(type_, Array) else type_.form  # type: ignore[attr-defined]
    assert isinstance(form, Array)
    inside = _inside(mode)
    texts = form.map(value, lambda item: to_field(form.of, item, inside, settings))
    return _whole(
        sql.op(
            "||",
            sql.string("["),
            sql.call("array_to_string", texts, sql.string(",")),
            sql.string("]"),
        ),
        mode,
    )


def _tuple(type_: Type, value: Sql, mode: Mode, settings: TextSettings) -> Sql:
    assert isinstance(type_, Tuple)
    fields = [(t, sql.field(value, i)) for i, t in enumerate(type_.of, 1)]
    if mode is Mode.CSV and settings.output_format_csv_serialize_tuple_into_separate_columns:
        texts = [to_field(t, field, mode, settings) for t, field in fields]
        return _joined(texts, settings.format_csv_delimiter)
    if mode is Mode.JSON:
        return _json_tuple(type_, fields, settings)
    if type_.names is not None and settings.named_tuple is not None:
        return settings.named_tuple(type_, value, settings)
    texts = [to_field(t, field, Mode.QUOTED, settings) for t, field in fields]
    return _whole(sql.op("||", sql.string("("), _joined(texts, ","), sql.string(")")), mode)


def _joined(texts: list[Sql], separator: str) -> Sql:
    return Sql(f" || {sql.string(separator)} || ".join(texts)) if texts else Sql("''")


def _json_tuple(type_: Tuple, fields: list[tuple[Type, Sql]], settings: TextSettings) -> Sql:
    texts = [to_field(t, field, Mode.JSON, settings) for t, field in fields]
    if type_.names is None or not settings.output_format_json_named_tuples_as_objects:
        return sql.op("||", sql.string("["), _joined(texts, ","), sql.string("]"))
    keys = [string_text.json_quoted(sql.string(name), settings) for name in type_.names]
    pairs = [
        sql.op("||", key, sql.string(":"), text) for key, text in zip(keys, texts, strict=True)
    ]
    if settings.output_format_json_skip_null_value_in_named_tuples:
        shown = [
            sql.case((sql.is_null(field), sql.NULL), otherwise=pair) if t.nullable else pair
            for pair, (t, field) in zip(pairs, fields, strict=True)
        ]
        return sql.op(
            "||", sql.string("{"), sql.call("concat_ws", sql.string(","), *shown), sql.string("}")
        )
    return sql.op("||", sql.string("{"), _joined(pairs, ","), sql.string("}"))


def _map(type_: Type, value: Sql, mode: Mode, settings: TextSettings) -> Sql:
    assert isinstance(type_, Map)
    form = type_.form
    assert isinstance(form, Array)
    if mode is Mode.JSON and settings.output_format_json_map_as_array_of_tuples:
        pairs = Tuple((type_.key, type_.value), ("keys", "values"))
        return _array(Array(pairs), value, mode, settings)
    inside = _inside(mode)

    def pair(item: Sql) -> Sql:
        key = to_field(type_.key, sql.field(item, 1), inside, settings)
        if mode is Mode.JSON:
            key = json_key(type_.key, sql.field(item, 1), settings)
        return sql.op(
            "||", key, sql.string(":"), to_field(type_.value, sql.field(item, 2), inside, settings)
        )

    texts = form.map(value, pair)
    return _whole(
        sql.op(
            "||",
            sql.string("{"),
            sql.call("array_to_string", texts, sql.string(",")),
            sql.string("}"),
        ),
        mode,
    )


def json_key(type_: Type, value: Sql, settings: TextSettings) -> Sql:
    """A JSON object's keys are strings, whatever the type."""
    return string_text.json_quoted(to_text(type_, value, Mode.PLAIN, settings), settings)


def _variant(type_: Type, value: Sql, mode: Mode, settings: TextSettings) -> Sql:
    """As the value of its own type."""
    assert isinstance(type_, Variant)
    return type_.choose(value, lambda member, own: to_text(member, own, mode, settings))


def _state(type_: Type, value: Sql, mode: Mode, settings: TextSettings) -> Sql:
    """The bytes that ClickHouse writes for a state, as a string."""
    assert isinstance(type_, AggregateFunction)
    return _quote_string(AggregateStates.text_of(type_, value), mode, settings)


_CONTAINERS: tuple[
    tuple[type[Type] | tuple[type[Type], ...], Callable[[Type, Sql, Mode, TextSettings], Sql]],
    ...,
] = (
    (Tuple, _tuple),
    (Map, _map),
    ((Array, Nested), _array),
    (Variant, _variant),
    (AggregateFunction, _state),
)
