"""The requirements report reads every kind of proof."""

from pathlib import Path

import pytest

from tests.outcomes import Outcomes, kept, passed
from tests.requirements import proofs, report, statements


def test_every_named_requirement_exists() -> None:
    assert sorted(proofs().keys() - statements().keys()) == []


def test_markers_parameters_and_sql_headers_are_proofs(tmp_path: Path) -> None:
    (tmp_path / "tests" / "sql" / "parts").mkdir(parents=True)
    (tmp_path / "tests" / "test_a.py").write_text(
        "import pytest\n"
        "@pytest.mark.requirement('A.1')\n"
        "@pytest.mark.parametrize('x', [pytest.param(1, marks=pytest.mark.requirement('A.2'))])\n"
        "def test_one(x): ...\n"
    )
    (tmp_path / "tests" / "sql" / "parts" / "b.sql").write_text(
        "-- Tags: slow\n-- Requirement: A.1, B.1\nSELECT 1;\n"
    )
    assert proofs(tmp_path) == {
        "A.1": ["tests/test_a.py::test_one", "tests/sql/parts/b.sql"],
        "A.2": ["tests/test_a.py::test_one"],
        "B.1": ["tests/sql/parts/b.sql"],
    }


SAMPLE = """
import pytest
pytestmark = pytest.mark.filterwarnings("ignore")

@pytest.mark.requirement("A.1", "A.2")
def test_passes(): ...

@pytest.mark.requirement("A.2")
@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.requirement("A.3")), 2])
def test_of_two(x): assert x == 1

@pytest.mark.requirement("A.4")
@pytest.mark.skip
def test_skipped(): ...

@pytest.mark.requirement("A.5")
@pytest.mark.xfail
def test_expected_to_fail(): assert False

@pytest.fixture
def broken():
    yield
    assert False

@pytest.mark.requirement("A.6")
def test_left_broken(broken): ...
"""


def test_only_what_ran_and_passed_is_proved(tmp_path: Path) -> None:
    (tmp_path / "test_sample.py").write_text(SAMPLE)
    outcomes = Outcomes(tmp_path / "cache" / "outcomes.json")
    options = ["-q", "-p", "no:cacheprovider", "--rootdir", str(tmp_path), "-c", "/dev/null"]
    pytest.main([*options, str(tmp_path)], plugins=[outcomes])
    found = passed(outcomes.file)
    assert {id: [test.partition("::")[2] for test in tests] for id, tests in found.items()} == {
        "A.1": ["test_passes"],
        "A.2": ["test_of_two[1]", "test_passes"],
        "A.3": ["test_of_two[1]"],
    }
    assert len(kept(outcomes.file)) == 6


def test_before_tests_ran_nothing_is_proved(tmp_path: Path) -> None:
    *_, why, count = report(tmp_path / "none.json")
    assert why == "No test has run yet: `make test` keeps what passed."
    assert count.startswith("0 of ")
