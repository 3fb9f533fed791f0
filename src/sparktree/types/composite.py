"""Types made of other types."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types.base import Type, typed_null


@dataclass(frozen=True, slots=True)
class Like(Type):
    """A type that looks like another one inside the kernel and in files."""

    @property
    def form(self) -> Type:
        """The type that this one looks like."""
        raise NotImplementedError

    @property
    def kernel(self) -> str:
        return self.form.kernel

    @property
    def storage(self) -> pa.DataType:
        return self.form.storage

    def default(self) -> Sql:
        return self.form.default()

    def zero(self) -> Sql:
        return self.form.zero()

    def to_storage(self, value: Sql) -> Sql:
        return self.form.to_storage(value)

    def from_storage(self, value: Sql) -> Sql:
        return self.form.from_storage(value)

    @property
    def stored_as_is(self) -> bool:
        return self.form.stored_as_is

    def order_key(self, value: Sql) -> Sql:
        return self.form.order_key(value)


@dataclass(frozen=True, slots=True)
class Wrapper(Like):
    """One type with a property more."""

    of: Type

    @property
    def form(self) -> Type:
        return self.of

    @property
    def nullable(self) -> bool:
        return self.of.nullable

    @property
    def inner(self) -> Type:
        return self.of.inner

    def children(self) -> tuple[Type, ...]:
        return (self.of,)


@dataclass(frozen=True, slots=True)
class Nullable(Wrapper):
    """The inner type, or NULL."""

    def __str__(self) -> str:
        return f"Nullable({self.of})"

    def default(self) -> Sql:
        return typed_null(self.kernel)

    def zero(self) -> Sql:
        return self.default()

    @property
    def nullable(self) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class LowCardinality(Wrapper):
    """The inner type with a hint that it has few values."""

    def __str__(self) -> str:
        return f"LowCardinality({self.of})"


@dataclass(frozen=True, slots=True)
class SimpleAggregateFunction(Wrapper):
    """Values that merges combine with an aggregate function; otherwise the inner type."""

    function: str

    def __str__(self) -> str:
        return f"SimpleAggregateFunction({self.function}, {self.of})"


@dataclass(frozen=True, slots=True)
class Array(Type):
    """Values of one type, counted from 1."""

    of: Type

    def __str__(self) -> str:
        return f"Array({self.of})"

    @property
    def kernel(self) -> str:
        return f"{self.of.kernel}[]"

    @property
    def storage(self) -> pa.DataType:
        return pa.list_(self.of.storage)

    def default(self) -> Sql:
        return sql.cast(Sql("[]"), self.kernel)

    @property
    def stored_as_is(self) -> bool:
        return self.of.stored_as_is

    def to_storage(self, value: Sql) -> Sql:
        return self.map(value, self.of.to_storage) if not self.stored_as_is else value

    def from_storage(self, value: Sql) -> Sql:
        return self.map(value, self.of.from_storage) if not self.stored_as_is else value

    def map(self, value: Sql, change: Callable[[Sql], Sql]) -> Sql:
        """The array with every element changed."""
        return sql.call("list_transform", value, sql.closure(change))

    def order_key(self, value: Sql) -> Sql:
        element = sql.name("_e")
        if self.of.order_key(element) == element:
            return value
        return self.map(value, self.of.order_key)

    def children(self) -> tuple[Type, ...]:
        return (self.of,)


@dataclass(frozen=True, slots=True)
class Tuple(Type):
    """Values of several types, with or without names."""

    of: tuple[Type, ...]
    names: tuple[str, ...] | None = None

    def __str__(self) -> str:
        if self.names is None:
            return f"Tuple({', '.join(map(str, self.of))})"
        named = zip(self.names, self.of, strict=True)
        return f"Tuple({', '.join(f'{back_quoted(n)} {t}' for n, t in named)})"

    @property
    def kernel(self) -> str:
        if not self.of:
            return "STRUCT(f0 TINYINT)"  # the kernel has no struct without fields
        return f"STRUCT({', '.join(f'f{i} {t.kernel}' for i, t in enumerate(self.of, 1))})"

    @property
    def storage(self) -> pa.DataType:
        if not self.of:
            return pa.struct([("f0", pa.int8())])
        return pa.struct([(f"f{i}", t.storage) for i, t in enumerate(self.of, 1)])

    def default(self) -> Sql:
        return self.pack(*(t.default() for t in self.of))

    def zero(self) -> Sql:
        return self.pack(*(t.zero() for t in self.of))

    def pack(self, *values: Sql) -> Sql:
        """The tuple of the values."""
        return sql.struct(*values) if values else Sql("{'f0': 0::TINYINT}")

    @property
    def stored_as_is(self) -> bool:
        return all(t.stored_as_is for t in self.of)

    def to_storage(self, value: Sql) -> Sql:
        if self.stored_as_is:
            return value
        return self.pack(*(t.to_storage(sql.field(value, i)) for i, t in enumerate(self.of, 1)))

    def from_storage(self, value: Sql) -> Sql:
        if self.stored_as_is:
            return value
        return self.pack(*(t.from_storage(sql.field(value, i)) for i, t in enumerate(self.of, 1)))

    def order_key(self, value: Sql) -> Sql:
        plain = [sql.field(value, i) for i in range(1, len(self.of) + 1)]
        keys = [t.order_key(f) for t, f in zip(self.of, plain, strict=True)]
        return value if keys == plain else self.pack(*keys)

    def children(self) -> tuple[Type, ...]:
        return self.of


@dataclass(frozen=True, slots=True)
class Map(Like):
    """Pairs in their order, as ClickHouse keeps them: a list of (key, value)."""

    key: Type
    value: Type

    def __str__(self) -> str:
        return f"Map({self.key}, {self.value})"

    @property
    def form(self) -> Type:
        return Array(Tuple((self.key, self.value)))

    @property
    def comparable(self) -> bool:
        return False

    def children(self) -> tuple[Type, ...]:
        return (self.key, self.value)


@dataclass(frozen=True, slots=True)
class Nested(Like):
    """Declared columns that become one array column each (`n.a`, `n.b`), or one array of tuples."""

    names: tuple[str, ...]
    of: tuple[Type, ...]

    def __str__(self) -> str:
        named = zip(self.names, self.of, strict=True)
        return f"Nested({', '.join(f'{back_quoted(n)} {t}' for n, t in named)})"

    @property
    def form(self) -> Type:
        return Array(Tuple(self.of, self.names))

    def children(self) -> tuple[Type, ...]:
        return self.of


@dataclass(frozen=True, slots=True)
class Variant(Type):
    """A value of one of several types, or NULL; `variant()` makes one of any list of types.

    In the kernel a struct with a field for each type, of which only the field of the value's type
    is not NULL: such structs sort by type and then by value. NULL itself is no struct at all.
    """

    of: tuple[Type, ...]

    def __str__(self) -> str:
        return f"Variant({', '.join(map(str, self.of))})"

    @property
    def kernel(self) -> str:
        return Tuple(self.of).kernel

    @property
    def storage(self) -> pa.DataType:
        return Tuple(self.of).storage

    def default(self) -> Sql:
        return typed_null(self.kernel)

    @property
    def nullable(self) -> bool:
        return True

    @property
    def comparable(self) -> bool:
        return False

    @property
    def stored_as_is(self) -> bool:
        return all(t.stored_as_is for t in self.of)

    def to_storage(self, value: Sql) -> Sql:
        return value if self.stored_as_is else self.each(value, lambda t, v: t.to_storage(v))

    def from_storage(self, value: Sql) -> Sql:
        return value if self.stored_as_is else self.each(value, lambda t, v: t.from_storage(v))

    def order_key(self, value: Sql) -> Sql:
        plain = [sql.field(value, i) for i in range(1, len(self.of) + 1)]
        if plain == [t.order_key(f) for t, f in zip(self.of, plain, strict=True)]:
            return value
        return self.each(value, lambda t, v: t.order_key(v))

    def each(self, value: Sql, change: Callable[[Type, Sql], Sql]) -> Sql:
        """The value with its fields changed; NULL stays NULL."""
        changed = (change(t, sql.field(value, i)) for i, t in enumerate(self.of, 1))
        return sql.case((sql.is_known(value), sql.struct(*changed)), otherwise=sql.NULL)

    def pack(self, member: Type, value: Sql) -> Sql:
        """The variant that holds a value, which is not NULL, of one of the types."""
        place = self.of.index(member)
        fields = (value if i == place else typed_null(t.kernel) for i, t in enumerate(self.of))
        return sql.struct(*fields)

    def has(self, value: Sql, place: int) -> Sql:
        """Whether the value is of the type at that place, counted from 1."""
        return Sql(f"({sql.field(value, place)} IS NOT NULL)")

    def choose(self, value: Sql, result: Callable[[Type, Sql], Sql]) -> Sql:
        """What the value's type makes of it; NULL for NULL."""
        return sql.case(
            *(
                (self.has(value, i), result(t, sql.field(value, i)))
                for i, t in enumerate(self.of, 1)
            )
        )

    def children(self) -> tuple[Type, ...]:
        return self.of


_MOST_VARIANTS = 255


def variant(types: Iterable[Type]) -> Variant:
    """The Variant of the types: each once, in the order of their names."""
    members: dict[str, Type] = {}
    for type_ in types:
        if isinstance(type_, Variant):
            raise Error(Code.BAD_ARGUMENTS, "Nested Variant types are not allowed")
        if type_.nullable:
            raise Error(
                Code.BAD_ARGUMENTS,
                "Nullable/LowCardinality(Nullable) types are not allowed inside Variant type",
            )
        if not isinstance(type_, Nothing):
            members[str(type_)] = type_
    if not members:
        raise Error(Code.BAD_ARGUMENTS, "Variant type should have at least one nested type")
    if len(members) > _MOST_VARIANTS:
        raise Error(
            Code.BAD_ARGUMENTS,
            f"Variant type with more than {_MOST_VARIANTS} nested types is not allowed",
        )
    return Variant(tuple(members[name] for name in sorted(members)))


@dataclass(frozen=True, slots=True)
class Nothing(Type):
    """The type that has no values; NULL alone is Nullable(Nothing)."""

    def __str__(self) -> str:
        return "Nothing"

    @property
    def kernel(self) -> str:
        return "INTEGER"

    @property
    def storage(self) -> pa.DataType:
        return pa.int32()

    def default(self) -> Sql:
        return typed_null("INTEGER")


@dataclass(frozen=True, slots=True)
class AggregateFunction(Like):
    """The state of an aggregate function; `state` is the type of its partial value."""

    function: str
    parameters: tuple[str, ...]
    arguments: tuple[Type, ...]
    state: Type
    version: int = 0

    def __str__(self) -> str:
        parameters = f"({', '.join(self.parameters)})" if self.parameters else ""
        inside = [self.function + parameters, *map(str, self.arguments)]
        if self.version:
            inside.insert(0, str(self.version))
        return f"AggregateFunction({', '.join(inside)})"

    @property
    def form(self) -> Type:
        return self.state

    def default(self) -> Sql:
        return typed_null(self.kernel)

    def from_storage(self, value: Sql) -> Sql:
        # States of earlier versions lack the columns that came later: the cast makes them NULL.
        return sql.cast(value, self.kernel) if self.stored_as_is else self.form.from_storage(value)

    @property
    def comparable(self) -> bool:
        return False

    def children(self) -> tuple[Type, ...]:
        return self.arguments


_PLAIN_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_WORDS = frozenset(
    ("all", "distinct", "false", "from", "inf", "infinity", "nan", "null", "select", "table",
     "top", "true", "values")
)  # fmt: skip


def back_quoted(name: str) -> str:
    """A name as ClickHouse prints it: in back quotes only where it needs them."""
    if _PLAIN_NAME.fullmatch(name) and name.lower() not in _WORDS:
        return name
    return "`" + name.replace("\\", "\\\\").replace("`", "\\`") + "`"


def make_nullable(type_: Type) -> Type:
    """The type with NULL among its values, where ClickHouse allows that."""
    if isinstance(type_, LowCardinality):
        return LowCardinality(make_nullable(type_.of))
    if type_.nullable or isinstance(type_, Array | Map | Nested | AggregateFunction):
        return type_
    return Nullable(type_)


def remove_nullable(type_: Type) -> Type:
    """The type without NULL."""
    if isinstance(type_, LowCardinality):
        return LowCardinality(remove_nullable(type_.of))
    if isinstance(type_, SimpleAggregateFunction) and type_.nullable:
        return remove_nullable(type_.of)
    return type_.of if isinstance(type_, Nullable) else type_


def remove_low_cardinality(type_: Type) -> Type:
    """The type without the LowCardinality hint at the top."""
    return type_.of if isinstance(type_, LowCardinality) else type_


NOTHING = Nothing()
NULL_TYPE = Nullable(NOTHING)
