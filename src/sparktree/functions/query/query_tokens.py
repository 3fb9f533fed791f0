"""The tokens of many queries at once, cut as `sql.lexer` cuts one text.

All texts are joined, behind each a character that none of them has, and one regular expression cuts
the whole. It knows no more than the character before a token, which is too little where blanks are
between digits and dots (`t . 1.5` has no fraction): there a mark that no token passes is put in,
and all is cut again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.functions.core.byte_spans import Spans
from sparktree.sql.lexer import SPACE, Kind

Flags = npt.NDArray[np.bool_]
Counts = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]

_LAST_CHARACTER = 0x10FFFF
_INTEGER = r"[0-9](?:_?[0-9])*"
_POWER = rf"(?:[eE][+-]?{_INTEGER})?"
_FRACTION = rf"\.{_INTEGER}{_POWER}"
_NUMBER = (
    r"0[xX][0-9a-fA-F](?:_?[0-9a-fA-F])*(?:\.[0-9a-fA-F]*)?(?:[pP][+-]?[0-9]+)?"
    rf"|0[bB][01](?:_?[01])*|{_INTEGER}(?:\.(?:{_INTEGER})?)?{_POWER}"
)
_TAIL = "[A-Za-z0-9_$]"
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_"
_SYMBOL = r"<=>|->|<=|>=|<>|!=|!~\*?|~\*?|==|\|\||::|@@|[(){}\[\],;.+\-−*%=<>?:@^|]|/(?!\*)"
_DOT, _MINUS, _SLASH, _STAR, _DOLLAR, _QUOTE = b".-/*$'"
_SKIPPED, _MARK, _ROW_END = 0, -1, -2  # kinds beside those of the lexer


def _quoted(quote: str, own: str) -> str:
    plain = rf"[^{quote}\\{own}]*+"
    return rf"{quote}{plain}(?:(?:\\[^{own}]|{quote}{quote}){plain})*+{quote}"


@lru_cache(maxsize=16)
def _pattern(end: str, mark: str) -> re.Pattern[str]:
    """Any token, or what is between them; `end` is behind each text, `mark` parts tokens."""
    own = f"{end}{mark}"
    forms = (
        rf"(?:{SPACE}+|--[^\n{own}]*|\#[ !][^\n{own}]*|/\*(?:(?!\*/)[^{own}])*\*/)+",
        rf"[xX]'[0-9a-fA-F]*'|[bB]'[01]*'|[A-Za-z_]{_TAIL}*",
        rf"(?<=\.)[0-9]{_TAIL}*|(?:{_NUMBER}|(?<![A-Za-z0-9_)\]`\"]){_FRACTION}){_TAIL}*",
        _SYMBOL,
        *(_quoted(quote, own) for quote in "'`\""),
        f"\u2018[^\u2019{own}]*\u2019|\u201c[^\u201d{own}]*\u201d",
        rf"\$(?P<tag>[A-Za-z0-9_]*)\$(?:(?!\$(?P=tag)\$)[^{own}])*(\$(?P=tag)\$)",
        rf"\${_TAIL}+|.",
    )
    return re.compile(f"({'|'.join(forms)})", re.DOTALL)


def _table() -> Counts:
    """What the first byte of a piece tells of its kind."""
    kinds = np.full(256, int(Kind.ERROR), np.int64)
    for characters, kind in (
        (" \t\n\r\f\v\0#", _SKIPPED),
        (_LETTERS + "$", Kind.WORD),
        ("'", Kind.STRING),
        ('`"', Kind.QUOTED),
        ("0123456789", Kind.NUMBER),
        ("(){}[],;.+-*/%=<>?:@^|!~", Kind.SYMBOL),
    ):
        kinds[np.frombuffer(characters.encode(), np.uint8)] = int(kind)
    return kinds


_FIRST = _table()


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of all texts, one text behind the other; each text ends with END or ERROR."""

    texts: pa.StringArray
    kinds: Counts
    rows: Counts
    spaced: Flags  # whether something is skipped before the token

    @classmethod
    def of(cls, texts: pa.StringArray) -> Tokens:
        """The tokens of texts, none of which is NULL."""
        whole = _joined(texts, "")
        unused = (c for c in map(chr, range(_LAST_CHARACTER, 0, -1)) if c not in whole)
        end, mark = next(unused), next(unused)
        joined = _joined(texts, end) + end
        while True:
            pieces = _Pieces.of(joined, end, mark)
            cuts = pieces.cuts()
            if not cuts.any():
                return pieces.tokens()
            joined = pieces.marked(cuts)


def _joined(texts: pa.StringArray, between: str) -> str:
    lists = pa.ListArray.from_arrays(pa.array([0, len(texts)], pa.int32()), texts)
    return str(pc.binary_join(lists, between)[0].as_py())


@dataclass(frozen=True, slots=True)
class _Pieces:
    """What the regular expression cut: tokens, what is skipped, marks, and the ends of texts."""

    texts: pa.StringArray
    kinds: Counts
    mark: str

    @classmethod
    def of(cls, joined: str, end: str, mark: str) -> _Pieces:
        found = _pattern(end, mark).findall(joined)
        texts = pa.array(map(itemgetter(0), found), pa.string())
        pieces = _Bytes.of(texts)
        kinds = _kinds(pieces, texts)
        heredoc = np.flatnonzero(pieces.first == _DOLLAR)
        if len(heredoc):
            closed = pa.array(map(itemgetter(2), found), pa.string())
            sizes = np.asarray(pc.binary_length(closed))
            kinds[heredoc[sizes[heredoc] > 0]] = Kind.STRING
        kinds[np.asarray(pc.equal(texts, end))] = _ROW_END
        kinds[np.asarray(pc.equal(texts, mark))] = _MARK
        return cls(texts, kinds, mark)

    def _before(self) -> Counts:
        """The place of the token before each piece; -1 where there is none in its text."""
        places = np.arange(len(self.kinds))
        seen = (self.kinds != _SKIPPED) & (self.kinds != _MARK)
        last = np.maximum.accumulate(np.where(seen, places, -1))
        before = np.concatenate([[-1], last[:-1]])
        before[(before >= 0) & (self.kinds[before] == _ROW_END)] = -1
        return np.asarray(before, np.int64)

    def _after_dot(self) -> Flags:
        """Which pieces begin with a digit and have a dot before them."""
        before = self._before()
        dots = np.asarray(pc.equal(self.texts, "."))
        found = _Bytes.of(self.texts).is_digit & (before >= 0) & dots[before]
        return np.asarray(found, np.bool_)

    def cuts(self) -> Counts:
        """How many bytes of each piece are a token of their own; 0 if all of it is one."""
        pieces, before, dotted = _Bytes.of(self.texts), self._before(), self._after_dot()
        cuts = np.zeros(len(self.kinds), np.int64)
        digits = np.flatnonzero(dotted)
        heads = pc.extract_regex(self.texts.take(pa.array(digits)), f"^(?P<head>{_TAIL}+)")
        sizes = np.asarray(pc.binary_length(heads.field("head")), np.int64)
        cuts[digits] = np.where(sizes < pieces.sizes[digits], sizes, 0)
        fractions = (pieces.first == _DOT) & (pieces.sizes > 1) & (before >= 0)
        cuts[fractions & self._takes_dot()[before]] = 1
        # A number that is cut may end otherwise, and what is behind it begin otherwise: only what
        # follows a name is certain beside the first cut of a text.
        names = np.isin(self.kinds, (Kind.WORD, Kind.QUOTED)) & ~pieces.is_digit
        places = np.flatnonzero(cuts > 0)
        _, firsts = np.unique(self._rows[places], return_index=True)
        later = np.delete(places, firsts)
        cuts[later[~(fractions & names[before])[later]]] = 0
        return cuts

    @property
    def _rows(self) -> Counts:
        """Which text each piece is of."""
        return np.concatenate([[0], np.cumsum(self.kinds == _ROW_END)[:-1]])

    def _takes_dot(self) -> Flags:
        closing = pc.is_in(self.texts, pa.array([")", "]"]))
        kinds = (Kind.WORD, Kind.QUOTED, Kind.NUMBER)
        return np.asarray(np.isin(self.kinds, kinds) | np.asarray(closing), np.bool_)

    def marked(self, cuts: Counts) -> str:
        """All texts with marks where pieces are to be cut."""
        places = np.flatnonzero(cuts)
        pieces = self.texts.take(pa.array(places))
        size = np.asarray(cuts[places])
        head = _cut(pieces, np.zeros(len(size), np.int64), size)
        tail = _cut(pieces, size, _Bytes.of(pieces).sizes)
        parted = pc.binary_join_element_wise(head, tail, self.mark)
        mask = pa.array(cuts > 0)
        return _joined(pc.replace_with_mask(self.texts, mask, parted), "")

    def tokens(self) -> Tokens:
        """The tokens, each text up to its end or its first error."""
        kinds = self.kinds.copy()
        self._name_numbers(kinds)
        rows = self._rows
        kinds[kinds == _ROW_END] = Kind.END
        skipped = np.concatenate([[False], kinds[:-1] == _SKIPPED])
        kept = (kinds != _SKIPPED) & (kinds != _MARK)
        ends = np.flatnonzero(np.isin(kinds, (Kind.END, Kind.ERROR)))
        first_end = ends[np.searchsorted(rows[ends], np.arange(rows[-1] + 1))]
        kept &= np.arange(len(kinds)) <= first_end[rows]
        return Tokens(self.texts.filter(pa.array(kept)), kinds[kept], rows[kept], skipped[kept])

    def _name_numbers(self, kinds: Counts) -> None:
        """What begins with a digit is a number, a name, or neither."""
        pieces = _Bytes.of(self.texts)
        places = np.flatnonzero(pieces.is_digit | ((pieces.first == _DOT) & (pieces.sizes > 1)))
        texts = self.texts.take(pa.array(places))
        number = pc.match_substring_regex(texts, f"^(?:{_NUMBER}|{_FRACTION})$")
        integer = pc.match_substring_regex(texts, f"^{_INTEGER}$")
        word = np.asarray(pc.match_substring_regex(texts, f"^{_TAIL}+$"))
        is_number = np.where(self._after_dot()[places], integer, number)
        kinds[places] = np.where(is_number, Kind.NUMBER, np.where(word, Kind.WORD, Kind.ERROR))


@dataclass(frozen=True, slots=True)
class _Bytes:
    """The first and the last byte of pieces, and their sizes."""

    first: Bytes
    second: Bytes
    last: Bytes
    sizes: Counts

    @classmethod
    def of(cls, pieces: pa.StringArray) -> _Bytes:
        texts = Spans.of_bytes(pieces.cast(pa.binary()))
        starts, sizes = texts.starts, texts.sizes
        second = np.where(sizes > 1, texts.data[starts + 1], 0).astype(np.uint8)
        return cls(texts.data[starts], second, texts.data[starts + sizes - 1], sizes)

    @property
    def is_digit(self) -> Flags:
        return (self.first >= ord("0")) & (self.first <= ord("9"))


def _kinds(pieces: _Bytes, texts: pa.StringArray) -> Counts:
    """The kinds of pieces; numbers are looked at when it is known what is before them."""
    kinds = _FIRST[pieces.first].copy()
    first, second, alone = pieces.first, pieces.second, pieces.sizes == 1
    next_first = np.concatenate([first[1:], np.zeros(1, np.uint8)])
    kinds[(kinds == Kind.WORD) & (second == _QUOTE)] = Kind.STRING  # x'41'
    kinds[(first == _DOT) & ~alone] = Kind.NUMBER
    kinds[(first == _MINUS) & (second == _MINUS)] = _SKIPPED
    kinds[(first == _SLASH) & ~alone] = _SKIPPED
    kinds[(first == _SLASH) & alone & (next_first == _STAR)] = Kind.ERROR
    kinds[(first == ord("!")) & alone] = Kind.ERROR
    kinds[alone & np.isin(first, np.frombuffer(b"'`\"#", np.uint8))] = Kind.ERROR
    kinds[alone & (first == _DOLLAR)] = Kind.SYMBOL
    others = np.flatnonzero(first >= 0x80)
    if len(others):
        kinds[others] = _other_kinds(texts.take(pa.array(others)))
    return kinds


def _other_kinds(texts: pa.StringArray) -> Counts:
    """The kinds of pieces that begin with a character that is not of ASCII."""
    kinds = np.full(len(texts), int(Kind.ERROR), np.int64)
    for form, kind in (
        (SPACE, _SKIPPED),
        ("\u2018.", Kind.STRING),
        ("\u201c.", Kind.QUOTED),
        ("\u2212", Kind.SYMBOL),
    ):
        kinds[np.asarray(pc.match_substring_regex(texts, f"(?s)^{form}"))] = int(kind)
    return kinds


def _cut(pieces: pa.StringArray, starts: Counts, ends: Counts) -> pa.StringArray:
    """A slice of each text, by bytes."""
    whole = Spans.of_bytes(pieces.cast(pa.binary()))
    return Spans(whole.data, whole.starts + starts, ends - starts).array().cast(pa.string())
