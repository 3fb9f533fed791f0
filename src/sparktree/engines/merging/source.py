"""The rows of parts in stored form, with the columns that order them: what merges read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from sparktree.engines.definition.table import TableDefinition
from sparktree.engines.merging.ranges import KeyRange
from sparktree.engines.merging.stream import Piece
from sparktree.engines.reading.scan_reader import ScanReader
from sparktree.engines.writing.rows_for_table import RowsForTable
from sparktree.kernel import sql
from sparktree.parts.layout import KeyLayout
from sparktree.parts.reader import PartScan
from sparktree.parts.scan_check import ScanCheck, scan_check
from sparktree.planner.environment import Environment
from sparktree.planner.sources import ScanRequest
from sparktree.settings.query import QuerySettings


@dataclass(slots=True)
class StoredRows:
    """Makes the SQL that reads some columns of parts; `whole` adds what a new part needs."""

    definition: TableDefinition
    environment: Environment
    names: Sequence[str]
    virtual: Sequence[str] = ()
    whole: bool = False
    checked: bool = False  # whether files are compared with their checksums
    written: TableDefinition | None = None  # with virtual columns that a new part keeps
    rows: RowsForTable = field(init=False)
    _items: list[str] = field(init=False)
    _reader: ScanReader = field(init=False)

    def __post_init__(self) -> None:
        written = self.written or self.definition
        self.rows = RowsForTable(written, self.environment, QuerySettings())
        aliases = {name: f"s{i}" for i, name in enumerate(self.names)}
        items = self.rows.kept_items if self.whole else self.rows.stored_items
        self._items = items(aliases)
        hidden = {name: f"h{i}" for i, name in enumerate(self.virtual)}
        self._items += [f"{alias} AS {sql.quote_name(name)}" for name, alias in hidden.items()]
        columns = (*aliases.items(), *hidden.items())
        request = ScanRequest(columns, (), {}, 1)
        self._reader = ScanReader(self.definition, self.environment, request)

    @property
    def keys(self) -> tuple[KeyLayout, ...]:
        """The columns with the sorting key."""
        return tuple(self.rows.keys)

    def sql(self, scans: Sequence[PartScan]) -> str:
        """What reads the scans, in the order of the parts."""
        items = ", ".join(self._items) or "0 AS _none"
        return f"SELECT {items} FROM ({self._reader.sql(scans)})"

    def piece(self, one: KeyRange) -> Piece:
        """What reads a key range."""
        return Piece(self.sql(one.scans), one.low, one.high, check=self._check(one.scans))

    def _check(self, scans: Sequence[PartScan]) -> ScanCheck | None:
        if not self.checked:
            return None
        return scan_check(scans, self._reader.stored_names(scans))
