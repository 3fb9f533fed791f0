"""The measure among the results of a run."""

import pytest

from tests.differential.report import AGGREGATE_OUTCOMES, OUTCOMES, summary


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """How many functions do all that ClickHouse does."""
    for key, what in ((OUTCOMES, "scalar functions"), (AGGREGATE_OUTCOMES, "aggregate functions")):
        outcomes = config.stash.get(key, None)
        if outcomes is not None:
            terminalreporter.write_line(summary(outcomes, what))
