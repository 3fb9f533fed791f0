"""JSON of a whole column, read at once: every value with its kind, place and parent.

The texts lie in one buffer. Bytes that may mean something become tokens; quotes, depths and the
pairs of neighbouring tokens tell which texts are JSON. The values are numbered level by level, so
that the members of an array or object have numbers one after the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.functions.core.byte_spans import PADDING, Flags, Places, Spans, Words, in_one
from sparktree.functions.json import escapes, numbers
from sparktree.functions.json.numbers import Kind, Kinds
from sparktree.kernel.text import PATTERN, array_has_escapes, unescape_array
from sparktree.kernel.text_buffers import Bytes

_QUOTE, _BACKSLASH, _CONTROL = 1, 2, 3
_OPEN_OBJECT, _CLOSE_OBJECT, _OPEN_ARRAY, _CLOSE_ARRAY = range(4, 8)  # those that move
_STRING, _SCALAR = 8, 9  # up to here it is a value or the end of one
_COMMA, _COLON, _KEY, _BEGIN = range(10, 14)
_CLASSES = bytearray(256)
_CLASSES[:0x20] = bytes([_CONTROL]) * 0x20
for _character, _class in zip('"\\{}[],:', (1, 2, 4, 5, 6, 7, _COMMA, _COLON), strict=True):
    _CLASSES[ord(_character)] = _class
_SPACE = np.zeros(256, np.bool_)
_SPACE[list(b" \t\n\r")] = True

_VALUES = (_OPEN_OBJECT, _OPEN_ARRAY, _STRING, _SCALAR)
_FOLLOWS = np.zeros((16, 16), np.bool_)  # which token may follow which
for _first in (_BEGIN, _OPEN_ARRAY, _COMMA, _COLON):
    _FOLLOWS[_first, _VALUES] = True
_FOLLOWS[_OPEN_ARRAY, _CLOSE_ARRAY] = True
_FOLLOWS[_OPEN_OBJECT, (_KEY, _CLOSE_OBJECT)] = True
_FOLLOWS[_COMMA, _KEY] = True
_FOLLOWS[_KEY, _COLON] = True
for _last in (_CLOSE_OBJECT, _CLOSE_ARRAY, _STRING, _SCALAR):
    _FOLLOWS[_last, (_COMMA, _CLOSE_OBJECT, _CLOSE_ARRAY, _BEGIN)] = True
_PAIRS = _FOLLOWS.reshape(-1)
_MOVES = np.zeros(16, np.int16)
_MOVES[[_OPEN_OBJECT, _OPEN_ARRAY]] = 1
_MOVES[[_CLOSE_OBJECT, _CLOSE_ARRAY]] = -1
_NAMES = np.zeros(16, np.uint8)
_NAMES[[_OPEN_OBJECT, _OPEN_ARRAY, _STRING]] = Kind.OBJECT, Kind.ARRAY, Kind.STRING
DEEPEST = 1024  # as many brackets may be open, but the last of them must be empty
_BYTE_ORDER_MARK = 0xBFBBEF

Numbers = npt.NDArray[np.uint8]
Narrow = npt.NDArray[np.int32]  # a batch has no more bytes than its Arrow array can have


@dataclass(slots=True)
class Tokens:
    """The tokens of all texts in their order, each text's behind a token for its beginning."""

    kinds: Numbers
    starts: Narrow
    ends: Narrow

    def take(self, places: Flags) -> Tokens:
        """Some of them."""
        return Tokens(self.kinds[places], self.starts[places], self.ends[places])


class Tape:
    """The values of all texts. A value is a number, and -1 is none."""

    def __init__(self, texts: pa.Array) -> None:
        self.count = len(texts)
        data, begins = _buffer(texts)
        self.wrong = np.zeros(self.count, np.bool_)
        if array_has_escapes(texts):
            self.wrong |= _not_utf8(texts)
        self.escapes: Places = np.zeros(0, np.int64)
        tokens = self._with_scalars(data, self._strings(data, begins))
        tokens = self._balanced(tokens)
        self.data = data
        self.tokens = tokens
        self._number_values()

    # --- tokens ---

    def _strings(self, data: Bytes, begins: Places) -> Tokens:
        """Brackets, commas, colons and strings."""
        classes = np.frombuffer(bytearray(data.tobytes().translate(_CLASSES)), np.uint8)
        classes = classes[: len(data) - PADDING]
        classes[begins] = _BEGIN
        places = np.flatnonzero(classes != 0)
        kinds = classes.take(places)
        quotes = kinds == _QUOTE
        slashes = np.flatnonzero(kinds == _BACKSLASH)
        if len(slashes):
            slashes = slashes[escapes.beginnings(places[slashes])]
            after = np.minimum(slashes + 1, len(places) - 1)
            quotes[after[places[after] == places[slashes] + 1]] = False
        self._leave_out_unclosed(kinds, quotes)
        inside = np.bitwise_xor.accumulate(quotes.view(np.uint8)).view(np.bool_)
        if len(slashes):
            self._check_escapes(data, places[slashes], inside[slashes], begins)
        controls = places[inside & (kinds == _CONTROL)]
        self.wrong[np.searchsorted(begins, controls, side="right") - 1] = True
        kept = np.flatnonzero(inside & quotes | ~inside & (kinds >= _OPEN_OBJECT))
        starts, kinds = places.take(kept).astype(np.int32), kinds.take(kept)
        ends = starts + np.int32(1)
        strings = np.flatnonzero(kinds == _QUOTE)
        kinds[strings] = _STRING
        ends[strings] = places[np.flatnonzero(quotes)[1::2]] + 1
        return Tokens(kinds, starts, ends)

    def _leave_out_unclosed(self, kinds: Numbers, quotes: Flags) -> None:
        """Texts whose last string does not end are wrong, and nothing of them is looked at."""
        heads = np.flatnonzero(kinds == _BEGIN)
        if not len(heads):
            return
        odd = np.bitwise_xor.reduceat(quotes.view(np.uint8), heads).view(np.bool_)
        if odd.any():
            self.wrong |= odd
            out = np.repeat(odd, np.diff(heads, append=len(kinds)))
            out[heads] = False
            kinds[out], quotes[out] = 0, False

    def _check_escapes(self, data: Bytes, places: Places, inside: Flags, begins: Places) -> None:
        right = escapes.Escapes.of(data, places).right
        wrong = places[~right | ~inside]
        self.wrong[np.searchsorted(begins, wrong, side="right") - 1] = True
        self.escapes = places[inside]

    def _with_scalars(self, data: Bytes, tokens: Tokens) -> Tokens:
        """The tokens, with the words and numbers between them."""
        after = np.append(tokens.starts[1:], np.int32(len(data) - PADDING))
        gaps = np.flatnonzero(after > tokens.ends)
        ends, starts = tokens.ends.take(gaps), after.take(gaps)
        filled, first, last = _stripped(data, ends.astype(np.int64), starts.astype(np.int64))
        gaps = gaps[filled]
        moved = np.ones(len(tokens.kinds) + 1, np.int32)
        moved[0], moved[gaps + 1] = 0, 2
        place = np.cumsum(moved[:-1], dtype=np.int32)
        total = len(tokens.kinds) + len(gaps)
        made = Tokens(np.full(total, _SCALAR, np.uint8), *np.empty((2, total), np.int32))
        made.kinds[place], made.starts[place], made.ends[place] = (
            tokens.kinds,
            tokens.starts,
            tokens.ends,
        )
        made.starts[place[gaps] + 1], made.ends[place[gaps] + 1] = first, last
        return made

    def _balanced(self, tokens: Tokens) -> Tokens:
        """The tokens of texts whose brackets are closed; none is too deep."""
        begins = np.flatnonzero(tokens.kinds == _BEGIN)
        self._begins = begins
        self._deepest = 0
        self.depths = np.zeros(self.count, np.int64)  # how many brackets are open at once
        if not len(begins):
            return tokens
        moving = np.flatnonzero((tokens.kinds <= _CLOSE_ARRAY) | (tokens.kinds == _BEGIN))
        kinds = tokens.kinds.take(moving)
        depths = np.cumsum(_MOVES[kinds], dtype=np.int32)
        heads = np.flatnonzero(kinds == _BEGIN)
        base = depths[heads]
        ends = depths[np.append(heads[1:], len(depths)) - 1]
        low = np.minimum.reduceat(depths, heads) - base
        high = np.maximum.reduceat(depths, heads) - base
        self.wrong |= (low < 0) | (ends != base) | (high > DEEPEST)
        self.depths = high.astype(np.int64)
        self._deepest = int(high.max())
        if not self.wrong.any():
            return tokens
        kept = np.repeat(~self.wrong, np.diff(begins, append=len(tokens.kinds)))
        kept[begins] = True
        tokens = tokens.take(kept)
        self._begins = np.flatnonzero(tokens.kinds == _BEGIN)
        return tokens

    # --- values ---

    def _number_values(self) -> None:
        kinds = self.tokens.kinds
        self._check_order(kinds)
        nodes = np.flatnonzero(kinds <= _SCALAR)
        own = kinds.take(nodes)
        moves = _MOVES[own]
        levels = np.cumsum(moves, dtype=np.int16) - moves
        order = np.argsort(levels, kind="stable")
        closing = moves[order] < 0
        chosen = order[~closing]
        values, own = nodes.take(chosen), own.take(chosen)
        roots = int(np.count_nonzero(levels[chosen] == 0))
        opened = np.flatnonzero(_MOVES[own] > 0)
        closed = nodes[order[closing]]
        # On its level, a value lies behind as many closed brackets as there are before its own.
        number = np.cumsum(closing, dtype=np.int32)[~closing][roots:]
        self.places = values  # the token of each value
        self.ends = values.copy()  # and its last one
        self.ends[opened] = closed
        self.parents = np.full(len(values), -1, np.int64)
        self.parents[roots:] = opened[number]
        self.sizes = np.bincount(self.parents[roots:], minlength=len(values))
        self.firsts = roots + np.cumsum(self.sizes) - self.sizes
        self._find_kinds(own)
        self._check_places(roots, closed[own[opened] + 1 != kinds[closed]])

    def _check_order(self, kinds: Numbers) -> None:
        """A string before a colon is a key; texts whose tokens may not follow so are wrong."""
        after = np.append(kinds[1:], np.uint8(_BEGIN))
        kinds[(kinds == _STRING) & (after == _COLON)] = _KEY
        after[:-1] = kinds[1:]
        self._refuse(np.flatnonzero(~_PAIRS.take(kinds << 4 | after)))

    def _check_places(self, roots: int, other_brackets: Places) -> None:
        """One value a text, keys in objects and nowhere else."""
        self._refuse(other_brackets)
        kinds = self.tokens.kinds
        keyed = kinds[self.places - 1] == _COLON
        inside = np.zeros(len(keyed), np.bool_)
        inside[roots:] = self.kinds[self.parents[roots:]] == Kind.OBJECT
        self._refuse(self.places[keyed != inside])
        if self._deepest >= DEEPEST:
            self._refuse(self.deeper(DEEPEST))
        texts = self.texts_of_tokens(self.places[:roots])
        self.wrong |= np.bincount(texts, minlength=self.count) != 1
        self.roots = np.full(self.count, -1, np.int64)
        self.roots[texts] = np.arange(roots)
        self.roots[self.wrong] = -1

    def deeper(self, level: int) -> Places:
        """The tokens of the values that lie inside of so many others."""
        moves = _MOVES[self.tokens.kinds]
        levels = np.cumsum(moves) - (moves > 0)
        return self.places[levels[self.places] >= level]

    def texts_of_tokens(self, tokens: Places) -> Places:
        """The text that each token is of."""
        return np.searchsorted(self._begins, tokens, side="right") - 1

    def _refuse(self, tokens: Places) -> None:
        """The texts of these tokens are no JSON."""
        if len(tokens):
            self.wrong[self.texts_of_tokens(tokens)] = True

    def _find_kinds(self, kinds: Numbers) -> None:
        self.kinds: Kinds = _NAMES[kinds]
        self.numbers: Words = np.zeros(len(kinds), np.uint64)
        scalars = np.flatnonzero(kinds == _SCALAR)
        found, self.numbers[scalars] = numbers.scalars(self._tokens(self.places[scalars]))
        wrong = found == Kind.WRONG
        self._refuse(self.places[scalars[wrong]])
        found[wrong] = Kind.NULL
        self.kinds[scalars] = found

    def _tokens(self, places: Places) -> Spans:
        starts = self.tokens.starts[places].astype(np.int64)
        return Spans(self.data, starts, self.tokens.ends[places] - starts)

    # --- what values are ---

    @cached_property
    def _text_spans(self) -> Spans:
        """The text of every token, of strings what is between the quotes, resolved."""
        tokens = self.tokens
        quotes = (tokens.kinds == _STRING) | (tokens.kinds == _KEY)
        starts = tokens.starts.astype(np.int64) + quotes
        sizes = tokens.ends - starts - quotes
        owners = np.searchsorted(tokens.starts, self.escapes, side="right") - 1
        # Escapes of texts that were left out belong to no string.
        known = quotes[owners] & (self.escapes < tokens.ends[owners])
        known &= ~self.wrong[self.texts_of_tokens(owners)]
        places, owners = self.escapes[known], owners[known]
        if not len(places):
            return Spans(self.data, starts, sizes)
        changed, owners = np.unique(owners, return_inverse=True)
        made = escapes.resolved(Spans(self.data, starts[changed], sizes[changed]), places, owners)
        starts[changed], sizes[changed] = made.starts + len(self.data), made.sizes
        return Spans(np.concatenate([self.data, made.data]), starts, sizes)

    @cached_property
    def numbered(self) -> Places:
        """The value of each token that is one."""
        numbers = np.zeros(len(self.tokens.kinds), np.int64)
        numbers[self.places] = np.arange(len(self.places))
        return numbers

    @cached_property
    def has_escapes(self) -> Flags:
        """Which tokens are strings with escapes."""
        found = np.zeros(len(self.tokens.kinds), np.bool_)
        found[np.searchsorted(self.tokens.starts, self.escapes, side="right") - 1] = True
        return found

    def is_scalar(self, tokens: Places) -> Flags:
        """Which tokens are numbers or words."""
        return np.asarray(self.tokens.kinds[tokens] == _SCALAR, np.bool_)

    def spans(self, tokens: Places) -> Spans:
        """The texts of tokens."""
        return self._text_spans.take(tokens)

    def texts(self, values: Places) -> Spans:
        """The texts of strings, numbers and words."""
        return self.spans(self.places[values])

    @cached_property
    def _lower_spans(self) -> Spans:
        return self._text_spans.lower()

    def keys(self, values: Places, *, lower: bool = False) -> Spans:
        """The keys of members of objects."""
        spans = self._lower_spans if lower else self._text_spans
        return spans.take(self.places[values] - 2)

    def is_kind(self, values: Places, *kinds: Kind) -> Flags:
        """Whether each value is there and of one of these kinds."""
        found = np.zeros(len(values), np.bool_)
        if len(self.kinds):
            own = self.kinds[values]
            for kind in kinds:
                found |= own == kind
        return found & (values >= 0)


def _buffer(texts: pa.Array) -> tuple[Bytes, Places]:
    """The texts in one buffer, each behind a byte for its beginning, and where that is."""
    data, begins = in_one(unescape_array(texts))
    _blank_marks(data, begins, np.diff(begins, append=len(data) - PADDING) - 1)
    return data, begins


def _blank_marks(data: Bytes, begins: Places, sizes: Places) -> None:
    """A byte order mark in front means nothing."""
    marked = begins[Spans(data, begins + 1, np.minimum(sizes, 3)).words() == _BYTE_ORDER_MARK]
    data[marked[:, None] + np.arange(1, 4)] = ord(" ")


def _stripped(data: Bytes, first: Places, last: Places) -> tuple[Flags, Places, Places]:
    """Which stretches are more than white space, and these without the white space around."""
    first = first + _SPACE[data.take(first)]
    filled = last > first
    first, last = first[filled], last[filled]
    last = last - _SPACE[data.take(last - 1)]
    if not (_SPACE[data.take(first)] | _SPACE[data.take(last - 1)]).any():
        return filled, first, last
    solid = np.append(np.flatnonzero(~_SPACE[data]), len(data))
    first = solid[np.searchsorted(solid, first)]
    last = np.where(first < last, solid[np.searchsorted(solid, last) - 1] + 1, 0)
    more = last > first
    filled[filled] = more
    return filled, first[more], last[more]


# The private characters of the kernel themselves, which are UTF-8, byte by byte.
_PRIVATE = "\U0010ff7f\U0010fff4\x7f\U0010ff8f\x7f[\U0010ffbe\U0010ffbf]\x7f[\U0010ff80-\U0010ffbf]"


def _not_utf8(texts: pa.Array) -> Flags:
    others = pc.replace_substring_regex(texts, _PRIVATE, "")
    return numbers.flags(pc.match_substring_regex(others, PATTERN))
