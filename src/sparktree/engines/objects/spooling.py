"""Rows that come in any order, put aside on disk until all of a partition are together."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Iterator
from typing import Self

import pyarrow as pa

from sparktree.engines.objects.writing import runs_of
from sparktree.spark import blocks


class PartitionSpool:
    """Keeps rows by the texts of their partitions, in a file that nobody else can see: it is gone
    with the process, whatever ends that."""

    def __init__(self, texts: int) -> None:
        self._texts = texts
        self._file = tempfile.TemporaryFile(prefix="sparktree-")  # noqa: SIM115  # see __exit__
        self._lock = threading.Lock()
        self._places: dict[tuple[str, ...], list[tuple[int, int]]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def add(self, batch: pa.RecordBatch) -> None:
        """Put rows aside."""
        for values, run in runs_of(batch, self._texts):
            begin = self._file.tell()
            blocks.write(self._file, run.schema, (run,), compressed=True)
            self._places.setdefault(values, []).append((begin, self._file.tell() - begin))

    def partitions(self) -> list[Iterator[pa.RecordBatch]]:
        """The rows of each partition; they may be read at the same time."""
        return [self._rows(places) for places in self._places.values()]

    def _rows(self, places: list[tuple[int, int]]) -> Iterator[pa.RecordBatch]:
        for begin, size in places:
            with self._lock:
                self._file.seek(begin)
                data = self._file.read(size)
            yield from pa.ipc.open_stream(data)
