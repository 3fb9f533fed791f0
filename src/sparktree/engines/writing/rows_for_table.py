"""The rows of an INSERT as a table stores them: kernel SQL of values, keys and checks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sparktree.engines.definition import nested
from sparktree.engines.definition.column_settings import layout_of
from sparktree.engines.definition.expressions import TableExpressions
from sparktree.engines.definition.table import Column, TableDefinition
from sparktree.engines.definition.ttl_rules import Moments, Rule, awaited, rules_of
from sparktree.engines.skip_indexes.definition import index_layouts
from sparktree.engines.statistics.declaration import statistics_layouts
from sparktree.errors import Code, Error
from sparktree.functions.core.convert import Conversion
from sparktree.kernel import sql
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.parts.codecs import DEFAULT_CODEC
from sparktree.parts.layout import KeyLayout, PartLayout, ValueLayout
from sparktree.planner.analysis.sets import inlined
from sparktree.planner.environment import Environment
from sparktree.planner.expr import Column as TypedColumn
from sparktree.planner.expr import Expr, InSet, columns_of, walk
from sparktree.settings.query import QuerySettings
from sparktree.sql import ast, format_query
from sparktree.types import BOOL, UINT8, Type, make_nullable, remove_nullable


@dataclass(slots=True)
class RowsForTable:
    """Turns source rows into a table's stored columns, its keys beside them."""

    definition: TableDefinition
    environment: Environment
    settings: QuerySettings
    keys: list[KeyLayout] = field(default_factory=list)
    values: list[ValueLayout] = field(default_factory=list)
    ttl: list[ValueLayout] = field(default_factory=list)
    missing: dict[str, Sql] = field(default_factory=dict)
    strict: bool = False  # whether text that is no value is an error also where NULL is allowed
    applied: int | None = None  # when the TTL was applied to the rows, if it was

    def select(
        self,
        source: str,
        given: Sequence[tuple[str, Sql, Type]],
        missing: Mapping[str, Sql] | None = None,
        *,
        checked: bool = True,
    ) -> str:
        """SQL of the rows to write: `given` are (column, kernel SQL over the source, its type).

        `missing` says of some of these columns in which rows their default is wanted instead.
        Rows of old parts need not be `checked` against constraints again.
        """
        self.missing = dict(missing or {})
        names = {column.name: f"v{i}" for i, column in enumerate(self.definition.columns)}
        text = self._given_values(source, given, names)
        text = self._defaults(text, {name for name, _, _ in given}, names)
        text = self._checked(text, names) if checked else text
        return self._stored(text, names)

    def _given_values(
        self, source: str, given: Sequence[tuple[str, Sql, Type]], names: dict[str, str]
    ) -> str:
        items = []
        for name, value, type_ in given:
            column = self.definition.by_name[name]
            alias = self._given_name(name, names)
            items.append(f"{self._fitted(value, type_, column)} AS {alias}")
            if name in self.missing:
                items.append(f"{self.missing[name]} AS {alias}_missing")
        return f"SELECT {', '.join(items) or '1 AS _none'} FROM ({source})"

    def _given_name(self, name: str, names: dict[str, str]) -> str:
        """Where a given value waits until it is known in which rows the default replaces it."""
        return f"{names[name]}_given" if name in self.missing else names[name]

    def _fitted(self, value: Sql, type_: Type, column: Column) -> Sql:
        infers = self.environment.settings.cast_string_to_variant_use_inference
        conversion = Conversion(self.environment.context.zone, infers=infers, strict=self.strict)
        if type_.nullable and not column.type.nullable and self.settings.insert_null_as_default:
            solid = conversion.convert(value, type_, make_nullable(column.type))
            return sql.coalesce(solid, column.type.default())
        return conversion.convert(value, type_, column.type)

    def _defaults(self, text: str, given: set[str], names: dict[str, str]) -> str:
        """Columns that were not given, each from its expression over those before it."""
        given = given - self.missing.keys()
        missing = [c for c in self.definition.columns if c.name not in given and c.kind != "ALIAS"]
        plain = [c for c in missing if c.default is None]
        if plain:
            items = ", ".join(
                f"{self._or_given(c, self._plain_default(c, given, names), names)}"
                f" AS {names[c.name]}"
                for c in plain
            )
            text = f"SELECT *, {items} FROM ({text})"
        aliases = [c for c in self.definition.columns if c.kind == "ALIAS"]
        waiting = [c for c in [*missing, *aliases] if c.default is not None]
        expressions = self._expressions()
        known = {c.name for c in self.definition.columns} - {c.name for c in waiting}
        while waiting:
            ready = [c for c in waiting if self._reads(expressions, c) <= known]
            if not ready:
                ready = waiting[:1]  # a cycle: the kernel's error names the column
            for column in ready:
                value = self._default(expressions, column, names)
                text = f"SELECT *, {value} AS {names[column.name]} FROM ({text})"
                known.add(column.name)
                waiting.remove(column)
        return text

    def _plain_default(self, column: Column, given: set[str], names: dict[str, str]) -> Sql:
        """The type's default; an absent array of a Nested structure has the size of the others."""
        other = nested.sibling(column, self.definition.columns, given)
        if other is None or column.name in self.missing:
            return column.type.default()
        return nested.defaults_like(column, sql.name(names[other.name]))

    def _expressions(self) -> TableExpressions:
        return TableExpressions.over(
            self.environment, [(c.name, c.type) for c in self.definition.columns]
        )

    def _reads(self, expressions: TableExpressions, column: Column) -> set[str]:
        assert column.default is not None
        return {c.name for c in columns_of(expressions.analyse(column.default)).values()}

    def _default(self, expressions: TableExpressions, column: Column, names: dict[str, str]) -> Sql:
        assert column.default is not None
        typed = expressions.analyse(column.default)
        value = self._lower(expressions, typed, names)
        return self._or_given(column, self._fitted(value, typed.type, column), names)

    def _or_given(self, column: Column, default: Sql, names: dict[str, str]) -> Sql:
        """The default, in the rows where it is wanted."""
        if column.name not in self.missing:
            return default
        given = self._given_name(column.name, names)
        return sql.case((Sql(f"{names[column.name]}_given_missing"), default), otherwise=Sql(given))

    def _lower(self, expressions: TableExpressions, typed: Expr, names: dict[str, str]) -> Sql:
        columns = {name: sql.name(alias) for name, alias in names.items()}
        return expressions.lower(typed, columns, self.environment.context)

    def _checked(self, text: str, names: dict[str, str]) -> str:
        """Rows that violate a CHECK constraint, or the rule of Nested, stop the INSERT."""
        tests = nested.size_conditions(self.definition.columns, names)
        expressions = self._expressions()
        for constraint in self.definition.constraints:
            if constraint.kind != "CHECK":
                continue
            typed = inlined(expressions.analyse(constraint.expression))
            if remove_nullable(typed.type) not in (UINT8, BOOL):
                raise Error(
                    Code.UNSUPPORTED_METHOD,
                    f"Constraint `{constraint.name}` does not return a value of type UInt8",
                )
            holds = self._lower(expressions, typed, names)
            shown = format_query(constraint.expression, one_line=True)
            message = raising(
                Code.VIOLATED_CONSTRAINT,
                f"Constraint `{constraint.name}` for table {self.definition.create.name.name} is"
                f" violated. Constraint expression: ({shown})",
            )
            failure = sql.cast(sql.call("error", sql.string(message)), "BOOLEAN")
            tests.append(sql.case((sql.op("<>", holds, 0), sql.TRUE), otherwise=failure))
        return f"SELECT * FROM ({text}) WHERE {sql.all_of(tests)}" if tests else text

    def _stored(self, text: str, names: dict[str, str]) -> str:
        return f"SELECT {', '.join(self.kept_items(names))} FROM ({text})"

    def kept_items(self, names: dict[str, str]) -> list[str]:
        """As `stored_items`, with the values by which parts are told apart and expire."""
        return [*self.stored_items(names), *self._value_items(names)]

    def stored_items(self, names: dict[str, str]) -> list[str]:
        """The stored form of the columns that `names` has, and what the sorting key needs beside.

        `names` are the columns' names in the source, which holds their kernel form.
        """
        items = [
            f"{c.type.to_storage(sql.name(names[c.name]))} AS {sql.quote_name(c.name)}"
            for c in self.definition.columns
            if c.stored and c.name in names
        ]
        expressions = self._expressions()
        for i, item in enumerate(self.definition.sorting_key):
            items += self._key(expressions, item.expression, item.descending, i, names)
        return items

    def _value_items(self, names: dict[str, str]) -> list[str]:
        expressions = self._expressions()
        items = []
        for i, node in enumerate(self.definition.partition_key):
            items += self._value(expressions, node, f"__p{i}", self.values, names)
        return items + self._ttl_items(expressions, names)

    def _ttl_items(self, expressions: TableExpressions, names: dict[str, str]) -> list[str]:
        """The moments that the TTL rules wait for; rules of the same moments share a column."""
        columns: dict[Sql, str] = {}
        rules = rules_of(self.definition)
        if not rules:
            return []
        stored = [(c.name, c.type) for c in self.definition.columns if c.stored]
        moments = Moments(self.environment, stored)
        for rule in rules:
            seconds = moments.seconds(rule, names)
            applied = self.applied if rule.kind.changes_rows else None
            value = awaited(seconds, applied, self._ttl_condition(rule, expressions, names))
            name = columns.setdefault(value, f"__t{len(columns)}")
            self.ttl.append(ValueLayout(rule.key, name, "Int64"))
        return [f"{value} AS {name}" for value, name in columns.items()]

    def _ttl_condition(
        self, rule: Rule, expressions: TableExpressions, names: dict[str, str]
    ) -> Sql | None:
        """Which rows the rule concerns; any may, where a subquery would have to be asked."""
        if rule.where is None:
            return None
        typed = expressions.analyse(rule.where)
        if any(isinstance(e, InSet) and e.table is not None for e in walk(typed)):
            return None
        columns = {name: sql.name(alias) for name, alias in names.items()}
        return expressions.condition(typed, columns, self.environment.context)

    def _key(
        self,
        expressions: TableExpressions,
        node: ast.Expression,
        descending: bool,
        position: int,
        names: dict[str, str],
    ) -> list[str]:
        typed = expressions.analyse(node)
        value = self._lower(expressions, typed, names)
        ordered = typed.type.order_key(value)
        text = format_query(node, one_line=True)
        if isinstance(typed, TypedColumn) and ordered == value:
            self.keys.append(KeyLayout(text, typed.name, descending))
            return []
        name = f"__k{position}"
        self.keys.append(KeyLayout(text, name, descending))
        return [f"{typed.type.key_form(value)} AS {name}"]

    def _value(
        self,
        expressions: TableExpressions,
        node: ast.Expression,
        name: str,
        target: list[ValueLayout],
        names: dict[str, str],
    ) -> list[str]:
        typed = expressions.analyse(node)
        value = typed.type.to_storage(self._lower(expressions, typed, names))
        target.append(ValueLayout(format_query(node, one_line=True), name, str(typed.type)))
        return [f"{value} AS {name}"]

    def _synced(self, merged: bool) -> bool:
        """Whether parts are synced to disk: of merges at the latest those that must be."""
        table = self.definition.settings
        least = (
            table.min_rows_to_fsync_after_merge or table.min_compressed_bytes_to_fsync_after_merge
        )
        return table.fsync_after_insert or table.fsync_part_directory or (merged and bool(least))

    def _merged_indexes(self) -> list[str]:
        """The skip indexes that merges write."""
        table = self.definition.settings
        if not table.materialize_skip_indexes_on_merge:
            return []
        left_out = [n.strip() for n in table.exclude_materialize_skip_indexes_on_merge.split(",")]
        return [index.name for index in self.definition.indexes if index.name not in left_out]

    def layout(
        self,
        metadata_version: int = 0,
        *,
        automatic_statistics: bool = False,
        merged: bool = False,
    ) -> PartLayout:
        """What the tasks must know; call after `select`."""
        table, query = self.definition.settings, self.settings
        expressions = self._expressions()
        read = {
            c.name
            for node in self.definition.partition_key
            for c in columns_of(expressions.analyse(node)).values()
        }
        stored = [c for c in self.definition.columns if c.stored]
        return PartLayout(
            tuple(layout_of(column, self.definition) for column in stored),
            tuple(self.keys),
            len(self.definition.primary_key),
            tuple(self.values),
            tuple(c.name for c in stored if c.name in read),
            tuple(self.ttl),
            self.environment.context.zone,
            table.index_granularity,
            table.index_granularity_bytes,
            table.min_bytes_for_wide_part,
            table.min_rows_for_wide_part,
            query.max_insert_block_size,
            query.min_insert_block_size_rows,
            query.min_insert_block_size_bytes,
            query.max_partitions_per_insert_block,
            query.throw_on_max_partitions_per_insert_block,
            table.default_compression_codec or DEFAULT_CODEC,
            max_file_name_length=table.max_file_name_length,
            fsync_after_insert=self._synced(merged),
            metadata_version=metadata_version,
            indexes=index_layouts(
                self.definition, self.environment, self._merged_indexes() if merged else None
            ),
            statistics=statistics_layouts(self.definition, automatic=automatic_statistics),
        )
