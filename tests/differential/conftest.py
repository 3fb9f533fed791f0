"""The measure among the results of a run."""

import pytest

from tests.differential.report import summary
from tests.differential.test_functions import OUTCOMES


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """How many functions do all that ClickHouse does."""
    if OUTCOMES in config.stash:
        terminalreporter.write_line(summary(config.stash[OUTCOMES]))
