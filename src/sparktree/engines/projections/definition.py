"""The projections of a table as it declares them, and the anonymous table that each one induces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from sparktree.engines.definition.table import TableDefinition, key_elements, load_definition
from sparktree.engines.keys.describe import expression_text
from sparktree.engines.projections.analysis import PART_OFFSET, Analysed, analysed
from sparktree.errors import Code, Error, not_implemented
from sparktree.planner.environment import Environment
from sparktree.planner.expr import AggregateUse, Column, Expr
from sparktree.sql import ast, column_name, format_query, transform
from sparktree.sql.printers.base import quote_name
from sparktree.sql.printers.create import projection_query
from sparktree.sql.statements.create import ProjectionDeclaration

PARENT_OFFSET = "_parent_part_offset"
# What a projection's parts take from the settings of the table.
_COMMIT_ORDER = "allow_commit_order_projection"
_INHERITED = (
    "index_granularity",
    "index_granularity_bytes",
    "min_bytes_for_wide_part",
    "min_rows_for_wide_part",
    "default_compression_codec",
    "max_file_name_length",
    "fsync_after_insert",
)


@dataclass(frozen=True)
class Projection:
    """One projection: its query over the table, analysed."""

    declaration: ProjectionDeclaration
    parent: TableDefinition
    query: Analysed

    @property
    def name(self) -> str:
        """Its name."""
        return self.declaration.name

    @property
    def aggregates(self) -> bool:
        """Whether it keeps states of aggregate functions instead of rows."""
        return self.query.grouped

    @cached_property
    def columns(self) -> tuple[tuple[str, Column], ...]:
        """Its columns: the names in its parts, and the columns of the query that they hold."""
        if self.aggregates:
            texts = [expression_text(expr, {}) for _, expr in self.query.keys]
            texts += [use_text(use) for _, use in self.query.states]
            held = [column for column, _ in (*self.query.keys, *self.query.states)]
            return tuple(zip(_apart(texts), held, strict=True))
        names = {column.name: column for column in self.query.reads}
        order = [c.name for c in self.parent.columns if c.name in names]
        found = [(name, names[name]) for name in order]
        offset = names.get(PART_OFFSET)
        return tuple(found if offset is None else [*found, (PARENT_OFFSET, offset)])

    @property
    def reads(self) -> tuple[str, ...]:
        """The columns of the table that it is made of."""
        return tuple(column.name for column in self.query.reads)

    @property
    def sorting_key(self) -> tuple[str, ...]:
        """Its sorting key, as system.projections shows it."""
        if self.aggregates:
            return tuple(name for name, _ in self.columns[: len(self.query.keys)])
        if self.declaration.index is not None:
            return tuple(map(column_name, self._order()))
        return tuple(format_query(node, one_line=True) for node in self._order())

    def _order(self) -> tuple[ast.Expression, ...]:
        """ORDER BY with the names that SELECT and WITH give to expressions put in."""
        select = select_of(self.declaration)
        aliases = {c.alias: c.expression for c in select.columns if isinstance(c, ast.Aliased)}
        aliases |= {w.name: w.expression for w in select.with_ if isinstance(w, ast.WithExpression)}

        def change(node: ast.Node) -> ast.Node:
            if isinstance(node, ast.Identifier) and len(node.parts) == 1:
                name = node.parts[0]
                if name in aliases and name not in self.parent.by_name:
                    return aliases[name]
            return node

        items = [transform(item.expression, change) for item in select.order_by]
        found = [
            e for item in items if isinstance(item, ast.Expression) for e in key_elements(item)
        ]
        return tuple(replace(e, parens=False) for e in found)

    @cached_property
    def create_query(self) -> str:
        """The anonymous table whose parts lie inside the table's parts."""
        engine = "AggregatingMergeTree" if self.aggregates else "MergeTree"
        columns = ", ".join(self._column(name, column) for name, column in self.columns)
        if self.aggregates:
            keys = ", ".join(quote_name(key) for key in self.sorting_key)
        else:
            keys = ", ".join(
                quote_name(PARENT_OFFSET) if key == PART_OFFSET else key for key in self.sorting_key
            )
        return (
            f"CREATE TABLE {quote_name(self.name)} ({columns}) ENGINE = {engine} ORDER BY ({keys})"
            f" SETTINGS {', '.join(self._settings())}"
        )

    def _column(self, name: str, column: Column) -> str:
        declared = self.parent.by_name.get(name) if not self.aggregates else None
        codec = f" {declared.codec}" if declared is not None and declared.codec else ""
        return f"{quote_name(name)} {column.type}{codec}"

    def _settings(self) -> list[str]:
        values = {name: getattr(self.parent.settings, name) for name in _INHERITED}
        values |= {s.name: s.value for s in self.declaration.settings}
        return [f"{name} = {_setting(value)}" for name, value in values.items()]

    @property
    def definition(self) -> TableDefinition:
        """The anonymous table."""
        return load_definition(self.create_query)

    @property
    def signature(self) -> str:
        """What parts remember of it: a projection of other columns or types is another one."""
        columns = ", ".join(f"{name} {column.type}" for name, column in self.columns)
        return f"{self.text}: {columns}"

    @property
    def text(self) -> str:
        """Its query, or what it is an index of, on one line."""
        if self.declaration.index is not None:
            return format_query(self.declaration.index, one_line=True)
        return projection_query(select_of(self.declaration))


def _setting(value: object) -> str:
    if isinstance(value, str):
        return f"'{value}'"
    return str(int(value)) if isinstance(value, bool | int) else str(value)


def _apart(texts: Sequence[str]) -> list[str]:
    """Different names for all columns; the text of an expression need not tell it all."""
    found: list[str] = []
    for text in texts:
        name, number = text, 0
        while name in found:
            number += 1
            name = f"{text}_{number}"
        found.append(name)
    return found


def use_text(use: AggregateUse) -> str:
    """The name of an aggregate call: `sum(v)`, `quantile(0.5)(v)`."""
    args: list[Expr] = [*use.args]
    if use.condition is not None:
        args.append(use.condition)
    parameters = f"({', '.join(map(str, use.parameters))})" if use.parameters else ""
    name = use.name.removesuffix("State")
    return f"{name}{parameters}({', '.join(expression_text(arg, {}) for arg in args)})"


def select_of(declaration: ProjectionDeclaration) -> ast.Select:
    """The query of a projection; of one that is an index, its keys and the numbers of the rows."""
    if declaration.query is not None:
        return declaration.query
    assert declaration.index is not None and declaration.type is not None
    kind = declaration.type.name
    if kind == "commit_order":
        raise not_implemented(
            "Projections that are indexes of type commit_order are not supported."
        )
    if kind != "basic":
        raise Error(
            Code.INCORRECT_QUERY,
            f"Unknown projection index type '{kind}'. Available projection index types:"
            " commit_order, basic",
        )
    keys = key_elements(declaration.index)
    order = tuple(ast.OrderItem(key) for key in keys)
    return ast.Select(columns=(*keys, ast.Identifier((PART_OFFSET,))), order_by=order)


def projection(
    declaration: ProjectionDeclaration, parent: TableDefinition, environment: Environment
) -> Projection:
    """One projection of a table, analysed."""
    type_, allowed = declaration.type, parent.settings.allow_commit_order_projection
    if type_ is not None and type_.name == "commit_order" and not allowed:
        raise Error(
            Code.BAD_ARGUMENTS,
            f"Projection {declaration.name} uses `_block_number` column, but MergeTree setting"
            f" `{_COMMIT_ORDER}` is disabled",
        )
    return Projection(declaration, parent, analysed(select_of(declaration), parent, environment))


def projections(definition: TableDefinition, environment: Environment) -> list[Projection]:
    """The projections of a table, in their order."""
    return [projection(one, definition, environment) for one in definition.create.projections]


# --- what CREATE and ALTER refuse ----------------------------------------------------------


def check_projections(definition: TableDefinition, environment: Environment) -> None:
    """Every projection must have a name of its own and a query over the table's columns."""
    _check_engine(definition)
    found: set[str] = set()
    for declaration in definition.create.projections:
        name = declaration.name
        if name in found:
            raise Error(
                Code.ILLEGAL_PROJECTION,
                f"Cannot add projection {name}: projection with this name already exists",
            )
        found.add(name)
        one = projection(declaration, definition, environment)
        _check(one)
    limit = definition.settings.max_projections
    if len(found) > limit:
        raise Error(
            Code.LIMIT_EXCEEDED,
            f"Maximum limit of {limit} projection(s) exceeded",
        )


def _check_engine(definition: TableDefinition) -> None:
    """Merges that leave out rows must say what becomes of projections."""
    engine, mode = definition.engine.name, definition.settings.deduplicate_merge_projection_mode
    if definition.create.projections and definition.engine_info.merges_rows and mode == "throw":
        raise Error(
            Code.SUPPORT_IS_DISABLED,
            f"Projections are not supported for {engine} with deduplicate_merge_projection_mode ="
            " throw. Please set setting 'deduplicate_merge_projection_mode' to 'drop' or"
            " 'rebuild'",
        )


def _check(one: Projection) -> None:
    select = select_of(one.declaration)
    if one.aggregates and select.order_by:
        raise Error(
            Code.ILLEGAL_PROJECTION,
            "When aggregation is used in projection, ORDER BY cannot be specified",
        )
    if not one.aggregates and not select.order_by:
        raise Error(Code.BAD_ARGUMENTS, "ORDER BY cannot be empty")
    if any(isinstance(node, ast.Literal) for node in one._order()):
        raise Error(Code.ILLEGAL_COLUMN, "Sorting key cannot contain constants")
    one.definition.columns  # noqa: B018 - types that cannot be stored are refused here
