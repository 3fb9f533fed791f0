"""What a query can ask about the server that runs it, and about the client that sent it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from sparktree.errors import Code, Error
from sparktree.functions.core.declare import Argument, Arguments, Call, QueryContext, function
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.settings.inert_settings import unknown_setting
from sparktree.settings.server import declared_settings
from sparktree.types import STRING, UINT16, UINT32, UUID, Bool, Float, Integer, String, Type
from sparktree.types.literal import literal
from sparktree.version import CLICKHOUSE_REVISION, VERSION

# Headers that hold passwords: no query reads them.
_SECRET = frozenset({"authorization", "x-clickhouse-key", "cookie"})
_TCP_PORT = 9000  # of a server whose configuration does not say another one


@function(
    "revision", args=0, returns=UINT32, any_case=True, deterministic=False, constant_in_query=True
)
def revision(call: Call) -> Sql:
    """The revision of the ClickHouse whose behaviour this is."""
    return sql.cast(CLICKHOUSE_REVISION, "UINTEGER")


@function("buildId", args=0, returns=STRING, deterministic=False, constant_in_query=True)
def build_id(call: Call) -> Sql:
    """What tells this version of the program from others."""
    return sql.string(hashlib.sha1(f"sparktree {VERSION}".encode()).hexdigest().upper())


@function("serverUUID", args=0, returns=UUID(), deterministic=False, constant_in_query=True)
def server_uuid(call: Call) -> Sql:
    """The UUID of the server, which its data folder keeps; zeros where there is no server."""
    return sql.cast(sql.string(call.context.server.uuid), "UUID")


@function("tcpPort", args=0, returns=UINT16, deterministic=False, constant_in_query=True)
def tcp_port(call: Call) -> Sql:
    """The port of the native protocol."""
    return sql.cast(call.context.server.ports.get("tcp_port", _TCP_PORT), "USMALLINT")


def _name(arguments: Sequence[Argument], caller: str) -> str:
    if not isinstance(arguments[0].type.inner, String):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"The argument of function {caller} should be a constant string with the name of a"
            " setting",
        )
    return str(arguments[0].value)


def _port(arguments: Sequence[Argument]) -> int:
    name = _name(arguments, "getServerPort")
    ports = (arguments[0].context or QueryContext()).server.ports
    if name not in ports:
        raise Error(Code.CLUSTER_DOESNT_EXIST, f"There is no port named {name}")
    return ports[name]


def _port_type(arguments: Sequence[Argument]) -> Type:
    _port(arguments)
    return UINT16


@function(
    "getServerPort",
    returns=_port_type,
    deterministic=False,
    constant_in_query=True,
    constant_arguments=(0,),
    refuses_null=True,
)
def get_server_port(call: Call) -> Sql:
    """A port of the server, by its name in the configuration."""
    return sql.cast(_port(call.arguments), "USMALLINT")


def _macro(arguments: Sequence[Argument]) -> str:
    if not isinstance(arguments[0].type.inner, String):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            "The argument of function getMacro should be a constant string with a macro's name",
        )
    name, macros = str(arguments[0].value), (arguments[0].context or QueryContext()).server.macros
    if name not in macros:
        raise Error(Code.NO_ELEMENTS_IN_CONFIG, f"No macro {name} in config")
    return macros[name]


@function(
    "getMacro",
    returns=STRING,
    deterministic=False,
    constant_in_query=True,
    constant_arguments=(0,),
)
def get_macro(call: Call) -> Sql:
    """A macro of the server's configuration."""
    return sql.string(_macro(call.arguments))


def _server_setting(arguments: Sequence[Argument]) -> Any:
    name = _name(arguments, "getServerSetting")
    declared = declared_settings().get(name)
    if declared is None:
        raise unknown_setting(name)
    value = getattr((arguments[0].context or QueryContext()).server.settings, name)
    return float(value) if declared.type == "Seconds" else value


def _setting_type(arguments: Sequence[Argument]) -> Type:
    value = _server_setting(arguments)
    if isinstance(value, bool):
        return Bool()
    if isinstance(value, int):
        return Integer(64, False)
    return Float(64) if isinstance(value, float) else STRING


@function(
    "getServerSetting",
    returns=_setting_type,
    deterministic=False,
    constant_in_query=True,
    constant_arguments=(0,),
    example=("getServerSetting('keep_alive_timeout')", "30"),
)
def get_server_setting(call: Call) -> Sql:
    """The value of a setting of the server."""
    value = _server_setting(call.arguments)
    type_ = call.result.inner
    return sql.string(value) if isinstance(value, str) else literal(type_, value)


def _header_type(arguments: Arguments) -> Type:
    context = arguments[0].context or QueryContext()
    if not context.settings.allow_get_client_http_header:
        raise Error(
            Code.FUNCTION_NOT_ALLOWED,
            f"The function {arguments.function} requires setting `allow_get_client_http_header`"
            " to be enabled.",
        )
    if not isinstance(arguments[0].type.inner, String):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"The argument of function {arguments.function} must have String type",
        )
    return STRING


@function("getClientHTTPHeader", returns=_header_type, deterministic=False)
def get_client_http_header(call: Call) -> Sql:
    """A header of the HTTP request that brought the query; empty if there is none."""
    cases = [
        (sql.op("=", sql.call("lower", call[0]), sql.string(name)), sql.string(value))
        for name, value in call.context.headers.items()
        if name not in _SECRET
    ]
    return sql.case(*cases, otherwise=sql.string("")) if cases else sql.string("")
