"""Whether tasks run on other machines, which see of this one's files only what all mount.

What holds a path of this machine says so when it is sent to a task.
"""

from __future__ import annotations

from sparktree.errors import Code, Error


class Tasks:
    """Where the tasks of this process's Spark run."""

    def __init__(self) -> None:
        self.are_elsewhere = False


TASKS = Tasks()


def require_shared(path: str, shared: bool) -> None:
    """INVALID_CONFIG_PARAMETER for a folder of this machine whose files tasks elsewhere lack."""
    if TASKS.are_elsewhere and not shared:
        raise Error(
            Code.INVALID_CONFIG_PARAMETER,
            f"Executors run on other machines and may not see {path} of this one. If all of them"
            " mount it there, say <shared>true</shared> in the section of that disk (<disks>"
            "<default>... for the data folder); otherwise keep the table on an object disk, by"
            " a storage policy",
        )


def require_here(what: str) -> None:
    """NOT_IMPLEMENTED for what only tasks of this machine can do."""
    if TASKS.are_elsewhere:
        raise Error(
            Code.NOT_IMPLEMENTED,
            f"{what} is of this machine, and executors run on others: use s3() or another store"
            " that all of them reach.",
        )
