"""What a suite of questions over many tables is."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Suite:
    """Tables, what fills them and what they are asked."""

    title: str
    generate: Callable[[Path, float], None]  # a folder gets the rows as Parquet, for a scale
    tables: Callable[[Path], Mapping[str, tuple[str, str]]]  # name: columns and sorting key
    queries: Callable[[Path, float], Mapping[str, str]]  # by name, in ClickHouse's words
    settings: tuple[str, ...] = ()  # of the sessions, as SQL means its own words
