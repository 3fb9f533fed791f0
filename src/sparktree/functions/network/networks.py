"""Which addresses are in which networks, all rows of a column at once: for isIPAddressInRange."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

import numpy as np
import pyarrow as pa

from sparktree.errors import Code
from sparktree.functions.core.byte_spans import Places, Words
from sparktree.functions.core.byte_texts import Texts, U
from sparktree.functions.core.pointer_jumping import Flags, slices
from sparktree.functions.network.address_numbers import Addresses, addresses
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.errors import raising
from sparktree.kernel.text import escape

_SLASH, _ZERO = ord("/"), ord("0")
_TOO_LARGE = 1000


@arrow_function("st_in_network", ("VARCHAR", "VARCHAR", "BOOLEAN"), "UTINYINT")
def in_network(
    texts: pa.ChunkedArray, networks: pa.ChunkedArray, constant: pa.ChunkedArray
) -> pa.Array:
    """Whether addresses are in networks; a constant network is read once, and before them."""
    valid = np.asarray(whole(texts).is_valid())
    if not len(valid):
        return pa.array([], pa.uint8())
    given, once = Texts.of(whole(texts)), bool(constant[0].as_py())
    if once:
        network = _networks(Texts.of(whole(networks).slice(0, 1)))
        network.check(np.ones(1, np.bool_))
        found = addresses(given)
        _check(given, found, valid)
        return pa.array(network.hold(found).astype(np.uint8))
    found, network = addresses(given), _networks(Texts.of(whole(networks)))
    wrong = valid & (found.wrong | network.wrong)
    if wrong.any():
        first = np.arange(len(wrong)) == np.argmax(wrong)
        _check(given, found, first)
        network.check(first)
    return pa.array(network.hold(found).astype(np.uint8))


def _check(texts: Texts, found: Addresses, rows: Flags) -> None:
    """An error for the first of some texts that is no address."""
    wrong = rows & found.wrong
    if wrong.any():
        _refuse(f"Neither IPv4 nor IPv6 address: '{_text(texts, int(np.argmax(wrong)))}'")


def _refuse(message: str) -> NoReturn:
    raise ValueError(raising(Code.CANNOT_PARSE_TEXT, message))


def _text(texts: Texts, row: int) -> str:
    start = int(texts.starts[row])
    return escape(texts.data[start : start + int(texts.sizes[row])].tobytes())


@dataclass(frozen=True, slots=True)
class _Networks:
    """Networks: their texts, the size of the address in each, the address, and the prefix."""

    texts: Texts
    hosts: Texts
    addresses: Addresses
    prefixes: Places

    @property
    def wrong(self) -> Flags:
        most = np.where(self.addresses.old, 32, 128)
        return self.addresses.wrong | (self.prefixes < 0) | (self.prefixes > most)

    def check(self, rows: Flags) -> None:
        """An error for the first of some networks that is none."""
        wrong = rows & self.wrong
        if not wrong.any():
            return
        row = int(np.argmax(wrong))
        text = _text(self.texts, row)
        if "/" not in text:
            _refuse(f"The text does not contain '/': {text}")
        if text.startswith("/"):
            _refuse(f"Error parsing IP address with prefix: {text}")
        _check(self.hosts, self.addresses, wrong)
        _refuse(f"The CIDR has a malformed prefix bits: {text}")

    def hold(self, others: Addresses) -> Flags:
        """Whether each address is in its network."""
        sizes = self.prefixes + np.where(self.addresses.old, 96, 0)
        high, low = (_mask(sizes - first) for first in (0, 64))
        differing = ((self.addresses.high ^ others.high) & high) | (
            (self.addresses.low ^ others.low) & low
        )
        return np.asarray((self.addresses.old == others.old) & (differing == 0), np.bool_)


def _mask(sizes: Places) -> Words:
    """So many of the highest bits of 64."""
    bits = np.clip(sizes, 0, 64)
    return np.where(bits == 0, U(0), U(0xFFFFFFFFFFFFFFFF) << (64 - np.maximum(bits, 1)).astype(U))


def _networks(texts: Texts) -> _Networks:
    ends = texts.starts + texts.sizes
    slashes = np.flatnonzero(texts.data == _SLASH)
    slash = np.append(slashes, len(texts.data))[np.searchsorted(slashes, texts.starts)]
    slash = np.minimum(slash, ends)
    hosts = Texts(texts.data, texts.starts, slash - texts.starts)
    begins = np.minimum(slash + 1, ends)
    return _Networks(texts, hosts, addresses(hosts), _numbers(texts, begins, ends - begins))


def _numbers(texts: Texts, begins: Places, sizes: Places) -> Places:
    """Texts of digits as numbers; -1 for what is none, and far too large ones are only large."""
    digits = slices(texts.data, begins, sizes) - np.uint8(_ZERO)
    bounds = np.concatenate([[0], np.cumsum(sizes)])
    wrong = np.concatenate([[0], np.cumsum(digits > 9)])
    large = np.concatenate([[0], np.cumsum(digits > 0)])
    right = (sizes > 0) & (np.diff(wrong[bounds]) == 0)
    value = np.zeros(len(sizes), np.int64)
    padded = np.concatenate([np.zeros(3, np.uint8), digits])
    for place in range(3):
        used = sizes > place
        value += np.where(used, padded[bounds[1:] + 2 - place], 0) * 10**place
    beyond = np.maximum(bounds[1:] - 3, bounds[:-1])
    value = np.where(large[beyond] > large[bounds[:-1]], _TOO_LARGE, value)
    return np.where(right, value, -1)
