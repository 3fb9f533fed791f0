"""Writes docs/reference/: what the engine's own system tables say, as pages to read.

With --check nothing is written; the exit code says whether the pages are current.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sparktree

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "reference"


@dataclass(frozen=True)
class Page:
    """One page: a table of what a query returns."""

    file: str
    title: str
    columns: tuple[str, ...]
    query: str


PAGES = (
    Page(
        "functions.md",
        "Functions",
        ("Name", "Description"),
        "SELECT name, if(alias_to = '', description, concat('The same as ', alias_to, '.'))"
        " FROM system.functions WHERE is_aggregate = 0 ORDER BY name",
    ),
    Page(
        "aggregate_functions.md",
        "Aggregate functions",
        ("Name", "Description"),
        "SELECT name, if(alias_to = '', description, concat('The same as ', alias_to, '.'))"
        " FROM system.functions WHERE is_aggregate = 1 ORDER BY name",
    ),
    Page(
        "table_functions.md",
        "Table functions",
        ("Name", "Description"),
        "SELECT name, description FROM system.table_functions ORDER BY name",
    ),
    Page(
        "settings.md",
        "Settings",
        ("Name", "Type", "Default", "Description"),
        "SELECT name, type, default, description FROM system.settings ORDER BY name",
    ),
    Page(
        "merge_tree_settings.md",
        "MergeTree settings",
        ("Name", "Type", "Default", "Description"),
        "SELECT name, type, default, description FROM system.merge_tree_settings ORDER BY name",
    ),
    Page(
        "formats.md",
        "Formats",
        ("Name", "Input", "Output"),
        "SELECT name, if(is_input, 'yes', ''), if(is_output, 'yes', '')"
        " FROM system.formats ORDER BY name",
    ),
    Page(
        "types.md",
        "Data types",
        ("Name", "The same as"),
        "SELECT name, alias_to FROM system.data_type_families ORDER BY name",
    ),
    Page(
        "engines.md",
        "Table engines",
        ("Name",),
        "SELECT name FROM system.table_engines ORDER BY name",
    ),
    Page(
        "system_tables.md",
        "System tables",
        ("Table", "Column", "Type", "Description"),
        "SELECT table, name, type, comment FROM system.columns"
        " WHERE database = 'system' ORDER BY table, position",
    ),
)


def page_text(page: Page, rows: list[tuple[Any, ...]]) -> str:
    """A page in Markdown."""
    lines = [
        f"# {page.title}",
        "",
        "Made by `make docs` from the engine itself.",
        "",
        "| " + " | ".join(page.columns) + " |",
        "|" + " --- |" * len(page.columns),
        *("| " + " | ".join(cell(value) for value in row) + " |" for row in rows),
    ]
    return "\n".join(lines) + "\n"


def cell(value: object) -> str:
    return " ".join(str(value).split()).replace("|", "\\|")


def pages() -> Iterator[tuple[Path, str]]:
    with sparktree.connect(None) as engine:
        for page in PAGES:
            yield FOLDER / page.file, page_text(page, engine.query(page.query).rows())


def main() -> int:
    check = "--check" in sys.argv[1:]
    stale = []
    for path, text in pages():
        if check and (not path.exists() or path.read_text() != text):
            stale.append(path.name)
        elif not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
    if stale:
        sys.stderr.write(f"Not current: {', '.join(stale)}. Run make docs.\n")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
