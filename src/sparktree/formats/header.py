"""The first lines of formats that name their columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from sparktree.errors import Code, Error
from sparktree.formats.input import Source
from sparktree.formats.options import FormatOptions, Header
from sparktree.types import Type, parse_type
from sparktree.types.composite import NOTHING
from sparktree.types.texts import String

Spelled = Mapping[int, list[str]]  # the numbers of columns, and the names that mean them


class Heading(NamedTuple):
    """What stands before the rows in one variant of a format."""

    suffix: str  # of the variant's name
    names: bool
    types: bool
    doc: str


HEADINGS = (
    Heading("", False, False, ""),
    Heading("WithNames", True, False, ", the names first"),
    Heading("WithNamesAndTypes", True, True, ", the names and the types first"),
)


@dataclass(frozen=True, slots=True)
class Layout:
    """For each field of a row the column that it is for, None for a field that nobody wants."""

    positions: tuple[int | None, ...]

    def field_of(self, column: int) -> int | None:
        """The field of a column, None if the rows do not have it."""
        return self.positions.index(column) if column in self.positions else None

    def types(self, columns: Header) -> list[Type]:
        """What becomes of the fields."""
        return [NOTHING if n is None else columns[n][1] for n in self.positions]


@dataclass(frozen=True, slots=True)
class Names:
    """Finds the columns that the names in data mean."""

    places: Mapping[str, list[int]]  # by names, in lower case if case does not matter
    folded: bool

    def find(self, name: str) -> int | None:
        """The number of a column, None if there is none of that name."""
        found = self.places.get(name.lower() if self.folded else name, [])
        if len(found) > 1:
            raise Error(Code.INCORRECT_DATA, f"Ambiguous field (`{name}`) when processing data")
        return found[0] if found else None

    @property
    def ambiguous(self) -> bool:
        """Whether a name can mean several columns."""
        return any(len(found) > 1 for found in self.places.values())

    def spellings(self, names: Iterable[str]) -> Spelled:
        """The names that mean columns."""
        found: dict[int, list[str]] = {}
        for name in sorted(names):
            place = self.find(name)
            if place is not None:
                found.setdefault(place, []).append(name)
        return found


def names_of(columns: Header, options: FormatOptions) -> Names:
    """By `auto`, case does not matter unless there are columns that only differ in it."""
    mode = options.settings.input_format_column_name_matching_mode
    lowered: dict[str, list[int]] = {}
    for number, (name, _) in enumerate(columns):
        lowered.setdefault(name.lower(), []).append(number)
    distinct = all(len(found) == 1 for found in lowered.values())
    if mode == "ignore_case" or (mode == "auto" and distinct):
        return Names(lowered, folded=True)
    return Names({name: [number] for number, (name, _) in enumerate(columns)}, folded=False)


def plain_layout(columns: Header) -> Layout:
    """The columns in their order."""
    return Layout(tuple(range(len(columns))))


def named_layout(names: list[str], columns: Header, options: FormatOptions) -> Layout:
    """The columns in the order of their names."""
    if not options.settings.input_format_with_names_use_header:
        return plain_layout(columns)
    known = names_of(columns, options)
    positions: list[int | None] = []
    for place, name in enumerate(names):
        found = known.find(name)
        if found is None and not options.settings.input_format_skip_unknown_fields:
            raise Error(
                Code.INCORRECT_DATA,
                f"Unknown field found in format header: '{name}' at position {place}\n"
                "Set the 'input_format_skip_unknown_fields' parameter explicitly to ignore and "
                "proceed",
            )
        if found is not None and found in positions:
            raise Error(
                Code.INCORRECT_DATA, f"Duplicate field found while parsing format header: {name}"
            )
        positions.append(found)
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


def detected_layout(
    source: Source,
    read_row: Callable[[], bytes | None],
    fields: Callable[[bytes | None], list[str]],
    columns: Header,
    options: FormatOptions,
    *,
    detects: bool,
) -> Layout:
    """Names in the first row are taken for a header even where the format does not promise one
    (if it `detects` them); behind them there may be types, too."""
    first = read_row()
    names = fields(first)
    if first is None or not detects or not looks_like_header(names, columns):
        _put_back(source, first)
        return plain_layout(columns)
    layout = named_layout(names, columns, options)
    second = read_row()
    types = fields(second)
    if second is not None and all(is_type(text) for text in types):
        check_types(types, layout, columns, options)
    else:
        _put_back(source, second)
    return layout


def _put_back(source: Source, row: bytes | None) -> None:
    if row is not None:
        source.put_back(row + b"\n")


def is_type(text: str) -> bool:
    """Whether the text is the name of a type."""
    try:
        parse_type(text)
    except Error:
        return False
    return True


def only_string(name: str, columns: Header, code: Code = Code.BAD_ARGUMENTS) -> None:
    """Refuse a table of anything but one String, which some formats are for."""
    if len(columns) != 1 or not isinstance(columns[0][1].inner, String):
        raise Error(
            code,
            f"Format {name} is only suitable for tables with a single column of type String",
        )
