"""Merges for the TTL alone: parts whose time has come, without waiting for the next merge."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from sparktree.background.merge_choice import MERGES, limits_of, mergeable, run_merge
from sparktree.background.merge_run import TTL_MERGES
from sparktree.background.pools import Pool
from sparktree.background.tasks import Cancellation, Task
from sparktree.catalog.records import Part, Table, TableState
from sparktree.engines.definition.engines import engine_info
from sparktree.engines.definition.table import TableDefinition, load_definition
from sparktree.engines.definition.ttl_rules import (
    NEVER,
    Kind,
    Rule,
    codec_of,
    is_over,
    of_kind,
    rules_of,
)
from sparktree.engines.services import Services
from sparktree.engines.storage.part_descriptions import described
from sparktree.parts.description import PartDescription

TASK = "TTL merge"
Wants = Callable[[PartDescription], bool]


@dataclass(frozen=True, slots=True)
class _Reason:
    """Why parts are merged: which ones want it, and how long a partition waits after it."""

    name: str
    wants: Wants
    pause: int


def ttl_merges(services: Services, table: str, free: Mapping[Pool, int]) -> Iterator[Task]:
    """The merges that the table's TTL asks for now."""
    record = services.catalog.tables.find_uuid(table)
    if (
        record is None
        or record.state == TableState.DROPPED
        or not engine_info(record.engine).sorted
    ):
        return
    definition = load_definition(record.create_query)
    rules = rules_of(definition)
    if not rules or not free[Pool.MERGES_MUTATIONS] or _is_stopped(services, table):
        return
    if _is_quiet(services, record) or services.catalog.mutations.all(table, is_done=False):
        return
    running = sum(task.name.startswith(TASK) for task in services.background.running())
    room = definition.settings.max_number_of_merges_with_ttl_in_pool - running
    now = (
        services.storage.clock()
    )  # one moment for both, or what comes due between them is forgotten
    found = list(_due(services, record, definition, rules, now))
    if not found:
        _keep_quiet(services, record, rules, now)
    for reason, parts in found[: max(room, 0)]:
        name = f"{TASK} {parts[0].name} to {parts[-1].name}"
        run = partial(_run, services, table, reason, parts)
        yield Task(Pool.MERGES_MUTATIONS, table, name, run, parts[0].partition_id)


def _is_stopped(services: Services, table: str) -> bool:
    return any(services.jobs.blockers.stopped(action, table) for action in (MERGES, TTL_MERGES))


def _is_quiet(services: Services, record: Table) -> bool:
    """Whether nothing can be due yet: the parts are the same, and no moment has come."""
    state, until = services.jobs.ttl_quiet.get(record.uuid, ((), 0.0))
    return state == _state(record) and services.storage.clock() < until


def _keep_quiet(services: Services, record: Table, rules: Sequence[Rule], now: float) -> None:
    """Remember when the next moment comes for which a part or a partition waits."""
    moments = [until for key, until in services.jobs.ttl_pauses.items() if key[0] == record.uuid]
    for part in map(described, services.catalog.parts.all(record.uuid)):
        bounds = (rule.bounds(part) for rule in rules)
        moments += [m for b in bounds if b is not None for m in (b.least, b.greatest) if m]
    until = min((moment for moment in moments if moment > now), default=float(NEVER))
    services.jobs.ttl_quiet[record.uuid] = (_state(record), until)


def _state(record: Table) -> tuple[int, int]:
    return record.parts_version, record.metadata_version


def _run(
    services: Services,
    table: str,
    reason: _Reason,
    parts: Sequence[Part],
    cancellation: Cancellation,
) -> None:
    """Merge the parts; the partition then rests for a while."""
    run_merge(services, table, parts, cancellation)
    next_time = services.storage.clock() + reason.pause
    services.jobs.ttl_pauses[table, parts[0].partition_id, reason.name] = next_time


def _due(
    services: Services,
    record: Table,
    definition: TableDefinition,
    rules: Sequence[Rule],
    now: float,
) -> Iterator[tuple[_Reason, list[Part]]]:
    """Neighbours that want the same, of each partition at most once."""
    most = limits_of(definition.settings, 1 << 10).max_bytes
    reasons = list(_reasons(definition, rules, now))
    full = {part.uuid: part for part in services.catalog.parts.all(record.uuid)}
    seen: set[str] = set()
    for neighbours in mergeable(services, record.uuid):
        known = [full[part.uuid] for part in neighbours if part.uuid in full]
        for reason in reasons:
            key = (record.uuid, neighbours[0].partition_id, reason.name)
            if services.jobs.ttl_pauses.get(key, 0.0) > now or neighbours[0].partition_id in seen:
                continue
            chosen = _chosen(known, reason.wants, most)
            if chosen:
                seen.add(neighbours[0].partition_id)
                yield reason, chosen


def _reasons(definition: TableDefinition, rules: Sequence[Rule], now: float) -> Iterator[_Reason]:
    """To drop parts, to delete or change rows, to recompress: in this order."""
    settings = definition.settings
    pause = settings.merge_with_ttl_timeout
    yield _Reason("drop", lambda part: is_over(rules, part, now), 0)
    if not settings.ttl_only_drop_parts:
        changing = [rule for rule in rules if rule.kind.changes_rows]

        def expires(part: PartDescription) -> bool:
            return any(rule.begins(part, now) for rule in changing)

        yield _Reason("rows", expires, pause)
    if of_kind(rules, Kind.RECOMPRESS):

        def recompresses(part: PartDescription) -> bool:
            return codec_of(rules, [part], now, part.default_codec) != part.default_codec

        yield _Reason("codec", recompresses, settings.merge_with_recompression_ttl_timeout)


def _chosen(parts: Sequence[Part], wants: Wants, most: int) -> list[Part]:
    """The first neighbours that want it, as many as may be merged at once."""
    chosen: list[Part] = []
    size = 0
    for part in parts:
        size += part.bytes_on_disk
        fits = not chosen or size <= most
        if fits and part.rows and wants(described(part)):
            chosen.append(part)
        elif chosen:
            break
        else:
            size = 0
    return chosen
