"""How much strings differ: edit distances, similarities, n-grams; and other small facts of them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence

from sparktree.functions.declare import Call
from sparktree.functions.text_functions import bad, text_function, utf8
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import FLOAT64, STRING, UINT16, UINT64


def _edit_distance(a: Sequence[object], b: Sequence[object]) -> int:
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        before, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (x != y))
    return row[-1]


def _damerau(a: bytes, b: bytes) -> int:
    """With neighbours exchanged as one step."""
    rows = [list(range(len(b) + 1))]
    for i, x in enumerate(a, 1):
        row = [i]
        for j, y in enumerate(b, 1):
            best = min(rows[-1][j] + 1, row[j - 1] + 1, rows[-1][j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                best = min(best, rows[-2][j - 2] + 1)
            row.append(best)
        rows.append(row)
    return rows[-1][-1]


def _jaro(a: bytes, b: bytes) -> float:
    reach = max(max(len(a), len(b)) // 2 - 1, 0)
    taken = [False] * len(b)
    left = []
    for i, x in enumerate(a):
        for j in range(max(0, i - reach), min(len(b), i + reach + 1)):
            if not taken[j] and b[j] == x:
                taken[j] = True
                left.append(x)
                break
    if not left:
        return 0.0
    right = [y for y, flag in zip(b, taken, strict=True) if flag]
    turned = sum(x != y for x, y in zip(left, right, strict=True)) / 2
    m = len(left)
    return (m / len(a) + m / len(b) + (m - turned) / m) * (1 / 3)


def _jaro_winkler(a: bytes, b: bytes) -> float:
    similar = _jaro(a, b)
    if similar <= 0.7:
        return similar
    pairs = zip(a[:4], b[:4], strict=False)
    prefix = next((i for i, (x, y) in enumerate(pairs) if x != y), min(len(a), len(b), 4))
    return similar + prefix * 0.1 * (1 - similar)


def _hamming(a: bytes, b: bytes) -> int:
    return sum(x != y for x, y in zip(a, b, strict=False)) + abs(len(a) - len(b))


def _jaccard(view: Callable[[bytes], Sequence[object]]) -> Callable[[bytes, bytes], float]:
    def index(a: bytes, b: bytes) -> float:
        first, second = set(view(a)), set(view(b))
        return len(first & second) / len(first | second) if first or second else 0.0

    return index


def _levenshtein(call: Call, slow: Sql) -> Sql:
    """By the kernel where bytes are characters."""
    a, b = call[0], call[1]
    plain = f"strlen({a}) = length({a}) AND strlen({b}) = length({b})"
    quick = sql.cast(sql.call("levenshtein", a, b), "UBIGINT")
    return sql.case((plain, quick), otherwise=slow)


_TWO = "('kitten', 'sitting')"
text_function(
    "editDistance",
    "ss",
    UINT64,
    _edit_distance,
    fast=_levenshtein,
    aliases=("levenshteinDistance",),
    doc="How many bytes must be changed, added or removed to make one text the other.",
    example=(f"editDistance{_TWO}", "3"),
)
text_function(
    "editDistanceUTF8",
    "ss",
    UINT64,
    lambda a, b: _edit_distance(utf8(a), utf8(b)),
    fast=_levenshtein,
    aliases=("levenshteinDistanceUTF8",),
    doc="As editDistance, in characters.",
    example=(f"editDistanceUTF8{_TWO}", "3"),
)
text_function(
    "damerauLevenshteinDistance",
    "ss",
    UINT64,
    _damerau,
    doc="As editDistance, with neighbours exchanged as one step.",
    example=("damerauLevenshteinDistance('ab', 'ba')", "1"),
)
text_function(
    "jaroSimilarity",
    "ss",
    FLOAT64,
    _jaro,
    doc="The Jaro similarity, 0 to 1.",
    example=("jaroSimilarity('hello', 'hallo')", "0.8666666666666667"),
)
text_function(
    "jaroWinklerSimilarity",
    "ss",
    FLOAT64,
    _jaro_winkler,
    doc="The Jaro-Winkler similarity, 0 to 1.",
    example=("jaroWinklerSimilarity('hello', 'hallo')", "0.88"),
)
text_function(
    "byteHammingDistance",
    "ss",
    UINT64,
    _hamming,
    aliases=("mismatches",),
    doc="How many bytes differ.",
    example=("byteHammingDistance('karolin', 'kathrin')", "3"),
)
text_function(
    "stringJaccardIndex",
    "ss",
    FLOAT64,
    _jaccard(lambda s: s),
    doc="The Jaccard index of their sets of bytes.",
    example=("stringJaccardIndex('clickhouse', 'mouse')", "0.4"),
)
text_function(
    "stringJaccardIndexUTF8",
    "ss",
    FLOAT64,
    _jaccard(utf8),
    doc="The Jaccard index of their sets of characters.",
    example=("stringJaccardIndexUTF8('clickhouse', 'mouse')", "0.4"),
)


# --- other facts --------------------------------------------------------------------------

_CODES = dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "01230120022455012623010202", strict=True))


def _soundex(data: bytes) -> bytes:
    letters = [c for c in data.decode("latin-1").upper() if c in _CODES]
    if not letters:
        return b"0000"
    out, last = letters[0], _CODES[letters[0]]
    for letter in letters[1:]:
        code = _CODES[letter]
        if code not in ("0", last):
            out += code
        last = code
    return out[:4].ljust(4, "0").encode()


def _entropy(data: bytes) -> float:
    counts = Counter(data).values()
    return -sum(n / len(data) * math.log2(n / len(data)) for n in counts) + 0.0 if data else 0.0


def _overlay(data: bytes, part: bytes, offset: int, length: int | None = None) -> bytes:
    size = len(part) if length is None or length < 0 else length
    start = offset - 1 if offset > 0 else max(len(data) + offset, 0)
    return data[:start] + part + data[start + size :]


def _append(data: bytes, end: bytes) -> bytes:
    if len(end) != 1:
        raise bad(
            "Second argument of function appendTrailingCharIfAbsent must be a one-character string"
        )
    return data if not data or data.endswith(end) else data + end


text_function(
    "soundex",
    "s",
    STRING,
    _soundex,
    any_case=True,
    doc="The Soundex code of a word.",
    example=("soundex('Robert')", "R163"),
)
text_function(
    "firstLine",
    "s",
    STRING,
    lambda s: s.split(b"\n", 1)[0].removesuffix(b"\r"),
    doc="The first line.",
    example=("firstLine('a\\nb')", "a"),
)
text_function(
    "stringBytesUniq",
    "s",
    UINT16,
    lambda s: len(set(s)),
    doc="How many different bytes a text has.",
    example=("stringBytesUniq('aab')", "2"),
)
text_function(
    "stringBytesEntropy",
    "s",
    FLOAT64,
    _entropy,
    doc="The entropy of a text's bytes.",
    example=("stringBytesEntropy('ab')", "1"),
)
text_function(
    "appendTrailingCharIfAbsent",
    "ss",
    STRING,
    _append,
    constant_arguments=(1,),
    doc="The text with a character at its end, if it is not there.",
    example=("appendTrailingCharIfAbsent('a', '/')", "a/"),
)
text_function(
    "toStringCutToZero",
    "s",
    STRING,
    lambda s: s.split(b"\0", 1)[0],
    doc="The text before the first zero byte.",
    example=("toStringCutToZero('a\\0b')", "a"),
)
text_function(
    "overlay",
    "ssi|i",
    STRING,
    _overlay,
    any_case=True,
    doc="The text with a part put over it.",
    example=("overlay('hello', 'XX', 2)", "hXXlo"),
)
text_function(
    "basename",
    "s",
    STRING,
    lambda s: s.replace(b"\\", b"/").rsplit(b"/", 1)[-1],
    doc="What follows the last slash.",
    example=("basename('a/b.c')", "b.c"),
)
