"""How many cells of a terminal texts take, whole columns at a time."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.functions.core.convert import convert
from sparktree.functions.core.declare import Call, function
from sparktree.functions.strings.text_width import TAB_STOP, cells
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.sql import Sql
from sparktree.types import STRING, UINT64, remove_nullable

_COLOURS = "\x1b\\[[0-9;]*[A-Za-z]"
_FIRST_MARK = 0x10FF80  # behind it a character stands for bytes that are none


@arrow_function("st_visible_width", ("VARCHAR",), "UBIGINT")
def visible_width(texts: pa.ChunkedArray) -> pa.Array:
    plain = pc.replace_substring_regex(whole(texts), _COLOURS, "")
    pieces = pc.split_pattern(plain, "\t")
    offsets = np.asarray(pieces.offsets)
    widths = _widths(pieces.values)
    last = np.zeros(len(widths), bool)
    last[offsets[1:][np.diff(offsets) > 0] - 1] = True
    widths = np.where(last, widths, (widths // TAB_STOP + 1) * TAB_STOP)
    ends = np.concatenate(([0], np.cumsum(widths)))
    found = pa.array((ends[offsets[1:]] - ends[offsets[:-1]]).astype(np.uint64))
    return pc.if_else(plain.is_valid(), found, pa.scalar(None, pa.uint64()))


def _widths(texts: pa.Array) -> npt.NDArray[np.int64]:
    """The cells of texts without tabs."""
    joined = pc.binary_join(pa.ListArray.from_arrays(pa.array([0, len(texts)]), texts), "")
    text = joined[0].as_py() or ""
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    known, places = np.unique(points, return_inverse=True)
    each = np.array([cells(chr(point)) for point in known], np.int64)[places]
    marks = points >= _FIRST_MARK
    each[marks] = 0
    each[:-1][marks[1:]] = 0
    ends = np.concatenate(([0], np.cumsum(each)))
    sizes = np.asarray(pc.utf8_length(texts), np.int64)
    stops = np.cumsum(sizes)
    widths: npt.NDArray[np.int64] = ends[stops] - ends[stops - sizes]
    return widths


@function(
    "visibleWidth",
    returns=UINT64,
    nulls="own",
    example=("visibleWidth([1, 2])", "5"),
)
def visible_width_of(call: Call) -> Sql:
    """How many cells of a terminal the text of a value takes; NULL takes four."""
    text = convert(call[0], remove_nullable(call.type(0)), STRING, call.context.zone)
    return sql.coalesce(visible_width(text), sql.cast(4, "UBIGINT"))
