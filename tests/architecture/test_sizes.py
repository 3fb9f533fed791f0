"""Modules and functions stay small enough to be read in one go."""

import ast
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "sparktree"
MODULES = sorted(SOURCE.rglob("*.py"))
MODULE_LINES = 600
FUNCTION_LINES = 60


def test_no_module_is_too_long() -> None:
    lengths = {path: len(path.read_text().splitlines()) for path in MODULES}
    too_long = {
        path.relative_to(SOURCE).as_posix(): length
        for path, length in lengths.items()
        if length > MODULE_LINES and path.name != "errors.py"  # a list of codes, one a line
    }
    assert too_long == {}


def test_no_function_is_too_long() -> None:
    too_long = {}
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and node.end_lineno is not None:
                length = node.end_lineno - node.lineno + 1
                if length > FUNCTION_LINES:
                    too_long[f"{path.relative_to(SOURCE).as_posix()}:{node.name}"] = length
    assert too_long == {}


def test_every_room_is_a_package() -> None:
    rooms = {path.parent for path in MODULES}
    assert sorted(room.name for room in rooms if not (room / "__init__.py").exists()) == []
