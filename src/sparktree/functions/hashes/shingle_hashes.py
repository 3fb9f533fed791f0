"""Hashes of which similar texts have similar ones: SimHash and MinHash of n-grams and of words.

A text is cut into pieces that overlap (shingles): n successive bytes, characters or words. The hash
of a piece is its CRC32C. SimHash takes a vote of the pieces on every bit; MinHash tells the least
and the greatest hashes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.functions.core.byte_spans import Places, Words
from sparktree.functions.core.byte_texts import Texts, U
from sparktree.functions.core.columns import binary_of
from sparktree.functions.core.constant_arguments import unsigned_constant
from sparktree.functions.core.declare import Argument, Call, function, wrong_arity
from sparktree.functions.core.number_types import is_unsigned
from sparktree.functions.hashes.hash_arrays import city_combine
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.sql import Sql
from sparktree.kernel.text import escape_array
from sparktree.types import STRING, UINT64, String, Tuple, Type

_SHINGLE, _HASHES, _MOST = 3, 6, 25  # the usual size and number, and the greatest of both
_SHORTEST_WORD = 4
_BITS = 32
_NOTHING = U((1 << 64) - 1)  # the hash of no bytes
_LOWER = np.uint8(0x20)


def _crc_table() -> npt.NDArray[np.uint32]:
    table = np.arange(256, dtype=np.uint32)
    for _ in range(8):
        table = np.where(table & 1, np.uint32(0x82F63B78) ^ (table >> 1), table >> 1)
    return table.astype(np.uint32)


CRC32C = _crc_table()


@dataclass(frozen=True, slots=True)
class Shingles:
    """The pieces of all texts: of which row, where their bytes are, and their hashes."""

    rows: Places
    starts: Places
    sizes: Places
    hashes: Words


def _hashed(data: npt.NDArray[np.uint8], starts: Places, sizes: Places) -> Words:
    """CRC32C of pieces of the data, all of them a byte at a time."""
    crc = np.full(len(starts), 0xFFFFFFFF, np.uint32)
    longest = int(sizes.max(initial=0))
    shortest = int(sizes.min(initial=longest))
    for step in range(shortest):  # every piece has such a byte
        crc = CRC32C[(crc ^ data[starts + step]) & 0xFF] ^ (crc >> 8)
    active = np.arange(len(starts))
    for step in range(shortest, longest):
        active = active[sizes[active] > step]
        now = crc[active]
        crc[active] = CRC32C[(now ^ data[starts[active] + step]) & 0xFF] ^ (now >> 8)
    return np.where(sizes == 0, _NOTHING, crc.astype(np.uint64))


def _windows(counts: Places, size: int, skipped: int) -> tuple[Places, Places, Places]:
    """Runs of units: the row, the first and the last unit of each; all units where there are fewer.

    `skipped` runs at the beginning of a row are left out, where it has enough units.
    """
    firsts = np.cumsum(counts) - counts
    few = counts < size
    runs = np.where(few, 1, np.maximum(counts - size + 1 - skipped, 0))
    rows = np.repeat(np.arange(len(counts)), runs)
    place = np.arange(len(rows)) - np.repeat(np.cumsum(runs) - runs, runs)
    first = firsts[rows] + place + np.where(few[rows], 0, skipped)
    last = np.where(few[rows], firsts[rows] + counts[rows], first + size) - 1
    return rows, first, last


def _by_bytes(texts: Texts, size: int, lower: bool) -> Shingles:
    few = texts.sizes < size
    counts = np.where(few, 1, texts.sizes - size + 1)
    rows = np.repeat(np.arange(len(counts)), counts)
    place = np.arange(len(rows)) - np.repeat(np.cumsum(counts) - counts, counts)
    starts = texts.starts[rows] + place
    sizes = np.where(few, texts.sizes, size)[rows]
    return _shingles(texts, rows, starts, sizes, lower)


def _by_characters(texts: Texts, size: int, lower: bool) -> Shingles:
    """The first run of a text that has enough characters is left out, as in ClickHouse."""
    starts, counts = characters(texts)
    ends = texts.starts + texts.sizes
    empty = counts == 0
    rows, first, last = _windows(np.where(empty, 1, counts), size, 1)
    padded = np.insert(starts, (np.cumsum(counts) - counts)[empty], texts.starts[empty])
    begin = padded[first]
    following = np.append(padded, 0)[last + 1]
    final = np.append(rows[1:] != rows[:-1], True) if len(rows) else np.zeros(0, np.bool_)
    stop = np.where(final, ends[rows], following)
    return _shingles(texts, rows, begin, stop - begin, lower)


def characters(texts: Texts) -> tuple[Places, Places]:
    """Where characters begin, by what their first bytes say, and how many each text has."""
    places, ends = texts.starts.copy(), texts.starts + texts.sizes
    rows = np.arange(len(places))
    found: list[tuple[Places, Places]] = []
    active = np.flatnonzero(places < ends)
    while len(active):
        found.append((active, places[active]))
        places[active] += _LENGTHS[texts.data[places[active]]]
        active = active[places[active] < ends[active]]
    if not found:
        return np.zeros(0, np.int64), np.zeros(len(rows), np.int64)
    owners = np.concatenate([owner for owner, _ in found])
    starts = np.concatenate([start for _, start in found])
    order = np.lexsort((starts, owners))
    return starts[order], np.bincount(owners, minlength=len(rows)).astype(np.int64)


_LENGTHS = np.ones(256, np.int64)
_LENGTHS[0xC0:0xE0], _LENGTHS[0xE0:0xF0], _LENGTHS[0xF0:0xF8] = 2, 3, 4


def _by_words(texts: Texts, size: int, lower: bool) -> Shingles:
    """Words are divided by what is ASCII and no letter or digit; short ones do not count."""
    starts, ends, counts = _words(texts)
    rows, first, last = _windows(counts, size, 0)
    some = counts[rows] > 0
    rows, first, last = rows[some], first[some], last[some]
    sizes = ends - starts
    bounds = np.concatenate([[0], np.cumsum(sizes)])
    inside = np.arange(bounds[-1]) - np.repeat(bounds[:-1], sizes)
    joined = texts.data[np.repeat(starts, sizes) + inside]
    spans = bounds[last + 1] - bounds[first]
    hashes = _hashed(joined | _LOWER if lower else joined, bounds[first], spans)
    return Shingles(rows, starts[first], ends[last] - starts[first], hashes)


def _words(texts: Texts) -> tuple[Places, Places, Places]:
    """Where the words of all texts begin and end, and how many each text has."""
    total = int(texts.sizes.sum())
    rows = np.repeat(np.arange(len(texts.sizes)), texts.sizes)
    offset = np.repeat(np.cumsum(texts.sizes) - texts.sizes, texts.sizes)
    places = texts.starts[rows] + np.arange(total) - offset
    letter = _LETTERS[texts.data[places]]
    new_row = np.ones(total, np.bool_)
    new_row[1:] = rows[1:] != rows[:-1]
    begins = letter & (new_row | ~np.append(False, letter[:-1]))
    last_of_row = np.append(new_row[1:], True)[:total]
    stops = letter & (last_of_row | ~np.append(letter[1:], False)[:total])
    starts, ends = places[begins], places[stops] + 1
    long = ends - starts >= _SHORTEST_WORD
    counts = np.bincount(rows[begins][long], minlength=len(texts.sizes)).astype(np.int64)
    return starts[long], ends[long], counts


_LETTERS = np.arange(256) >= 128
for _letter in b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz":
    _LETTERS[_letter] = True


def _shingles(texts: Texts, rows: Places, starts: Places, sizes: Places, lower: bool) -> Shingles:
    data = texts.data | _LOWER if lower else texts.data
    return Shingles(rows, starts, sizes, _hashed(data, starts, sizes))


_CUTS: dict[str, Callable[[Texts, int, bool], Shingles]] = {
    "bytes": _by_bytes,
    "characters": _by_characters,
    "words": _by_words,
}
_Columns = tuple[pa.ChunkedArray, ...]


def _cut(texts: Texts, options: _Columns) -> Shingles:
    """The pieces of the texts; the options are constants: how they are cut, their size, case."""
    how, size, lower = (whole(option)[0].as_py() for option in options)
    return _CUTS[how](texts, size, lower)


# --- SimHash --------------------------------------------------------------------------------------


def _elected(pieces: Shingles, count: int) -> Words:
    """The bits that more than half of a row's pieces have set.

    The votes on several bits are counted in one number, each in so many bits that it cannot
    overflow; pieces lie row by row, so that sums up to a piece tell those of rows.
    """
    votes = np.bincount(pieces.rows, minlength=count)
    lane = 16 if votes.max(initial=0) < 1 << 16 else 32
    together = 64 // lane
    patterns = np.arange(1 << together, dtype=np.uint64)
    spread = np.zeros_like(patterns)
    for bit in range(together):
        spread |= (patterns >> U(bit) & U(1)) << U(bit * lane)
    ends = np.cumsum(votes)
    sums = np.zeros(len(pieces.rows) + 1, np.uint64)
    made = np.zeros(count, np.uint64)
    hashes = pieces.hashes.astype(np.uint32)
    for first in range(0, _BITS, together):
        few = hashes >> np.uint32(first) & np.uint32((1 << together) - 1)
        np.cumsum(spread[few], out=sums[1:])
        yes = sums[ends] - sums[ends - votes]
        for bit in range(together):
            counted = yes >> U(bit * lane) & U((1 << lane) - 1)
            made |= (U(2) * counted > votes).astype(np.uint64) << U(first + bit)
    return made


@arrow_function("st_sim_hash", ("VARCHAR", "VARCHAR", "INTEGER", "BOOLEAN"), "UBIGINT")
def _sim_hash(
    column: pa.ChunkedArray, how: pa.ChunkedArray, size: pa.ChunkedArray, lower: pa.ChunkedArray
) -> pa.Array:
    """A bit is set if most pieces of the text have it set."""
    count = len(column)
    if not count:
        return pa.array([], pa.uint64())
    pieces = _cut(Texts.of(whole(column)), (how, size, lower))
    made = _elected(pieces, count)
    nothing = pieces.rows[pieces.hashes == _NOTHING]
    made[nothing] = _NOTHING
    return pa.array(made)


# --- MinHash --------------------------------------------------------------------------------------


def _extremes(pieces: Shingles, count: int, wanted: int) -> list[tuple[Places, Places]]:
    """The least and the greatest hashes of each row, as pieces: their numbers, and their ranks.

    Of pieces with one hash the first counts. The least are ranked from the greatest down.
    """
    # Of no bytes there is only one piece in a row: the low half of its hash tells it apart.
    keys = pieces.rows.astype(np.uint64) << U(_BITS) | pieces.hashes & U((1 << _BITS) - 1)
    order = np.argsort(keys, kind="stable")
    new = np.ones(len(order), np.bool_)
    new[1:] = keys[order][1:] != keys[order][:-1]
    order = order[new]
    rows = pieces.rows[order]
    counts = np.bincount(rows, minlength=count)
    place = np.arange(len(rows)) - (np.cumsum(counts) - counts)[rows]
    kept = np.minimum(counts, wanted)[rows]
    least, greatest = place < kept, place >= counts[rows] - kept
    return [
        (order[least], (kept - 1 - place)[least]),
        (order[greatest], (place - (counts[rows] - kept))[greatest]),
    ]


_PARAMETERS = ("VARCHAR", "VARCHAR", "INTEGER", "BOOLEAN", "INTEGER")


@arrow_function("st_min_hash", _PARAMETERS, "STRUCT(f1 UBIGINT, f2 UBIGINT)")
def _min_hash(
    column: pa.ChunkedArray,
    how: pa.ChunkedArray,
    size: pa.ChunkedArray,
    lower: pa.ChunkedArray,
    hashes: pa.ChunkedArray,
) -> pa.Array:
    count, names = len(column), ["f1", "f2"]
    if not count:
        return pa.StructArray.from_arrays([pa.array([], pa.uint64())] * 2, names)
    pieces = _cut(Texts.of(whole(column)), (how, size, lower))
    sums = []
    for chosen, ranks in _extremes(pieces, count, whole(hashes)[0].as_py()):
        state = np.zeros(count, np.uint64)
        for rank in range(int(ranks.max(initial=-1)) + 1):
            now = chosen[ranks == rank]
            rows = pieces.rows[now]
            state[rows] = city_combine(state[rows], pieces.hashes[now])
        sums.append(pa.array(state))
    return pa.StructArray.from_arrays(sums, names)


@arrow_function("st_min_hash_pieces", _PARAMETERS, "STRUCT(f1 VARCHAR[], f2 VARCHAR[])")
def _min_hash_pieces(
    column: pa.ChunkedArray,
    how: pa.ChunkedArray,
    size: pa.ChunkedArray,
    lower: pa.ChunkedArray,
    hashes: pa.ChunkedArray,
) -> pa.Array:
    """The pieces themselves, in lists of one size: empty texts where there are fewer."""
    count, names = len(column), ["f1", "f2"]
    if not count:
        return pa.StructArray.from_arrays([pa.array([], pa.list_(pa.string()))] * 2, names)
    texts, wanted = Texts.of(whole(column)), whole(hashes)[0].as_py()
    pieces = _cut(texts, (how, size, lower))
    lists = []
    for chosen, ranks in _extremes(pieces, count, wanted):
        places = pieces.rows[chosen] * wanted + ranks
        starts, sizes = np.zeros((2, count * wanted), np.int64)
        starts[places], sizes[places] = pieces.starts[chosen], pieces.sizes[chosen]
        bounds = np.concatenate([[0], np.cumsum(sizes)])
        inside = np.arange(bounds[-1]) - np.repeat(bounds[:-1], sizes)
        data = texts.data[np.repeat(starts, sizes) + inside]
        offsets = pa.array(np.arange(0, count * wanted + 1, wanted, dtype=np.int32))
        lists.append(pa.ListArray.from_arrays(offsets, escape_array(binary_of(data, bounds))))
    return pa.StructArray.from_arrays(lists, names)


# --- declarations ---------------------------------------------------------------------------------


def _size(name: str, arguments: Sequence[Argument], place: int, usual: int) -> int:
    """The size of shingles or the number of hashes: a constant from 1 to 25."""
    if len(arguments) <= place:
        return usual
    given, argument = ("Second", "shingle size") if place == 1 else ("Third", "num hashes")
    what = f"{given} argument ({argument}) of function {name}"
    type_ = arguments[place].type.inner
    if not is_unsigned(type_):
        raise Error(Code.ILLEGAL_TYPE_OF_ARGUMENT, f"{what} must be unsigned integer, got {type_}")
    if not arguments[place].is_constant:
        raise Error(Code.ILLEGAL_TYPE_OF_ARGUMENT, f"{what} must be constant")
    value = unsigned_constant(arguments[place])
    if value == 0:
        raise Error(Code.ARGUMENT_OUT_OF_BOUND, f"{what} cannot be zero")
    if value > _MOST:
        raise Error(Code.ARGUMENT_OUT_OF_BOUND, f"{what} cannot be greater then {_MOST}")
    return value


def _checked(name: str, arguments: Sequence[Argument]) -> tuple[int, int]:
    if not isinstance(arguments[0].type.inner, String):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"First argument of function {name} must be String, got {arguments[0].type}",
        )
    return _size(name, arguments, 1, _SHINGLE), _size(name, arguments, 2, _HASHES)


def _tuples(call: Call, found: Sql) -> Sql:
    """The lists of pieces as the tuples of the result."""
    assert isinstance(call.result.inner, Tuple)
    sides = []
    for side, type_ in enumerate(call.result.inner.of, 1):
        assert isinstance(type_, Tuple)
        listed = sql.field(found, side)
        sides.append(sql.struct(*(Sql(f"{listed}[{i + 1}]") for i in range(len(type_.of)))))
    return sql.struct(*sides)


def _declare(name: str, how: str, kind: str, doc: str, example: tuple[str, str]) -> None:
    lower_case = "CaseInsensitive" in name

    most = 2 if kind == "SimHash" else 3

    def returns(arguments: Sequence[Argument]) -> Type:
        _, hashes = _checked(name, arguments[:most])
        if len(arguments) > most:  # the types are looked at first
            code = Code.TOO_MANY_ARGUMENTS_FOR_FUNCTION
            raise wrong_arity(name, len(arguments), 1, most, code)
        if kind == "SimHash":
            return UINT64
        if kind == "MinHash":
            return Tuple((UINT64, UINT64))
        return Tuple((Tuple((STRING,) * hashes),) * 2)

    def lower(call: Call) -> Sql:
        size, hashes = _checked(name, call.arguments)
        given = (call[0], sql.string(how), size, lower_case)
        if kind == "SimHash":
            return _sim_hash(*given)
        if kind == "MinHash":
            return _min_hash(*given, hashes)
        found = _min_hash_pieces(*given, hashes)
        return sql.bound(found, lambda value: _tuples(call, value))

    lower.__doc__ = doc
    function(
        name, args=(1, None), returns=returns, example=example, nulls="guard",
        constant_arguments=tuple(range(1, most)), too_few=Code.TOO_FEW_ARGUMENTS_FOR_FUNCTION,
    )(lower)  # fmt: skip


_DOCS = {
    "SimHash": "A hash of which few bits differ between similar texts, made of {}.",
    "MinHash": "Two hashes that similar texts often share: of the least and of the greatest"
    " hashes of {}.",
    "MinHashArg": "The pieces whose hashes are the least and the greatest: {}.",
}
_CASES = ("", ", letters of either case being equal")
# What the examples give: by bytes and by characters, each in both cases; then by words.
_RESULTS = {
    "ngramSimHash": (
        "1627567969",
        "562180645",
        "1628157797",
        "1636742693",
    ),
    "wordShingleSimHash": (
        "257749288",
        "1640840200",
    ),
    "ngramMinHash": (
        "(18333312859352735453,9054248444481805918)",
        "(2106263556442004574,13203602793651726206)",
        "(18333312859352735453,6742163577938632877)",
        "(12493625717655877135,13203602793651726206)",
    ),
    "wordShingleMinHash": (
        "(15366676454798887501,15366676454798887501)",
        "(12299650719241547686,12299650719241547686)",
    ),
    "ngramMinHashArg": (
        "(('kHo','use'),('ckH','Cli'))",
        "(('use','Cli'),('ckH','Hou'))",
        "(('kHo','use'),('ous','ckH'))",
        "(('kHo','use'),('ckH','Hou'))",
    ),
    "wordShingleMinHashArg": (
        "(('ClickHouse is a column database',''),('ClickHouse is a column database',''))",
        "(('ClickHouse is a column database',''),('ClickHouse is a column database',''))",
    ),
}


def _declare_all(kind: str) -> None:
    for base in ("ngram", "wordShingle"):
        for number, suffix in enumerate(("", "CaseInsensitive", "UTF8", "CaseInsensitiveUTF8")):
            how, what, text = "words", "runs of 3 (or as many as given) words", _WORDS
            if base == "ngram":
                how = "characters" if "UTF8" in suffix else "bytes"
                what, text = f"runs of 3 (or as many as given) {how}", "ClickHouse"
            results = _RESULTS[f"{base}{kind}"]
            given = f"'{text}', 3, 2" if kind == "MinHashArg" else f"'{text}'"
            name = f"{base}{kind}{suffix}"
            doc = _DOCS[kind].format(what + _CASES[number % 2])
            _declare(name, how, kind, doc, (f"{name}({given})", results[number % len(results)]))


_WORDS = "ClickHouse is a column database"
for _kind in _DOCS:
    _declare_all(_kind)
