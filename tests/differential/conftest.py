"""The measure among the results of a run."""

import pytest

from tests.differential.report import summary
from tests.differential.test_functions import OUTCOMES


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """How many functions do all that ClickHouse does."""
    outcomes = config.stash.get(OUTCOMES, None)
    if outcomes is not None:
        terminalreporter.write_line(summary(outcomes))
