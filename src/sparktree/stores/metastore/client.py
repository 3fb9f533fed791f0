"""Questions to a metastore about one table. The numbers are those of hive_metastore.thrift."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar
from urllib.parse import urlsplit

from sparktree.errors import Code, Error
from sparktree.stores.metastore.thrift import Argument, Client, Struct, ThriftError

_PORT = 9083
_SECONDS = 30.0
_NAMES = 1000  # partitions that are asked for at once
_ALL = -1
_NO_SUCH_OBJECT = 2  # of an answer: the exception that says so
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Storage:
    """Where files lie and how they are to be read."""

    location: str
    input_format: str
    serde: str
    parameters: Mapping[str, str] = field(default_factory=dict)  # of the serde


@dataclass(frozen=True, slots=True)
class HiveTable:
    """A table as the metastore describes it."""

    columns: tuple[tuple[str, str], ...]  # names and Hive's types, in the order of text files
    keys: tuple[tuple[str, str], ...]  # likewise, of the partitions
    storage: Storage
    parameters: Mapping[str, str]
    kind: str  # MANAGED_TABLE, EXTERNAL_TABLE, VIRTUAL_VIEW ...


@dataclass(frozen=True, slots=True)
class HivePartition:
    """A partition: its values, in the order of the keys."""

    values: tuple[str, ...]
    storage: Storage


@dataclass(frozen=True, slots=True)
class Metastore:
    """A table of a metastore, by name."""

    url: str
    database: str
    table: str

    def described(self) -> HiveTable:
        """What the table is."""
        return _table(self._ask("get_table"))

    def names(self) -> list[str]:
        """All partitions as `key=value/key=value`, values percent-encoded."""
        return list(self._ask("get_partition_names", _ALL))

    def where(self, condition: str) -> list[HivePartition]:
        """The partitions that a condition in the metastore's own language leaves."""
        return [_partition(p) for p in self._ask("get_partitions_by_filter", condition, _ALL)]

    def named(self, names: Sequence[str]) -> list[HivePartition]:
        """The partitions of these names, as far as they are still there."""
        found: list[HivePartition] = []
        for begin in range(0, len(names), _NAMES):
            asked = self._ask("get_partitions_by_names", names[begin : begin + _NAMES])
            found += [_partition(p) for p in asked]
        return found

    def _ask(self, method: str, *args: Argument) -> Any:
        def call(client: Client) -> Struct:
            return client.call(method, self.database, self.table, *args)

        answer = self._connected(call)
        if 0 in answer:
            return answer[0]
        raised: Struct = next(iter(answer.values()), {1: "no reason was given"})
        told = raised.get(1, "")
        if _NO_SUCH_OBJECT in answer:
            name = f"{self.database}.{self.table}"
            raise Error(Code.UNKNOWN_TABLE, f"Hive's metastore has no table {name}: {told}")
        raise self._failed(f"{method}: {told}")

    def _connected(self, use: Callable[[Client], _T]) -> _T:
        address = urlsplit(self.url)
        try:
            host, port = address.hostname or "", address.port or _PORT
            with Client(host, port, _SECONDS) as client:
                return use(client)
        except (OSError, ValueError, ThriftError) as error:
            raise self._failed(str(error)) from error

    def _failed(self, why: str) -> Error:
        return Error(
            Code.NO_HIVEMETASTORE, f"Hive's metastore at {self.url} cannot be asked: {why}"
        )


def check_address(url: str) -> None:
    """BAD_ARGUMENTS unless it is `thrift://host:port`."""
    address = urlsplit(url)
    try:
        known = address.scheme == "thrift" and address.hostname and (address.port or _PORT)
    except ValueError:
        known = None
    if not known:
        raise Error(
            Code.BAD_ARGUMENTS,
            f"The address of Hive's metastore should be like 'thrift://host:9083': '{url}'",
        )


def _table(told: Struct) -> HiveTable:
    return HiveTable(
        _columns(told[7].get(1, ())),
        _columns(told.get(8, ())),
        _storage(told[7]),
        told.get(9, {}),
        told.get(12, ""),
    )


def _partition(told: Struct) -> HivePartition:
    return HivePartition(tuple(told.get(1, ())), _storage(told[6]))


def _storage(told: Struct) -> Storage:
    serde = told.get(7, {})
    return Storage(told.get(2, ""), told.get(3, ""), serde.get(2, ""), serde.get(3, {}))


def _columns(told: Sequence[Struct]) -> tuple[tuple[str, str], ...]:
    return tuple((one.get(1, ""), one.get(2, "")) for one in told)
