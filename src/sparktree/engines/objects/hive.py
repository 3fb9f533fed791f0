"""Tables of Hive: ENGINE = Hive('thrift://host:port', 'database', 'table'), only to be read.

The metastore tells the partitions and where their files lie, wherever that is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sparktree.engines.definition.table import TableDefinition, key_elements
from sparktree.engines.objects.hive_formats import (
    format_of,
    is_text,
    settings_of,
    signs_of,
    type_of_hive,
)
from sparktree.engines.objects.path_pruning import PathJudge
from sparktree.engines.objects.reading import VIRTUAL, Share
from sparktree.engines.objects.source import Source
from sparktree.engines.objects.table import ObjectTable, format_options
from sparktree.engines.objects.user_files import check_place
from sparktree.engines.storage.data_folder import DataFolder
from sparktree.errors import Code, Error, not_implemented
from sparktree.planner.environment import Environment
from sparktree.sql import ast, format_query
from sparktree.sql.statements.create import CreateTable
from sparktree.stores.addresses import store_at
from sparktree.stores.endpoints import Endpoints
from sparktree.stores.metastore.client import HivePartition, HiveTable, Metastore, check_address
from sparktree.stores.walking import together
from sparktree.types import STRING, Array, Map, Tuple, Type

_NULL = "__HIVE_DEFAULT_PARTITION__"  # the value of a key that is NULL
_ARGUMENTS = ("address of the metastore", "database", "table")


def metastore_of(engine: ast.Function) -> Metastore:
    """The table that the arguments name, or what is wrong with them."""
    if len(engine.args) != len(_ARGUMENTS):
        raise Error(
            Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
            f"Storage Hive requires {len(_ARGUMENTS)} arguments: {', '.join(_ARGUMENTS)}.",
        )
    values = []
    for arg in engine.args:
        if not isinstance(arg, ast.Literal) or not isinstance(arg.value, str) or not arg.value:
            shown = format_query(arg, one_line=True)
            raise Error(Code.BAD_ARGUMENTS, f"Argument {shown} of Hive is no text.")
        values.append(arg.value)
    check_address(values[0])
    return Metastore(*values)


@dataclass(frozen=True)
class HiveFiles(ObjectTable):
    """Files that a metastore knows."""

    metastore: Metastore
    described: HiveTable
    endpoints: Endpoints
    user_files: Path | None  # where local files have to be

    @property
    def stored(self) -> tuple[tuple[str, Type], ...]:
        """The columns of files; texts in place of those that the table does not declare, as
        lines of text have them all."""
        declared = dict(self.header)
        if self.source.format != "CSV":
            return tuple((n, declared[n]) for n, _ in self.described.columns if n in declared)
        return tuple((name, declared.get(name, STRING)) for name, _ in self.described.columns)

    def shares(self, judge: PathJudge) -> list[Share]:
        """The files of the partitions that conditions leave."""
        keys = [key for key, _ in self.described.keys]
        partitions = self._partitions(judge) if keys else []
        if not keys:
            partitions = [HivePartition((), self.described.storage)]
        for one in partitions:
            self._check_format(one)
        return list(together(lambda one: self._files(one, keys), partitions))

    def _partitions(self, judge: PathJudge) -> list[HivePartition]:
        """As few as can be told: by the metastore, then by their names."""
        condition = self._condition(judge)
        if condition:
            found = self.metastore.where(condition)
            left = self._may_match(judge, [self._path(one) for one in found])
            return [one for one, is_left in zip(found, left, strict=True) if is_left]
        names = self.metastore.names()
        left = self._may_match(judge, [f"{name}/" for name in names])
        return self.metastore.named([n for n, is_left in zip(names, left, strict=True) if is_left])

    def _condition(self, judge: PathJudge) -> str:
        """Equalities, which every database under a metastore understands; others may compare
        texts in another order."""
        wanted = []
        for key, type_ in self.described.keys:
            values = judge.exactly(key) if is_text(type_) and judge.is_useful else None
            if values:
                any_ = " or ".join(f'{key} = "{value}"' for value in values)
                wanted.append(f"({any_})")
        return " and ".join(wanted)

    def _path(self, partition: HivePartition) -> str:
        pairs = zip(self.described.keys, partition.values, strict=True)
        return "".join(f"{key}={_encoded(value)}/" for (key, _), value in pairs)

    def _may_match(self, judge: PathJudge, paths: Sequence[str]) -> list[bool]:
        """NULL has no text that could be compared: such partitions are always read."""
        if not judge.is_useful:
            return [True] * len(paths)
        known = [path for path in paths if f"={_NULL}/" not in path]
        kept = dict(zip(known, judge.may_match(known), strict=True))
        return [kept.get(path, True) for path in paths]

    def _check_format(self, partition: HivePartition) -> None:
        own, common = partition.storage, self.described.storage
        is_same = format_of(own) == self.source.format
        if is_same and self.source.format == "CSV":
            is_same = signs_of(own) == signs_of(common)
        if not is_same:
            raise not_implemented(
                f"The partition {self._path(partition)} of {common.location} has another format"
                f" than its table, {own.serde}."
            )

    def _files(self, partition: HivePartition, keys: Sequence[str]) -> list[Share]:
        check_place(partition.storage.location, self.user_files)
        store, folder = store_at(partition.storage.location, self.endpoints)
        pairs = zip(keys, partition.values, strict=True)
        values = {key: None if value == _NULL else value for key, value in pairs}
        return [
            Share(store, one, values=values)
            for one in store.list(f"{folder.rstrip('/')}/")
            if not one.is_folder and not one.name.startswith(("_", "."))
        ]


def _encoded(value: str) -> str:
    return value.replace("%", "%25").replace("/", "%2F").replace("=", "%3D")


def open_hive(
    name: str, create: CreateTable, folder: DataFolder, environment: Environment
) -> HiveFiles:
    """The table as the metastore describes it; without declared columns all that it has."""
    storage = create.storage
    assert storage is not None and storage.engine is not None
    metastore = metastore_of(storage.engine)
    described = metastore.described()
    _check_readable(described)
    header = tuple((c.name, c.type) for c in TableDefinition(create).columns)
    if not header:
        header = tuple((column, type_of_hive(type_)) for column, type_ in described.columns)
    keys = [key for key, _ in described.keys]
    _check_columns(header, described)
    _check_partition_by(storage.partition_by, keys)
    declared = {column for column, _ in header}
    hidden = {*declared, *(column for column, _ in VIRTUAL)}
    wants_keys = environment.settings.use_hive_partitioning
    format_ = format_of(described.storage)
    endpoints = Endpoints.of(folder.config)
    location = described.storage.location
    check_place(location, folder.user_files)
    store, path = store_at(location, endpoints)
    levels = tuple(key for key in keys if key in declared)
    return HiveFiles(
        name,
        Source("hive", store, path, format_, format_.lower(), partition_by=levels, levels=levels),
        header,
        tuple(key for key in keys if key not in hidden) if wants_keys else (),
        environment,
        settings_of(described, format_options(environment)),
        metastore,
        described,
        endpoints,
        folder.user_files,
    )


def _check_readable(described: HiveTable) -> None:
    if described.kind.endswith("VIEW"):
        raise not_implemented("Views of Hive cannot be read.")
    if described.parameters.get("transactional", "").lower() == "true":
        raise not_implemented("Transactional tables of Hive cannot be read.")


def _check_columns(header: Sequence[tuple[str, Type]], described: HiveTable) -> None:
    known = {name for name, _ in (*described.columns, *described.keys)}
    for name, type_ in header:
        if name not in known:
            raise Error(
                Code.NO_SUCH_COLUMN_IN_TABLE, f"The table of Hive has no column {name}: {known}"
            )
        if isinstance(type_, Array | Map | Tuple) and format_of(described.storage) == "CSV":
            raise not_implemented(f"The column {name} of type {type_} in text files of Hive.")


def _check_partition_by(by: ast.Expression | None, keys: Sequence[str]) -> None:
    if by is None:
        return
    named = [format_query(element, one_line=True) for element in key_elements(by)]
    if sorted(named) != sorted(keys):
        raise Error(
            Code.BAD_ARGUMENTS,
            f"PARTITION BY ({', '.join(named)}) is not the partition key ({', '.join(keys)}) that"
            " the table has in Hive's metastore.",
        )
