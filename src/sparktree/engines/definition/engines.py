"""The table engines by name, and what is known of each without opening a table of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, StrEnum, auto

from sparktree.registry import Registry
from sparktree.sql.statements import alter as commands
from sparktree.sql.statements.alter import AlterCommand


class Family(Enum):
    """Where the rows of a table are."""

    MERGE_TREE = auto()  # in sorted parts
    PLAIN_PARTS = auto()  # in parts, as they came: no keys, no indexes
    FILES = auto()  # in files of an object store, HDFS, web servers, this machine
    COMPUTED = auto()  # nowhere: a table function gives them
    BUFFER = auto()  # in parts until they go on to the table behind it
    MERGED = auto()  # in tables whose names match a pattern
    VIEW = auto()  # in the tables that it reads
    MATERIALIZED_VIEW = auto()  # in the table that it fills
    OTHER = auto()  # elsewhere: no stored table is of the engine


class Merges(Enum):
    """What a merge makes of rows with equal sorting keys."""

    NOTHING = auto()  # all of them stay
    CHOOSES = auto()  # some of them stay, as they were
    SUMS = auto()  # one row, to which each of them adds
    COMBINES = auto()  # one row with values of several of them


class Role(StrEnum):
    """What a column is to the engine whose parameters name it."""

    VERSION = "version"
    IS_DELETED = "is_deleted"
    SIGN = "sign"
    SUMMED = "columns to sum"


@dataclass(frozen=True, slots=True)
class Parameters:
    """How many parameters an engine takes, and what each is, in ClickHouse's words."""

    least: int = 0
    names: tuple[str, ...] = ()

    def count(self) -> str:
        """The number of parameters as messages say it."""
        most = len(self.names)
        if not most:
            return "no parameters"
        number = str(most) if self.least == most else f"{self.least} to {most}"
        return f"{number} parameters: \n" + ",\n".join(self.names)


@dataclass(frozen=True, slots=True)
class EngineInfo:
    """What is known of an engine without opening a table of it."""

    name: str
    doc: str
    family: Family = Family.OTHER
    parameters: Parameters | None = None  # None: the engine checks its parameters itself
    merges: Merges = Merges.NOTHING
    # What the columns are that the parameters name, by the places of the parameters.
    roles: tuple[Role, ...] = ()
    lists_columns: bool = False  # whether its parameter lists the columns that merges combine
    sorts_by_version: bool = False  # whether the version comes behind the sorting key
    is_configured: bool = False  # whether its parameter is a section of the configuration
    # What ALTER may do to tables outside of the MergeTree family.
    alters: tuple[type[AlterCommand], ...] = ()
    own_settings: bool = False  # whether its settings are not those of MergeTree tables
    in_metastore: bool = False  # whether a metastore knows its files, which are only read
    forgets_rows: bool = False  # whether rows go to materialized views only
    only_in_sets: bool = False  # whether only the right side of IN may read it
    only_in_joins: bool = False  # whether it says what kind of JOIN may read it
    source: str | None = None  # what its tables read from outside, as READ ON names it
    is_shown: bool = True  # whether ClickHouse knows it as an engine of its own
    is_replicated: bool = False  # whether its first parameters are a path and a replica's name

    @property
    def sorted(self) -> bool:
        """Whether it is of the MergeTree family."""
        return self.family is Family.MERGE_TREE

    @property
    def kind(self) -> str:
        """The engine by whose rules it merges rows: a replicated one has those of its namesake."""
        return self.name.removeprefix(REPLICATED) if self.is_replicated else self.name

    @property
    def own_parameters(self) -> Parameters | None:
        """Its parameters without the path and the name of a replica."""
        if self.parameters is None or not self.is_replicated:
            return self.parameters
        return replace(self.parameters, names=self.parameters.names[len(REPLICA_PARAMETERS) :])

    @property
    def has_parts(self) -> bool:
        """Whether its tables keep their rows in parts."""
        return self.family in (Family.MERGE_TREE, Family.PLAIN_PARTS, Family.BUFFER)

    @property
    def has_files(self) -> bool:
        """Whether its tables are files of a store."""
        return self.family is Family.FILES

    @property
    def keyless(self) -> bool:
        """Whether its tables keep rows as they come: no keys, no indexes."""
        return self.family in (Family.PLAIN_PARTS, Family.BUFFER)

    @property
    def is_view(self) -> bool:
        """Whether its tables are queries."""
        return self.family in (Family.VIEW, Family.MATERIALIZED_VIEW)

    @property
    def merges_rows(self) -> bool:
        """Whether merges, and FINAL, make other rows of those with equal sorting keys."""
        return self.merges is not Merges.NOTHING


# What the engines are called whose tables several servers have, and what they say first of all.
REPLICATED = "Replicated"
REPLICA_PARAMETERS = ("[path in ZooKeeper]", "[replica name]")
ENGINES: Registry[str, EngineInfo] = Registry()


def engine_info(name: str) -> EngineInfo:
    """What is known of an engine; nothing of one that no stored table has."""
    return ENGINES[name] if name in ENGINES else EngineInfo(name, "")


_COMMENTS = (commands.CommentColumn, commands.ModifyComment)
_COLUMNS = (commands.AddColumn, commands.DropColumn, commands.ModifyColumn, *_COMMENTS)
_ROWS = (
    commands.RenameColumn,
    commands.ClearColumn,
    commands.MaterializeColumn,
    commands.UpdateRows,
    commands.DeleteRows,
)
_AS_THEY_COME = "Rows in the order of their arrival, without an index."
_NO_PARAMETERS = Parameters()

for _engine in (
    EngineInfo(
        "MergeTree",
        "Sorted parts with a sparse primary index.",
        Family.MERGE_TREE,
        _NO_PARAMETERS,
    ),
    EngineInfo(
        "ReplacingMergeTree",
        "Keeps the newest row of each sorting key.",
        Family.MERGE_TREE,
        Parameters(0, ("[is_deleted column]", "[version]")),
        Merges.CHOOSES,
        roles=(Role.VERSION, Role.IS_DELETED),
    ),
    EngineInfo(
        "SummingMergeTree",
        "Adds the numbers of each sorting key.",
        Family.MERGE_TREE,
        Parameters(0, ("[list of columns to sum]",)),
        Merges.SUMS,
        lists_columns=True,
    ),
    EngineInfo(
        "AggregatingMergeTree",
        "Merges the aggregate states of each sorting key.",
        Family.MERGE_TREE,
        _NO_PARAMETERS,
        Merges.SUMS,
    ),
    EngineInfo(
        "CollapsingMergeTree",
        "Rows of state and rows that cancel them go away.",
        Family.MERGE_TREE,
        Parameters(1, ("sign column",)),
        Merges.CHOOSES,
        roles=(Role.SIGN,),
    ),
    EngineInfo(
        "VersionedCollapsingMergeTree",
        "Rows of state and rows that cancel them go away, in any order of arrival.",
        Family.MERGE_TREE,
        Parameters(2, ("sign column", "version")),
        Merges.CHOOSES,
        roles=(Role.SIGN, Role.VERSION),
        sorts_by_version=True,
    ),
    EngineInfo(
        "CoalescingMergeTree",
        "Keeps the last value of each column that is not NULL.",
        Family.MERGE_TREE,
        Parameters(0, ("[list of columns to coalesce]",)),
        Merges.COMBINES,
        lists_columns=True,
    ),
    EngineInfo(
        "GraphiteMergeTree",
        "Keeps metrics, in coarser steps the older they are.",
        Family.MERGE_TREE,
        Parameters(1, ("'config_element_for_graphite_schema'",)),
        Merges.COMBINES,
        is_configured=True,
    ),
    EngineInfo(
        "Memory",
        _AS_THEY_COME,
        Family.PLAIN_PARTS,
        _NO_PARAMETERS,
        alters=(*_COLUMNS, *_ROWS),
    ),
    EngineInfo("Log", _AS_THEY_COME, Family.PLAIN_PARTS, _NO_PARAMETERS, alters=_COMMENTS),
    EngineInfo("TinyLog", _AS_THEY_COME, Family.PLAIN_PARTS, _NO_PARAMETERS, alters=_COMMENTS),
    EngineInfo("StripeLog", _AS_THEY_COME, Family.PLAIN_PARTS, _NO_PARAMETERS, alters=_COMMENTS),
    EngineInfo(
        "Null",
        "Takes rows, hands them to materialized views and forgets them.",
        Family.PLAIN_PARTS,
        _NO_PARAMETERS,
        alters=_COLUMNS,
        forgets_rows=True,
    ),
    EngineInfo(
        "Set",
        "Rows only for the right side of IN.",
        Family.PLAIN_PARTS,
        _NO_PARAMETERS,
        only_in_sets=True,
    ),
    EngineInfo(
        "Join",
        "Rows for the right side of one kind of JOIN.",
        Family.PLAIN_PARTS,
        alters=(commands.DeleteRows,),
        own_settings=True,
        only_in_joins=True,
    ),
    EngineInfo("GenerateRandom", "Random rows without end.", Family.COMPUTED),
    EngineInfo(
        "Buffer",
        "Holds rows back until they are many or old, then hands them on to another table.",
        Family.BUFFER,
        alters=_COLUMNS,
    ),
    EngineInfo(
        "TableFunction",
        "What a table function gives: CREATE TABLE ... AS function().",
        Family.COMPUTED,
        is_shown=False,
    ),
    *(
        EngineInfo(name, doc, Family.FILES, own_settings=True, source=source)
        for name, source, doc in (
            ("S3", "S3", "Files on S3, or on a store that speaks its language."),
            ("AzureBlobStorage", "AZURE", "Files on Azure Blob Storage."),
            ("GCS", "S3", "Files on Google Cloud Storage, by keys of its S3 interface."),
            ("HDFS", "HDFS", "Files on HDFS."),
            ("File", "FILE", "A file of this machine, or files that are partitions."),
            ("URL", "URL", "Files of web servers."),
        )
    ),
    EngineInfo(
        "Hive",
        "Files that Hive's metastore knows, only to be read.",
        Family.FILES,
        own_settings=True,
        in_metastore=True,
        source="HIVE",
    ),
    EngineInfo(
        "Merge", "Tables whose names match a pattern, read as one.", Family.MERGED, alters=_COLUMNS
    ),
    EngineInfo("View", "A query under a name.", Family.VIEW),
    EngineInfo(
        "MaterializedView",
        "A query over what is inserted, its rows kept in a table.",
        Family.MATERIALIZED_VIEW,
    ),
):
    ENGINES.add(_engine.name, _engine)


def _replicated(engine: EngineInfo) -> EngineInfo:
    """The engine of the same rows whose tables are replicas."""
    own = engine.parameters or _NO_PARAMETERS
    return replace(
        engine,
        name=REPLICATED + engine.name,
        doc=f"{engine.name}, seen by every server of the catalog.",
        parameters=replace(own, names=(*REPLICA_PARAMETERS, *own.names)),
        is_replicated=True,
    )


for _engine in [engine for engine in ENGINES.values() if engine.sorted]:
    ENGINES.add(REPLICATED + _engine.name, _replicated(_engine))
