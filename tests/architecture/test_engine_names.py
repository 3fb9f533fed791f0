"""What is true of an engine is asked of what declares it, not of its name."""

import ast
from pathlib import Path

import sparktree.session  # noqa: F401  # which knows every engine
from sparktree.engines.definition.engines import ENGINES, Family
from sparktree.engines.merging.rules import RULES
from sparktree.engines.objects.source import ENGINE_FORMS
from sparktree.engines.tables.open import OPENERS

ROOT = Path(__file__).parents[2] / "src" / "sparktree"


def compared_engines(source: Path) -> list[str]:
    """Where a module compares something that is called engine with the name of one."""
    found = []
    for node in ast.walk(ast.parse(source.read_text())):
        if not isinstance(node, ast.Compare) or "engine" not in ast.unparse(node):
            continue
        texts = [n.value for n in ast.walk(node) if isinstance(n, ast.Constant)]
        if any(isinstance(text, str) and text in ENGINES for text in texts):
            found.append(f"{source.relative_to(ROOT)}:{node.lineno}: {ast.unparse(node)}")
    return found


def test_no_engine_is_told_by_its_name() -> None:
    assert [one for source in ROOT.rglob("*.py") for one in compared_engines(source)] == []


def test_engines_that_merge_rows_have_a_rule() -> None:
    assert {info.kind for info in ENGINES.values() if info.merges_rows} == set(RULES)


def test_every_engine_can_be_opened() -> None:
    assert {info.family for info in ENGINES.values()} == set(OPENERS)
    assert set(Family) - set(OPENERS) == {Family.OTHER}


def test_engines_of_files_say_how_they_are_addressed() -> None:
    files = {name for name, info in ENGINES.items() if info.has_files and not info.in_metastore}
    assert files == set(ENGINE_FORMS)


def test_files_are_a_source_to_read_on() -> None:
    assert {name for name, info in ENGINES.items() if info.source} == {
        name for name, info in ENGINES.items() if info.has_files
    }
