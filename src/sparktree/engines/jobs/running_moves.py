"""A part on its way to another disk: a row of system.moves."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field


@dataclass(slots=True)
class RunningMove:
    """What is known of a move while it runs."""

    database: str
    table: str
    part_name: str
    part_size: int
    target_disk_name: str
    target_disk_path: str
    thread_id: int = field(default_factory=threading.get_native_id)
    started: float = field(default_factory=time.time)
