"""What the catalog remembers: one frozen record a kind."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from uuid import uuid4

from sparktree.disks.policies import DEFAULT
from sparktree.parts.name import PATCH


class TableState(StrEnum):
    """Whether a table's name leads to it."""

    ATTACHED = "Attached"
    DETACHED = "Detached"
    DETACHED_PERMANENTLY = "DetachedPermanently"
    DROPPED = "Dropped"


class PartState(StrEnum):
    """ClickHouse's states of a data part, under its names.

    A Temporary row names a folder in the making that is no part of the table (one of `detached`).
    """

    TEMPORARY = "Temporary"
    PRE_ACTIVE = "PreActive"
    ACTIVE = "Active"
    OUTDATED = "Outdated"
    DELETING = "Deleting"


NO_UUID = "00000000-0000-0000-0000-000000000000"  # of what has no identifier of its own


@dataclass(frozen=True, slots=True)
class Database:
    """A database that is stored (`system` and `information_schema` are not)."""

    name: str
    uuid: str
    engine: str = "Atomic"
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A table of any engine, or a view; times are seconds since the epoch."""

    uuid: str
    database: str
    name: str
    engine: str
    create_query: str
    definition: str = "{}"
    created: float = 0.0
    modified: float = 0.0
    metadata_version: int = 0
    state: TableState = TableState.ATTACHED
    dropped: float | None = None  # when the files of a dropped table may go
    # The number of commits that changed the set of parts; snapshots are told apart by it.
    parts_version: int = 0
    last_block: int = 0


@dataclass(frozen=True, slots=True)
class NewPart:
    """A part about to be inserted: its block number, and so its name, is the catalog's to give."""

    partition_id: str
    disk: str = DEFAULT
    partition: str = ""
    level: int = 0  # 1 if its rows were merged on the way in
    mutation: int = 0  # of a patch: the number of its update


@dataclass(frozen=True, slots=True)
class Part:
    """A data part; `path` is its folder on its disk, `meta` the text of its part.json."""

    table: str
    name: str
    partition_id: str
    min_block: int
    max_block: int
    path: str
    level: int = 0
    mutation: int = 0
    uuid: str = ""
    disk: str = DEFAULT
    partition: str = ""
    part_type: str = "Compact"
    rows: int = 0
    marks: int = 0
    bytes_on_disk: int = 0
    data_uncompressed_bytes: int = 0
    meta: str = "{}"
    state: PartState = PartState.PRE_ACTIVE
    created: float = 0.0
    removed: float | None = None
    # The table's parts_version at which the part became active, and at which it stopped being so.
    added_version: int | None = None
    removed_version: int | None = None
    owner: str | None = None

    @property
    def is_patch(self) -> bool:
        """Whether it holds new values for rows of other parts."""
        return self.partition_id.startswith(PATCH)

    @property
    def data_version(self) -> int:
        """Mutations and patches with greater numbers are not in the part."""
        return self.mutation or self.min_block

    @property
    def is_leftover(self) -> bool:
        """Whether only a folder is meant that is to be deleted, never a part that queries saw."""
        return self.removed_version == 0


@dataclass(frozen=True, slots=True)
class Epoch:
    """A step of a stream that writes into a table; a stream's steps have rising numbers."""

    table: str
    stream: str
    number: int


@dataclass(frozen=True, slots=True)
class Window:
    """How many inserted blocks a table remembers, and for how many seconds (None: for ever)."""

    blocks: int = 0
    seconds: int | None = None


@dataclass(frozen=True, slots=True)
class Swap:
    """What one commit changes, in one table or several.

    The parts to `activate` carry what was written meanwhile (rows, bytes, meta). Of the partitions
    to `drop` (table and partition id) every part goes that is active at that instant. Partitions
    that go as a `whole` must have no parts besides those to outdate. Folders of `kept` are
    complete: nobody is to remove them any more; those of `doomed` are to be deleted. `versions` are
    the tables' metadata versions that all this was made for.

    `blocks` name what some parts to activate were inserted by (by the parts' UUIDs): parts of
    blocks that were there before do not become active; where only some of them were, nothing
    does. `windows` say how many blocks each table remembers. All blocks of the tables to `forget`
    go, and those of partitions to drop.

    Of the parts to outdate those that `moved` have the same rows elsewhere, under the same name:
    nobody keeps them any longer than somebody reads them.

    `seen` are the patches that the makers of the parts knew. Parts that go
    `unpatched` elsewhere must have none by then.

    If the table has the `epoch` already, or a later one of that stream, nothing is done.
    """

    activate: Sequence[Part] = ()
    outdate: Sequence[Part] = ()
    drop: Sequence[tuple[str, str]] = ()
    whole: Sequence[tuple[str, str]] = ()
    kept: Sequence[Part] = ()
    doomed: Sequence[Part] = ()
    versions: Mapping[str, int] = field(default_factory=dict)
    blocks: Mapping[str, Sequence[str]] = field(default_factory=dict)
    windows: Mapping[str, Window] = field(default_factory=dict)
    forget: Sequence[str] = ()
    seen: Sequence[Part] = ()
    unpatched: Sequence[Part] = ()
    moved: Sequence[Part] = ()
    epoch: Epoch | None = None


@dataclass(frozen=True, slots=True)
class Swapped:
    """The parts that became active by a commit, those that stopped being so, and the doomed."""

    active: list[Part]
    outdated: list[Part]
    doomed: list[Part]


@dataclass(frozen=True, slots=True)
class Owner:
    """An opened catalog somewhere; `place` names the machine's boot and process namespace."""

    id: str
    host: str
    place: str
    pid: int
    started: float
    registered: float
    heartbeat: float


@dataclass(frozen=True, slots=True)
class Lease:
    """A claim on some keys, granted or waiting; all keys of one claim share its ticket."""

    ticket: int
    keys: tuple[str, ...]
    owner: str
    purpose: str
    requested: float
    granted: float | None
    expires: float


@dataclass(frozen=True, slots=True)
class Mutation:
    """An ALTER UPDATE, DELETE or the like; `number` is its block number and data version."""

    table: str
    id: str
    command: str
    number: int
    block_numbers: str = "{}"
    created: float = 0.0
    is_done: bool = False
    is_killed: bool = False
    latest_failed_part: str = ""
    latest_fail_time: float = 0.0
    latest_fail_reason: str = ""
    latest_fail_error_code_name: str = ""


@dataclass(frozen=True, slots=True)
class LogRow:
    """An entry of query_log, part_log or another log; `payload` is JSON."""

    event_time: float
    type: str
    payload: str


@dataclass(frozen=True, slots=True)
class StoredObject:
    """A user, a role, a named collection, a function: anything kept as JSON under a name."""

    kind: str
    name: str
    payload: str
    created: float = 0.0
    modified: float = 0.0


def new_uuid() -> str:
    """A random UUID as text."""
    return str(uuid4())
