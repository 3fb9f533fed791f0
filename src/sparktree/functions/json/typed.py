"""JSON values of a whole column as numbers, and as ClickHouse's texts of a type."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.functions.core.byte_spans import Flags, Places, Spans, Words, first_of, offsets
from sparktree.functions.json import numbers, scalars
from sparktree.functions.json.escapes import CLICKHOUSE, written
from sparktree.functions.json.leaves import is_leaf
from sparktree.functions.json.numbers import Floats, Kind, Kinds, flags
from sparktree.functions.json.tape import Tape
from sparktree.functions.json.walking import all_by_key, by_place, members
from sparktree.functions.json.writing import texts_of
from sparktree.types import (
    UINT8,
    Array,
    Bool,
    FixedString,
    Float,
    Integer,
    LowCardinality,
    Map,
    Nullable,
    String,
    Tuple,
    Type,
    Variant,
)

_WHOLE = r"^[+-]?[0-9]+$"
_REAL = r"^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$|^[+-]?(?i:inf|infinity|nan)$"
_LEADING = r"^\+?(-?)0*([0-9])"  # what stands before the digits that count


@dataclass(slots=True)
class _Numbers:
    """Numbers of different kinds, as their bits; the kind of what is none is NULL."""

    kinds: Kinds
    bits: Words

    @classmethod
    def of(cls, tape: Tape, values: Places, *, bools: bool) -> _Numbers:
        """The numbers that values are; also those in strings, and perhaps truth values."""
        there = values >= 0
        kinds = (
            np.where(there, tape.kinds[values], Kind.NULL) if len(tape.kinds) else _nothing(values)
        )
        bits = np.where(there, tape.numbers[values], 0) if len(tape.kinds) else _no_bits(values)
        found = cls(kinds.astype(np.uint8), bits.astype(np.uint64))
        strings = np.flatnonzero((kinds == Kind.STRING) | (kinds == Kind.BIG))
        if len(strings):
            found.kinds[strings], found.bits[strings] = _in_texts(
                tape.texts(values[strings]).array()
            )
        truths = (kinds == Kind.TRUE) | (kinds == Kind.FALSE)
        found.bits[truths] = kinds[truths] == Kind.TRUE
        found.kinds[truths] = Kind.INT if bools else Kind.NULL
        found.kinds[found.kinds > Kind.DOUBLE] = Kind.NULL
        return found

    def real(self) -> tuple[Floats, Flags]:
        """All as floats, and which are numbers."""
        out = np.where(self.kinds == Kind.DOUBLE, self.bits.view(np.float64), 0.0)
        whole, large = self.kinds == Kind.INT, self.kinds == Kind.UINT
        out[whole] = self.bits[whole].view(np.int64)
        out[large] = self.bits[large]
        return out, self.kinds != Kind.NULL

    def whole(self, type_: Integer) -> tuple[Words, Flags]:
        """All as bits of an integer type of at most 64 bits, and which fit there."""
        least, most = type_.minimum, type_.maximum
        integers = self.bits.view(np.int64)
        small = (integers >= least) & (integers <= min(most, (1 << 63) - 1))
        fits = (self.kinds == Kind.INT) & small
        fits |= (self.kinds == Kind.UINT) & (most >= 1 << 63)
        bits = self.bits.copy()
        places = np.flatnonzero(self.kinds == Kind.DOUBLE)
        if len(places):
            real = bits[places].view(np.float64)
            below = real <= most if type_.bits < 64 else real < float(most + 1)
            inside = (real >= least) & below
            cut = np.where(inside, real, 0.0)
            kind = np.int64 if type_.signed else np.uint64
            bits[places], fits[places] = cut.astype(kind).view(np.uint64), inside
            none = np.isnan(real)
            bits[places[none]], fits[places[none]] = _bits_of_nan(type_), True
        return bits, fits


def _bits_of_nan(type_: Integer) -> int:
    """What a NaN, which only a string can be, is as an integer."""
    if type_.bits == 64:
        return 1 << 63
    return ((1 << 64) - (1 << 31)) if type_.bits == 32 and type_.signed else 0


def _nothing(values: Places) -> Kinds:
    return np.full(len(values), Kind.NULL, np.uint8)


def _no_bits(values: Places) -> Words:
    return np.zeros(len(values), np.uint64)


def _in_texts(texts: pa.Array) -> tuple[Kinds, Words]:
    """The numbers that texts are."""
    kinds, bits = np.full(len(texts), Kind.NULL, np.uint8), np.zeros(len(texts), np.uint64)
    known = flags(pc.match_substring_regex(texts, _REAL))
    whole = np.flatnonzero(known & flags(pc.match_substring_regex(texts, _WHOLE)))
    if len(whole):
        plain = pc.replace_substring_regex(texts.take(pa.array(whole)), _LEADING, r"\1\2")
        kinds[whole], bits[whole] = numbers.integers(Spans.of_bytes(plain))
    # Integers that are too large, too.
    places = np.flatnonzero(known & ~np.isin(kinds, (Kind.INT, Kind.UINT)))
    if len(places):
        real = numbers.floats(Spans.of_bytes(texts.take(pa.array(places))))
        kinds[places], bits[places] = Kind.DOUBLE, real.view(np.uint64)
    return kinds, bits


def integers(
    tape: Tape, values: Places, type_: Integer, *, bools: bool = False
) -> tuple[Words, Flags]:
    """Values as bits of an integer type of at most 64 bits, and which fit."""
    return _Numbers.of(tape, values, bools=bools).whole(type_)


def wholes(tape: Tape, values: Places) -> tuple[Words, Flags]:
    """The bits of integers and truth values, and which are such."""
    fits = tape.is_kind(values, Kind.TRUE, Kind.FALSE, Kind.INT, Kind.UINT)
    bits = np.where(fits, tape.numbers[values], np.uint64(0)) if fits.any() else _no_bits(values)
    bits[tape.is_kind(values, Kind.TRUE)] = 1
    return bits, fits


def reals(tape: Tape, values: Places, *, bools: bool = False) -> tuple[Floats, Flags]:
    """Values as floats, and which are numbers."""
    return _Numbers.of(tape, values, bools=bools).real()


# --- texts --------------------------------------------------------------------------------


def as_text(tape: Tape, values: Places, type_: Type, *, inside: bool = False) -> pa.Array:
    """ClickHouse's texts of values in a type, in a binary array; NULL where they do not fit."""
    if isinstance(type_, LowCardinality):
        return as_text(tape, values, type_.of, inside=inside)
    if isinstance(type_, Nullable):
        found = as_text(tape, values, type_.of, inside=inside)
        nulls = tape.is_kind(values, Kind.NULL)
        return pc.if_else(pa.array(nulls), b"NULL", found) if inside and nulls.any() else found
    if isinstance(type_, Array):
        return _array(tape, values, type_)
    if isinstance(type_, Map):
        return _map(tape, values, type_)
    if isinstance(type_, Tuple):
        return _tuple(tape, values, type_)
    found = _scalar(tape, values, type_)
    if inside and is_leaf(type_):  # its text is read later on: only a null is none
        nulls = tape.is_kind(values, Kind.NULL)
        return pc.if_else(pa.array(nulls), b"NULL", _quoted(found.fill_null(b"")))
    return _quoted(found) if inside and isinstance(type_, String) else found


def _where(fits: Flags, texts: pa.Array) -> pa.Array:
    """The texts that fit, NULL for the others."""
    return texts if fits.all() else pc.if_else(pa.array(fits), texts, pa.scalar(None, texts.type))


def _quoted(texts: pa.Array) -> pa.Array:
    made = written(Spans.of_bytes(texts.fill_null(b"")), CLICKHOUSE).array()
    return _where(flags(texts.is_valid()), made)


def _scalar(tape: Tape, values: Places, type_: Type) -> pa.Array:
    if isinstance(type_, Integer) and type_.bits > 64:
        return _wide(tape, values, type_)
    if isinstance(type_, Integer):
        bits, fits = integers(tape, values, type_, bools=True)
        whole = bits.view(np.int64) if type_.signed else bits
        return _where(fits, pa.array(whole).cast(pa.string()).cast(pa.binary()))
    if isinstance(type_, Float):
        real, fits = reals(tape, values, bools=True)
        return _where(fits, pa.array(real).cast(pa.string()).cast(pa.binary()))
    if isinstance(type_, Bool):
        bits, fits = integers(tape, values, UINT8, bools=True)
        return _where(fits, pc.if_else(pa.array(bits > 0), b"true", b"false"))
    if isinstance(type_, String | FixedString | Variant):
        texts, there = texts_of(tape, values)
        return _where(there, texts)
    texts, there = scalars.texts(tape, values, type_)
    return _where(there, texts)


_WIDEST = pa.decimal256(76, 0)


def _wide(tape: Tape, values: Places, type_: Integer) -> pa.Array:
    """Integers of more than 64 bits; floats without their fractions."""
    found = _Numbers.of(tape, values, bools=True)
    bits, whole = found.whole(_LARGE)
    signed, fits = found.whole(_SMALL)
    texts = pc.if_else(
        pa.array(fits), pa.array(signed.view(np.int64)).cast(pa.string()),
        pa.array(bits).cast(pa.string()),
    )  # fmt: skip
    fits |= whole
    real = found.real()[0]
    fits &= ~np.isnan(real)
    large = np.flatnonzero(~fits & (np.abs(real) < 1e76) & (found.kinds == Kind.DOUBLE))
    if len(large):
        exact = pa.array(np.trunc(real[large])).cast(_WIDEST).cast(pa.string())
        texts, fits = _put(texts, fits, large, exact, type_)
    strings = np.flatnonzero(tape.is_kind(values, Kind.STRING, Kind.BIG))
    if len(strings):
        given = tape.texts(values[strings]).array()
        known = flags(pc.match_substring_regex(given, _WHOLE))
        given = given.filter(pa.array(known)).cast(pa.string())
        plain = pc.replace_substring_regex(given, _LEADING, r"\1\2")
        texts, fits = _put(texts, fits, strings[known], plain, type_)
    if not type_.signed:
        fits &= ~flags(pc.starts_with(texts, "-"))
    return _where(fits, texts.cast(pa.binary()))


def _put(
    texts: pa.Array, fits: Flags, where: Places, given: pa.Array, type_: Integer
) -> tuple[pa.Array, Flags]:
    """The texts with others in some places, which fit if they are in the range of the type."""
    fits = fits.copy()
    fits[where] = _in_range(given, type_)
    mask = np.zeros(len(texts), np.bool_)
    mask[where] = True
    return pc.replace_with_mask(texts, pa.array(mask), given), fits


def _in_range(texts: pa.Array, type_: Integer) -> Flags:
    """Whether texts of integers without zeros in front are in the range of the type."""
    minus = pc.starts_with(texts, "-")
    digits = pc.utf8_ltrim(texts, "-")
    size = pc.binary_length(digits)
    least, most = str(-type_.minimum), str(type_.maximum)

    def fits(limit: str) -> pa.Array:
        same = pc.and_(pc.equal(size, len(limit)), pc.less_equal(digits, limit))
        return pc.or_(pc.less(size, len(limit)), same)

    return flags(pc.if_else(minus, fits(least), fits(most)))


_SMALL, _LARGE = Integer(64, True), Integer(64, False)


# --- containers ---------------------------------------------------------------------------


def default_text(type_: Type) -> str:
    """The default value of a type as text inside of another."""
    if isinstance(type_, Nullable):
        return "NULL"
    if isinstance(type_, Array):
        return "[]"
    if isinstance(type_, Map):
        return "{}"
    if isinstance(type_, Tuple):
        return "(" + ",".join(map(default_text, type_.of)) + ")"
    if isinstance(type_, Integer | Float):
        return "0"
    return "false" if isinstance(type_, Bool) else "NULL"


def _filled(texts: pa.Array, type_: Type) -> pa.Array:
    return texts.fill_null(default_text(type_).encode())


def _joined(counts: Places, texts: pa.Array, brackets: bytes) -> pa.Array:
    """So many texts each, with commas between them and brackets around."""
    lists = pa.ListArray.from_arrays(offsets(counts), texts)
    inner = pc.binary_join(lists, b",")
    return pc.binary_join_element_wise(brackets[:1], inner, brackets[1:], b"")


def _array(tape: Tape, values: Places, type_: Array) -> pa.Array:
    fits = tape.is_kind(values, Kind.ARRAY)
    counts, inside = members(tape, np.where(fits, values, -1))
    found = as_text(tape, inside, type_.of, inside=True)
    owners = np.repeat(np.arange(len(values)), counts)
    known = np.bincount(owners[flags(found.is_valid())], minlength=len(values))
    fits &= (counts == 0) | (known > 0)
    return _where(fits, _joined(counts, _filled(found, type_.of), b"[]"))


def _map(tape: Tape, values: Places, type_: Map) -> pa.Array:
    fits = tape.is_kind(values, Kind.OBJECT)
    counts, inside = members(tape, np.where(fits, values, -1))
    found = _filled(as_text(tape, inside, type_.value, inside=True), type_.value)
    pairs = pc.binary_join_element_wise(_keys(tape, inside), found, b":")
    return _where(fits, _joined(counts, pairs, b"{}"))


def _keys(tape: Tape, values: Places) -> pa.Array:
    return written(tape.keys(values), CLICKHOUSE).array()


def pairs_text(tape: Tape, values: Places, type_: Type) -> pa.Array:
    """The keys and values of objects whose values fit in a type, as arrays of tuples."""
    fits = tape.is_kind(values, Kind.OBJECT)
    counts, inside = members(tape, np.where(fits, values, -1))
    found = as_text(tape, inside, type_, inside=True)
    known = flags(found.is_valid())
    owners = np.repeat(np.arange(len(values)), counts)[known]
    keys = _keys(tape, inside[known])
    pairs = pc.binary_join_element_wise(keys, found.filter(pa.array(known)), b",")
    pairs = pc.binary_join_element_wise(b"(", pairs, b")", b"")
    return _joined(np.bincount(owners, minlength=len(values)), pairs, b"[]")


def _tuple(tape: Tape, values: Places, type_: Tuple) -> pa.Array:
    fits = tape.is_kind(values, Kind.OBJECT, Kind.ARRAY)
    own = np.where(fits, values, -1)
    if not type_.of:
        return _where(fits, pa.array(np.full(len(own), b"()", object), pa.binary()))
    parts, known = [], np.zeros(len(own), np.bool_)
    for place, field in enumerate(type_.of):
        name = None if type_.names is None else type_.names[place]
        texts = _field(tape, own, place, name, field)
        known |= flags(texts.is_valid())
        parts.append(_filled(texts, field))
    inner = pc.binary_join_element_wise(*parts, b",")
    return _where(fits & known, pc.binary_join_element_wise(b"(", inner, b")", b""))


def _field(tape: Tape, values: Places, place: int, name: str | None, type_: Type) -> pa.Array:
    """A field of tuples: the member at its place, or of objects the first of its name that fits."""
    named = tape.is_kind(values, Kind.OBJECT) & (name is not None)
    found = by_place(tape, np.where(named, -1, values), np.full(len(values), place + 1))
    owners, inside = np.flatnonzero(found >= 0), found[found >= 0]
    if name is not None and named.any():
        keys = Spans.of_bytes(pa.array([name.encode()], pa.binary()))
        keys = keys.take(np.zeros(len(values), np.int64))
        others, members_ = all_by_key(tape, np.where(named, values, -1), keys)
        owners, inside = np.concatenate([owners, others]), np.concatenate([inside, members_])
    texts = as_text(tape, inside, type_, inside=True)
    valid = np.flatnonzero(flags(texts.is_valid()))
    first = first_of(owners[valid], valid, len(values))
    return texts.take(pa.array(first, mask=first < 0))
