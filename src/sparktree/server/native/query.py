"""A query of a client: the tables that come with it, running it, and what goes back."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Protocol

import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.formats import lookup
from sparktree.formats.binary_columns import check_binary
from sparktree.formats.native import varint
from sparktree.formats.native_cursor import Cursor
from sparktree.formats.native_input import Block, matched
from sparktree.formats.native_revisions import Revision
from sparktree.formats.options import Header, InputBlock
from sparktree.protocol.blocks import FAST, PLAIN, BlockReader, Packing, data_packet
from sparktree.protocol.fields import read_text, text_bytes
from sparktree.protocol.frames import METHODS, ZSTD
from sparktree.protocol.packets import (
    PROFILE_INFO,
    PROGRESS,
    Ask,
    Tell,
    exception_bytes,
    packet,
)
from sparktree.result import Stream
from sparktree.server import telling
from sparktree.server.connections import ClientGoneError, Outgoing
from sparktree.server.native.asked import Asked
from sparktree.server.serving import Serving, log_departure, refuse_infile
from sparktree.session import Session
from sparktree.settings.query import QuerySettings
from sparktree.spark.progress import Progress
from sparktree.sql import Parsed, ast, parse
from sparktree.sql.statements.insert import Insert
from sparktree.statements.external_tables import ExternalBlocks
from sparktree.statements.kill import stop_query

_MOST_EXTERNAL = 1 << 30  # bytes of the tables that come with a query
_ROWS = 1 << 16  # of a block that is sent


class Talk(Protocol):
    """The connection that a query came over."""

    serving: Serving
    out: Outgoing
    cursor: Cursor
    blocks: BlockReader
    revision: int

    def watch(self, wish: Callable[[], None] | None) -> None:
        """What to do should the client cancel its query."""
        ...


class Answering:
    """The answer to one query."""

    def __init__(self, talk: Talk, session: Session, asked: Asked) -> None:
        self._talk, self._session, self._asked = talk, session, asked
        self._revision = talk.revision
        self._query_id = asked.query_id or str(uuid.uuid4())
        self._packing = PLAIN
        self._meter = telling.Meter()
        self._delay = 0.0  # seconds between two packets of progress
        self._log_level = telling.LEVELS["fatal"]
        self._tells_events = True
        self._host = talk.serving.engine.services.journal.host
        self._zone = talk.serving.engine.services.storage.zone
        self._lock = threading.Lock()
        self._wants_data = False  # whether the client sends rows
        self._cancelled = False
        self._quiet = False  # whether the client would not understand news

    def answer(self) -> bool:
        """Run it and send what it gives; whether the connection can be used for another query."""
        try:
            return self._run_to_end()
        except ClientGoneError:
            self._stop()
            log_departure(self._query_id)
            raise
        finally:
            self._talk.watch(None)

    def _run_to_end(self) -> bool:
        try:
            external = self._external()
            self._run(external)
            self._send(varint(Tell.END_OF_STREAM))
        except Error as error:
            return self._failed(error)
        return True

    def _failed(self, error: Error) -> bool:
        if self._cancelled and error.code == Code.QUERY_WAS_CANCELLED:
            self._send(varint(Tell.END_OF_STREAM))
            return True
        running = self._talk.serving.engine.services.journal.running.get(self._query_id)
        self._log(telling.ERROR, telling.failure(error, running.text if running else ""))
        self._send(exception_bytes(error, self._revision))
        try:
            self._pass_data()
        except Error:
            return False  # what comes is no data: nobody knows where the next packet begins
        return True

    def _send(self, *pieces: bytes) -> None:
        self._send_all(pieces)

    def _send_all(self, pieces: Iterable[bytes]) -> None:
        """A packet, whole: nothing else comes between its pieces."""
        with self._lock:
            for piece in pieces:
                self._talk.out.write(piece)

    # --- data of the client ---------------------------------------------------------------

    def _external(self) -> list[ExternalBlocks]:
        """The tables that come with the query; an empty block ends them."""
        found: dict[str, ExternalBlocks] = {}
        size = 0
        self._wants_data = True
        while True:
            kind = self._talk.cursor.varint()
            if kind not in (Ask.DATA, Ask.SCALAR):
                raise self._other(kind)
            name = read_text(self._talk.cursor)
            block = self._block()
            if not block.header:
                self._wants_data = False
                return list(found.values())
            if kind == Ask.SCALAR:
                continue  # of a query over several servers: facts that ours do not need
            header = block.header
            rows = matched(block, header, self._zone)
            size += rows.table.nbytes
            if size > _MOST_EXTERNAL:
                raise Error(Code.TOO_LARGE_STRING_SIZE, "External tables are too large")
            table = found.setdefault(name, ExternalBlocks(name or "_data", header, []))
            if block.rows:
                table.blocks.append(rows)

    def _given(self, columns: Header) -> Iterator[InputBlock]:
        """The rows of an INSERT: the client learns the columns, then sends blocks until an empty
        one."""
        self._data_out(Tell.DATA, None, columns)
        self._wants_data = True
        while (block := self._data()).header:
            if block.rows:
                yield matched(block, columns, self._zone)
            if self._revision >= Revision.EVENTS_OF_BLOCKS:
                self._tell_events({"InsertedRows": block.rows})
        self._wants_data = False
        self._watch()

    def _data(self) -> Block:
        kind = self._talk.cursor.varint()
        if kind != Ask.DATA:
            raise self._other(kind)
        read_text(self._talk.cursor)
        return self._block()

    def _block(self) -> Block:
        return self._talk.blocks.read(compressed=self._asked.compressed)

    def _other(self, kind: int) -> Error:
        if kind == Ask.CANCEL:
            self._cancelled, self._wants_data = True, False
            return Error(Code.QUERY_WAS_CANCELLED, "Query was cancelled.")
        message = f"Unexpected packet {kind} from client: data was expected"
        return Error(Code.UNEXPECTED_PACKET_FROM_CLIENT, message)

    def _pass_data(self) -> None:
        """The rest of the rows that the client sends for a query that has failed."""
        while self._wants_data:
            kind = self._talk.cursor.varint()
            if kind == Ask.CANCEL:
                return
            if kind not in (Ask.DATA, Ask.SCALAR):
                raise self._other(kind)
            read_text(self._talk.cursor)
            self._wants_data = bool(self._block().header)

    # --- running --------------------------------------------------------------------------

    def _run(self, external: list[ExternalBlocks]) -> None:
        asked, session = self._asked, self._session
        asked.check()
        changes = asked.changes
        settings = session.state.settings.changed(changes)
        self._packing = self._packing_by(settings)
        self._zone = settings.session_timezone or self._zone
        self._delay = settings.interactive_delay / 1e6
        self._log_level = telling.LEVELS[settings.send_logs_level]
        self._tells_events = settings.send_profile_events
        parsed = self._parsed()
        serving = self._talk.serving
        with serving.slots.taken():
            if isinstance(parsed.statement, ast.Query):
                self._watch()
            self._quiet = (
                isinstance(parsed.statement, Insert)
                and parsed.statement.query is None
                and not _has_rows(parsed.statement)
            )
            stream = session.stream(
                parsed,
                changes,
                asked.parameters,
                query_id=self._query_id,
                on_progress=self._progressed,
                external=external,
                given=None if _has_rows(parsed.statement) else self._given,
            )
            with stream:
                self._answered(stream)

    def _parsed(self) -> Parsed:
        """The statement; in which format its rows are shown is the client's affair."""
        values = {**self._session.state.parameters, **self._asked.parameters}
        parsed = parse(self._asked.text, values)
        refuse_infile(parsed.statement)
        known = lookup(parsed.format or "")
        writable = known is not None and known.writer is not None
        return replace(parsed, outfile=None, format=parsed.format if writable else None)

    def _watch(self) -> None:
        """The query ends if the client cancels it or goes away."""
        talk = self._talk
        talk.watch(self._cancel)
        talk.out.when_gone(self._stop_later)

    def _cancel(self) -> None:
        self._cancelled = True
        self._stop_later()

    def _stop_later(self) -> None:
        self._talk.serving.run(self._stop)

    def _stop(self) -> None:
        stop_query(self._query_id, self._talk.serving.engine.services)

    def _packing_by(self, settings: QuerySettings) -> Packing:
        """As the setting says where somebody set it; else as every client can read it."""
        if not self._asked.compressed:
            return PLAIN
        if "network_compression_method" not in settings.changes():
            return FAST
        name = settings.network_compression_method.upper()
        if name not in METHODS:
            raise Error(Code.UNKNOWN_CODEC, f"Unknown codec family code: {name}")
        method = METHODS[name]
        return Packing(method, settings.network_zstd_compression_level if method == ZSTD else None)

    # --- what goes back -------------------------------------------------------------------

    def _answered(self, stream: Stream) -> None:
        """All that is told of a statement that runs."""
        if stream.header:
            self._rows(stream)
        else:
            for _ in stream.blocks():
                pass
        self._talk.out.when_gone(None)
        self._log(telling.DEBUG, telling.summary(stream.context))
        # Clients that do not know of events while they insert wait for the end and nothing else.
        if not self._quiet or self._revision >= Revision.EVENTS_OF_BLOCKS:
            self._tell_progress(self._meter.news(stream.context))
            self._tell_events(telling.events_of(stream.context))
        if stream.header:
            self._data_out(Tell.DATA, None, [])

    def _rows(self, stream: Stream) -> None:
        for _, type_ in stream.header:
            check_binary(type_)
        self._tell_zone(stream)
        self._data_out(Tell.DATA, None, stream.header)
        rows = blocks = size = 0
        for block in stream.blocks():
            for start in range(0, block.num_rows, _ROWS):
                self._data_out(Tell.DATA, block.slice(start, _ROWS), stream.header)
                blocks += 1
            rows, size = rows + block.num_rows, size + block.nbytes
        for kind, ending in ((Tell.TOTALS, stream.totals), (Tell.EXTREMES, stream.extremes)):
            if ending is not None:
                self._data_out(kind, ending, stream.header)
        context = stream.context
        values = {
            "rows": rows,
            "blocks": blocks,
            "bytes": size,
            "applied_limit": context.rows_before_limit is not None,
            "rows_before_limit": context.rows_before_limit or 0,
            "calculated_rows_before_limit": context.rows_before_limit is not None,
            "applied_aggregation": context.rows_before_aggregation is not None,
            "rows_before_aggregation": context.rows_before_aggregation or 0,
        }
        self._send(packet(Tell.PROFILE_INFO, PROFILE_INFO, values, self._revision))

    def _data_out(self, kind: Tell, block: pa.Table | None, header: Header) -> None:
        self._send_all(data_packet(kind, block, header, self._revision, self._packing))

    def _tell_zone(self, stream: Stream) -> None:
        """Clients show moments in the zone of the query."""
        zone, usual = stream.context.zone, self._talk.serving.engine.services.storage.zone
        if self._revision >= Revision.TIMEZONE_UPDATE and zone != usual:
            self._send(varint(Tell.TIMEZONE_UPDATE) + text_bytes(zone))

    def _progressed(self, progress: Progress) -> None:
        """Tasks have ended: tell the client, but not too often."""
        self._meter.progressed(progress)
        if self._meter.is_due(self._delay) and not self._quiet:
            self._tell_progress(self._meter.news())

    def _tell_progress(self, news: dict[str, int]) -> None:
        self._send(packet(Tell.PROGRESS, PROGRESS, news, self._revision))

    def _tell_events(self, events: Mapping[str, int]) -> None:
        if self._tells_events and self._revision >= Revision.PROFILE_EVENTS:
            block = telling.events_block(self._host, events)
            self._aside(Tell.PROFILE_EVENTS, block, telling.EVENTS)

    def _log(self, level: int, text: str) -> None:
        if level <= self._log_level:
            block = telling.log_block(self._host, self._query_id, level, text)
            self._aside(Tell.LOG, block, telling.LOGS)

    def _aside(self, kind: Tell, block: pa.Table, header: Header) -> None:
        """A block that is no result; older clients know it only without compression."""
        packing = self._packing if self._revision >= Revision.COMPRESSED_LOGS else PLAIN
        self._send_all(data_packet(kind, block, header, self._revision, packing))


def _has_rows(statement: ast.Node) -> bool:
    """Whether it is an INSERT that holds its rows itself."""
    return isinstance(statement, Insert) and bool((statement.data or "").strip())
