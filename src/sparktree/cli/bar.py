"""A progress bar on standard error, fed by the running query."""

from typing import Self

from rich.console import Console
from rich.progress import BarColumn, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Display

from sparktree.cli.api import Progress
from sparktree.cli.progress import readable_quantity, readable_size


class ProgressBar:
    """Shown while a query runs, gone when it has ended."""

    def __init__(self) -> None:
        self._display = Display(
            SpinnerColumn(),
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.fields[tasks]}"),
            TimeElapsedColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        self._line = self._display.add_task("Progress:", total=1, visible=False, tasks="")

    def show(self, progress: Progress) -> None:
        rows, size = readable_quantity(progress.rows), readable_size(progress.bytes)
        self._display.update(
            self._line,
            completed=progress.tasks_done,
            total=progress.tasks_total or None,
            tasks=_tasks(progress),
            description=f"Progress: {rows} rows, {size}",
            visible=True,
        )

    def __enter__(self) -> Self:
        self._display.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._display.stop()


def _tasks(progress: Progress) -> str:
    """How many tasks have ended; a server does not tell that."""
    total = progress.tasks_total
    return f"{progress.tasks_done}/{total} tasks" if total else ""
