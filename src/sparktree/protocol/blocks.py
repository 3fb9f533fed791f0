"""Blocks of columns in packets: compressed in frames or as they are."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import cast

import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.formats.native import block_pieces, varint
from sparktree.formats.native_cursor import Bytes, Cursor
from sparktree.formats.native_input import Block, read_block
from sparktree.formats.options import Header
from sparktree.protocol.fields import text_bytes
from sparktree.protocol.frames import LZ4, FrameReader, frame
from sparktree.protocol.packets import Ask, Tell

_PIECE = 1 << 20  # bytes of a frame, and of what is sent at a time
_LARGEST_FRAME = 128 << 20
_LARGEST_BLOCK = 1 << 30


@dataclass(frozen=True, slots=True)
class Packing:
    """How blocks are compressed; without a method not at all."""

    method: int | None = None
    level: int | None = None


PLAIN, FAST = Packing(), Packing(LZ4)


def data_packet(
    kind: Tell | Ask,
    block: pa.Table | None,
    header: Header,
    revision: int,
    packing: Packing = PLAIN,
    name: str = "",
) -> Iterator[bytes]:
    """The bytes of a packet with a block, in pieces of about a MiB."""
    start = varint(kind) + text_bytes(name)
    pieces = joined_pieces(block_pieces(block, header, revision))
    if packing.method is None:
        yield from joined_pieces(_behind(start, pieces))
        return
    for piece in pieces:
        for place in range(0, len(piece), _PIECE):
            part = piece[place : place + _PIECE]
            yield start + frame(part, packing.method, packing.level)
            start = b""


def _behind(start: bytes, pieces: Iterable[bytes]) -> Iterator[bytes]:
    yield start
    yield from pieces


def joined_pieces(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Small pieces together, large ones as they are."""
    held: list[bytes] = []
    size = 0
    for piece in pieces:
        held.append(piece)
        size += len(piece)
        if size >= _PIECE:
            yield b"".join(held)
            held, size = [], 0
    if held:
        yield b"".join(held)


class BlockReader:
    """Reads the blocks of packets, which a cursor finds; compressed ones from frames."""

    def __init__(self, cursor: Cursor) -> None:
        self._cursor = cursor
        source = cast(Bytes, _Through(cursor))
        frames = io.BufferedReader(FrameReader(source, most=_LARGEST_FRAME), _PIECE)
        self._unpacked = Cursor(source=cast(Bytes, frames))

    def read(self, *, compressed: bool) -> Block:
        """The next block."""
        cursor = self._unpacked if compressed else self._cursor
        before, cursor.allowed = cursor.allowed, _LARGEST_BLOCK
        cursor.revision = self._cursor.revision
        try:
            block = read_block(cursor)
        finally:
            cursor.allowed = before
        if compressed and cursor.bytes_left:
            raise Error(Code.INCORRECT_DATA, "There are bytes behind the end of a block")
        return block


class _Through:
    """The bytes of a cursor as a stream."""

    def __init__(self, cursor: Cursor) -> None:
        self._cursor = cursor

    def read(self, size: int = -1, /) -> bytes:
        cursor = self._cursor
        before, cursor.allowed = cursor.allowed, _LARGEST_FRAME
        try:
            return cursor.take(size)
        finally:
            cursor.allowed = before

    read1 = read
