"""Moves between disks in the background: by TTL, and off disks that become full."""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from sparktree.background.pools import Pool
from sparktree.background.tasks import Cancellation, Task
from sparktree.catalog.records import Lease, Part, Swap, Table, TableState
from sparktree.disks.placement import room_of
from sparktree.disks.policies import StoragePolicy, Volume
from sparktree.engines.definition.engines import engine_info
from sparktree.engines.definition.table import TableDefinition, load_definition
from sparktree.engines.definition.ttl_rules import Kind, Rule, of_kind, rules_of
from sparktree.engines.jobs import partition_keys as keys
from sparktree.engines.partitions.part_moves import PartMoves
from sparktree.engines.services import Services
from sparktree.engines.storage.faults import reach
from sparktree.engines.storage.part_descriptions import described
from sparktree.engines.storage.part_log import log_part
from sparktree.engines.writing.commit import withdraw
from sparktree.errors import Code, Error
from sparktree.spark.queries import RunOptions

MOVES = "MOVES"  # what SYSTEM STOP and START call them
MOVE_TASKS = "move "  # how their names begin
PURPOSE = "move"


def moves(services: Services, table: str, free: Mapping[Pool, int]) -> Iterator[Task]:
    """The moves that the table's TTL and its policy's move_factor ask for now."""
    record = services.catalog.tables.find_uuid(table)
    if record is None or record.state == TableState.DROPPED or not free[Pool.MOVES]:
        return
    if not engine_info(record.engine).sorted or services.jobs.blockers.stopped(MOVES, table):
        return
    definition = load_definition(record.create_query)
    policy = services.storage.policy(definition.settings)
    if policy.only_disk is not None:
        return
    parts = services.catalog.parts.all(record.uuid)
    wanted = dict(_by_ttl(services, definition, policy, parts))
    left = [part for part in parts if part.uuid not in wanted]
    wanted |= dict(_by_space(services, policy, left))
    for part in [part for part in parts if part.uuid in wanted][: free[Pool.MOVES]]:
        run = partial(_run, services, table, part, wanted[part.uuid])
        yield Task(Pool.MOVES, table, f"{MOVE_TASKS}{part.name}", run, part.partition_id)


Wanted = tuple[str, list[Volume]]  # a part's UUID, and the volumes to be tried in turn


def _by_ttl(
    services: Services, definition: TableDefinition, policy: StoragePolicy, parts: Sequence[Part]
) -> Iterator[Wanted]:
    """Parts all of whose rows are older than a rule says, and that are not where it sends them."""
    rules = of_kind(rules_of(definition), Kind.MOVE)
    if not rules:
        return
    now = services.storage.clock()
    for part in parts:
        volume = destination(rules, policy, part, now)
        if volume is not None and not services.disks.is_on(part.disk, volume.disks):
            yield part.uuid, [volume]


def destination(
    rules: Sequence[Rule], policy: StoragePolicy, part: Part, now: float
) -> Volume | None:
    """Where the rule that came last sends the part."""
    known = described(part)
    come = [
        (bounds.greatest, place)
        for place, rule in enumerate(rules)
        if rule.ends(known, now) and (bounds := rule.bounds(known)) is not None
    ]
    if not come:
        return None
    element = rules[max(come)[1]].element
    assert element is not None
    return policy.destination(str(element.destination), str(element.destination_name))


def _by_space(services: Services, policy: StoragePolicy, parts: Sequence[Part]) -> Iterator[Wanted]:
    """The largest parts of disks of which too little is free, but for those of the last volume."""
    if not policy.move_factor:
        return
    reserved = services.catalog.reservations.sums()
    for place, volume in enumerate(policy.volumes[:-1]):
        for name in volume.disks:
            disk = services.disks.get(name)
            room = room_of(disk) if disk is not None else -1
            if disk is None or room < 0:
                continue
            free = room - reserved.get(name, 0)
            own = [part for part in parts if part.disk == name]
            for part in largest(own, disk.total_space() * policy.move_factor - free):
                yield part.uuid, list(policy.volumes[place + 1 :])


def largest(parts: Sequence[Part], needed: float) -> list[Part]:
    """The fewest largest parts that have so many bytes together; all if that is too little."""
    chosen: list[Part] = []
    for part in sorted(parts, key=lambda part: -part.bytes_on_disk):
        if needed <= 0:
            break
        chosen.append(part)
        needed -= part.bytes_on_disk
    return chosen


def _run(
    services: Services,
    table: str,
    part: Part,
    volumes: Sequence[Volume],
    cancellation: Cancellation,
) -> None:
    """Move the part, unless somebody else works on it or it is not there any more."""
    record = services.catalog.tables.find_uuid(table)
    lease = keys.claim(services.catalog.leases, [part], PURPOSE) if record is not None else None
    if record is None or lease is None:
        return
    began = time.time()
    query_id = str(uuid.uuid4())

    def options() -> RunOptions:
        cancellation.watch(query_id)
        return RunOptions(query_id)

    try:
        found = services.catalog.parts.find(table, part.name)
        place = {keys.place_of(part)}
        if found is None or found.uuid != part.uuid:
            return
        with services.jobs.on_partitions.running(place, cancellation.cancel):
            moving = PartMoves(services.storage, record, services.jobs, options)
            if not any(moving.to(part, volume) for volume in volumes):
                raise Error(
                    Code.NOT_ENOUGH_SPACE,
                    f"Would like to move part {part.name} from disk {part.disk}, but none of the"
                    f" volumes {', '.join(volume.name for volume in volumes)} has room for it",
                )
            _moved(services, record, part, moving, lease, began)
    except Error:
        cancellation.check()  # a Spark job that was cancelled fails in words of its own
        raise
    finally:
        services.catalog.leases.release(lease)


def _moved(
    services: Services, record: Table, part: Part, moving: PartMoves, lease: Lease, began: float
) -> None:
    try:
        made = moving.copied()
        try:
            reach("move_before_commit")
            versions = {record.uuid: record.metadata_version}
            swap = Swap(made, moved=[part], versions=versions)
            services.catalog.parts.swap(swap, guard=lease)
            reach("move_after_commit")
        except BaseException:
            withdraw(made, services.catalog, services.disks)
            raise
        finally:
            moving.end()
    except Error as error:
        _log(services, record, part, part, began, error)
        raise
    moving.note(began)
    _log(services, record, made[0], part, began)


def _log(
    services: Services,
    record: Table,
    part: Part,
    source: Part,
    began: float,
    error: Error | None = None,
) -> None:
    log_part(
        services.storage, services.journal, "MovePart", record, part, [source],
        began=began, error=error,
    )  # fmt: skip
