"""Everything that an engine does in the background, in the order in which it is asked about."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from sparktree.background.buffers import buffers
from sparktree.background.cleanup import cleanup
from sparktree.background.exports import export_leftovers, exports
from sparktree.background.merge_choice import merges
from sparktree.background.moving import moves
from sparktree.background.mutations import mutations
from sparktree.background.patch_merging import patch_merges
from sparktree.background.pools import Pool
from sparktree.background.scheduler import Scheduler, Source, Task
from sparktree.background.takeover import Takeover, waiting_tables
from sparktree.background.ttl_merging import ttl_merges
from sparktree.engines.definition.engines import engine_info
from sparktree.engines.definition.table import load_definition
from sparktree.engines.services import Services

ServicesSource = Callable[[Services, str, Mapping[Pool, int]], Iterator[Task]]


def _allowed(
    services: Services, source: ServicesSource, table: str, free: Mapping[Pool, int]
) -> Iterator[Task]:
    """What the source would run, as far as the settings of the table let it."""
    record = services.catalog.tables.find_uuid(table)
    if record is None or not engine_info(record.engine).sorted:
        yield from source(services, table, free)
        return
    settings = load_definition(record.create_query).settings
    needed = settings.number_of_free_entries_in_pool_to_execute_mutation
    waits = source is mutations and free[Pool.MERGES_MUTATIONS] < needed
    is_read_only = settings.table_readonly or services.storage.is_static(settings)
    if not is_read_only and not waits:
        yield from source(services, table, free)


def start_background(services: Services, sizes: dict[Pool, int]) -> Scheduler:
    """The engine's scheduler, which knows what waits for it, and soon what others leave."""
    sources: list[Source] = [
        partial(exports, services),
        partial(export_leftovers, services),
        partial(_allowed, services, mutations),
        partial(_allowed, services, moves),
        partial(_allowed, services, ttl_merges),
        partial(_allowed, services, merges),
        partial(_allowed, services, patch_merges),
        partial(buffers, services),
        partial(cleanup, services),
    ]
    scheduler = Scheduler(sources, sizes, look=Takeover(services))
    services.jobs.background = scheduler
    for table in waiting_tables(services):
        scheduler.wake(table)
    scheduler.start()
    return scheduler
