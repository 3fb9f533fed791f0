"""Async inserts: an INSERT hands its data to the queue; batches of it are written together."""

from __future__ import annotations

import io
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import TimeoutError as NotYet
from dataclasses import dataclass, replace
from typing import BinaryIO, cast

import pyarrow as pa
import xxhash

from sparktree.catalog.records import Table
from sparktree.disks.streams import Joined
from sparktree.engines.definition.engines import engine_info
from sparktree.engines.definition.table import load_definition
from sparktree.engines.inserting.async_queue import Batch, Entry, Shape
from sparktree.engines.inserting.identity import deduplicates, name_of_token
from sparktree.engines.inserting.target import Target
from sparktree.engines.services import Services
from sparktree.errors import Code, Error
from sparktree.formats.format import find
from sparktree.formats.options import InputBlock
from sparktree.settings.query import QuerySettings
from sparktree.sql import format_query
from sparktree.sql.statements.insert import Insert
from sparktree.statements.context import Context, SessionState
from sparktree.statements.insert_formats import Columns, input_rows, source_of
from sparktree.statements.journal import ASYNC_FLUSH, recorded
from sparktree.statements.storing import store_blocks, target_of

_LOG = "asynchronous_insert_log"
_LOOK = 0.2  # seconds between two looks at whether a waiting statement was killed
# Settings of one INSERT, which those that are written together need not share.
_OWN = ("insert_deduplication_token", "log_comment")
# What changes the meaning of data that follows other data.
_NOT_JOINED = ("skip_first_lines", "allow_errors", "format_csv", "format_tsv")


@dataclass(frozen=True, slots=True)
class Work:
    """What is known of INSERTs of one shape: enough to write them later, by nobody's session."""

    statement: Insert
    state: SessionState
    settings: QuerySettings


def is_async(statement: Insert, record: Table, context: Context) -> bool:
    """Whether an INSERT is to be collected with others: its rows come with it."""
    if (
        statement.query is not None
        or statement.infile is not None
        or context.given_rows is not None
    ):
        return False
    return _is_asynchronous(record, context) and not context.is_temporary(statement.table)


def _is_asynchronous(record: Table, context: Context) -> bool:
    """Whether the session wants it, or the table of its own."""
    if context.settings.async_insert:
        return True
    if not engine_info(record.engine).has_parts:
        return False
    return load_definition(record.create_query).settings.async_insert


def collect(statement: Insert, record: Table, context: Context) -> bool:
    """Put the INSERT into the queue and wait for its rows as far as it asks for that; False if it
    is too long for the queue, or empty: then nothing has been done."""
    name = find(statement.format or "Values")
    if name.reader is None:
        raise Error(
            Code.FORMAT_IS_NOT_SUITABLE_FOR_INPUT, f"Format {name.name} is not suitable for input"
        )
    target_of(record, context).insert_columns(statement.columns)
    source, most = source_of(statement, context), context.settings.async_insert_max_data_size
    data = source.read(most + 1)
    if len(data) > most or not data.strip():
        context.data = cast(BinaryIO, Joined(data, source))
        return False
    entry = Entry(context.query_id, data, context.settings.insert_deduplication_token)
    batch = _batch(replace(statement, data=""), record, name.name, context)
    context.check_written(len(data))
    journal = context.services.journal
    journal.count("AsyncInsertQuery")
    journal.count("AsyncInsertBytes", len(data))
    context.services.async_inserts.push(batch, entry, context.settings)
    context.began = True
    if context.settings.wait_for_async_insert:
        with journal.resting(context.query_id):
            context.written_rows = _waited(entry, context)
        context.written_bytes = len(data)
    return True


def _batch(statement: Insert, record: Table, format_: str, context: Context) -> Batch:
    """The batch that the INSERT begins unless one of its shape waits."""
    session = context.session
    settings = context.settings.changed(dict.fromkeys(_OWN))
    changes = tuple(sorted(settings.changes().items()))
    text = format_query(replace(statement, settings=()), one_line=True)
    shape = Shape(text, session.database, session.user, session.roles, changes)
    state = SessionState(session.database, session.user, session.roles, settings)
    work = Work(statement, state, settings)
    return Batch(shape, work, (record.database, record.name), format_, 0.0, 0.0)


def _waited(entry: Entry, context: Context) -> int:
    """The rows that were written of the entry."""
    limit = context.settings.wait_for_async_insert_timeout
    end = time.monotonic() + limit
    while True:
        try:
            return entry.done.result(min(_LOOK, max(end - time.monotonic(), 0.0)))
        except NotYet:
            context.check_waiting()
            if time.monotonic() >= end:
                raise Error(
                    Code.TIMEOUT_EXCEEDED,
                    f"Wait for async insert timeout ({limit * 1000:.0f} ms) exceeded",
                ) from None
        except Error as error:
            raise Error(error.code, error.message) from error


# --- writing ------------------------------------------------------------------------------


def write_batch(services: Services, batch: Batch) -> None:
    """Read what the INSERTs of a batch hold and write it, in one commit."""
    work: Work = batch.work
    context = Context(services, work.state, work.settings)
    failure: Error | None = None
    try:
        with recorded(batch.shape.text, work.statement, context, kind=ASYNC_FLUSH):
            _write(batch, context)
    except Error as error:
        failure = error
        raise
    finally:
        context.release()
        _log(batch, context, failure)


def _write(batch: Batch, context: Context) -> None:
    statement: Insert = batch.work.statement
    assert statement.table is not None
    record = context.record(statement.table)
    target = target_of(record, context)
    columns = target.insert_columns(statement.columns)
    typed = [(name, target.definition.by_name[name].type) for name in columns]
    reading = _Reading(statement, typed, batch.format, context)
    collected = reading.read(batch.entries)
    names = {}
    if deduplicates(context.settings, collected=True):
        names = {id(one.entry): _name(batch.shape, one.entry) for one in collected}
        collected = list({names[id(one.entry)]: one for one in reversed(collected)}.values())[::-1]
    _store(target, columns, collected, names, context)
    for entry in batch.entries:
        if not entry.done.done():
            entry.done.set_result(reading.rows[id(entry)])
            context.services.journal.count("AsyncInsertRows", reading.rows[id(entry)])


def _store(
    target: Target,
    columns: Sequence[str],
    collected: Sequence[_Read],
    names: dict[int, str],
    context: Context,
) -> None:
    """Write the rows of several INSERTs at once; where some were inserted before, one by one."""
    if not collected:
        return
    own = [names[id(one.entry)] for one in collected if names]
    try:
        store_blocks(target, columns, [together([one.block for one in collected])], context, own)
    except Error as error:
        if error.code != Code.INSERT_WAS_DEDUPLICATED or len(collected) == 1:
            raise
        for one in collected:
            _store(target, columns, [one], names, context)


def _name(shape: Shape, entry: Entry) -> str:
    """What tells the INSERT from others."""
    if entry.token:
        return name_of_token(entry.token)
    return str(xxhash.xxh3_128_hexdigest(shape.text.encode() + b"\0" + entry.data))


@dataclass(frozen=True, slots=True)
class _Read:
    """The rows of an INSERT."""

    entry: Entry
    block: InputBlock


class _Reading:
    """Reads the data of many INSERTs; one that cannot be read fails alone."""

    def __init__(self, statement: Insert, columns: Columns, format_: str, context: Context) -> None:
        self._statement, self._columns = statement, columns
        self._context = context
        changed = context.settings.changes()
        alone = any(part in name for name in changed for part in _NOT_JOINED)
        self._joining = None if alone else find(format_).joining
        self.rows: dict[int, int] = {}  # by the identity of their entries

    def read(self, entries: Sequence[Entry]) -> list[_Read]:
        """What can be read, in the order of the entries."""
        plain: list[tuple[Entry, int]] = []
        alone: list[_Read] = []
        for entry in entries:
            count = self._joining.plain_rows(entry.data) if self._joining else None
            if count is None:
                alone += self._alone(entry)
            else:
                plain.append((entry, count))
        places = {id(entry): place for place, entry in enumerate(entries)}
        found = [*self._together(plain), *alone]
        return sorted(found, key=lambda one: places[id(one.entry)])

    def _together(self, entries: Sequence[tuple[Entry, int]]) -> list[_Read]:
        """Plain data read as one text; if that fails, half by half."""
        if self._joining is None or len(entries) < 2:
            return [one for entry, _ in entries for one in self._alone(entry)]
        try:
            block = self._block(self._joining.joined([entry.data for entry, _ in entries]))
        except Error:
            block = None
        if block is None or block.table.num_rows != sum(count for _, count in entries):
            middle = len(entries) // 2
            return self._together(entries[:middle]) + self._together(entries[middle:])
        found, first = [], 0
        for entry, count in entries:
            found.append(_Read(entry, _sliced(block, first, count)))
            self.rows[id(entry)] = count
            first += count
        return found

    def _alone(self, entry: Entry) -> list[_Read]:
        try:
            block = self._block(entry.data)
        except Error as error:
            entry.fail(error)
            return []
        self.rows[id(entry)] = 0 if block is None else block.table.num_rows
        return [] if block is None else [_Read(entry, block)]

    def _block(self, data: bytes) -> InputBlock | None:
        self._context.data = io.BytesIO(data)
        blocks = list(input_rows(self._statement, self._columns, self._context))
        return together(blocks) if blocks else None


def together(blocks: Sequence[InputBlock]) -> InputBlock:
    """Blocks of the same columns as one."""
    if len(blocks) == 1:
        return blocks[0]
    table = pa.concat_tables([block.table for block in blocks])
    masked = {i for b in blocks for i, mask in enumerate(b.missing) if mask is not None}
    masks = [_mask(blocks, i) if i in masked else None for i in range(table.num_columns)]
    return InputBlock(table, tuple(masks))


def _mask(blocks: Sequence[InputBlock], column: int) -> pa.Array:
    return pa.concat_arrays(
        [
            pa.repeat(pa.scalar(False), block.table.num_rows)
            if (mask := block.missing[column]) is None
            else mask
            for block in blocks
        ]
    )


def _sliced(block: InputBlock, first: int, count: int) -> InputBlock:
    masks = (None if mask is None else mask.slice(first, count) for mask in block.missing)
    return InputBlock(block.table.slice(first, count), tuple(masks))


# --- the log ------------------------------------------------------------------------------


def _log(batch: Batch, context: Context, failure: Error | None) -> None:
    """A row for each INSERT of the batch."""
    now = time.time()
    database, table = batch.table
    common = {
        "hostname": context.services.journal.host,
        "query": batch.shape.text,
        "database": database,
        "table": table,
        "format": batch.format,
        "data_kind": "Parsed",
        "flush_time": int(now),
        "flush_time_microseconds": int(now * 1_000_000),
        "flush_query_id": context.query_id,
        "timeout_milliseconds": int(batch.timeout * 1000),
    }
    for entry, status, rows, exception in _outcomes(batch, failure):
        own = {
            "query_id": entry.query_id, "bytes": len(entry.data), "rows": rows,
            "exception": exception,
        }  # fmt: skip
        context.services.journal.logs.add(_LOG, status, common | own, entry.arrived)


def _outcomes(batch: Batch, failure: Error | None) -> Iterator[tuple[Entry, str, int, str]]:
    """What became of each INSERT: those that nothing is known of yet fail with the batch."""
    for entry in batch.entries:
        if not entry.done.done():
            yield entry, "FlushError", 0, str(failure or "")
            continue
        error = entry.done.exception()
        if error is None:
            yield entry, "Ok", entry.done.result(), ""
        else:
            yield entry, "ParsingError", 0, str(error)
