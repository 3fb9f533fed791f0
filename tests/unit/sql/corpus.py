"""The statements that the tests of this room share."""

from pathlib import Path

from sparktree.sql import Parsed, split

FOLDER = Path(__file__).parent / "corpus"


def lines(name: str) -> list[str]:
    """The statements of a file with one statement a line."""
    text = (FOLDER / f"{name}.sql").read_text()
    return [line for line in text.splitlines() if line and not line.startswith("--")]


def statements(name: str) -> list[Parsed]:
    """The statements of a file, however many lines each takes."""
    return list(split((FOLDER / f"{name}.sql").read_text()))


SINGLE_LINES = [*lines("expressions"), *lines("queries"), *lines("statements")]
