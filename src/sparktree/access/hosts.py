"""From where a user may connect: HOST."""

from __future__ import annotations

import ipaddress
import re
import socket
from fnmatch import translate

from sparktree.errors import Code, Error
from sparktree.sql.statements.access import Hosts

_Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def may_connect(hosts: Hosts, address: str | None) -> bool:
    """Whether a client at the address may; None is this very process."""
    if hosts.any:
        return True
    if address is None:
        return hosts.local or any(
            _plain("127.0.0.1") in _network(ip) or _plain("::1") in _network(ip) for ip in hosts.ips
        )
    client = _plain(address)
    if hosts.local and client.is_loopback:
        return True
    if any(client in _network(ip) for ip in hosts.ips):
        return True
    if any(client in _addresses(name) for name in hosts.names):
        return True
    if not hosts.regexps and not hosts.likes:
        return False
    name = _name(address)
    return any(re.fullmatch(pattern, name) for pattern in hosts.regexps) or any(
        re.fullmatch(_like(pattern), name) for pattern in hosts.likes
    )


def _plain(address: str) -> _Address:
    """The address; one of IPv4 is the same in the clothes of IPv6."""
    found = ipaddress.ip_address(address.split("%")[0])
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return mapped or found


def _network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    found = _parsed(text)
    if isinstance(found, ipaddress.IPv6Network) and found.network_address.ipv4_mapped:
        bits = max(0, found.prefixlen - 96)
        return ipaddress.ip_network(f"{found.network_address.ipv4_mapped}/{bits}", strict=False)
    return found


def is_everywhere(text: str) -> bool:
    """Whether a network holds every address."""
    return _parsed(text).prefixlen == 0


def _parsed(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    try:
        return ipaddress.ip_network(text, strict=False)
    except ValueError:
        raise Error(Code.BAD_ARGUMENTS, f"Invalid address: {text}") from None


def is_here(text: str) -> bool:
    """Whether a network is this machine alone."""
    return text in ("127.0.0.1", "::1", "127.0.0.1/32", "::1/128")


def _addresses(name: str) -> set[_Address]:
    try:
        return {_plain(str(found[4][0])) for found in socket.getaddrinfo(name, None)}
    except OSError:
        return set()


def _name(address: str) -> str:
    try:
        return socket.gethostbyaddr(address)[0]
    except OSError:
        return ""


def _like(pattern: str) -> str:
    return translate(pattern.replace("%", "*").replace("_", "?"))
