"""The skip indexes of a table as it declares them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeGuard

from sparktree.engines.definition.computed import Computed
from sparktree.engines.definition.expressions import TableExpressions
from sparktree.engines.definition.implicit import PREFIX, wants_indexes
from sparktree.engines.definition.key_checks import (
    has_array_join,
    refuse_duplicates,
    refuse_key_parts,
)
from sparktree.engines.definition.table import TableDefinition, key_elements
from sparktree.engines.skip_indexes import all_kinds as all_kinds
from sparktree.engines.skip_indexes.kind import KINDS, Arguments, IndexKind
from sparktree.engines.skip_indexes.vector import VECTOR_SIMILARITY
from sparktree.errors import Code, Error, not_implemented
from sparktree.kernel import sql
from sparktree.parts.layout import IndexLayout
from sparktree.planner.environment import Environment
from sparktree.planner.expr import AggregateUse, Call, Column, Expr, columns_of, is_constant, walk
from sparktree.sql import ast, format_query
from sparktree.sql.statements.create import IndexDeclaration
from sparktree.types import Type

_KNOWN_TYPES = (
    "hypothesis, text, vector_similarity, bloom_filter, sparse_grams, tokenbf_v1, ngrambf_v1, set,"
    " minmax"
)
_NOT_BUILT = ("sparse_grams",)
# Kinds whose files have got another form; a part with an older one is read as if it had none.
_FORMS = {"ngrambf_v1": 2, "tokenbf_v1": 2}


@dataclass(frozen=True, slots=True)
class SkipIndex:
    """One index."""

    declaration: IndexDeclaration

    @property
    def name(self) -> str:
        """Its name."""
        return self.declaration.name

    @property
    def type(self) -> str:
        """The name of its type, whose case ClickHouse ignores."""
        return self.declaration.type.name.lower()

    @property
    def type_text(self) -> str:
        """Its type with parameters."""
        type_ = self.declaration.type
        return format_query(type_, one_line=True) if type_.args else type_.name

    @property
    def granularity(self) -> int:
        """How many granules an entry stands for."""
        return self.declaration.granularity

    @property
    def expressions(self) -> tuple[ast.Expression, ...]:
        """What it holds values of."""
        found = key_elements(self.declaration.expression)
        return tuple(replace(node, parens=False) for node in found)

    @property
    def expression_texts(self) -> list[str]:
        """Its expressions as text."""
        return [format_query(e, one_line=True) for e in self.expressions]

    def signature(self, types: Sequence[Type]) -> str:
        """What parts remember of it: an index of other values or types is another index."""
        pairs = zip(self.expression_texts, types, strict=True)
        shown = ", ".join(f"{text} {type_}" for text, type_ in pairs)
        form = f" FORM {_FORMS[self.type]}" if self.type in _FORMS else ""
        return f"{shown} TYPE {self.type_text} GRANULARITY {self.granularity}{form}"

    @property
    def kind(self) -> IndexKind:
        """How its type works."""
        found = KINDS.get(self.type)
        if found is not None:
            return found
        if self.type in _NOT_BUILT:
            raise not_implemented(f"Indexes of type {self.type} are not supported yet.")
        if self.type == "hypothesis":
            message = "Index of type 'hypothesis' is no longer supported. Please drop the index"
            raise Error(Code.ILLEGAL_INDEX, message)
        raise Error(
            Code.INCORRECT_QUERY,
            f"Unknown Index type '{self.type}'. Available index types: {_KNOWN_TYPES}",
        )

    @property
    def arguments(self) -> Arguments:
        """The parameters of its type."""
        return self.kind.arguments(self.declaration.type)


def skip_indexes(definition: TableDefinition) -> list[SkipIndex]:
    """The indexes of a table, in their order."""
    return [SkipIndex(declaration) for declaration in definition.indexes]


def by_cost(indexes: Sequence[SkipIndex]) -> list[SkipIndex]:
    """The indexes that are asked first come first: bounds, then text, then all others."""
    rank = {"minmax": 0, "text": 1}
    return sorted(indexes, key=lambda index: rank.get(index.type, 2))


# --- what CREATE and ALTER refuse ----------------------------------------------------------


def check_indexes(definition: TableDefinition, environment: Environment) -> None:
    """Every index must have a name of its own, a known type and fitting expressions."""
    indexes = skip_indexes(definition)
    for declaration in definition.create.indexes:
        if wants_indexes(definition.settings) and declaration.name.startswith(PREFIX):
            raise Error(
                Code.BAD_ARGUMENTS,
                f"Cannot create table because index {declaration.name} uses a reserved index name",
            )
    names = [index.name for index in indexes]
    for index in indexes:
        if names.count(index.name) > 1:
            raise Error(
                Code.ILLEGAL_INDEX,
                f"Duplicated index name {index.name} is not allowed. Please use a different index"
                " name",
            )
        _check(index, definition, environment)
    texts = [index.expression_texts[0] for index in indexes if index.type == "text"]
    for shown in texts:
        if texts.count(shown) > 1:
            message = f"Column `{shown}` must not have more than one text index"
            raise Error(Code.BAD_ARGUMENTS, message)


def _check(index: SkipIndex, definition: TableDefinition, environment: Environment) -> None:
    if index.granularity < 1:
        raise Error(Code.BAD_ARGUMENTS, "Index GRANULARITY must be a positive integer")
    if index.type == VECTOR_SIMILARITY and not definition.settings.index_granularity_bytes:
        raise Error(
            Code.INVALID_SETTING_VALUE,
            "Vector similarity index can only be used with MergeTree setting"
            " 'index_granularity_bytes' != 0",
        )
    for node in index.expressions:
        refuse_key_parts(node, definition)
    expressions = TableExpressions.over(environment, definition.readable())
    typed = [expressions.analyse(node) for node in index.expressions]
    try:
        kind = index.kind
        for node, expr in zip(index.expressions, typed, strict=True):
            _check_expression(index, expr)
            if has_array_join(node):
                message = f"Secondary index '{index.name}' cannot contain array joins"
                raise Error(Code.INCORRECT_QUERY, message)
        refuse_duplicates(index.expressions, definition)
        kind.arguments(index.declaration.type)
        kind.check_types([expr.type for expr in typed])
    except Error as error:
        message = error.message
        raise Error(
            error.code, f"{message}: When validating secondary index `{index.name}`"
        ) from error


def _check_expression(index: SkipIndex, expr: Expr) -> None:
    for part in walk(expr):
        if isinstance(part, Call) and not part.function.deterministic:
            raise Error(
                Code.BAD_ARGUMENTS,
                "Expression must be deterministic but it contains non-deterministic part"
                f" `{part.function.name}()`: for secondary index '{index.name}'",
            )
        if isinstance(part, AggregateUse):
            message = f"Aggregate function {part.name} is found in wrong place in query"
            raise Error(Code.ILLEGAL_AGGREGATION, message)
    if is_constant(expr):
        raise Error(
            Code.INCORRECT_QUERY, f"Secondary index '{index.name}' cannot contain constants"
        )


# --- what tasks need to build them ---------------------------------------------------------


def index_layouts(
    definition: TableDefinition, environment: Environment, only: Sequence[str] | None = None
) -> tuple[IndexLayout, ...]:
    """The indexes as writers of parts need them; `only` names the wanted ones."""
    wanted = [i for i in skip_indexes(definition) if only is None or i.name in only]
    return tuple(_layout(index, definition, environment) for index in wanted)


def _layout(index: SkipIndex, definition: TableDefinition, environment: Environment) -> IndexLayout:
    names = {c.name: c.type.from_storage(sql.name(c.name)) for c in definition.columns if c.stored}
    computed = Computed(definition, environment, dict(names))
    values: list[str] = []
    reads: set[str] = set()
    types: list[Type] = []
    for node in index.expressions:
        typed = computed.expressions.analyse(node)
        for column in columns_of(typed).values():
            computed.value(column.name)
            reads |= _stored_columns(column.name, definition, computed)
        types.append(typed.type)
        values.append(_value(typed, index.kind, computed, environment))
    return IndexLayout(
        index.name,
        index.signature(types),
        index.type,
        index.arguments,
        index.granularity,
        tuple(values),
        tuple(name for name in names if name in reads),
    )


def _stored_columns(name: str, definition: TableDefinition, computed: Computed) -> set[str]:
    """The stored columns behind a column, which may be an ALIAS."""
    column = definition.by_name[name]
    if column.stored or column.default is None:
        return {name}
    typed = computed.expressions.analyse(column.default)
    found = [_stored_columns(c.name, definition, computed) for c in columns_of(typed).values()]
    return set().union(*found)


def _value(expr: Expr, kind: IndexKind, computed: Computed, environment: Environment) -> str:
    """Kernel SQL of the stored form of an expression, in the form that sorts if the kind asks."""
    value = computed.expressions.lower(expr, computed.names, environment.context)
    if kind.ordered:
        ordered = expr.type.order_key(value)
        if ordered != value:
            return str(ordered)
    return (
        sql.quote_name(expr.name)
        if _is_stored(expr, computed)
        else str(expr.type.to_storage(value))
    )


def _is_stored(expr: Expr, computed: Computed) -> TypeGuard[Column]:
    return isinstance(expr, Column) and computed.definition.by_name[expr.name].stored
