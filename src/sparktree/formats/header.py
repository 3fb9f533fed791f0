"""The first lines of formats that name their columns."""

from __future__ import annotations

from dataclasses import dataclass

from sparktree.errors import Code, Error
from sparktree.formats.options import FormatOptions, Header
from sparktree.types import parse_type


@dataclass(frozen=True, slots=True)
class Layout:
    """For each field of a row the column that it is for, None for a field that nobody wants."""

    positions: tuple[int | None, ...]

    def field_of(self, column: int) -> int | None:
        """The field of a column, None if the rows do not have it."""
        return self.positions.index(column) if column in self.positions else None


def plain_layout(columns: Header) -> Layout:
    """The columns in their order."""
    return Layout(tuple(range(len(columns))))


def named_layout(names: list[str], columns: Header, options: FormatOptions) -> Layout:
    """The columns in the order of their names."""
    if not options.settings.input_format_with_names_use_header:
        return plain_layout(columns)
    known = {name: i for i, (name, _) in enumerate(columns)}
    positions: list[int | None] = []
    for place, name in enumerate(names):
        if name not in known and not options.settings.input_format_skip_unknown_fields:
            raise Error(
                Code.INCORRECT_DATA,
                f"Unknown field found in format header: '{name}' at position {place}\n"
                "Set the 'input_format_skip_unknown_fields' parameter explicitly to ignore and "
                "proceed",
            )
        if name in known and known[name] in positions:
            raise Error(
                Code.INCORRECT_DATA, f"Duplicate field found while parsing format header: {name}"
            )
        positions.append(known.get(name))
    return Layout(tuple(positions))


def check_types(types: list[str], layout: Layout, columns: Header, options: FormatOptions) -> None:
    """The types of the header must be those of the columns."""
    if not options.settings.input_format_with_types_use_header:
        return
    if len(types) != len(layout.positions):
        raise Error(
            Code.INCORRECT_DATA,
            "The number of data types differs from the number of column names in input data",
        )
    for text, position in zip(types, layout.positions, strict=True):
        if position is None:
            continue
        name, type_ = columns[position]
        if parse_type(text) != type_:
            raise Error(Code.INCORRECT_DATA, f"Type of '{name}' must be {type_}, not {text}")


def looks_like_header(fields: list[str], columns: Header) -> bool:
    """Whether a first row is the names of the columns."""
    return sorted(fields) == sorted(name for name, _ in columns)
