"""The tests of a folder: their text, tags, requirements and references."""

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_TAGS = re.compile(r"^--\s*Tags?:?\s*(.*)$", re.MULTILINE)
_REQUIREMENTS = re.compile(r"^--\s*Requirements?:\s*(.*)$", re.MULTILINE)
# The header is not part of the first statement, so that echo does not print it.
_HEADER = re.compile(r"\A(?:--\s*(?:Tags?|Requirements?)\b[^\n]*\n)*")


@dataclass(frozen=True, slots=True)
class Case:
    """One .sql file."""

    root: Path
    path: Path

    @property
    def name(self) -> str:
        """The path below the folder, without the ending."""
        return self.path.relative_to(self.root).with_suffix("").as_posix()

    @property
    def reference(self) -> Path:
        return self.path.with_suffix(".reference")

    @property
    def database(self) -> str:
        """A database of the test's own."""
        return f"test_{zlib.crc32(self.name.encode()):08x}"

    def script(self) -> str:
        """The text without its header of tags."""
        return _HEADER.sub("", self.text(), count=1)

    def text(self) -> str:
        return self.path.read_bytes().decode("utf-8", "surrogateescape")

    def tags(self) -> tuple[str, ...]:
        return _listed(_TAGS, self.text())

    def requirements(self) -> tuple[str, ...]:
        return _listed(_REQUIREMENTS, self.text())


def _listed(pattern: re.Pattern[str], text: str) -> tuple[str, ...]:
    words = (word.strip() for line in pattern.findall(text) for word in line.split(","))
    return tuple(word for word in words if word)


def cases(folder: Path, names: frozenset[str] | None = None) -> Iterator[Case]:
    """Every test below a folder, in order of name; only the named ones if names are given."""
    for path in sorted(folder.rglob("*.sql")):
        case = Case(folder, path)
        if names is None or case.name in names or path.stem in names:
            yield case


def read_names(file: Path) -> frozenset[str]:
    """Names of tests, one a line, with or without `.sql`."""
    lines = (line.strip().removesuffix(".sql") for line in file.read_text().splitlines())
    return frozenset(line for line in lines if line and not line.startswith("#"))
