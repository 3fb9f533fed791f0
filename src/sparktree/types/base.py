"""What every ClickHouse type can say of itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import pyarrow as pa

from sparktree.kernel import sql
from sparktree.kernel.sql import Sql


@dataclass(frozen=True, slots=True)
class Type:
    """A ClickHouse type; `str()` of it is ClickHouse's spelling.

    `kernel` is the form inside a query, `storage` the Arrow form inside parts; the two pairs of
    conversions below are the identity for most types.
    """

    @property
    def kernel(self) -> str:
        """The kernel's type."""
        raise NotImplementedError

    @property
    def storage(self) -> pa.DataType:
        """The Arrow type in the files of a part."""
        raise NotImplementedError

    def default(self) -> Sql:
        """The value of a column that was not given."""
        raise NotImplementedError

    def zero(self) -> Sql:
        """The value of a row that is not there: of joins, arrays, aggregates and windows."""
        return self.default()

    def to_storage(self, value: Sql) -> Sql:
        """The stored form of a kernel value."""
        return value

    def from_storage(self, value: Sql) -> Sql:
        """The kernel value of the stored form."""
        return value

    @property
    def stored_as_is(self) -> bool:
        """Whether the stored and the kernel form are one."""
        return True

    def order_key(self, value: Sql) -> Sql:
        """What sorts as ClickHouse sorts this type, where the kernel sorts otherwise."""
        return value

    def key_form(self, value: Sql) -> Sql:
        """What the primary index holds of a key."""
        ordered = self.order_key(value)
        return ordered if ordered != value else self.to_storage(value)

    @property
    def comparable(self) -> bool:
        """Whether values may be keys of sorting and grouping."""
        return True

    @property
    def nullable(self) -> bool:
        """Whether NULL is a value."""
        return False

    @property
    def inner(self) -> Type:
        """The type below Nullable and LowCardinality."""
        return self

    def children(self) -> tuple[Type, ...]:
        """The types that this one is made of."""
        return ()


@dataclass(frozen=True, slots=True)
class Plain(Type):
    """A type whose forms are constants, the same for all its parameters."""

    text: ClassVar[str] = ""
    kernel_form: ClassVar[str]
    stored_form: ClassVar[pa.DataType]
    default_value: ClassVar[str]  # kernel SQL

    def __str__(self) -> str:
        return self.text

    @property
    def kernel(self) -> str:
        return self.kernel_form

    @property
    def storage(self) -> pa.DataType:
        return self.stored_form

    def default(self) -> Sql:
        return Sql(self.default_value)


def typed_null(kernel_type: str) -> Sql:
    """NULL of a kernel type."""
    return sql.cast(sql.NULL, kernel_type)


def all_types(type_: Type) -> Iterator[Type]:
    """The type and all types inside of it."""
    yield type_
    for child in type_.children():
        yield from all_types(child)
