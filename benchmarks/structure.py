"""How the source is built, and what a new process costs: figures to compare two trees by.

`python -m benchmarks.structure [FOLDER ...] [--starts N]`: a column for each tree (this one, if
none is named). With `--starts`, SELECT 1 is run so many times in new processes of each, in turns.
"""

import argparse
import ast
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

HERE = Path(__file__).parents[1]
Graph = Mapping[str, frozenset[str]]
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
FIRST_QUERY = """
import sys, sparktree
with sparktree.connect(sys.argv[1]) as db:
    assert db.query("SELECT 1").text() == "1\\n"
"""


@dataclass(frozen=True)
class Tree:
    """The modules of a package below a folder."""

    root: Path
    package: str = "sparktree"

    @cached_property
    def modules(self) -> dict[str, ast.Module]:
        """Each module by its dotted name."""
        source = self.root / "src"
        found = {}
        for path in sorted((source / self.package).rglob("*.py")):
            parts = path.relative_to(source).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            found[name] = ast.parse(path.read_text("utf-8"))
        return found

    @cached_property
    def folders(self) -> set[Path]:
        """The folders with modules."""
        return {path.parent for path in (self.root / "src" / self.package).rglob("*.py")}

    @cached_property
    def lines(self) -> int:
        """The lines of all modules."""
        files = (self.root / "src" / self.package).rglob("*.py")
        return sum(len(path.read_text("utf-8").splitlines()) for path in files)

    @cached_property
    def imports(self) -> Graph:
        """What each module imports anywhere: when it is loaded, in functions, for types alone."""
        return {name: self._imported(name, ast.walk(tree)) for name, tree in self.modules.items()}

    @cached_property
    def loaded(self) -> Graph:
        """What each module imports when it is loaded."""
        return {name: self._imported(name, _loading(tree)) for name, tree in self.modules.items()}

    @cached_property
    def between_folders(self) -> Graph:
        """What folders import of one another. What is beside folders stands for itself: it may be
        above some of them and below others."""
        packages = {
            name for name in self.modules if any(m.startswith(f"{name}.") for m in self.modules)
        }
        parents = {name.rpartition(".")[0] for name in packages}
        place = {}
        for name in self.modules:
            parent = name.rpartition(".")[0]
            place[name] = name if name in packages or parent in parents else parent
        found: dict[str, set[str]] = {folder: set() for folder in place.values()}
        for name, others in self.imports.items():
            found[place[name]] |= {place[other] for other in others} - {place[name]}
        return {folder: frozenset(others) for folder, others in found.items()}

    def _imported(self, module: str, nodes: Iterable[ast.AST]) -> frozenset[str]:
        found = set()
        for node in nodes:
            if isinstance(node, ast.Import):
                found |= {one.name for one in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                for one in node.names:
                    inner = f"{node.module}.{one.name}"
                    found.add(inner if inner in self.modules else node.module)
        return frozenset(found & self.modules.keys() - {module})

    @cached_property
    def table_classes(self) -> dict[tuple[str, str], ast.ClassDef]:
        """The classes whose rows a query can scan, by module and name."""
        return {
            (name, node.name): node
            for name, tree in self.modules.items()
            for node in ast.walk(tree)
            if isinstance(node, ast.ClassDef) and _is_table(node)
        }

    def asked_kinds(self) -> list[str]:
        """Where a room asks whether a table is of a class of another room."""
        found = []
        for name, tree in self.modules.items():
            others = {
                one.asname or one.name
                for node in ast.walk(tree)
                if isinstance(node, ast.ImportFrom) and node.module
                for one in node.names
                if (node.module, one.name) in self.table_classes
                if _room(node.module) != _room(name)
            }
            found += [f"{name}:{line}" for line in _asked(tree, others)]
        return found

    def long_functions(self, lines: int = 60) -> int:
        """How many functions are longer than so many lines."""
        nodes = (node for tree in self.modules.values() for node in ast.walk(tree))
        functions = (node for node in nodes if isinstance(node, FUNCTIONS))
        return sum((one.end_lineno or 0) - one.lineno >= lines for one in functions)


def _room(module: str) -> str:
    return module.split(".")[1] if "." in module else module


def _loading(tree: ast.Module) -> Iterator[ast.AST]:
    """The nodes that run when a module is loaded: not functions, not what is for types alone."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            waiting += node.orelse
        elif not isinstance(node, FUNCTIONS):
            waiting += ast.iter_child_nodes(node)


def _is_table(node: ast.ClassDef) -> bool:
    if any(ast.unparse(base) == "Protocol" for base in node.bases):
        return False
    scans = (one for one in node.body if isinstance(one, ast.FunctionDef) and one.name == "scan")
    return any("ScanRequest" in ast.unparse(one.args) for one in scans)


def _asked(tree: ast.Module, classes: set[str]) -> Iterator[int]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "isinstance":
            names = {one.id for one in ast.walk(node.args[1]) if isinstance(one, ast.Name)}
            if names & classes:
                yield node.lineno


def knots(graph: Graph) -> list[list[str]]:
    """The groups of modules that know one another in a circle, the largest first."""
    return sorted((g for g in _groups(graph) if len(g) > 1), key=len, reverse=True)


def _groups(graph: Graph) -> list[list[str]]:
    """The strongly connected components, each after those that it leads to (Tarjan's way)."""
    number: dict[str, int] = {}
    lowest: dict[str, int] = {}
    path: list[str] = []
    found: list[list[str]] = []
    done: set[str] = set()

    def visit(name: str) -> None:
        number[name] = lowest[name] = len(number)
        path.append(name)
        for other in sorted(graph[name]):
            if other not in number:
                visit(other)
            if other not in done:
                lowest[name] = min(lowest[name], lowest[other])
        if lowest[name] == number[name]:
            start = path.index(name)
            found.append(path[start:])
            done.update(path[start:])
            del path[start:]

    for name in sorted(graph):
        if name not in number:
            visit(name)
    return found


def longest_chain(graph: Graph) -> int:
    """How many modules the longest chain of imports has; a knot counts as one link."""
    groups = _groups(graph)
    group_of = {name: i for i, group in enumerate(groups) for name in group}
    length: dict[int, int] = {}
    for i, group in enumerate(groups):
        others = {group_of[other] for name in group for other in graph[name]} - {i}
        length[i] = 1 + max((length[other] for other in others), default=0)
    return max(length.values(), default=0)


FIGURES: dict[str, Callable[[Tree], int]] = {
    "files": lambda tree: len(tree.modules),
    "folders": lambda tree: len(tree.folders),
    "lines": lambda tree: tree.lines,
    "knots of imports": lambda tree: len(knots(tree.imports)),
    "modules in knots": lambda tree: sum(map(len, knots(tree.imports))),
    "modules in the largest knot": lambda tree: max(map(len, knots(tree.imports)), default=0),
    "knots of folders": lambda tree: len(knots(tree.between_folders)),
    "folders in knots": lambda tree: sum(map(len, knots(tree.between_folders))),
    "longest chain of imports": lambda tree: longest_chain(tree.loaded),
    "table classes": lambda tree: len(tree.table_classes),
    "other rooms that ask for a table's class": lambda tree: len(tree.asked_kinds()),
    "functions of more than 60 lines": lambda tree: tree.long_functions(),
}


def first_query(root: Path) -> tuple[float, float]:
    """Seconds of SELECT 1 from the start of a process to its end, and those of the processor."""
    with TemporaryDirectory(prefix="sparktree-benchmark-") as data:
        environment = {**os.environ, "PYTHONPATH": str(root / "src")}
        start, before = perf_counter(), getrusage(RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", FIRST_QUERY, data], env=environment, check=True)
        seconds, after = perf_counter() - start, getrusage(RUSAGE_CHILDREN)
        user, system = after.ru_utime - before.ru_utime, after.ru_stime - before.ru_stime
        return seconds, user + system


def main() -> None:
    """Print the figures of the trees side by side."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path, default=[HERE])
    parser.add_argument("--starts", type=int, default=0)
    wanted = parser.parse_args()
    trees = [Tree(folder.resolve()) for folder in wanted.folders]
    for name, figure in FIGURES.items():
        print(f"{name:<48}" + "".join(f"{figure(tree):>12,}" for tree in trees))
    if wanted.starts:
        for tree in trees:
            first_query(tree.root)  # which also compiles the modules
        rounds = [[first_query(tree.root) for tree in trees] for _ in range(wanted.starts)]
        for place, what in enumerate(("elapsed", "of the processor")):
            for name, of in (("median", median), ("least", min)):
                figures = [of(one[place] for one in runs) for runs in zip(*rounds, strict=True)]
                line = "".join(f"{figure:>12.3f}" for figure in figures)
                print(f"{f'SELECT 1 from start, s {what}, {name}':<48}{line}")


if __name__ == "__main__":
    main()
