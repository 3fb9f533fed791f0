"""The requirements report reads every kind of proof."""

from pathlib import Path

from tests.requirements import proofs, statements


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
