"""The parent of the Python workers of a session that we build: it imports once, then forks.

Spark's own daemon forks first, so that every worker imports everything by itself, pyspark from
an archive that holds no compiled modules. Forking after the imports is safe only while there is
one thread, so the libraries are told to start none.
"""

import ctypes
import gc
import os
import signal
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec

_PARENT_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG
_PRCTL = ctypes.CDLL(None).prctl if sys.platform == "linux" else None
_QUIET = {"JE_ARROW_MALLOC_CONF": "background_thread:false", "OPENBLAS_NUM_THREADS": "1"}
_EVERY_WORKER = ("pyspark.worker", "pyarrow", "duckdb", "sparktree.spark.task")


def _leave_archives() -> None:
    """Import pyspark from its folder when that is to be had."""
    path = sys.path[:]
    sys.path[:] = [one for one in path if not one.endswith(".zip")]
    if find_spec("pyspark") is None or find_spec("py4j") is None:
        sys.path[:] = path


def _end_with_parent() -> None:
    """Ask Linux to end this process when its parent ends, however that is killed: a kernel that
    computes asks nobody whether its result is still wanted."""
    if _PRCTL is None:
        return
    if _PRCTL(_PARENT_DEATH_SIGNAL, signal.SIGKILL) == 0 and os.getppid() == 1:
        os._exit(1)  # the parent was gone before


def _until_hung_up(worker: Callable[..., int]) -> Callable[..., int]:
    """The work of a worker, who leaves without a word when Spark has cancelled its task."""

    def work(*arguments: object) -> int:
        _end_with_parent()
        try:
            return worker(*arguments)
        except BrokenPipeError:
            os._exit(1)

    return work


def main() -> None:
    """Serve Spark as its own daemon does."""
    os.environ.update(_QUIET)
    _leave_archives()
    for module in _EVERY_WORKER:
        import_module(module)
    daemon = import_module("pyspark.daemon")
    daemon.worker = _until_hung_up(daemon.worker)  # type: ignore[attr-defined]
    gc.freeze()  # a worker collects garbage after every task: what is here by now is none
    daemon.manager()


if __name__ == "__main__":
    main()
