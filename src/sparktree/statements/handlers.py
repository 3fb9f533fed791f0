"""Which handler runs a statement."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa

from sparktree.access.access import Access
from sparktree.access.rights import Element
from sparktree.errors import Code, Error, not_implemented
from sparktree.planner.spelling import with_own_names
from sparktree.registry import Registry
from sparktree.sql import format_query
from sparktree.sql.ast import Node, Query, TableName
from sparktree.sql.statements.access import ShowAccess, ShowCreateAccess, ShowGrants
from sparktree.sql.statements.alter import AlterTable, Delete, Update
from sparktree.sql.statements.create import CreateTable
from sparktree.sql.statements.insert import Insert
from sparktree.sql.statements.other import (
    Describe,
    DropTable,
    Exists,
    Kill,
    Set,
    Show,
    ShowCreate,
    TruncateTable,
    Use,
)
from sparktree.sql.statements.partitions import MovePartition
from sparktree.sql.statements.views import CreateFunction, CreateIndex, CreateView
from sparktree.statements.context import Context
from sparktree.statements.on_cluster import cluster_of, nodes_of, on_nodes, without_cluster
from sparktree.statements.result_limits import counted
from sparktree.types import Type


@dataclass(slots=True)
class Outcome:
    """What a statement gives: a table of result rows, or nothing."""

    header: list[tuple[str, Type]] = field(default_factory=list)
    blocks: Iterable[pa.Table] = ()
    default_format: str | None = None
    totals: list[pa.Table] = field(default_factory=list)  # has the row of totals, once rows came

    def rows(self) -> Iterator[pa.Table]:
        """The blocks, columns named c0, c1, ..."""
        for block in self.blocks:
            yield self._named(block)

    def totals_row(self) -> pa.Table | None:
        """The row of WITH TOTALS, columns named c0, c1, ...; known behind the rows."""
        return self._named(self.totals[0]) if self.totals else None

    def _named(self, block: pa.Table) -> pa.Table:
        names = [f"c{i}" for i in range(len(self.header))]
        return block.rename_columns(names) if names else block


Handler = Callable[[Any, Context], Outcome | None]
# The rights that a statement needs: they are checked before its handler begins.
Needs = Callable[[Any, Context], Iterable[Element]]
# What readonly mode allows.
READ_ONLY = (Query, Describe, Exists, Kill, Set, Show, ShowCreate, Use, ShowAccess, ShowGrants,
             ShowCreateAccess)  # fmt: skip
# What is stored under the own names of its functions.
DECLARING = (AlterTable, CreateFunction, CreateIndex, CreateTable, CreateView, Delete, Update)
HANDLERS: Registry[type[Node], Handler] = Registry()
NEEDS: Registry[type[Node], Needs] = Registry()


def handles(*kinds: type[Node], needs: Needs) -> Callable[[Handler], Handler]:
    """Declare the handler of some statements, and the rights that they need."""
    NEEDS.declare(*kinds)(needs)
    return HANDLERS.declare(*kinds)


def nothing(statement: Node, context: Context) -> Iterable[Element]:
    """Of statements that everybody may run; what they show is what the user may see."""
    return ()


def refuse_readonly(context: Context) -> None:
    """READONLY if the session may not change anything."""
    if context.settings.readonly:
        raise Error(Code.READONLY, f"{context.session.user}: Cannot execute query in readonly mode")


def changes_only_session(statement: Node, context: Context) -> bool:
    """Whether it touches temporary tables alone, which even readonly sessions may."""
    if isinstance(statement, CreateTable):
        return statement.temporary and context.settings.readonly == 2
    names: tuple[TableName | None, ...] = ()
    if isinstance(statement, Insert):
        names = (statement.table,)
    elif isinstance(statement, AlterTable):
        moved = (c.table for c in statement.commands if isinstance(c, MovePartition) and c.table)
        names = (statement.table, *moved)
    elif isinstance(statement, DropTable | TruncateTable):
        names = statement.names
    return bool(names) and all(context.is_temporary(name) for name in names)


def execute(statement: Node, context: Context) -> Outcome:
    """Run a statement; one that parses but has no handler names itself."""
    if context.access is not None:
        check_rights(statement, context.access, context)
    if not isinstance(statement, READ_ONLY) and not changes_only_session(statement, context):
        refuse_readonly(context)
    if isinstance(statement, DECLARING):
        statement = with_own_names(statement)
    name = cluster_of(statement)
    outcome = _handled(statement, context) if name is None else _once(name, statement, context)
    outcome.blocks = counted(outcome.blocks, context)
    return outcome


def _once(cluster: str, statement: Node, context: Context) -> Outcome:
    """ON CLUSTER: run it here, and answer for every node."""
    nodes, failure = nodes_of(cluster, context), None
    try:
        for _ in _handled(without_cluster(statement), context).blocks:
            pass  # the answer is about the nodes
    except Error as error:
        failure = error
    return Outcome(*on_nodes(nodes, failure, context))


def _handled(statement: Node, context: Context) -> Outcome:
    for kind in type(statement).__mro__:
        handler = HANDLERS.get(kind)
        if handler is not None:
            return handler(statement, context) or Outcome()
    raise not_implemented(f"{spelled(statement)} is not supported yet.")


def check_rights(statement: Node, access: Access, context: Context) -> None:
    """ACCESS_DENIED unless the user has all rights that the statement needs."""
    for kind in type(statement).__mro__:
        needs = NEEDS.get(kind)
        if needs is not None:
            access.check(*needs(statement, context))
            return


_NAMES_FOLLOW = frozenset({"FROM", "IF", "ON", "TO", "WHERE"})


def spelled(statement: Node) -> str:
    """A statement by its words in SQL: everything in capitals that it starts with."""
    words = []
    for word in format_query(statement, one_line=True).split():
        if not word.isupper() or not word.isalpha() or word in _NAMES_FOLLOW:
            break
        words.append(word)
    return " ".join(words) or type(statement).__name__
