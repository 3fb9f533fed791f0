"""Files of disks that are read at any place, by several threads at once."""

from __future__ import annotations

import io
import os
import weakref
from typing import BinaryIO, cast

from sparktree.disks.ranges import RangeReader
from sparktree.kernel.files import PositionalFile

_BUFFER = 1 << 16


class LocalFile:
    """A file of this machine."""

    def __init__(self, path: str) -> None:
        self._descriptor = os.open(path, os.O_RDONLY)
        self._closing = weakref.finalize(self, os.close, self._descriptor)
        self.size = os.fstat(self._descriptor).st_size

    def read_at(self, position: int, count: int) -> bytes:
        """So many bytes from a position on."""
        data = os.pread(self._descriptor, count, position)
        if len(data) == count or not data:
            return data
        pieces, got = [data], len(data)  # the system gives at most 2 GiB at once
        while got < count and (data := os.pread(self._descriptor, count - got, position + got)):
            pieces.append(data)
            got += len(data)
        return b"".join(pieces)

    def close(self) -> None:
        """Read no more."""
        self._closing()


class _Stream(RangeReader):
    def __init__(self, file: PositionalFile) -> None:
        super().__init__(file.size, file.read_at)
        self._file = file

    def close(self) -> None:
        if not self.closed:
            self._file.close()
        super().close()


def stream(file: PositionalFile) -> BinaryIO:
    """The file as a stream that can seek; closing it closes the file."""
    return cast(BinaryIO, io.BufferedReader(_Stream(file), _BUFFER))
