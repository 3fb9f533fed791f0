"""What a worker knows before its first task."""

import subprocess
import sys

ALL = """
from sparktree.spark import worker
from sparktree.kernel.connection import ARROW_FUNCTIONS
known = set(ARROW_FUNCTIONS)
import sparktree
print(sorted(set(ARROW_FUNCTIONS) - known), len(known) > 100)
"""


def test_a_worker_knows_every_function() -> None:
    """The kernel of a worker is opened once, with the functions that were imported by then."""
    found = subprocess.run([sys.executable, "-c", ALL], capture_output=True, text=True, check=True)
    assert found.stdout.split() == ["[]", "True"]
