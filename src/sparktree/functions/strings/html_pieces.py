"""The text of HTML that has CDATA in it, for all texts of a column at once.

What begins with a bracket is a tag, a comment, CDATA or an element that is skipped, and its kind
and end depend on that place alone. So the ends are told for all brackets at once, and the ways from
one to the next outside of it choose those that count.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from sparktree.functions.core.byte_texts import Texts
from sparktree.functions.core.columns import binary_of
from sparktree.functions.core.pointer_jumping import (
    Flags,
    Places,
    at_or_behind,
    ends_of_ways,
    passed,
    slices,
)

Bytes = npt.NDArray[np.uint8]

_ROOM = 16  # bytes behind the last text, so that one may look for words there
_COMMENT, _CDATA, _CDATA_END = b"<!--", b"<![CDATA[", b"]]>"
_SKIPPED = (b"script", b"style")
_BLANK = np.zeros(256, np.bool_)
_BLANK[list(b" \t\n\v\f\r")] = True


def html_texts(texts: Texts) -> pa.Array:
    """The words of every text with single blanks between them, and CDATA as it is."""
    return _Html(texts).texts()


class _Html:
    """The bytes of all texts, each followed by a zero that is no part of it."""

    def __init__(self, texts: Texts) -> None:
        self._ends = np.cumsum(texts.sizes + 1) - 1
        self._starts = self._ends - texts.sizes
        size = int(self._ends[-1]) + 1 if len(self._ends) else 0
        self._data = np.zeros(size + _ROOM, np.uint8)
        self._inside = np.zeros(len(self._data), np.bool_)
        self._inside[:size] = True
        self._inside[self._ends] = False
        self._data[self._inside] = slices(texts.data, texts.starts, texts.sizes)
        self._opening = np.flatnonzero(self._data == ord("<"))
        self._closing = np.flatnonzero(self._data == ord(">"))
        self._cdata = self._opening[self._is(self._opening, _CDATA)]
        before = np.maximum(self._closing - len(_CDATA_END) + 1, 0)
        self._cdata_ends = before[self._is(before, _CDATA_END)]

    def _is(self, places: Places, word: bytes) -> Flags:
        """Whether a word, in which there is no zero, begins at these places."""
        found = np.ones(len(places), np.bool_)
        for step, byte in enumerate(word):
            found &= self._data[places + step] == byte
        return found

    def _first(self, found: Places, places: Places, ends: Places) -> Places:
        """The first of the found places from each place on, or the end."""
        padded = np.append(found, len(self._data))
        return np.asarray(np.minimum(padded[np.searchsorted(found, places)], ends), np.int64)

    def texts(self) -> pa.Array:
        """What is left of every text."""
        opening = self._opening
        rows = np.searchsorted(self._ends, opening)
        ends = self._ends[rows]
        behind = self._tags(opening, ends)
        for found, rule in (
            (self._is(opening, _COMMENT), self._comments),
            (self._is(opening, _CDATA), self._verbatim),
        ):
            behind[found] = rule(opening[found], ends[found])
        for name in _SKIPPED:
            found = self._is(opening, b"<" + name)
            if found.any():
                behind[found] = self._elements(name, opening[found], ends[found], behind[found])
        following = np.append(np.searchsorted(opening, behind), len(opening))
        firsts = np.searchsorted(opening, self._starts)
        chosen = passed(following, firsts)[:-1]
        cdata = chosen & self._is(opening, _CDATA)
        starts, contents = opening[cdata] + len(_CDATA), behind[cdata] - len(_CDATA_END)
        full = (contents > starts) & self._closes(behind[cdata])
        verbatim = self._covered(starts[full], contents[full])
        words = self._inside & ~self._covered(opening[chosen], behind[chosen])
        return self._joined(words & ~_BLANK[self._data], verbatim)

    def _covered(self, starts: Places, ends: Places) -> Flags:
        """The bytes between starts and ends, of which no two are the same."""
        changes = np.zeros(len(self._data), np.int8)
        changes[starts] += 1
        changes[ends] -= 1
        return np.cumsum(changes, dtype=np.int8).view(np.bool_)

    def _tags(self, opening: Places, ends: Places) -> Places:
        """Behind the next closing bracket."""
        return np.minimum(self._first(self._closing, opening, ends) + 1, ends)

    def _comments(self, opening: Places, ends: Places) -> Places:
        """Behind the first `-->` with something before it, from the bracket before it or the
        beginning on; without one, behind the last closing bracket."""
        closing, dash = self._closing, ord("-")
        begins = opening + len(_COMMENT)
        before = np.concatenate([[-1], closing[:-1]]) if len(closing) else closing
        dashes = (self._data[closing - 1] == dash) & (self._data[closing - 2] == dash)
        good = closing[dashes & (closing - before > 3)]
        first = self._first(closing, begins, ends)
        at_once = (first < ends) & (first - begins > 2)
        at_once &= (self._data[first - 1] == dash) & (self._data[first - 2] == dash)
        later = self._first(good, first + 1, ends)
        count = np.searchsorted(closing, ends)
        last = np.append(closing, -1)[count - 1]
        without = np.where((count > 0) & (last >= begins), last + 1, begins)
        return np.where(at_once, first + 1, np.where(later < ends, later + 1, without))

    def _verbatim(self, opening: Places, ends: Places) -> Places:
        """Behind `]]>`, or, without one, behind the beginning."""
        begins = opening + len(_CDATA)
        found = self._first(self._cdata_ends, begins, ends)
        return np.where(found < ends, found + len(_CDATA_END), begins)

    def _elements(self, name: bytes, opening: Places, ends: Places, tags: Places) -> Places:
        """Behind the closing tag, which is none inside of CDATA, or at the end; what only begins
        like the name is a tag. Of one that is cut off the attributes are text."""
        sign = self._data[opening + 1 + len(name)]
        bracket = self._first(self._closing, opening, ends)
        element = (sign == ord(">")) | _BLANK[sign]
        closers, behind = self._closers(name)
        cdata = self._cdata
        texts = self._ends[np.searchsorted(self._ends, cdata)]
        # CDATA leads to the next CDATA or closing tag behind it; the numbers of tags come later.
        resumed = self._verbatim(cdata, texts)
        resumed = np.where(self._closes(resumed), resumed, cdata + 1)
        ways = np.append(self._steps(resumed, closers, cdata), len(cdata))
        ways = np.concatenate([ways, np.arange(len(closers) + 1) + len(ways)])
        ways = ends_of_ways(ways)
        found = ways[self._steps(bracket + 1, closers, cdata)] - len(cdata) - 1
        places = np.append(closers, len(self._data))[found]
        closed = np.where(places < ends, np.append(behind, 0)[found], ends)
        closed = np.where(bracket < ends, closed, opening + 1 + len(name))
        return np.where(element, closed, tags)

    def _closes(self, places: Places) -> Flags:
        return self._is(places - len(_CDATA_END), _CDATA_END)

    def _steps(self, places: Places, closers: Places, cdata: Places) -> Places:
        """What comes first from each place on: the number of CDATA, or (above) of a closing tag."""
        next_closer, next_cdata = (np.searchsorted(found, places) for found in (closers, cdata))
        far = len(self._data)
        sooner = np.append(cdata, far)[next_cdata] < np.append(closers, far)[next_closer]
        return np.where(sooner, next_cdata, next_closer + len(cdata) + 1)

    def _closers(self, name: bytes) -> tuple[Places, Places]:
        """Where closing tags of a name begin, and what is behind them."""
        word = b"</" + name
        places = self._opening[self._is(self._opening, word)]
        following = places + len(word)
        if _BLANK[self._data[following]].any():
            following = at_or_behind(~_BLANK[self._data])[following]
        found = self._data[following] == ord(">")
        return places[found], following[found] + 1

    def _joined(self, words: Flags, verbatim: Flags) -> pa.Array:
        """The bytes that are left, with a blank before every word that none is before."""
        kept = np.flatnonzero(words | verbatim)
        bounds = np.append(0, np.searchsorted(kept, self._ends))
        blank = np.zeros(len(kept) + 1, np.bool_)
        apart = (np.diff(kept) > 1) & (self._data[kept[:-1]] != ord(" "))
        blank[1:-1] = words[kept[1:]] & apart
        blank[bounds] = False
        places = np.arange(len(blank)) + np.cumsum(blank)
        out = np.full(int(places[-1]), ord(" "), np.uint8)
        out[places[:-1]] = self._data[kept]
        return binary_of(out, places[bounds])
