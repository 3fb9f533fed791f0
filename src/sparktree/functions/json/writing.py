"""JSON of a whole column written again: as JSONExtractRaw, JSON_QUERY and JSONMergePatch do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from sparktree.functions.core.byte_spans import Flags, Places, Spans, ranges
from sparktree.functions.json import numbers
from sparktree.functions.json.escapes import CAPITALS, SMALL, Quoting, written
from sparktree.functions.json.numbers import Floats, Kind
from sparktree.functions.json.tape import Tape


@dataclass(frozen=True, slots=True)
class Style:
    """How floats and control characters are written, and whether an integer that is too large is
    a string or a float."""

    floats: Callable[[Floats], pa.Array]
    quoting: Quoting
    big_floats: bool = False


RAW = Style(numbers.raw_floats, CAPITALS)
SHORT = Style(numbers.short_floats, SMALL)
POINTED = Style(numbers.pointed_floats, CAPITALS, big_floats=True)


class _Pieces:
    """Stretches of several buffers, as one."""

    def __init__(self, data: Spans) -> None:
        self._buffers = [data.data]
        self._size = len(data.data)
        self.starts, self.sizes = data.starts, data.sizes

    def put(self, where: Places, spans: Spans) -> None:
        """Other stretches in the place of some."""
        self.starts[where] = spans.starts + self._size
        self.sizes[where] = spans.sizes
        self._buffers.append(spans.data)
        self._size += len(spans.data)

    def joined(self, counts: Places) -> pa.Array:
        data = self._buffers[0] if len(self._buffers) == 1 else np.concatenate(self._buffers)
        return Spans(data, self.starts, self.sizes).joined(counts)


def raw(tape: Tape, values: Places, style: Style = RAW, *, bare: bool = False) -> pa.Array:
    """Values as JSON, in a binary array; nothing for -1. If `bare`, strings are their texts."""
    tokens = tape.places[values] if len(tape.places) else np.zeros_like(values)
    there = values >= 0
    ends = tape.ends[values] if len(tape.ends) else tokens
    counts = np.where(there, ends - tokens + 1, 0)
    pieces = ranges(tokens, counts)
    starts = tape.tokens.starts[pieces].astype(np.int64)
    out = _Pieces(Spans(tape.data, starts, tape.tokens.ends[pieces] - starts))
    _put_strings(tape, pieces, style, out)
    _put_numbers(tape, pieces, style, out)
    if bare:
        strings = tape.is_kind(values, Kind.STRING, Kind.BIG)
        where = (np.cumsum(counts) - counts)[strings]
        out.put(where, tape.texts(values[strings]))
    return out.joined(counts)


def _put_strings(tape: Tape, pieces: Places, style: Style, out: _Pieces) -> None:
    if not len(tape.escapes):
        return
    where = np.flatnonzero(tape.has_escapes[pieces])
    if len(where):
        out.put(where, written(tape.spans(pieces[where]), style.quoting))


def _put_numbers(tape: Tape, pieces: Places, style: Style, out: _Pieces) -> None:
    places = np.flatnonzero(tape.is_scalar(pieces))
    values = tape.numbered[pieces[places]]
    kinds = tape.kinds[values]
    real = kinds == Kind.DOUBLE
    if real.any():
        texts = style.floats(tape.numbers[values[real]].view(np.float64))
        out.put(places[real], Spans.of_bytes(texts))
    zero = (kinds == Kind.INT) & (tape.numbers[values] == 0)
    out.starts[places[zero]] += out.sizes[places[zero]] - 1  # without a minus
    out.sizes[places[zero]] = 1
    big = kinds == Kind.BIG
    if big.any():
        texts = tape.texts(values[big])
        if style.big_floats:
            out.put(places[big], Spans.of_bytes(style.floats(numbers.floats(texts))))
        else:
            out.put(places[big], written(texts, style.quoting))


def texts_of(tape: Tape, values: Places) -> tuple[pa.Array, Flags]:
    """Values as strings: strings themselves, all else as JSON; and which are not null."""
    there = (values >= 0) & ~tape.is_kind(values, Kind.NULL)
    return raw(tape, np.where(there, values, -1), bare=True), there
