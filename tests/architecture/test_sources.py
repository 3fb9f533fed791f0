"""Tables as queries see them do not change, and nobody outside asks of which kind they are."""

import ast
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "src" / "sparktree"
TREES = {path: ast.parse(path.read_text("utf-8")) for path in PACKAGE.rglob("*.py")}


def sources() -> Iterator[ast.ClassDef]:
    """The classes that can be scanned."""
    for tree in TREES.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and not _is_protocol(node) and _scans(node):
                yield node


def _is_protocol(node: ast.ClassDef) -> bool:
    return any(ast.unparse(base) == "Protocol" for base in node.bases)


def _scans(node: ast.ClassDef) -> bool:
    found = (one for one in node.body if isinstance(one, ast.FunctionDef) and one.name == "scan")
    return any("ScanRequest" in ast.unparse(one.args) for one in found)


def test_tables_are_frozen() -> None:
    found = {one.name: [ast.unparse(by) for by in one.decorator_list] for one in sources()}
    assert len(found) > 8
    assert [name for name, by in found.items() if "frozen=True" not in "".join(by)] == []


def test_only_engines_ask_of_which_kind_a_table_is() -> None:
    kinds = {one.name for one in sources()}
    asked = []
    for path, tree in TREES.items():
        if path.relative_to(PACKAGE).parts[0] == "engines":
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "isinstance":
                names = {one.id for one in ast.walk(node.args[1]) if isinstance(one, ast.Name)}
                asked += [f"{path.name}:{node.lineno}"] if names & kinds else []
    assert asked == []
