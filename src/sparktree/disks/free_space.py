"""What is free on the disks of volumes that fill the least used one, asked not too often."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping

from sparktree.disks.disk import Disk
from sparktree.disks.placement import room_of
from sparktree.disks.policies import Balancing, Volume

Key = tuple[str, str]  # a policy and its volume


class FreeSpaces:
    """Remembers the free bytes of disks for `least_used_ttl_ms`."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: dict[Key, tuple[float, dict[str, int]]] = {}

    def of(self, policy: str, volume: Volume, disks: Mapping[str, Disk]) -> dict[str, int] | None:
        """The bytes by disk; None where they are to be asked for each part."""
        if volume.balancing is not Balancing.LEAST_USED or volume.least_used_ttl_ms == 0:
            return None
        now = time.monotonic()
        with self._lock:
            asked, known = self._known.get((policy, volume.name), (0.0, {}))
            old = (now - asked) * 1000 >= volume.least_used_ttl_ms > 0
            if not known or old:
                known = {name: room_of(disk) for name, disk in disks.items()}
                self._known[policy, volume.name] = (now, known)
            return dict(known)

    def took(self, disk: str, size: int) -> None:
        """So much was written to a disk since it was asked."""
        with self._lock:
            for _, known in self._known.values():
                if disk in known:
                    known[disk] -= size
