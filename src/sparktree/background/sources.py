"""Everything that an engine does in the background, in the order in which it is asked about."""

from __future__ import annotations

from functools import partial

from sparktree.background.cleanup import cleanup
from sparktree.background.exports import export_leftovers, exports
from sparktree.background.merging import merges
from sparktree.background.mutations import mutations
from sparktree.background.patch_merging import patch_merges
from sparktree.background.pools import Pool
from sparktree.background.scheduler import Scheduler, Source
from sparktree.background.takeover import Takeover, waiting_tables
from sparktree.background.ttl_merging import ttl_merges
from sparktree.engines.services import Services


def start_background(services: Services, sizes: dict[Pool, int]) -> Scheduler:
    """The engine's scheduler, which knows what waits for it, and soon what others leave."""
    sources: list[Source] = [
        partial(exports, services),
        partial(export_leftovers, services),
        partial(mutations, services),
        partial(ttl_merges, services),
        partial(merges, services),
        partial(patch_merges, services),
        partial(cleanup, services),
    ]
    scheduler = Scheduler(sources, sizes, look=Takeover(services))
    services.background = scheduler
    for table in waiting_tables(services):
        scheduler.wake(table)
    scheduler.start()
    return scheduler
