"""The stateless runner judges a test as clickhouse-test does."""

import time
from pathlib import Path

import pytest

from tests.stateless.cases import Case, cases, read_names
from tests.stateless.executors import StatementError
from tests.stateless.hints import hints
from tests.stateless.run import Outcome, run


class Echoing:
    """Prints the statement itself; refuses those that begin with FAIL and a code."""

    def __init__(self) -> None:
        self.calls: list[str] = []

    def begin(self, database: str) -> None:
        self.calls.append(f"begin {database}")

    def run(self, sql: str) -> bytes:
        if sql.startswith("FAIL"):
            raise StatementError(int(sql.split()[1]), f"Code: {sql.split()[1]}.")
        if sql.startswith("SLEEP"):
            time.sleep(5)
        return f"{sql.strip()}\n".encode()

    def end(self, database: str) -> None:
        self.calls.append(f"end {database}")


def outcome(tmp_path: Path, script: str, reference: str | None, timeout: float = 10) -> Outcome:
    (tmp_path / "topic").mkdir(exist_ok=True)
    path = tmp_path / "topic" / "x.sql"
    path.write_text(script)
    if reference is not None:
        path.with_suffix(".reference").write_text(reference)
    return run(Case(tmp_path, path), Echoing(), timeout)


def test_equal_output_passes(tmp_path: Path) -> None:
    found = outcome(tmp_path, "A; B;", "A\nB\n")
    assert found.passed
    assert str(found).startswith("topic/x: OK")


def test_another_output_fails_with_a_diff(tmp_path: Path) -> None:
    found = outcome(tmp_path, "A; B;", "A\nC\n")
    assert found.problem is not None
    assert "-C" in found.problem
    assert "+B" in found.problem


def test_a_missing_line_end_is_a_difference(tmp_path: Path) -> None:
    assert not outcome(tmp_path, "A;", "A").passed


def test_a_missing_reference_fails(tmp_path: Path) -> None:
    assert outcome(tmp_path, "A;", None).problem == "x.reference is missing."


def test_an_expected_error_passes_and_prints_nothing(tmp_path: Path) -> None:
    script = "FAIL 60; -- { serverError UNKNOWN_TABLE }\nA;"
    assert outcome(tmp_path, script, "A\n").passed


def test_one_of_several_expected_errors_is_enough(tmp_path: Path) -> None:
    assert outcome(tmp_path, "FAIL 47; -- { serverError 60, UNKNOWN_IDENTIFIER }", "").passed


def test_another_error_than_the_expected_fails(tmp_path: Path) -> None:
    found = outcome(tmp_path, "FAIL 60; -- { serverError SYNTAX_ERROR }", "")
    assert found.problem is not None
    assert "expected [62]" in found.problem


def test_success_where_an_error_is_expected_fails(tmp_path: Path) -> None:
    found = outcome(tmp_path, "A; -- { serverError UNKNOWN_TABLE }", "")
    assert found.problem is not None
    assert "got none" in found.problem


def test_an_unexpected_error_names_the_line(tmp_path: Path) -> None:
    found = outcome(tmp_path, "A;\n\nFAIL 1;\nB;", "A\n")
    assert found.problem is not None
    assert "line 3: FAIL 1" in found.problem


def test_a_test_that_hangs_is_ended(tmp_path: Path) -> None:
    found = outcome(tmp_path, "SLEEP;", "", timeout=0.05)
    assert found.problem == "Not done after 0.05 s."


def test_echo_prints_statements_but_not_the_header(tmp_path: Path) -> None:
    script = "-- Tags: slow\n-- { echoOn }\nA; -- why\n-- { echoOff }\nB;"
    assert outcome(tmp_path, script, "-- { echoOn }\nA; -- why\nA\nB\n").passed


def test_hints_are_kept_from_the_engine(tmp_path: Path) -> None:
    assert outcome(tmp_path, "A -- { echoOn } x\n+ 1;", "A -- { echoOn } x\n+ 1;\nA \n+ 1\n").passed


def test_each_test_has_a_database_of_its_own_shown_as_default(tmp_path: Path) -> None:
    path = tmp_path / "x.sql"
    case = Case(tmp_path, path)
    path.write_text(f"SELECT {case.database};")
    case.reference.write_text("SELECT default\n")
    executor = Echoing()
    assert run(case, executor, 10).passed
    assert executor.calls == [f"begin {case.database}", f"end {case.database}"]


def test_the_database_is_dropped_after_a_failure(tmp_path: Path) -> None:
    path = tmp_path / "x.sql"
    path.write_text("FAIL 1;")
    path.with_suffix(".reference").write_text("")
    executor = Echoing()
    run(Case(tmp_path, path), executor, 10)
    assert executor.calls[-1].startswith("end ")


def test_a_misspelt_error_name_is_found() -> None:
    with pytest.raises(ValueError, match="UNKNOWN_TABEL"):
        hints("SELECT 1; -- { serverError UNKNOWN_TABEL }")


def test_names_choose_tests_by_path_or_by_stem(tmp_path: Path) -> None:
    for name in ("a/x", "a/y", "b/z"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / f"{name}.sql").write_text("SELECT 1")
    names = tmp_path / "names"
    names.write_text("# some\na/x\nz.sql\n")
    assert [case.name for case in cases(tmp_path, read_names(names))] == ["a/x", "b/z"]
