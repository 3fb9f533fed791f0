"""INSERT and mutations wait, or fail, while merges or mutations do not keep up with them."""

from __future__ import annotations

import time

from sparktree.catalog.records import PartState, Table
from sparktree.engines.definition.engines import engine_info
from sparktree.engines.definition.table import load_definition
from sparktree.errors import Code, Error
from sparktree.formats.readable import readable_size
from sparktree.settings.merge_tree import MergeTreeSettings
from sparktree.statements.context import Context
from sparktree.statements.table_readonly import refuse_readonly_table


def delay_or_refuse(record: Table, context: Context) -> None:
    """TOO_MANY_PARTS if there are too many parts; a pause if there are nearly too many."""
    if not engine_info(record.engine).sorted:
        return
    refuse_readonly_table(record, context)
    settings = load_definition(record.create_query).settings
    _refuse_full_disk(settings, context)
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
    _refuse_large(record, settings, context)
    inactive = _inactive(record, settings, context)
    if 0 < settings.inactive_parts_to_throw_insert <= inactive:
        raise Error(
            Code.TOO_MANY_PARTS,
            f"Too many inactive parts ({inactive}) in table {shown}. Parts cleaning are processing"
            " significantly slower than inserts",
        )
    _pause(
        inactive,
        settings.inactive_parts_to_delay_insert,
        settings.inactive_parts_to_throw_insert,
        settings,
        context,
    )
    count, size = max(counts.values(), default=(0, 0))
    if 0 < settings.max_avg_part_size_for_too_many_parts < size / max(count, 1):
        return
    throw = context.settings.parts_to_throw_insert or settings.parts_to_throw_insert
    if throw and count >= throw:
        raise Error(
            Code.TOO_MANY_PARTS,
            f"Too many parts ({count} with average size of {readable_size(size / count)}) in table"
            f" {shown}. Merges are processing significantly slower than inserts.",
        )
    delay = context.settings.parts_to_delay_insert or settings.parts_to_delay_insert
    _pause(count, delay, throw, settings, context)


def delay_or_refuse_mutation(record: Table, context: Context) -> None:
    """TOO_MANY_MUTATIONS if too many are not done; a pause if there are nearly too many."""
    table, query = load_definition(record.create_query).settings, context.settings
    throw = query.number_of_mutations_to_throw or table.number_of_mutations_to_throw
    delay = query.number_of_mutations_to_delay or table.number_of_mutations_to_delay
    if not throw and not delay:
        return
    waiting = len(context.services.catalog.mutations.all(record.uuid, is_done=False))
    if 0 < throw <= waiting:
        raise Error(
            Code.TOO_MANY_MUTATIONS,
            f"Too many unfinished mutations ({waiting}) in table"
            f" {record.database}.{record.name} ({record.uuid})",
        )
    if not 0 < delay <= waiting:
        return
    share = min((waiting - delay) / max(throw - delay, 1), 1.0) if throw else 1.0
    least, most = table.min_delay_to_mutate_ms, table.max_delay_to_mutate_ms
    _wait((least + share * (most - least)) / 1000, context)


def _refuse_full_disk(settings: MergeTreeSettings, context: Context) -> None:
    """NOT_ENOUGH_SPACE while each of its disks has less free than the table or the query wants."""
    least = (
        settings.min_free_disk_bytes_to_perform_insert
        or context.settings.min_free_disk_bytes_to_perform_insert
    )
    share = (
        settings.min_free_disk_ratio_to_perform_insert
        or context.settings.min_free_disk_ratio_to_perform_insert
    )
    if not least and not share:
        return
    policy = context.services.storage.policy(settings)
    disks = [disk for name, disk in context.services.disks.items() if name in policy.disks]
    if any(disk.free_space() >= max(least, share * disk.total_space()) for disk in disks):
        return
    raise Error(
        Code.NOT_ENOUGH_SPACE,
        f"Could not perform insert. None of the disks in volume '{policy.volumes[-1].name}' have"
        " enough free space to meet the configured threshold. The threshold can be configured"
        " either in MergeTree settings or User settings, using the following settings: (1)"
        f" `min_free_disk_bytes_to_perform_insert` = {least} (2)"
        f" `min_free_disk_ratio_to_perform_insert` = {share:g}",
    )


def _inactive(record: Table, settings: MergeTreeSettings, context: Context) -> int:
    """The most parts that a partition has to be removed, if somebody asks."""
    if not settings.inactive_parts_to_throw_insert and not settings.inactive_parts_to_delay_insert:
        return 0
    counts = context.services.catalog.parts.counts(record.uuid, PartState.OUTDATED)
    return max((count for count, _ in counts.values()), default=0)


def _refuse_large(record: Table, settings: MergeTreeSettings, context: Context) -> None:
    """TABLE_SIZE_LIMIT_EXCEEDED once the table has more than its settings allow."""
    most = (
        settings.max_table_size_rows,
        settings.max_table_size_bytes_compressed,
        settings.max_table_size_bytes_uncompressed,
    )
    if not any(most):
        return
    found = context.services.catalog.parts.sizes(record.uuid)
    shown = f"table {record.database}.{record.name} ({record.uuid})"
    for limit, size, name in zip(most, found, ("rows", "compressed", "uncompressed"), strict=True):
        if not 0 < limit < size:
            continue
        if name == "rows":
            raise Error(
                Code.TABLE_SIZE_LIMIT_EXCEEDED,
                f"Table size limit exceeded: the total number of rows in active data parts of"
                f" {shown} is {size}, which exceeds the 'max_table_size_rows' setting value"
                f" ({limit})",
            )
        raise Error(
            Code.TABLE_SIZE_LIMIT_EXCEEDED,
            f"Table size limit exceeded: the total size of {name} data in active and inactive parts"
            f" of {shown} is {readable_size(size)}, which exceeds the"
            f" 'max_table_size_bytes_{name}' setting value ({readable_size(limit)}). Note: inactive"
            " parts are removed in the background, so the total size can decrease over time",
        )


def _pause(
    count: int, delay: int, throw: int, settings: MergeTreeSettings, context: Context
) -> None:
    """The longer, the nearer the number of parts is to where INSERT fails."""
    if not delay or count < delay:
        return
    share = (count - delay + 1) / max(throw - delay, 1) if throw else 1.0
    seconds = min(share, 1.0) * settings.max_delay_to_insert
    _wait(max(seconds, settings.min_delay_to_insert_ms / 1000), context)


def _wait(seconds: float, context: Context) -> None:
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        context.check_waiting()
        time.sleep(min(left, 0.1))
