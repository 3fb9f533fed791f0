"""SETTINGS of a column: the table's settings that a column may override."""

from __future__ import annotations

from collections.abc import Sequence

from sparktree.engines.definition.table import Column, TableDefinition
from sparktree.errors import Code, Error
from sparktree.parts.layout import ColumnLayout
from sparktree.settings.declare import parse
from sparktree.settings.merge_tree import MergeTreeSettings, declared_settings
from sparktree.sql import ast

COLUMN_SETTINGS = ("max_compress_block_size", "min_compress_block_size")


def check_settings(settings: Sequence[ast.Setting]) -> None:
    """Only settings that a column may have, with values of their types."""
    for setting in settings:
        if setting.name not in COLUMN_SETTINGS:
            raise Error(
                Code.UNKNOWN_SETTING,
                f"Setting {setting.name} is unknown or not supported at column level, supported"
                f" settings: {', '.join(COLUMN_SETTINGS)}",
            )
        parse(declared_settings()[setting.name], setting.value)


def settings_of(column: Column, definition: TableDefinition) -> MergeTreeSettings:
    """The table's settings as the column overrides them."""
    own = {s.name: s.value for s in column.declaration.settings}
    return definition.settings.changed(own)


def layout_of(column: Column, definition: TableDefinition) -> ColumnLayout:
    """How parts store the column."""
    settings = settings_of(column, definition)
    return ColumnLayout(
        column.name,
        str(column.type),
        column.type.storage,
        column.codec,
        least_page_bytes=settings.min_compress_block_size,
        most_page_bytes=settings.max_compress_block_size,
    )
