"""Everything that an engine does in the background, in the order in which it is asked about."""

from __future__ import annotations

from functools import partial

from sparktree.background.cleanup import cleanup
from sparktree.background.exports import export_leftovers, exports, left_behind
from sparktree.background.merging import merges
from sparktree.background.mutations import mutations
from sparktree.background.patch_merging import patch_merges
from sparktree.background.pools import Pool
from sparktree.background.scheduler import Scheduler, Source
from sparktree.background.ttl_merging import ttl_merges
from sparktree.engines.engine import ENGINES
from sparktree.engines.services import Services


def waiting_tables(services: Services) -> set[str]:
    """The tables for which there may be something to do when an engine opens."""
    mutated = {mutation.table for mutation in services.catalog.mutations.all(is_done=False)}
    tables = [table for table in services.catalog.tables.all() if ENGINES[table.engine].sorted]
    # A look at the text saves parsing the definitions of tables without a TTL.
    expiring = [table for table in tables if " TTL " in table.create_query.replace("\n", " ")]
    left = left_behind(services)
    services.exports.has_leftovers = bool(left)
    return mutated | left | {table.uuid for table in expiring}


def start_background(services: Services, sizes: dict[Pool, int]) -> Scheduler:
    """The engine's scheduler; it does nothing before a table is woken."""
    sources: list[Source] = [
        partial(exports, services),
        partial(export_leftovers, services),
        partial(mutations, services),
        partial(ttl_merges, services),
        partial(merges, services),
        partial(patch_merges, services),
        partial(cleanup, services),
    ]
    return Scheduler(sources, sizes)
