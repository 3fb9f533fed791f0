"""Addresses of networks and URLs."""

from sparktree.functions.network import (
    addresses,
    mac_addresses,
    networks,
    urls,
)

__all__ = [
    "addresses",
    "mac_addresses",
    "networks",
    "urls",
]
