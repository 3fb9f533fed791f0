"""Ways through the JSON of a whole column: by keys and places, for all rows at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.functions.core.byte_spans import Flags, Places, Spans, first_of, ranges
from sparktree.functions.json.numbers import Kind, flags
from sparktree.functions.json.tape import Tape
from sparktree.kernel.connection import whole
from sparktree.kernel.text import unescape_array

_FEW = 4  # rows for each different value, from which on these are looked at instead of the rows


@dataclass(frozen=True, slots=True)
class FoundValues:
    """The value that each row found, and which rows have no NULL among their arguments."""

    tape: Tape
    values: Places
    valid: Flags

    def array(self, make: Callable[[FoundValues], pa.Array]) -> pa.Array:
        """The results that are made of the values, NULL where an argument is."""
        if self.tape.count * _FEW > len(self.values):
            made = make(self)
        else:
            values, rows = np.unique(self.values, return_inverse=True)
            one = FoundValues(self.tape, values, np.ones(len(values), np.bool_))
            made = make(one).take(pa.array(rows))
        if self.valid.all():
            return made
        return pc.if_else(pa.array(self.valid), made, pa.scalar(None, made.type))

    def is_kind(self, *kinds: Kind) -> Flags:
        """Whether the value is there and of one of these kinds."""
        return self.tape.is_kind(self.values, *kinds)

    def members(self, kind: Kind) -> tuple[Places, Places]:
        """How many members each value of a kind has, others none; and all these members."""
        return members(self.tape, np.where(self.is_kind(kind), self.values, -1))


def read(column: pa.ChunkedArray | pa.Array) -> FoundValues:
    """The JSON of texts; each different text is read once."""
    tape, codes = tape_of(column)
    values = np.append(tape.roots, -1)[codes]
    return FoundValues(tape, values, codes >= 0)


def tape_of(column: pa.ChunkedArray | pa.Array) -> tuple[Tape, Places]:
    """The JSON of different texts, and which of them each row has, -1 for NULL."""
    encoded = whole(column).dictionary_encode()
    return Tape(encoded.dictionary), np.asarray(encoded.indices.fill_null(-1), np.int64)


def find(column: pa.ChunkedArray, paths: pa.ChunkedArray, *, fold: bool) -> FoundValues:
    """What lies at the ends of paths; a step is `k` and a key, or `i` and a place from 1, negative
    from the end. All paths have the same number and kinds of steps."""
    tape, codes = tape_of(column)
    valid, rows, steps = codes >= 0, len(codes), whole(paths).flatten()
    columns = []
    for number in range(len(steps) // rows if rows else 0):
        step = steps.take(pa.array(np.arange(number, len(steps), len(steps) // rows)))
        if step.null_count:
            valid = valid & ~flags(step.is_null())
            step = step.fill_null(pc.first(step.drop_null()) if step.null_count < rows else "k")
        columns.append(step)
    if tape.count * _FEW > rows or not all(map(_is_constant, columns)):
        values = _walk(tape, np.append(tape.roots, -1)[codes], columns, fold=fold)
    else:  # the same steps through each text
        once = [step.take(pa.array(np.zeros(tape.count, np.int64))) for step in columns]
        values = np.append(_walk(tape, tape.roots, once, fold=fold), -1)[codes]
    return FoundValues(tape, np.where(valid, values, -1), valid)


def _is_constant(step: pa.Array) -> bool:
    return bool(pc.all(pc.equal(step, step[0])).as_py())


def _walk(tape: Tape, values: Places, steps: list[pa.Array], *, fold: bool) -> Places:
    for step in steps:
        values = _step(tape, values, step, fold=fold) if len(values) else values
    return values


def _step(tape: Tape, values: Places, step: pa.Array, *, fold: bool) -> Places:
    if step[0].as_py().startswith("k"):
        keys = Spans.of_bytes(unescape_array(step)).cut(1)
        return by_key(tape, values, keys.lower() if fold else keys, fold=fold)
    places = pc.utf8_slice_codeunits(step, 1).cast(pa.int64())
    # ClickHouse takes 32 bits of them.
    return by_place(tape, values, np.asarray(places, np.int64).astype(np.int32).astype(np.int64))


def by_place(tape: Tape, values: Places, places: Places) -> Places:
    """The members at places from 1, or from the end if negative."""
    fits = tape.is_kind(values, Kind.OBJECT, Kind.ARRAY)
    values = np.where(fits, values, 0)
    sizes = np.where(fits, tape.sizes[values], 0) if len(tape.sizes) else np.zeros_like(values)
    fits &= (places != 0) & (places <= sizes) & (places >= -sizes)
    inside = np.where(fits, np.where(places > 0, places - 1, sizes + places), 0)
    return np.where(fits, _firsts(tape, values) + inside, -1)


def _firsts(tape: Tape, values: Places) -> Places:
    return tape.firsts[values] if len(tape.firsts) else np.zeros_like(values)


def by_key(tape: Tape, values: Places, keys: Spans, *, fold: bool = False) -> Places:
    """The first members with keys, of each value another; with `fold`, these are in lower case."""
    rows = np.flatnonzero(tape.is_kind(values, Kind.OBJECT))
    objects, own = np.unique(values[rows], return_inverse=True)
    if len(objects) * _FEW > len(rows):
        return first_of(*all_by_key(tape, values, keys, fold=fold), len(values))
    found = np.full(len(values), -1, np.int64)
    found[rows] = _looked_up(tape, objects, own, keys.take(rows), fold=fold)
    return found


def _looked_up(tape: Tape, objects: Places, own: Places, keys: Spans, *, fold: bool) -> Places:
    """The first members with keys, each of one of few objects."""
    counts, inside = members(tape, objects)
    known = tape.keys(inside, lower=fold).array()
    both = pa.concat_arrays([known, keys.array()]).dictionary_encode()
    codes = np.asarray(both.indices, np.int64)
    holders = np.concatenate([np.repeat(np.arange(len(objects)), counts), own])
    codes += holders * (len(both.dictionary) + 1)
    names, firsts = np.unique(codes[: len(inside)], return_index=True)
    if not len(names):
        return np.full(len(own), -1, np.int64)
    wanted = codes[len(inside) :]
    places = np.minimum(np.searchsorted(names, wanted), len(names) - 1)
    return np.where(names[places] == wanted, inside[firsts[places]], -1)


def all_by_key(
    tape: Tape, values: Places, keys: Spans, *, fold: bool = False
) -> tuple[Places, Places]:
    """All members with keys, and of which of the values each is one."""
    counts, inside = members(tape, np.where(tape.is_kind(values, Kind.OBJECT), values, -1))
    owners = np.repeat(np.arange(len(values)), counts)
    own = tape.keys(inside, lower=fold)
    fits = np.flatnonzero(own.sizes == keys.sizes[owners])
    same = fits[own.take(fits).equal(keys.take(owners[fits]))]
    return owners[same], inside[same]


def members(tape: Tape, values: Places) -> tuple[Places, Places]:
    """How many members each value has, and all of them."""
    if not len(tape.sizes):
        return np.zeros(len(values), np.int64), np.zeros(0, np.int64)
    counts = np.where(values >= 0, tape.sizes[values], 0)
    return counts, ranges(tape.firsts[values], counts)
