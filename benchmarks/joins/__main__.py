"""`python -m benchmarks.joins`."""

from benchmarks.joins.run import run

run()
