"""Which type of a Variant a piece of JSON is a value of."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.sql import Sql
from sparktree.types import texts
from sparktree.types.base import Type
from sparktree.types.composite import Array, Map, Nested, Nullable, Tuple, Variant, Wrapper
from sparktree.types.escapes import json_strings
from sparktree.types.numeric import Bool, Float, Integer
from sparktree.types.parse import parse_type
from sparktree.types.reading import Context
from sparktree.types.text_pieces import BLANKS, Flags, Places
from sparktree.types.variant_text import NONE, NULL, Pieces, decided, fits_all


@dataclass(frozen=True, slots=True)
class _Values:
    """Pieces of JSON without blanks around them."""

    pieces: pa.Array
    context: Context

    def take(self, rows: Places) -> _Values:
        """Some of the pieces."""
        return _Values(self.pieces.take(pa.array(rows)), self.context)

    def begin(self, signs: str) -> Flags:
        """Which pieces begin with one of some characters."""
        return np.asarray(pc.match_substring_regex(self.pieces, f"^[{signs}]"))

    def among(self, *words: str) -> Flags:
        """Which pieces are one of some words."""
        return np.asarray(pc.is_in(self.pieces, pa.array(words)))

    def members(self, type_: Variant) -> Places:
        """The places of the types that pieces are values of, NULL or NONE."""
        places = np.where(self.among("null"), NULL, NONE).astype(np.int64)
        return decided(type_, places, lambda kind, rows: self.take(rows).fit(kind))

    def fit(self, type_: Type) -> Flags:
        """Which pieces are values of a type."""
        if len(self.pieces) == 0:
            return np.zeros(0, np.bool_)
        if isinstance(type_, Nullable):
            return self.among("null") | self.fit(type_.of)
        if isinstance(type_, Wrapper):
            return self.fit(type_.of)
        if isinstance(type_, Variant):
            return np.asarray(self.members(type_) != NONE)
        if isinstance(type_, texts.String):
            return np.ones(len(self.pieces), np.bool_)
        if isinstance(type_, Bool):
            return self.among("true", "false")
        if isinstance(type_, Array | Nested | Tuple | Map):
            return self._containers_fit(type_)
        fits = self.among("true", "false") & isinstance(type_, Integer | Float)
        string = self.begin('"')
        rows = np.flatnonzero(string | (self.begin("0-9-") & ~self.among("-Infinity")))
        shown = self.pieces.take(pa.array(rows))
        if string.any():
            shown = pc.if_else(pa.array(string[rows]), json_strings(shown), shown)
        fits[rows] = fits_all(type_, shown, self.context, False)
        return fits

    def _containers_fit(self, type_: Type) -> Flags:
        named = isinstance(type_, Map) or (isinstance(type_, Tuple) and type_.names is not None)
        pieces = Pieces.of(self.pieces, "{}" if named else "[]", '"')
        inside = _Values(pieces.texts, self.context)
        if isinstance(type_, Map):
            return inside.map_fits(type_, pieces)
        if isinstance(type_, Tuple) and type_.names is not None:
            return inside.named_fit(dict(zip(type_.names, type_.of, strict=True)), pieces)

        def fitting(kind: Type, places: Places) -> Flags:
            return inside.take(places).fit(kind)

        if isinstance(type_, Tuple):
            return pieces.fields_fit(type_.of, fitting)
        form = type_.form if isinstance(type_, Nested) else type_
        assert isinstance(form, Array)
        return pieces.elements_fit(form.of, fitting)

    def map_fits(self, type_: Map, pieces: Pieces) -> Flags:
        """Which objects are maps; these are their keys and values by turns."""
        fits = np.ones(len(self.pieces), np.bool_)
        keys = json_strings(self.pieces.take(pa.array(np.arange(0, len(fits), 2))))
        fits[::2] = fits_all(type_.key, keys, self.context, False)
        fits[1::2] = self.take(np.arange(1, len(fits), 2)).fit(type_.value)
        return pieces.fine & pieces.all_of(fits)

    def named_fit(self, kinds: dict[str, Type], pieces: Pieces) -> Flags:
        """Which objects have values of the kinds that their keys are names of."""
        fits = np.ones(len(self.pieces), np.bool_)
        keys = json_strings(self.pieces.take(pa.array(np.arange(0, len(fits), 2))))
        for name, kind in kinds.items():
            places = 2 * np.flatnonzero(np.asarray(pc.equal(keys, name))) + 1
            fits[places] = self.take(places).fit(kind)
        return pieces.fine & pieces.all_of(fits)


def json_member_sql(type_: Variant, json: Sql, zone: str) -> Sql:
    """Kernel SQL for the place of the type that a piece of JSON is a value of."""
    text = sql.cast(json, "VARCHAR")
    return _json_members(text, sql.string(str(type_)), sql.string(zone))


@arrow_function("st_variant_json", ("VARCHAR", "VARCHAR", "VARCHAR"), "INTEGER")
def _json_members(
    pieces: pa.ChunkedArray, types: pa.ChunkedArray, zones: pa.ChunkedArray
) -> pa.Array:
    """The places of pieces of JSON; the other arguments are constants."""
    if len(pieces) == 0:
        return pa.array([], pa.int32())
    type_ = parse_type(types[0].as_py())
    assert isinstance(type_, Variant)
    array = whole(pieces)
    trimmed = pc.ascii_trim(array.fill_null("null"), BLANKS)
    places = _Values(trimmed, Context(zones[0].as_py(), checked=True, field=True)).members(type_)
    return pa.array(places.astype(np.int32), mask=np.asarray(array.is_null()))
