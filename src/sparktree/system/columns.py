"""The columns of ClickHouse's system tables: names, types and order are ClickHouse's."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files

from sparktree.types import Type, parse_type

INFORMATION_SCHEMA = "information_schema"


@dataclass(frozen=True)
class Column:
    """A column; `alias` is the expression that an ALIAS column stands for."""

    name: str
    type_name: str
    alias: str = ""

    @cached_property
    def type(self) -> Type:
        """The type, parsed when first asked for."""
        return parse_type(self.type_name)

    @property
    def source(self) -> str:
        """The column that an ALIAS column is made of."""
        return re.sub(r"^map(Keys|Values)\((.*)\)$", r"\2", self.alias)


@lru_cache(maxsize=1)
def all_columns() -> Mapping[str, tuple[Column, ...]]:
    """The columns by table; tables of information_schema have it before their name."""
    text = (files("sparktree.system") / "clickhouse_columns.tsv").read_text("utf-8")
    found: dict[str, list[Column]] = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            table, name, type_name, alias = line.split("\t")
            found.setdefault(table, []).append(Column(name, type_name, alias))
    return {table: tuple(columns) for table, columns in found.items()}
