"""Every .sql file below this folder prints what its reference says."""

import tomllib
from pathlib import Path

import pytest

import sparktree
from tests.stateless.cases import Case, cases
from tests.stateless.executors import SparktreeExecutor
from tests.stateless.run import run

FOLDER = Path(__file__).parent
GAPS = tomllib.loads((FOLDER / "gaps.toml").read_text())
REASONS = {
    name: f"{kind}: {reason}" for kind in ("todo", "never") for name, reason in GAPS[kind].items()
}
CASES = {case.name: case for case in cases(FOLDER)}


def marked(case: Case) -> object:
    marks = [pytest.mark.requirement(id) for id in case.requirements()]
    if "slow" in case.tags():
        marks.append(pytest.mark.slow)
    if case.name in REASONS:
        marks.append(pytest.mark.xfail(reason=REASONS[case.name], strict=True))
    return pytest.param(case, id=case.name, marks=marks)


@pytest.fixture(scope="module")
def executor(shared_engine: sparktree.Engine) -> SparktreeExecutor:
    return SparktreeExecutor(shared_engine)


@pytest.mark.parametrize("case", [marked(case) for case in CASES.values()])
def test_the_file_prints_its_reference(case: Case, executor: SparktreeExecutor) -> None:
    outcome = run(case, executor, timeout=120)
    assert outcome.passed, f"\n{outcome}"


# Small tables are cut into shares too, so that their rows meet over exchanges.
SEVERAL_TASKS = "merge_tree_min_rows_for_concurrent_read = 1, max_threads = 3"


@pytest.fixture(scope="module")
def tasks_executor(shared_engine: sparktree.Engine) -> SparktreeExecutor:
    return SparktreeExecutor(shared_engine, SEVERAL_TASKS)


@pytest.mark.parametrize(
    "case", [marked(case) for case in CASES.values() if "tasks" in case.tags()]
)
def test_sql_file_over_several_tasks(case: Case, tasks_executor: SparktreeExecutor) -> None:
    outcome = run(case, tasks_executor, timeout=240)
    assert outcome.passed, f"\n{outcome}"


def test_every_gap_names_a_file() -> None:
    assert REASONS.keys() <= CASES.keys()
