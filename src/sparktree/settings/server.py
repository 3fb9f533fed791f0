"""Settings of the server: its configuration says them, and they stay while it runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

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
