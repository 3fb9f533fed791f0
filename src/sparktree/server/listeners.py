"""Where a server listens: addresses and ports, bound before anything else happens."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

from sparktree.access.control import DEFAULT_USER, AccessControl
from sparktree.errors import Code, Error, not_implemented
from sparktree.settings.config import Config

_ELSEWHERE = "203.0.113.1"  # an address that is nobody's
_LOOPBACK = ("127.0.0.1", "::1")
# Ports of ClickHouse's configuration whose protocols are not built.
_LATER = ("mysql_port", "postgresql_port", "grpc_port",
          "interserver_http_port", "interserver_https_port", "arrowflight_port",
          "tcp_with_proxy_port", "tcp_ssh_port")  # fmt: skip
SECURE = frozenset({"https_port", "tcp_port_secure"})  # ports that are encrypted
NATIVE = frozenset({"tcp_port", "tcp_port_secure"})  # of the native protocol
_BACKLOG = 4096


@dataclass(frozen=True, slots=True)
class Listening:
    """A bound socket, and what is spoken there."""

    protocol: str  # by the name of its port in the configuration
    host: str
    port: int
    socket: socket.socket


def ports(config: Config) -> dict[str, int]:
    """The ports by their names in the configuration."""
    for name in _LATER:
        if config.text(name):
            raise not_implemented(f"The protocol of <{name}> is not supported yet.")
    wanted = {
        "http_port": config.text("http_port") or "8123",
        "https_port": config.text("https_port"),
        "tcp_port": config.text("tcp_port") or "9000",
        "tcp_port_secure": config.text("tcp_port_secure"),
        "prometheus.port": config.text("prometheus.port"),
    }
    return {name: _number(name, text) for name, text in wanted.items() if text}


def _number(name: str, text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > 65535:
        raise Error(Code.INVALID_CONFIG_PARAMETER, f"{name} must be a port, not {text!r}")
    return int(text)


def bind(config: Config) -> list[Listening]:
    """A socket for each host and port; all of them, or the error of the first that is taken."""
    hosts = config.texts("listen_host") or list(_LOOPBACK)
    given = bool(config.texts("listen_host"))
    bound: list[Listening] = []
    try:
        for protocol, port in ports(config).items():
            here = list(_bound(protocol, hosts, port, all_of_them=given))
            bound += here
            if not here:
                message = f"No host to listen on for {protocol}: {', '.join(hosts)}"
                raise Error(Code.NETWORK_ERROR, message)
    except BaseException:
        for one in bound:
            one.socket.close()
        raise
    return bound


def check_closed(listening: Iterable[Listening], access: AccessControl) -> None:
    """While somebody needs no password only this machine may connect."""
    for one in listening:
        if one.host == "localhost":
            continue
        with suppress(ValueError):
            if ipaddress.ip_address(one.host).is_loopback:
                continue
        if _enters(access):
            raise _open_to_all(one.host)


def _enters(access: AccessControl) -> bool:
    """Whether the default user comes in from elsewhere without a password."""
    try:
        access.authenticate(DEFAULT_USER, "", _ELSEWHERE)
    except Error:
        return False
    return True


def _open_to_all(host: str) -> Error:
    return Error(
        Code.REQUIRED_PASSWORD,
        f"The server would listen on {host}, which others can reach, while the default user has no"
        " password. Give it one, or listen on 127.0.0.1 and ::1 only.",
    )


def _bound(
    protocol: str, hosts: Iterable[str], port: int, *, all_of_them: bool
) -> Iterable[Listening]:
    """The sockets of one port; hosts that this machine lacks are passed over unless given."""
    for host in hosts:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        try:
            # asyncio sends without delay only where the protocol is told.
            sock = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        except OSError:
            if all_of_them:
                raise
            continue
        try:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            sock.bind((host, port))
            sock.listen(_BACKLOG)
        except OSError as error:
            sock.close()
            if family == socket.AF_INET6 and not all_of_them:
                continue
            raise Error(
                Code.NETWORK_ERROR,
                f"Listen [{host}]:{port} failed: {error.strerror}. Does another server use the"
                f" port? --{protocol}=... chooses another one",
            ) from error
        sock.setblocking(False)
        port = sock.getsockname()[1]  # of port 0 the one that was chosen, for all hosts
        yield Listening(protocol, host, port, sock)
