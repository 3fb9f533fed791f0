"""Who asks: what is known of the program that a statement comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Client:
    """The client of a session; the defaults are those of the process itself."""

    interface: str = "Local"  # by the names of system.processes
    address: str = "::"
    port: int = 0
    name: str = ""
    http_method: str = "UNKNOWN"
    http_agent: str = ""
    http_referer: str = ""
    forwarded_for: str = ""
    quota_key: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)  # those of an HTTP request


LOCAL = Client()
