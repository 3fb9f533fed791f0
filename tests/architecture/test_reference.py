"""The pages of docs/reference/ say what the engine says."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "docs.py"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("reference_pages", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_reference_is_current(script: ModuleType) -> None:
    pages = dict(script.pages())
    stale = [path.name for path, text in pages.items() if _read(path) != text]
    assert stale == [], "Run make docs."
    assert {path.name for path in script.FOLDER.glob("*.md")} == {path.name for path in pages}


def _read(path: Path) -> str:
    return path.read_text("utf-8") if path.exists() else ""
