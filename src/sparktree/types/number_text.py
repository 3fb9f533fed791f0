"""Numbers as ClickHouse writes them; those of 256 bits also from their digits."""

from __future__ import annotations

import pyarrow as pa

from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.sql import Sql
from sparktree.types.numeric import Decimal, Integer
from sparktree.types.text_settings import TextSettings
from sparktree.types.wide_arrays import digits, from_digits, pointed, scaled

# The kernel goes over to an exponent at 1e16 and below 1e-4, ClickHouse at 1e21 and below 1e-6.
_PLAIN_EXPONENTS = "BETWEEN -6 AND 20"


def integer_text(type_: Integer, value: Sql) -> Sql:
    """An integer's digits."""
    if type_.wide:
        return digits_of_wide(value, type_.signed, 0, False)
    return sql.cast(value, "VARCHAR")


def float_text(value: Sql, settings: TextSettings, *, single: bool = False) -> Sql:
    """The shortest text that reads back as the same float; `single`: of 32 bits."""
    text = sql.let(value, _single_text) if single else sql.cast(value, "VARCHAR")
    return sql.let(text, lambda text: _float_text(text, settings))


def _single_text(value: Sql) -> Sql:
    """The kernel's text of a FLOAT; where two shortest ones are equally near, the kernel writes
    all digits of the value instead of one of them: of 9 digits and more not all are needed."""
    text, wide = sql.cast(value, "VARCHAR"), sql.cast(value, "DOUBLE")
    fewer = [sql.call("printf", Sql(f"'%.{digits}g'"), wide) for digits in range(6, 10)]
    cases = [(Sql(f"CAST({short} AS FLOAT) = {value}"), _pointed(short)) for short in fewer]
    digits = f"length(ltrim({text}, '-0.')) + (CASE WHEN abs({value}) < 1 THEN 1 ELSE 0 END)"
    long = Sql(f"{digits} >= 10 AND NOT contains({text}, 'e')")
    return sql.case((long, sql.case(*cases, otherwise=text)), otherwise=text)


def _pointed(text: Sql) -> Sql:
    """A number with a point or an exponent, as the kernel writes whole floats too."""
    return sql.case(
        (Sql(f"regexp_matches({text}, '[.e]')"), text),
        otherwise=sql.op("||", text, sql.string(".0")),
    )


def _float_text(text: Sql, settings: TextSettings) -> Sql:
    point = settings.output_format_always_write_decimal_point_in_float_and_decimal
    whole_number = sql.call("left", text, sql.op("-", sql.call("length", text), 1 if point else 2))
    return sql.case(
        (sql.call("contains", text, sql.string("e")), _exponent_text(text, point)),
        (sql.call("suffix", text, sql.string(".0")), whole_number),
        (sql.call("suffix", text, sql.string("nan")), sql.string("nan")),
        otherwise=text,
    )


def _exponent_text(text: Sql, point: bool) -> Sql:
    """The kernel's `1.5e+17` as ClickHouse has it."""
    exponent = sql.try_cast(sql.call("split_part", text, sql.string("e"), 2), "INTEGER")
    unsigned = sql.call("ltrim", sql.call("split_part", text, sql.string("e"), 1), sql.string("-"))
    digits = sql.call("replace", unsigned, sql.string("."), sql.string(""))
    sign = sql.case(
        (sql.call("prefix", text, sql.string("-")), sql.string("-")), otherwise=sql.string("")
    )
    large = sql.call("rpad", digits, sql.op("+", exponent, 1), sql.string("0"))
    zeros = sql.call("repeat", sql.string("0"), sql.op("-", sql.op("-", exponent), 1))
    small = sql.op("||", sql.string("0."), zeros, digits)
    tail = Sql("'.'") if point else Sql("''")
    plain = sql.case((sql.op(">", exponent, 0), sql.op("||", large, tail)), otherwise=small)
    mantissa = sql.call("split_part", text, sql.string("e"), 1)
    scientific = sql.op("||", mantissa, sql.string("e"), sql.cast(exponent, "VARCHAR"))
    return sql.case(
        (Sql(f"({exponent} {_PLAIN_EXPONENTS})"), sql.op("||", sign, plain)), otherwise=scientific
    )


def decimal_text(type_: Decimal, value: Sql, settings: TextSettings) -> Sql:
    """A decimal without the zeros at its end, or with them if the settings ask."""
    keep_zeros = settings.output_format_decimal_trailing_zeros
    point = settings.output_format_always_write_decimal_point_in_float_and_decimal
    if type_.wide:
        keep = sql.TRUE if keep_zeros else sql.FALSE
        text = digits_of_wide(value, True, type_.scale, keep)
    else:
        text = sql.cast(value, "VARCHAR")
        if type_.scale == type_.digits:  # the kernel then writes nothing before the point
            text = sql.call("regexp_replace", text, sql.string("^(-?)\\."), sql.string("\\10."))
        if type_.scale and not keep_zeros:
            text = sql.call("rtrim", sql.call("rtrim", text, sql.string("0")), sql.string("."))
    if not point:
        return text
    return sql.case(
        (sql.call("contains", text, sql.string(".")), text),
        otherwise=sql.op("||", text, sql.string(".")),
    )


@arrow_function("st_wide_text", ("BLOB", "BOOLEAN", "INTEGER", "BOOLEAN"), "VARCHAR")
def digits_of_wide(
    data: pa.ChunkedArray, signed: pa.ChunkedArray, scale: pa.ChunkedArray, zeros: pa.ChunkedArray
) -> pa.Array:
    if len(data) == 0:
        return pa.array([], pa.string())
    places, keep = scale[0].as_py(), bool(zeros[0].as_py())
    texts = digits(whole(data), bool(signed[0].as_py()))
    return pointed(texts, places, zeros=keep) if places else texts


@arrow_function("st_wide", ("VARCHAR", "BOOLEAN"), "BLOB")
def read_wide(texts: pa.ChunkedArray, signed: pa.ChunkedArray) -> pa.Array:
    return from_digits(whole(texts), bool(signed[0].as_py()) if len(signed) else False)


@arrow_function("st_wide_decimal", ("VARCHAR", "INTEGER"), "BLOB")
def read_wide_decimal(texts: pa.ChunkedArray, scale: pa.ChunkedArray) -> pa.Array:
    return scaled(whole(texts), scale[0].as_py() if len(scale) else 0)
