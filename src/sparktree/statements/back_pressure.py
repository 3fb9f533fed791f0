"""INSERT waits, or fails, while merges do not keep up with the parts that it makes."""

from __future__ import annotations

import time

from sparktree.catalog.records import Table
from sparktree.engines.definition import load_definition
from sparktree.engines.engine import ENGINES
from sparktree.errors import Code, Error
from sparktree.formats.readable import readable_size
from sparktree.settings.merge_tree import MergeTreeSettings
from sparktree.statements.context import Context
from sparktree.statements.table_readonly import refuse_readonly_table


def delay_or_refuse(record: Table, context: Context) -> None:
    """TOO_MANY_PARTS if there are too many parts; a pause if there are nearly too many."""
    if not ENGINES[record.engine].sorted:
        return
    refuse_readonly_table(record)
    settings = load_definition(record.create_query).settings
    counts = context.services.catalog.parts.counts(record.uuid)
    total = sum(count for count, _ in counts.values())
    shown = f"'{record.database}.{record.name} ({record.uuid})'"
    if total >= settings.max_parts_in_total:
        raise Error(
            Code.TOO_MANY_PARTS,
            f"Too many parts ({total}) in all partitions in total in table {shown}. This indicates"
            " wrong choice of partition key. The threshold can be modified with"
            " 'max_parts_in_total' setting in <merge_tree> element in config.xml or with per-table"
            " setting.",
        )
    count, size = max(counts.values(), default=(0, 0))
    throw = _chosen(context, "parts_to_throw_insert") or settings.parts_to_throw_insert
    if throw and count >= throw:
        raise Error(
            Code.TOO_MANY_PARTS,
            f"Too many parts ({count} with average size of {readable_size(size / count)}) in table"
            f" {shown}. Merges are processing significantly slower than inserts.",
        )
    _pause(count, throw, settings, context)


def _chosen(context: Context, name: str) -> int:
    """The query's own limit; 0 leaves it to the table."""
    return int(str(context.setting(name)))


def _pause(count: int, throw: int, settings: MergeTreeSettings, context: Context) -> None:
    """The longer, the nearer the number of parts is to where INSERT fails."""
    delay = _chosen(context, "parts_to_delay_insert") or settings.parts_to_delay_insert
    if not delay or count < delay:
        return
    share = (count - delay + 1) / max(throw - delay, 1) if throw else 1.0
    seconds = min(share, 1.0) * settings.max_delay_to_insert
    end = time.monotonic() + max(seconds, settings.min_delay_to_insert_ms / 1000)
    while (left := end - time.monotonic()) > 0:
        context.check_waiting()
        time.sleep(min(left, 0.1))
