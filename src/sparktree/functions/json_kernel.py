"""JSON that the kernel reads by itself: well-formed text and a constant path of keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sparktree.functions.declare import Call
from sparktree.functions.text_functions import is_text
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.kernel.text import PATTERN

Case = tuple[Sql, Sql]  # when it applies, and the value then
Cases = Callable[[Sql, Sql], Sequence[Case]]  # of a text and a path

# The kernel's parser takes trailing commas and words for floats; escaped bytes are not its text.
_ODD = sql.string(rf",\s*[\]}}]|[Nn][Aa][Nn]|[Ii][Nn][Ff]|{PATTERN}")


@dataclass(frozen=True, slots=True)
class Form:
    """What a function gives where there is nothing, and the cases that the kernel can answer."""

    nothing: Sql
    cases: Cases


def constant_path(call: Call, end: int) -> Sql | None:
    """The keys between the text and `end` as the kernel's path; None if they are something else."""
    keys = []
    for position in range(1, end):
        argument = call.arguments[position]
        if not argument.is_constant or not is_text(argument.type.inner):
            return None
        key = argument.value
        if not isinstance(key, str) or not key or any(c in key for c in '"*\\'):
            return None
        keys.append(f'."{key}"')
    return sql.string("$" + "".join(keys))


def known(text: Sql, path: Sql, form: Form, slow: Callable[[Sql], Sql]) -> Sql:
    """The value where a case applies; whatever else there may be is left to `slow`."""

    def choose(t: Sql) -> Sql:
        nothing = Sql(f"(NOT json_valid({t}) OR {_kind(t, path)} IS NULL)")
        found = form.cases(t, path)
        return sql.case(
            (sql.is_null(t), sql.NULL), (is_odd(t), slow(t)), (nothing, form.nothing), *found,
            otherwise=slow(t),
        )  # fmt: skip

    return sql.let(text, choose)


def is_odd(text: Sql) -> Sql:
    """Whether the kernel cannot tell whether the text is JSON."""
    return sql.call("regexp_matches", text, _ODD)


def _kind(text: Sql, path: Sql) -> Sql:
    return sql.call("json_type", text, path)


def _value(text: Sql, path: Sql) -> Sql:
    return sql.call("json_extract_string", text, path)


def _integer(kernel: str) -> Form:
    def cases(text: Sql, path: Sql) -> Sequence[Case]:
        value = sql.try_cast(_value(text, path), kernel)
        fits = Sql(f"({_kind(text, path)} IN ('UBIGINT', 'BIGINT') AND {value} IS NOT NULL)")
        return ((fits, value),)

    return Form(Sql(f"CAST(0 AS {kernel})"), cases)


def _float(text: Sql, path: Sql) -> Sequence[Case]:
    number = Sql(f"({_kind(text, path)} IN ('DOUBLE', 'UBIGINT', 'BIGINT'))")
    return ((number, sql.cast(_value(text, path), "DOUBLE")),)


def _bool(text: Sql, path: Sql) -> Sequence[Case]:
    value = sql.cast(sql.op("=", _value(text, path), "'true'"), "UTINYINT")
    return ((sql.op("=", _kind(text, path), "'BOOLEAN'"), value),)


def _string(text: Sql, path: Sql) -> Sequence[Case]:
    return ((sql.op("=", _kind(text, path), "'VARCHAR'"), _value(text, path)),)


def _has(text: Sql, path: Sql) -> Sequence[Case]:
    return ((sql.TRUE, sql.cast("1", "UTINYINT")),)


def _length(text: Sql, path: Sql) -> Sequence[Case]:
    size = sql.cast(sql.call("json_array_length", text, path), "UBIGINT")
    return ((sql.op("=", _kind(text, path), "'ARRAY'"), size),)


FORMS: dict[str, Form] = {
    "JSONExtractInt": _integer("BIGINT"),
    "JSONExtractUInt": _integer("UBIGINT"),
    "JSONExtractFloat": Form(Sql("CAST(0 AS DOUBLE)"), _float),
    "JSONExtractBool": Form(Sql("CAST(0 AS UTINYINT)"), _bool),
    "JSONExtractString": Form(Sql("''"), _string),
    "JSONHas": Form(Sql("CAST(0 AS UTINYINT)"), _has),
    "JSONLength": Form(Sql("CAST(0 AS UBIGINT)"), _length),
}
