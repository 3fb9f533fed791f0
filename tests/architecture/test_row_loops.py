"""Functions work on whole columns: none goes through rows, or their different values, in Python."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "sparktree"
ROOMS = ("functions", "types", "kernel")
# Calls that make Python objects of the rows of an array, or call Python for each of them.
BY_ROW = {"to_pylist", "tolist", "vectorize", "frompyfunc", "iterrows"}
# Where such calls are right, as `file function`, and why.
ALLOWED = {
    "functions/strings/charset_decoding.py _sizes": "a table of all bytes",
    "functions/strings/charset_encoding.py _lacking": "the planes of Unicode",
    "functions/strings/charsets.py _pieces": "encodings whose shifts nothing ends, wrong bytes",
    "functions/geo/earth_distances.py __init__": "tables of angles",
    "functions/aggregates/events/matching.py matched": "classes of sizes",
    "functions/aggregates/histograms.py histograms": "few great groups, 65,536 points of each",
    "functions/aggregates/kolmogorov.py _limits": "diagonals of all groups",
    "functions/aggregates/kolmogorov.py _share": "diagonals of all groups",
    "functions/strings/phrases.py _highlight": "constant needles",
    "functions/query/query_texts.py _format": "every different query is parsed",
    "functions/numbers/wide_primes.py _products": "a table of small primes",
    "types/to_python.py": "rows for a program in Python are Python's objects",
}


def _calls(file: Path) -> Iterator[str]:
    """Where the file has such calls."""
    name = str(file.relative_to(SOURCE))
    for function in ast.walk(ast.parse(file.read_text())):
        if not isinstance(function, ast.FunctionDef):
            continue
        for node in ast.walk(function):
            called = node.func if isinstance(node, ast.Call) else None
            if isinstance(called, ast.Attribute) and called.attr in BY_ROW:
                yield f"{name} {function.name}"


def test_rows_are_not_made_python_objects() -> None:
    files = sorted(file for room in ROOMS for file in (SOURCE / room).rglob("*.py"))
    found = {place for file in files for place in _calls(file)}
    allowed = {p for p in found if p in ALLOWED or p.partition(" ")[0] in ALLOWED}
    assert sorted(found - allowed) == []
    used = {p if p in ALLOWED else p.partition(" ")[0] for p in allowed}
    assert sorted(ALLOWED.keys() - used) == []


@pytest.mark.slow
def test_lines_of_python_do_not_grow_with_the_rows() -> None:
    command = [sys.executable, "-m", "tests.row_loops"]
    looked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert looked.returncode == 0, looked.stderr
    assert looked.stdout == ""
