"""With whose rights views read: DEFINER and SQL SECURITY."""

from __future__ import annotations

from typing import get_args

from sparktree.access.entities import User
from sparktree.engines.definition.engines import Family, engine_info
from sparktree.engines.tables.views import definer_of
from sparktree.errors import Code, Error
from sparktree.sql.statements.views import Security, SecurityKind
from sparktree.statements.context import Context

_CURRENT = "CURRENT_USER"


def completed_security(
    written: Security | None, context: Context, *, materialized: bool
) -> Security | None:
    """The clause with what it leaves out, its definer by name; None where nothing says anything."""
    if written is None:
        if context.storage.server.ignore_empty_sql_security_in_create_view_query:
            return None
        written = _default(context, materialized=materialized)
    kind = written.kind or "DEFINER"
    if kind == "INVOKER" and materialized:
        raise Error(
            Code.QUERY_IS_NOT_SUPPORTED_IN_MATERIALIZED_VIEW,
            "SQL SECURITY INVOKER can't be specified for MATERIALIZED VIEW",
        )
    definer = written.definer
    if definer is None and kind == "DEFINER":
        definer = _CURRENT
    if definer == _CURRENT:
        definer = context.session.user
    if definer is not None:
        context.services.access.get(User, definer)
    return Security(definer, kind)


def _default(context: Context, *, materialized: bool) -> Security:
    settings = context.settings
    word = (
        settings.default_materialized_view_sql_security
        if materialized
        else settings.default_normal_view_sql_security
    )
    kind: SecurityKind = next(one for one in get_args(SecurityKind) if one == word)
    return Security(settings.default_view_definer if kind == "DEFINER" else None, kind)


def refuse_definer(user: str, context: Context) -> None:
    """A user with whose rights views read does not go."""
    views = [
        f"{record.database}.{record.name}"
        for record in context.services.catalog.tables.all()
        if engine_info(record.engine).family in (Family.VIEW, Family.MATERIALIZED_VIEW)
        and definer_of(record) == user
    ]
    if views:
        raise Error(
            Code.HAVE_DEPENDENT_OBJECTS,
            f"User `{user}` is used as a definer in views [{', '.join(views)}]",
        )
