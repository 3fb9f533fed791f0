"""A cheap sample of `python -m tests.access.matrix`, and what holds for all privileges."""

import re
from pathlib import Path

import pytest

from sparktree.access.privileges import PRIVILEGES
from tests.access import matrix
from tests.access.scenario import NEEDS


@pytest.mark.slow
@pytest.mark.parametrize("privilege", ["ALTER TABLE"])
def test_a_privilege_alone_allows_what_it_allows_in_clickhouse(
    privilege: str, tmp_path: Path
) -> None:
    found = list(matrix.differences(privilege, tmp_path))
    assert not found, "\n".join(map(str, found))


def test_the_comparison_sees_refusals() -> None:
    text = "x Code: 497. DB::Exception: default: Not enough. (ACCESS_DENIED) (version 1)"
    assert matrix.refusal(text) == "Code: 497. DB::Exception: default: Not enough. (ACCESS_DENIED)"
    assert matrix.refusal("Code: 60. DB::Exception: No such table. (UNKNOWN_TABLE)") == ""


def test_statements_name_privileges_that_there_are() -> None:
    known = {p.name for p in PRIVILEGES}
    sources = {"READ", "WRITE"}
    for statement, needed in NEEDS.items():
        for right in needed:
            names, place = re.sub(r"\([^)]*\)", "", right).split(" ON ", 1)
            assert set(names.split(", ")) <= known | sources, (statement, place)
