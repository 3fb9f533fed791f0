"""simpleJSON (visitParam): fields of JSON in strings, found by their names without parsing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.functions.core.byte_encodings import LATIN, Form, Kernel
from sparktree.functions.core.byte_spans import PADDING, Flags, Places, Spans, first_of, in_one
from sparktree.functions.core.declare import Call
from sparktree.functions.core.text_arguments import Takes
from sparktree.functions.core.text_functions import by_arrays, text_function
from sparktree.functions.json import escapes
from sparktree.kernel import sql
from sparktree.kernel.connection import ArrowFunction, arrow_function, whole
from sparktree.kernel.sql import Sql
from sparktree.kernel.text import escape_array, unescape, unescape_array
from sparktree.kernel.text_buffers import Bytes
from sparktree.types import FLOAT64, INT64, STRING, UINT8, UINT64, Type

_QUOTE, _COMMA, _OPEN_ARRAY, _CLOSE_ARRAY, _OPEN_OBJECT, _CLOSE_OBJECT, _BEGIN = range(1, 8)
_SIGNS = bytearray(256)
for _sign, _kind in zip(b'",[]{}', range(1, 7), strict=True):
    _SIGNS[_sign] = _kind
_MOVES = np.array([0, 0, 0, 1, -1, 1, -1, 0])
_BACKSLASH = ord("\\")


def _rests(texts: pa.ChunkedArray, names: pa.ChunkedArray) -> tuple[Bytes, Places, Flags]:
    """What stands behind a name in each text, each behind a byte of its beginning; where these
    are; and in which texts the name is. The name is the same for all of them."""
    values = unescape_array(whole(texts))
    field = b'"' + unescape(names[0].as_py()) + b'":' if len(names) else b""
    places = np.asarray(pc.find_substring(values, field), np.int64)
    there = places >= 0
    spans = Spans.of_bytes(values)
    cut = np.where(there, places + len(field), spans.sizes)
    data, begins = in_one(Spans(spans.data, spans.starts + cut, spans.sizes - cut).array())
    return data, begins, there


@arrow_function("st_simpleJSONExtractRaw_2", ("VARCHAR", "VARCHAR"), "VARCHAR")
def _simple_raw(texts: pa.ChunkedArray, names: pa.ChunkedArray) -> pa.Array:
    """A quote ends a string unless a backslash stands before it, be that escaped itself."""
    data, begins, _ = _rests(texts, names)
    classes = np.frombuffer(bytearray(data.tobytes().translate(_SIGNS)), np.uint8)
    classes[begins] = _BEGIN
    places = np.flatnonzero(classes[: len(data) - PADDING] != 0)
    kinds = classes[places]
    heads = np.flatnonzero(kinds == _BEGIN)
    rows = np.repeat(np.arange(len(begins)), np.diff(heads, append=len(kinds)))
    quotes = kinds == _QUOTE
    escaped = quotes & (data[places - 1] == _BACKSLASH) & (places - 1 > begins[rows])
    # An escaped quote begins a string or is in one; the others behind it end it, begin one, ...
    known = np.maximum.accumulate(np.where(escaped | (kinds == _BEGIN), np.arange(len(kinds)), 0))
    passed = np.cumsum(quotes & ~escaped)
    outside = ((escaped[known] + passed - passed[known]) % 2 == 0) & ~quotes & (kinds != _BEGIN)
    found = _ends(rows[outside], kinds[outside], places[outside], len(begins))
    sizes = np.where(found >= 0, found - begins - 1, 0)
    return escape_array(Spans(data, begins + 1, sizes).array())


def _ends(rows: Places, kinds: Bytes, places: Places, count: int) -> Places:
    """Where values end: at the first comma or brace outside of all brackets; -1 if nowhere."""
    moves = _MOVES[kinds]
    depths = np.cumsum(moves) - moves
    firsts = np.searchsorted(rows, np.arange(count))
    depths -= np.append(depths, 0)[firsts][rows]
    ending = ((kinds == _COMMA) | (kinds == _CLOSE_OBJECT)) & (depths == 0)
    found = first_of(rows[ending], places[ending], count)
    wrong = _unpaired(rows, kinds, depths + np.minimum(moves, 0))
    strange = first_of(rows[wrong], places[wrong], count)
    odd = (strange >= 0) & ((found < 0) | (strange < found))
    if odd.any():
        some = odd[rows]
        found[odd] = -1
        steps = _by_steps(rows[some], kinds[some], places[some], count)
        found = np.where(odd, steps, found)
    return found


def _unpaired(rows: Places, kinds: Bytes, levels: Places) -> Places:
    """The brackets that close something other than what was opened last."""
    brackets = np.flatnonzero(kinds >= _OPEN_ARRAY)
    low, high = int(levels.min(initial=0)), int(levels.max(initial=0))
    groups = rows[brackets] * (high - low + 1) + levels[brackets] - low
    turn = np.argsort(groups, kind="stable")
    order = brackets[turn]
    same = np.diff(groups[turn], prepend=-1) == 0
    pair = np.diff(kinds[order].astype(np.int64), prepend=0) == 1
    opened = np.concatenate([[0], _MOVES[kinds[order]][:-1]]) > 0
    closing = _MOVES[kinds[order]] < 0
    ends = ~same & (kinds[order] == _CLOSE_OBJECT)  # of the value itself
    return np.sort(order[closing & ~(same & pair & opened) & ~ends])


def _by_steps(rows: Places, kinds: Bytes, places: Places, count: int) -> Places:
    """As `_ends`, sign by sign: a bracket that closes nothing does not count."""
    found = np.full(count, -1, np.int64)
    live, firsts = np.unique(rows, return_index=True)
    sizes = np.diff(firsts, append=len(rows))
    open_ = np.zeros((len(live), int(sizes.max()) + 1), np.uint8)
    depths = np.zeros(len(live), np.int64)
    own = np.arange(len(live))
    for step in range(int(sizes.max())):
        own = own[(sizes[own] > step) & (found[live[own]] < 0)]
        sign = kinds[firsts[own] + step]
        last = open_[own, depths[own]]
        closes = (last > 0) & (sign == last + 1)
        opens = (sign == _OPEN_ARRAY) | (sign == _OPEN_OBJECT)
        ends = (last == 0) & ((sign == _COMMA) | (sign == _CLOSE_OBJECT))
        found[live[own[ends]]] = places[firsts[own[ends]] + step]
        depths[own] += opens.astype(np.int64) - closes
        open_[own[opens], depths[own[opens]]] = sign[opens]
    return found


@arrow_function("st_simpleJSONExtractString_2", ("VARCHAR", "VARCHAR"), "VARCHAR")
def _simple_string(texts: pa.ChunkedArray, names: pa.ChunkedArray) -> pa.Array:
    data, begins, there = _rests(texts, names)
    size = len(data) - PADDING
    slashes = np.flatnonzero(data[:size] == _BACKSLASH)
    slashes = slashes[escapes.beginnings(slashes)]
    quotes = data[:size] == ord('"')
    quotes[np.minimum(slashes + 1, size - 1)] &= slashes + 1 >= size
    places = np.flatnonzero(quotes)
    rows = np.searchsorted(begins, places, side="right") - 1
    opening = there & (data[begins + 1] == ord('"')) & (np.diff(begins, append=size) > 1)
    closing = places > begins[rows] + 1
    ends = first_of(rows[closing], places[closing], len(begins))
    sizes = np.where(opening & (ends >= 0), ends - begins - 2, 0)
    owners = np.searchsorted(begins, slashes, side="right") - 1
    inside = (slashes > begins[owners] + 1) & (slashes < begins[owners] + 2 + sizes[owners])
    spans = Spans(data, begins + 2, sizes)
    return escape_array(escapes.resolved(spans, slashes[inside], owners[inside]).array())


def _kernel_simple(read: Callable[[Sql], Sql], nothing: Sql) -> Kernel:
    """`read` gives the value of what stands behind the name."""

    def lower(call: Call, text: Sql, name: Sql) -> Sql:
        field = f'"{call.value(1) or ""}":'
        place = sql.call("instr", text, sql.string(field))
        value = read(sql.call("substring", text, Sql(f"{place} + {len(field)}")))
        return sql.case((sql.op("=", place, 0), nothing), otherwise=value)

    return lower


def _kernel_text(over_arrays: ArrowFunction, form: str, hopeless: str | None = None) -> Kernel:
    """What the first group of a form finds; texts of another form are read by a function of their
    own, unless it is `hopeless` to look there."""

    def lower(call: Call, text: Sql, name: Sql) -> Sql | None:
        def read(rest: Sql) -> Sql:
            known = sql.call("regexp_matches", rest, sql.string(form))
            found = sql.call("regexp_extract", rest, sql.string(form), 1)
            vain = [] if hopeless is None else [(Sql(hopeless.format(rest)), sql.string(""))]
            slow = over_arrays(text, name)
            return sql.case((known, found), *vain, otherwise=slow)

        return _kernel_simple(lambda rest: sql.let(rest, read), sql.string(""))(call, text, name)

    return lower


_STRING_FORM = r'^"([^"\\]*)"'
_PIECE = r'"[^"\\]*"|[^"\[\]{},\\]'  # of a value: strings without escapes, what is no sign


def _balanced(depth: int) -> str:
    """Arrays and objects, so many inside of one another at most."""
    inner = f"|{_balanced(depth - 1)}" if depth > 1 else ""
    return rf"\[(?:{_PIECE}|,{inner})*\]|\{{(?:{_PIECE}|,{inner})*\}}"


_RAW_FORM = rf"^((?:{_PIECE}|{_balanced(3)})*)[}},]"


def _kernel_number(kernel: str, *patterns: str) -> Kernel:
    """The number of the first pattern that finds one."""

    def read(rest: Sql) -> Sql:
        forms = [sql.string(rf'^"?({pattern})') for pattern in patterns]
        found = [sql.call("regexp_extract", rest, form, 1) for form in forms]
        return sql.coalesce(*(sql.try_cast(f, kernel) for f in found), Sql(f"CAST(0 AS {kernel})"))

    return _kernel_simple(read, sql.cast(0, kernel))


_WHOLE = "[-+]?[0-9]+"
_REAL = r"[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?"
_NO_DIGITS = "[-+]?(?i:inf(?:inity)?|nan)"
_FALSE, _TRUE = sql.cast(0, "UTINYINT"), sql.cast(1, "UTINYINT")


@dataclass(frozen=True, slots=True)
class _Simple:
    """A function that looks for a name, without parsing the rest."""

    kind: str
    result: Type
    doc: str
    result_text: str
    kernel: Kernel
    odd: Form | Kernel = LATIN


_SIMPLE = (
    _Simple(
        "Has",
        UINT8,
        "Whether there is a field of that name.",
        "1",
        _kernel_simple(lambda rest: _TRUE, _FALSE),
    ),
    _Simple(
        "ExtractInt",
        INT64,
        "The integer of a field.",
        "5",
        _kernel_number("BIGINT", _WHOLE),
    ),
    _Simple(
        "ExtractUInt",
        UINT64,
        "The unsigned integer of a field.",
        "5",
        _kernel_number("UBIGINT", _WHOLE),
    ),
    _Simple(
        "ExtractFloat",
        FLOAT64,
        "The number of a field.",
        "5",
        _kernel_number("DOUBLE", _REAL, _NO_DIGITS),
    ),
    _Simple(
        "ExtractBool",
        UINT8,
        "The truth value of a field.",
        "0",
        _kernel_simple(lambda rest: Sql(f"CAST(starts_with({rest}, 'true') AS UTINYINT)"), _FALSE),
    ),
    _Simple(
        "ExtractRaw",
        STRING,
        "The text of a field as it is.",
        "5",
        _kernel_text(_simple_raw, _RAW_FORM),
        by_arrays(_simple_raw),
    ),
    _Simple(
        "ExtractString",
        STRING,
        "The string of a field.",
        "",
        _kernel_text(_simple_string, _STRING_FORM, "NOT starts_with({}, '\"')"),
        by_arrays(_simple_string),
    ),
)


for _simple in _SIMPLE:
    text_function(
        f"simpleJSON{_simple.kind}",
        (Takes.STRING if _simple.result == STRING else Takes.STRING_COLUMN_OR_ENUM, Takes.STRING),
        _simple.result,
        kernel=_simple.kernel,
        odd=_simple.odd,
        aliases=(f"visitParam{_simple.kind}",),
        constant_arguments=(1,),
        doc=_simple.doc,
        example=(f"simpleJSON{_simple.kind}('{{\"a\":5}}', 'a')", _simple.result_text),
    )
