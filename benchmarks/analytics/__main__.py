"""`python -m benchmarks.analytics`."""

from benchmarks.analytics.run import run

run()
