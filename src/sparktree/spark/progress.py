"""What tasks report, and how far a query is."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from sparktree.errors import Error


@dataclass(frozen=True, slots=True)
class Sent:
    """What a task sent into an exchange, told to the driver too where it is little enough."""

    stage: int
    task: int
    records: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """One task's end: what it read, how it failed, and what it sent if that is little."""

    run: int
    rows: int
    bytes: int
    memory: int = 0  # the kernel's, at its most
    error: Error | None = None
    sent: Sent | None = None
    events: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a query is; rows and bytes are those read by the tasks that ended.

    `memory` is what the kernel took in the task of them that needed most, `to_read` how many rows
    the statement is going to read, as far as that is known.
    """

    tasks_done: int
    tasks_total: int
    rows: int
    bytes: int
    memory: int = 0
    events: Mapping[str, int] = field(default_factory=dict)  # that reading from disks counted
    to_read: int = 0

    def after(self, report: Report) -> "Progress":
        """The progress once this task has ended too; a repeated task is not counted twice."""
        done = min(self.tasks_done + 1, self.tasks_total)
        rows, size = self.rows + report.rows, self.bytes + report.bytes
        memory = max(self.memory, report.memory)
        events = self.events
        if report.events:
            events = Counter(events) + Counter(report.events)
        return Progress(done, self.tasks_total, rows, size, memory, events)


Listener = Callable[[Report], None]
OnProgress = Callable[[Progress], None]
