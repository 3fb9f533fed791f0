"""What a worker imports before it runs a task."""

import subprocess
import sys

_NAMES = """
import sys, importlib
importlib.import_module(sys.argv[1])
from sparktree.kernel.connection import ARROW_FUNCTIONS
print(" ".join(sorted(ARROW_FUNCTIONS)))
"""


def _functions_after(module: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", _NAMES, module], capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


def test_a_task_knows_every_function_that_the_kernel_may_call() -> None:
    """A task opens its kernel before it has unpickled what it is to do: nothing else may be
    trusted to have imported the modules that declare functions."""
    assert _functions_after("sparktree.spark.task") == _functions_after("sparktree.session")
