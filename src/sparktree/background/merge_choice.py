"""Merges that a table needs: neighbours that may be merged, and the best choice among them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from functools import partial
from itertools import groupby

from sparktree.background.merge_run import claim, merge_parts
from sparktree.background.pools import Pool
from sparktree.background.selector import Candidate, Limits, max_bytes, select
from sparktree.background.tasks import Cancellation, Task
from sparktree.catalog.records import Mutation, Part, PartState, Table, TableState
from sparktree.engines.definition.table import load_definition
from sparktree.engines.jobs.partition_keys import lock_key, part_key, place_of
from sparktree.engines.services import Services
from sparktree.settings.merge_tree import MergeTreeSettings

MERGES = "MERGES"
_AT_ONCE = 2  # merges of one table in one round


def merges(services: Services, table: str, free: Mapping[Pool, int]) -> Iterator[Task]:
    """The merges that are worth it now."""
    record = services.catalog.tables.find_uuid(table)
    if record is None or record.state == TableState.DROPPED:
        return
    if services.jobs.blockers.stopped(MERGES, table):
        return
    if services.catalog.mutations.all(table, is_done=False):
        return  # the parts will soon be others
    threads = free[Pool.MERGES_MUTATIONS]
    ranges = mergeable(services, table)
    for _ in range(min(threads, _AT_ONCE)):
        chosen = choose(record, ranges, threads, services.catalog.clock())
        if not chosen:
            return
        run = partial(run_merge, services, table, chosen)
        name = f"merge {chosen[0].name} to {chosen[-1].name}"
        yield Task(Pool.MERGES_MUTATIONS, table, name, run, chosen[0].partition_id)
        ranges = list(without(ranges, chosen))
        threads -= 1


def run_merge(
    services: Services, table: str, parts: Sequence[Part], cancellation: Cancellation
) -> None:
    """Merge the parts, unless somebody else works on them or the table is gone."""
    record = services.catalog.tables.find_uuid(table)
    lease = claim(services, parts) if record is not None else None
    if record is not None and lease is not None:
        merge_parts(services, record, [part.name for part in parts], lease, cancellation)


def choose(
    record: Table,
    ranges: Sequence[Sequence[Part]],
    threads: int,
    now: float,
    *,
    eager: bool = False,
) -> list[Part]:
    """The parts of the best merge; none if nothing is worth it."""
    settings = load_definition(record.create_query).settings
    candidates = [[Candidate(p.bytes_on_disk, now - p.created) for p in one] for one in ranges]
    found = select(candidates, replace(limits_of(settings, threads), eager=eager))
    if found is None:
        return []
    number, begin, end = found
    return list(ranges[number][begin:end])


def limits_of(settings: MergeTreeSettings, threads: int) -> Limits:
    """What the table's settings allow with so many idle threads."""
    lowering = settings.number_of_free_entries_in_pool_to_lower_max_size_of_merge
    most = max_bytes(
        threads,
        max(threads, lowering),
        settings.max_bytes_to_merge_at_min_space_in_pool,
        settings.max_bytes_to_merge_at_max_space_in_pool,
        lowering,
    )
    whole = settings.min_age_to_force_merge_on_partition_only
    needed = settings.number_of_free_entries_in_pool_to_execute_optimize_entire_partition
    return Limits(
        most,
        settings.max_parts_to_merge_at_once,
        0 if whole and threads < needed else settings.min_age_to_force_merge_seconds,
        settings.merge_selector_base,
        force_whole=whole,
    )


def mergeable(services: Services, table: str) -> list[list[Part]]:
    """Neighbours of one partition that nobody works on and that went through the same mutations.

    A block number that an insert has taken and not yet committed stands between neighbours.
    """
    parts = services.catalog.parts.outline(table)
    taken = {key for lease in services.catalog.leases.all() for key in lease.keys}
    mutations = services.catalog.mutations.all(table)
    ranges: list[list[Part]] = []
    resting = _resting_disks(services, table)
    for _, same in groupby(parts, lambda part: part.partition_id):
        ranges += _neighbours(_uncovered(list(same)), taken, mutations, resting)
    return ranges


def _resting_disks(services: Services, table: str) -> frozenset[str]:
    """The disks on whose volumes parts are not to be merged."""
    record = services.catalog.tables.find_uuid(table)
    if record is None:
        return frozenset()
    policy = services.storage.policy(load_definition(record.create_query).settings)
    volumes = (volume for volume in policy.volumes if volume.prefer_not_to_merge)
    return frozenset(disk for volume in volumes for disk in volume.disks)


def _uncovered(parts: list[Part]) -> list[Part]:
    """Without the rows of merges and mutations that are about to commit: they have sources."""
    made = [p for p in parts if p.state == PartState.PRE_ACTIVE and (p.level or p.mutation)]
    return [part for part in parts if part not in made]


def _neighbours(
    parts: Iterable[Part], taken: set[str], mutations: Sequence[Mutation], resting: Set[str]
) -> Iterator[list[Part]]:
    current: list[Part] = []
    for part in parts:
        keys = {part_key(part), lock_key(place_of(part))}
        free = part.state == PartState.ACTIVE and taken.isdisjoint(keys)
        free = free and part.disk not in resting
        if current and (not free or version(part, mutations) != version(current[-1], mutations)):
            yield current
            current = []
        if free:
            current.append(part)
    if current:
        yield current


def version(part: Part, mutations: Sequence[Mutation]) -> int:
    """The last mutation that the part went through."""
    data = part.mutation or part.min_block
    return max((m.number for m in mutations if m.number <= data), default=0)


def without(ranges: Iterable[Sequence[Part]], chosen: Sequence[Part]) -> Iterator[list[Part]]:
    """The ranges without some neighbours; what lay on both sides of them is not neighbours."""
    for one in ranges:
        if chosen[0] not in one:
            yield list(one)
            continue
        place = one.index(chosen[0])
        pieces = (list(one[:place]), list(one[place + len(chosen) :]))
        yield from (piece for piece in pieces if piece)
