"""Settings of the server: its configuration says them, and they stay while it runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from sparktree.errors import Code, Error
from sparktree.settings.declare import Declared, by_name, parse, setting


@dataclass(frozen=True)
class ServerSettings:
    """The settings that have an effect, as attributes."""

    max_exports_bandwidth_for_server: int = setting(
        0, "Bytes a second that all exports together read at most; 0 means no limit."
    )
    allow_insecure_export_endpoints: bool = setting(
        False,
        "Exports may go to servers other than this machine over connections without encryption.",
    )
    ignore_empty_sql_security_in_create_view_query: bool = setting(
        True,
        "CREATE VIEW without SQL SECURITY reads as before there was such a clause; otherwise the"
        " settings `default_..._view_sql_security` say what it means.",
    )
    display_name: str = setting("", "The server's name as clients show it; the host's by default.")
    max_connections: int = setting(4096, "Connections of clients that may be open.", type_="Int32")
    keep_alive_timeout: int = setting(
        30, "Seconds that a connection of HTTP stays open without a request.", type_="Seconds"
    )
    max_concurrent_queries: int = setting(
        0, "Statements of clients that may run at once; 0 means no limit."
    )
    default_session_timeout: int = setting(
        60, "Seconds that a session of HTTP is kept without requests."
    )
    max_session_timeout: int = setting(3600, "The longest time that clients may ask for it.")
    default_replica_path: str = setting(
        "/clickhouse/tables/{uuid}/{shard}",
        "The path of replicated tables whose engine does not say it.",
    )
    default_replica_name: str = setting("{replica}", "The name of their replica on this server.")
    shutdown_wait_unfinished: int = setting(
        120, "Seconds that a server that ends waits for statements, before it cancels them."
    )


@dataclass(frozen=True, slots=True)
class ServerFacts:
    """What queries may ask about the server that runs them; the defaults are no server's."""

    settings: ServerSettings = field(default_factory=ServerSettings)
    display_name: str = ""
    uuid: str = "00000000-0000-0000-0000-000000000000"
    ports: Mapping[str, int] = field(default_factory=dict)  # by their names in the configuration
    macros: Mapping[str, str] = field(default_factory=dict)  # of the configuration


def declared_settings() -> Mapping[str, Declared]:
    """The settings by name."""
    return by_name(ServerSettings)


def server_settings(text: Callable[[str], str | None]) -> ServerSettings:
    """The settings by the texts of the configuration, or INVALID_CONFIG_PARAMETER."""
    given = {}
    for name, declaration in declared_settings().items():
        value = text(name)
        if value is None:
            continue
        try:
            given[name] = parse(declaration, value)
        except Error as error:
            message = f"{name} must be of type {declaration.type}, not {value}"
            raise Error(Code.INVALID_CONFIG_PARAMETER, message) from error
    return ServerSettings(**given)
