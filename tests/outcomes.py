"""What became of the tests that prove requirements, kept from a run for `make requirements`."""

import json
from pathlib import Path

import pytest

KEPT = Path(__file__).resolve().parent.parent / ".pytest_cache" / "outcomes.json"
_PROPERTY = "requirements"


class Outcomes:
    """A plugin of pytest; of a run in several processes the one that gathers their reports."""

    def __init__(self, file: Path = KEPT) -> None:
        self.file = file
        self.seen: dict[str, tuple[str, list[str]]] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """A report travels between processes, the markers of its test do not."""
        ids = [id for marker in item.iter_markers("requirement") for id in marker.args]
        if ids:
            item.user_properties.append((_PROPERTY, ids))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """The test passed if all of its parts did, and it was not expected to fail."""
        ids = dict(report.user_properties).get(_PROPERTY)
        if not isinstance(ids, list):
            return
        outcome = "expected to fail" if hasattr(report, "wasxfail") else report.outcome
        before = self.seen.get(report.nodeid, ("passed", ids))[0]
        if report.when == "call" or outcome != "passed":
            self.seen[report.nodeid] = (outcome if before == "passed" else before, ids)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """What this run did not come to stays as it was."""
        if hasattr(session.config, "workerinput") or not self.seen:
            return
        self.file.parent.mkdir(exist_ok=True)
        self.file.write_text(json.dumps({**kept(self.file), **self.seen}, indent=0))


def kept(file: Path = KEPT) -> dict[str, tuple[str, list[str]]]:
    """The outcome of each test that names requirements, and these; empty before the first run."""
    if not file.is_file():
        return {}
    return {test: (outcome, ids) for test, (outcome, ids) in json.loads(file.read_text()).items()}


def passed(file: Path = KEPT) -> dict[str, list[str]]:
    """The tests that ran and passed, by the requirements that they prove."""
    found: dict[str, list[str]] = {}
    for test, (outcome, ids) in sorted(kept(file).items()):
        for id in ids if outcome == "passed" else ():
            found.setdefault(id, []).append(test)
    return found
