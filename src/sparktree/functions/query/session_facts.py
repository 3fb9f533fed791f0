"""What clients of other databases ask when they connect: roles, schemas, variables, numbers."""

from __future__ import annotations

from sparktree.errors import Code, Error
from sparktree.functions.core.declare import Argument, Arguments, Call, function, typed_example
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import (
    INT32,
    STRING,
    UINT8,
    UINT32,
    UINT64,
    Array,
    Bool,
    DateTime,
    String,
    Type,
)
from sparktree.types.literal import literal

_STRINGS = Array(STRING)
_LIKE_INTEGERS: tuple[tuple[str, Type, tuple[str, ...], str], ...] = (
    ("connectionId", UINT64, ("connection_id",), "The number of a connection by"
     " MySQL's protocol: 0, as there is none."),
    ("shardNum", UINT32, (), "The number of the shard that computes the row of a distributed"
     " query: 0, as there are none."),
    ("shardCount", UINT32, (), "The number of shards of a distributed query: 0, as there are"
     " none."),
)  # fmt: skip


def _declare_zero(name: str, type_: Type, aliases: tuple[str, ...], doc: str) -> None:
    def lower(call: Call) -> Sql:
        return sql.cast(0, type_.kernel)

    lower.__doc__ = doc
    function(
        name, args=0, returns=type_, any_case=bool(aliases), any_case_aliases=aliases,
        deterministic=False, constant_in_query=True,
    )(lower)  # fmt: skip


for _row in _LIKE_INTEGERS:
    _declare_zero(*_row)


def _declare_list(name: str, values: tuple[str, ...], doc: str) -> None:
    def lower(call: Call) -> Sql:
        return literal(_STRINGS, [*values])

    lower.__doc__ = doc
    function(
        name, args=0, returns=_STRINGS, deterministic=False, constant_in_query=True,
        example=typed_example(name, _STRINGS),
    )(lower)  # fmt: skip


for _which in ("current", "enabled", "default"):
    _declare_list(f"{_which}Roles", (), f"The {_which} roles of the user, who has none.")
    _declare_list(
        f"{_which}Profiles", ("default",), f"The {_which} profiles of settings of the user."
    )


@function("displayName", args=0, returns=STRING, deterministic=False, constant_in_query=True)
def display_name(call: Call) -> Sql:
    """The name of the server for people: its own, or that of the machine."""
    return sql.string(call.context.server.display_name or call.context.host)


@function(
    "initialQueryStartTime",
    args=0,
    returns=DateTime(),
    any_case_aliases=("initial_query_start_time",),
    deterministic=False,
    constant_in_query=True,
    example=typed_example("initialQueryStartTime", DateTime()),
)
def initial_query_start_time(call: Call) -> Sql:
    """The time at which the first query began."""
    return sql.cast(int(call.context.now), "UINTEGER")


def _schemas_type(arguments: Arguments) -> Type:
    if not isinstance(arguments[0].type, Bool):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"Argument for function {arguments.function} must be bool",
        )
    return _STRINGS


@function(
    "currentSchemas",
    returns=_schemas_type,
    aliases=("current_schemas",),
    any_case=True,
    deterministic=False,
    constant_in_query=True,
    example=("currentSchemas(true)", "['default']"),
)
def current_schemas(call: Call) -> Sql:
    """The database of the session, as a list."""
    return literal(_STRINGS, [call.context.database])


# --- PostgreSQL and MySQL -------------------------------------------------------------------------


@function(
    "pgGetUserById",
    returns=STRING,
    aliases=("pg_get_userbyid",),
    any_case=True,
    deterministic=False,
    constant_in_query=True,
    nulls="own",
    low_cardinality=True,
    example=("pgGetUserById(10)", "default"),
)
def pg_get_user_by_id(call: Call) -> Sql:
    """The user of the session, whatever the number."""
    return sql.string(call.context.user)


@function(
    "pgTableIsVisible",
    returns=UINT8,
    aliases=("pg_table_is_visible",),
    any_case=True,
    nulls="own",
    low_cardinality=True,
    example=("pgTableIsVisible(10)", "1"),
)
def pg_table_is_visible(call: Call) -> Sql:
    """Always 1: whether a table is found without its schema."""
    return sql.cast(1, "UTINYINT")


# What clients of MySQL ask for before their first query.
_VARIABLES: dict[str, int | str] = {
    "max_allowed_packet": 67108864,
    "version": "5.7.30",
    "version_comment": "",
    "transaction_isolation": "READ-UNCOMMITTED",
}


def _variable(argument: Argument) -> int | str:
    if not isinstance(argument.type.inner, String) or not argument.is_constant:
        raise Error(
            Code.BAD_ARGUMENTS, "Argument of function globalVariable must be constant string"
        )
    return _VARIABLES.get(str(argument.value).lower(), 0)


@function(
    "globalVariable",
    returns=lambda a: STRING if isinstance(_variable(a[0]), str) else INT32,
    deterministic=False,
    constant_in_query=True,
    example=("globalVariable('max_allowed_packet')", "67108864"),
)
def global_variable(call: Call) -> Sql:
    """A variable of MySQL, also written @@name; 0 if it is unknown."""
    value = _variable(call.arguments[0])
    return sql.string(value) if isinstance(value, str) else sql.cast(value, "INTEGER")
