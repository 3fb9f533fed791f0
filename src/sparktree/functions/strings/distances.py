"""How much strings differ: edit distances, similarities, n-grams; and other small facts of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from sparktree.functions.core.byte_encodings import LATIN, WHOLE, Kernel
from sparktree.functions.core.byte_texts import Texts
from sparktree.functions.core.columns import bounds_of
from sparktree.functions.core.declare import Call
from sparktree.functions.core.text_arguments import Takes
from sparktree.functions.core.text_functions import ASCII, bad, by_arrays, text_function
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.sql import Sql
from sparktree.kernel.text import unescape_array
from sparktree.kernel.text_buffers import characters
from sparktree.types import FLOAT64, STRING, UINT16, UINT64


@arrow_function("st_jaro", ("VARCHAR", "VARCHAR", "BOOLEAN"), "DOUBLE")
def _jaro(left: pa.ChunkedArray, right: pa.ChunkedArray, winkler: pa.ChunkedArray) -> pa.Array:
    """For all rows at once, byte by byte of the first texts: the next free equal one near by."""
    a, b = Texts.of(whole(left)), Texts.of(whole(right))
    first, second = (_padded(t, int(t.sizes.max(initial=1))) for t in (a, b))
    columns = np.arange(second.shape[1])
    reach = np.maximum(np.maximum(a.sizes, b.sizes) // 2 - 1, 0)[:, None]
    free = columns < b.sizes[:, None]
    matched = np.zeros(first.shape, np.bool_)
    rows = np.arange(len(a.sizes))
    for i in range(first.shape[1]):
        near = (columns >= i - reach) & (columns <= i + reach)
        equal = near & free & (second == first[:, i : i + 1]) & (a.sizes > i)[:, None]
        found = equal.any(axis=1)
        matched[:, i] = found
        free[rows[found], equal.argmax(axis=1)[found]] = False
    taken = ~free & (columns < b.sizes[:, None])
    turned = np.bincount(
        np.nonzero(matched)[0], first[matched] != second[taken], minlength=len(rows)
    )
    count = matched.sum(axis=1)
    sizes = np.maximum(a.sizes, 1), np.maximum(b.sizes, 1)
    parts = count / sizes[0] + count / sizes[1]
    similar = (parts + (count - turned / 2) / np.maximum(count, 1)) * (1 / 3)
    if len(rows) and winkler[0].as_py():
        similar = _winkler(similar, first, second, np.minimum(a.sizes, b.sizes))
    empty = (a.sizes == 0) | (b.sizes == 0)
    return pa.array(np.where(empty, (a.sizes + b.sizes).astype(float), similar))  # as ClickHouse


def _winkler(
    similar: npt.NDArray[np.float64],
    first: npt.NDArray[np.uint8],
    second: npt.NDArray[np.uint8],
    sizes: npt.NDArray[np.int64],
) -> npt.NDArray[np.float64]:
    """Texts that begin alike are more similar."""
    width = min(4, first.shape[1], second.shape[1])
    equal = (first[:, :width] == second[:, :width]) & (np.arange(width) < sizes[:, None])
    prefix = np.logical_and.accumulate(equal, axis=1).sum(axis=1)
    return np.where(similar > 0.7, similar + prefix * 0.1 * (1 - similar), similar)


@arrow_function("st_damerau", ("VARCHAR", "VARCHAR"), "UBIGINT")
def _damerau(left: pa.ChunkedArray, right: pa.ChunkedArray) -> pa.Array:
    """The table of distances of all rows at once, line by line; only three lines are kept."""
    a, b = Texts.of(whole(left)), Texts.of(whole(right))
    longest, widest = int(a.sizes.max(initial=0)), int(b.sizes.max(initial=0))
    columns = np.arange(widest + 1)
    line = np.broadcast_to(columns, (len(a.sizes), widest + 1)).astype(np.int64)
    before = line
    found = np.where(a.sizes == 0, b.sizes, 0)
    second = _padded(b, widest)
    first = _padded(a, longest)
    for i in range(1, longest + 1):
        letter = first[:, i - 1 : i]
        best = np.minimum(line[:, 1:] + 1, line[:, :-1] + (letter != second))
        if i > 1:
            turned = (letter == second[:, :-1]) & (first[:, i - 2 : i - 1] == second[:, 1:])
            best[:, 1:] = np.minimum(
                best[:, 1:], np.where(turned, before[:, : widest - 1] + 1, best[:, 1:])
            )
        before, line = line, _with_insertions(best, i, columns)
        done = a.sizes == i
        found[done] = line[done, b.sizes[done]]
    return pa.array(found.astype(np.uint64))


def _padded(texts: Texts, width: int) -> npt.NDArray[np.uint8]:
    """The bytes of the texts, a line each."""
    places = np.minimum(texts.starts[:, None] + np.arange(width), len(texts.data) - 1)
    return np.asarray(texts.data[places], np.uint8)


IN_BYTES, IN_CHARACTERS = True, False


@dataclass(frozen=True, slots=True)
class Letters:
    """What texts are made of, bytes or characters, as numbers: all in a row, and how many each."""

    codes: npt.NDArray[np.int64]
    sizes: npt.NDArray[np.int64]

    @classmethod
    def of(cls, column: pa.ChunkedArray, flags: pa.ChunkedArray) -> Letters:
        texts = unescape_array(whole(column).fill_null(""))
        data, bounds = bounds_of(texts)
        if flags[0].as_py():
            return cls(data.astype(np.int64), np.diff(bounds))
        return cls(*characters(data, bounds))

    @property
    def rows(self) -> npt.NDArray[np.int64]:
        return np.repeat(np.arange(len(self.sizes)), self.sizes)

    def lines(self, width: int) -> npt.NDArray[np.int64]:
        """A line for each text, filled up with -1."""
        made = np.full((len(self.sizes), width), -1, np.int64)
        made[self.rows, np.arange(len(self.codes)) - np.repeat(_firsts(self.sizes), self.sizes)] = (
            self.codes
        )
        return made


@arrow_function("st_edit", ("VARCHAR", "VARCHAR", "BOOLEAN"), "UBIGINT")
def _edit(left: pa.ChunkedArray, right: pa.ChunkedArray, flags: pa.ChunkedArray) -> pa.Array:
    """The table of distances of all rows at once, line by line."""
    if not len(left):
        return pa.array([], pa.uint64())
    return pa.array(edit_distances(Letters.of(left, flags), Letters.of(right, flags)))


def edit_distances(a: Letters, b: Letters) -> npt.NDArray[np.uint64]:
    """How many letters must be put in, taken out or changed to make one of the other."""
    longest, widest = int(a.sizes.max()), int(b.sizes.max())
    first, second, columns = a.lines(longest), b.lines(widest), np.arange(widest + 1)
    line = np.broadcast_to(columns, (len(a.sizes), widest + 1))
    found = np.where(a.sizes == 0, b.sizes, 0)
    for i in range(1, longest + 1):
        changed = line[:, :-1] + (first[:, i - 1 : i] != second)
        line = _with_insertions(np.minimum(line[:, 1:] + 1, changed), i, columns)
        done = a.sizes == i
        found[done] = line[done, b.sizes[done]]
    return found.astype(np.uint64)


def _with_insertions(
    best: npt.NDArray[np.int64], first: int, columns: npt.NDArray[np.int64]
) -> npt.NDArray[np.int64]:
    """An insertion adds 1 to what stands left of it: a running minimum of distance - column."""
    whole_line = np.concatenate([np.full((len(best), 1), first), best], axis=1)
    return np.minimum.accumulate(whole_line - columns, axis=1) + columns


@arrow_function("st_hamming", ("VARCHAR", "VARCHAR", "BOOLEAN"), "UBIGINT")
def _hamming(left: pa.ChunkedArray, right: pa.ChunkedArray, flags: pa.ChunkedArray) -> pa.Array:
    if not len(left):
        return pa.array([], pa.uint64())
    a, b = Letters.of(left, flags), Letters.of(right, flags)
    width = int(max(a.sizes.max(), b.sizes.max()))
    return pa.array((a.lines(width) != b.lines(width)).sum(axis=1).astype(np.uint64))


@arrow_function("st_jaccard", ("VARCHAR", "VARCHAR", "BOOLEAN"), "DOUBLE")
def _jaccard(left: pa.ChunkedArray, right: pa.ChunkedArray, flags: pa.ChunkedArray) -> pa.Array:
    if not len(left):
        return pa.array([], pa.float64())
    first, second = (
        np.unique(letters.rows << 32 | letters.codes)
        for letters in (Letters.of(column, flags) for column in (left, right))
    )
    both, either = np.intersect1d(first, second, assume_unique=True), np.union1d(first, second)
    counts = [np.bincount(found >> 32, minlength=len(left)) for found in (both, either)]
    return pa.array(counts[0] / np.maximum(counts[1], 1))


def _levenshtein(call: Call, a: Sql, b: Sql) -> Sql:
    return sql.cast(sql.call("levenshtein", a, b), "UBIGINT")


def _kernel_hamming(call: Call, a: Sql, b: Sql) -> Sql:
    """The kernel compares texts of the same length that are not empty."""
    shared = Sql(f"least(length({a}), length({b}))")
    parts = (sql.call("left", v, shared) for v in (a, b))
    differ = sql.case((sql.op("=", shared, 0), 0), otherwise=sql.call("hamming", *parts))
    return sql.cast(Sql(f"({differ} + abs(length({a}) - length({b})))"), "UBIGINT")


def _kernel_jaccard(call: Call, a: Sql, b: Sql) -> Sql:
    """The kernel refuses empty texts."""
    empty = Sql(f"({a} = '' OR {b} = '')")
    return sql.case((empty, Sql("CAST(0 AS DOUBLE)")), otherwise=sql.call("jaccard", a, b))


_TWO = "('kitten', 'sitting')"
text_function(
    "editDistance",
    (Takes.STRING, Takes.STRING),
    UINT64,
    kernel=_levenshtein,
    odd=by_arrays(_edit, IN_BYTES),
    plain=ASCII,
    aliases=("levenshteinDistance",),
    doc="How many bytes must be changed, added or removed to make one text the other.",
    example=(f"editDistance{_TWO}", "3"),
)
text_function(
    "editDistanceUTF8",
    (Takes.STRING, Takes.STRING),
    UINT64,
    kernel=_levenshtein,
    odd=by_arrays(_edit, IN_CHARACTERS),
    plain=ASCII,
    aliases=("levenshteinDistanceUTF8",),
    doc="As editDistance, in characters.",
    example=(f"editDistanceUTF8{_TWO}", "3"),
)
text_function(
    "damerauLevenshteinDistance",
    (Takes.STRING, Takes.STRING),
    UINT64,
    whole=lambda call: _damerau(call[0], call[1]),
    doc="As editDistance, with neighbours exchanged as one step.",
    example=("damerauLevenshteinDistance('ab', 'ba')", "1"),
)
text_function(
    "jaroSimilarity",
    (Takes.STRING, Takes.STRING),
    FLOAT64,
    whole=lambda call: _jaro(call[0], call[1], False),
    doc="The Jaro similarity, 0 to 1.",
    example=("jaroSimilarity('hello', 'hallo')", "0.8666666666666667"),
)
text_function(
    "jaroWinklerSimilarity",
    (Takes.STRING, Takes.STRING),
    FLOAT64,
    whole=lambda call: _jaro(call[0], call[1], True),
    doc="The Jaro-Winkler similarity, 0 to 1.",
    example=("jaroWinklerSimilarity('hello', 'hallo')", "0.88"),
)
text_function(
    "byteHammingDistance",
    (Takes.STRING, Takes.STRING),
    UINT64,
    odd=by_arrays(_hamming, IN_BYTES),
    kernel=_kernel_hamming,
    plain=ASCII,
    aliases=("mismatches",),
    doc="How many bytes differ.",
    example=("byteHammingDistance('karolin', 'kathrin')", "3"),
)
text_function(
    "stringJaccardIndex",
    (Takes.STRING, Takes.STRING),
    FLOAT64,
    odd=by_arrays(_jaccard, IN_BYTES),
    kernel=_kernel_jaccard,
    plain=ASCII,
    doc="The Jaccard index of their sets of bytes.",
    example=("stringJaccardIndex('clickhouse', 'mouse')", "0.4"),
)
text_function(
    "stringJaccardIndexUTF8",
    (Takes.STRING, Takes.STRING),
    FLOAT64,
    odd=by_arrays(_jaccard, IN_CHARACTERS),
    kernel=_kernel_jaccard,
    plain=ASCII,
    doc="The Jaccard index of their sets of characters.",
    example=("stringJaccardIndexUTF8('clickhouse', 'mouse')", "0.4"),
)


# --- other facts --------------------------------------------------------------------------

_DIGITS = "01230120022455012623010202"
_CODES = dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", _DIGITS, strict=True))


def _kernel_soundex(text: Sql) -> Sql:
    """The letters as their codes: runs of a code count once, vowels (0) not at all."""
    letters = sql.call(
        "upper",
        sql.call("regexp_replace", text, sql.string("[^A-Za-z]"), sql.string(""), sql.string("g")),
    )

    def code(v: Sql) -> Sql:
        codes = sql.call("translate", v, sql.string("".join(_CODES)), sql.string(_DIGITS))
        for digit in "123456":
            codes = sql.call(
                "regexp_replace", codes, Sql(f"'{digit}+'"), Sql(f"'{digit}'"), sql.string("g")
            )
        rest = sql.call("replace", sql.call("substring", codes, 2), sql.string("0"), sql.string(""))
        return sql.call("rpad", sql.op("||", sql.call("left", v, 1), rest), 4, sql.string("0"))

    return sql.let(
        letters,
        lambda v: sql.case((sql.op("=", v, sql.string("")), sql.string("0000")), otherwise=code(v)),
    )


def _byte_counts(texts: Texts) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """For every byte that a text has: the row of the text, and how often it has it."""
    rows = np.repeat(np.arange(len(texts.sizes)), texts.sizes)
    places = np.arange(len(rows)) + np.repeat(texts.starts - _firsts(texts.sizes), texts.sizes)
    keys, counts = np.unique(rows * 256 + texts.data[places], return_counts=True)
    return keys // 256, counts


def _firsts(sizes: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    return np.cumsum(sizes) - sizes


@arrow_function("st_bytes_uniq", ("VARCHAR",), "USMALLINT")
def _bytes_uniq(column: pa.ChunkedArray) -> pa.Array:
    texts = Texts.of(whole(column))
    rows, _ = _byte_counts(texts)
    return pa.array(np.bincount(rows, minlength=len(texts.sizes)).astype(np.uint16))


@arrow_function("st_bytes_entropy", ("VARCHAR",), "DOUBLE")
def _bytes_entropy(column: pa.ChunkedArray) -> pa.Array:
    texts = Texts.of(whole(column))
    rows, counts = _byte_counts(texts)
    share = counts / texts.sizes[rows]
    sums = np.bincount(rows, -share * np.log2(share), minlength=len(texts.sizes))
    return pa.array(sums + 0.0)


def _appended(*, in_bytes: bool) -> Kernel:
    def append(call: Call, text: Sql, end: Sql) -> Sql:
        wanted = str(call.value(1) or "")
        if (len(wanted) if in_bytes else len(wanted.encode())) != 1:
            raise bad(
                "Second argument of function appendTrailingCharIfAbsent must be a one-character"
                " string"
            )
        there = Sql(f"({text} = '' OR ends_with({text}, {end}))")
        return sql.case((there, text), otherwise=sql.op("||", text, end))

    return append


def _kernel_overlay(
    call: Call, text: Sql, part: Sql, offset: Sql, length: Sql | None = None
) -> Sql:
    size = sql.call("length", text)
    given = sql.call("length", part)
    if length is not None:
        given = sql.case((sql.op("<", length, 0), given), otherwise=Sql(f"least({length}, {size})"))
    start = sql.case(
        (sql.op(">", offset, 0), Sql(f"least({offset} - 1, {size})")),
        otherwise=Sql(f"greatest({size} + greatest({offset}, -{size}), 0)"),
    )
    behind = sql.call("substring", text, Sql(f"{start} + {given} + 1"))
    return sql.op("||", sql.call("left", text, start), part, behind)


text_function(
    "soundex",
    (Takes.STRING_COLUMN,),
    STRING,
    whole=lambda call: _kernel_soundex(call[0]),
    any_case=True,
    doc="The Soundex code of a word.",
    example=("soundex('Robert')", "R163"),
)
text_function(
    "firstLine",
    (Takes.STRING_COLUMN,),
    STRING,
    odd=LATIN,
    kernel=lambda call, s: sql.call(
        "regexp_replace",
        sql.call("split_part", s, Sql("chr(10)"), 1),
        sql.string("\\r$"),
        sql.string(""),
    ),
    doc="The first line.",
    example=("firstLine('a\\nb')", "a"),
)
text_function(
    "stringBytesUniq",
    (Takes.STRING,),
    UINT16,
    whole=lambda call: _bytes_uniq(call[0]),
    doc="How many different bytes a text has.",
    example=("stringBytesUniq('aab')", "2"),
)
text_function(
    "stringBytesEntropy",
    (Takes.STRING,),
    FLOAT64,
    whole=lambda call: _bytes_entropy(call[0]),
    doc="The entropy of a text's bytes.",
    example=("stringBytesEntropy('ab')", "1"),
)
text_function(
    "appendTrailingCharIfAbsent",
    (Takes.STRING, Takes.STRING),
    STRING,
    odd=LATIN.kernel(_appended(in_bytes=True)),
    kernel=_appended(in_bytes=False),
    constant_arguments=(1,),
    doc="The text with a character at its end, if it is not there.",
    example=("appendTrailingCharIfAbsent('a', '/')", "a/"),
)
text_function(
    "toStringCutToZero",
    (Takes.TEXT,),
    STRING,
    odd=LATIN,
    kernel=lambda call, s: sql.call("split_part", s, Sql("chr(0)"), 1),
    doc="The text before the first zero byte.",
    example=("toStringCutToZero('a\\0b')", "a"),
)
text_function(
    "overlay",
    (Takes.STRING, Takes.STRING, Takes.WRAPPED),
    STRING,
    optional=(Takes.WRAPPED,),
    odd=LATIN,
    kernel=_kernel_overlay,
    plain=ASCII,
    any_case=True,
    doc="The text with a part put over it.",
    example=("overlay('hello', 'XX', 2)", "hXXlo"),
)
text_function(
    "overlayUTF8",
    (Takes.STRING, Takes.STRING, Takes.WRAPPED),
    STRING,
    optional=(Takes.WRAPPED,),
    odd=WHOLE,
    kernel=_kernel_overlay,
    doc="As overlay, in characters.",
    example=("overlayUTF8('日本語', 'x', 2)", "日x語"),
)
text_function(
    "basename",
    (Takes.STRING_COLUMN,),
    STRING,
    odd=LATIN,
    kernel=lambda call, s: sql.call("regexp_extract", s, sql.string("[^/\\\\]*$")),
    doc="What follows the last slash.",
    example=("basename('a/b.c')", "b.c"),
)
