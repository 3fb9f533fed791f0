"""Table functions: what may stand in FROM with parentheses behind it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypedDict, Unpack

from sparktree.engines.storage.data_folder import DataFolder
from sparktree.errors import Code, Error
from sparktree.hints import maybe
from sparktree.planner.environment import Constants, Environment, View
from sparktree.planner.sources import TableSource
from sparktree.registry import NamedRegistry
from sparktree.sql import ast


@dataclass(frozen=True, slots=True)
class TableCall:
    """A call of a table function with what it may ask."""

    name: str
    args: Sequence[ast.Expression]
    constants: Constants
    storage: DataFolder
    environment: Environment

    def value(self, position: int) -> object:
        """The value of a constant argument."""
        return self.constants.value(self.args[position])

    def integers(self, *, signed: int | None = None) -> list[int]:
        """All arguments as unsigned integers, but for one at a position that may be negative."""
        values = [self.constants.value(arg) for arg in self.args]
        for arg, value in zip(self.args, values, strict=True):
            name = ".".join(arg.parts) if isinstance(arg, ast.Identifier) else None
            if name is not None and value == name:
                message = f"Unknown expression identifier `{name}`. In scope {name}"
                raise Error(Code.UNKNOWN_IDENTIFIER, message)
        for position, value in enumerate(values):
            least = -(1 << 63) if position == signed else 0
            whole = isinstance(value, int | float) and least <= value < 1 << 64 and not value % 1
            if not whole:
                raise Error(
                    Code.ILLEGAL_TYPE_OF_ARGUMENT,
                    f"The value {value} is not representable as UInt64,"
                    f" in table function {self.name}",
                )
        return [int(value) for value in values]  # type: ignore[call-overload]


Opening = Callable[[TableCall], TableSource | View]


@dataclass(frozen=True, slots=True)
class TableFunction:
    """A table function as declared."""

    name: str
    open: Opening
    doc: str
    engine: str = ""  # as ClickHouse calls that of tables which it gives; else its own name
    source: str | None = None  # what it reads from outside, as READ ON and WRITE ON name it
    needs_temporary: bool = False  # whether calling it is like making a temporary table
    any_case: bool = False


TABLE_FUNCTIONS: NamedRegistry[TableFunction] = NamedRegistry()


class Options(TypedDict, total=False):
    """What a declaration may say besides: fields of TableFunction, which has their defaults."""

    engine: str
    source: str
    needs_temporary: bool
    any_case: bool


def table_function(*names: str, **options: Unpack[Options]) -> Callable[[Opening], Opening]:
    """Declare a table function under its names."""

    def declare(open_: Opening) -> Opening:
        declared = TableFunction(names[0], open_, (open_.__doc__ or "").strip(), **options)
        for name in names:
            TABLE_FUNCTIONS.name(name, declared, any_case=declared.any_case)
        return open_

    return declare


def open_table_function(
    call: ast.Function, constants: Constants, storage: DataFolder, environment: Environment
) -> TableSource | View:
    """The table that the call gives, or UNKNOWN_FUNCTION."""
    found = TABLE_FUNCTIONS.find(call.name)
    if found is None:
        hint = maybe(call.name, TABLE_FUNCTIONS, 2)
        raise Error(Code.UNKNOWN_FUNCTION, f"Unknown table function {call.name}{hint}")
    return found.open(TableCall(call.name, call.args, constants, storage, environment))


def wrong_count(call: TableCall, wanted: str) -> Error:
    """A call with more arguments than the function takes, or with fewer."""
    return Error(
        Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
        f"Table function '{call.name}' requires {wanted}, got {len(call.args)}.",
    )
