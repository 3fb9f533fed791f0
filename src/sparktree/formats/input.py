"""Reading: what comes out of an input format, and how texts become blocks of values."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO, cast

import duckdb
import numpy as np
import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.formats.options import FormatOptions, Header, InputBlock
from sparktree.kernel.connection import connect
from sparktree.kernel.errors import translate
from sparktree.kernel.sql import FALSE, TRUE, Sql


@dataclass(frozen=True, slots=True)
class Field:
    """How one column is read: its value and, if that can be, where the default is wanted."""

    value: Sql
    missing: Sql = FALSE


Blame = Callable[[pa.Table, Error], Error]  # a row that cannot be read and why, to what is told


def blocks_of(
    texts: pa.Table,
    columns: list[Field],
    row: int,
    options: FormatOptions,
    blame: Blame = lambda row, error: error,
) -> Generator[InputBlock, None, int]:
    """The values of raw texts, in blocks of at most max_insert_block_size rows.

    `row` is the number of rows before these; what is returned, that of the rows behind them.
    """
    refused = {number for number, _ in options.faults.errors}
    end: int = row + texts.num_rows + len(refused)
    numbers: Sequence[int] = range(row + 1, end + 1)
    if refused:
        numbers = [number for number in numbers if number not in refused]
    most = options.settings.max_insert_block_size
    for start in range(0, texts.num_rows, most):
        yield _block(texts.slice(start, most), columns, numbers[start:], options, blame)
    options.judge()
    return end


def _block(
    texts: pa.Table,
    columns: list[Field],
    numbers: Sequence[int],
    options: FormatOptions,
    blame: Blame,
) -> InputBlock:
    try:
        return converted(texts, columns)
    except Error:
        bad = []
        for place, found in bad_rows(texts, columns):
            error = blame(texts.slice(place, 1), found)
            where = f"(at row {numbers[place]})\n"
            options.refuse(numbers[place], Error(error.code, f"{error.message}: {where}"))
            bad.append(place)
        kept = np.delete(np.arange(texts.num_rows), bad)
        return converted(texts.take(pa.array(kept)), columns)


def bad_rows(texts: pa.Table, columns: list[Field]) -> Iterator[tuple[int, Error]]:
    """The rows that cannot be read and why, first ones first, by halving."""
    pieces = [(0, texts.num_rows)]
    while pieces:
        start, size = pieces.pop()
        try:
            converted(texts.slice(start, size), columns)
        except Error as error:
            if size == 1:
                yield start, error
                continue
            half = size // 2
            pieces += [(start + half, size - half), (start, half)]


def converted(texts: pa.Table, columns: list[Field]) -> InputBlock:
    """The values of raw texts, all of them good."""
    values = ", ".join(f"{field.value} AS c{i}" for i, field in enumerate(columns))
    masked = [i for i, field in enumerate(columns) if field.missing not in (FALSE, TRUE)]
    masks = "".join(f", {columns[i].missing} AS m{i}" for i in masked)
    cursor = connect()
    try:
        cursor.register("texts", texts)
        found = cursor.sql(f"SELECT {values}{masks} FROM texts").to_arrow_table()
    except duckdb.Error as error:
        raise translate(error) from error
    finally:
        cursor.close()
    table = found.select(range(len(columns)))
    names = {i: f"m{i}" for i in masked}
    missing = tuple(_mask(field, found, names.get(i)) for i, field in enumerate(columns))
    return InputBlock(table, missing)


def _mask(field: Field, found: pa.Table, name: str | None) -> pa.Array | None:
    if field.missing == TRUE:
        return pa.array([True] * found.num_rows, pa.bool_())
    if name is None:
        return None
    mask = found.column(name).combine_chunks()
    mask = (mask.storage if isinstance(mask, pa.ExtensionArray) else mask).cast(pa.bool_())
    return mask if mask.true_count else None


Reader = Callable[["Source", Header, FormatOptions], Iterator[InputBlock]]

# Bytes that are held at once: of a row, and of a block or of data that is read as a whole. Whoever
# sends more, perhaps a few compressed bytes, must not take the memory of everybody else.
LARGEST_ROW = 1 << 30
LARGEST_WHOLE = 1 << 32


class Source:
    """Bytes from a stream, by lines or in pieces, with one look ahead."""

    def __init__(
        self, read: Callable[[int], bytes], piece: int = 1 << 24, file: BinaryIO | None = None
    ) -> None:
        self._read = read
        self._file = file
        self._piece = piece
        self._held = b""
        self._ended = False

    def whole(self) -> bytes:
        """All that is left."""
        pieces, size = [self._held], len(self._held)
        while data := self._next(self._piece):
            pieces.append(data)
            size += len(data)
            if size > LARGEST_WHOLE:
                raise _too_large("Data that is read as a whole", LARGEST_WHOLE)
        self._held = b""
        return b"".join(pieces)

    def head(self, size: int, cut: Callable[[bytes], int]) -> bytes:
        """Whole rows of about so many bytes, at least one; `cut` says where the last one ends."""
        while len(self._held) <= size and self._fill():
            pass
        while not self._ended or len(self._held) > size:
            end = cut(self._held[:size])
            if end:
                return self._held[:end]
            size = size * 2 + 1
            while len(self._held) <= size and self._fill():
                pass
        return self._held

    def is_empty(self) -> bool:
        """Whether there is nothing left."""
        return not self._held and not self._fill()

    def has_more(self, head: bytes) -> bool:
        """Whether there are bytes behind those that `head` gave."""
        return len(self._held) > len(head) or self._fill()

    def _next(self, size: int) -> bytes:
        data = self._read(size) if not self._ended else b""
        self._ended = not data
        return data

    def _fill(self) -> bool:
        data = self._next(self._piece)
        self._held += data
        if len(self._held) > LARGEST_ROW + self._piece:
            raise _row_too_large()
        return bool(data)

    def _double(self, *, of_block: bool = False) -> bool:
        """As much again as is held, which is a piece of one row: so that long rows are copied, and
        looked through, a few times only. False at the end of the stream."""
        pieces, size = [self._held], len(self._held)
        wanted = max(2 * size, self._piece)
        while size < wanted and (data := self._next(self._piece)):
            pieces.append(data)
            size += len(data)
            if size > (LARGEST_WHOLE if of_block else LARGEST_ROW):
                raise _too_large("A block", LARGEST_WHOLE) if of_block else _row_too_large()
        self._held = b"".join(pieces)
        return not self._ended

    def file(self, *, seekable: bool = True) -> BinaryIO:
        """The bytes as a file, in which one can go back and forth if asked for."""
        if self._file is not None and not self._held and (self._file.seekable() or not seekable):
            return self._file
        spooled = cast(BinaryIO, tempfile.SpooledTemporaryFile(self._piece))  # noqa: SIM115
        while self._held or self._fill():
            spooled.write(self._held)
            self._held = b""
        spooled.seek(0)
        return spooled

    def more(self, data: bytes) -> bytes | None:
        """Some bytes and at least as many again, as far as there are any; None if there are not."""
        self._held = data
        self._double(of_block=True)
        held, self._held = self._held, b""
        return held if len(held) > len(data) else None

    def line(self) -> bytes | None:
        """The next line without its end, None at the end of the stream."""
        while b"\n" not in self._held and self._double():
            pass
        if not self._held:
            return None
        line, _, self._held = self._held.partition(b"\n")
        return line

    def put_back(self, data: bytes) -> None:
        """Undo the reading of some bytes."""
        self._held = data + self._held

    def pieces(self, cut: Callable[[bytes], int]) -> Iterator[bytes]:
        """Large pieces that end where `cut` says the last whole row of some bytes ends."""
        end = 1
        while True:
            more = self._fill() if end else self._double()
            end = cut(self._held) if more else len(self._held)
            if end:
                piece, self._held = self._held[:end], self._held[end:]
                yield piece
            if not more:
                return


def _row_too_large() -> Error:
    return _too_large("A row", LARGEST_ROW)


def _too_large(what: str, most: int) -> Error:
    return Error(
        Code.INCORRECT_DATA, f"{what} has more than {most} bytes, which is the most that is read."
    )


def without_empty_end(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Pieces of lines without the empty lines at the end of the last one."""
    held = b""
    for piece in pieces:
        lines = piece.rstrip(b"\r\n")
        if not lines:
            held += piece
            continue
        yield held + lines + b"\n"
        held = piece[len(lines) :].removeprefix(b"\r").removeprefix(b"\n")


def last_line_end(data: bytes) -> int:
    """Where the last whole line ends."""
    return data.rfind(b"\n") + 1
