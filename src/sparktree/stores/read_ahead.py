"""Fewer requests for files that are read from one place on: what follows comes along.

The kernel asks for one column of one row group at a time, by several threads. Who reads on where a
piece ended gets as much as was read in a row before, up to a limit: a scan of many row groups takes
few requests, a row that is looked up no byte too many.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future

LARGEST = 8 << 20  # bytes that are fetched before they are asked for, or a little more
_KEPT = 4  # pieces of a file

Fetch = Callable[[int, int], bytes]  # a position and a count


class _Piece:
    """Bytes of the file that are there, or on their way."""

    def __init__(self, begin: int, end: int) -> None:
        self.begin, self.end = begin, end
        self.left = end - begin  # that nobody has asked for yet
        self.data: Future[bytes] = Future()


class ReadAhead:
    """Pieces of one file, as long as it is read."""

    def __init__(self, size: int, fetch: Fetch, seek: int = 0) -> None:
        self._size = size
        self._fetch = fetch
        self._seek = seek  # who leaves out no more than so many bytes reads on
        self._lock = threading.Lock()
        self._pieces: list[_Piece] = []
        self._runs: dict[int, int] = {}  # where pieces end: how much was read in a row until there

    def read(self, position: int, count: int) -> bytes:
        """Bytes of the file, fetched or found."""
        end = min(position + count, self._size)
        with self._lock:
            piece, is_new = self._found(position, end)
        if is_new:
            try:
                piece.data.set_result(self._fetch(piece.begin, piece.end - piece.begin))
            except BaseException as error:
                with self._lock:
                    self._drop(piece)
                piece.data.set_exception(error)
                raise
        data = piece.data.result()
        stop = min(end, piece.end)
        if (position, stop) != (piece.begin, piece.end):
            data = data[position - piece.begin : stop - piece.begin]
        return data if stop == end else data + self.read(stop, end - stop)

    def _found(self, position: int, end: int) -> tuple[_Piece, bool]:
        for piece in self._pieces:
            if piece.begin <= position < piece.end:
                piece.left -= min(end, piece.end) - position
                if piece.left <= 0:
                    self._drop(piece)
                return piece, False
        before = self._run_until(position)
        count = max(end - position, min(before, LARGEST))
        piece = _Piece(position, min(position + count, self._size))
        self._runs[piece.end] = before + piece.end - position
        piece.left -= end - position
        if piece.left > 0:
            self._pieces.append(piece)
            del self._pieces[:-_KEPT]
        return piece, True

    def _run_until(self, position: int) -> int:
        """How much was read in a row until there, or until a little before."""
        near = [end for end in self._runs if 0 <= position - end <= self._seek]
        return self._runs.pop(max(near)) if near else 0

    def _drop(self, piece: _Piece) -> None:
        if piece in self._pieces:
            self._pieces.remove(piece)
