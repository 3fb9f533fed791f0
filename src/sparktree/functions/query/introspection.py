"""What a query can ask about itself: types, the session, the server; and what passes values on."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import date
from functools import cache

import pyarrow as pa
import pyarrow.compute as pc

from sparktree.errors import Code, Error
from sparktree.functions.core.clickhouse_bytes import as_integer
from sparktree.functions.core.convert import convert
from sparktree.functions.core.convert_numbers import number
from sparktree.functions.core.declare import (
    Argument,
    Arguments,
    Call,
    QueryContext,
    function,
    illegal_type,
)
from sparktree.kernel import sql, waiting
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.settings.inert_settings import known_settings
from sparktree.types import (
    INT32,
    NULL_TYPE,
    STRING,
    UINT8,
    UINT32,
    Array,
    Bool,
    DateTime64,
    Decimal,
    Enum,
    FixedString,
    Float,
    Integer,
    IPv4,
    LowCardinality,
    Map,
    Nullable,
    String,
    Tuple,
    Type,
    parse_type,
)
from sparktree.types.literal import literal
from sparktree.types.pretty import pretty


def _first(arguments: Sequence[Argument]) -> Type:
    return arguments[0].type


@function(
    "toTypeName",
    returns=STRING,
    nulls="own",
    low_cardinality=False,
    takes_nothing=True,
    example=("toTypeName(1)", "UInt8"),
)
def to_type_name(call: Call) -> Sql:
    """The name of the argument's type."""
    spelled = pretty if call.context.settings.print_pretty_type_names else str
    return sql.string(spelled(call.type(0)))


_COLUMNS = {
    "Nothing": "Nothing",
    "Date": "UInt16",
    "Date32": "Int32",
    "DateTime": "UInt32",
    "Bool": "UInt8",
    "Interval": "Int64",
}


def _column_name(type_: Type) -> str:
    if isinstance(type_, Nullable):
        return f"Nullable({_column_name(type_.of)})"
    if isinstance(type_, LowCardinality):
        return f"LowCardinality({_column_name(type_.of)})"
    if isinstance(type_, Array):
        return f"Array({_column_name(type_.of)})"
    if isinstance(type_, Map):
        return f"Map({_column_name(type_.key)}, {_column_name(type_.value)})"
    if isinstance(type_, Tuple):
        return f"Tuple({', '.join(map(_column_name, type_.of))})"
    if isinstance(type_, Decimal):
        return f"Decimal{type_.bits}"
    if isinstance(type_, Enum):
        return f"Int{type_.bits}"
    if isinstance(type_, FixedString):
        return str(type_)
    name = type(type_).__name__
    return _COLUMNS.get(name, str(type_) if isinstance(type_, Integer | Float) else name)


@function(
    "toColumnTypeName",
    returns=STRING,
    nulls="own",
    low_cardinality=False,
    takes_nothing=True,
    example=("toColumnTypeName(1)", "Const(UInt8)"),
)
def to_column_type_name(call: Call) -> Sql:
    """The name of the column that holds the values inside ClickHouse."""
    name = _column_name(call.type(0))
    return sql.string(f"Const({name})" if call.arguments[0].is_constant else name)


@function(
    "materialize",
    returns=_first,
    nulls="own",
    low_cardinality=False,
    folds=False,
    monotonic="increasing",
    example=("materialize(1)", "1"),
)
def materialize(call: Call) -> Sql:
    """The value, no longer known to be constant."""
    return call[0]


@function(
    "identity",
    returns=_first,
    nulls="own",
    low_cardinality=False,
    monotonic="increasing",
    example=("identity(42)", "42"),
)
def identity(call: Call) -> Sql:
    """The value itself."""
    return call[0]


@function(
    "indexHint",
    args=(0, None),
    returns=UINT8,
    nulls="own",
    low_cardinality=False,
    takes_nothing=True,
    example=("indexHint(1)", "1"),
)
def index_hint(call: Call) -> Sql:
    """Always 1: the condition inside only chooses granules by the index."""
    return sql.cast(1, "UTINYINT")


@function(
    "ignore",
    args=(0, None),
    returns=UINT8,
    nulls="own",
    low_cardinality=False,
    folds=False,
    takes_nothing=True,
    example=("ignore(1, 'a')", "0"),
)
def ignore(call: Call) -> Sql:
    """Always 0, whatever the arguments."""
    return sql.cast(0, "UTINYINT")


@function(
    "isConstant",
    returns=UINT8,
    nulls="own",
    low_cardinality=False,
    takes_nothing=True,
    example=("isConstant(1)", "1"),
)
def is_constant(call: Call) -> Sql:
    """Whether the argument is a constant expression."""
    return sql.cast(1 if call.arguments[0].is_constant else 0, "UTINYINT")


@function(
    "isNullable",
    returns=UINT8,
    nulls="own",
    low_cardinality=False,
    takes_nothing=True,
    example=("isNullable(1)", "0"),
)
def is_nullable(call: Call) -> Sql:
    """Whether the type has NULL."""
    return sql.cast(1 if call.type(0).nullable else 0, "UTINYINT")


@function(
    "defaultValueOfArgumentType",
    returns=_first,
    nulls="own",
    low_cardinality=False,
    example=("defaultValueOfArgumentType(123)", "0"),
)
def default_value_of_argument_type(call: Call) -> Sql:
    """The default value of the argument's type."""
    return call.result.default()


def _named_type(arguments: Arguments) -> Type:
    if not isinstance(arguments[0].type, String) or not arguments[0].is_constant:
        raise Error(
            Code.ILLEGAL_COLUMN,
            f"The argument of function {arguments.function} must be a constant string describing"
            " type",
        )
    return parse_type(str(arguments[0].value))


@function(
    "defaultValueOfTypeName",
    returns=_named_type,
    nulls="own",
    low_cardinality=False,
    constant_arguments=(0,),
    example=("defaultValueOfTypeName('UInt8')", "0"),
)
def default_value_of_type_name(call: Call) -> Sql:
    """The default value of the type with that name."""
    return call.result.default()


def _enum_size_type(arguments: Arguments) -> Type:
    type_ = arguments[0].type
    if not isinstance(type_, Enum):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"The argument for function {arguments.function} must be Enum",
        )
    return Integer(type_.bits, False)


@function(
    "getSizeOfEnumType",
    returns=_enum_size_type,
    nulls="own",
    low_cardinality=False,
    refuses_null=True,
    example=("getSizeOfEnumType(CAST('a', 'Enum8(\\'a\\' = 1, \\'b\\' = 2)'))", "2"),
)
def get_size_of_enum_type(call: Call) -> Sql:
    """How many values an Enum has."""
    type_ = call.type(0)
    assert isinstance(type_, Enum)
    return sql.cast(len(type_.values), call.result.kernel)


# --- the session and the server -----------------------------------------------------------


def _text(
    name: str,
    field: str,
    doc: str,
    *,
    any_case: bool = False,
    aliases: tuple[str, ...] = (),
    any_case_aliases: tuple[str, ...] = (),
    exact_aliases: tuple[str, ...] = (),
    bare: bool = False,
) -> None:
    def lower(call: Call) -> Sql:
        return sql.string(str(getattr(call.context, field)))

    lower.__doc__ = doc
    function(
        name, args=0, returns=STRING, any_case=any_case, aliases=aliases, deterministic=False,
        any_case_aliases=any_case_aliases, constant_in_query=True,
        exact_aliases=exact_aliases, bare=bare,
    )(lower)  # fmt: skip


_text("version", "version", "The version of ClickHouse whose behaviour this is.", any_case=True)
_text("hostName", "host", "The name of the machine.", aliases=("hostname",))
_text(
    "FQDN",
    "host",
    "The full name of the machine.",
    any_case=True,
    exact_aliases=("fullHostName",),
)
_text(
    "currentDatabase",
    "database",
    "The database of the session.",
    any_case_aliases=("current_database", "DATABASE", "SCHEMA"),
    bare=True,
)
_text(
    "currentUser",
    "user",
    "The user of the session.",
    any_case_aliases=("user", "current_user", "session_user"),
    bare=True,
)
_text("authenticatedUser", "user", "The user that logged in.", aliases=("authUser",))
_text("queryID", "query_id", "The id of the query.", any_case_aliases=("query_id",))
_text(
    "initialQueryID",
    "query_id",
    "The id of the first query.",
    any_case_aliases=("initial_query_id",),
)
_text(
    "currentQueryID",
    "query_id",
    "The id of the current query.",
    any_case_aliases=("current_query_id",),
)


@function("uptime", args=0, returns=UINT32, deterministic=False, constant_in_query=True)
def uptime(call: Call) -> Sql:
    """How many seconds the engine has been running."""
    return sql.cast(call.context.uptime, "UINTEGER")


def _error_type(arguments: Sequence[Argument]) -> Type:
    type_ = arguments[0].type
    if type_ == NULL_TYPE:
        return NULL_TYPE
    if not isinstance(type_.inner, Integer | Float | Decimal | Bool):
        raise Error(
            Code.BAD_ARGUMENTS, f"Argument of errorCodeToName must be a number, got {type_}"
        )
    return LowCardinality(STRING)


@function(
    "errorCodeToName",
    returns=_error_type,
    nulls="own",
    low_cardinality=False,
    example=("errorCodeToName(60)", "UNKNOWN_TABLE"),
)
def error_code_to_name(call: Call) -> Sql:
    """The name of an error code; empty if there is none."""
    if call.result == NULL_TYPE:
        return call[0]
    value, type_ = call[0], call.inner(0)
    if isinstance(type_, Bool):
        value, type_ = sql.cast(value, "UTINYINT"), UINT8
    if isinstance(type_, Decimal):  # as the number without its point
        value = sql.op("*", value, Sql(f"CAST({10**type_.scale} AS DECIMAL({type_.scale + 1},0))"))
    code = sql.coalesce(number(value, type_, INT32), 0)
    return _error_name(code)


_ERRORS = {int(code): code.name for code in Code} | {0: "OK"}


@cache
def _errors() -> tuple[pa.Array, pa.Array]:
    return pa.array([*_ERRORS], pa.int32()), pa.array([*_ERRORS.values()])


@arrow_function("st_error_name", ("INTEGER",), "VARCHAR")
def _error_name(codes: pa.ChunkedArray) -> pa.Array:
    known, names = _errors()
    return names.take(pc.index_in(whole(codes), known)).fill_null("")


# --- side effects -------------------------------------------------------------------------


def _throw_type(arguments: Arguments) -> Type:
    type_ = arguments[0].type
    wide = isinstance(type_, Integer) and type_.bits > 64
    if wide or not isinstance(type_, Integer | Float | Bool):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"First argument of function {arguments.function} must be a number",
        )
    if len(arguments) > 1 and not isinstance(arguments[1].type, String):
        raise illegal_type(arguments.function, arguments[1].type)
    return UINT8


@function(
    "throwIf",
    args=(1, 3),
    returns=_throw_type,
    constant_arguments=(1, 2),
    folds=False,
    example=("throwIf(0)", "0"),
)
def throw_if(call: Call) -> Sql:
    """Fails if the argument is not zero; the second argument is the message."""
    shown = "Value passed to 'throwIf' function is non-zero"
    message = str(call.value(1)) if len(call) > 1 else shown
    failure = sql.call(
        "error", sql.string(raising(Code.FUNCTION_THROW_IF_VALUE_IS_NON_ZERO, message))
    )
    zero = sql.cast(0, "UTINYINT")
    branches = [
        (sql.is_null(call[0]), sql.NULL),
        (call.condition(0), sql.cast(failure, "UTINYINT")),
    ]
    return sql.case(*branches, otherwise=zero)


def _sleep_type(arguments: Sequence[Argument]) -> Type:
    type_ = arguments[0].type
    if not isinstance(type_, Float) and not (isinstance(type_, Integer) and not type_.signed):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            "A value of illegal type was provided as 1st argument 'seconds' to function 'sleep'."
            f" Expected: UInt* or Float*, got: {type_}",
        )
    return UINT8


def _sleep(name: str, doc: str) -> None:
    def lower(call: Call) -> Sql:
        seconds = float(str(call.value(0)))
        if not 0 <= seconds < math.inf:
            raise Error(
                Code.BAD_ARGUMENTS, "Cannot sleep infinite or negative time (not implemented)"
            )
        longest = call.context.settings.function_sleep_max_microseconds_per_block
        if longest and seconds * 1e6 > longest:
            raise Error(
                Code.TOO_SLOW,
                f"The maximum sleep time is {longest} microseconds. Requested:"
                f" {int(seconds * 1e6)} microseconds",
            )
        each = sql.TRUE if name == "sleepEachRow" else sql.FALSE
        query_id = sql.string(call.context.query_id)
        return _sleeping(sql.cast(Sql(repr(seconds)), "DOUBLE"), each, query_id)

    lower.__doc__ = doc
    function(
        name, returns=_sleep_type, constant_arguments=(0,), deterministic=False, folds=False,
        example=(f"{name}(0.001)", "0"),
    )(lower)  # fmt: skip


_sleep("sleep", "Waits some seconds for every block.")
_sleep("sleepEachRow", "Waits some seconds for every row.")


@arrow_function("st_sleep", ("DOUBLE", "BOOLEAN", "VARCHAR"), "UTINYINT", side_effects=True)
def _sleeping(
    seconds: pa.ChunkedArray, each: pa.ChunkedArray, query_id: pa.ChunkedArray
) -> pa.Array:
    rows = len(seconds)
    if rows:
        waiting.wait(seconds[0].as_py() * (rows if each[0].as_py() else 1), query_id[0].as_py())
    return pa.array([0] * rows, pa.uint8())


# --- settings -----------------------------------------------------------------------------


def _setting(arguments: Sequence[Argument], caller: str) -> object:
    argument = arguments[0]
    if not isinstance(argument.type.inner, String):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"The argument of function {caller} should be a constant string with the name of a"
            " setting",
        )
    name = str(argument.value)
    value = (argument.context or QueryContext()).settings.value(name)
    known = known_settings().get(name)
    if known is not None and known.type.startswith("Bool") and value != "auto":
        return value in (True, 1, "1", "true")
    return value


def _value_type(value: object) -> Type:
    if isinstance(value, bool):
        return Bool()
    if isinstance(value, int):
        fits = (Integer(bits, value < 0) for bits in (8, 16, 32, 64))
        return next(t for t in fits if t.minimum <= value <= t.maximum)
    return Float(64) if isinstance(value, float) else STRING


@function(
    "getSetting",
    returns=lambda a: _value_type(_setting(a, "getSetting")),
    deterministic=False,
    constant_in_query=True,
    constant_arguments=(0,),
    example=("getSetting('optimize_read_in_order')", "true"),
)
def get_setting(call: Call) -> Sql:
    """The value of a setting of the query."""
    return _literal(call.result.inner, _setting(call.arguments, call.name))


def _literal(type_: Type, value: object) -> Sql:
    return sql.string(value) if isinstance(value, str) else literal(type_, value)


def _setting_or_default_type(arguments: Arguments) -> Type:
    try:
        return _value_type(_setting(arguments, arguments.function))
    except Error as error:
        if error.code != Code.UNKNOWN_SETTING:
            raise
        if not arguments[1].is_constant:
            raise Error(
                Code.ILLEGAL_TYPE_OF_ARGUMENT,
                f"The 2nd argument of function {arguments.function} should be a constant with the"
                " default value of a setting",
            ) from error
        return _held_type(arguments[1])


def _held_type(argument: Argument) -> Type:
    """The type that ClickHouse finds for a value that it holds without its type."""
    type_ = argument.type.inner
    if isinstance(type_, FixedString):
        return STRING
    if isinstance(type_, Float):
        return Float(64)
    if isinstance(type_, DateTime64):
        return Decimal(18, type_.precision)
    kept = as_integer(Sql("0"), type_)
    if kept is None or isinstance(type_, Decimal | IPv4):
        return type_
    value = _count(argument.value, type_)
    fits = (Integer(bits, kept[1].signed) for bits in (8, 16, 32, 64))
    return next(t for t in fits if t.minimum <= value <= t.maximum)


def _count(value: object, type_: Type) -> int:
    """The number that stands for a value."""
    if isinstance(value, date):
        return (value - date(1970, 1, 1)).days
    if isinstance(type_, Enum) and isinstance(value, str):
        return dict(type_.values)[value]
    return int(value)  # type: ignore[call-overload, no-any-return]


@function(
    "getSettingOrDefault",
    args=2,
    returns=_setting_or_default_type,
    deterministic=False,
    constant_in_query=True,
    constant_arguments=(0, 1),
    example=("getSettingOrDefault('custom_x', 'none')", "none"),
)
def get_setting_or_default(call: Call) -> Sql:
    """The value of a setting, or the second argument if there is no such setting."""
    try:
        return _literal(call.result.inner, _setting(call.arguments, call.name))
    except Error as error:
        if error.code != Code.UNKNOWN_SETTING:
            raise
    type_, result = call.inner(1), call.result.inner
    kept = as_integer(call[1], type_)
    if isinstance(type_, DateTime64):
        return convert(call[1], type_, result, call.context.zone)
    return call[1] if kept is None or type_ == result else sql.cast(kept[0], result.kernel)
