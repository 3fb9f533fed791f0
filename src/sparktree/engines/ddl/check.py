"""What CREATE TABLE refuses: keys and defaults that cannot work, before anything is changed."""

from __future__ import annotations

from collections.abc import Sequence

from sparktree.disks.policies import StoragePolicy
from sparktree.engines.ddl.check_columns import check_columns, refuse_aggregates, refuse_persistent
from sparktree.engines.ddl.check_settings import check_granularity
from sparktree.engines.ddl.check_ttl import check_ttl
from sparktree.engines.definition.expressions import TableExpressions
from sparktree.engines.definition.key_checks import (
    has_array_join,
    refuse_duplicates,
    refuse_key_parts,
)
from sparktree.engines.definition.table import TableDefinition, bare
from sparktree.engines.merging.rules import check_parameters
from sparktree.engines.projections.definition import check_projections
from sparktree.engines.skip_indexes.definition import check_indexes
from sparktree.engines.statistics.declaration import check_statistics
from sparktree.errors import Code, Error
from sparktree.planner.environment import Environment
from sparktree.planner.expr import Expr, is_constant, is_deterministic
from sparktree.planner.variants import holds_variant
from sparktree.sql import ast, format_query
from sparktree.sql.names import column_name
from sparktree.types import (
    AggregateFunction,
    Array,
    Float,
    Integer,
    Map,
    Nullable,
    SimpleAggregateFunction,
    Tuple,
    Type,
)
from sparktree.types.base import all_types


def check_definition(
    definition: TableDefinition, environment: Environment, policy: StoragePolicy
) -> None:
    """Every check of a new table."""
    storage = definition.create.storage
    assert storage is not None
    if (
        storage.order_by is None
        and not environment.settings.create_table_empty_primary_key_by_default
    ):
        raise Error(
            Code.BAD_ARGUMENTS,
            "You must provide an ORDER BY or PRIMARY KEY expression in the table definition. If you"
            " don't want this table to be sorted, use ORDER BY/PRIMARY KEY ()",
        )
    check_granularity(definition.settings)
    check_parameters(definition, environment)
    refuse_persistent(definition)
    check_columns(definition, environment)
    checker = _Checker(definition, environment)
    checker.sorting_key()
    checker.partition_key()
    checker.sampling_key()
    check_ttl(definition, environment, policy)
    check_indexes(definition, environment)
    check_statistics(definition)
    check_projections(definition, environment)


class _Checker:
    def __init__(self, definition: TableDefinition, environment: Environment) -> None:
        self.definition = definition
        self.environment = environment
        stored = [(c.name, c.type) for c in definition.columns if c.stored]
        self.stored = TableExpressions.over(environment, stored)

    def sorting_key(self) -> None:
        """Plain values of this row only; the primary key is a prefix."""
        expressions = [item.expression for item in self.definition.sorting_key]
        typed = self._key(expressions, "Sorting")
        allowed = self.environment.settings.allow_suspicious_primary_key
        for expr in typed:
            if isinstance(expr.type, SimpleAggregateFunction) and not allowed:
                raise Error(
                    Code.DATA_TYPE_CANNOT_BE_USED_IN_KEY,
                    f"Column with type {expr.type} is not allowed in key expression",
                )
        if not self.definition.settings.allow_nullable_key and any(
            _has_null(e.type) for e in typed
        ):
            raise Error(
                Code.ILLEGAL_COLUMN,
                "Sorting key contains nullable columns, but merge tree setting"
                " `allow_nullable_key` is disabled",
            )
        sorting = [bare(e) for e in expressions]
        refuse_duplicates(expressions, self.definition)
        primary = [bare(e) for e in self.definition.primary_key]
        if len(primary) > len(sorting):
            raise Error(
                Code.BAD_ARGUMENTS,
                "Primary key must be a prefix of the sorting key, but its length:"
                f" {len(primary)} is greater than the sorting key length: {len(sorting)}",
            )
        for position, (key, sort) in enumerate(zip(primary, sorting, strict=False)):
            if key != sort:
                raise Error(
                    Code.BAD_ARGUMENTS,
                    "Primary key must be a prefix of the sorting key, but the column in the"
                    f" position {position} is {column_name(key)}, not {column_name(sort)}",
                )

    def _key(self, expressions: Sequence[ast.Expression], kind: str) -> list[Expr]:
        for expression in expressions:
            refuse_aggregates(expression)
            refuse_key_parts(expression, self.definition)
        typed = [self.stored.analyse(e) for e in expressions]
        for expression, expr in zip(expressions, typed, strict=True):
            text = format_query(expression, one_line=True)
            if not is_deterministic(expr):
                raise Error(
                    Code.BAD_ARGUMENTS,
                    "Expression must be deterministic but it contains non-deterministic part"
                    f" `{text}`: for {kind} key",
                )
            if is_constant(expr):
                raise Error(Code.ILLEGAL_COLUMN, f"{kind} key cannot contain constants")
            if has_array_join(expression):
                raise Error(Code.ILLEGAL_COLUMN, f"{kind} key cannot contain array joins")
            if holds_variant(expr.type):
                raise Error(
                    Code.DATA_TYPE_CANNOT_BE_USED_IN_KEY,
                    "Column with type Variant/Dynamic/JSON is not allowed in key expression."
                    " Consider using a subcolumn with a specific data type instead (for example"
                    " 'column.Int64' or 'json.some.path.:Int64' if its a JSON path subcolumn) or"
                    " casting this column to a specific data type",
                )
            if not _can_be_key(expr.type):
                raise Error(
                    Code.DATA_TYPE_CANNOT_BE_USED_IN_KEY,
                    f"Column {text} with type {expr.type} is not allowed in key expression,"
                    " it's not comparable",
                )
        return typed

    def partition_key(self) -> None:
        """No floats and no NULLs unless allowed."""
        expressions = self.definition.partition_key
        typed = self._key(expressions, "Partition")
        if not self.definition.settings.allow_nullable_key and any(
            _has_null(e.type) for e in typed
        ):
            raise Error(
                Code.ILLEGAL_COLUMN,
                "Partition key contains nullable columns, but merge tree setting"
                " `allow_nullable_key` is disabled",
            )
        allowed = self.definition.settings.allow_floating_point_partition_key
        if not allowed and any(isinstance(e.type.inner, Float) for e in typed):
            raise Error(
                Code.BAD_ARGUMENTS,
                "Floating point partition key is not supported: see the setting"
                " allow_floating_point_partition_key",
            )

    def sampling_key(self) -> None:
        """An unsigned integer that the primary key contains."""
        node = self.definition.sampling_key
        if node is None:
            return
        refuse_aggregates(node)
        typed = self.stored.analyse(node)
        settings = self.definition.settings
        anywhere = settings.compatibility_allow_sampling_expression_not_in_primary_key
        if not anywhere and bare(node) not in map(bare, self.definition.primary_key):
            raise Error(
                Code.BAD_ARGUMENTS, "Sampling expression must be present in the primary key"
            )
        unsigned = isinstance(typed.type, Integer) and not typed.type.signed
        if settings.check_sample_column_is_correct and not unsigned:
            raise Error(
                Code.ILLEGAL_TYPE_OF_COLUMN_FOR_FILTER,
                f"Invalid sampling column type in storage parameters: {typed.type}. Must be one"
                " unsigned integer type",
            )


def _has_null(type_: Type) -> bool:
    return any(t.nullable for t in all_types(type_))


def _can_be_key(type_: Type) -> bool:
    inner = type_.of if isinstance(type_, Nullable) else type_
    if isinstance(inner, AggregateFunction):
        return False
    if isinstance(inner, Array | Tuple | Map):
        return all(_can_be_key(child) for child in inner.children())
    return True
