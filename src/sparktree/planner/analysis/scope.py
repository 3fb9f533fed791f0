"""Names: which columns, aliases, variables and subqueries a query sees."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from sparktree.errors import Code, Error, not_implemented
from sparktree.hints import maybe
from sparktree.planner.analysis.secrets import without_secrets
from sparktree.planner.expr import Column, Constant, Variable
from sparktree.planner.join_tables import JoinTable
from sparktree.planner.sources import TableSource
from sparktree.sql import ast, column_name, format_query
from sparktree.types import Tuple, Type

_LONGEST_TEXT = 500  # of a query inside a message


@dataclass(slots=True)
class TableScope:
    """One table of FROM as names see it."""

    alias: str | None
    name: str | None
    database: str | None
    columns: dict[str, Column]
    hidden: dict[str, Column] = field(default_factory=dict)
    unreadable: frozenset[str] = frozenset()  # columns that only INSERT knows
    # Names that mean a USING column unless the table is named before them.
    covered: set[str] = field(default_factory=set)
    # All columns by name, of a subquery that shows some of them more than once.
    repeated: tuple[str, ...] = ()
    of_join: bool = False  # not a table: names that USING or ARRAY JOIN made
    by_paths: bool = False  # folders of files may name further columns
    # Columns of Nested structures that ARRAY JOIN made elements of.
    elements: set[str] = field(default_factory=set)
    # Names that ARRAY JOIN gives to elements: of this table only behind its name.
    shadowed: set[str] = field(default_factory=set)
    join: JoinTable | None = None  # of the engine Join: what it may be joined by
    prewhere: bool = False  # whether it is read by a condition before the others
    not_in_prewhere: frozenset[str] = frozenset()  # the columns for which it is not
    # Of USING: the columns that are shown by their names alone, also where a table is named.
    bare: dict[str, Column | None] = field(default_factory=dict)

    @property
    def named(self) -> dict[str, Column]:
        """The columns that their names alone mean; elements of ARRAY JOIN are in no asterisk."""
        found = self.hidden if self.of_join and not self.columns else self.columns
        return {n: c for n, c in found.items() if n not in self.shadowed}

    def answers_to(self, qualifier: tuple[str, ...]) -> bool:
        """Whether the qualifier means this table."""
        if len(qualifier) == 1:
            return qualifier[0] in (self.alias, self.name)
        return qualifier == (self.database, self.name)

    def begins(self, name: str) -> bool:
        """Whether a dotted name begins with this table's."""
        parts = tuple(name.split("."))
        return any(self.answers_to(parts[:cut]) for cut in range(1, min(len(parts), 3)))

    def full_names(self, like: str) -> list[str]:
        """The columns as a dotted name like the given one would call them."""
        table = self.alias or self.name
        if table is None:
            return list(self.columns)
        database = self.database if like.count(".") > 1 and self.alias is None else None
        return [".".join(filter(None, (database, table, column))) for column in self.columns]

    def inner_names(self, like: str) -> list[str]:
        """Elements of tuples and of nested structures, as a dotted name would call them."""
        tuples = [(c.name, c.type) for c in self.columns.values() if isinstance(c.type, Tuple)]
        found = [f"{name}.{element}" for name, type_ in tuples for element in type_.names or ()]
        found += [name for name in self.columns if "." in name]
        table = self.alias or self.name
        named = table is not None and like.startswith(f"{table}.")
        return [f"{table}.{name}" for name in found] if named else found

    @property
    def described(self) -> str:
        """The table in an error's words."""
        if self.name is None:
            return f"subquery with name {self.alias}"
        if self.alias is not None:
            return f"table with name {self.alias} (an alias of {self.name})"
        return f"table with name {self.database}.{self.name}"

    def ids(self) -> set[int]:
        """The numbers of all columns."""
        return {c.id for c in (*self.columns.values(), *self.hidden.values())}

    def find_plain(self, name: str) -> Column | None:
        """The column that the name alone means."""
        return None if name in self.covered | self.shadowed else self.find(name)

    def find(self, name: str) -> Column | None:
        """The column of that name."""
        return self.columns.get(name) or self.hidden.get(name)


@dataclass(slots=True)
class CommonTable:
    """A query of WITH, analysed anew wherever it is read, in the scope where it was written."""

    definition: ast.WithQuery
    scope: Scope
    recursive: bool = False
    computed_rows: TableSource | None = None  # rows computed already: a step of a recursive query


@dataclass(slots=True)
class Scope:
    """What the expressions of one SELECT can name."""

    parent: Scope | None = None
    tables: list[TableScope] = field(default_factory=list)
    aliases: dict[str, ast.Expression] = field(default_factory=dict)
    circular: frozenset[str] = frozenset()  # aliases that mean each other: `a AS b, b AS a`
    common: dict[str, CommonTable] = field(default_factory=dict)
    with_expressions: dict[str, ast.Expression] = field(default_factory=dict)
    variables: dict[str, Variable] = field(default_factory=dict)
    resolving: set[str] = field(default_factory=set)
    node: ast.Node | None = None  # whose scope it is: messages show it
    alone: bool = False  # around a scalar subquery, which runs as a query of its own
    shared: bool = False  # of a set operation: what WITH names is named in every branch
    # Of a subquery in an expression: the columns of the query around it that it names.
    captured: dict[int, Column] | None = None
    # Scalar subqueries with the aliases that mean columns in them, and their values.
    scalars: list[tuple[ast.Query, frozenset[str], Constant]] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The query or expression as messages show it; made only for these."""
        if self.node is None:
            return ""
        text = format_query(without_secrets(self.node), one_line=True)
        return text if len(text) < _LONGEST_TEXT else text[:_LONGEST_TEXT] + "..."

    def outward(self) -> Iterator[Scope]:
        """This scope and those around it."""
        scope: Scope | None = self
        while scope is not None:
            yield scope
            scope = scope.parent

    def common_table(self, name: str) -> CommonTable | None:
        """The query of WITH under that name, here or further out."""
        return next((s.common[name] for s in self.outward() if name in s.common), None)

    def own_alias(self, name: str) -> ast.Expression | None:
        """What the query itself gives that name to: it goes before columns of that name."""
        return self.aliases.get(name) or self.with_expressions.get(name)

    def with_expression(self, name: str) -> ast.Expression | None:
        """The expression of WITH under that name, here or further out."""
        found = (s.with_expressions.get(name) for s in self.outward())
        return next((one for one in found if one is not None), None)

    def column(self, parts: tuple[str, ...]) -> tuple[Column, tuple[str, ...]] | None:
        """The column that a name means, and what is left of the name (`t.tuple.field`).

        Of two joined tables with such a column the left one counts; of more it is ambiguous.
        """
        for length in range(len(parts), 0, -1):
            found = self._plain(parts[:length]) or self._qualified(parts[:length])
            if not found:
                continue
            inside = self._plain(parts[: length - 1])
            if inside and len(parts) > 1 and _has_field(inside[0].type, parts[length - 1]):
                continue
            if len(found) > 1 and self.several_joins:
                raise Error(
                    Code.AMBIGUOUS_IDENTIFIER,
                    f"JOIN ambiguous identifier '{'.'.join(parts)}'. In scope {self.text}",
                )
            return found[0], parts[length:]
        return None

    def structure(self, parts: tuple[str, ...]) -> tuple[dict[str, Column], bool] | None:
        """The columns `name.x` of the Nested structure that the name means, and whether they are
        the elements of one row of it."""
        for table in self.tables:
            own = parts[1:] if len(parts) > 1 and table.answers_to(parts[:1]) else parts
            prefix = ".".join(own) + "."
            shown = {**table.columns, **(table.hidden if table.of_join else {})}
            found = {n: c for n, c in shown.items() if n.startswith(prefix)}
            if found:
                of_row = found.keys() <= table.elements
                return {n.removeprefix(prefix): c for n, c in found.items()}, of_row
        return None

    def means(self, name: str, column: Column) -> bool:
        """Whether the name alone means that column."""
        for table in self.tables:
            if name in table.bare:
                return table.bare[name] == column
        found = self._plain((name,))
        return bool(found) and found[0] == column and (len(found) == 1 or not self.several_joins)

    def source_name(self, parts: tuple[str, ...]) -> str | None:
        """What the virtual columns `_table` and `_database` tell: where the rows come from."""
        *qualifier, name = parts
        if name not in ("_table", "_database"):
            return None
        for table in self.tables:
            if table.database is None or (qualifier and not table.answers_to(tuple(qualifier))):
                continue
            return table.name if name == "_table" else table.database
        return None

    def captured_column(self, parts: tuple[str, ...]) -> tuple[Column, tuple[str, ...]] | None:
        """A column of the query around this subquery, remembered as captured by it."""
        scope = self.parent
        borders: list[dict[int, Column]] = []
        while scope is not None:
            found = scope.column(parts) if borders else None
            if found is not None and len(borders) == 1:
                borders[0][found[0].id] = found[0]
                return found
            if found is not None:
                raise not_implemented(
                    f"Column {'.'.join(parts)} belongs to a query around two others: correlated"
                    " subqueries inside of others may only name columns of the next one."
                )
            borders += [] if scope.captured is None else [scope.captured]
            scope = scope.parent
        return None

    @property
    def several_joins(self) -> bool:
        """Whether more than two tables are joined: then no table's names go before another's."""
        return sum(not table.of_join for table in self.tables) > 2

    def _plain(self, parts: tuple[str, ...]) -> list[Column]:
        """The columns of that name in any table."""
        whole = ".".join(parts)
        return _once(c for t in self.tables if (c := t.find_plain(whole)) is not None)

    def _qualified(self, parts: tuple[str, ...]) -> list[Column]:
        """The columns of the table that the name begins with.

        A table that was given another name comes behind those that have it.
        """
        found = [
            (column, (table.alias or table.name) == parts[0])
            for cut in range(1, len(parts))
            for table in self.tables
            if table.answers_to(parts[:cut])
            and (column := table.find(".".join(parts[cut:]))) is not None
        ]
        named = [column for column, own in found if own]
        return _once(named or (column for column, _ in found))

    def unknown(self, name: str) -> Error:
        """UNKNOWN_IDENTIFIER with ClickHouse's words."""
        known = [*self.variables, *self.aliases, *(n for t in self.tables for n in t.columns)]
        kind = "" if any(table.by_paths for table in self.tables) else "expression "
        what = f"Unknown {kind}identifier `{name}`"
        if "." in name:
            holder = next((t for t in self.tables if t.begins(name)), None)
            known = [n for t in self.tables for n in (*t.full_names(name), *t.inner_names(name))]
            what = what if holder is None else f"Identifier '{name}' cannot be resolved from"
            what = what if holder is None else f"{what} {holder.described}"
        last = name.rpartition(".")[2]
        if any(last in table.unreadable for table in self.tables):
            message = f"There is no column or subcolumn {last} in table."
            return Error(Code.NO_SUCH_COLUMN_IN_TABLE, message)
        return Error(
            Code.UNKNOWN_IDENTIFIER, f"{what}{maybe(name, known, 1)}. In scope {self.text}"
        )


def _once(columns: Iterable[Column]) -> list[Column]:
    return list({column.id: column for column in columns}.values())


def _has_field(type_: Type, name: str) -> bool:
    """Whether `column.name` reads a part of a tuple."""
    return isinstance(type_, Tuple) and type_.names is not None and name in type_.names


def add_with(
    scope: Scope, with_: tuple[ast.WithQuery | ast.WithExpression, ...], recursive: bool
) -> None:
    """The names of a WITH clause."""
    for element in with_:
        if isinstance(element, ast.WithQuery):
            if element.name in scope.common:
                raise Error(
                    Code.MULTIPLE_EXPRESSIONS_FOR_ALIAS,
                    f"CTE with name {element.name} already exists. In scope {scope.text}",
                )
            # A query of WITH sees those before it, not itself.
            before = Scope(parent=scope.parent, common=dict(scope.common), node=scope.node)
            before.with_expressions = dict(scope.with_expressions)
            refers = recursive and _reads(element.query, element.name)
            scope.common[element.name] = CommonTable(element, before, refers)
        else:
            known = scope.with_expressions.setdefault(element.name, element.expression)
            if known != element.expression:
                raise several_expressions(element.name, element.expression, known, scope)


def add_shared(scope: Scope) -> None:
    """The expressions that WITH before a set operation names, if this is a branch of one."""
    if scope.parent is not None and scope.parent.shared:
        for name, expression in scope.parent.with_expressions.items():
            scope.with_expressions.setdefault(name, expression)


def several_expressions(
    alias: str, one: ast.Expression, other: ast.Expression, scope: Scope
) -> Error:
    """An alias that means two things."""
    return Error(
        Code.MULTIPLE_EXPRESSIONS_FOR_ALIAS,
        f"Multiple expressions {column_name(one)} AS {alias} and {column_name(other)} AS {alias}"
        f" for alias {alias}. In scope {scope.text}",
    )


def _reads(query: ast.Query, name: str) -> bool:
    return f" {name}" in format_query(query, one_line=True)
