"""Which rule parses which statement, and what may stand behind any of them."""

from __future__ import annotations

from collections.abc import Callable

from sparktree.errors import Code, Error
from sparktree.sql.ast import (
    Asterisk,
    Expression,
    Function,
    Literal,
    Node,
    Query,
    Select,
    Setting,
    Subquery,
    TableExpression,
)
from sparktree.sql.cursor import Cursor, Rules
from sparktree.sql.grammar.alter import alter_database, alter_table, delete, update
from sparktree.sql.grammar.create import create_table
from sparktree.sql.grammar.entities import (
    access_kind,
    create_entity,
    drop_entity,
    move_entity,
    show_create_entity,
    show_entities,
)
from sparktree.sql.grammar.expressions import element, expression
from sparktree.sql.grammar.grants import check_grant, grant, revoke, set_role, show_grants
from sparktree.sql.grammar.insert import insert, with_insert
from sparktree.sql.grammar.maintenance import (
    check,
    detach,
    drop,
    exchange,
    kill,
    optimize,
    rename,
    set_,
    transaction,
    truncate,
    undrop,
    use,
)
from sparktree.sql.grammar.select import query
from sparktree.sql.grammar.settings import settings_clause
from sparktree.sql.grammar.show import describe, exists, show
from sparktree.sql.grammar.system import backup, explain, system
from sparktree.sql.grammar.views import (
    alter_named_collection,
    create_database,
    create_dictionary,
    create_function,
    create_index,
    create_named_collection,
    create_view,
)
from sparktree.sql.printers.base import Style
from sparktree.sql.printers.queries import render_settings
from sparktree.sql.statements.base import Outfile, Parsed
from sparktree.sql.statements.insert import Insert
from sparktree.sql.statements.other import Explain, ParallelWith, Transaction


def query_or_explain(c: Cursor) -> Query:
    """What parentheses may hold: a query, or EXPLAIN of one, which is a call of viewExplain()."""
    return _view_explain(explain(c, statement)) if c.token.key == "EXPLAIN" else query(c)


def _view_explain(node: Explain) -> Query:
    kind = "EXPLAIN" if node.kind == "PLAN" else f"EXPLAIN {node.kind}"
    settings = render_settings(node.settings, Style(one_line=True))
    args: list[Expression] = [Literal(kind), Literal(settings)]
    if node.statement is not None:
        if not isinstance(node.statement, Query):
            message = "EXPLAIN inside subquery supports only SELECT queries"
            raise Error(Code.BAD_ARGUMENTS, message)
        args.append(Subquery(node.statement))
    call = Function("viewExplain", tuple(args))
    return Select((Asterisk(),), from_=TableExpression(call))


RULES = Rules(expression, element, query_or_explain)


# --- statements that begin with a common word ----------------------------------------------


def _with(c: Cursor) -> Node:
    return c.attempt(query) or with_insert(c)


def _create(c: Cursor) -> Node:
    c.expect("CREATE")
    or_replace = c.accept_words("OR REPLACE")
    kind = None if or_replace else access_kind(c)
    if kind is not None:
        return create_entity(c, kind, alter=False)
    if c.at("MATERIALIZED", "VIEW"):
        return create_view(c, or_replace)
    if c.at("DATABASE"):
        return create_database(c)
    if c.at("FUNCTION"):
        return create_function(c, or_replace)
    if c.at("DICTIONARY"):
        return create_dictionary(c, or_replace)
    if c.at("NAMED"):
        return create_named_collection(c)
    if c.at("INDEX", "UNIQUE"):
        return create_index(c)
    return create_table(c, or_replace, c.accept("TEMPORARY"))


def _replace(c: Cursor) -> Node:
    c.expect("REPLACE")
    c.accept("TEMPORARY")
    if c.at("DICTIONARY"):
        return create_dictionary(c, or_replace=True)
    return create_table(c, replace=True)


def _attach(c: Cursor) -> Node:
    c.expect("ATTACH")
    if c.at("DATABASE"):
        return create_database(c, attach=True)
    if c.at("MATERIALIZED", "VIEW"):
        return create_view(c, attach=True)
    if c.at("DICTIONARY"):
        return create_dictionary(c, attach=True)
    return create_table(c, attach=True)


def _alter(c: Cursor) -> Node:
    c.expect("ALTER")
    kind = access_kind(c)
    if kind is not None:
        return create_entity(c, kind, alter=True)
    if c.at("DATABASE"):
        return alter_database(c)
    if c.at("NAMED"):
        return alter_named_collection(c)
    return alter_table(c)


def _drop(c: Cursor) -> Node:
    c.expect("DROP")
    kind = access_kind(c)
    return drop(c) if kind is None else drop_entity(c, kind)


def _set(c: Cursor) -> Node:
    c.expect("SET")
    if c.accept_words("TRANSACTION SNAPSHOT"):
        return Transaction("SET TRANSACTION SNAPSHOT", c.unsigned())
    return set_role(c) or set_(c)


def _show(c: Cursor) -> Node:
    c.expect("SHOW")
    if c.at("GRANTS"):
        return show_grants(c)
    if c.at("CREATE"):
        index = c.index
        c.advance()
        entity = show_create_entity(c)
        if entity is not None:
            return entity
        c.rewind(index)
    return show_entities(c) or show(c)


def _check(c: Cursor) -> Node:
    c.expect("CHECK")
    return check_grant(c) if c.at("GRANT") else check(c)


STATEMENTS: dict[str, Callable[[Cursor], Node]] = {
    "SELECT": query,
    "FROM": query,
    "(": query,
    "WITH": _with,
    "EXPLAIN": lambda c: explain(c, statement),
    "INSERT": insert,
    "CREATE": _create,
    "REPLACE": _replace,
    "ATTACH": _attach,
    "ALTER": _alter,
    "DROP": _drop,
    "DETACH": detach,
    "TRUNCATE": truncate,
    "UNDROP": undrop,
    "RENAME": rename,
    "EXCHANGE": exchange,
    "DELETE": delete,
    "UPDATE": update,
    "OPTIMIZE": optimize,
    "CHECK": _check,
    "KILL": kill,
    "USE": use,
    "SET": _set,
    "SHOW": _show,
    "DESCRIBE": describe,
    "DESC": describe,
    "EXISTS": exists,
    "SYSTEM": system,
    "BACKUP": backup,
    "RESTORE": backup,
    "BEGIN": transaction,
    "COMMIT": transaction,
    "ROLLBACK": transaction,
    "GRANT": grant,
    "REVOKE": revoke,
    "MOVE": move_entity,
}


def statement(c: Cursor) -> Node:
    """One statement, without what may follow it."""
    rule = STATEMENTS.get(c.token.key)
    if rule is None:
        c.fail("Query")
    return rule(c)


def has_data(node: Node | None) -> bool:
    """Whether data follows the statement, which then has no clauses behind it."""
    if isinstance(node, Explain):
        return has_data(node.statement)
    return isinstance(node, Insert) and node.data is not None


def parsed(c: Cursor) -> Parsed:
    """A statement and its OUTFILE, FORMAT and SETTINGS."""
    start = c.token.start
    node = statement(c)
    if c.at_words("PARALLEL WITH"):
        node = _parallel(c, node)
    if has_data(node):
        return Parsed(node, c.text[start:])
    outfile = _outfile(c)
    settings: tuple[Setting, ...] = settings_clause(c)
    name = c.identifier("FORMAT name") if c.accept("FORMAT") else None
    settings = settings or settings_clause(c)
    end = c.tokens[c.index - 1].end
    return Parsed(node, c.text[start:end], name, outfile, settings)


def _outfile(c: Cursor) -> Outfile | None:
    if not c.accept_words("INTO OUTFILE"):
        return None
    path = c.string()
    append = c.accept("APPEND")
    truncate = not append and c.accept("TRUNCATE")
    and_stdout = c.accept_words("AND STDOUT")
    compression = level = None
    if c.accept("COMPRESSION"):
        compression = c.string()
        level = c.unsigned() if c.accept("LEVEL") else None
    return Outfile(path, append, truncate, and_stdout, compression, level)


def _parallel(c: Cursor, first: Node) -> Node:
    found = [first]
    while c.accept_words("PARALLEL WITH"):
        found.append(statement(c))
    return ParallelWith(tuple(found))
