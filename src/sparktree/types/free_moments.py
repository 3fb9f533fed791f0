"""Moments in the notations of other programs, written anew as the kernel reads them.

They are what ClickHouse's best effort is mostly given; `best_effort.py` knows all of it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.sql import Sql
from sparktree.types.usual_text import FREE_DAY

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_REST = ("uary", "ruary", "ch", "il", "", "e", "y", "ust", "tember", "ober", "ember", "ember")
_NAMES = "|".join(f"{m}(?:{r})?" for m, r in zip(_MONTHS, _REST, strict=True))
_NAME = f"(?P<name>(?i:{_NAMES}))"
_WEEKDAY = "(?:(?i:mon|tue|wed|thu|fri|sat|sun),? )?"
_YEAR, _MONTH, _DAY = "(?P<year>[0-9]{4})", "(?P<month>[0-9]{1,2})", "(?P<day>[0-9]{1,2})"
_CLOCK = (
    "(?: (?P<clock>[0-9]{2}:[0-9]{2}:[0-9]{2})(?:(?P<utc>Z| ?(?i:gmt|utc))"
    "|(?P<hours> ?[+-][0-9]{2}):?(?P<minutes>[0-9]{2}))?)?"
)
_WHOLE_MONTH, _WHOLE_DAY = "(?P<month>[0-9]{2})", "(?P<day>[0-9]{2})"
_WHOLE_CLOCK = "(?P<h>[0-9]{2})(?P<m>[0-9]{2})(?P<s>[0-9]{2})"
# Words that a moment may begin with; others are none of it.
_FIRST_WORDS = (*_MONTHS, "mon", "tue", "wed", "thu", "fri", "sat", "sun", "utc", "gmt", "msk",
                "msd", "am", "pm", "z")  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Shape:
    """A notation: when it is used, and whether month and day may have changed their places."""

    pattern: str
    us_style: bool | None = None  # only of it, never of it, or of both
    swaps: bool = False


_DATES = (
    *(
        _Shape(f"{day}{sign}{month}{sign}{_YEAR}", us_style, swaps=True)
        for sign in ("/", r"\.", "-")
        for us_style, day, month in ((False, _DAY, _MONTH), (True, _MONTH, _DAY))
    ),
    *(_Shape(f"{_YEAR}{sign}{_MONTH}{sign}{_DAY}") for sign in ("-", "/")),
    _Shape(f"{_WEEKDAY}{_DAY} {_NAME} {_YEAR}"),
    _Shape(f"{_WEEKDAY}{_NAME} {_DAY},? {_YEAR}"),
    _Shape(f"{_DAY}-{_NAME}-{_YEAR}", us_style=False),
    _Shape(f"{_YEAR}{_WHOLE_MONTH}{_WHOLE_DAY}"),
)
_WHOLE = _Shape(f"{_YEAR}{_WHOLE_MONTH}{_WHOLE_DAY}{_WHOLE_CLOCK}")


def as_free(text: Sql, *, us_style: bool) -> Sql:
    """Kernel SQL for a moment as YYYY-MM-DD hh:mm:ss and its zone; any other text as it is."""
    other = _moments(text, sql.TRUE if us_style else sql.FALSE)
    known = sql.call("regexp_matches", text, sql.string(f"^(?:{FREE_DAY}[ T]|[0-9]{{9}})"))
    return sql.case((sql.any_of([known, is_no_moment(text)]), text), otherwise=other)


@arrow_function("st_moment", ("VARCHAR", "BOOLEAN"), "VARCHAR")
def _moments(texts: pa.ChunkedArray, us_style: pa.ChunkedArray) -> pa.Array:
    found = whole(texts)
    if len(found) == 0:
        return found
    flag = bool(us_style[0].as_py())
    left = np.flatnonzero(np.asarray(found.is_valid()))
    rows, made = [np.zeros(0, np.int64)], [pa.array([], pa.string())]
    for shape in (*_DATES, _WHOLE):
        if len(left) and shape.us_style in (None, flag):
            clock = "" if shape is _WHOLE else _CLOCK
            parts = pc.extract_regex(found.take(pa.array(left)), f"^{shape.pattern}{clock}$")
            has_year = pc.fill_null(pc.not_equal(parts.field("year"), "0000"), False)
            is_one = np.asarray(pc.and_(parts.is_valid(), has_year))
            rows.append(left[is_one])
            made.append(_written(parts.filter(pa.array(is_one)), shape))
            left = left[~is_one]
    mask = np.zeros(len(found), np.bool_)
    changed = np.concatenate(rows)
    mask[changed] = True
    in_order = pa.concat_arrays(made).take(pa.array(np.argsort(changed)))
    return pc.replace_with_mask(found, pa.array(mask), in_order)


def _written(parts: pa.StructArray, shape: _Shape) -> pa.Array:
    fields = {field.name: parts.field(field.name) for field in parts.type}
    day = pc.utf8_lpad(fields["day"], 2, "0")
    if "name" in fields:
        first = pc.utf8_lower(pc.utf8_slice_codeunits(fields["name"], 0, 3))
        number = pc.add(pc.index_in(first, pa.array(_MONTHS)), 1)
        month = pc.utf8_lpad(number.cast(pa.string()), 2, "0")
    else:
        month = pc.utf8_lpad(fields["month"], 2, "0")
    if shape.swaps:  # what cannot be a month is the day
        late = pc.greater(month, "12")
        month, day = pc.if_else(late, day, month), pc.if_else(late, month, day)
    date = pc.binary_join_element_wise(fields["year"], month, day, "-")
    return pc.binary_join_element_wise(date, *_clock(fields), "")


def _clock(fields: dict[str, pa.Array]) -> list[pa.Array]:
    if "h" in fields:
        clock = pc.binary_join_element_wise(*(fields[name] for name in "hms"), ":")
        return [pc.binary_join_element_wise("", clock, " ")]
    clock = fields["clock"]
    shown = pc.if_else(pc.equal(clock, ""), "00:00:00", clock)
    utc = pc.if_else(pc.equal(fields["utc"], ""), "", "Z")
    apart = pc.if_else(pc.equal(fields["hours"], ""), "", ":")
    offset = pc.binary_join_element_wise(
        pc.utf8_ltrim(fields["hours"], " "), apart, fields["minutes"], ""
    )
    return [pc.binary_join_element_wise("", shown, " "), utc, offset]


def is_no_moment(text: Sql) -> Sql:
    """Whether a text begins with a word that no moment begins with."""
    known = sql.string(f"^(?i:{'|'.join(_FIRST_WORDS)})")
    return sql.all_of(
        [
            sql.call("regexp_matches", text, sql.string("^[A-Za-z]")),
            sql.op("NOT", sql.call("regexp_matches", text, known)),
        ]
    )
