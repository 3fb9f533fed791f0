"""JSON paths: JSON_VALUE, JSON_QUERY, JSON_EXISTS; and the length of JSON arrays."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.errors import Code, Error
from sparktree.functions.core.byte_encodings import Kernel
from sparktree.functions.core.byte_spans import Places, Spans, first_of, offsets
from sparktree.functions.core.declare import Argument, Call, QueryContext
from sparktree.functions.core.text_arguments import Takes
from sparktree.functions.core.text_functions import bad, by_arrays, text_function
from sparktree.functions.json import by_kernel
from sparktree.functions.json.numbers import Kind
from sparktree.functions.json.tape import Tape
from sparktree.functions.json.walking import by_key, members, read, tape_of
from sparktree.functions.json.writing import SHORT, raw
from sparktree.kernel import sql
from sparktree.kernel.connection import ArrowFunction, arrow_function
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.kernel.text import escape_array, unescape
from sparktree.types import STRING, UINT8, UINT64, Nullable, Type


def _kernel_steps(call: Call) -> by_kernel.Path | None:
    """The path that is the second argument, as the kernel writes it; None if it cannot."""
    path = by_kernel.Path()
    for step in _path_steps(str(call.value(1))):
        name, places, key = step.groups()
        wanted = name or key
        if places is not None:
            if not places.isdigit():
                return None
            path = by_kernel.Path(f"{path.text}[{places}]")
        elif not wanted or "\\" in wanted:
            return None
        else:
            path = by_kernel.Path(f'{path.text}."{wanted}"')
    return path


def _kernel_path(name: str, over_arrays: ArrowFunction) -> Kernel:
    """By the kernel for a path of keys and places; that is the second argument, if there is one."""

    def lower(call: Call, text: Sql, *given: Sql) -> Sql | None:
        path = _kernel_steps(call) if given else by_kernel.Path()
        if path is None:
            return None
        return by_kernel.by_cases(
            text, path, by_kernel.FORMS[name], lambda v: over_arrays(v, *given)
        )

    return lower


@arrow_function("st_JSONArrayLength_1", ("VARCHAR",), "UBIGINT", handles_null=True)
def _array_length(texts: pa.ChunkedArray) -> pa.Array:
    found = read(texts)
    counts = found.members(Kind.ARRAY)[0].astype(np.uint64)
    return pa.array(counts, mask=~found.is_kind(Kind.ARRAY))


text_function(
    "JSONArrayLength",
    (Takes.STRING,),
    lambda a: Nullable(UINT64),
    kernel=_kernel_path("JSONArrayLength", _array_length),
    odd=by_arrays(_array_length),
    any_case_aliases=("JSON_ARRAY_LENGTH",),
    doc="How many elements a JSON array has; NULL if it is none.",
    example=("JSONArrayLength('[1, 2]')", "2"),
)


_STEP = re.compile(
    r"\.([A-Za-z_][A-Za-z0-9_]*)|\[\s*(\*|\d+(?:\s+to\s+\d+)?(?:\s*,\s*\d+)*)\s*\]|\[\s*['\"]([^'\"]*)['\"]\s*\]"
)


def _path_steps(path: str) -> list[re.Match[str]]:
    if not path.startswith("$"):
        raise bad(f"Unable to parse JSONPath: {path}")
    steps, position = [], 1
    while position < len(path):
        match = _STEP.match(path, position)
        if match is None:
            raise bad(f"Unable to parse JSONPath: {path}")
        steps.append(match)
        position = match.end()
    return steps


def _numbers(text: str) -> list[int]:
    out: list[int] = []
    for part in text.split(","):
        bounds = [int(n) for n in re.findall(r"\d+", part)]
        out += range(bounds[0], bounds[-1]) if "to" in part else bounds
    return out


def _select(tape: Tape, values: Places, match: re.Match[str]) -> tuple[Places, Places]:
    """How many values a step leads to from each value, and all these."""
    name, places, key = match.groups()
    if places is None:
        wanted = pa.array([unescape(name if name is not None else key)], pa.binary())
        keys = Spans.of_bytes(wanted).take(np.zeros(len(values), np.int64))
        found = by_key(tape, values, keys)
        return (found >= 0).astype(np.int64), found[found >= 0]
    counts, inside = members(tape, np.where(tape.is_kind(values, Kind.ARRAY), values, -1))
    if places == "*":
        return counts, inside
    wanted_places = np.array(_numbers(places), np.int64)
    fits = wanted_places < counts[:, None]
    firsts = np.cumsum(counts) - counts
    chosen = (firsts[:, None] + wanted_places)[fits]
    return fits.sum(1), inside[chosen]


@dataclass(frozen=True, slots=True)
class _Matches:
    """The JSON of different texts, which of them each row has (-1: NULL), how many values lie at
    the path in each, and all these values."""

    tape: Tape
    codes: Places
    counts: Places
    values: Places

    @classmethod
    def of(cls, texts: pa.ChunkedArray, path: pa.ChunkedArray) -> _Matches:
        tape, codes = tape_of(texts)
        try:
            steps = _path_steps(path[0].as_py() or "$") if len(path) else []
        except Error as error:
            raise ValueError(raising(error.code, error.message)) from error
        counts = (tape.roots >= 0).astype(np.int64)
        values = tape.roots[tape.roots >= 0]
        for step in steps:
            more, values = _select(tape, values, step)
            ends = np.concatenate([[0], np.cumsum(more)])[np.concatenate([[0], np.cumsum(counts)])]
            counts = np.diff(ends)
        return cls(tape, codes, counts, values)

    def array(self, made: pa.Array) -> pa.Array:
        """What was made of the different texts, for each row."""
        return made.take(pa.array(self.codes, mask=self.codes < 0))


@arrow_function("st_json_value", ("VARCHAR", "VARCHAR", "INTEGER"), "VARCHAR", handles_null=True)
def _json_value(
    texts: pa.ChunkedArray, path: pa.ChunkedArray, complex_: pa.ChunkedArray
) -> pa.Array:
    found = _Matches.of(texts, path)
    rows, values = np.repeat(np.arange(len(found.counts)), found.counts), found.values
    if len(complex_) and not complex_[0].as_py():
        simple = ~found.tape.is_kind(values, Kind.ARRAY, Kind.OBJECT)
        rows, values = rows[simple], values[simple]
    first = first_of(rows, values, len(found.counts))
    shown = escape_array(raw(found.tape, first, SHORT, bare=True))
    return found.array(pc.if_else(pa.array(first >= 0), shown, pa.scalar(None, pa.string())))


@arrow_function("st_JSON_QUERY_2", ("VARCHAR", "VARCHAR"), "VARCHAR")
def _json_query(texts: pa.ChunkedArray, path: pa.ChunkedArray) -> pa.Array:
    found = _Matches.of(texts, path)
    pieces = raw(found.tape, found.values, SHORT)
    lists = pa.ListArray.from_arrays(offsets(found.counts), pieces)
    shown = pc.binary_join_element_wise(b"[", pc.binary_join(lists, b", "), b"]", b"")
    return found.array(escape_array(pc.if_else(pa.array(found.counts > 0), shown, b"")))


@arrow_function("st_JSON_EXISTS_2", ("VARCHAR", "VARCHAR"), "UTINYINT")
def _json_exists(texts: pa.ChunkedArray, path: pa.ChunkedArray) -> pa.Array:
    found = _Matches.of(texts, path)
    return found.array(pa.array((found.counts > 0).astype(np.uint8)))


def _kernel_value(call: Call, text: Sql, path: Sql) -> Sql:
    """The settings say whether there may be NULL, and whether arrays and objects count."""
    complex_ = call.context.settings.function_json_value_return_type_allow_complex
    flag = int(complex_)
    nothing = sql.NULL if _gives_null(call.context) else Sql("''")

    def slow(v: Sql) -> Sql:
        found = _json_value(v, path, flag)
        return found if nothing == sql.NULL else sql.coalesce(found, nothing)

    where = _kernel_steps(call)
    if where is None:
        return slow(text)
    form = by_kernel.value_form(nothing, bool(complex_))
    return by_kernel.by_cases(text, where, form, slow)


def _gives_null(context: QueryContext | None) -> bool:
    return context is not None and context.settings.function_json_value_return_type_allow_nullable


def _value_type(arguments: Sequence[Argument]) -> Type:
    return Nullable(STRING) if _gives_null(arguments[0].context) else STRING


text_function(
    "JSON_VALUE",
    (Takes.STRING, Takes.STRING),
    _value_type,
    more=True,
    kernel=_kernel_value,
    too_few=Code.TOO_FEW_ARGUMENTS_FOR_FUNCTION,
    odd=_kernel_value,
    constant_arguments=(1,),
    doc="The first scalar at a JSON path.",
    example=("JSON_VALUE('{\"a\": {\"b\": 1}}', '$.a.b')", "1"),
)
text_function(
    "JSON_QUERY",
    (Takes.STRING, Takes.STRING),
    STRING,
    more=True,
    kernel=_kernel_path("JSON_QUERY", _json_query),
    odd=by_arrays(_json_query),
    too_few=Code.TOO_FEW_ARGUMENTS_FOR_FUNCTION,
    constant_arguments=(1,),
    doc="All values at a JSON path, as a JSON array.",
    example=("JSON_QUERY('{\"a\": [1, 2]}', '$.a')", "[[1,2]]"),
)
text_function(
    "JSON_EXISTS",
    (Takes.STRING, Takes.STRING),
    UINT8,
    more=True,
    kernel=_kernel_path("JSON_EXISTS", _json_exists),
    odd=by_arrays(_json_exists),
    too_few=Code.TOO_FEW_ARGUMENTS_FOR_FUNCTION,
    constant_arguments=(1,),
    doc="Whether there is something at a JSON path.",
    example=("JSON_EXISTS('{\"a\": 1}', '$.a')", "1"),
)
