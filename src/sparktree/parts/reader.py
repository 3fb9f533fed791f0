"""Kernel SQL that reads parts: whole ones many at a time, others by ranges of rows."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from sparktree.disks.disk import Disk
from sparktree.errors import Code, Error
from sparktree.kernel import sql
from sparktree.kernel.connection import escaped_text
from sparktree.kernel.sql import Sql
from sparktree.parts.description import PartColumn, PartDescription
from sparktree.parts.granules import ROW_GROUP_ROWS
from sparktree.parts.storage import BINARY
from sparktree.parts.virtuals import ROW_EXISTS, RowsPlace, value_of
from sparktree.types.parse import parse_type

RowRange = tuple[int, int]  # half-open
_MOST_SCANS = 64  # a scan costs a third of the time that a row group of one column takes
_FEW = 4
_FEW_ROWS = 2048  # up to so many can be listed
_ROW = "file_row_number"
_FILE = "file_index"


@dataclass(frozen=True, slots=True)
class ReadColumn:
    """A column to read under an alias.

    `missing` is kernel SQL over the other aliases, for parts that were written without the column.
    """

    name: str
    alias: str
    missing: str | None = None


@dataclass(frozen=True, slots=True)
class Patch:
    """A patch part: new values of some columns for some rows of other parts."""

    part: PartDescription
    disk: Disk

    @property
    def version(self) -> int:
        """The number of the UPDATE; of several values for a row the one of the last counts."""
        return self.part.info.mutation


@dataclass(frozen=True, slots=True)
class PartScan:
    """A part and the rows wanted of it; None for all."""

    part: PartDescription
    disk: Disk
    ranges: tuple[RowRange, ...] | None = None
    index: int = 0  # among the parts of the query
    starting_offset: int = 0  # rows of the parts before it
    constants: Mapping[str, Sql] = field(default_factory=dict)  # virtual columns of the whole part
    patches: tuple[Patch, ...] = ()  # to be put over the rows, oldest first

    def address(self, file: str) -> str:
        """Where the kernel finds one of the part's files."""
        return self.disk.address(self.part.at(file), self.part.files[file].size)

    @property
    def hides_rows(self) -> bool:
        """Whether some of the rows may be deleted by mask."""
        if self.part.column(ROW_EXISTS) is not None:
            return True
        return any(patch.part.column(ROW_EXISTS) is not None for patch in self.patches)

    @property
    def rows(self) -> int:
        """How many rows are wanted."""
        if self.ranges is None:
            return self.part.rows
        return sum(end - begin for begin, end in self.ranges)


@dataclass(frozen=True, slots=True)
class _Piece:
    """Scans that one `read_parquet` serves: one segment of one part, or many whole parts."""

    scans: tuple[PartScan, ...]
    segment: int = 0
    base: int = 0  # the first row of the segment in the part
    ranges: tuple[RowRange, ...] | None = None  # of rows in the file

    @property
    def is_listed(self) -> bool:
        """Whether its rows are few enough to be listed."""
        return self.ranges is not None and len(self.ranges) > 1 and _are_few(self.ranges)

    @property
    def gaps(self) -> tuple[RowRange, ...]:
        """The ranges, if there is anything between them that is read too."""
        if self.ranges is None or len(self.ranges) == 1 or self.is_listed:
            return ()
        return self.ranges


@dataclass(frozen=True, slots=True)
class _Request:
    columns: Sequence[ReadColumn]
    hidden: Mapping[str, str]
    present: list[tuple[ReadColumn, PartColumn]] = field(default_factory=list)


def scan_sql(
    scans: Sequence[PartScan],
    columns: Sequence[ReadColumn],
    hidden: Mapping[str, str] | None = None,
) -> str:
    """A SELECT of the columns, in their kernel form, and of virtual columns (name to alias).

    Rows come in the order of the parts and of the rows in them. A SELECT without any column has
    one column `_none`, so that its rows can be counted.
    """
    pieces = list(_pieces(scans, columns))
    if not pieces:
        raise Error(Code.LOGICAL_ERROR, "A scan needs at least one part with rows.")
    selects = [_piece_sql(piece, columns, hidden or {}) for piece in pieces]
    return " UNION ALL ".join(selects)


def _pieces(scans: Sequence[PartScan], columns: Sequence[ReadColumn]) -> Iterator[_Piece]:
    """Neighbours that are read whole and look alike go together; the rest piece by piece."""
    wanted = [scan for scan in scans if scan.rows]
    for together, group in groupby(wanted, key=lambda scan: _signature(scan, columns)):
        if together is not None:
            yield _Piece(tuple(group))
        else:
            for scan in group:
                yield from _single(scan)


def _signature(scan: PartScan, columns: Sequence[ReadColumn]) -> object:
    """Equal for parts that one reader can read as one; None for parts to be read alone."""
    part = scan.part
    if scan.ranges is not None or len(part.segments) > 1:
        return None
    found = [part.column(column.name) for column in columns]
    if not any(found):
        return None
    shapes = tuple(c and (c.stored, c.type, c.encoding) for c in found)
    return part.part_type, shapes


def _single(scan: PartScan) -> Iterator[_Piece]:
    base = 0
    for segment, rows in enumerate(scan.part.segments):
        if scan.ranges is None:
            yield _Piece((scan,), segment, base)
        else:
            for cluster in _clusters(_clipped(scan.ranges, base, rows)):
                yield _Piece((scan,), segment, base, cluster)
        base += rows


def _clipped(ranges: Sequence[RowRange], base: int, rows: int) -> list[RowRange]:
    """The ranges of the part that lie in a segment, as rows of its file."""
    moved = [(max(begin - base, 0), min(end - base, rows)) for begin, end in sorted(ranges)]
    return [(begin, end) for begin, end in moved if begin < end]


def _clusters(ranges: Sequence[RowRange]) -> list[tuple[RowRange, ...]]:
    """Ranges that lie close together; all in one cluster if there would be too many.

    Few rows are read in one go: the kernel finds the row groups of a list of rows by itself.
    """
    if not ranges or _are_few(ranges):
        return [tuple(ranges)] if ranges else []
    clusters: list[list[RowRange]] = []
    for found in ranges:
        if clusters and found[0] - clusters[-1][-1][1] < ROW_GROUP_ROWS:
            clusters[-1].append(found)
        else:
            clusters.append([found])
    if len(clusters) > _MOST_SCANS:
        return [tuple(ranges)]
    return [tuple(cluster) for cluster in clusters]


def _piece_sql(piece: _Piece, columns: Sequence[ReadColumn], hidden: Mapping[str, str]) -> str:
    part = piece.scans[0].part
    present = [(column, found) for column in columns if (found := part.column(column.name))]
    request = _Request(columns, hidden, present)
    source = _rows_only(piece) if not present else _files(piece, request)
    items = [_select_item(column, part) for column in columns]
    place = _rows_place(piece)
    items += [
        f"{value_of(name)(place)} AS {sql.quote_name(alias)}" for name, alias in hidden.items()
    ]
    text = f"SELECT {', '.join(items) or '0 AS _none'} FROM {source}"
    return f"{text} WHERE {_inside(piece.gaps)}" if present and piece.gaps else text


def _select_item(column: ReadColumn, part: PartDescription) -> str:
    alias = sql.quote_name(column.alias)
    if part.column(column.name) is not None:
        return alias
    if column.missing is None:
        message = f"There is no column {column.name} in part {part.name}."
        raise Error(Code.NO_SUCH_COLUMN_IN_TABLE, message)
    return f"{column.missing} AS {alias}"


def _rows_place(piece: _Piece) -> RowsPlace:
    row = Sql(f"({_ROW} + {piece.base})" if piece.base else _ROW)
    return RowsPlace(piece.scans, row, Sql(_FILE))


def _rows_only(piece: _Piece) -> str:
    """Row numbers without a look at the files."""
    scan = piece.scans[0]
    ranges = piece.ranges or ((0, scan.part.segments[piece.segment]),)
    rows = [f"SELECT range AS {_ROW} FROM range({begin}, {end})" for begin, end in ranges]
    return f"({' UNION ALL '.join(rows)})"


def _files(piece: _Piece, request: _Request) -> str:
    """The files' columns under their aliases, with row and file numbers where they are needed."""
    by_file: dict[str, list[str]] = {}
    part = piece.scans[0].part
    for column, found in request.present:
        item = f"{_kernel_form(found)} AS {sql.quote_name(column.alias)}"
        by_file.setdefault(part.file_of(found, piece.segment), []).append(item)
    # The rows between ranges are dropped above the join: below, it would have to keep its inputs.
    numbered = bool(request.hidden or piece.gaps)
    selects = []
    for file, items in by_file.items():
        if numbered:
            items = [*items, _ROW, _FILE]
            numbered = False
        selects.append(f"(SELECT {', '.join(items)} FROM {_read(piece, file)})")
    halved = piece.is_listed or len(selects) > _LONGEST_CHAIN
    return _side_by_side(selects) if halved else " POSITIONAL JOIN ".join(selects)


_LONGEST_CHAIN = 500  # the kernel takes no statement that is a thousand levels deep


def _side_by_side(selects: Sequence[str]) -> str:
    """Selects joined by position, half by half: a chain of many takes the kernel long to plan."""
    if len(selects) == 1:
        return selects[0]
    half = len(selects) // 2
    return f"({_side_by_side(selects[:half])} POSITIONAL JOIN {_side_by_side(selects[half:])})"


def _kernel_form(column: PartColumn) -> Sql:
    value = sql.name(column.stored)
    if column.encoding == BINARY:
        value = escaped_text(value)
    return parse_type(column.type).from_storage(value)


def _are_few(ranges: Sequence[RowRange]) -> bool:
    return sum(end - begin for begin, end in ranges) <= _FEW_ROWS


def _inside(ranges: Sequence[RowRange]) -> str:
    """Whether a row is in one of the ranges; many are halved again and again to find the one."""
    if len(ranges) <= _FEW:
        return f"({' OR '.join(f'{_ROW} BETWEEN {b} AND {e - 1}' for b, e in ranges)})"
    half = len(ranges) // 2
    low, high = _inside(ranges[:half]), _inside(ranges[half:])
    return f"CASE WHEN {_ROW} < {ranges[half][0]} THEN {low} ELSE {high} END"


def _read(piece: _Piece, file: str) -> str:
    paths = ", ".join(sql.string(scan.address(file)) for scan in piece.scans)
    if piece.ranges is None:
        return f"read_parquet([{paths}])"
    first, last = piece.ranges[0][0], piece.ranges[-1][1] - 1
    condition = f"{_ROW} BETWEEN {first} AND {last}"
    if piece.is_listed:
        rows = ", ".join(str(row) for begin, end in piece.ranges for row in range(begin, end))
        # The kernel joins with the list, in no order; columns of several files must stay aligned.
        condition = f"{_ROW} IN ({rows}) ORDER BY {_ROW}"
    return f"read_parquet([{paths}], file_row_number = true) WHERE {condition}"


def bytes_of(scans: Iterable[PartScan], names: Sequence[str]) -> int:
    """The bytes in memory of the columns' rows, taking a part's rows for equally long."""
    total = 0
    for scan in scans:
        columns = [c for c in map(scan.part.column, names) if c is not None]
        size = sum(c.uncompressed for c in columns)
        total += size * scan.rows // max(scan.part.rows, 1)
    return total


def common_rows(one: Sequence[RowRange], other: Sequence[RowRange]) -> list[RowRange]:
    """The rows that are in both lists of sorted ranges."""
    found: list[RowRange] = []
    i = j = 0
    while i < len(one) and j < len(other):
        begin, end = max(one[i][0], other[j][0]), min(one[i][1], other[j][1])
        if begin < end:
            found.append((begin, end))
        if one[i][1] < other[j][1]:
            i += 1
        else:
            j += 1
    return found
