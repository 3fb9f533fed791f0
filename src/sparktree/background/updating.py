"""UPDATE without ALTER: parts with rows that it meets are rewritten at once, by who asks for it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sparktree.background.tasks import Cancellation
from sparktree.catalog.records import Lease, Part
from sparktree.engines.faults import reach
from sparktree.engines.mutations.applying import Applying
from sparktree.engines.mutations.committing import commit_mutated, running_mutations
from sparktree.engines.mutations.preparing import Prepared
from sparktree.engines.part_log import log_part
from sparktree.engines.partitions.keys import part_key, place_of, stopped_places
from sparktree.engines.services import Services

PURPOSE = "update"
_PAUSE = 0.02


@dataclass(slots=True)
class Updating:
    """One UPDATE; it does not depend on the background, which may be stopped."""

    services: Services
    prepared: Prepared
    cancellation: Cancellation
    check: Callable[[], None]
    patience: float = 120.0  # seconds to wait for a merge that holds a part

    def run(self) -> bool:
        """Whether it was done; not if a mutation that came before it still has to be."""
        uuid = self.prepared.record.uuid
        while True:
            # Mutations of greater numbers come after this one, whenever they reach the parts.
            number = self.services.catalog.mutations.take_number(uuid)
            pending = self.services.catalog.mutations.all(uuid, is_done=False)
            if any(mutation.number < number for mutation in pending):
                return False
            if self._try(number):
                return True
            self.check()
            time.sleep(_PAUSE)

    def _try(self, number: int) -> bool:
        """Rewrite the parts that have such rows; not if others replaced one of them meanwhile."""
        catalog, record = self.services.catalog, self.prepared.record
        applying = Applying(self.services, self.prepared, self.cancellation.watch)
        with catalog.snapshot(record.uuid):
            parts = applying.touched(catalog.parts.all(record.uuid))
            if not parts:
                return True
            if {place_of(part) for part in parts} & stopped_places(catalog.leases):
                return False
            keys = [part_key(part) for part in parts]
            lease = catalog.leases.acquire(keys, PURPOSE, timeout=self.patience, check=self.check)
            try:
                active = {part.uuid for part in catalog.parts.all(record.uuid)}
                if any(part.uuid not in active for part in parts):
                    return False
                self._rewrite(applying, parts, number, lease)
            finally:
                applying.sweep()
                catalog.leases.release(lease)
        return True

    def _rewrite(
        self, applying: Applying, parts: Sequence[Part], number: int, lease: Lease
    ) -> None:
        began, record = time.time(), self.prepared.record
        with running_mutations(self.services, record, parts, number):
            reach("update_before_write")
            made = applying.run(parts, are_touched=True)
            reach("update_after_write")
            self.cancellation.check()
            new = commit_mutated(self.services, parts, made, number, lease)
        for part, source in zip(new, parts, strict=True):
            log_part(self.services, "MutatePart", record, part, [source], began=began)
