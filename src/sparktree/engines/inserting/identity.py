"""What tells one INSERT from others, so that a retried one does nothing twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum

import pyarrow as pa
import xxhash

from sparktree.catalog.records import Table
from sparktree.engines.writing.commit import Written
from sparktree.errors import Code, Error
from sparktree.formats.options import InputBlock
from sparktree.settings.query import QuerySettings
from sparktree.sql import ast


class Source(Enum):
    """Where the rows of an INSERT come from."""

    DATA = "data"  # the rows as they were given
    STABLE = "stable"  # a query that gives the same rows in the same order, and so the same parts
    COLLECTED = "collected"  # the rows of several INSERTs
    OTHER = "other"  # may be other rows each time


@dataclass(slots=True)
class Identity:
    """The name of what an INSERT inserts; it has none if it may be inserted again."""

    settings: QuerySettings
    source: Source = Source.OTHER
    enabled: bool = True
    _digest: xxhash.xxh3_128 = field(default_factory=xxhash.xxh3_128)
    _collected: tuple[str, ...] = ()

    def of_query(self, query: ast.Query) -> None:
        """The rows are those of a query; DEDUPLICATION_IS_NOT_POSSIBLE if they must be the same."""
        mode = self.settings.deduplicate_insert_select
        stable = isinstance(query, ast.Select) and query.order_by_all is not None
        if mode == "disable":
            self.enabled = False
        elif stable or mode == "enable_even_for_bad_queries":
            self.source = Source.STABLE
        elif mode == "force_enable" and not self.settings.insert_deduplication_token:
            raise Error(
                Code.DEDUPLICATION_IS_NOT_POSSIBLE,
                "Deduplication for INSERT SELECT with non-stable SELECT is not possible (the SELECT"
                " part can return different results on each execution). You can set"
                " `deduplicate_insert_select` to 'enable_when_possible' to skip deduplication for"
                " such queries, or to 'disable' to turn it off. Or make SELECT query stable (for"
                " example, by adding ORDER BY all to the query) or provide"
                " `insert_deduplication_token`.",
            )

    def of_blocks(
        self, columns: Sequence[str], blocks: Iterable[InputBlock]
    ) -> Iterator[InputBlock]:
        """The same blocks, looked at on their way."""
        self._begin(columns)
        for block in blocks:
            self._add(block.table)
            for mask in block.missing:
                self._add(pa.table({"mask": pa.array([]) if mask is None else mask}))
            yield block

    def of_tables(self, columns: Sequence[str], tables: Iterable[pa.Table]) -> Iterator[pa.Table]:
        """The same tables, looked at on their way."""
        self._begin(columns)
        for table in tables:
            self._add(table)
            yield table

    def _begin(self, columns: Sequence[str]) -> None:
        self.source = Source.DATA
        self._digest.update(repr(list(columns)).encode("utf-8"))

    def _add(self, table: pa.Table) -> None:
        stream = pa.BufferOutputStream()
        with pa.ipc.new_stream(stream, table.schema) as writer:
            writer.write_table(table.combine_chunks())
        self._digest.update(stream.getvalue())

    def of_collected(self, names: Sequence[str]) -> None:
        """The rows are those of several INSERTs, each with a name of its own."""
        self.source, self._collected = Source.COLLECTED, tuple(names)

    def blocks(self, parts: Sequence[Written]) -> tuple[str, ...]:
        """The names, once the parts are written; nothing if there are none."""
        settings = self.settings
        if self.source is Source.COLLECTED:
            return self._collected if deduplicates(settings, collected=True) else ()
        if not deduplicates(settings) or not self.enabled:
            return ()
        if settings.insert_deduplication_token:
            return (name_of_token(settings.insert_deduplication_token),)
        if self.source is Source.DATA:
            return (self._digest.hexdigest(),)
        return (named("parts", *_contents(parts)),) if self.source is Source.STABLE else ()


def deduplicates(settings: QuerySettings, *, collected: bool = False) -> bool:
    """Whether what was inserted before is not inserted again, of one INSERT or of several that
    were collected."""
    if settings.deduplicate_insert != "backward_compatible_choice":
        return settings.deduplicate_insert == "enable"
    return settings.async_insert_deduplicate if collected else settings.insert_deduplicate


def name_of_token(token: str) -> str:
    """The name of what a user gave a token."""
    return named("token", token)


def _contents(parts: Sequence[Written]) -> list[str]:
    """What tells written parts from others."""
    return sorted(
        ":".join([one.part.partition_id, *sorted(file.hash for file in one.part.files.values())])
        for one in parts
    )


def named(*texts: str) -> str:
    """A name made of others."""
    return str(xxhash.xxh3_128_hexdigest("\0".join(texts).encode("utf-8")))


def blocks_of_view(blocks: Sequence[str], view: Table, settings: QuerySettings) -> tuple[str, ...]:
    """The names of the rows that a materialized view makes of blocks."""
    if not settings.deduplicate_blocks_in_dependent_materialized_views:
        return ()
    return tuple(named(block, view.uuid) for block in blocks)
